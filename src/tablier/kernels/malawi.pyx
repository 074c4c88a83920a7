# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Malawi on bitboards, where the rings of all pawns are one number written in four planes.

A rank is seven bits, six cells and a guard that is never free, so a line that leaves the board runs into a guard or off
the word: bit 0 is a1, bit 5 is f1, bit 7 is a2, bit 40 is f6. All pawns of a side look along a line at once.
"""

from itertools import combinations

from tablier.kernels.bits cimport below, lowest, mixed, popcount, u8, u64
from tablier.kernels.kernel cimport Kernel, Move, Moves

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
        for at, code in self.standing(board):
            cell = PITCH * (at // WIDTH) + at % WIDTH
            pawns["wb".index(code[0])] |= <u64> 1 << cell
            rings = int(code[1:])
            for plane in range(4):
                s.rings[plane] |= <u64> (rings >> plane & 1) << cell
        s.side = "wb".index(side)
        s.own, s.enemy = pawns[s.side], pawns[1 - s.side]

    cdef str write_state(self):
        cdef State* s = <State*> self.top
        cdef u64 white = s.enemy if s.side else s.own
        cdef int at, cell
        codes = [""] * (WIDTH * WIDTH)
        for at in range(WIDTH * WIDTH):
            cell = PITCH * (at // WIDTH) + at % WIDTH
            if (s.own | s.enemy) >> cell & 1:
                codes[at] = f"{'w' if white >> cell & 1 else 'b'}{rings_at(s, cell)}"
        return f"{self.board_text(codes)} {'wb'[s.side]}"

    # -- what can be done --------------------------------------------------------------------------

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
        if not survey(s, self.diagonal, &v):
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
        return v.count if survey(<State*> self.top, self.diagonal, &v) else 0

    cdef int play_out(self, u64* random, int longest, Moves* list, u8* ranks) noexcept nogil:
        # The same games as the base class plays, at twice the speed because only the chosen move is written out.
        cdef State* s = <State*> self.top
        cdef Survey v
        cdef int plies = 0
        while plies < longest and survey(s, self.diagonal, &v):
            self.advance(numbered(s, &v, below(random, v.count)))
            plies += 1
        if not self.over(ranks):
            ranks[0] = 0
        return plies

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

    cdef bint over(self, u8* ranks) noexcept nogil:
        cdef int winner = winner_of(<State*> self.top, self.diagonal)
        if winner == NO_SEAT:
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


cdef inline int winner_of(const State* s, u64 diagonal) noexcept nogil:
    """The seat that has won, or NO_SEAT. A side without rings has lost; then the side that has just acted comes first."""
    cdef u64 with_rings = laden(s), own = s.own & with_rings, enemy = s.enemy & with_rings
    cdef u64 arrived = enemy & far_rank(1 - s.side)
    if not own:
        return 1 - s.side
    if not enemy:
        return s.side
    if arrived and not all_strikable(s, arrived, diagonal):
        return 1 - s.side
    if own & far_rank(s.side):
        return s.side
    return NO_SEAT


cdef bint all_strikable(const State* s, u64 targets, u64 diagonal) noexcept nogil:
    """Whether the side to act could strike each of these pawns."""
    while targets:
        if not lines_to(s, targets & -targets, diagonal):
            return False
        targets &= targets - 1
    return True


cdef inline bint survey(const State* s, u64 diagonal, Survey* v) noexcept nogil:
    """All that the side to act can do, before it is written out; False when the game is over."""
    cdef int pawn
    if winner_of(s, diagonal) != NO_SEAT:
        return False
    v.lines = lines_to(s, BOARD & ~(s.own | s.enemy) | s.enemy & laden(s), diagonal)
    v.rings = rings_in_order(s)
    v.count = v.line_count = popcount(v.lines)
    for pawn in range(PAWNS):
        v.count += WAYS[rings_of(v, pawn)]
    return True


cdef inline u64 lines_to(const State* s, u64 ends, u64 diagonal) noexcept nogil:
    """Which pawns of the side to act reach a cell of `ends`, in which direction."""
    cdef u64 carrying[FARTHEST + 1]
    sort_by_rings(s, s.own, carrying)
    return find_lines(BOARD & ~(s.own | s.enemy), ends, carrying, s.own, diagonal)


cdef inline Move numbered(const State* s, const Survey* v, int number) noexcept nogil:
    """The move with this number in the order of generate()."""
    cdef int line, pawn = 0
    if number < v.line_count:
        line = nth(v.lines, number)
        return along(s, v, nth(s.own, line & 7), line)
    number -= v.line_count
    while number >= WAYS[rings_of(v, pawn)]:
        number -= WAYS[rings_of(v, pawn)]
        pawn += 1
    return giving(nth(s.own, pawn), scatter(RECEIVERS[pawn][rings_of(v, pawn)][number], s.own))


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
