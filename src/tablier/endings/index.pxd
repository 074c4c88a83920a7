# Numbers for the positions of a set: men of a kind are a combination of cells, and symmetric positions share a number.
from tablier.kernels.bits cimport u8, u32, u64

ctypedef long long i64

cdef enum:
    BOARDS = 12   # kinds of men, those of both sides
    LIKE_MEN = 8  # of one kind and side, at most
    TURNS = 8     # symmetries of a board

cdef struct Men:
    u64 boards[BOARDS]  # the mover's kinds, then the other side's
    int mark            # what a position has besides its men, below the shape's `marks`

cdef struct Marking:
    # Where a placement does not have every mark: how many it has, which of them (from 0) the men's mark is, and the one of a number.
    int (*count)(Men* men) noexcept nogil
    int (*order)(Men* men) noexcept nogil
    int (*nth)(Men* men, int n) noexcept nogil
    # The numbers of all marks that the men's mark stands for, `first` being that of the first mark.
    int (*each)(Men* men, i64 first, i64* numbers) noexcept nogil

cdef struct Group:
    int board
    i64 size            # ways to place its men
    u64* ways           # all of them, in order

cdef struct Shape:
    int groups
    int turns
    int marks           # with those that stand for several
    Group group[BOARDS]
    u32* classes        # by the rank of the first group: its class under the symmetries
    u8* onto            # and a bit for each symmetry that leads to the class's representative
    u64* firsts         # the representatives
    i64 rest            # placements for each class
    i64 placements
    i64 size
    u8 turn[TURNS][64]
    unsigned short* mark_turns
    Marking marking
    u32* offsets        # by placement, how many numbers the placements before it have; NULL where each has every mark

cdef struct Spot:
    # Where a position is among the numbers, before its mark is looked at.
    i64 placement
    u8 turns            # the symmetries that lead there, a bit for each
    int turn            # one of them
    Men men             # turned by it; the boards of the set's men only

cdef struct Cursor:
    # A number and its position; the next one is found faster from here.
    i64 placement       # -1 before the first
    Men men

cdef i64 find(Shape* shape, Men* men) noexcept nogil        # the number of a position
cdef bint is_number(Shape* shape, i64 number, Men* men) noexcept nogil  # and not a symmetric twin's; the men as `place` has them
cdef void locate(Shape* shape, Men* men, Spot* spot) noexcept nogil
cdef int numbers_at(Shape* shape, Spot* spot, Men* men, i64* numbers) noexcept nogil  # of all that the men's mark stands for
cdef void place(Shape* shape, i64 number, Men* men) noexcept nogil
cdef void move_on(Shape* shape, i64 number, Cursor* cursor) noexcept nogil  # to a number that is not lower
cdef int images(Shape* shape, Men* men) noexcept nogil      # how many different positions share its number

cdef class Index:
    cdef Shape shape
    cdef readonly object counts
    cdef list kept
    cdef void set_up_classes(self) except *
    cdef void leave_out_marks(self, Marking* marking) except *
