# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Evaluation of positions and moves of a game. This base class has no features: a new game starts with it."""

from libc.math cimport exp
from libc.stdlib cimport free
from libc.string cimport memcpy

from tablier.kernels.bits cimport u8, u64
from tablier.kernels.kernel cimport CHANCE_ACTS, MOST_SEATS, Kernel, Move
from tablier.search.network cimport MOST_PLANES, Network, Sums, new_sums

cdef enum:
    PLIES = 256  # for which sums are kept; beyond, they begin again with the first

SCALE = 250.0
"""The evaluation at which a position is won three times in four: logistic, as ratings are."""


cdef class Evaluation:
    """Evaluation and search hints of one game; `weights` are its named numbers."""

    defaults = {}
    uses_mcts = False  # True for games with dice or more than two seats, which alpha-beta cannot search
    playout_plies = 200  # of MCTS: random plies before the position is evaluated; 0 evaluates every move at once
    exploration = 0.7  # of MCTS: the constant of upper confidence
    settings = {}  # of the tree search, where others than the default ones were better in matches
    classic = {}  # the weights before a network or other ones came, to be measured against
    material = ()  # the weights of pieces, all that a plain opponent knows
    network_type = Network  # what reads the file of its network
    reflects = 0  # how many of the planes are boards of eight by eight whose left and right may be exchanged
    levels = {}  # levels of this game, where the default ones are no good steps for it

    def __cinit__(self, *args, **named):
        self.sums = NULL

    def __dealloc__(self):
        free(self.sums)

    def __init__(self, game, weights=None):
        self.game = game
        self.weights = {**self.defaults, **(weights or {})}
        if len(self.weights) > MOST_WEIGHTS:
            raise ValueError(f"{len(self.weights)} weights, at most {MOST_WEIGHTS}")
        self.size = len(self.weights)
        self.prunes_late, self.least_tried = False, 1000
        self.unit = 1
        for i, weight in enumerate(self.weights.values()):
            self.values[i] = round(weight)
        self.prepare()

    def attach(self, Network network):
        """Correct or replace the evaluation by a network; None for the hand-made one alone."""
        free(self.sums)
        self.sums, self.network = NULL, network
        if network is not None:
            self.sums = new_sums(network, PLIES)

    def copy(self):
        """The same evaluation for another thread."""
        other = type(self)(self.game, self.weights)
        other.attach(self.network)
        return other

    def narrowed(self, double sight):
        """What a player of a weak level knows, who sees so far; None where a game does not say what its players overlook.

        `sight` is that of the level, more or less of it from turn to turn.
        """
        return None

    def seen(self, Kernel kernel not None):
        """The planes of a position as the seat to act sees it, then as the other does; None where the network has no say."""
        cdef u64 own[MOST_PLANES]
        cdef u64 other[MOST_PLANES]
        cdef int i, count = self.planes(kernel, own, other)
        if not self.learnt(kernel):
            return None
        return [own[i] for i in range(count)], [other[i] for i in range(count)]

    def calm(self, Kernel kernel not None, Move move):
        """True where nothing is urgent and a move takes nothing, so that the evaluation should hold."""
        return not self.urgent(kernel) and self.promise(kernel, move) <= 0

    def assessed(self, Kernel kernel not None):
        """The evaluation for the seat to act, with the network where there is one."""
        return self.assess(kernel)

    cdef void prepare(self):
        pass

    cdef int planes(self, Kernel kernel, u64* own, u64* other) noexcept nogil:
        return 0

    cdef int assess(self, Kernel kernel) noexcept nogil:
        cdef u64 seen[2][MOST_PLANES]
        cdef Sums* sums
        cdef Sums* before
        cdef int seat, ply
        if self.sums == NULL or not self.learnt(kernel):
            return self.evaluate(kernel)
        seat, ply = kernel.actor(), <int> kernel.depth()
        self.planes(kernel, seen[seat], seen[1 - seat])
        ply %= PLIES
        sums = self.sums + ply
        before = sums - 1 if ply and self.network.distance(sums - 1, seen) < self.network.distance(sums, seen) else sums
        self.network.follow(before, sums, seen)
        return self.network.score(sums, seat) + (self.evaluate(kernel) if self.network.adds else 0)

    cdef bint learnt(self, Kernel kernel) noexcept nogil:
        return True

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        pass

    cdef int evaluate(self, Kernel kernel) noexcept nogil:
        """Weights times features. A sum keeps the weights tunable and the evaluation explainable."""
        cdef int counts[MOST_WEIGHTS]
        cdef int i, total = 0
        self.features(kernel, counts)
        for i in range(self.size):
            total += self.values[i] * counts[i]
        return total // self.unit

    cdef int promise(self, Kernel kernel, Move move) noexcept nogil:
        return 0

    cdef int risk(self, Kernel kernel, Move move) noexcept nogil:
        return 0

    cdef int gain(self, Kernel kernel, Move move) noexcept nogil:
        return 30000

    cdef u64 structure(self, Kernel kernel) noexcept nogil:
        return 0

    cdef bint quiet(self, Kernel kernel) noexcept nogil:
        return False

    cdef int repeated(self, Kernel kernel) noexcept nogil:
        return 0

    cdef int drawishness(self, Kernel kernel) noexcept nogil:
        return 0

    cdef u64 salt(self, Kernel kernel) noexcept nogil:
        return 0

    cdef bint urgent(self, Kernel kernel) noexcept nogil:
        return False

    cdef bint has_moves(self, Kernel kernel) noexcept nogil:
        return False

    cdef bint may_pass(self, Kernel kernel) noexcept nogil:
        return False

    cdef void pass_turn(self, Kernel kernel) noexcept nogil:
        memcpy(kernel.top + kernel.state_size, kernel.top, kernel.state_size)
        kernel.top += kernel.state_size

    cdef void prospects(self, Kernel kernel, double* values) noexcept nogil:
        """From the evaluation, for two; for more, as many of the others left behind as not."""
        cdef int seat, actor = kernel.actor()
        cdef double won
        if kernel.seats != 2 or actor == CHANCE_ACTS:
            for seat in range(kernel.seats):
                values[seat] = 0.5
            return
        won = 1.0 / (1.0 + exp(-self.evaluate(kernel) / 228.0))  # 228 = SCALE / ln 3
        values[actor] = won
        values[1 - actor] = 1.0 - won

    def counts(self, Kernel kernel not None):
        """The features by name, for the seat to act."""
        cdef int counts[MOST_WEIGHTS]
        self.features(kernel, counts)
        return {name: <double> counts[i] / self.unit for i, name in enumerate(self.weights)}

    def chances(self, Kernel kernel not None):
        """The prospects of every seat, from 0 (lost) to 1 (won)."""
        cdef double values[MOST_SEATS]
        cdef int seat
        self.prospects(kernel, values)
        return tuple(values[seat] for seat in range(kernel.seats))

    def score(self, Kernel kernel not None):
        """The evaluation for the seat to act, for tuning and tests."""
        return self.evaluate(kernel)
