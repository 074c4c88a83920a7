# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Turkish draughts as numbers: the lines from each cell, and one action to stop.

A capture is one action for each leap: from where the piece stands to where it lands. Only where it may end early does it take an
action to stop. The planes show the board after the leaps made so far.
"""

from tablier.environments.codings.base cimport Coding
from tablier.environments.codings.lines cimport LINES, LINES_EACH, draw_board, line_number, line_target
from tablier.kernels.bits cimport popcount, u8, u64
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.turkish cimport FAR_RANK, QUIET_LIMIT, TAKEN, TARGET, State, TurkishKernel

cdef list NAMES = [f"{'abcdefgh'[i % 8]}{i // 8 + 1}" for i in range(64)]


cdef class TurkishCoding(Coding):
    cdef void prepare(self):
        self.actions = LINES + 1
        self.stop = LINES
        self.planes = ("own Pions", "own Dames", "enemy Pions", "enemy Dames", "goes on", "came from", "plies without capture or Pion move")
        self.height = self.width = 8

    cdef int encode(self, Kernel kernel, Move move, short* actions) noexcept nogil:
        cdef int leaps = popcount(move >> TAKEN & 0xFFFF), i
        cdef const u8* path
        if not leaps:
            actions[0] = line_number(move & 63, move >> TARGET & 63)
            return 1
        path = (<TurkishKernel> kernel).path_of(move)
        for i in range(leaps):
            actions[i] = line_number(path[i], path[i + 1])
        return leaps

    cdef void draw(self, Kernel kernel, const short* begun, int count, float* planes) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef u64 own = s.own, enemy = s.enemy, dames = s.dames
        cdef int i, origin = 0, to = 0
        for i in range(count):
            origin, to = begun[i] // LINES_EACH, line_target(begun[i])
            leap(origin, to, &own, &enemy, &dames)
        draw_board(own & ~dames, planes)
        draw_board(own & dames, planes + self.area)
        draw_board(enemy & ~dames, planes + 2 * self.area)
        draw_board(enemy & dames, planes + 3 * self.area)
        if count:
            planes[4 * self.area + to] = planes[5 * self.area + origin] = 1
        self.fill(planes, 6, <float> s.quiet / QUIET_LIMIT)

    cdef str unfinished(self, Kernel kernel, const short* begun, int count):
        cdef int turn = 56 if (<State*> kernel.top).side else 0, i
        cells = [begun[0] // LINES_EACH, *[line_target(begun[i]) for i in range(count)]]
        return "x".join([NAMES[cell ^ turn] for cell in cells]) + "…"


cdef inline void leap(int origin, int to, u64* own, u64* enemy, u64* dames) noexcept nogil:
    """A leap on the board: what lies between is gone, and a Pion on the far rank is a Dame."""
    cdef int way = (8 if to > origin else -8) if (origin & 7) == (to & 7) else (1 if to > origin else -1), at = origin + way
    cdef u64 there = <u64> 1 << to, here = <u64> 1 << origin
    while at != to:
        enemy[0] &= ~(<u64> 1 << at)
        dames[0] &= ~(<u64> 1 << at)
        at += way
    own[0] = own[0] & ~here | there
    if dames[0] & here or there & FAR_RANK:
        dames[0] = dames[0] & ~here | there


CODINGS = {"turkish": TurkishCoding}
