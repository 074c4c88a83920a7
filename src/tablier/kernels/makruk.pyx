# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Makruk on a bitboard for each kind, seen by the side to move: both sides move up.

Legal moves come from masks, never from trying: only a Rua pins, so a man on the rank or file of its Khun may be held to
that line, and in check a move must end on the cells that answer it.
"""

from tablier.kernels.bits cimport FILE_A, below, east, lowest, north, nth_set, popcount, south, u8, u64, west
from tablier.kernels.kernel cimport Kernel, Move, Moves

cdef extern from *:
    """
    #define RANK_1     0x00000000000000FFULL
    #define RANK_3     0x0000000000FF0000ULL
    #define RANK_6     0x0000FF0000000000ULL
    #define DIAGONAL   0x0102040810204080ULL  /* gathers a file in the top byte */

    static inline tablier_u64 mirrored(tablier_u64 b) { return __builtin_bswap64(b); }
    static inline int several(tablier_u64 b) { return (b & (b - 1)) != 0; }

    /* All cells that Ma leap to. */
    static inline tablier_u64 leaps(tablier_u64 b) {
        tablier_u64 beside = east(b) | west(b), beyond = east(east(b)) | west(west(b));
        return beside << 16 | beside >> 16 | beyond << 8 | beyond >> 8;
    }
    /* The six cells of a rank or file between its ends, as a number: men on the ends block nothing earlier. */
    static inline int inner_rank(int cell, tablier_u64 occupied) { return (int)(occupied >> (cell & 56) >> 1) & 63; }
    static inline int inner_file(int cell, tablier_u64 occupied) {
        return (int)(((occupied >> (cell & 7) & FILE_A) * DIAGONAL) >> 57) & 63;
    }

    /* A move for each target. Steps in one direction start `step` cells before it; the others share their origin. */
    static inline tablier_u64 *list_steps(tablier_u64 *end, tablier_u64 targets, int step) {
        for (; targets; targets &= targets - 1) *end++ = (tablier_u64)(65 * lowest(targets) - step);
        return end;
    }
    static inline tablier_u64 *list_from(tablier_u64 *end, int origin, tablier_u64 targets) {
        for (; targets; targets &= targets - 1) *end++ = (tablier_u64)(64 * lowest(targets) + origin);
        return end;
    }

    /* Two words into one by a long product, both halves folded. */
    static inline tablier_u64 folded(tablier_u64 a, tablier_u64 b) {
        unsigned __int128 product = (unsigned __int128)(a ^ 0x9E3779B97F4A7C15ULL) * (b ^ 0xD1B54A32D192ED03ULL);
        return (tablier_u64)product ^ (tablier_u64)(product >> 64);
    }
    """
    const u64 RANK_1
    const u64 RANK_3
    const u64 RANK_6
    u64 mirrored(u64 b) noexcept nogil
    bint several(u64 b) noexcept nogil
    u64 leaps(u64 b) noexcept nogil
    int inner_rank(int cell, u64 occupied) noexcept nogil
    int inner_file(int cell, u64 occupied) noexcept nogil
    u64* list_steps(u64* at, u64 targets, int step) noexcept nogil
    u64* list_from(u64* at, int origin, u64 targets) noexcept nogil
    u64 folded(u64 a, u64 b) noexcept nogil

cdef enum:
    NONE, SHEET, THAI      # who counts
    BOARD_HONOUR = 64      # moves, when both sides have men left and no Bia
    MOST_FANS = 7 + 15     # six kinds of steps, the Khun, and fifteen other men

cdef struct Reach:
    # Where the side to move can go: targets for steps, which are at most one for each cell and direction, men for the others.
    u64 ahead
    u64 ahead_twice        # double steps, none unless the table plays them
    u64 ahead_east
    u64 ahead_west
    u64 back_east
    u64 back_west
    u64 khun
    u64 ma
    u64 rua
    u64 allowed            # where any man but the Khun may end its move
    u64 tied_upright       # men that shield their Khun along its file
    u64 tied_sideways      # and along its rank
    u64 occupied

cdef struct Fan:
    # Moves to several targets: each is base + slope * target.
    u64 targets
    int slope
    int base

cdef u8 RANK_REACH[8][64]
cdef u64 FILE_REACH[8][64]
cdef list NAMES = [f"{'abcdefgh'[i % 8]}{i // 8 + 1}" for i in range(64)]
cdef list TEXTS = [f"{NAMES[code & 63]}-{NAMES[code >> 6]}" for code in range(4096)]
"""The text of every move by its code: origin, and the target six bits higher, as White sees the board."""
cdef int MIRROR = 56 | 56 << 6
cdef str LETTERS = "PMSNRK"
"""By kind."""


cdef u8 line_reach(int cell, int inner):
    """The cells of a line of eight that a Rua on one of them attacks."""
    cdef int reach = 0, occupied = inner << 1, at, way
    for way in (-1, 1):
        at = cell + way
        while 0 <= at < 8:
            reach |= 1 << at
            if occupied >> at & 1:
                break
            at += way
    return <u8> reach


cdef void fill_tables():
    cdef int cell, inner, i
    cdef u64 b
    for cell in range(8):
        for inner in range(64):
            RANK_REACH[cell][inner] = line_reach(cell, inner)
            FILE_REACH[cell][inner] = 0
            for i in range(8):
                FILE_REACH[cell][inner] |= <u64> (line_reach(cell, inner) >> i & 1) << 8 * i
    for cell in range(64):
        b = <u64> 1 << cell
        MA_LEAPS[cell] = leaps(b)
        b |= east(b) | west(b)
        KHUN_STEPS[cell] = (b | north(b) | south(b)) ^ <u64> 1 << cell


fill_tables()


# -- attacks ------------------------------------------------------------------------------------------------

cdef u64 rua_reach(int cell, u64 occupied) noexcept nogil:
    return (<u64> RANK_REACH[cell & 7][inner_rank(cell, occupied)] << (cell & 56)
            | FILE_REACH[cell >> 3][inner_file(cell, occupied)] << (cell & 7))


cdef inline u64 sideways(u64 b) noexcept nogil:
    return east(b) | west(b)


cdef u64 attacked(State* s) noexcept nogil:
    cdef u64 slanting = (s.kinds[MET] | s.kinds[KHON]) & s.enemy
    cdef u64 cells = (sideways(south(slanting | s.kinds[BIA] & s.enemy)) | sideways(north(slanting))
                      | south(s.kinds[KHON] & s.enemy) | leaps(s.kinds[MA] & s.enemy)
                      | KHUN_STEPS[lowest(s.kinds[KHUN] & s.enemy)])
    cdef u64 ruas = s.kinds[RUA] & s.enemy
    cdef u64 seen_through = (s.own | s.enemy) & ~(s.kinds[KHUN] & s.own)
    while ruas:
        cells |= rua_reach(lowest(ruas), seen_through)
        ruas &= ruas - 1
    return cells


cdef u64 answers(State* s, int khun) noexcept nogil:
    """The cells on which a move ends the check: where the attacker stands, and between it and the Khun."""
    cdef u64 at = <u64> 1 << khun, occupied = s.own | s.enemy
    cdef u64 lines = rua_reach(khun, occupied)
    cdef u64 slanting = s.kinds[MET] | s.kinds[KHON]
    cdef u64 checkers = s.enemy & (
        sideways(north(at)) & (slanting | s.kinds[BIA]) | sideways(south(at)) & slanting | north(at) & s.kinds[KHON]
        | MA_LEAPS[khun] & s.kinds[MA] | lines & s.kinds[RUA])
    if several(checkers):
        return 0
    if checkers & s.kinds[RUA]:
        return checkers | lines & rua_reach(lowest(checkers), occupied)
    return checkers


cdef inline void reach_of(State* s, Reach* r, bint double_step) noexcept nogil:
    """Everything that may be played, the count left aside."""
    cdef u64 at = s.kinds[KHUN] & s.own
    cdef int khun = lowest(at)
    cdef u64 danger = attacked(s)
    cdef u64 file = FILE_A << (khun & 7), cross = file | RANK_1 << (khun & 56)
    cdef u64 shields, tied, slanting, bia, upright, behind
    r.occupied = s.own | s.enemy
    r.allowed = ~s.own
    if danger & at:
        r.allowed &= answers(s, khun)
    r.tied_upright = r.tied_sideways = 0
    if cross & s.kinds[RUA] & s.enemy:
        shields = rua_reach(khun, r.occupied) & s.own
        behind = rua_reach(khun, r.occupied ^ shields) & s.kinds[RUA] & s.enemy
        while behind:
            tied = rua_reach(lowest(behind), r.occupied) & shields
            if behind & (0 - behind) & file:
                r.tied_upright |= tied & file
            else:
                r.tied_sideways |= tied & ~file
            behind &= behind - 1
    tied = r.tied_upright | r.tied_sideways
    slanting = (s.kinds[MET] | s.kinds[KHON]) & s.own & ~tied
    bia = s.kinds[BIA] & s.own
    upright = s.kinds[KHON] & s.own & ~r.tied_sideways
    r.ahead = (north(bia & ~r.tied_sideways) & ~r.occupied | north(upright)) & r.allowed
    r.ahead_twice = 0
    if double_step:
        r.ahead_twice = north(north(bia & RANK_3 & ~r.tied_sideways) & ~r.occupied) & ~r.occupied & r.allowed
    bia = north(bia & ~tied)
    r.ahead_east = (east(north(slanting)) | east(bia) & s.enemy) & r.allowed
    r.ahead_west = (west(north(slanting)) | west(bia) & s.enemy) & r.allowed
    r.back_east = east(south(slanting)) & r.allowed
    r.back_west = west(south(slanting)) & r.allowed
    r.khun = KHUN_STEPS[khun] & ~s.own & ~danger
    r.ma = s.kinds[MA] & s.own & ~tied
    r.rua = s.kinds[RUA] & s.own


cdef inline u64 rua_targets(Reach* r, int cell) noexcept nogil:
    cdef u64 targets = rua_reach(cell, r.occupied) & r.allowed
    if (r.tied_upright | r.tied_sideways) >> cell & 1:
        targets &= FILE_A << (cell & 7) if r.tied_upright >> cell & 1 else RANK_1 << (cell & 56)
    return targets


cdef inline int fan_out(Fan* at, u64 targets, int slope, int base) noexcept nogil:
    at.targets = targets
    at.slope = slope
    at.base = base
    return popcount(targets)


cdef inline int spread(State* s, Fan* at, bint double_step) noexcept nogil:
    """All moves in the order of the list, as fans; gives their number, the count left aside."""
    cdef Reach r
    cdef int cell, moves
    reach_of(s, &r, double_step)
    moves = (fan_out(at, r.ahead, 65, -8)
             + fan_out(at + 1, r.ahead_east, 65, -9) + fan_out(at + 2, r.ahead_west, 65, -7)
             + fan_out(at + 3, r.back_east, 65, 7) + fan_out(at + 4, r.back_west, 65, 9)
             + fan_out(at + 5, r.khun, 64, lowest(s.kinds[KHUN] & s.own)))
    at += 6
    while r.ma:
        cell = lowest(r.ma)
        moves += fan_out(at, MA_LEAPS[cell] & r.allowed, 64, cell)
        at += 1
        r.ma &= r.ma - 1
    while r.rua:
        cell = lowest(r.rua)
        moves += fan_out(at, rua_targets(&r, cell), 64, cell)
        at += 1
        r.rua &= r.rua - 1
    if double_step:
        moves += fan_out(at, r.ahead_twice, 65, -16)
    return moves


cdef inline Move nth_move(Fan* at, int n) noexcept nogil:
    """The n-th of the moves spread out, from 0; there must be more than n."""
    cdef int here = popcount(at.targets)
    while n >= here:
        n -= here
        at += 1
        here = popcount(at.targets)
    return at.base + at.slope * nth_set(at.targets, n)


# -- the count ------------------------------------------------------------------------------------------------

cdef int row_moves(State* s, u64 side) noexcept nogil:
    """The moves that the table grants to a side's men; 0 when no row fits."""
    cdef int rua = popcount(s.kinds[RUA] & side), khon = popcount(s.kinds[KHON] & side), ma = popcount(s.kinds[MA] & side)
    if rua:
        return 8 if rua >= 2 else 16
    if khon >= 2:
        return 22
    if ma >= 2:
        return 32
    if khon:
        return 44
    return 64 if ma or s.kinds[MET] & side else 0


