# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Malawi as numbers: eight lines from each cell (a move or a strike), then the pawn that gives, then each pawn that receives.

A distribution is several actions: who gives, then who receives, one after the other in the order of the cells as the mover sees them.
"""

from tablier.environments.codings.base cimport Coding
from tablier.kernels.bits cimport lowest, u64
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.malawi cimport CELLS, FARTHEST, GIVE, KIND, MOST_RINGS, PITCH, WIDTH, State, rings_at

cdef enum:
    AREA = WIDTH * WIDTH
    DIRECTIONS = 8
    GIVES = DIRECTIONS * AREA
    RECEIVES = GIVES + AREA
    EACH_SIDE = 2 + FARTHEST  # planes: pawns, pawns with 1 to 5 rings, rings

cdef int[3][3] WAYS = [[0, 1, 2], [3, -1, 4], [5, 6, 7]]
"""The number of a direction by the signs of its step up and its step to the right, each plus one."""


cdef inline int seen(int cell, int side) noexcept nogil:
    """The place of a kernel's cell as the mover sees the board."""
    cdef int y = cell // PITCH, x = cell % PITCH
    return WIDTH * (WIDTH - 1 - y if side else y) + x


cdef inline int sign(int n) noexcept nogil:
    return (n > 0) - (n < 0)


cdef str name(int place, int side):
    """The name of a cell as the law writes it."""
    return f"{'abcdef'[place % WIDTH]}{WIDTH - place // WIDTH if side else place // WIDTH + 1}"


cdef class MalawiCoding(Coding):
    cdef void prepare(self):
        self.actions = RECEIVES + AREA
        carrying = [f"with {rings}" for rings in range(1, FARTHEST + 1)]
        self.planes = (*(f"{side} {what}" for side in ("own", "enemy") for what in ("pawns", *carrying, "rings")), "gives", "receives")
        self.height = self.width = WIDTH

    cdef int encode(self, Kernel kernel, Move move, short* actions) noexcept nogil:
        cdef int side = (<State*> kernel.top).side, origin = seen(move & 63, side), to, row, n = 1
        cdef u64 cells = move >> CELLS, rank
        if (move >> KIND & 3) != GIVE:
            to = seen(lowest(cells), side)
            actions[0] = DIRECTIONS * origin + WAYS[1 + sign(to // WIDTH - origin // WIDTH)][1 + sign(to % WIDTH - origin % WIDTH)]
            return 1
        actions[0] = GIVES + origin
        for row in range(WIDTH):
            rank = cells >> PITCH * (WIDTH - 1 - row if side else row) & 63
            while rank:
                actions[n] = RECEIVES + WIDTH * row + lowest(rank)
                n += 1
                rank &= rank - 1
        return n

    cdef void draw(self, Kernel kernel, const short* begun, int count, float* planes) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef int i
        draw_side(s, s.own, planes)
        draw_side(s, s.enemy, planes + EACH_SIDE * AREA)
        for i in range(count):
            planes[2 * EACH_SIDE * AREA + begun[i] - GIVES] = 1  # receivers are numbered right after givers, as their planes are

    cdef str unfinished(self, Kernel kernel, const short* begun, int count):
        cdef int side = (<State*> kernel.top).side
        return f"{name(begun[0] - GIVES, side)}>{''.join([name(begun[i] - RECEIVES, side) for i in range(1, count)])}…"


cdef void draw_side(State* s, u64 pawns, float* planes) noexcept nogil:
    cdef int cell, place, rings
    while pawns:
        cell = lowest(pawns)
        pawns &= pawns - 1
        place = seen(cell, s.side)
        rings = rings_at(s, cell)
        planes[place] = 1
        if 1 <= rings <= FARTHEST:
            planes[rings * AREA + place] = 1
        planes[(1 + FARTHEST) * AREA + place] = <float> rings / MOST_RINGS


CODINGS = {"malawi": MalawiCoding}
