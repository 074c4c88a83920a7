# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The base class of all layouts: how the men of a game stand on boards of bits, and which sets of them have endings."""

from tablier.endings.index cimport Index, Marking, Men
from tablier.kernels.kernel cimport Kernel, Moves


def square_symmetries(int width, *, bint mirror_only=False):
    """The symmetries of a square board as permutations of its cells, none at all first; only the mirrored files where pieces have a front."""
    turns = []
    ways = [(False, False)] if mirror_only else [(False, False), (False, True), (True, False), (True, True)]
    for swap, flip in ways:
        for mirror in (False, True):
            cells = []
            for cell in range(width * width):
                x, y = cell % width, cell // width
                x, y = (width - 1 - x if mirror else x), (width - 1 - y if flip else y)
                cells.append(x * width + y if swap else y * width + x)
            turns.append(tuple(cells))
    return turns


cdef class Layout:
    """One kernel, and how its men are counted and placed. `letters` are the kinds of one side, in the order of their boards."""

    letters = ""
    least = ()            # of each kind, what a side has as long as the game goes on
    promotions = {}       # kinds that become another
    most_taken = 64       # men that one move can take
    cells = 64
    captures_decide = False  # the result is the difference of captures, not who is mated or blocked
    exact = False  # unmoves are exactly the moves that stay in the set: none too many, none twice
    mark_turns = ((0,),) * 8  # by symmetry, where each mark goes

    def __init__(self, Kernel kernel not None):
        self.kernel, self.limit_draws = kernel, False
        kernel.reserve(4)

    def symmetries(self, counts):
        """The symmetries under which positions with these men are alike."""
        return square_symmetries(8)

    def index(self, own, other):
        """The numbers of the positions with these men, the mover's and the other side's."""
        cdef Marking* marking = self.marking()
        cdef Index index
        symmetries = self.symmetries(own + other)
        index = Index(own + other, self.cells, symmetries, self.mark_turns[: len(symmetries)])
        if marking != NULL:
            index.leave_out_marks(marking)
        return index

    @classmethod
    def variant(cls, options, own, other):
        """Under which name a set is kept for rules with these options; None where the endings do not know them."""
        return "any"

    @classmethod
    def options(cls, variant):
        """The options that a variant is built with."""
        return {}

    @classmethod
    def metric(cls, variant, own, other):
        """What distances lead to: "end", or "change" for the next capture, promotion or end."""
        return "end"

    @classmethod
    def solve(cls, variant, own, other, report, threads):
        """A set solved in a quicker way than position by position, as a `SolvedSet`; asked where there is a `room_to_solve`.

        `report` is called with each layer and how much changed in it.
        """
        raise NotImplementedError

    @classmethod
    def room_to_solve(cls, variant, own, other):
        """The bytes that `solve` needs; None where a set is built position by position."""
        return None

    @classmethod
    def names(cls):
        """The sets that can be built here, smaller ones first."""
        return []

    @classmethod
    def variants(cls):
        """The variants that some set has."""
        return ["any"]

    cdef Marking* marking(self) noexcept:
        return NULL

    cdef void read(self, Men* men) noexcept nogil:
        pass

    cdef bint write(self, Men* men) noexcept nogil:
        return False

    cdef int retract(self, Men* men, Men* before) noexcept nogil:
        return 0

    cdef int leave(self, Moves* moves) noexcept nogil:
        self.kernel.generate(moves)
        return 0

    cdef int left(self, bint wins) noexcept nogil:
        return UNLIMITED

    cdef int balance(self) noexcept nogil:
        return 0


cdef class SolvedSet:
    """The values of a set that were found without slabs."""

    cdef int code(self, Men* men, bint strong) noexcept nogil:
        return 0
