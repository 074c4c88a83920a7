# A small network that corrects or replaces the hand-made evaluation of a game; updated from position to position.
from tablier.kernels.bits cimport u64

cdef enum:
    MOST_PLANES = 24
    MOST_HIDDEN = 256

cdef struct Sums:
    u64 seen[2][MOST_PLANES]        # the position that the sums are of, as each seat sees it
    short values[2][MOST_HIDDEN]    # the first layer before its activation, for each seat

cdef class Network:
    cdef readonly int planes
    cdef readonly int hidden
    cdef readonly bint adds          # to the hand-made evaluation, instead of replacing it
    cdef readonly object provenance
    cdef readonly bytes data         # as in its file
    cdef short* columns              # for each bit of each plane, what it adds to the sums
    cdef short* biases
    cdef short* outputs              # weights of the sums of the seat to act, then of the other's
    cdef int output_bias
    cdef int score(self, Sums* sums, int seat) noexcept nogil
    cdef void start(self, Sums* sums) noexcept nogil
    cdef void follow(self, const Sums* before, Sums* sums, u64 (*seen)[MOST_PLANES]) noexcept nogil
    cdef int distance(self, const Sums* sums, u64 (*seen)[MOST_PLANES]) noexcept nogil

cdef Sums* new_sums(Network network, int count) except NULL  # of empty boards; to be freed
