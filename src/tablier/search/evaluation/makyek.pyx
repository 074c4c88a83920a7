# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Evaluation of Mak-Yek and Apit-Sodok: pieces, mobility, and brackets about to close."""

from tablier.kernels.bits cimport east, mixed, north, popcount, south, u64, west
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.makyek cimport BracketingKernel, State
from tablier.kernels.slides cimport slide_count, slides_east, slides_north, slides_south, slides_west
from tablier.search.evaluation.base cimport DRAWN_SURELY, Evaluation
from tablier.search.analysis import Level, Limits

cdef extern from *:
    """
    #define RIM 0xFF818181818181FFULL
    static inline tablier_u64 turned(tablier_u64 b) { return __builtin_bswap64(b); }
    """
    const u64 RIM
    u64 turned(u64 b) noexcept nogil

cdef enum:
    TENTHS = 10
    PARTS = 64
    QUIET_MATTERS = 30   # plies before the count from which their number is part of the position


cdef inline u64 reach(u64 own, u64 free) noexcept nogil:
    return slides_north(own, free) | slides_south(own, free) | slides_east(own, free) | slides_west(own, free)


cdef inline u64 closing(u64 own, u64 enemy, u64 free) noexcept nogil:
    """The free cells from which an enemy would be closed in against a piece that stands already."""
    return free & (
        north(enemy & north(own)) | south(enemy & south(own)) | east(enemy & east(own)) | west(enemy & west(own))
    )


cdef inline u64 gaps(u64 enemy, u64 free) noexcept nogil:
    """The free cells right between two enemies."""
    return free & ((north(enemy) & south(enemy)) | (east(enemy) & west(enemy)))


cdef inline u64 neighbours_at_risk(u64 own, u64 enemy, u64 spots) noexcept nogil:
    """Mak-Yek: what a piece of `own` takes by coming to one of the spots, closing in or slipping between."""
    cdef u64 upright = spots & north(enemy) & south(enemy), level = spots & east(enemy) & west(enemy)
    return enemy & (
        (north(own) & south(spots)) | (south(own) & north(spots)) | (east(own) & west(spots)) | (west(own) & east(spots))
        | north(upright) | south(upright) | east(level) | west(level)
    )


cdef inline u64 runs_at_risk(u64 own, u64 enemy, u64 spots) noexcept nogil:
    """Apit-Sodok: the same for whole runs."""
    cdef u64 upright = spots & north(enemy) & south(enemy), level = spots & east(enemy) & west(enemy)
    return (slides_south(upright | (spots & north(slides_north(own, enemy))), enemy)
            | slides_north(upright | (spots & south(slides_south(own, enemy))), enemy)
            | slides_west(level | (spots & east(slides_east(own, enemy))), enemy)
            | slides_east(level | (spots & west(slides_west(own, enemy))), enemy))


cdef inline u64 at_risk(u64 own, u64 enemy, bint whole_lines) noexcept nogil:
    """What `own` could take if it were to move."""
    cdef u64 free = ~(own | enemy), spots = reach(own, free)
    return runs_at_risk(own, enemy, spots) if whole_lines else neighbours_at_risk(own, enemy, spots)


cdef inline u64 near_count(int left) noexcept nogil:
    """A bit for each step that the end by counting has come nearer."""
    cdef u64 steps = 0
    if left <= 64: steps |= 1
    if left <= 40: steps |= 2
    if left <= 24: steps |= 4
    if left <= 14: steps |= 8
    if left <= 8: steps |= 16
    if left <= 4: steps |= 32
    return steps


