# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Malawi on bitboards, where the rings of all pawns are one number written in four planes.

A rank is seven bits, six cells and a guard that is never free, so a line that leaves the board runs into a guard or off
the word: bit 0 is a1, bit 5 is f1, bit 7 is a2, bit 40 is f6. All pawns of a side look along a line at once.
"""

from itertools import combinations

from tablier.kernels.bits cimport below, lowest, mixed, popcount, u8, u64
from tablier.kernels.kernel cimport Kernel, Move, Moves

cdef extern from *:
    """
    #ifdef __BMI2__
    #include <immintrin.h>
    #endif

    #define MALAWI_RANK 0x3FULL
    #define MALAWI_EACH_PAWN 0x010101010101ULL
    #define MALAWI_BOARD (MALAWI_RANK * 0x0000000810204081ULL)

    /* The bits of `board` that lie on `cells`, side by side. */
    static inline tablier_u64 malawi_gather(tablier_u64 board, tablier_u64 cells) {
    #ifdef __BMI2__
        return _pext_u64(board, cells);
    #else
        tablier_u64 gathered = 0;
        for (int i = 0; cells; cells &= cells - 1, i++) gathered |= (board >> lowest(cells) & 1) << i;
        return gathered;
    #endif
    }
    /* The reverse: the lowest bits of `few`, one on each of the cells. */
    static inline tablier_u64 malawi_scatter(tablier_u64 few, tablier_u64 cells) {
    #ifdef __BMI2__
        return _pdep_u64(few, cells);
    #else
        tablier_u64 scattered = 0;
        for (; cells; cells &= cells - 1, few >>= 1) scattered |= cells & -cells & -(few & 1);
        return scattered;
    #endif
    }
    /* Where the n-th bit is, counted from 0. */
    static inline int malawi_nth(tablier_u64 board, int n) { return lowest(malawi_scatter(1ULL << n, board)); }

    /* Four directions at once: east, north, north-west, north-east; the other four are the same shifts to the left. */
    typedef tablier_u64 malawi_four __attribute__((vector_size(32)));

    /* Which pawns can act along a line, each at the distance of its rings: nothing between, and a cell of `ends` there.
       carrying[r] are the pawns with r rings; `diagonal` is 0 to keep to four directions, else ~0. The answer has a byte
       for each direction and in it a bit for each pawn of `own`. */
    static inline tablier_u64 malawi_lines(tablier_u64 empty, tablier_u64 ends, const tablier_u64 *carrying,
                                           tablier_u64 own, tablier_u64 diagonal) {
        const malawi_four allowed = {~0ULL, ~0ULL, diagonal, diagonal}, step = {1, 7, 6, 8};
        const malawi_four free_cells = {empty, empty, empty, empty}, end_cells = {ends, ends, ends, ends};
        malawi_four ahead = {0, 0, 0, 0}, behind = ahead, clear_ahead = allowed, clear_behind = allowed, away = step;
        tablier_u64 lines = 0;
        for (int rings = 1; rings <= 5; rings++, away += step) {
            ahead |= carrying[rings] & clear_ahead & (end_cells >> away);
            behind |= carrying[rings] & clear_behind & (end_cells << away);
            clear_ahead &= free_cells >> away;
            clear_behind &= free_cells << away;
        }
        for (int i = 0; i < 4; i++)
            lines |= malawi_gather(ahead[i], own) << 8 * i | malawi_gather(behind[i], own) << 8 * (i + 4);
        return lines;
    }
    """
    const u64 RANK "MALAWI_RANK"
    const u64 BOARD "MALAWI_BOARD"
    const u64 EACH_PAWN "MALAWI_EACH_PAWN"
    u64 gather "malawi_gather"(u64 board, u64 cells) noexcept nogil
    u64 scatter "malawi_scatter"(u64 few, u64 cells) noexcept nogil
    int nth "malawi_nth"(u64 board, int n) noexcept nogil
    u64 find_lines "malawi_lines"(u64 empty, u64 ends, const u64* carrying, u64 own, u64 diagonal) noexcept nogil

cdef enum:
    WIDTH = 6
    PITCH = 7       # bits from a cell to the one above it
    PAWNS = 6
    FARTHEST = 5    # cells along a line of the board, and pawns that can receive
    MOST_RINGS = 12
    MOST_WAYS = 10
    DIRECTIONS = 8
    NOBODY = 2      # where a seat is asked for

    # A move is its origin, its kind, and a bit for each cell that it goes to, strikes at or gives to. The word depends on
    # nothing but the move, so a word remembered from elsewhere means the same here.
    KIND = 6
    CELLS = 8
    GO = 0
    STRIKE = 1
    GIVE = 2

cdef struct State:
    u64 own        # pawns of the side to act
    u64 enemy
    u64 rings[4]   # the pawns whose number of rings has this binary digit, both sides together
    u8 side

cdef struct Survey:
    u64 lines      # which pawn can move or strike in which direction
    u64 rings      # a byte for each pawn of the side to act, in the order of the board
    int line_count
    int count      # of all actions

cdef int[DIRECTIONS] STEP = [1, PITCH, PITCH - 1, PITCH + 1, -1, -PITCH, 1 - PITCH, -1 - PITCH]

cdef int[MOST_RINGS + 1] WAYS
"""How many sets of receivers a pawn can choose, by its rings."""

cdef u8[PAWNS][MOST_RINGS + 1][MOST_WAYS] RECEIVERS
"""These sets by giver: six bits, one for each pawn of the player in the order of the board."""

cdef int _giver, _rings, _way
for _giver in range(PAWNS):
    for _rings in range(1, MOST_RINGS + 1):
        _sets = list(combinations([1 << i for i in range(PAWNS) if i != _giver], min(_rings, FARTHEST)))
        WAYS[_rings] = len(_sets)
        for _way in range(len(_sets)):
            RECEIVERS[_giver][_rings][_way] = sum(_sets[_way])

cdef dict NAMES = {PITCH * y + x: f"{'abcdef'[x]}{y + 1}" for y in range(WIDTH) for x in range(WIDTH)}


cdef class MalawiKernel(Kernel):
    cdef u64 diagonal  # a mask: what lies on diagonals counts, or not

    cdef Py_ssize_t measure(self):
        return sizeof(State)

    cdef void prepare(self):
        self.diagonal = 0 if self.game.options["directions"] == "4" else ~<u64> 0

    cdef void read_state(self, str text):
        cdef State* s = <State*> self.top
        cdef u64 pawns[2]
        cdef int cell, plane, rings
        board, side = text.split()
        pawns[0] = pawns[1] = 0
        for y, row in enumerate(reversed(board.split("/"))):
            cell = PITCH * y
            for code in row.split(","):
                if code[0] in "wb":
                    pawns["wb".index(code[0])] |= <u64> 1 << cell
                    rings = int(code[1:])
                    for plane in range(4):
                        s.rings[plane] |= <u64> (rings >> plane & 1) << cell
                    cell += 1
                else:
                    cell += int(code)
        s.side = "wb".index(side)
        s.own, s.enemy = pawns[s.side], pawns[1 - s.side]

    cdef str write_state(self):
        cdef State* s = <State*> self.top
        cdef u64 white = s.enemy if s.side else s.own
        cdef int x, y, cell
        rows = []
        for y in range(WIDTH - 1, -1, -1):
            parts, empty = [], 0
            for x in range(WIDTH):
                cell = PITCH * y + x
                if (s.own | s.enemy) >> cell & 1:
                    parts += [str(empty)] if empty else []
                    parts.append(("w" if white >> cell & 1 else "b") + str(rings_at(s, cell)))
                    empty = 0
                else:
                    empty += 1
            rows.append(",".join(parts + ([str(empty)] if empty else [])))
        return f"{'/'.join(rows)} {'wb'[s.side]}"

    # -- what can be done --------------------------------------------------------------------------

    cdef inline bint survey(self, Survey* v) noexcept nogil:
        """All that the side to act can do, before it is written out; False when the game is over."""
        cdef State* s = <State*> self.top
        cdef u64 empty = BOARD & ~(s.own | s.enemy)
        cdef int pawn
        if self.winner() != NOBODY:
            return False
        v.lines = self.lines_to(empty | s.enemy & laden(s))
        v.rings = rings_in_order(s)
        v.count = v.line_count = popcount(v.lines)
        for pawn in range(PAWNS):
            v.count += WAYS[rings_of(v, pawn)]
        return True

    cdef inline u64 lines_to(self, u64 ends) noexcept nogil:
        """Which pawns of the side to act reach a cell of `ends`, in which direction."""
        cdef State* s = <State*> self.top
        cdef u64 one = s.rings[0], two = s.rings[1], four = s.rings[2], light = s.own & ~s.rings[3]
        cdef u64 carrying[FARTHEST + 1]
        carrying[1] = light & one & ~two & ~four
        carrying[2] = light & two & ~one & ~four
        carrying[3] = light & one & two & ~four
        carrying[4] = light & four & ~one & ~two
        carrying[5] = light & four & one & ~two
        return find_lines(BOARD & ~(s.own | s.enemy), ends, carrying, s.own, self.diagonal)

    cdef void generate(self, Moves* out) noexcept nogil:
        # At most 8 lines and 10 sets of receivers for each of six pawns: 108 moves, and 10 more places are written to.
        cdef State* s = <State*> self.top
        cdef Survey v
        cdef u64 lines, pawns = s.own
        cdef u64 groups[1 << PAWNS]
        cdef int cells[PAWNS]
        cdef Move* end = out.items
        cdef int pawn, line, way, rings
        out.count = 0
        if not self.survey(&v):
            return
        for pawn in range(PAWNS):
            cells[pawn] = lowest(pawns)
            pawns &= pawns - 1
        lines = v.lines
        while lines:
            line = lowest(lines)
            lines &= lines - 1
            end[0] = along(s, &v, cells[line & 7], line)
            end += 1
        list_groups(cells, groups)
        for pawn in range(PAWNS):
            rings = rings_of(&v, pawn)
            # Always as many as there can be: the next pawn writes over what is too much, and no branch is guessed wrong.
            for way in range(MOST_WAYS):
                end[way] = giving(cells[pawn], groups[RECEIVERS[pawn][rings][way]])
            end += WAYS[rings]
        out.count = <int> (end - out.items)

    cdef u64 count(self, Moves* scratch) noexcept nogil:
        cdef Survey v
        return v.count if self.survey(&v) else 0

    cdef int play_out(self, u64* random, int longest, Moves* list, u8* ranks) noexcept nogil:
        # The same games as the base class plays, at twice the speed because only the chosen move is written out.
        cdef Survey v
        cdef int plies = 0
        while plies < longest and self.survey(&v):
            self.advance(self.numbered(&v, below(random, v.count)))
            plies += 1
        if not self.over(ranks):
            ranks[0] = 0
        return plies

    cdef inline Move numbered(self, const Survey* v, int number) noexcept nogil:
        """The move with this number in the order of generate()."""
        cdef State* s = <State*> self.top
        cdef int line, pawn = 0
        if number < v.line_count:
            line = nth(v.lines, number)
            return along(s, v, nth(s.own, line & 7), line)
        number -= v.line_count
        while number >= WAYS[rings_of(v, pawn)]:
            number -= WAYS[rings_of(v, pawn)]
            pawn += 1
        return giving(nth(s.own, pawn), scatter(RECEIVERS[pawn][rings_of(v, pawn)][number], s.own))

    # -- what comes of it --------------------------------------------------------------------------

    cdef void make(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        s[1] = s[0]
        self.top = <char*> (s + 1)
        self.advance(move)

    cdef void advance(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef int origin = move & 63, kind = move >> KIND & 3, plane
        cdef u64 at = <u64> 1 << origin, cells = move >> CELLS, own = s.own, carry
        if kind == GIVE:
            for plane in range(4):
                s.rings[plane] &= ~at
            for plane in range(4):
                carry = s.rings[plane] & cells
                s.rings[plane] ^= cells
                cells = carry
        elif kind == GO:
            own ^= at | cells
            for plane in range(4):
                s.rings[plane] ^= (at | cells) & -(s.rings[plane] >> origin & 1)
        else:
            for plane in range(4):
                s.rings[plane] &= ~cells
        s.own = s.enemy
        s.enemy = own
        s.side ^= 1

    cdef inline int winner(self) noexcept nogil:
        """The seat that has won, or NOBODY. Without rings one has lost; then who has just acted comes first."""
        cdef State* s = <State*> self.top
        cdef u64 with_rings = laden(s), own = s.own & with_rings, enemy = s.enemy & with_rings
        cdef u64 arrived = enemy & far_rank(1 - s.side)
        if not own:
            return 1 - s.side
        if not enemy:
            return s.side
        if arrived and not self.all_strikable(arrived):
            return 1 - s.side
        if own & far_rank(s.side):
            return s.side
        return NOBODY

    cdef bint all_strikable(self, u64 targets) noexcept nogil:
        """Whether the side to act could strike each of these pawns."""
        while targets:
            if not self.lines_to(targets & -targets):
                return False
            targets &= targets - 1
        return True

    cdef bint over(self, u8* ranks) noexcept nogil:
        cdef int winner = self.winner()
        if winner == NOBODY:
            return False
        ranks[winner] = 1
        ranks[1 - winner] = 2
        return True

    # -- the faces ---------------------------------------------------------------------------------

    cdef int actor(self) noexcept nogil:
        return (<State*> self.top).side

    cdef u64 key(self) noexcept nogil:
        # Made when asked for: a distribution changes up to six pawns, and counting and random games need no key.
        # Boards fill 41 bits; the bits above tell one board from another, so that each is mixed in its own way.
        cdef State* s = <State*> self.top
        cdef u64 key = mixed(s.own | <u64> s.side << 48) ^ mixed(s.enemy | <u64> 2 << 48)
        cdef int plane
        for plane in range(4):
            key ^= mixed(s.rings[plane] | <u64> (3 + plane) << 48)
        return key

    cdef str text(self, Move move):
        cdef u64 cells = move >> CELLS
        names = []
        while cells:
            names.append(NAMES[lowest(cells)])
            cells &= cells - 1
        return f"{NAMES[<int> (move & 63)]}{'-*>'[<int> (move >> KIND & 3)]}{''.join(names)}"


cdef inline u64 laden(const State* s) noexcept nogil:
    """The pawns of both sides that carry rings."""
    return s.rings[0] | s.rings[1] | s.rings[2] | s.rings[3]


cdef inline int rings_at(const State* s, int cell) noexcept nogil:
    return (s.rings[0] >> cell & 1) | (s.rings[1] >> cell & 1) << 1 | (s.rings[2] >> cell & 1) << 2 | (s.rings[3] >> cell & 1) << 3


cdef inline u64 far_rank(int seat) noexcept nogil:
    """The cells at the enemy's edge."""
    return RANK if seat else RANK << PITCH * (WIDTH - 1)


