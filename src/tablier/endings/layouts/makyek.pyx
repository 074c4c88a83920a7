# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Endings of Mak-Yek and Apit-Sodok: up to five pieces, and by how many captures a side comes out ahead."""

from libc.string cimport memset

from tablier.endings.index cimport Men
from tablier.endings.layouts.base cimport Layout
from tablier.kernels.bits cimport lowest, popcount, u64
from tablier.kernels.makyek cimport State
from tablier.kernels.slides cimport slides_east, slides_north, slides_south, slides_west

QUIET = 100
"""The quiet limit from which on no forced capture comes too late."""


cdef class BracketingLayout(Layout):
    cdef int quiet_limit

    letters = "O"
    least = (1,)
    captures_decide = True

    def __init__(self, kernel):
        super().__init__(kernel)
        self.quiet_limit = kernel.game.options["quiet"]

    @classmethod
    def variant(cls, options, own, other):
        return "any" if options["quiet"] >= QUIET else None

    @classmethod
    def metric(cls, variant, own, other):
        return "change"

    @classmethod
    def names(cls):
        return ["2-1", "3-1", "2-2", "4-1", "3-2"]

    cdef void read(self, Men* men) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        memset(men, 0, sizeof(Men))
        men.boards[0], men.boards[1] = s.own, s.enemy

    cdef bint write(self, Men* men) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        memset(s, 0, sizeof(State))
        s.own, s.enemy = men.boards[0], men.boards[1]
        return True

    cdef int retract(self, Men* men, Men* before) noexcept nogil:
        """A piece slides back through free cells, whether or not it would have taken on its way forth."""
        cdef u64 free = ~(men.boards[0] | men.boards[1]), left = men.boards[1], at, origins
        cdef int found = 0
        while left:
            at = left & (0 - left)
            left ^= at
            origins = slides_north(at, free) | slides_south(at, free) | slides_east(at, free) | slides_west(at, free)
            while origins:
                memset(&before[found], 0, sizeof(Men))
                before[found].boards[0] = men.boards[1] ^ at ^ (origins & (0 - origins))
                before[found].boards[1] = men.boards[0]
                origins &= origins - 1
                found += 1
        return found

    cdef int left(self, bint wins) noexcept nogil:
        return self.quiet_limit - (<State*> self.kernel.top).quiet

    cdef int balance(self) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        return popcount(s.own) - popcount(s.enemy)


LAYOUTS = {"makyek": BracketingLayout, "apit": BracketingLayout}