cdef void begin_sheet_count(State* s) noexcept nogil:
    """The sheet's count begins once exactly one Khun is bare and a row fits."""
    cdef u64 stronger = s.own if several(s.own) else s.enemy
    cdef int moves
    if several(s.own) == several(s.enemy):
        return
    moves = row_moves(s, stronger)
    if moves:
        moves -= popcount(stronger) - 1
        s.limit = 2 * moves if moves > 0 else 0


cdef void begin_thai_count(State* s, bint taken, bint bia_taken) noexcept nogil:
    """The federation's count, on the board that a move has left without a Bia: the mover is now the enemy."""
    cdef int ours = popcount(s.enemy), theirs = popcount(s.own)
    if ours > 1 and (s.limit == NO_LIMIT or taken and theirs == 1):
        if theirs > 1:
            s.limit = 2 * BOARD_HONOUR
            s.counted = 0
        else:
            s.limit = 2 * row_moves(s, s.enemy)
            s.counted = 2 * (ours + theirs)
    elif s.limit == NO_LIMIT and ours == 1 and theirs > 1 and bia_taken:
        s.limit = 2 * row_moves(s, s.own)
        s.counted = 2 * (ours + theirs) - 1


cdef inline void count_on(State* s, int rule, bint taken, bint bia_moved, bint bia_taken, bint promoted) noexcept nogil:
    """The count after a move: the board is already the next player's, limit and number still those before it."""
    if rule == SHEET:
        if s.limit != NO_LIMIT:
            s.counted += 1
        elif taken or promoted:
            begin_sheet_count(s)
    elif rule == THAI:
        s.counted = 0 if s.limit == NO_LIMIT and (taken or bia_moved) else s.counted + 1
        if not s.kinds[BIA]:
            begin_thai_count(s, taken, bia_taken)


