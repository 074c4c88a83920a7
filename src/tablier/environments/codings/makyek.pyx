# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Mak-Yek and Apit-Sodok as numbers: one action for each line from a cell, ranks counted from the mover's edge."""

from tablier.environments.codings.base cimport Coding
from tablier.environments.codings.lines cimport LINES, draw_board, line_number
from tablier.kernels.bits cimport popcount, u8, u64
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.makyek cimport BracketingKernel, State

cdef extern from *:
    u64 mirrored "__builtin_bswap64"(u64 board) noexcept nogil


cdef class BracketingCoding(Coding):
    cdef void prepare(self):
        self.actions = LINES
        self.planes = ("own", "enemy", "plies without capture")
        self.height = self.width = 8

    cdef int encode(self, Kernel kernel, Move move, short* actions) noexcept nogil:
        cdef int turn = 56 if (<State*> kernel.top).side else 0
        actions[0] = line_number((move & 63) ^ turn, <int> (move >> 6) ^ turn)
        return 1

    cdef void draw(self, Kernel kernel, const short* begun, int count, float* planes) noexcept nogil:
        cdef State* s = <State*> kernel.top
        draw_board(mirrored(s.own) if s.side else s.own, planes)
        draw_board(mirrored(s.enemy) if s.side else s.enemy, planes + self.area)
        self.fill(planes, 2, <float> s.quiet / (<BracketingKernel> kernel).quiet_limit)

    cdef void rank_repeated(self, Kernel kernel, u8* ranks) noexcept nogil:
        """The captures are counted."""
        cdef State* s = <State*> kernel.top
        cdef int own = popcount(s.own), enemy = popcount(s.enemy)
        ranks[s.side] = 1 if own >= enemy else 2
        ranks[1 - s.side] = 1 if enemy >= own else 2


CODINGS = {"makyek": BracketingCoding, "apit": BracketingCoding}
