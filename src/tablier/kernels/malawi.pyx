# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Malawi on bitboards, where the rings of all pawns are one number written in four planes.

A rank is seven bits, six cells and a guard that is never free, so a line that leaves the board runs into a guard or off
the word: bit 0 is a1, bit 5 is f1, bit 7 is a2, bit 40 is f6. All pawns of a side look along a line at once.
"""

from itertools import combinations

from tablier.kernels.bits cimport lowest, mixed, popcount, u8, u64
from tablier.kernels.bits cimport below
from tablier.kernels.kernel cimport Kernel, Move, Moves

cdef extern from *:
    """
    #include <string.h>

    #define MALAWI_RANK 0x3FULL
    #define MALAWI_BOARD (MALAWI_RANK * 0x0000000810204081ULL)

    /* Four directions at once: east, north, north-west, north-east; the other four are the same shifts to the left. */
    typedef tablier_u64 malawi_four __attribute__((vector_size(32)));

    /* The pawns that can act along each direction, each at the distance of its rings: nothing between, and a cell of
       `ends` there. carrying[r] are the pawns with r rings; `diagonal` is 0 to keep to four directions, else ~0. */
    static inline void malawi_lines(tablier_u64 empty, tablier_u64 ends, const tablier_u64 *carrying,
                                    tablier_u64 diagonal, tablier_u64 *lines) {
        const malawi_four allowed = {~0ULL, ~0ULL, diagonal, diagonal}, step = {1, 7, 6, 8};
        const malawi_four free_cells = {empty, empty, empty, empty}, end_cells = {ends, ends, ends, ends};
        malawi_four ahead = {0, 0, 0, 0}, behind = ahead, clear_ahead = allowed, clear_behind = allowed, away = step;
        for (int rings = 1; rings <= 5; rings++, away += step) {
            ahead |= carrying[rings] & clear_ahead & (end_cells >> away);
            behind |= carrying[rings] & clear_behind & (end_cells << away);
            clear_ahead &= free_cells >> away;
            clear_behind &= free_cells << away;
        }
        memcpy(lines, &ahead, sizeof ahead);
        memcpy(lines + 4, &behind, sizeof behind);
    }
    """
    const u64 RANK "MALAWI_RANK"
    const u64 BOARD "MALAWI_BOARD"
    void find_lines "malawi_lines"(u64 empty, u64 ends, const u64* carrying, u64 diagonal, u64* lines) noexcept nogil

cdef enum:
    WIDTH = 6
    PITCH = 7       # bits from a cell to the one above it
    PAWNS = 6
    FARTHEST = 5    # cells along a line of the board, and pawns that can receive
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
    u64 carrying[FARTHEST + 1]  # pawns that have 1, 2, 3, 4 and exactly 5 rings
    u64 givers[FARTHEST + 1]    # the same, but with 5 or more: who gives to so many others
    u64 lines[DIRECTIONS]       # pawns that can move or strike in each direction
    int line_count
    int count                   # of all actions

cdef int[DIRECTIONS] STEP = [1, PITCH, PITCH - 1, PITCH + 1, -1, -PITCH, 1 - PITCH, -1 - PITCH]
cdef int[FARTHEST + 1] WAYS = [0, 5, 10, 10, 5, 1]
"""How many sets of receivers a pawn can choose, by the number of rings that it gives."""

cdef u8[PAWNS][FARTHEST + 1][10] RECEIVERS
"""These sets for each giver: six bits, one for each pawn of the player in the order of the board."""

cdef int _giver, _given, _way
for _giver in range(PAWNS):
    for _given in range(1, FARTHEST + 1):
        for _way, _chosen in enumerate(combinations([i for i in range(PAWNS) if i != _giver], _given)):
            RECEIVERS[_giver][_given][_way] = sum(1 << i for i in _chosen)

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
                    parts.append(f"{'w' if white >> cell & 1 else 'b'}{rings_at(s, cell)}")
                    empty = 0
                else:
                    empty += 1
            rows.append(",".join(parts + ([str(empty)] if empty else [])))
        return f"{'/'.join(rows)} {'wb'[s.side]}"

    # -- what can be done --------------------------------------------------------------------------

    cdef inline bint survey(self, Survey* v) noexcept nogil:
        """All that the side to act can do, before it is written out; False when the game is over."""
        cdef State* s = <State*> self.top
        cdef int i
        if self.winner() != NOBODY:
            return False
        weigh(s, v)
        find_lines(BOARD & ~(s.own | s.enemy), BOARD & ~(s.own | s.enemy) | s.enemy & laden(s), v.carrying, self.diagonal, v.lines)
        v.line_count = 0
        for i in range(DIRECTIONS):
            v.line_count += popcount(v.lines[i])
        v.count = v.line_count
        for i in range(1, FARTHEST + 1):
            v.count += WAYS[i] * popcount(v.givers[i])
        return True

    cdef void generate(self, Moves* out) noexcept nogil:
        # At most 8 lines and 10 sets of receivers for each of six pawns: 108 moves.
        cdef State* s = <State*> self.top
        cdef Survey v
        cdef u64 pawns
        cdef u64 groups[1 << PAWNS]
        cdef Move* end = out.items
        cdef int i, way, origin, giver
        out.count = 0
        if not self.survey(&v):
            return
        for i in range(DIRECTIONS):
            pawns = v.lines[i]
            while pawns:
                end[0] = along(s, lowest(pawns), i)
                end += 1
                pawns &= pawns - 1
        list_groups(s.own, groups)
        for i in range(1, FARTHEST + 1):
            pawns = v.givers[i]
            while pawns:
                origin = lowest(pawns)
                pawns &= pawns - 1
                giver = place(s.own, origin)
                for way in range(WAYS[i]):
                    end[way] = origin | GIVE << KIND | groups[RECEIVERS[giver][i][way]] << CELLS
                end += WAYS[i]
        out.count = <int> (end - out.items)

    cdef u64 count(self, Moves* scratch) noexcept nogil:
        cdef Survey v
        return v.count if self.survey(&v) else 0

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
        """The seat that has won, or NOBODY; who has just acted comes first."""
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
        cdef State* s = <State*> self.top
        cdef Survey v
        cdef u64 strikers
        cdef int i
        weigh(s, &v)
        while targets:
            find_lines(BOARD & ~(s.own | s.enemy), targets & -targets, v.carrying, self.diagonal, v.lines)
            strikers = 0
            for i in range(DIRECTIONS):
                strikers |= v.lines[i]
            if not strikers:
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
        # Boards fill 41 bits: the bits above tell one board from another, so that each is mixed in its own way.
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


cdef inline void weigh(const State* s, Survey* v) noexcept nogil:
    """Sort the pawns of the side to act by their rings."""
    cdef u64 one = s.rings[0], two = s.rings[1], four = s.rings[2], light = s.own & ~s.rings[3]
    v.carrying[1] = light & one & ~two & ~four
    v.carrying[2] = light & two & ~one & ~four
    v.carrying[3] = light & one & two & ~four
    v.carrying[4] = light & four & ~one & ~two
    v.carrying[5] = light & four & one & ~two
    v.givers[1], v.givers[2], v.givers[3], v.givers[4] = v.carrying[1], v.carrying[2], v.carrying[3], v.carrying[4]
    v.givers[5] = s.own & (s.rings[3] | four & (one | two))


cdef inline Move along(const State* s, int origin, int direction) noexcept nogil:
    """The move or strike of a pawn in a direction where it has one."""
    cdef u64 there = <u64> 1 << (origin + STEP[direction] * rings_at(s, origin))
    return origin | (STRIKE if s.enemy & there else GO) << KIND | there << CELLS


cdef inline int place(u64 own, int cell) noexcept nogil:
    """Which of the player's pawns this is, in the order of the board."""
    return popcount(own & ((<u64> 1 << cell) - 1))


cdef inline void list_groups(u64 own, u64* groups) noexcept nogil:
    """The cells of every set of the player's pawns, by the six bits that tell who belongs to it."""
    cdef int pawn, group
    groups[0] = 0
    for pawn in range(PAWNS):
        for group in range(1 << pawn):
            groups[group | 1 << pawn] = groups[group] | own & -own
        own &= own - 1


KERNELS = {"malawi": MalawiKernel}
