# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Achef as numbers: four steps from each cell, then a pawn placed on each cell. Both sides see the board alike: it has no ends."""

from tablier.environments.codings.base cimport Coding
from tablier.environments.codings.lines cimport draw_board
from tablier.kernels.achef cimport FIRST_PLACED, FIRST_SIDEWAYS, State
from tablier.kernels.bits cimport lowest
from tablier.kernels.kernel cimport Kernel, Move

cdef enum:
    CELLS = 25
    STEPS = 4 * CELLS
    PAWNS = 16

cdef int[4] AWAY = [5, -5, 1, -1]
"""By direction: north, south, east, west, as the kernel numbers them."""


cdef class AchefCoding(Coding):
    cdef void prepare(self):
        self.actions = STEPS + CELLS
        self.planes = ("own", "enemy", "may not climb", "origin of the barred step", "target of the barred step", "pawns in hand")
        self.height = self.width = 5

    cdef int encode(self, Kernel kernel, Move move, short* actions) noexcept nogil:
        actions[0] = STEPS + (move - FIRST_PLACED) if move >= FIRST_PLACED else 4 * (move & 31) + (move >> 5)
        return 1

    cdef void draw(self, Kernel kernel, const short* begun, int count, float* planes) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef int ko = -1
        draw_board(s.own, planes)
        draw_board(s.enemy, planes + CELLS)
        draw_board(s.grounded, planes + 2 * CELLS)
        if s.ko_upright:
            ko = lowest(s.ko_upright)
        elif s.ko_sideways:
            ko = FIRST_SIDEWAYS + lowest(s.ko_sideways)
        if ko >= 0:
            planes[3 * CELLS + (ko & 31)] = 1
            planes[4 * CELLS + (ko & 31) + AWAY[ko >> 5]] = 1
        self.fill(planes, 5, <float> s.in_hand / PAWNS)


CODINGS = {"achef": AchefCoding}
