# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Mako Naval as numbers: eight courses for the first boat, eight for the second, a pass, and eight throws of a mine.

The law plays a turn in three moves, sail, roll and lay; each is one action, or one outcome of chance. The die says how far a mine flies, so
that its direction is enough. The sea is turned so that the port of the mover's first boat lies at the bottom.
"""

from tablier.environments.codings.base cimport Coding
from tablier.kernels.bits cimport u8
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.mako cimport (
    BOAT, CELLS, FACES, LAY, MINE, MOST_BOATS, NOWHERE, PASS, ROLL, SIZE, MakoKernel, State,
)
from tablier.games.mako.sea import PORTS

cdef enum:
    COURSES = 8
    PASSES = 2 * COURSES
    THROWS = PASSES + 1

cdef int[3][3] WAYS = [[0, 1, 2], [3, -1, 4], [5, 6, 7]]
"""The number of a direction by the signs of its step up and its step to the right, each plus one."""

cdef u8 SEEN[MOST_BOATS][CELLS]
"""The place of a cell when the sea is turned so that a boat's port lies at the bottom."""

cdef int _boat, _cell, _x, _y
for _boat in range(MOST_BOATS):
    for _cell in range(CELLS):
        _x, _y = _cell % SIZE, _cell // SIZE
        for _ in range((4 - _boat) % 4):
            _x, _y = _y, SIZE - 1 - _x
        SEEN[_boat][_cell] = SIZE * _y + _x


cdef inline int first_boat(MakoKernel mako) noexcept nogil:
    return mako.first_boat[mako.seat_of[(<State*> mako.top).side]]


cdef inline int way(int boat, int origin, int to) noexcept nogil:
    cdef int a = SEEN[boat][origin], b = SEEN[boat][to]
    return WAYS[1 + sign(b // SIZE - a // SIZE)][1 + sign(b % SIZE - a % SIZE)]


cdef inline int sign(int n) noexcept nogil:
    return (n > 0) - (n < 0)


cdef class MakoCoding(Coding):
    cdef u8 closed[CELLS]
    cdef int most_mines

    cdef void prepare(self):
        cdef int cell
        for cell in range(CELLS):
            self.closed[cell] = cell in PORTS or cell in self.game.waters.outside
        self.most_mines = max(map(self.game.fleet.mines, range(len(self.game.fleet.stocks))))
        others = ("first to the left", "second to the left", "third to the left")
        self.actions, self.faces = THROWS + COURSES, FACES
        self.planes = (
            "own first boat", *(f"boat {place}" for place in others), "mines of the own first boat", *(f"mines {place}" for place in others),
            "boat that acts", "arrival cells", "ports, and cells outside the band", "stock of mines", "die", "turns had",
        )
        self.height = self.width = SIZE

    cdef int encode(self, Kernel kernel, Move move, short* actions) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef int first = first_boat(<MakoKernel> kernel), kind = move & PASS, to = move & 255, origin = move >> 8 & 255
        if kind == ROLL:
            actions[0] = to - 1
        elif kind == PASS:
            actions[0] = PASSES
        elif kind == LAY:
            actions[0] = THROWS + way(first, s.boats[s.side], to)
        else:
            actions[0] = way(first, origin, to) + (0 if s.cells[origin] == BOAT + first else COURSES)
        return 1

    cdef void draw(self, Kernel kernel, const short* begun, int count, float* planes) noexcept nogil:
        self.draw_sea(<MakoKernel> kernel, planes)

    cdef void draw_sea(self, MakoKernel mako, float* planes) noexcept nogil:
        cdef State* s = <State*> mako.top
        cdef int seat = mako.seat_of[s.side], first = mako.first_boat[seat], second = mako.second_boat[seat], cell, code
        cdef u8* seen = SEEN[first]
        for cell in range(CELLS):
            code = s.cells[cell]
            if code >= BOAT:
                planes[(code - BOAT - first & 3) * CELLS + seen[cell]] = 1
            elif code >= MINE:
                planes[(MOST_BOATS + (code - MINE - first & 3)) * CELLS + seen[cell]] = 1
            if mako.goals[first][cell] or mako.goals[second][cell]:
                planes[9 * CELLS + seen[cell]] = 1
            if self.closed[cell]:
                planes[10 * CELLS + seen[cell]] = 1
        if s.boats[s.side] != NOWHERE:
            planes[8 * CELLS + seen[s.boats[s.side]]] = 1
        self.fill(planes, 11, <float> s.stocks[mako.stock_of[s.side]] / self.most_mines)
        self.fill(planes, 12, <float> s.die / FACES)
        self.fill(planes, 13, min(<float> s.turns[seat] / mako.rounds, 1))


CODINGS = {"mako": MakoCoding}