cdef inline bint is_drawn(State* s, int rule) noexcept nogil:
    """Two bare Khun, or a count run out: unless the side to move is mated."""
    cdef int plies = s.limit - s.counted
    if s.kinds[KHUN] == s.own | s.enemy:
        return True
    if rule == THAI:
        return plies < 0
    return plies < (1 if several(s.own) else 2)  # none left to the side that has men


# -- moves ------------------------------------------------------------------------------------------------------

cdef inline void play(State* before, State* after, Move move, int rule) noexcept nogil:
    """The state after a move, seen by the other side; both may be the same place."""
    cdef int origin = move & 63, to = move >> 6 & 63, kind
    cdef u64 target = <u64> 1 << to, left = ~(<u64> 1 << origin | target), own = before.own & left | target
    cdef u64 taken = before.enemy & target, bia_taken = before.kinds[BIA] & target
    cdef u64 bia_moved = before.kinds[BIA] >> origin & 1, promotes = bia_moved << to & RANK_6
    for kind in range(KINDS):
        after.kinds[kind] = mirrored(before.kinds[kind] & left | (before.kinds[kind] >> origin & 1) << to)
    promotes = mirrored(promotes)
    after.kinds[BIA] ^= promotes
    after.kinds[MET] |= promotes
    after.own = mirrored(before.enemy & left)
    after.enemy = mirrored(own)
    after.number = before.number + before.side
    after.side = before.side ^ 1
    after.limit = before.limit
    after.counted = before.counted
    count_on(after, rule, taken != 0, bia_moved != 0, bia_taken != 0, promotes != 0)


