# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Makruk as numbers: from each cell the lines of a Rua, four slanting steps and eight leaps of a Ma; every other man's move is one of these."""

from tablier.environments.codings.base cimport Coding
from tablier.environments.codings.lines cimport LINES_EACH, draw_board, line_number
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.makruk cimport KINDS, NO_LIMIT, State

cdef enum:
    EACH = LINES_EACH + 12
    LONGEST_COUNT = 128  # plies: the board's honour

cdef short NUMBERS[4096]
"""The action of every move by its code: origin, and the target six bits higher, as the mover sees the board."""

cdef list JUMPS = [(1, 1), (-1, 1), (1, -1), (-1, -1), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
cdef tuple MEN = ("Bia", "Met", "Khon", "Ma", "Rua", "Khun")


cdef void fill_numbers():
    cdef int origin, to
    for origin in range(64):
        for to in range(64):
            step = (to % 8 - origin % 8, to // 8 - origin // 8)
            if step in JUMPS:
                NUMBERS[origin | to << 6] = EACH * origin + LINES_EACH + <int> JUMPS.index(step)
            elif origin != to and 0 in step:
                NUMBERS[origin | to << 6] = EACH * origin + line_number(origin, to) % LINES_EACH


fill_numbers()


cdef class MakrukCoding(Coding):
    cdef void prepare(self):
        self.actions = 64 * EACH
        self.planes = (*(f"own {man}" for man in MEN), *(f"enemy {man}" for man in MEN), "limit of the count", "plies counted")
        self.height = self.width = 8

    cdef int encode(self, Kernel kernel, Move move, short* actions) noexcept nogil:
        actions[0] = NUMBERS[move & 4095]
        return 1

    cdef void draw(self, Kernel kernel, const short* begun, int count, float* planes) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef int kind
        for kind in range(KINDS):
            draw_board(s.kinds[kind] & s.own, planes + kind * self.area)
            draw_board(s.kinds[kind] & s.enemy, planes + (KINDS + kind) * self.area)
        if s.limit != NO_LIMIT:
            self.fill(planes, 2 * KINDS, min(<float> s.limit / LONGEST_COUNT, 1))
            self.fill(planes, 2 * KINDS + 1, min(<float> s.counted / LONGEST_COUNT, 1))


CODINGS = {"makruk": MakrukCoding}
