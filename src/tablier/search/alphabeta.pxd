from tablier.endings.prober cimport Prober
from tablier.kernels.bits cimport u8, u32, u64
from tablier.kernels.kernel cimport Kernel, Move, Moves
from tablier.search.evaluation.base cimport Evaluation
from tablier.search.transpositions cimport TranspositionTable

cdef enum:
    MATE = 30000      # a win now; a win in n plies is MATE - n
    SURE = 29000      # beyond this a score is a forced end, not an estimate
    DEEPEST = 120     # plies from the root
    CONTINUATIONS = 65536  # places for pairs of moves, a power of two
    STRUCTURES = 16384  # places for structures, a power of two
    LINE = 64         # moves kept of a principal variation
    PUT_OFF = 16      # moves of a node that wait for another thread

cdef enum Repetition:
    FRESH
    CIRCLE            # the second time within the search
    THIRD_TIME        # the law ends the game

cdef struct Flag:
    int stop

cdef struct Settings:               # see settings.py
    int aspiration
    int futility
    int null_reduction
    int null_margin
    int exchange_margin
    int singular_depth
    int singular_margin
    int history_share
    int reduction_base
    int reduction_slope
    int razor
    int delta
    int continuations
    int history_pruning
    int double_extension
    int negative_extension
    int correction
    int keep_histories
    int full_width
    int late_pruning
    int late_pruning_from

cdef double now() noexcept nogil

cdef class Stop:
    cdef Flag flag

cdef class Histories:
    cdef int history[2][4096]
    cdef int continuations[2][CONTINUATIONS]  # history of a move after the one before it, and after the one before that
    cdef u32 countermoves[2][4096]           # what refuted a move before, by the move it answered
    cdef int corrections[2][STRUCTURES]      # by how much the evaluation of a structure is wrong
    cpdef void forget(self)

cdef class Searcher:
    cdef Settings settings
    cdef bint prunes_late
    cdef int least_tried
    cdef int root_seat              # who moves where the search begins
    cdef int contempt               # what a draw costs that seat; 0 in analysis
    cdef Histories learnt
    cdef Kernel kernel
    cdef Evaluation evaluation
    cdef Prober endings             # None far from them
    cdef TranspositionTable table
    cdef Flag* flag                 # shared: any thread, or Python, can raise it
    cdef object owner               # keeps the flag alive
    cdef Flag* over                 # of one iteration: another thread has finished it
    cdef object over_owner
    cdef readonly bint halted       # this search has seen one of the two
    cdef bint shared                # other threads search the same tree
    cdef u64 node_limit
    cdef double deadline            # on the monotonic clock; 0 for none
    cdef readonly u64 nodes
    cdef readonly int deepest
    cdef readonly int reached       # the deepest ply looked at, extensions and quiescence included
    cdef readonly int number        # the thread's number: helpers start elsewhere
    cdef u64* past                  # keys of the game so far, then of the search path
    cdef int played                 # how many of them are the game's
    cdef int past_room
    cdef int passed                 # before this place nothing can be repeated: a turn was passed there
    cdef Moves* lists
    cdef int* promises              # scores for ordering, a row a ply
    cdef u32 killers[DEEPEST + 8][2]
    cdef u32 excluded[DEEPEST + 8]  # the move left out while the others are tried, by ply
    cdef u32 path[DEEPEST + 8]      # the moves on the way down
    cdef int worths[DEEPEST + 8]    # and the evaluations
    cdef Move lines[DEEPEST + 8][LINE]
    cdef int lengths[DEEPEST + 8]
    cdef int later[DEEPEST + 8][PUT_OFF]  # by ply, the moves that another thread was searching
    cdef int reductions[64][64]
    cdef void begin(self, Stop over)
    cdef bint out_of_time(self) noexcept nogil
    cdef int drawn(self) noexcept nogil
    cdef int assess(self) noexcept nogil
    cdef u64 salt(self) noexcept nogil
    cdef bint has_cutoff(self, u64 key, int depth, int beta, int ply, int* score) noexcept nogil
    cdef int search(self, int depth, int alpha, int beta, int ply, bint may_pass, bint cut) noexcept nogil
    cdef void learn(self, int seat, u32 word, int ply, int bonus) noexcept nogil
    cdef int corrected(self, int worth, u64 structure) noexcept nogil
    cdef void learn_correction(self, u64 structure, int difference, int depth) noexcept nogil
    cdef int quiesce(self, int alpha, int beta, int ply, int left) noexcept nogil
    cdef int ended(self, int ply) noexcept nogil
    cdef Repetition seen_before(self, u64 key, int ply) noexcept nogil
    cdef int repeated(self, Repetition seen, int ply) noexcept nogil
    cdef void rank_moves(self, Moves* moves, int* scores, u32 first, int ply) noexcept nogil