cdef class MakrukKernel(Kernel):

    cdef Py_ssize_t measure(self):
        return sizeof(State)

    cdef void prepare(self):
        self.rule = {"none": NONE, "sheet": SHEET, "thai": THAI}[self.game.options["count"]]
        self.double_step = self.game.options["double_step"] == "on"

    cdef void read_state(self, str text):
        cdef State* s = <State*> self.top
        cdef u64 colours[2]
        cdef int cell
        cdef u64 at
        board, side, _, limit, counted, number = text.split()
        colours[0] = colours[1] = 0
        for cell, code in self.standing(board):
            at = <u64> 1 << cell
            colours[code.islower()] |= at
            s.kinds[LETTERS.index(code.upper())] |= at
        s.side = "wb".index(side)
        s.own, s.enemy = colours[s.side], colours[1 - s.side]
        if s.side:
            self.mirror(s)
        s.limit = NO_LIMIT if limit == "-" else int(limit)
        s.counted, s.number = int(counted), int(number)

    cdef void mirror(self, State* s):
        """The same men as the other player sees the board."""
        cdef int kind
        for kind in range(KINDS):
            s.kinds[kind] = mirrored(s.kinds[kind])
        s.own, s.enemy = mirrored(s.own), mirrored(s.enemy)

    cdef str write_state(self):
        cdef State s = (<State*> self.top)[0]
        cdef u64 white, at
        cdef int cell, kind
        if s.side:
            self.mirror(&s)
        white = s.enemy if s.side else s.own
        codes = [""] * 64
        for cell in range(64):
            at = <u64> 1 << cell
            if (s.own | s.enemy) & at:
                letter = "".join([LETTERS[kind] for kind in range(KINDS) if s.kinds[kind] & at])
                codes[cell] = letter if white & at else letter.lower()
        limit = "-" if s.limit == NO_LIMIT else s.limit
        return f"{self.board_text(codes)} {'wb'[s.side]} - {limit} {s.counted} {s.number}"

    cdef bint in_check(self) noexcept nogil:
        cdef State* s = <State*> self.top
        return (attacked(s) & s.kinds[KHUN] & s.own) != 0

    cdef bint drawn(self) noexcept nogil:
        return is_drawn(<State*> self.top, self.rule)

    cdef void generate(self, Moves* out) noexcept nogil:
        """At most 16 men with 14 moves each: 224, and the lists have room for more than twice that.

        Fans first and then a list of them would read shorter, and take a sixth longer.
        """
        cdef State* s = <State*> self.top
        cdef Move* end = out.items
        cdef Reach r
        cdef int cell
        out.count = 0
        if is_drawn(s, self.rule):
            return
        reach_of(s, &r, self.double_step)
        end = list_steps(end, r.ahead, 8)
        end = list_steps(end, r.ahead_east, 9)
        end = list_steps(end, r.ahead_west, 7)
        end = list_steps(end, r.back_east, -7)
        end = list_steps(end, r.back_west, -9)
        end = list_from(end, lowest(s.kinds[KHUN] & s.own), r.khun)
        while r.ma:
            cell = lowest(r.ma)
            end = list_from(end, cell, MA_LEAPS[cell] & r.allowed)
            r.ma &= r.ma - 1
        while r.rua:
            cell = lowest(r.rua)
            end = list_from(end, cell, rua_targets(&r, cell))
            r.rua &= r.rua - 1
        end = list_steps(end, r.ahead_twice, 16)
        out.count = <int> (end - out.items)

    cdef u64 count(self, Moves* scratch) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef Fan fans[MOST_FANS]
        return 0 if is_drawn(s, self.rule) else spread(s, fans, self.double_step)

    cdef void make(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        self.top = <char*> (s + 1)
        play(s, s + 1, move, self.rule)

    cdef void advance(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        play(s, s, move, self.rule)

    cdef int play_out(self, u64* random, int longest, Moves* list, u8* ranks) noexcept nogil:
        """The games that the base class would play, but a move is drawn from the fans: lists would cost half the time."""
        cdef State s = (<State*> self.top)[0]
        cdef Fan fans[MOST_FANS]
        cdef u64 stream = random[0]
        cdef int plies = 0, moves
        while plies < longest and not is_drawn(&s, self.rule):
            moves = spread(&s, fans, self.double_step)
            if not moves:
                break
            play(&s, &s, nth_move(fans, below(&stream, moves)), self.rule)
            plies += 1
        (<State*> self.top)[0], random[0] = s, stream
        if not self.over(ranks):
            ranks[0] = 0
        return plies

    cdef bint over(self, u8* ranks) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef Fan fans[MOST_FANS]
        if spread(s, fans, self.double_step):
            if not is_drawn(s, self.rule):
                return False
            ranks[0] = ranks[1] = 1
        else:  # mate comes before any count
            ranks[s.side] = 2 if self.in_check() else 1
            ranks[1 - s.side] = 1
        return True

    cdef int actor(self) noexcept nogil:
        return (<State*> self.top).side

    cdef u64 key(self) noexcept nogil:
        """Three boards tell the kinds apart, and one the owners; the count is no part of a position's identity."""
        cdef State* s = <State*> self.top
        cdef u64 first = s.kinds[BIA] | s.kinds[KHON] | s.kinds[RUA]
        cdef u64 second = s.kinds[MET] | s.kinds[KHON] | s.kinds[KHUN]
        cdef u64 third = s.kinds[MA] | s.kinds[RUA] | s.kinds[KHUN]
        return folded(folded(first, second) ^ s.side, folded(third, s.own))

    cdef str text(self, Move move):
        """A move is written as White sees it, and meant as the side to move does."""
        return <str> TEXTS[<int> move ^ (MIRROR if (<State*> self.top).side else 0)]


KERNELS = {"makruk": MakrukKernel}
