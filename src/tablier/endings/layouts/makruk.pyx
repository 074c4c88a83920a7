# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Endings of Makruk: a Khun with up to three men against a bare Khun, and one man each."""

from itertools import combinations_with_replacement

from libc.string cimport memset

from tablier.endings.index cimport Men
from tablier.endings.layouts.base cimport UNLIMITED, UNSURE, Layout
from tablier.endings.layouts.bare_khun import room_to_solve, solve
from tablier.endings.layouts.base import square_symmetries
from tablier.kernels.bits cimport east, lowest, north, popcount, south, u64, west
from tablier.kernels.makruk cimport (
    BIA, KHON, KHUN, KHUN_STEPS, KINDS, MA, MA_LEAPS, MET, NO_LIMIT, RUA, State, attacked, row_moves, rua_reach)

cdef extern from *:
    """
    static inline tablier_u64 upside_down(tablier_u64 b) { return __builtin_bswap64(b); }
    #define OWN_BIA_RANKS   0x000000FFFFFF0000ULL
    #define OTHER_BIA_RANKS 0x0000FFFFFF000000ULL
    """
    u64 upside_down(u64 b) noexcept nogil
    const u64 OWN_BIA_RANKS
    const u64 OTHER_BIA_RANKS

SHEET, THAI = "sheet", "thai"

cdef enum:
    BOARD_HONOUR = 64  # moves, when both sides have men left and no Bia


cdef class MakrukLayout(Layout):
    cdef bint thai

    letters = "PMSNRK"
    least = (0, 0, 0, 0, 0, 1)
    promotions = {0: 1}
    most_taken = 1

    def symmetries(self, counts):
        """Bia and Khon have a front."""
        return square_symmetries(8, mirror_only=any(counts[side + kind] for side in (0, KINDS) for kind in (BIA, KHON)))

    @classmethod
    def variant(cls, options, own, other):
        """A bare Khun's sets are the same with every count while it runs on unchanged; else the count that may begin decides.

        A Bia steps once here."""
        count = options["count"]
        if options["double_step"] == "on" and (own[BIA] or other[BIA]):
            return None
        if sum(own) > 1 and sum(other) > 1:
            return count
        men = own if sum(own) > 1 else other
        if count == THAI and men[BIA]:
            return count
        if count == SHEET and men[BIA] and men[BIA] + 1 == sum(men):
            return count
        return "none"

    @classmethod
    def options(cls, variant):
        return {"count": variant}

    @classmethod
    def metric(cls, variant, own, other):
        """The federation counts from the first move without Bia, and anew from the capture that bares a Khun."""
        return "change" if variant == THAI and sum(own) > 1 and sum(other) > 1 else "end"

    @classmethod
    def variants(cls):
        return ["none", SHEET, THAI]

    @classmethod
    def solve(cls, variant, own, other, report, threads):
        return solve(kinds_of(own), report=report, threads=threads)

    @classmethod
    def room_to_solve(cls, variant, own, other):
        """Against a bare Khun, as long as no count begins on the way."""
        return room_to_solve(kinds_of(own)) if variant == "none" and sum(other) == 1 else None

    @classmethod
    def names(cls):
        letters = "RNSMP"
        bare = ["K" + "".join(men) + "-K" for number in (1, 2, 3) for men in combinations_with_replacement(letters, number)]
        each = [f"K{one}-K{other}" for one, other in combinations_with_replacement(letters, 2)]
        return sorted(bare + each, key=lambda name: (len(name), name.count("P")))

    cdef void read(self, Men* men) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        cdef int kind
        men.mark = 0
        for kind in range(KINDS):
            men.boards[kind] = s.kinds[kind] & s.own
            men.boards[KINDS + kind] = s.kinds[kind] & s.enemy

    cdef bint write(self, Men* men) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        cdef State seen
        cdef int kind, number = 0
        memset(s, 0, sizeof(State))
        for kind in range(KINDS):
            s.kinds[kind] = men.boards[kind] | men.boards[KINDS + kind]
            s.own |= men.boards[kind]
            s.enemy |= men.boards[KINDS + kind]
            number += popcount(men.boards[kind]) + popcount(men.boards[KINDS + kind])
        s.limit, s.counted, s.number = NO_LIMIT, 0, 1
        if popcount(s.own | s.enemy) != number or men.boards[BIA] & ~OWN_BIA_RANKS or men.boards[KINDS + BIA] & ~OTHER_BIA_RANKS:
            return False
        for kind in range(KINDS):
            seen.kinds[kind] = upside_down(s.kinds[kind])
        seen.own, seen.enemy = upside_down(s.enemy), upside_down(s.own)
        return not attacked(&seen) & seen.kinds[KHUN] & seen.own

    cdef int retract(self, Men* men, Men* before) noexcept nogil:
        cdef Men back
        cdef u64 own = 0, other = 0, left, origins
        cdef int kind, cell, found = 0
        back.mark = 0
        for kind in range(KINDS):
            back.boards[kind] = upside_down(men.boards[KINDS + kind])
            back.boards[KINDS + kind] = upside_down(men.boards[kind])
            own |= back.boards[kind]
            other |= back.boards[KINDS + kind]
        for kind in range(KINDS):
            left = back.boards[kind]
            while left:
                cell = lowest(left)
                left &= left - 1
                origins = came_from(kind, cell, own | other) & ~(own | other)
                while origins:
                    before[found] = back
                    before[found].boards[kind] ^= (<u64> 1 << cell) | (origins & (0 - origins))
                    origins &= origins - 1
                    found += 1
        return found

    def __init__(self, kernel):
        super().__init__(kernel)
        self.limit_draws = True
        self.thai = kernel.game.options["count"] == THAI

    cdef int left(self, bint wins) noexcept nogil:
        """The winner's own moves, as plies: mate on the last counted move wins."""
        cdef State* s = <State*> self.kernel.top
        cdef int plies
        if s.limit == NO_LIMIT:
            return self.before_count(s, wins) if self.thai and not s.kinds[BIA] else UNLIMITED
        plies = max(0, s.limit - s.counted + self.thai)
        return (plies + 1) // 2 * 2 - 1 if wins else plies // 2 * 2

    cdef int before_count(self, State* s, bint wins) noexcept nogil:
        """What the federation's count will leave once a side with men has moved; UNSURE where a capture by the bare Khun would change it."""
        cdef u64 strong = s.own if wins else s.enemy
        cdef int moves
        if popcount(s.own) > 1 and popcount(s.enemy) > 1:
            return 2 * BOARD_HONOUR + wins
        if not wins and KHUN_STEPS[lowest(s.kinds[KHUN] & s.own)] & s.enemy & ~attacked(s):
            return UNSURE
        moves = max(0, row_moves(s, strong) - popcount(s.own | s.enemy) + 1)
        return 2 * moves - wins


def kinds_of(men):
    """The men of a side beside its Khun."""
    return [kind for kind in range(KHUN) for _ in range(men[kind])]


cdef inline u64 came_from(int kind, int cell, u64 occupied) noexcept nogil:
    """The cells from which a man of the side that walks up may have come without taking."""
    cdef u64 at = <u64> 1 << cell, beside = east(at) | west(at)
    if kind == BIA:
        return south(at)
    if kind == MET:
        return north(beside) | south(beside)
    if kind == KHON:
        return north(beside) | south(beside) | south(at)
    if kind == MA:
        return MA_LEAPS[cell]
    return rua_reach(cell, occupied) if kind == RUA else KHUN_STEPS[cell]


LAYOUTS = {"makruk": MakrukLayout}
