# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Evaluation of Malawi: rings, strikes, and goals within reach and out of the enemy's."""

from tablier.kernels.bits cimport lowest, popcount, u64
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.malawi cimport (
    BOARD, CELLS, FARTHEST, KIND, PITCH, RANK, STRIKE, WIDTH, MalawiKernel, State, far_rank, laden, rings_at, sort_by_rings,
)
from tablier.search.evaluation.base cimport Evaluation
from tablier.search.analysis import Level, Limits

cdef extern from *:
    """
    /* The cells at the end of every line of these pawns, occupied or not: what they move to, strike or guard. */
    static inline tablier_u64 malawi_ends(tablier_u64 empty, const tablier_u64 *carrying, tablier_u64 diagonal) {
        const malawi_four allowed = {~0ULL, ~0ULL, diagonal, diagonal}, step = {1, 7, 6, 8};
        const malawi_four free_cells = {empty, empty, empty, empty};
        malawi_four ends = {0, 0, 0, 0}, clear_ahead = allowed, clear_behind = allowed, away = step;
        for (int rings = 1; rings <= 5; rings++, away += step) {
            ends |= (carrying[rings] & clear_ahead) << away | (carrying[rings] & clear_behind) >> away;
            clear_ahead &= free_cells >> away;
            clear_behind &= free_cells << away;
        }
        return (ends[0] | ends[1] | ends[2] | ends[3]) & MALAWI_BOARD;
    }
    """
    u64 line_ends "malawi_ends"(u64 empty, const u64* carrying, u64 diagonal) noexcept nogil

cdef enum:
    ANSWERS = 1000   # promise of a strike at an enemy in its goal
    ARRIVES = 500    # of a goal that no strike reaches
    EACH_RING = 10


cdef inline u64 reach(const State* s, u64 pawns, u64 diagonal) noexcept nogil:
    cdef u64 carrying[FARTHEST + 1]
    sort_by_rings(s, pawns, carrying)
    return line_ends(BOARD & ~(s.own | s.enemy), carrying, diagonal)


cdef inline int rings_on(const State* s, u64 cells) noexcept nogil:
    cdef int plane, rings = 0
    for plane in range(4):
        rings += popcount(s.rings[plane] & cells) << plane
    return rings


cdef inline int most_rings(const State* s, u64 pawns) noexcept nogil:
    """The rings of the pawn that carries most."""
    cdef int most = 0
    while pawns:
        most = max(most, rings_at(s, lowest(pawns)))
        pawns &= pawns - 1
    return most


cdef inline int ranks_gained(int seat, u64 pawns) noexcept nogil:
    cdef int number, total = 0
    for number in range(1, WIDTH):
        total += number * popcount(pawns & RANK << PITCH * (WIDTH - 1 - number if seat else number))
    return total


cdef inline u64 turned(u64 cells) noexcept nogil:
    """The board from the other side of the table: ranks change order, files stay."""
    cdef u64 found = 0
    cdef int rank
    for rank in range(WIDTH):
        found |= (cells >> PITCH * rank & RANK) << PITCH * (WIDTH - 1 - rank)
    return found


cdef enum:
    SORTS = FARTHEST + 2  # pawns by their rings: none, 1 to 5, and more


