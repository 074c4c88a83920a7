# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Evaluation of Turkish draughts: Pions and how far they have come, Dames, safe steps, and pieces that hang.

Boards are seen by one side at a time, its far rank at the top, as the kernel keeps them for the side to move.
"""

from tablier.kernels.bits cimport FILE_A, FILE_H, east, lowest, mixed, north, popcount, south, u64, west
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.turkish cimport (
    CROWNED, FAULT, QUIET_LIMIT, TAKEN, State, dame_can_take, sweep_east, sweep_north, sweep_south, sweep_west, turned, unranked,
)
from tablier.search.evaluation.base cimport Evaluation
from tablier.search.analysis import Level, Limits

cdef extern from *:
    """
    #define RANK(n) (0xFFULL << (8 * ((n) - 1)))
    #define CENTRE 0x3C3C3C3C3C3C3C3CULL
    """
    u64 RANK(int n) noexcept nogil
    const u64 CENTRE

cdef enum:
    QUIET_MATTERS = QUIET_LIMIT - 30   # plies without progress from which the count is part of the position
    ALL_PIECES = 32

cdef enum:
    PION, DAME, HOME, RANK_4, RANK_5, RANK_6, RANK_7, EDGE, MIDDLE, BACKED, ABREAST, RUNNER, SAFE_AHEAD, SAFE_ASIDE, SWEEP
    SOLE_DAME, LEAD_LATE, LEAD_WITH_DAMES, HANGING, HANGING_MORE, MOVE


cdef inline u64 leapt_by_pions(u64 pions, u64 prey, u64 free) noexcept nogil:
    """What Pions that go up the board can leap."""
    return prey & ((north(pions) & south(free)) | (east(pions) & west(free)) | (west(pions) & east(free)))


cdef inline u64 leapt_by_dames(u64 dames, u64 prey, u64 occupied) noexcept nogil:
    cdef u64 free = ~occupied, leapt = 0
    cdef int at
    while dames:
        at = lowest(dames)
        dames &= dames - 1
        leapt |= prey & ((sweep_north(at, occupied) & south(free)) | (sweep_south(at, occupied) & north(free))
                         | (sweep_east(at, occupied) & west(free)) | (sweep_west(at, occupied) & east(free)))
    return leapt


cdef inline int swept(u64 dames, u64 occupied) noexcept nogil:
    """The free cells that Dames can go to."""
    cdef int at, cells = 0
    while dames:
        at = lowest(dames)
        dames &= dames - 1
        cells += popcount((sweep_north(at, occupied) | sweep_south(at, occupied) | sweep_east(at, occupied) | sweep_west(at, occupied))
                          & ~occupied)
    return cells


cdef inline u64 runners(u64 pions, u64 theirs) noexcept nogil:
    """The Pions past every enemy Pion: only a Dame can stop them."""
    if not theirs:
        return pions
    return pions & ~<u64> 0 << (56 - (lowest(turned(theirs)) & 56))


cdef void count_side(u64 own, u64 enemy, u64 dames, int* counts, int sign) noexcept nogil:
    """Add what one side has, whose far rank is the top one."""
    cdef u64 occupied = own | enemy, free = ~occupied
    cdef u64 pions = own & ~dames, theirs = enemy & ~dames
    cdef u64 ahead = north(pions) & free, to_east = east(pions) & free, to_west = west(pions) & free
    # A step beside or under an enemy Pion is answered by a leap into the cell behind, the one just left included.
    cdef u64 from_sides = (west(theirs) & east(free)) | (east(theirs) & west(free)), from_ahead = south(theirs)
    counts[PION] += sign * popcount(pions)
    counts[DAME] += sign * popcount(own & dames)
    counts[HOME] += sign * popcount(pions & RANK(2))
    counts[RANK_4] += sign * popcount(pions & RANK(4))
    counts[RANK_5] += sign * popcount(pions & RANK(5))
    counts[RANK_6] += sign * popcount(pions & RANK(6))
    counts[RANK_7] += sign * popcount(pions & RANK(7))
    counts[EDGE] += sign * popcount(pions & (FILE_A | FILE_H))
    counts[MIDDLE] += sign * popcount(pions & CENTRE)
    counts[BACKED] += sign * popcount(pions & north(own))
    counts[ABREAST] += sign * popcount(pions & east(own))
    counts[RUNNER] += sign * popcount(runners(pions, theirs))
    counts[SAFE_AHEAD] += sign * popcount(ahead & ~from_ahead & ~from_sides)
    counts[SAFE_ASIDE] += sign * (popcount(to_east & ~west(theirs) & ~(from_ahead & north(free)))
                                  + popcount(to_west & ~east(theirs) & ~(from_ahead & north(free))))
    counts[SWEEP] += sign * swept(own & dames, occupied)


cdef class TurkishEvaluation(Evaluation):
    """Weights set by hand: those that `tablier tune` found (bench/results/tune) lost against them."""

    reflects = 4
    material = ("pion", "dame")
    levels = {
        1: Level(2, sight=7), 2: Level(2, sight=12.3), 3: Level(limits=Limits(nodes=380)), 4: Level(limits=Limits(nodes=1_550)),
        5: Level(limits=Limits(nodes=6_300)), 6: Level(limits=Limits(nodes=31_000)), 7: Level(limits=Limits(nodes=260_000)),
    }
    defaults = {
        "pion": 100, "dame": 350, "home": 5, "rank_4": 3, "rank_5": 6, "rank_6": 15, "rank_7": 35, "edge": 0, "middle": 0,
        "backed": 2, "abreast": 2, "runner": 30, "safe_ahead": 2, "safe_aside": 1, "sweep": 2,
        "sole_dame": 50, "lead_late": 3, "lead_with_dames": 0, "hanging": -15, "hanging_more": -30, "move": 5,
    }

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef u64 own = s.own, enemy = s.enemy, dames = s.dames, occupied = own | enemy, hanging
        cdef int i, lead = popcount(own) - popcount(enemy)
        cdef bint ours = (own & dames) != 0, theirs = (enemy & dames) != 0
        for i in range(self.size):
            counts[i] = 0
        count_side(own, enemy, dames, counts, 1)
        count_side(turned(enemy), turned(own), turned(dames), counts, -1)
        counts[SOLE_DAME] = ours - theirs
        counts[LEAD_LATE] = lead * (ALL_PIECES - popcount(occupied))
        counts[LEAD_WITH_DAMES] = lead if ours and theirs else 0
        hanging = (turned(leapt_by_pions(turned(enemy & ~dames), turned(own), turned(~occupied)))
                   | leapt_by_dames(enemy & dames, own, occupied))
        counts[HANGING] = popcount(hanging)
        counts[HANGING_MORE] = popcount(hanging & (hanging - 1))
        counts[MOVE] = 1

    cdef int planes(self, Kernel kernel, u64* own, u64* other) noexcept nogil:
        cdef State* s = <State*> kernel.top
        own[0], own[1] = s.own & ~s.dames, s.own & s.dames
        own[2], own[3] = s.enemy & ~s.dames, s.enemy & s.dames
        other[0], other[1], other[2], other[3] = turned(own[2]), turned(own[3]), turned(own[0]), turned(own[1])
        return 4

    cdef int promise(self, Kernel kernel, Move move) noexcept nogil:
        """What is taken, Dames for more; then crowning. A fault, where it can be played at all, loses: it promises nothing."""
        cdef State* s = <State*> kernel.top
        cdef u64 taken = unranked(move >> TAKEN & 0xFFFF, s.enemy)
        if move >> FAULT & 3:
            return 0
        return 2 * popcount(taken) + 4 * popcount(taken & s.dames) + 3 * (move >> CROWNED & 1)

    cdef bint quiet(self, Kernel kernel) noexcept nogil:
        """Nothing can be taken where this is asked; then only a Pion about to be crowned promises anything."""
        cdef State* s = <State*> kernel.top
        return not north(s.own & ~s.dames) & RANK(8) & ~s.enemy & ~s.own

    cdef bint urgent(self, Kernel kernel) noexcept nogil:
        """A capture must be made: nothing can be said before it is."""
        cdef State* s = <State*> kernel.top
        return leapt_by_pions(s.own & ~s.dames, s.enemy, ~(s.own | s.enemy)) != 0 or dame_can_take(s)

    cdef u64 salt(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        return mixed(<u64> s.quiet) if s.quiet > QUIET_MATTERS else 0


EVALUATIONS = {"turkish": TurkishEvaluation}
