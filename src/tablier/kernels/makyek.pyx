# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Mak-Yek and Apit-Sodok on two bitboards. Bit 0 is a1, bit 7 is h1, bit 63 is h8."""

from tablier.kernels.bits cimport east, lowest, mixed, north, popcount, south, u8, u64, west
from tablier.kernels.kernel cimport Kernel, Move, Moves
from tablier.kernels.slides cimport slide_count, slides_east, slides_north, slides_south, slides_west

cdef u64 ZOBRIST[2][64]
cdef u64 SIDE_KEY = mixed(999)
cdef int _i
for _i in range(64):
    ZOBRIST[0][_i] = mixed(_i)
    ZOBRIST[1][_i] = mixed(64 + _i)

cdef list NAMES = [f"{'abcdefgh'[i % 8]}{i // 8 + 1}" for i in range(64)]
cdef list TEXTS = [f"{NAMES[code & 63]}-{NAMES[code >> 6]}" for code in range(4096)]
"""The text of every move by its code: origin, and the target six bits higher."""


cdef class BracketingKernel(Kernel):

    cdef Py_ssize_t measure(self):
        return sizeof(State)

    cdef void prepare(self):
        self.quiet_limit = self.game.options["quiet"]
        self.whole_lines = self.game.info.id == "apit"

    cdef void read_state(self, str text):
        cdef State* s = <State*> self.top
        board, side, quiet = text.split()
        cdef u64 pieces[2]
        cdef int cell, colour
        pieces[0] = pieces[1] = 0
        for cell, code in self.standing(board):
            pieces["wb".index(code)] |= <u64> 1 << cell
        s.side = "wb".index(side)
        s.own, s.enemy, s.quiet = pieces[s.side], pieces[1 - s.side], int(quiet)
        s.key = SIDE_KEY if s.side else 0
        for colour in range(2):
            for cell in range(64):
                if pieces[colour] >> cell & 1:
                    s.key ^= ZOBRIST[colour][cell]

    cdef str write_state(self):
        cdef State* s = <State*> self.top
        cdef u64 white = s.enemy if s.side else s.own
        cdef u64 black = s.own if s.side else s.enemy
        cdef int cell
        codes = ["w" if white >> cell & 1 else "b" if black >> cell & 1 else "" for cell in range(64)]
        return f"{self.board_text(codes)} {'wb'[s.side]} {s.quiet}"

    cdef bint counted_out(self) noexcept nogil:
        """True when the game ended without looking whether anything can move."""
        cdef State* s = <State*> self.top
        if not s.own or not s.enemy or s.quiet >= self.quiet_limit:
            return True
        return not (s.own & (s.own - 1)) and not (s.enemy & (s.enemy - 1))

    cdef void generate(self, Moves* out) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef u64 free = ~(s.own | s.enemy)
        out.count = 0
        if self.counted_out():
            return
        list_slides(out, s.own, slides_north(s.own, free), -8)
        list_slides(out, s.own, slides_south(s.own, free), 8)
        list_slides(out, s.own, slides_east(s.own, free), -1)
        list_slides(out, s.own, slides_west(s.own, free), 1)

    cdef u64 count(self, Moves* scratch) noexcept nogil:
        cdef State* s = <State*> self.top
        return 0 if self.counted_out() else slide_count(s.own, ~(s.own | s.enemy))

    cdef void make(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        s[1] = s[0]
        self.top = <char*> (s + 1)
        self.advance(move)

    cdef void advance(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef int origin = move & 63, to = move >> 6
        cdef u64 own = s.own ^ (<u64> 1 << origin) ^ (<u64> 1 << to)
        cdef u64 enemy = s.enemy
        cdef u64 taken = self.taken_by(origin, to)
        s.key ^= ZOBRIST[s.side][origin] ^ ZOBRIST[s.side][to] ^ SIDE_KEY
        s.quiet = 0 if taken else s.quiet + 1
        s.side ^= 1
        s.own = enemy & ~taken
        s.enemy = own
        while taken:
            s.key ^= ZOBRIST[s.side][lowest(taken)]
            taken &= taken - 1

    cdef u64 taken_by(self, int origin, int to) noexcept nogil:
        """What the side to move takes by this move."""
        cdef State* s = <State*> self.top
        cdef u64 own = s.own ^ (<u64> 1 << origin) ^ (<u64> 1 << to)
        return runs_taken(own, s.enemy, to) if self.whole_lines else neighbours_taken(own, s.enemy, <u64> 1 << to)

    cdef bint over(self, u8* ranks) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef int own = popcount(s.own), enemy = popcount(s.enemy)
        if not self.counted_out() and slide_count(s.own, ~(s.own | s.enemy)):
            return False
        ranks[s.side] = 1 if own >= enemy else 2
        ranks[1 - s.side] = 1 if enemy >= own else 2
        return True

    cdef int actor(self) noexcept nogil:
        return (<State*> self.top).side

    cdef u64 key(self) noexcept nogil:
        return (<State*> self.top).key

    cdef str text(self, Move move):
        return <str> TEXTS[<int> move]


cdef inline void list_slides(Moves* out, u64 own, u64 targets, int back) noexcept nogil:
    """A move for each target: its piece is the first one going back the way it came. (At most 16 × 14 moves in all.)"""
    cdef int to, origin
    cdef Move* end = out.items + out.count
    while targets:
        to = lowest(targets)
        targets &= targets - 1
        origin = to + back
        while not own >> origin & 1:
            origin += back
        end[0] = origin | to << 6
        end += 1
    out.count = <int> (end - out.items)


cdef inline u64 neighbours_taken(u64 own, u64 enemy, u64 at) noexcept nogil:
    """Mak-Yek: closed in one by one, or both neighbours of one line."""
    cdef u64 n = north(at) & enemy, s = south(at) & enemy, e = east(at) & enemy, w = west(at) & enemy
    cdef u64 taken = (n & south(own)) | (s & north(own)) | (e & west(own)) | (w & east(own))
    if n and s:
        taken |= n | s
    if e and w:
        taken |= e | w
    return taken


cdef inline u64 runs_taken(u64 own, u64 enemy, int to) noexcept nogil:
    """Apit-Sodok: whole runs, closed at the far end or facing another run."""
    cdef u64 at = <u64> 1 << to
    cdef u64 n = slides_north(at, enemy), s = slides_south(at, enemy)
    cdef u64 e = slides_east(at, enemy), w = slides_west(at, enemy)
    cdef u64 taken = 0
    if n and (s or north(n) & own):
        taken |= n
    if s and (n or south(s) & own):
        taken |= s
    if e and (w or east(e) & own):
        taken |= e
    if w and (e or west(w) & own):
        taken |= w
    return taken


KERNELS = {"makyek": BracketingKernel, "apit": BracketingKernel}
