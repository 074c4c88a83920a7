# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What is known of Makruk: the worth of men and of where they stand, attacks on a Khun, and how to drive a bare one to mate.

Everything is counted for one side as that side sees the board, then for the other on the mirrored board, and subtracted.
"""

from libc.string cimport memset

from tablier.kernels.bits cimport FILE_A, east, lowest, mixed, north, popcount, south, u64, west
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.makruk cimport BIA, KHON, KHUN, KINDS, MA, MA_LEAPS, KHUN_STEPS, MET, NO_LIMIT, RUA, MakrukKernel, State, rua_reach
from tablier.search.knowledge cimport Knowledge

cdef extern from *:
    """
    #define CENTRE       0x00003C3C3C3C0000ULL   /* c3 to f6 */
    #define HEART        0x0000001818000000ULL   /* d4 to e5 */
    #define RANK_4       0x00000000FF000000ULL
    #define RANK_5       0x000000FF00000000ULL
    #define RANK_6_UP    0xFFFFFF0000000000ULL
    #define RANK_5_UP    0xFFFFFFFF00000000ULL
    #define OUTER_FILES  0x8181818181818181ULL

    static inline tablier_u64 mirrored(tablier_u64 b) { return __builtin_bswap64(b); }
    static inline tablier_u64 sideways(tablier_u64 b) { return east(b) | west(b); }
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
    const u64 RANK_4
    const u64 RANK_5
    const u64 RANK_6_UP
    const u64 RANK_5_UP
    const u64 OUTER_FILES
    u64 mirrored(u64 b) noexcept nogil
    u64 sideways(u64 b) noexcept nogil
    int distance(int a, int b) noexcept nogil
    int eccentricity(int cell) noexcept nogil

cdef int WORTH[6]
WORTH[BIA], WORTH[MET], WORTH[KHON], WORTH[MA], WORTH[RUA], WORTH[KHUN] = 100, 175, 265, 310, 520, 10000
"""For ordering captures only; the evaluation has its own weights."""

cdef enum:
    # The order of the weights.
    W_BIA, W_MET, W_KHON, W_MA, W_RUA, \
    W_BIA_4, W_BIA_5, W_BIA_CHAIN, W_BIA_EDGE, W_BIA_PASSED, \
    W_MET_CENTRE, W_KHON_CENTRE, W_KHON_UP, W_MA_CENTRE, W_MA_HEART, \
    W_RUA_MOVES, W_MA_MOVES, W_SLANT_MOVES, W_RUA_OPEN, \
    W_ZONE, W_RUA_ZONE, W_SHELTER, W_KHUN_HOME, W_KHUN_ACTIVE, \
    W_BITTEN, W_LOOSE, W_MOVE, W_DRIVE, W_CLOSE

cdef enum:
    ENDGAME = 6        # men besides Khun and Bia on the board, at most, for an ending
    DRAWISH = 8        # what an advantage that cannot mate is divided by

cdef struct Side:
    u64 kinds[KINDS]   # this side's men, as it sees the board
    u64 own
    u64 enemy
    u64 enemy_bia
    u64 attacks        # what its men attack
    u64 attacked_by_bia
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


cdef inline void count_men(Side* side, int* counts, int sign, bint ending) noexcept nogil:
    cdef u64 bia = side.kinds[BIA], bites = sideways(north(bia)), path
    counts[W_BIA] += sign * popcount(bia)
    counts[W_MET] += sign * popcount(side.kinds[MET])
    counts[W_KHON] += sign * popcount(side.kinds[KHON])
    counts[W_MA] += sign * popcount(side.kinds[MA])
    counts[W_RUA] += sign * popcount(side.kinds[RUA])
    counts[W_BIA_4] += sign * popcount(bia & RANK_4)
    counts[W_BIA_5] += sign * popcount(bia & RANK_5)
    counts[W_BIA_CHAIN] += sign * popcount(bia & (bites | sideways(north(side.kinds[MET] | side.kinds[KHON]))))
    counts[W_BIA_EDGE] += sign * popcount(bia & OUTER_FILES)
    path = south(side.enemy_bia) | side.enemy_bia
    path |= south(path)
    path |= south(path)
    path |= sideways(path)
    counts[W_BIA_PASSED] += sign * popcount(bia & ~path)
    counts[W_MET_CENTRE] += sign * popcount(side.kinds[MET] & CENTRE)
    counts[W_KHON_CENTRE] += sign * popcount(side.kinds[KHON] & CENTRE)
    counts[W_KHON_UP] += sign * popcount(side.kinds[KHON] & (RANK_4 | RANK_5))
    counts[W_MA_CENTRE] += sign * popcount(side.kinds[MA] & CENTRE)
    counts[W_MA_HEART] += sign * popcount(side.kinds[MA] & HEART)
    if ending:
        counts[W_KHUN_ACTIVE] -= sign * eccentricity(side.khun)
    else:
        counts[W_SHELTER] += sign * popcount(KHUN_STEPS[side.khun] & (bia | side.kinds[MET] | side.kinds[KHON]))
        counts[W_KHUN_HOME] += sign * (side.khun < 16)


