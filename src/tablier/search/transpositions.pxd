# The transposition table: shared by all threads without locks.
from tablier.kernels.bits cimport u8, u32, u64

cdef enum Bound:
    NO_BOUND = 0
    AT_MOST = 1
    AT_LEAST = 2
    EXACT = 3

cdef struct Slot:
    u64 check   # key ^ data: a slot torn by two writers does not match any key
    u64 data

cdef struct Found:
    u32 move    # the best move's tag, 0 for none
    int score
    int depth
    Bound bound

cdef enum:
    BUSY = 1024       # rows, a power of two
    PLACES = 4

cdef class TranspositionTable:
    cdef Slot* slots
    cdef u64 mask
    cdef u8 age
    cdef u64 busy[BUSY][PLACES]      # moves that a thread is searching
    cdef void prefetch(self, u64 key) noexcept nogil
    cdef bint probe(self, u64 key, Found* found) noexcept nogil
    cdef void store(self, u64 key, u32 move, int score, int depth, Bound bound) noexcept nogil
    cdef bint is_busy(self, u64 spot) noexcept nogil
    cdef void enter(self, u64 spot) noexcept nogil
    cdef void leave(self, u64 spot) noexcept nogil
