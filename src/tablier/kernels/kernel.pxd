# The shape of every kernel: plain states on a stack, moves as 64-bit words, everything below Python without the GIL.
from tablier.kernels.bits cimport mixed, u8, u32, u64

ctypedef u64 Move

cdef enum:
    MOST_SEATS = 4
    CHANCE_ACTS = 100  # what actor() answers where the dice act
    ROOMY = 512        # places a list has at least: kernels with a proven bound below it need no check

cdef struct Moves:
    Move* items
    int count
    int room

cdef struct Tally:
    int games
    int unfinished
    u64 plies
    double firsts[MOST_SEATS]

cdef void widen(Moves* moves) noexcept nogil

cdef inline void push_move(Moves* moves, Move move) noexcept nogil:
    if moves.count == moves.room:
        widen(moves)
    moves.items[moves.count] = move
    moves.count += 1

cdef enum:
    SMALL_WORDS = 4096  # moves of most kernels are below this

cdef inline u32 tag(Move move) noexcept nogil:
    """32 bits that tell a move from the others of a position, also by their last 12; never 0, which stands for none."""
    return <u32> (move + 1 if move < SMALL_WORDS else mixed(move) | 1)

cdef class Kernel:
    cdef readonly object game      # the law this kernel is the twin of
    cdef readonly int seats
    cdef char* memory              # the stack of states
    cdef char* top                 # the state that stands
    cdef Py_ssize_t state_size
    cdef Py_ssize_t capacity
    cdef bint listing              # count leaves by listing them
    cdef list entered              # the texts pushed, for pop()

    # -- what a kernel writes ------------------------------------------------------------------
    cdef Py_ssize_t measure(self)                                 # the size of one state
    cdef void prepare(self)                                       # once, options known
    cdef void read_state(self, str text)                          # a text that the law has written
    cdef str write_state(self)
    cdef void generate(self, Moves* out) noexcept nogil           # legal moves; none when the game is over
    cdef u64 count(self, Moves* scratch) noexcept nogil           # how many, without listing them where that is quicker
    cdef void advance(self, Move move) noexcept nogil             # play in place
    cdef void make(self, Move move) noexcept nogil                # play on a copy: unmake() leads back
    cdef bint over(self, u8* ranks) noexcept nogil                # fills the ranks when the game is over
    cdef int actor(self) noexcept nogil                           # a seat, or CHANCE_ACTS
    cdef u64 key(self) noexcept nogil                             # equal for equal positions, however reached
    cdef str text(self, Move move)                                # the move as the law writes it

    # -- what every kernel has -----------------------------------------------------------------
    cdef list standing(self, str board)                           # (cell, code) for what stands on a board text
    cdef str board_text(self, list codes)                         # and back, from the code on each cell
    cdef void unmake(self) noexcept nogil
    cdef void reserve(self, Py_ssize_t further)
    cdef Py_ssize_t depth(self) noexcept nogil
    cdef Move find(self, str text, bint* found)
    cdef u64 count_to(self, int depth, Moves* lists) noexcept nogil
    cdef int play_out(self, u64* random, int longest, Moves* list, u8* ranks) noexcept nogil
    cdef void play_many(self, int first, int last, u64 stream, int longest, Moves* list, Tally* tally) noexcept nogil
