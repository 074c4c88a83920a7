# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Achef on two boards of 25 bits. Bit 0 is a1, bit 4 is e1, bit 24 is e5.

All steps of a position stand in two 64-bit words, a bit for each at the cell it starts from: the upright ones (to the
north, and 32 bits higher to the south) and the sideways ones (to the east, and 32 bits higher to the west).
"""

from tablier.kernels.bits cimport below, lowest, mixed, nth_set, popcount, u8, u32, u64
from tablier.kernels.kernel cimport Kernel, Move, Moves

cdef extern from *:
    """
    /* All ones or nothing: a choice without a branch, where a branch would be a toss-up. */
    static inline tablier_u64 all_if(int so) { return -(tablier_u64)(so != 0); }

    /* The n-th step in the order of the list: the upright ones come first. */
    static inline int nth_step(tablier_u64 upright, tablier_u64 sideways, int n) {
        int sooner = popcount(upright);
        tablier_u64 later = all_if(n >= sooner);
        return (int)(64 & later) + nth_set(upright ^ ((upright ^ sideways) & later), n - (int)(sooner & later));
    }
    """
    u64 all_if(bint so) noexcept nogil
    int nth_step(u64 upright, u64 sideways, int n) noexcept nogil

cdef struct Step:
    u32 origin
    u32 to
    u32 crossed       # what changes among the enemies if one is met: it changes places, or is gone
    u32 grounds       # the pawn that a capture grounds: `to`, for a step from the centre
    u64 upright       # for a step on the level, its bit in the word that has it
    u64 sideways

cdef Step STEPS[FIRST_PLACED]
cdef list NAMES = [f"{'abcde'[i % 5]}{i // 5 + 1}" for i in range(25)]
cdef list TEXTS = [""] * FIRST_PLACED + [f"@{name}" for name in NAMES]
"""The text of every move by its number."""


cdef void fill_steps():
    cdef Step* step
    cdef u64 upright, sideways
    cdef int number, origin, to
    for number in range(FIRST_PLACED):
        upright = <u64> 1 << number if number < FIRST_SIDEWAYS else 0
        sideways = <u64> 1 << (number - FIRST_SIDEWAYS) if number >= FIRST_SIDEWAYS else 0
        if upright & UPRIGHT_STEPS or sideways & SIDEWAYS_STEPS:
            origin = number & 31
            to = origin + <int> (5, -5, 1, -1)[number >> 5]
            TEXTS[number] = f"{NAMES[origin]}-{NAMES[to]}"
            step = &STEPS[number]
            step.origin = <u32> 1 << origin
            step.to = <u32> 1 << to
            step.upright = upright & UPRIGHT_LEVEL
            step.sideways = sideways & SIDEWAYS_LEVEL
            step.crossed = step.to | step.origin if step.upright or step.sideways else step.to
            step.grounds = step.to if step.origin == CENTRE else 0


fill_steps()


cdef inline bint lost(State* s) noexcept nogil:
    """True when the side to move has too few pawns; the other has not, as no pawn is lost on the own turn."""
    return popcount(s.own) <= LOST_AT and not s.in_hand


cdef inline u64 places(State* s) noexcept nogil:
    return RIM & ~<u64> (s.own | s.enemy)


cdef inline void place(State* s, int cell) noexcept nogil:
    cdef u32 own = s.own | <u32> 1 << cell
    s.own, s.enemy = s.enemy, own
    s.in_hand -= 1
    s.side ^= 1


cdef inline void take_step(State* s, int number) noexcept nogil:
    cdef Step* step = &STEPS[number]
    cdef u32 own = s.own ^ step.origin ^ step.to
    cdef u32 met = s.enemy & step.to
    cdef u64 if_met = all_if(met != 0)
    # A grounded pawn of the mover's is free after this turn. One of the enemy's has just left the centre: the centre
    # is empty, so it can only be met by a swap, and no other pawn is grounded now.
    cdef u32 held = s.grounded & s.enemy
    held ^= step.crossed & <u32> all_if((held & met) != 0)
    s.grounded = held | step.grounds & <u32> if_met
    s.ko_upright = step.upright & if_met
    s.ko_sideways = step.sideways & if_met
    s.own = s.enemy ^ step.crossed & <u32> if_met
    s.enemy = own
    s.side ^= 1


cdef inline void list_bits(Moves* out, u64 bits, int first) noexcept nogil:
    """A move for each bit: at most 16 places, or 32 steps of eight pawns, which is far below ROOMY."""
    cdef Move* end = out.items + out.count
    while bits:
        end[0] = first + lowest(bits)
        end += 1
        bits &= bits - 1
    out.count = <int> (end - out.items)


cdef class AchefKernel(Kernel):
    cdef Py_ssize_t measure(self):
        return sizeof(State)

    cdef void read_state(self, str text):
        cdef State* s = <State*> self.top
        cdef Step barred
        cdef u32 pawns[2]
        cdef int cell
        board, side, hands, grounded, ko = text.split()
        pawns[0] = pawns[1] = 0
        for cell, code in self.standing(board):
            pawns["bw".index(code)] |= <u32> 1 << cell
        s.side = "bw".index(side)
        s.own, s.enemy = pawns[s.side], pawns[1 - s.side]
        s.in_hand = sum(map(int, hands.split(",")))
        s.grounded = 0 if grounded == "-" else <u32> 1 << <int> NAMES.index(grounded)
        s.ko_upright = s.ko_sideways = 0
        if ko != "-":
            for one, other in ((ko[:2], ko[2:]), (ko[2:], ko[:2])):
                if s.own >> <int> NAMES.index(one) & 1:
                    barred = STEPS[<int> TEXTS.index(f"{one}-{other}")]
                    s.ko_upright, s.ko_sideways = barred.upright, barred.sideways

    cdef str write_state(self):
        cdef State* s = <State*> self.top
        cdef u32 black = s.enemy if s.side else s.own
        cdef u32 white = s.own if s.side else s.enemy
        cdef int cell, ko = self.ko()
        codes = ["b" if black >> cell & 1 else "w" if white >> cell & 1 else "" for cell in range(25)]
        grounded = NAMES[lowest(s.grounded)] if s.grounded else "-"
        swapped = "-" if ko == NO_STEP else "".join(sorted(TEXTS[ko].split("-"), key=NAMES.index))
        # Black placed first: of an odd number of pawns in hand, White has one more.
        return f"{self.board_text(codes)} {'bw'[s.side]} {s.in_hand // 2},{(s.in_hand + 1) // 2} {grounded} {swapped}"

    cdef int ko(self) noexcept nogil:
        """The step that the ko bars, or NO_STEP."""
        cdef State* s = <State*> self.top
        if s.ko_upright:
            return lowest(s.ko_upright)
        return FIRST_SIDEWAYS + lowest(s.ko_sideways) if s.ko_sideways else NO_STEP

    cdef void generate(self, Moves* out) noexcept nogil:
        cdef State* s = <State*> self.top
        out.count = 0
        if s.in_hand:
            list_bits(out, places(s), FIRST_PLACED)
        elif not lost(s):
            list_bits(out, upright_steps(s), 0)
            list_bits(out, sideways_steps(s), FIRST_SIDEWAYS)

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
        if move >= FIRST_PLACED:
            place(<State*> self.top, <int> (move - FIRST_PLACED))
        else:
            take_step(<State*> self.top, <int> move)

    cdef int play_out(self, u64* random, int longest, Moves* list, u8* ranks) noexcept nogil:
        """The games that the base class would play, but a move is drawn from the words without listing them all."""
        cdef State s = (<State*> self.top)[0]
        cdef u64 stream = random[0], free, upright, sideways
        cdef int plies = 0, choices
        while s.in_hand and plies < longest:
            free = places(&s)
            place(&s, nth_set(free, below(&stream, popcount(free))))
            plies += 1
        while plies < longest and not lost(&s):  # with three pawns there is always a step: the law says why
            upright, sideways = upright_steps(&s), sideways_steps(&s)
            choices = popcount(upright) + popcount(sideways)
            take_step(&s, nth_step(upright, sideways, below(&stream, choices)))
            plies += 1
        (<State*> self.top)[0], random[0] = s, stream
        if not self.over(ranks):
            ranks[0] = 0
        return plies

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