cdef inline u64 rings_in_order(const State* s) noexcept nogil:
    """The rings of each pawn of the side to act, a byte for each."""
    cdef u64 rings = 0
    cdef int plane
    for plane in range(4):
        rings |= scatter(gather(s.rings[plane], s.own), EACH_PAWN) << plane
    return rings


cdef inline int rings_of(const Survey* v, int pawn) noexcept nogil:
    return v.rings >> 8 * pawn & 15


cdef inline Move along(const State* s, const Survey* v, int origin, int line) noexcept nogil:
    """The move or strike of a pawn along a line that it has: the pawn's place in three bits, then the direction."""
    cdef u64 there = <u64> 1 << (origin + STEP[line >> 3] * rings_of(v, line & 7))
    return origin | (STRIKE if s.enemy & there else GO) << KIND | there << CELLS


cdef inline Move giving(int origin, u64 receivers) noexcept nogil:
    return origin | GIVE << KIND | receivers << CELLS


cdef inline void list_groups(const int* cells, u64* groups) noexcept nogil:
    """The cells of every set of the player's pawns, by the six bits that tell who belongs to it."""
    groups[0] = 0
    double_groups(groups, 1, <u64> 1 << cells[0])
    double_groups(groups, 2, <u64> 1 << cells[1])
    double_groups(groups, 4, <u64> 1 << cells[2])
    double_groups(groups, 8, <u64> 1 << cells[3])
    double_groups(groups, 16, <u64> 1 << cells[4])
    double_groups(groups, 32, <u64> 1 << cells[5])


cdef inline void double_groups(u64* groups, int size, u64 joining) noexcept nogil:
    cdef int i
    for i in range(size):
        groups[size + i] = groups[i] | joining


KERNELS = {"malawi": MalawiKernel}