cdef class BracketingEvaluation(Evaluation):
    """Weights set by hand and proven in matches; those that `tablier tune` found (bench/results/tune) were no better."""

    # Mobility in tenths. A lead wins when the captures are counted: `lead` for any, `lead_near` the more the nearer the count is;
    # `fade` plies before it, what is no lead begins to lose its worth.
    # Where a seat has fewer than `shut` moves and the captures are equal, the position is worth less the fewer they are: two full
    # ranks cannot be broken, since a piece that steps out and is taken opens its file to the one behind it, which takes two.
    defaults = {
        "piece": 100, "mobility": 3, "threat": 25, "gap": 25, "threatened": -20, "exposed": -20, "rim": 3, "move": 5,
        "lead": 60, "lead_near": 80, "fade": 40, "shut": 40,
    }
    classic = {"mobility": 20, "lead": 0, "lead_near": 0, "fade": 0, "shut": 0}
    settings = {"late_pruning": 1, "late_pruning_from": 12, "contempt": 50}
    reflects = 2
    material = ("piece",)
    # Most games are drawn where both see everything, so the steps lie below that.
    levels = {
        1: Level(2, sight=1), 2: Level(2, sight=1.7), 3: Level(2, sight=2.3), 4: Level(2, sight=2.9), 5: Level(2, sight=4),
        6: Level(2, sight=8), 7: Level(limits=Limits(nodes=20_000)),
    }

    cdef void prepare(self):
        self.unit = TENTHS * PARTS

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        """In parts of TENTHS times PARTS."""
        cdef State* s = <State*> kernel.top
        cdef u64 own = s.own, enemy = s.enemy, free = ~(own | enemy)
        cdef u64 ours = reach(own, free), theirs = reach(enemy, free)
        cdef int lead = popcount(own) - popcount(enemy), limit = (<BracketingKernel> kernel).quiet_limit
        cdef int ahead = (lead > 0) - (lead < 0), fade = self.values[10], part = PARTS
        if limit - s.quiet < fade:
            part = PARTS * (limit - s.quiet) // fade
        counts[0] = lead * TENTHS * PARTS
        counts[1] = (slide_count(own, free) - slide_count(enemy, free)) * part
        counts[2] = popcount(closing(own, enemy, free) & ours) * TENTHS * part
        counts[3] = popcount(gaps(enemy, free) & ours) * TENTHS * part
        counts[4] = popcount(closing(enemy, own, free) & theirs) * TENTHS * part
        counts[5] = popcount(gaps(own, free) & theirs) * TENTHS * part
        counts[6] = (popcount(own & RIM) - popcount(enemy & RIM)) * TENTHS * part
        counts[7] = TENTHS * part
        counts[8] = ahead * TENTHS * PARTS
        counts[9] = ahead * TENTHS * PARTS * s.quiet // max(1, limit)
        counts[10] = counts[11] = 0

    cdef int planes(self, Kernel kernel, u64* own, u64* other) noexcept nogil:
        """Pieces, and how near the count is; seat 1 sees the board from its side."""
        cdef State* s = <State*> kernel.top
        cdef int left = (<BracketingKernel> kernel).quiet_limit - s.quiet
        own[0], own[1] = (turned(s.own), turned(s.enemy)) if s.side else (s.own, s.enemy)
        other[0], other[1] = turned(own[1]), turned(own[0])
        own[2] = other[2] = near_count(left)
        return 3

    cdef int assess(self, Kernel kernel) noexcept nogil:
        """With the network, and less where a seat is shut in and the captures are equal."""
        cdef State* s = <State*> kernel.top
        cdef int total = Evaluation.assess(self, kernel), shut = self.values[11], room
        cdef u64 free = ~(s.own | s.enemy)
        if popcount(s.own) != popcount(s.enemy):
            return total
        room = min(slide_count(s.own, free), slide_count(s.enemy, free))
        return total * room // shut if room < shut else total

    cdef int promise(self, Kernel kernel, Move move) noexcept nogil:
        return popcount((<BracketingKernel> kernel).taken_by(move & 63, move >> 6))

    cdef bint quiet(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        return at_risk(s.own, s.enemy, (<BracketingKernel> kernel).whole_lines) == 0

    cdef int repeated(self, Kernel kernel) noexcept nogil:
        """The captures are counted: the seat with more has won."""
        cdef State* s = <State*> kernel.top
        cdef int lead = popcount(s.own) - popcount(s.enemy)
        return 1 if lead > 0 else (-1 if lead < 0 else 0)

    cdef int drawishness(self, Kernel kernel) noexcept nogil:
        """Equal captures are a draw when they are counted."""
        cdef State* s = <State*> kernel.top
        cdef int limit = (<BracketingKernel> kernel).quiet_limit
        if popcount(s.own) != popcount(s.enemy):
            return 0
        return min(DRAWN_SURELY, s.quiet * DRAWN_SURELY // max(1, limit))

    cdef u64 salt(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        return mixed(<u64> s.quiet) if s.quiet > (<BracketingKernel> kernel).quiet_limit - QUIET_MATTERS else 0


cdef class RunsEvaluation(BracketingEvaluation):
    """Apit-Sodok, where mobility is worth more: less of it was not proved better."""

    defaults = {**BracketingEvaluation.defaults, "mobility": 20}
    settings = {**BracketingEvaluation.settings, "contempt": 80}
    levels = {
        1: Level(2, sight=1.4), 2: Level(2, sight=1.8), 3: Level(2, sight=2.3), 4: Level(2, sight=3.4), 5: Level(2, sight=5.2),
        6: Level(limits=Limits(nodes=1_200)), 7: Level(limits=Limits(nodes=12_000)),
    }


EVALUATIONS = {"makyek": BracketingEvaluation, "apit": RunsEvaluation}
