# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Questions about the position that stands on a kernel."""

from tablier.endings.index cimport BOARDS, Index, Men, find, i64
from tablier.endings.layouts.base cimport UNLIMITED, UNSURE, Layout
from tablier.endings.slabs cimport MARKED, UNKNOWN, Slab, Slabs
from tablier.kernels.bits cimport popcount


cdef class Prober:
    """Looks up the position of the layout's kernel: in slabs without the GIL, or by its number in an index."""

    def __init__(self, Layout layout not None, Slabs slabs not None):
        self.layout, self.slabs = layout, slabs

    cdef Answer probe(self, int* plies) noexcept nogil:
        cdef Men men
        cdef Slab* slab
        cdef int code, left
        if self.slabs.number == 0:
            return NOT_KNOWN
        self.layout.read(&men)
        slab = self.slabs.of(&men)
        if slab == NULL:
            return NOT_KNOWN
        code = slab.codes[find(slab.shape, &men)]
        if code == UNKNOWN:
            return DRAWN
        left = self.layout.left(code & 1 == 0)
        if left == UNSURE:
            return NOT_KNOWN
        plies[0] = code - 1
        if plies[0] > left:
            return DRAWN if self.layout.limit_draws else NOT_KNOWN
        return LOST if code & 1 else WON

    def men(self):
        """How many men of each kind the mover and the other side have."""
        cdef Men men
        cdef int i
        self.layout.read(&men)
        kinds = len(self.layout.letters)
        numbers = [popcount(men.boards[i]) for i in range(2 * kinds)]
        return tuple(numbers[:kinds]), tuple(numbers[kinds:])

    def counts(self):
        """Whether a position with such marks can be in a set: not while men are in hand."""
        cdef Men men
        self.layout.read(&men)
        return men.mark >= 0

    def number(self, Index index not None):
        """The number of the position in an index of its set; -1 where it has a mark that no game leads to."""
        cdef Men men
        self.layout.read(&men)
        return find(&index.shape, &men) if men.mark >= 0 else -1

    def left(self, bint wins):
        """The plies that a count or a quiet limit leaves to the winner; None where nothing is counted, -1 where it depends on the moves to come."""
        cdef int plies = self.layout.left(wins)
        return None if plies >= UNLIMITED else plies

    def balance(self):
        """Where captures decide: how many more the mover has than the other."""
        return self.layout.balance()
