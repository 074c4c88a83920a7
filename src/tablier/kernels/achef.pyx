# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Achef on two boards of 25 bits. Bit 0 is a1, bit 4 is e1, bit 24 is e5.

All steps of a position stand in two 64-bit words, a bit for each: the upright ones (north, and south 32 bits higher) and
the sideways ones (east, and west 32 bits higher), each at the cell it starts from.
"""

from tablier.kernels.bits cimport lowest, mixed, popcount, u8, u32, u64
from tablier.kernels.kernel cimport Kernel, Move, Moves

cdef extern from *:
    """
    #define BOARD  0x1FFFFFFULL
    #define FILE_1 0x0108421ULL
    #define FILE_5 0x1084210ULL
    #define CENTRE 0x0001000ULL
    #define MIDDLE 0x00729C0ULL
    #define RIM    (BOARD & ~MIDDLE & ~CENTRE)

    /* A board in both halves of a word; and in each half, at each cell, what stands on the cell that the step leads to. */
    #define TWICE(b)    ((b) | (b) << 32)
    #define UPRIGHT(b)  ((b) >> 5 | (b) << 37)
    #define SIDEWAYS(b) (((b) & ~FILE_1) >> 1 | ((b) & ~FILE_5) << 33)

    #define STEPS_IN(ahead)  (TWICE(BOARD) & ahead(BOARD))
    #define CLIMBS_IN(ahead) ((TWICE(RIM) & ahead(MIDDLE)) | (TWICE(MIDDLE) & ahead(CENTRE)))

    /* Nobody steps onto an own pawn, nor up onto a pawn, nor up with the pawn that is grounded. */
    #define OPEN_IN(ahead, own, enemy, grounded) \\
        (STEPS_IN(ahead) & TWICE(own) & ~ahead(own) & ~(CLIMBS_IN(ahead) & (ahead(enemy) | TWICE(grounded))))

    static inline tablier_u64 open_upright(tablier_u64 own, tablier_u64 enemy, tablier_u64 grounded) {
        return OPEN_IN(UPRIGHT, own, enemy, grounded);
    }
    static inline tablier_u64 open_sideways(tablier_u64 own, tablier_u64 enemy, tablier_u64 grounded) {
        return OPEN_IN(SIDEWAYS, own, enemy, grounded);
    }
    /* All ones or nothing: a choice without a branch, where a branch would be a toss-up. */
    static inline tablier_u64 all_if(tablier_u64 b) { return -(tablier_u64)(b != 0); }
    """
    const u64 CENTRE
    const u64 MIDDLE
    const u64 RIM
    u64 open_upright(u64 own, u64 enemy, u64 grounded) noexcept nogil
    u64 open_sideways(u64 own, u64 enemy, u64 grounded) noexcept nogil
    u64 all_if(u64 b) noexcept nogil

cdef enum:
    CELLS = 25
    PAWNS_EACH = 8
    LOST_AT = 2
    SIDEWAYS_FROM = 64  # moves: a bit of the upright word, or of the sideways word from here,
    PLACED = 128        # or from here the cell that a pawn is placed on
    MOVES = 160
    NO_KO = 31          # no step has this number: there are only 25 cells

cdef struct Step:
    u32 origin
    u32 to
    u32 crossed          # what changes for the enemy when its pawn is met: it changes places, or is gone
    u32 grounds          # `to` for a step from the centre: a capture grounds the pawn
    u64 upright          # the bit of a step on the level, in the word it belongs to
    u64 sideways

cdef struct State:
    u32 own              # pawns of the side to move
    u32 enemy
    u32 grounded         # the pawn that may not climb on its owner's next turn, of either side
    u8 side
    u8 in_hand           # pawns that both have still to place
    u64 ko_upright       # the step that would undo the last one, a swap; it has the same number, as the
    u64 ko_sideways      # enemy now stands where the swap started

cdef Step STEPS[PLACED]
cdef int OFFSETS[4]
OFFSETS[:] = [5, -5, 1, -1]

cdef list NAMES = [f"{'abcde'[i % 5]}{i // 5 + 1}" for i in range(CELLS)]
cdef list TEXTS = [None] * MOVES


cdef int height(int cell) noexcept:
    return 3 if CENTRE >> cell & 1 else 2 if MIDDLE >> cell & 1 else 1


cdef void number_steps():
    """Fill the tables of what each step does and how it is written."""
    cdef int direction, cell, to, number
    cdef Step* step
    for direction in range(4):
        for cell in range(CELLS):
            number = direction << 5 | cell
            to = cell + OFFSETS[direction]
            if not (open_upright(1 << cell, 0, 0) >> number if number < SIDEWAYS_FROM else open_sideways(1 << cell, 0, 0) >> (number - SIDEWAYS_FROM)) & 1:
                continue
            step = &STEPS[number]
            step.origin, step.to = 1 << cell, 1 << to
            step.grounds = step.to if step.origin == CENTRE else 0
            step.crossed = step.to
            if height(to) == height(cell):
                step.crossed |= step.origin
                if number < SIDEWAYS_FROM:
                    step.upright = <u64> 1 << number
                else:
                    step.sideways = <u64> 1 << (number - SIDEWAYS_FROM)
            TEXTS[number] = f"{NAMES[cell]}-{NAMES[to]}"
    for cell in range(CELLS):
        TEXTS[PLACED + cell] = f"@{NAMES[cell]}"


number_steps()


cdef inline bint lost(State* s) noexcept nogil:
    """True when the side to move has lost its pawns; only it can have, as nobody loses any by moving."""
    return popcount(s.own) <= LOST_AT and not s.in_hand


cdef inline u64 upright_steps(State* s) noexcept nogil:
    return open_upright(s.own, s.enemy, s.grounded) & ~s.ko_upright


cdef inline u64 sideways_steps(State* s) noexcept nogil:
    return open_sideways(s.own, s.enemy, s.grounded) & ~s.ko_sideways


cdef inline u64 places(State* s) noexcept nogil:
    return RIM & ~(s.own | s.enemy)


cdef inline void place(State* s, int cell) noexcept nogil:
    cdef u32 own = s.own | <u32> 1 << cell
    s.own, s.enemy = s.enemy, own
    s.in_hand -= 1
    s.side ^= 1


cdef inline void walk(State* s, int number) noexcept nogil:
    cdef Step* step = &STEPS[number]
    cdef u32 own = s.own ^ step.origin ^ step.to
    cdef u32 met = s.enemy & step.to
    cdef u64 if_met = all_if(met)
    cdef u32 held = s.grounded & s.enemy  # a pawn of the mover's is free after this turn
    s.grounded = <u32> (held & ~met | step.origin & all_if(held & met))
    s.grounded = <u32> (step.grounds & if_met) if step.grounds & if_met else s.grounded
    s.ko_upright = step.upright & if_met
    s.ko_sideways = step.sideways & if_met
    s.own, s.enemy = s.enemy ^ <u32> (step.crossed & if_met), own
    s.side ^= 1


cdef inline void list_bits(Moves* out, u64 bits, int base) noexcept nogil:
    """A move for each bit. Eight pawns have 32 steps at most and the rim 16 cells: far below ROOMY."""
    cdef Move* end = out.items + out.count
    while bits:
        end[0] = base + lowest(bits)
        end += 1
        bits &= bits - 1
    out.count = <int> (end - out.items)


cdef class AchefKernel(Kernel):
    cdef Py_ssize_t measure(self):
        return sizeof(State)

    cdef void read_state(self, str text):
        cdef State* s = <State*> self.top
        board, side, hands, grounded, ko = text.split()
        cdef u32 pawns[2]
        cdef int cell, one, other, number
        pawns[0] = pawns[1] = 0
        for y, row in enumerate(reversed(board.split("/"))):
            cell = 5 * y
            for letter in row:
                if letter in "bw":
                    pawns["bw".index(letter)] |= <u32> 1 << cell
                    cell += 1
                else:
                    cell += int(letter)
        s.side = "bw".index(side)
        s.own, s.enemy = pawns[s.side], pawns[1 - s.side]
        s.in_hand = sum(map(int, hands.split(",")))
        s.grounded = 0 if grounded == "-" else <u32> 1 << <int> NAMES.index(grounded)
        s.ko_upright = s.ko_sideways = 0
        if ko != "-":
            one, other = NAMES.index(ko[:2]), NAMES.index(ko[2:])
            for number in range(PLACED):
                if STEPS[number].origin & s.own and STEPS[number].crossed == 1 << one | 1 << other:
                    s.ko_upright, s.ko_sideways = STEPS[number].upright, STEPS[number].sideways

    cdef str write_state(self):
        cdef State* s = <State*> self.top
        cdef u32 black = s.enemy if s.side else s.own
        cdef u32 white = s.own if s.side else s.enemy
        cdef int x, y, cell, ko = self.ko()
        rows = []
        for y in range(4, -1, -1):
            row, empty = "", 0
            for x in range(5):
                cell = 5 * y + x
                if (black | white) >> cell & 1:
                    row += (str(empty) if empty else "") + ("b" if black >> cell & 1 else "w")
                    empty = 0
                else:
                    empty += 1
            rows.append(row + (str(empty) if empty else ""))
        grounded = NAMES[lowest(s.grounded)] if s.grounded else "-"
        swapped = "-" if ko == NO_KO else NAMES[lowest(STEPS[ko].crossed)] + NAMES[lowest(STEPS[ko].crossed & (STEPS[ko].crossed - 1))]
        return f"{'/'.join(rows)} {'bw'[s.side]} {s.in_hand // 2},{(s.in_hand + 1) // 2} {grounded} {swapped}"

    cdef int ko(self) noexcept nogil:
        """The number of the step that the ko bars."""
        cdef State* s = <State*> self.top
        if s.ko_upright:
            return lowest(s.ko_upright)
        return SIDEWAYS_FROM + lowest(s.ko_sideways) if s.ko_sideways else NO_KO

    cdef void generate(self, Moves* out) noexcept nogil:
        cdef State* s = <State*> self.top
        out.count = 0
        if s.in_hand:
            list_bits(out, places(s), PLACED)
        elif not lost(s):
            list_bits(out, upright_steps(s), 0)
            list_bits(out, sideways_steps(s), SIDEWAYS_FROM)

    cdef u64 count(self, Moves* scratch) noexcept nogil:
        cdef State* s = <State*> self.top
        if s.in_hand:
            return popcount(places(s))
        return 0 if lost(s) else popcount(upright_steps(s)) + popcount(sideways_steps(s))

    cdef void make(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        s[1] = s[0]
        self.top = <char*> (s + 1)
        self.advance(move)

    cdef void advance(self, Move move) noexcept nogil:
        if move >= PLACED:
            place(<State*> self.top, <int> (move - PLACED))
        else:
            walk(<State*> self.top, <int> move)

    cdef bint over(self, u8* ranks) noexcept nogil:
        cdef State* s = <State*> self.top
        if not lost(s):
            return False
        ranks[s.side], ranks[1 - s.side] = 2, 1
        return True

    cdef int actor(self) noexcept nogil:
        return (<State*> self.top).side

    cdef u64 key(self) noexcept nogil:
        """A position fits into 64 bits and `mixed` has an inverse: no two positions share a key."""
        cdef State* s = <State*> self.top
        cdef u64 black = s.enemy if s.side else s.own
        cdef u64 white = s.own if s.side else s.enemy
        cdef u64 grounded = 1 + lowest(s.grounded) if s.grounded else 0
        cdef u64 placing = s.in_hand != 0
        return mixed(black | white << 25 | <u64> s.side << 50 | placing << 51 | grounded << 52 | <u64> self.ko() << 57)

    cdef str text(self, Move move):
        return <str> TEXTS[<int> move]


KERNELS = {"achef": AchefKernel}
