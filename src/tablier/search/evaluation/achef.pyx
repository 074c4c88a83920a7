# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Evaluation of Achef: the centre above all, then height, cells covered from above, threats, pawns and room to move."""

from tablier.kernels.achef cimport (
    BOARD, CENTRE, FIRST_PLACED, MIDDLE, RIM, State, open_sideways, open_upright, sideways_steps, upright_steps,
)
from tablier.kernels.bits cimport popcount, u64
from tablier.kernels.kernel cimport Kernel, Move
from tablier.search.evaluation.base cimport Evaluation
from tablier.search.analysis import Level, Limits

cdef extern from *:
    """
    #define CORNERS   0x1100011ULL  /* of the rim: nothing above, so neither threatened nor able to climb */
    #define RIM_SIDES 0x0404404ULL  /* the cells of the rim below a side of the middle */
    #define SHOULDERS 0x0050140ULL  /* the corners of the middle: above two cells of the rim, out of the centre's reach */
    #define SIDES     (MIDDLE & ~SHOULDERS)
    """
    const u64 CORNERS
    const u64 RIM_SIDES
    const u64 SHOULDERS
    const u64 SIDES

cdef enum:
    ALL_PAWNS = 16
    FEWEST = 3          # with one pawn less one has lost
    TAKES_HIGH = 20     # a capture in the middle, which only the centre makes
    TAKES_LOW = 10

cdef int[4] AWAY = [5, -5, 1, -1]
"""From a cell to where a step leads: north, south, east, west, as the kernel numbers them."""


cdef inline u64 around(u64 cells) noexcept nogil:
    """The neighbours of cells of the middle or of the centre: from there no step leaves the board."""
    return cells << 5 | cells >> 5 | cells << 1 | cells >> 1


cdef inline u64 covered(u64 pawns) noexcept nogil:
    """The cells that these pawns could step down to, occupied or not."""
    return around(pawns & MIDDLE) & RIM | around(pawns & CENTRE)


cdef inline u64 landings(u64 pawns, u64 free) noexcept nogil:
    """The free cells of the middle that pawns of the rim could climb to."""
    cdef u64 low = pawns & RIM & ~CORNERS
    # Around the edge a shift leads to the rim again, never to the middle.
    return around(low) & MIDDLE & free


cdef inline bint climbs_to_centre(u64 pawns, u64 free, u64 grounded) noexcept nogil:
    return (around(pawns & SIDES & ~grounded) & CENTRE & free) != 0


cdef inline int difference(u64 own, u64 enemy, u64 cells) noexcept nogil:
    return popcount(own & cells) - popcount(enemy & cells)


SEEN_FROM = {"pawn": 0, "centre": 1, "top": 2, "enemy top": 2, "threat": 3, "threatened": 3, "covered": 4, "landing": 4}
HARDEST = 6
"""The sight from which a feature of the evaluation is seen: pawns at once, the centre soon, what shelters and grounds them last."""


