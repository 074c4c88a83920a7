# Many games of one kind, stepped together.
from tablier.environments.codings.base cimport MOST_ACTIONS, Coding
from tablier.kernels.bits cimport u8, u64
from tablier.kernels.kernel cimport Kernel, Move, Moves

cdef extern from "workers.h" nogil:
    ctypedef void (*part_function)(void* subject, int worker, int part) noexcept nogil
    ctypedef struct Workers:
        pass
    Workers* start_workers(int count)
    void share_parts(Workers* workers, part_function work, void* subject, int parts)
    void stop_workers(Workers* workers)

cdef enum:
    CHANCE_TO_ACT = -1
    FINISHED = -2

cdef enum Verdict:
    REFUSED, BEGUN, WHOLE, IGNORED

cdef enum Task:
    CHECKING, PLAYING, SAMPLING

cdef struct Play:
    # One game besides its state, which the kernel keeps.
    u64 dice                    # the stream that chance is sampled from
    u64 choices                 # the stream that sample() draws from
    u64* keys                   # the positions that stood, where repetition counts
    int met
    int room
    int stood_before            # how often the present position did
    int taken                   # actions of this game
    int begun_count
    short begun[MOST_ACTIONS]   # actions of a move that is not whole yet
    bint over                   # and not begun anew

cdef class Batch:
    cdef readonly object game
    cdef readonly Coding coding
    cdef readonly int size
    cdef readonly int seats
    cdef readonly int threads
    cdef readonly int longest         # actions after which a game is broken off; 0 for none
    cdef readonly bint explicit       # chance is a player of its own
    cdef readonly bint auto_reset
    cdef list kernels                 # one for each thread
    cdef void** pointers              # the same, without the GIL
    cdef Moves* lists                 # one for each thread, in every APARTth place
    cdef Workers* workers             # the threads, once they are needed
    cdef Task task                    # what they do, with these actions
    cdef int* actions_given
    cdef char* states
    cdef char* opening
    cdef Py_ssize_t state_size
    cdef Play* plays
    cdef Move* chosen
    cdef u8* verdicts
    cdef list buffers                 # what the next six point into
    cdef float* observations
    cdef u8* masks
    cdef float* rewards
    cdef signed char* actors
    cdef u8* terminated
    cdef u8* truncated

    cdef void run(self, Task task, int* actions) noexcept nogil
    cdef void share(self, int worker, int first, int last) noexcept nogil
    cdef Verdict check(self, Kernel kernel, Moves* list, int i, int action) noexcept nogil
    cdef void play(self, Kernel kernel, Moves* list, int i, int action) noexcept nogil
    cdef int choose(self, Kernel kernel, Moves* list, int i) noexcept nogil
    cdef bint go_on(self, Kernel kernel, Moves* list, Play* play, u8* ranks) noexcept nogil
    cdef bint has_repeated(self, Kernel kernel, Play* play) noexcept nogil
    cdef void finish(self, Kernel kernel, Moves* list, int i, u8* ranks) noexcept nogil
    cdef void begin(self, Kernel kernel, Moves* list, int i) noexcept nogil
    cdef void display(self, Kernel kernel, Moves* list, int i) noexcept nogil
    cdef void clear(self, int i) noexcept nogil
    cdef void show_game(self, int i) except *
    cdef void take(self, int i, Batch other, int j) except *
    cdef void start_from(self, int i, const char* state) except *
    cdef int next_action(self, Kernel kernel, Play* play, Move move) noexcept nogil
    cdef Kernel at(self, int i)
    cdef Py_ssize_t index(self, int i) except -1
