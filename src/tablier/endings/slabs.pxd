# The values of several sets in memory, found by the men that stand.
from tablier.endings.index cimport Men, Shape, i64
from tablier.kernels.bits cimport u8, u64

cdef enum:
    # A code: the plies to the end plus one. Odd codes are lost for the mover, even ones won.
    UNKNOWN = 0   # drawn, once a set is finished; where captures decide, the balance stays as it is
    FARTHEST = 220
    OPEN = 222    # while a set is built: not decided; plus how many moves are not refuted, 0 where that is not known
    MOST_OPEN = 30
    REFUTED = 253 # to be judged in this layer by the moves that leave the set, the others being refuted
    MARKED = 254  # to be judged in this layer by all moves
    BROKEN = 255  # the number of no position

cdef enum:
    SLABS = 128   # sets that a builder or a search holds, both sides to move

cdef struct Slab:
    u64 signature # how many men of each kind, four bits each
    Shape* shape
    u8* codes
    u8* gains     # where captures decide: by how many the mover gains or loses; else NULL
    bint inside   # being built
    bint through  # distances lead to the end of the game

cdef class Slabs:
    cdef Slab slabs[SLABS]
    cdef readonly int number
    cdef int most_men
    cdef int boards       # kinds of men, those of both sides
    cdef list kept
    cdef Slab* of(self, Men* men) noexcept nogil