cdef class RingEvaluation(Evaluation):
    """A seat is an empty pawn on the far rank: a ring given to it is a goal. Weights by regression over games of the engine."""

    material = ("ring", "laden")
    levels = {
        1: Level(2, sight=3.2), 2: Level(3, sight=7), 3: Level(limits=Limits(nodes=960)), 4: Level(limits=Limits(nodes=4_000)),
        5: Level(limits=Limits(nodes=16_000)), 6: Level(limits=Limits(nodes=80_000)), 7: Level(limits=Limits(nodes=400_000)),
    }
    defaults = {
        "ring": 45, "laden": 96, "tower": 35, "advance": 19, "empty advance": 10,
        "strike": 53, "struck": -11, "struck more": -23,
        "goal": 320, "enemy goal": -187, "seat": 79, "open seat": 100, "enemy open seat": -60,
        "guard": -12, "reach": 7, "move": 22,
    }

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef u64 diagonal = (<MalawiKernel> kernel).diagonal, with_rings = laden(s)
        cdef u64 ours = reach(s, s.own, diagonal), theirs = reach(s, s.enemy, diagonal)
        cdef u64 goal = far_rank(s.side), home = far_rank(1 - s.side)
        count_rings(s, counts)
        count_strikes(s, ours, theirs, counts + 5)
        count_goals(s, ours, theirs, counts + 8)
        counts[13] = popcount(ours & home) - popcount(theirs & goal)
        counts[14] = popcount(ours & ~(s.own & with_rings)) - popcount(theirs & ~(s.enemy & with_rings))
        counts[15] = 1

    cdef int planes(self, Kernel kernel, u64* own, u64* other) noexcept nogil:
        """Pawns by their rings; seat 1 sees the board from its side."""
        cdef State* s = <State*> kernel.top
        cdef int rings
        self.sort(s, s.own, s.side, own)
        self.sort(s, s.enemy, s.side, own + SORTS)
        for rings in range(SORTS):
            other[rings], other[SORTS + rings] = turned(own[SORTS + rings]), turned(own[rings])
        return 2 * SORTS

    cdef void sort(self, State* s, u64 pawns, int seat, u64* sorts) noexcept nogil:
        cdef int rings
        sort_by_rings(s, pawns, sorts)
        sorts[0], sorts[SORTS - 1] = pawns & ~laden(s), pawns & laden(s)
        for rings in range(1, SORTS - 1):
            sorts[SORTS - 1] &= ~sorts[rings]
        if seat:
            for rings in range(SORTS):
                sorts[rings] = turned(sorts[rings])

    cdef int promise(self, Kernel kernel, Move move) noexcept nogil:
        """Strikes by the rings they take, and goals out of the enemy's reach, by a move or by a ring."""
        cdef State* s = <State*> kernel.top
        cdef u64 cells = move >> CELLS, goal
        if (move >> KIND & 3) == STRIKE:
            return EACH_RING * rings_on(s, cells) + (ANSWERS if cells & far_rank(1 - s.side) else 0)
        goal = cells & far_rank(s.side)
        return ARRIVES if goal and goal & ~reach(s, s.enemy, (<MalawiKernel> kernel).diagonal) else 0

    cdef bint urgent(self, Kernel kernel) noexcept nogil:
        """An enemy stands in its goal: strike it, win, or lose."""
        cdef State* s = <State*> kernel.top
        return (s.enemy & laden(s) & far_rank(1 - s.side)) != 0

    cdef bint may_pass(self, Kernel kernel) noexcept nogil:
        """There are many moves, and hardly ever is each of them bad."""
        return True

    cdef void pass_turn(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        s[1] = s[0]
        s[1].own, s[1].enemy, s[1].side = s.enemy, s.own, s.side ^ 1
        kernel.top = <char*> (s + 1)


cdef void count_rings(const State* s, int* counts) noexcept nogil:
    cdef u64 with_rings = laden(s), towers = s.rings[2] | s.rings[3]
    cdef u64 own = s.own & with_rings, enemy = s.enemy & with_rings
    counts[0] = rings_on(s, own) - rings_on(s, enemy)
    counts[1] = popcount(own) - popcount(enemy)
    counts[2] = popcount(own & towers) - popcount(enemy & towers)
    counts[3] = ranks_gained(s.side, own) - ranks_gained(1 - s.side, enemy)
    counts[4] = ranks_gained(s.side, s.own & ~with_rings) - ranks_gained(1 - s.side, s.enemy & ~with_rings)


cdef void count_strikes(const State* s, u64 ours, u64 theirs, int* counts) noexcept nogil:
    """Rings that a strike would take: one strike is made in a turn, so the largest counts by itself."""
    cdef int struck = most_rings(s, s.own & theirs)
    counts[0] = most_rings(s, s.enemy & ours)
    counts[1] = struck
    counts[2] = rings_on(s, s.own & theirs) - struck


cdef void count_goals(const State* s, u64 ours, u64 theirs, int* counts) noexcept nogil:
    cdef u64 with_rings = laden(s), free = BOARD & ~(s.own | s.enemy)
    cdef u64 goal = far_rank(s.side), home = far_rank(1 - s.side)
    cdef u64 seats = s.own & ~with_rings & goal, enemy_seats = s.enemy & ~with_rings & home
    counts[0] = (ours & free & goal & ~theirs) != 0
    counts[1] = popcount(theirs & free & home & ~ours)
    counts[2] = popcount(seats) - popcount(enemy_seats)
    counts[3] = (seats & ~theirs) != 0
    counts[4] = popcount(enemy_seats & ~ours)


EVALUATIONS = {"malawi": RingEvaluation}
