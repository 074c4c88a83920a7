# What turns the moves and positions of a kernel into numbers.
from tablier.kernels.bits cimport u8
from tablier.kernels.kernel cimport Kernel, Move

cdef enum:
    MOST_ACTIONS = 24  # that one move is made of

cdef class Coding:
    cdef readonly object game
    cdef readonly int actions      # every action of a player is a number below this
    cdef readonly int faces        # every outcome of chance is a number below this; 0 without dice
    cdef readonly tuple planes     # the names of the planes, the one of repetition last
    cdef readonly int height
    cdef readonly int width
    cdef int layers                # how many planes
    cdef int area                  # cells of a plane
    cdef int stop                  # the action that ends a move which could go on; -1 where there is none
    cdef bint repeats              # a third occurrence of a position ends the game

    # -- what a coding writes ------------------------------------------------------------------
    cdef void prepare(self)                                                                    # sizes, and options into C
    cdef int encode(self, Kernel kernel, Move move, short* actions) noexcept nogil             # its actions in order; gives their number
    cdef void draw(self, Kernel kernel, const short* begun, int count, float* planes) noexcept nogil  # on planes of zeros
    cdef void rank_repeated(self, Kernel kernel, u8* ranks) noexcept nogil                     # the ranks after a third occurrence
    cdef str unfinished(self, Kernel kernel, const short* begun, int count)                    # the text of a move that has begun

    # -- what every coding has -----------------------------------------------------------------
    cdef void fill(self, float* planes, int plane, float value) noexcept nogil
