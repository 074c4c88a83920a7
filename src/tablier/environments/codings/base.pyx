# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The base class of codings: actions as numbers, positions as planes, both as the seat to act sees the board.

A move is one action, or several where a single number for each move would have no fixed bound or no fixed meaning. The
same cell is the same place in planes and actions; row 0 of a plane is the rank nearest to the seat to act.
"""

from tablier.kernels.bits cimport u8
from tablier.kernels.kernel cimport Kernel, Move

REPEATED = "stood before"
"""The name of the last plane of every game: half the number of times that the position stood before."""


cdef class Coding:
    """The action numbers and the planes of one game."""

    def __init__(self, game):
        self.game = game
        self.stop = -1
        self.faces = 0
        self.repeats = game.repeated(game.start()) is not None
        self.prepare()
        self.planes = (*self.planes, REPEATED)
        self.layers = len(self.planes)
        self.area = self.height * self.width

    @property
    def shape(self):
        """Planes, rows and columns of an observation."""
        return len(self.planes), self.height, self.width

    cdef void prepare(self):
        self.planes = ()

    cdef int encode(self, Kernel kernel, Move move, short* actions) noexcept nogil:
        return 0

    cdef void draw(self, Kernel kernel, const short* begun, int count, float* planes) noexcept nogil:
        pass

    cdef void rank_repeated(self, Kernel kernel, u8* ranks) noexcept nogil:
        """A draw."""
        cdef int seat
        for seat in range(kernel.seats):
            ranks[seat] = 1

    cdef str unfinished(self, Kernel kernel, const short* begun, int count):
        return ""

    cdef void fill(self, float* planes, int plane, float value) noexcept nogil:
        """One number all over a plane."""
        cdef float* at = planes + plane * self.area
        cdef int cell
        if value:
            for cell in range(self.area):
                at[cell] = value
