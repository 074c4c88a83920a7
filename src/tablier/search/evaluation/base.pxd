# Evaluation of positions and moves, for the searches over a kernel.
from tablier.kernels.bits cimport u64
from tablier.kernels.kernel cimport Kernel, Move
from tablier.search.network cimport MOST_PLANES, Network, Sums

cdef enum:
    MOST_WEIGHTS = 192
    DRAWN_SURELY = 256

cdef class Evaluation:
    cdef bint prunes_late                                               # late quiet moves, and those that lose material, are pruned
    cdef int least_tried                                                # quiet moves searched at least before late ones are pruned
    cdef int unit                                                       # of how many parts of a weight features are counted in
    cdef int size                                                       # how many weights there are
    cdef int values[MOST_WEIGHTS]                                       # the weights, in their order
    cdef readonly object game
    cdef readonly object weights                                        # named numbers that tuning may change
    cdef readonly Network network                                       # learnt; None where the hand-made evaluation stands alone
    cdef Sums* sums                                                     # of the network, for each ply of a search
    cdef int planes(self, Kernel kernel, u64* own, u64* other) noexcept nogil  # what stands where, as the seat to act and as the other see it
    cdef int assess(self, Kernel kernel) noexcept nogil                 # evaluate() corrected or replaced by the network
    cdef bint learnt(self, Kernel kernel) noexcept nogil                # the network has a say: not where the hand-made one knows the end
    cdef void prepare(self)                                             # options into C
    cdef void features(self, Kernel kernel, int* counts) noexcept nogil # what each weight is multiplied with
    cdef int evaluate(self, Kernel kernel) noexcept nogil               # for the seat to act, in hundredths of a piece
    cdef int promise(self, Kernel kernel, Move move) noexcept nogil     # > 0: a move that changes much, the best first
    cdef int risk(self, Kernel kernel, Move move) noexcept nogil        # what the enemy wins by taking on where the move leads
    cdef int gain(self, Kernel kernel, Move move) noexcept nogil        # what a move of promise wins at most
    cdef u64 structure(self, Kernel kernel) noexcept nogil              # what positions of like worth have in common; 0 for none
    cdef bint quiet(self, Kernel kernel) noexcept nogil                 # asked where nothing is urgent: certainly no move of promise
    cdef int repeated(self, Kernel kernel) noexcept nogil               # for the seat to act: 1 won, 0 drawn, -1 lost
    cdef int drawishness(self, Kernel kernel) noexcept nogil             # how near a draw seems, from 0 to DRAWN_SURELY
    cdef u64 salt(self, Kernel kernel) noexcept nogil                   # what matters besides the key: counters near their end
    cdef bint urgent(self, Kernel kernel) noexcept nogil                # a threat stands that must be answered
    cdef bint has_moves(self, Kernel kernel) noexcept nogil             # certain that there are moves, unless something is urgent
    cdef bint may_pass(self, Kernel kernel) noexcept nogil              # null move sound: never where zugzwang rules
    cdef void pass_turn(self, Kernel kernel) noexcept nogil             # make() of a null move
    cdef void prospects(self, Kernel kernel, double* values) noexcept nogil  # for each seat, 0 lost to 1 won