cdef inline void count_reach(Side* side, int* counts, int sign) noexcept nogil:
    cdef u64 occupied = side.own | side.enemy, zone = KHUN_STEPS[side.enemy_khun]
    cdef u64 bites = sideways(north(side.kinds[BIA])), slants, reach, men
    cdef u64 unsafe = sideways(south(side.enemy_bia))
    cdef u64 slanting = side.kinds[MET] | side.kinds[KHON]
    slants = sideways(north(slanting)) | sideways(south(slanting)) | north(side.kinds[KHON])
    side.attacks = bites | slants | KHUN_STEPS[side.khun]
    side.attacked_by_bia = bites
    counts[W_SLANT_MOVES] += sign * popcount(slants & ~side.own & ~unsafe)
    counts[W_ZONE] += sign * (popcount(slants & zone) + popcount(bites & zone))
    men = side.kinds[MA]
    while men:
        reach = MA_LEAPS[lowest(men)]
        side.attacks |= reach
        counts[W_MA_MOVES] += sign * popcount(reach & ~side.own & ~unsafe)
        counts[W_ZONE] += sign * popcount(reach & zone)
        men &= men - 1
    men = side.kinds[RUA]
    while men:
        reach = rua_reach(lowest(men), occupied)
        side.attacks |= reach
        counts[W_RUA_MOVES] += sign * popcount(reach & ~side.own & ~unsafe)
        counts[W_RUA_ZONE] += sign * popcount(reach & zone)
        counts[W_RUA_OPEN] += sign * (not (FILE_A << (lowest(men) & 7) & side.kinds[BIA]))
        men &= men - 1


cdef inline bint cannot_mate(Side* side) noexcept nogil:
    """Ma and Met alone, two at most, do not mate a bare Khun against good play."""
    return not (side.kinds[BIA] | side.kinds[RUA] | side.kinds[KHON]) and popcount(side.own) <= 3


cdef class MakrukKnowledge(Knowledge):
    """Weights in hundredths of a Bia, set by hand; `tablier.search.tune` looks for better ones."""

    defaults = {
        "bia": 100, "met": 170, "khon": 260, "ma": 300, "rua": 510,
        "bia_4": 4, "bia_5": 22, "bia_chain": 9, "bia_edge": -8, "bia_passed": 12,
        "met_centre": 8, "khon_centre": 10, "khon_up": 8, "ma_centre": 10, "ma_heart": 8,
        "rua_moves": 4, "ma_moves": 5, "slant_moves": 4, "rua_open": 14,
        "zone": 9, "rua_zone": 9, "shelter": 7, "khun_home": 12, "khun_active": 7,
        "bitten": -40, "loose": -14, "move": 12, "drive": 14, "close": 8,
    }

    cdef void prepare(self):
        self.crowd = 4  # late quiet moves hardly matter here

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef Side us, them
        cdef bint ending = popcount((s.own | s.enemy) & ~s.kinds[BIA] & ~s.kinds[KHUN]) <= ENDGAME
        memset(counts, 0, self.size * sizeof(int))
        see(&us, s, False)
        see(&them, s, True)
        count_men(&us, counts, 1, ending)
        count_men(&them, counts, -1, ending)
        count_reach(&us, counts, 1)
        count_reach(&them, counts, -1)
        # Men under attack: the side to move can still save one of its own.
        counts[W_BITTEN] = (popcount(us.own & ~us.kinds[BIA] & mirrored(them.attacked_by_bia))
                            - popcount(them.own & ~them.kinds[BIA] & mirrored(us.attacked_by_bia)))
        counts[W_LOOSE] = (popcount(us.own & mirrored(them.attacks) & ~us.attacks)
                           - popcount(them.own & mirrored(us.attacks) & ~them.attacks))
        counts[W_MOVE] = 1
        if them.own == them.kinds[KHUN]:
            counts[W_DRIVE] = eccentricity(us.enemy_khun)
            counts[W_CLOSE] = 7 - distance(us.khun, us.enemy_khun)
        elif us.own == us.kinds[KHUN]:
            counts[W_DRIVE] = -eccentricity(us.khun)
            counts[W_CLOSE] = distance(us.khun, us.enemy_khun) - 7

    cdef int evaluate(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef Side us, them
        cdef int score = Knowledge.evaluate(self, kernel)
        if popcount(s.own | s.enemy) <= 8:
            see(&us, s, False)
            see(&them, s, True)
            if (score > 0 and cannot_mate(&us)) or (score < 0 and cannot_mate(&them)):
                score //= DRAWISH
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

    cdef u64 salt(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        return mixed(<u64> s.limit * 512 + s.counted) if s.limit != NO_LIMIT else 0

    cdef bint urgent(self, Kernel kernel) noexcept nogil:
        return (<MakrukKernel> kernel).in_check()

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
        after.own, after.enemy, after.promoted = mirrored(s.enemy), mirrored(s.own), mirrored(s.promoted)
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


KNOWN = {"makruk": MakrukKnowledge}
