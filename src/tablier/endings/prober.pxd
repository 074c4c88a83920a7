# Questions about the position that stands on a kernel, without the GIL.
from tablier.endings.layouts.base cimport Layout
from tablier.endings.slabs cimport Slabs

cdef enum Answer:
    NOT_KNOWN
    LOST
    DRAWN
    WON

cdef class Prober:
    cdef readonly Layout layout
    cdef readonly Slabs slabs
    cdef Answer probe(self, int* plies) noexcept nogil  # for the side to move; `plies` to the end
