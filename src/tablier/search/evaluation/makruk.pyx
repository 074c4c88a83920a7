# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Evaluation of Makruk: the worth of men and of where they stand, attacks on a Khun, and how to drive a bare one to mate.

Everything is counted for one side as that side sees the board, then for the other on the mirrored board, and subtracted.
"""

from tablier.kernels.bits cimport FILE_A, east, lowest, mixed, north, popcount, south, u64, west
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.makruk cimport BIA, KHON, KHUN, KINDS, MA, MA_LEAPS, KHUN_STEPS, MET, NO_LIMIT, RUA, MakrukKernel, State, rua_reach
from tablier.search.evaluation.base cimport Evaluation
from tablier.search.analysis import Level, Limits

cdef extern from *:
    """
    #define CENTRE       0x00003C3C3C3C0000ULL   /* c3 to f6 */
    #define HEART        0x0000001818000000ULL   /* d4 to e5 */
    #define RANKS_1_2    0x000000000000FFFFULL
    #define RANK_4       0x00000000FF000000ULL
    #define RANK_5       0x000000FF00000000ULL
    #define RANK_6_UP    0xFFFFFF0000000000ULL
    #define RANK_7_UP    0xFFFF000000000000ULL
    #define RANK_5_UP    0xFFFFFFFF00000000ULL
    #define OUTER_FILES  0x8181818181818181ULL
    #define INNER_FILES  0x1818181818181818ULL
    #define DARK         0xAA55AA55AA55AA55ULL

    static inline tablier_u64 mirrored(tablier_u64 b) { return __builtin_bswap64(b); }
    static inline tablier_u64 sideways(tablier_u64 b) { return east(b) | west(b); }
    static inline tablier_u64 all_south(tablier_u64 b) { b |= b >> 8; b |= b >> 16; return b | b >> 32; }
    static inline tablier_u64 whole_files(tablier_u64 b) { return (all_south(b) & 0xFF) * 0x0101010101010101ULL; }
    static inline int distance(int a, int b) {
        int x = (a & 7) - (b & 7), y = (a >> 3) - (b >> 3);
        x = x < 0 ? -x : x; y = y < 0 ? -y : y;
        return x > y ? x : y;
    }
    /* From 0 in the middle to 6 in a corner. */
    static inline int eccentricity(int cell) {
        int x = cell & 7, y = cell >> 3;
        x = x < 4 ? 3 - x : x - 4; y = y < 4 ? 3 - y : y - 4;
        return x + y;
    }
    """
    const u64 CENTRE
    const u64 HEART
    const u64 RANKS_1_2
    const u64 RANK_4
    const u64 RANK_5
    const u64 RANK_6_UP
    const u64 RANK_7_UP
    const u64 RANK_5_UP
    const u64 OUTER_FILES
    const u64 INNER_FILES
    const u64 DARK
    u64 mirrored(u64 b) noexcept nogil
    u64 sideways(u64 b) noexcept nogil
    u64 all_south(u64 b) noexcept nogil
    u64 whole_files(u64 b) noexcept nogil
    int distance(int a, int b) noexcept nogil
    int eccentricity(int cell) noexcept nogil

cdef int WORTH[6]
WORTH[BIA], WORTH[MET], WORTH[KHON], WORTH[MA], WORTH[RUA], WORTH[KHUN] = 100, 175, 265, 310, 520, 10000
"""For ordering captures only; the evaluation has its own weights."""

cdef enum:
    # The terms, in the order of the weights.
    T_BIA, T_MET, T_KHON, T_MA, T_RUA, T_MET_COLOURS, T_KHON_PAIR, T_MA_PAIR, T_RUA_PAIR, \
    T_BIA_4, T_BIA_5, T_BIA_CHAIN, T_BIA_EDGE, T_BIA_INNER, T_BIA_PASSED, T_BIA_FREE, T_BIA_BLOCKED, T_BIA_DOUBLED, T_BIA_ISOLATED, \
    T_MET_CENTRE, T_MET_UP, T_MET_FAR, T_KHON_CENTRE, T_KHON_UP, T_KHON_FAR, T_MA_CENTRE, T_MA_HEART, T_MA_HOME, T_OUTPOST, \
    T_RUA_OPEN, T_RUA_CLEAR, T_RUA_FAR, T_RUA_MOVES, T_MA_MOVES, T_KHON_MOVES, T_MET_MOVES, \
    T_SLANT_ZONE, T_MA_ZONE, T_RUA_ZONE, T_WEAK_ZONE, T_TWICE_ZONE, T_RUA_CHECKS, T_MA_CHECKS, \
    T_SHELTER, T_GUARD, T_KHUN_RANK, T_KHUN_ASIDE, \
    T_BITTEN, T_LOOSE_BIA, T_LOOSE, T_RUA_PRESSED, T_SPACE, T_MOVE, T_DRIVE, T_CLOSE, T_GATHER, T_AHEAD, \
    T_DANGER, T_BIA_RUNS, T_PUSH_BITES, T_RUA_STUCK, T_MA_STUCK, T_SLANT_STRIKES, T_MA_STRIKES, T_RUA_STRIKES, T_KHUN_STRIKES, \
    T_RUA_LINE, T_UNGUARDED, TERMS

cdef enum:
    PHASES = 8         # from the ending, 0, to the opening
    STRUCTURED = 1 << 20  # a bit beyond those that are used, so that a structure is never 0
    SCALES = 8         # a score that can be won in full; less where what remains hardly wins

cdef struct Side:
    u64 kinds[KINDS]   # this side's men, as it sees the board
    u64 own
    u64 enemy
    u64 enemy_bia
    u64 bites          # what its Bia attack,
    u64 khon           # its Khon,
    u64 met
    u64 leaps          # its Ma,
    u64 slides         # its Rua,
    u64 men            # all of them but the Khun,
    u64 twice          # two of them at least,
    u64 attacks        # and the Khun too
    int attackers      # how many men reach a cell beside the enemy's Khun
    int khun
    int enemy_khun


cdef inline void see(Side* side, State* s, bint other) noexcept nogil:
    """The board as the side to move sees it, or as the other does."""
    cdef int kind
    side.own = mirrored(s.enemy) if other else s.own
    side.enemy = mirrored(s.own) if other else s.enemy
    for kind in range(KINDS):
        side.kinds[kind] = (mirrored(s.kinds[kind]) if other else s.kinds[kind]) & side.own
    side.enemy_bia = (mirrored(s.kinds[BIA]) if other else s.kinds[BIA]) & side.enemy
    side.khun = lowest(side.kinds[KHUN])
    side.enemy_khun = lowest((mirrored(s.kinds[KHUN]) if other else s.kinds[KHUN]) & side.enemy)


cdef inline void strike(Side* side, u64 cells) noexcept nogil:
    """One more man attacks these cells."""
    side.twice |= side.men & cells
    side.men |= cells


cdef inline void survey(Side* side, int* counts, int sign) noexcept nogil:
    """What the men attack; those that move far are counted on the way."""
    cdef u64 occupied = side.own | side.enemy, men, reach
    cdef u64 free = ~side.own & ~sideways(south(side.enemy_bia)), zone = KHUN_STEPS[side.enemy_khun]
    cdef u64 up = north(side.kinds[BIA]), khon = side.kinds[KHON], met = side.kinds[MET]
    side.men = side.twice = side.leaps = side.slides = 0
    side.attackers = popcount((khon | met) & sideways(north(zone) | south(zone)) | khon & south(zone))
    side.bites = sideways(up)
    strike(side, east(up))
    strike(side, west(up))
    up = north(khon | met)
    strike(side, east(up))
    strike(side, west(up))
    up = south(khon | met)
    strike(side, east(up))
    strike(side, west(up))
    strike(side, north(khon))
    side.khon = sideways(north(khon) | south(khon)) | north(khon)
    side.met = sideways(north(met) | south(met))
    men = side.kinds[MA]
    while men:
        reach = MA_LEAPS[lowest(men)]
        strike(side, reach)
        side.leaps |= reach
        counts[T_MA_MOVES] += sign * popcount(reach & free)
        counts[T_MA_ZONE] += sign * popcount(reach & zone)
        counts[T_MA_STUCK] += sign * (popcount(reach & free) <= 2)
        side.attackers += reach & zone != 0
        men &= men - 1
    men = side.kinds[RUA]
    while men:
        reach = rua_reach(lowest(men), occupied)
        strike(side, reach)
        side.slides |= reach
        counts[T_RUA_MOVES] += sign * popcount(reach & free)
        counts[T_RUA_ZONE] += sign * popcount(reach & zone)
        counts[T_RUA_STUCK] += sign * (popcount(reach & free) <= 3)
        counts[T_RUA_LINE] += sign * (rua_reach(lowest(men), 0) >> side.enemy_khun & 1)
        side.attackers += reach & zone != 0
        men &= men - 1
    side.attacks = side.men | KHUN_STEPS[side.khun]
    counts[T_KHON_MOVES] += sign * popcount(side.khon & free)
    counts[T_MET_MOVES] += sign * popcount(side.met & free)
    counts[T_SLANT_ZONE] += sign * (popcount((side.khon | side.met) & zone) + popcount(side.bites & zone))


cdef inline void count_men(Side* side, int* counts, int sign) noexcept nogil:
    cdef int met = popcount(side.kinds[MET]), khon = popcount(side.kinds[KHON]), ma = popcount(side.kinds[MA])
    cdef int rua = popcount(side.kinds[RUA]), dark = popcount(side.kinds[MET] & DARK)
    counts[T_BIA] += sign * popcount(side.kinds[BIA])
    counts[T_MET] += sign * met
    counts[T_KHON] += sign * khon
    counts[T_MA] += sign * ma
    counts[T_RUA] += sign * rua
    counts[T_MET_COLOURS] += sign * min(dark, met - dark)
    counts[T_KHON_PAIR] += sign * (khon > 1)
    counts[T_MA_PAIR] += sign * (ma > 1)
    counts[T_RUA_PAIR] += sign * (rua > 1)


cdef inline void count_places(Side* side, u64 hostile, int* counts, int sign) noexcept nogil:
    """Where the men stand; `hostile` are the cells the enemy attacks."""
    cdef u64 bia = side.kinds[BIA], khon = side.kinds[KHON], ma = side.kinds[MA], rua = side.kinds[RUA], met = side.kinds[MET]
    cdef u64 ahead = south(all_south(side.enemy_bia)), watched = sideways(ahead), passed = bia & ~(ahead | watched)
    cdef u64 files = whole_files(bia), enemy_files = whole_files(side.enemy_bia)
    counts[T_BIA_4] += sign * popcount(bia & RANK_4)
    counts[T_BIA_5] += sign * popcount(bia & RANK_5)
    counts[T_BIA_CHAIN] += sign * popcount(bia & (side.bites | side.khon | side.met))
    counts[T_BIA_EDGE] += sign * popcount(bia & OUTER_FILES)
    counts[T_BIA_INNER] += sign * popcount(bia & INNER_FILES)
    counts[T_BIA_PASSED] += sign * popcount(passed)
    counts[T_BIA_FREE] += sign * popcount(north(passed) & ~(side.own | side.enemy | hostile))
    counts[T_BIA_BLOCKED] += sign * popcount(north(bia) & (side.own | side.enemy))
    counts[T_BIA_DOUBLED] += sign * popcount(bia & south(all_south(bia)))
    counts[T_BIA_ISOLATED] += sign * popcount(bia & ~sideways(files))
    counts[T_MET_CENTRE] += sign * popcount(met & CENTRE)
    counts[T_MET_UP] += sign * popcount(met & (RANK_4 | RANK_5))
    counts[T_MET_FAR] += sign * popcount(met & RANK_6_UP)
    counts[T_KHON_CENTRE] += sign * popcount(khon & CENTRE)
    counts[T_KHON_UP] += sign * popcount(khon & (RANK_4 | RANK_5))
    counts[T_KHON_FAR] += sign * popcount(khon & RANK_6_UP)
    counts[T_MA_CENTRE] += sign * popcount(ma & CENTRE)
    counts[T_MA_HEART] += sign * popcount(ma & HEART)
    counts[T_MA_HOME] += sign * popcount(ma & RANKS_1_2)
    counts[T_OUTPOST] += sign * popcount((ma | khon) & side.bites & ~watched & (RANK_4 | RANK_5))
    counts[T_RUA_OPEN] += sign * popcount(rua & ~files)
    counts[T_RUA_CLEAR] += sign * popcount(rua & ~(files | enemy_files))
    counts[T_RUA_FAR] += sign * popcount(rua & RANK_7_UP)
    counts[T_SHELTER] += sign * popcount(KHUN_STEPS[side.khun] & bia)
    counts[T_GUARD] += sign * popcount(KHUN_STEPS[side.khun] & (met | khon))
    counts[T_KHUN_RANK] += sign * (side.khun >> 3)
    counts[T_KHUN_ASIDE] += sign * eccentricity(side.khun)


cdef inline void count_threats(Side* side, Side* other, u64 hostile, int* counts, int sign) noexcept nogil:
    """What the side's men threaten, and which of its own stand in danger."""
    cdef u64 weak = side.own & hostile & ~side.attacks, pushed = north(side.kinds[BIA]) & ~(side.own | side.enemy | hostile)
    cdef u64 prey = side.enemy & ~side.enemy_bia & ~(<u64> 1 << side.enemy_khun)
    counts[T_BITTEN] += sign * popcount(side.own & ~side.kinds[BIA] & mirrored(other.bites))
    counts[T_LOOSE_BIA] += sign * popcount(weak & side.kinds[BIA])
    counts[T_LOOSE] += sign * popcount(weak & ~side.kinds[BIA])
    counts[T_RUA_PRESSED] += sign * popcount(side.kinds[RUA] & mirrored(other.khon | other.met | other.leaps))
    counts[T_SPACE] += sign * popcount(side.men & RANK_5_UP & ~mirrored(other.bites))
    counts[T_BIA_RUNS] += sign * popcount(pushed & RANK_6_UP)
    counts[T_PUSH_BITES] += sign * popcount(sideways(north(pushed)) & prey)
    counts[T_SLANT_STRIKES] += sign * popcount((side.khon | side.met) & prey)
    counts[T_MA_STRIKES] += sign * popcount(side.leaps & prey)
    counts[T_RUA_STRIKES] += sign * popcount(side.slides & prey & ~mirrored(other.kinds[RUA]))
    counts[T_KHUN_STRIKES] += sign * popcount(KHUN_STEPS[side.khun] & side.enemy & ~hostile)
    counts[T_UNGUARDED] += sign * popcount(prey & ~hostile)