cdef class PyramidEvaluation(Evaluation):
    """Weights by logistic regression over games of two engines whose weights differ and who at times move at random."""

    settings = {"contempt": 80}
    material = ("pawn",)
    # Who sees all captures hardly ever loses: what tells weak levels apart is also what they know beyond the number of pawns.
    levels = {
        1: Level(2, sight=2.55), 2: Level(2, sight=3.2), 3: Level(2, sight=3.85), 4: Level(2, sight=4.55), 5: Level(2, sight=5.5),
        6: Level(limits=Limits(nodes=50)), 7: Level(limits=Limits(nodes=600)),
    }
    defaults = {
        "pawn": 90, "corner": -4, "shoulder": -75, "side": 5, "centre": 53,
        "covered": 67, "sheltered": -17, "landing": 21,
        "threat": 28, "threatened": -27, "high threat": -53, "high threatened": 47, "top": 226, "enemy top": -108,
        "mobility": 1, "grounded": 73, "lead": 10, "at three": 9, "at four": 20,
        "placed corner": 16, "placed side": 25, "move": 16,
    }

    def narrowed(self, double sight):
        """A player who sees little counts pawns and knows no more; each of the other features is seen from some sight on."""
        return type(self)(self.game, {name: weight if SEEN_FROM.get(name, HARDEST) <= sight else 0 for name, weight in self.weights.items()})

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        cdef State* s = <State*> kernel.top
        count_heights(s, counts)
        count_threats(s, counts + 8)
        if s.in_hand:
            count_placed(s, counts + 14)
        else:
            count_moving(s, counts + 14)
        counts[21] = 1

    cdef int planes(self, Kernel kernel, u64* own, u64* other) noexcept nogil:
        """Pawns, those that may not climb, and how many are still to be placed."""
        cdef State* s = <State*> kernel.top
        own[0], own[1], own[2], own[3] = s.own, s.enemy, s.grounded & s.own, s.grounded & s.enemy
        other[0], other[1], other[2], other[3] = own[1], own[0], own[3], own[2]
        own[4] = other[4] = (<u64> 1 << s.in_hand) - 1
        return 5

    cdef int promise(self, Kernel kernel, Move move) noexcept nogil:
        """Captures. To search every climb among the restless moves cost more than it found."""
        cdef State* s = <State*> kernel.top
        cdef u64 origin, to
        if move >= FIRST_PLACED:
            return 0
        origin = <u64> 1 << (move & 31)
        to = <u64> 1 << ((move & 31) + AWAY[move >> 5])
        if not to & s.enemy & covered(origin):
            return 0
        return TAKES_HIGH if to & MIDDLE else TAKES_LOW

    cdef bint may_pass(self, Kernel kernel) noexcept nogil:
        """Not while placing; and with few pawns one is often glad not to have to move."""
        cdef State* s = <State*> kernel.top
        return not s.in_hand and popcount(s.own) > FEWEST

    cdef void pass_turn(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        s[1] = s[0]
        s[1].own, s[1].enemy, s[1].side = s.enemy, s.own, s.side ^ 1
        s[1].grounded = s.grounded & s.enemy
        s[1].ko_upright = s[1].ko_sideways = 0
        kernel.top = <char*> (s + 1)


cdef void count_heights(const State* s, int* counts) noexcept nogil:
    cdef u64 own = s.own, enemy = s.enemy, free = BOARD & ~(own | enemy)
    # While placing, who has an odd pawn more in hand is not behind.
    counts[0] = popcount(own) - popcount(enemy) + (s.in_hand & 1)
    counts[1] = difference(own, enemy, CORNERS)
    counts[2] = difference(own, enemy, SHOULDERS)
    counts[3] = difference(own, enemy, SIDES)
    counts[4] = difference(own, enemy, CENTRE)
    counts[5] = popcount(covered(own)) - popcount(covered(enemy))
    counts[6] = popcount(covered(own) & own & RIM) - popcount(covered(enemy) & enemy & RIM)
    counts[7] = popcount(landings(own, free)) - popcount(landings(enemy, free))


cdef void count_threats(const State* s, int* counts) noexcept nogil:
    cdef u64 own = s.own, enemy = s.enemy, free = BOARD & ~(own | enemy)
    counts[0] = popcount(covered(own) & enemy)
    counts[1] = popcount(covered(enemy) & own)
    counts[2] = popcount(covered(own) & enemy & MIDDLE)
    counts[3] = popcount(covered(enemy) & own & MIDDLE)
    counts[4] = climbs_to_centre(own, free, s.grounded)
    counts[5] = climbs_to_centre(enemy, free, s.grounded)


cdef void count_placed(const State* s, int* counts) noexcept nogil:
    """What matters only while pawns are placed."""
    counts[0] = counts[1] = counts[2] = counts[3] = counts[4] = 0
    counts[5] = difference(s.own, s.enemy, CORNERS)
    counts[6] = difference(s.own, s.enemy, RIM_SIDES)


cdef void count_moving(State* s, int* counts) noexcept nogil:
    """What matters only once all are placed. The mover's steps leave out what ko and ban forbid."""
    cdef u64 own = s.own, enemy = s.enemy
    cdef int many = popcount(own), enemies = popcount(enemy)
    counts[0] = (
        popcount(upright_steps(s)) + popcount(sideways_steps(s))
        - popcount(open_upright(enemy, own, s.grounded)) - popcount(open_sideways(enemy, own, s.grounded))
    )
    counts[1] = difference(own, enemy, s.grounded)
    counts[2] = (many - enemies) * (ALL_PAWNS - many - enemies)
    counts[3] = (many == FEWEST) - (enemies == FEWEST)
    counts[4] = (many == FEWEST + 1) - (enemies == FEWEST + 1)
    counts[5] = counts[6] = 0


EVALUATIONS = {"achef": PyramidEvaluation}
