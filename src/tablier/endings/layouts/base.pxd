# What the endings of a game need of its kernel.
from tablier.endings.index cimport Marking, Men
from tablier.kernels.kernel cimport Kernel, Moves

cdef enum:
    UNLIMITED = 1 << 20  # plies left where nothing is counted
    UNSURE = -1          # what is left depends on the moves to come
    PASTS = 512          # moves without capture that can have led to a position, at most
    MOST_MARKS = 2048    # numbers that share a placement, at most, once for each symmetry

cdef class Layout:
    cdef readonly Kernel kernel
    cdef readonly bint limit_draws                               # what is not won within what is left is drawn; else it is not known
    cdef Marking* marking(self) noexcept                         # which marks a placement has; NULL where each has all of them
    cdef void read(self, Men* men) noexcept nogil                # what stands on the kernel's board
    cdef bint write(self, Men* men) noexcept nogil               # put it there, no count begun; False where the law has no such position
    # Positions that a move without capture or promotion may have led here from, or more; a mark can stand for several.
    cdef int retract(self, Men* men, Men* before) noexcept nogil
    cdef int leave(self, Moves* moves) noexcept nogil            # list the moves that lead to another set; gives how many others there are
    cdef int left(self, bint wins) noexcept nogil                # plies within which the mover must win, or may have to be beaten
    cdef int balance(self) noexcept nogil                        # where captures decide: how many more the mover has than the other

cdef class SolvedSet:
    cdef int code(self, Men* men, bint strong) noexcept nogil    # of a position as slabs have it, the side with more men to move or the other