cdef inline void count_danger(Side* side, Side* other, u64 hostile, int* counts, int sign) noexcept nogil:
    """How near the enemy's Khun is to being mated: many small things together weigh more than each for itself."""
    cdef u64 zone = KHUN_STEPS[side.enemy_khun], safe = ~(hostile | side.own)
    cdef int weak = popcount(zone & side.men & ~mirrored(other.men)), twice = popcount(zone & side.twice)
    cdef int rua_checks = popcount(side.slides & rua_reach(side.enemy_khun, side.own | side.enemy) & safe)
    cdef int ma_checks = popcount(side.leaps & MA_LEAPS[side.enemy_khun] & safe)
    cdef int flights = popcount(zone & ~side.enemy & ~side.attacks)
    cdef int danger = 2 * (side.attackers + weak + rua_checks + ma_checks) + twice - flights
    counts[T_WEAK_ZONE] += sign * weak
    counts[T_TWICE_ZONE] += sign * twice
    counts[T_RUA_CHECKS] += sign * rua_checks
    counts[T_MA_CHECKS] += sign * ma_checks
    if danger > 0:
        counts[T_DANGER] += sign * (danger * danger >> 3)


cdef void count_hunt(Side* side, int* counts, int sign) noexcept nogil:
    """Against a bare Khun nothing matters but to drive it to the edge, with the Khun and the slow men close by.

    Without a Rua the men have to keep together too, and a Khon, which strikes forward, mates at the far edge sooner than elsewhere.
    """
    cdef u64 men = side.kinds[MET] | side.kinds[KHON] | side.kinds[MA]
    counts[T_BIA_4] = sign * popcount(side.kinds[BIA] & RANK_4)
    counts[T_BIA_5] = sign * popcount(side.kinds[BIA] & RANK_5)
    counts[T_DRIVE] = sign * eccentricity(side.enemy_khun)
    counts[T_CLOSE] = sign * (7 - distance(side.khun, side.enemy_khun))
    if side.kinds[KHON] and not side.kinds[RUA]:
        counts[T_AHEAD] = sign * (side.enemy_khun >> 3)
    while men:
        counts[T_GATHER] += sign * (7 - distance(lowest(men), side.enemy_khun))
        if not side.kinds[RUA]:
            counts[T_GATHER] += sign * (7 - distance(lowest(men), side.khun))
        men &= men - 1


cdef void count_terms(State* s, int* counts) noexcept nogil:
    """Every term for the side to move, less the same for the other."""
    cdef Side us, them
    cdef u64 hostile_to_us, hostile_to_them
    cdef int term
    for term in range(TERMS):
        counts[term] = 0
    see(&us, s, False)
    see(&them, s, True)
    count_men(&us, counts, 1)
    count_men(&them, counts, -1)
    if them.own == them.kinds[KHUN]:
        count_hunt(&us, counts, 1)
        return
    if us.own == us.kinds[KHUN]:
        count_hunt(&them, counts, -1)
        return
    survey(&us, counts, 1)
    survey(&them, counts, -1)
    hostile_to_us, hostile_to_them = mirrored(them.attacks), mirrored(us.attacks)
    count_places(&us, hostile_to_us, counts, 1)
    count_places(&them, hostile_to_them, counts, -1)
    count_threats(&us, &them, hostile_to_us, counts, 1)
    count_threats(&them, &us, hostile_to_them, counts, -1)
    count_danger(&us, &them, hostile_to_us, counts, 1)
    count_danger(&them, &us, hostile_to_them, counts, -1)
    counts[T_MOVE] = 1


cdef inline int phase_of(State* s) noexcept nogil:
    """How much of the opening is left, by the men on the board: a Rua counts for two, a Khon and a Ma for one."""
    return min(PHASES, (2 * popcount(s.kinds[RUA]) + popcount(s.kinds[KHON] | s.kinds[MA])) // 2)


cdef inline int hope(State* s, u64 strong, u64 weak) noexcept nogil:
    """How much of an advantage can be won, in parts of SCALES: few men do not mate, and without Bia little remains of a small lead."""
    cdef u64 light = strong & ~s.kinds[KHUN]
    cdef int ahead, rua, count = popcount(light)
    if not strong & s.kinds[RUA]:
        # Against a bare Khun one man wins nothing and two hardly ever without a Khon: of Khun, Met and Bia 0.05 %, of Ma and Bia 2.5 %,
        # of Ma and Met 4 % (docs/reference/endings.md). Three that are Met or Bia win half of their positions.
        if count <= 1 or (count == 2 and not light & s.kinds[KHON]):
            return 1
        if count == 3 and not light & (s.kinds[KHON] | s.kinds[MA]):
            return SCALES // 2
    if strong & s.kinds[BIA] or not weak & ~s.kinds[KHUN]:
        return SCALES
    # As 1,400 endings of one to four men a side came out (tools/makruk_leads.py, bench/results/train/makruk_leads_*.json): a Rua more wins
    # nearly always, a Rua less hardly ever; without either, a lead of 450 wins three games in five, one of 150 hardly any; with a Rua on
    # both sides it takes 100 more. Where no count runs as long as no Khun is bare, it takes 80 less (600 endings).
    rua = popcount(strong & s.kinds[RUA]) - popcount(weak & s.kinds[RUA])
    if rua:
        return SCALES if rua > 0 else 1
    ahead = (WORTH[MA] * (popcount(strong & s.kinds[MA]) - popcount(weak & s.kinds[MA]))
             + WORTH[KHON] * (popcount(strong & s.kinds[KHON]) - popcount(weak & s.kinds[KHON]))
             + WORTH[MET] * (popcount(strong & s.kinds[MET]) - popcount(weak & s.kinds[MET])))
    if strong & s.kinds[RUA]:
        ahead -= 100
    if s.limit == NO_LIMIT and not s.kinds[BIA]:
        ahead += 80
    return max(1, min(SCALES, 1 + (ahead - 200) * (SCALES - 1) // 400))


cdef class MakrukEvaluation(Evaluation):
    """Weights in hundredths of a Bia, for the opening and for the ending; in between, some of both."""

    terms = {
        "bia": (99, 56), "met": (198, 82), "khon": (282, 138), "ma": (351, 249), "rua": (651, 425), "met_colours": (11, -3),
        "khon_pair": (-2, 15), "ma_pair": (4, 7), "rua_pair": (-62, 38), "bia_4": (6, 2), "bia_5": (8, 6), "bia_chain": (4, 2),
        "bia_edge": (-11, 9), "bia_inner": (13, -9), "bia_passed": (3, 35), "bia_free": (1, -1), "bia_blocked": (-4, -9),
        "bia_doubled": (-5, 28), "bia_isolated": (-14, -19), "met_centre": (18, 12), "met_up": (-3, 3), "met_far": (-24, 13),
        "khon_centre": (17, 17), "khon_up": (9, -4), "khon_far": (13, -12), "ma_centre": (17, 9), "ma_heart": (9, 17), "ma_home": (8, 5),
        "outpost": (8, 7), "rua_open": (9, -1), "rua_clear": (6, 3), "rua_far": (-6, 9), "rua_moves": (3, 2), "ma_moves": (10, 0),
        "khon_moves": (3, 10), "met_moves": (4, 9), "slant_zone": (1, -3), "ma_zone": (-8, -5), "rua_zone": (-3, -4), "weak_zone": (2, 1),
        "twice_zone": (0, 15), "rua_checks": (30, -4), "ma_checks": (24, 2), "shelter": (11, 10), "guard": (-4, 8), "khun_rank": (-2, 5),
        "khun_aside": (11, -11), "bitten": (-32, -28), "loose_bia": (0, -55), "loose": (13, -3), "rua_pressed": (-33, 76),
        "space": (2, 1), "move": (25, 25), "drive": (40, 40), "close": (20, 20), "gather": (6, 6), "ahead": (20, 20), "danger": (7, -2),
        "bia_runs": (18, 17), "push_bites": (31, 28), "rua_stuck": (-4, -33), "ma_stuck": (0, -26), "slant_strikes": (19, -10),
        "ma_strikes": (11, -2), "rua_strikes": (10, 13), "khun_strikes": (36, 12), "rua_line": (18, -5), "unguarded": (12, 3),
    }
    reflects = 2 * KINDS
    levels = {
        1: Level(2, sight=0), 2: Level(2, sight=2.5), 3: Level(2, sight=12), 4: Level(limits=Limits(nodes=900)),
        5: Level(limits=Limits(nodes=3_600)), 6: Level(limits=Limits(nodes=15_000)), 7: Level(limits=Limits(nodes=70_000)),
    }
    settings = {
        "continuations": 2, "keep_histories": 1, "correction": 100, "delta": 150, "razor": 250, "negative_extension": 1,
        "double_extension": 30,
    }
    material = ("bia", "met", "khon", "ma", "rua", "bia_end", "met_end", "khon_end", "ma_end", "rua_end")
    defaults = {name: pair[0] for name, pair in terms.items()} | {f"{name}_end": pair[1] for name, pair in terms.items()}

    cdef void prepare(self):
        self.prunes_late, self.least_tried = True, 4  # late quiet moves hardly matter here
        self.unit = PHASES * SCALES

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        """The terms of opening and ending, in parts of PHASES times SCALES."""
        cdef State* s = <State*> kernel.top
        cdef int terms[TERMS]
        cdef int term, phase = phase_of(s), share
        count_terms(s, terms)
        share = self.share(s, self.weighed(terms, phase))
        for term in range(TERMS):
            counts[term] = terms[term] * phase * share
            counts[TERMS + term] = terms[term] * (PHASES - phase) * share

    cdef int planes(self, Kernel kernel, u64* own, u64* other) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef int kind
        for kind in range(KINDS):
            own[kind], own[KINDS + kind] = s.kinds[kind] & s.own, s.kinds[kind] & s.enemy
            other[kind], other[KINDS + kind] = mirrored(own[KINDS + kind]), mirrored(own[kind])
        return 2 * KINDS

    cdef bint learnt(self, Kernel kernel) noexcept nogil:
        """Not against a bare Khun, nor while a count runs: the hand-made evaluation knows how such games end."""
        cdef State* s = <State*> kernel.top
        return s.limit == NO_LIMIT and (s.own & (s.own - 1)) != 0 and (s.enemy & (s.enemy - 1)) != 0

    cdef int weighed(self, int* terms, int phase) noexcept nogil:
        """The score in parts of PHASES, before what can be won of it."""
        cdef int term, opening = 0, ending = 0
        for term in range(TERMS):
            opening += self.values[term] * terms[term]
            ending += self.values[TERMS + term] * terms[term]
        return opening * phase + ending * (PHASES - phase)

    cdef int share(self, State* s, int score) noexcept nogil:
        """How much of its lead the side ahead can win, in parts of SCALES."""
        return hope(s, s.own, s.enemy) if score > 0 else hope(s, s.enemy, s.own)

    cdef int evaluate(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef int terms[TERMS]
        cdef int score
        count_terms(s, terms)
        score = self.weighed(terms, phase_of(s))
        score = score * self.share(s, score) // (PHASES * SCALES)
        if s.limit != NO_LIMIT and s.limit > 0:
            # The nearer the count is to its end, the less an advantage is worth that has not mated.
            score = score * (s.limit - s.counted // 2) // s.limit
        return score

    cdef int promise(self, Kernel kernel, Move move) noexcept nogil:
        """What an exchange begun by the move wins; nothing for one that loses."""
        cdef State* s = <State*> kernel.top
        cdef int origin = move & 63, to = move >> 6
        cdef u64 at = <u64> 1 << to
        cdef int gain
        if s.enemy & at:
            gain = exchange(s, origin, to)
            return 1000 + 8 * WORTH[kind_at(s, at)] - WORTH[kind_at(s, <u64> 1 << origin)] // 8 if gain >= 0 else 0
        if s.kinds[BIA] & <u64> 1 << origin and to >= 40:
            return 500 if exchange(s, origin, to) >= 0 else 0
        return 0

    cdef int risk(self, Kernel kernel, Move move) noexcept nogil:
        return -exchange(<State*> kernel.top, move & 63, move >> 6)

    cdef int gain(self, Kernel kernel, Move move) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef u64 at = <u64> 1 << (move >> 6)
        cdef int promoted = WORTH[MET] - WORTH[BIA] if s.kinds[BIA] >> (move & 63) & 1 and (move >> 6) >= 40 else 0
        return promoted + (WORTH[kind_at(s, at)] if s.enemy & at else 0)

    cdef u64 structure(self, Kernel kernel) noexcept nogil:
        """Where the Bia stand; none where the end is known by hand."""
        cdef State* s = <State*> kernel.top
        if not self.learnt(kernel):
            return 0
        return mixed(s.kinds[BIA] & s.own ^ mixed(s.kinds[BIA] & s.enemy)) | STRUCTURED

    cdef u64 salt(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        return mixed(<u64> s.limit * 512 + s.counted) if s.limit != NO_LIMIT else 0

    cdef bint urgent(self, Kernel kernel) noexcept nogil:
        return (<MakrukKernel> kernel).in_check()

    cdef bint has_moves(self, Kernel kernel) noexcept nogil:
        """Stalemate is for few men, and a draw by count for a count that runs."""
        cdef State* s = <State*> kernel.top
        return s.limit == NO_LIMIT and popcount(s.own & (s.kinds[RUA] | s.kinds[MA] | s.kinds[KHON])) >= 2

    cdef bint may_pass(self, Kernel kernel) noexcept nogil:
        """Zugzwang is an ending's weapon: not with few men, not while a count runs."""
        cdef State* s = <State*> kernel.top
        return s.limit == NO_LIMIT and popcount(s.own & (s.kinds[RUA] | s.kinds[MA] | s.kinds[KHON])) >= 2

    cdef void pass_turn(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef State* after = s + 1
        cdef int kind
        after[0] = s[0]
        for kind in range(KINDS):
            after.kinds[kind] = mirrored(s.kinds[kind])
        after.own, after.enemy = mirrored(s.enemy), mirrored(s.own)
        after.side = 1 - s.side
        kernel.top = <char*> after


cdef inline int kind_at(State* s, u64 at) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        if s.kinds[kind] & at:
            return kind
    return BIA


cdef inline u64 attackers(State* s, int to, u64 occupied) noexcept nogil:
    """The men of both sides that attack a cell; what stands behind a man already taken comes into view."""
    cdef u64 at = <u64> 1 << to, slanting = s.kinds[MET] | s.kinds[KHON]
    cdef u64 diagonal = sideways(north(at)) | sideways(south(at))
    return occupied & (
        diagonal & slanting
        | sideways(south(at)) & s.kinds[BIA] & s.own | sideways(north(at)) & s.kinds[BIA] & s.enemy
        | south(at) & s.kinds[KHON] & s.own | north(at) & s.kinds[KHON] & s.enemy
        | MA_LEAPS[to] & s.kinds[MA] | KHUN_STEPS[to] & s.kinds[KHUN]
        | rua_reach(to, occupied) & s.kinds[RUA]
    )


cdef int exchange(State* s, int origin, int to) noexcept nogil:
    """What the mover wins on a cell when both sides go on taking there with their cheapest man as long as it pays."""
    cdef int gains[32]
    cdef int depth = 0, kind
    cdef u64 at = <u64> 1 << to, from_ = <u64> 1 << origin
    cdef u64 occupied = s.own | s.enemy, taking
    cdef bint ours = False
    cdef int standing = WORTH[kind_at(s, from_)]
    gains[0] = WORTH[kind_at(s, at)] if s.enemy & at else 0
    while True:
        occupied &= ~from_
        taking = attackers(s, to, occupied) & (s.own if ours else s.enemy) & ~at
        if not taking or depth >= 30:
            break
        for kind in range(KINDS):
            if taking & s.kinds[kind]:
                from_ = taking & s.kinds[kind]
                from_ &= ~(from_ - 1)
                break
        depth += 1
        gains[depth] = standing - gains[depth - 1]
        standing = WORTH[kind]
        ours = not ours
    while depth:
        if gains[depth - 1] > -gains[depth]:
            gains[depth - 1] = -gains[depth]
        depth -= 1
    return gains[0]


EVALUATIONS = {"makruk": MakrukEvaluation}
