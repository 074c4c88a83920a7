# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Retrograde analysis of one set, without the GIL: threads share the values and take a range of numbers each.

A layer n has two phases. `mark`: every position decided in n - 1 plies marks those that a move may have led from. `settle`:
each marked position is judged by its moves, over the values known to be at most n - 1. A value that comes from outside the set may be
far away; it stands in the slab from the start, counts when its layer comes, and gives way to a nearer one. Odd layers are lost ones and
lead to wins, even layers to losses: a judge who looks for one of them need not see every move.

An open position counts its moves that are not yet refuted: an even layer takes one off for each unmove, and marks it when none is
left. Unmoves may be too many, never too few: the count may be too low, and only moves decide. Where a layout's unmoves are exact, the
positions before a lost one are won without a judge, and one without an unrefuted move in the set is lost unless a move out of the set
says otherwise. A symmetric position, or the move to one, is unmade in another number than it is made: there the judge looks at all moves.

Where captures decide, this is done for each gain from the highest down: by how many more captures than now the game ends.
"""

from typing import NamedTuple

from libc.stdlib cimport free, malloc
from libc.string cimport memchr

from tablier.endings.index cimport Cursor, Men, Shape, Spot, find, i64, images, is_number, locate, move_on, numbers_at, place
from tablier.endings.layouts.base cimport MOST_MARKS, PASTS, Layout, SolvedSet
from tablier.endings.slabs cimport BROKEN, FARTHEST, MARKED, MOST_OPEN, OPEN, REFUTED, UNKNOWN, Slab, Slabs
from tablier.kernels.bits cimport u8, u64
from tablier.kernels.kernel cimport MOST_SEATS, ROOMY, Kernel, Move, Moves

cdef extern from *:
    """
    #define prefetch(address) __builtin_prefetch(address, 1)

    /* Replace a code unless another thread has changed it; then `old` is what stands there. */
    static inline int replaced(unsigned char *code, unsigned char *old, unsigned char fresh) {
        return __atomic_compare_exchange_n(code, old, fresh, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    """
    void prefetch(void* address) noexcept nogil
    bint replaced(u8* code, u8* old, u8 fresh) noexcept nogil

cdef enum:
    NEVER = 1 << 20
    TOGETHER = 64  # positions before that are marked at once

cdef struct Seen:
    int result  # for the side to move there: 1 won, -1 lost, 0 neither, or not yet known
    int plies   # -1 where the winner needs no move of its own before the set changes
    bint inside # in the set that is built


class Tally(NamedTuple):
    """Counts of a range: numbers that stand for positions, then positions with all their symmetric images."""

    entries: int
    positions: int
    wins: int
    draws: int
    losses: int
    longest: int
    longest_at: int
    distances: tuple[int, ...]


cdef inline i64 next_with(u8* codes, i64 low, i64 high, u8 code) noexcept nogil:
    """The first number of a range with this code; the end of the range where there is none."""
    cdef u8* at = <u8*> memchr(codes + low, code, high - low) if low < high else NULL
    return high if at == NULL else at - codes


cdef class Solver:
    """Judges positions of a layout over the values of some sets; one for each thread."""

    cdef Layout layout
    cdef Kernel kernel
    cdef Slabs slabs
    cdef Moves moves
    cdef Men* before
    cdef Spot* spots
    cdef i64* numbers
    cdef int waiting  # positions in `before`
    cdef int open     # moves of the position judged last that were not refuted
    cdef bint stays   # some of its moves stay in the set
    cdef bint captures
    cdef bint exact
    cdef bint lacks
    cdef Men lacking

    def __cinit__(self, Layout layout not None, Slabs slabs not None):
        self.layout, self.slabs, self.kernel = layout, slabs, layout.kernel
        self.captures, self.exact = layout.captures_decide, layout.exact
        self.lacks, self.waiting = False, 0
        self.moves.items = <Move*> malloc(ROOMY * sizeof(Move))
        self.moves.room, self.moves.count = ROOMY, 0
        self.before = <Men*> malloc((TOGETHER + PASTS) * sizeof(Men))
        self.spots = <Spot*> malloc((TOGETHER + PASTS) * sizeof(Spot))
        self.numbers = <i64*> malloc(MOST_MARKS * sizeof(i64))
        if self.moves.items == NULL or self.before == NULL or self.spots == NULL or self.numbers == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.moves.items)
        free(self.before)
        free(self.spots)
        free(self.numbers)

    @property
    def missing(self):
        """A position that was needed and is in no set here; None where all were found."""
        if not self.lacks:
            return None
        self.layout.write(&self.lacking)
        return self.kernel.dump()

    # -- one position ----------------------------------------------------------------------------------

    cdef int judge(self, int layer, int gain, bint leaving) noexcept nogil:
        """The code of the position that stands, as far as the values of earlier layers tell; `leaving` where in this layer and before
        all moves that stay in the set were refuted, or none."""
        cdef u8 ranks[MOST_SEATS]
        cdef bint wins_now = layer & 1 and not self.captures, losses_now = layer and not layer & 1 and not self.captures
        cdef int i, seat, win = NEVER, loss = layer if leaving else 0, base = self.layout.balance(), staying = 0
        cdef Seen seen
        if leaving:
            staying = self.layout.leave(&self.moves)
        else:
            self.kernel.generate(&self.moves)
        self.open, self.stays = staying if not layer else 0, staying > 0
        if self.moves.count == 0 and not staying:
            seat = self.kernel.actor()
            if self.captures or not self.kernel.over(ranks) or ranks[seat] == ranks[1 - seat]:
                return UNKNOWN
            return 1 if ranks[seat] > ranks[1 - seat] else 2
        for i in range(self.moves.count):
            self.kernel.make(self.moves.items[i])
            self.look(&seen, layer, gain, base)
            self.kernel.unmake()
            self.stays |= seen.inside
            if seen.result < 0:
                win = min(win, seen.plies + 1)
                if wins_now and win <= layer:
                    break  # a nearer win would stand in the slab
            elif seen.result > 0:
                loss = max(loss, seen.plies + 1)
            elif losses_now and win == NEVER:
                return UNKNOWN
            else:
                self.open += 1
        if win != NEVER:
            return min(win, FARTHEST) + 1
        return min(loss, FARTHEST) + 1 if not self.open else UNKNOWN

    cdef void look(self, Seen* seen, int layer, int gain, int base) noexcept nogil:
        """What is known of the position that a move has led to."""
        cdef Men men
        cdef Slab* slab
        cdef i64 number
        cdef int code
        seen.result = seen.plies = 0
        seen.inside = False
        self.layout.read(&men)
        slab = self.slabs.of(&men)
        if slab == NULL:
            self.look_at_end(seen, gain, base, &men)
            return
        seen.inside = slab.inside
        if slab.inside and not layer and not self.captures:
            return  # nothing is decided
        number = find(slab.shape, &men)
        code = slab.codes[number]
        if self.captures and (not slab.inside or slab.gains[number] > gain):
            self.compare(seen, self.layout.balance() + (slab.gains[number] if code & 1 == 0 else -<int> slab.gains[number]), gain, base)
        elif UNKNOWN < code < OPEN:
            seen.result, seen.plies = -1 if code & 1 else 1, code - 1
            if slab.inside:
                if code > layer:
                    seen.result = 0
            elif seen.plies > self.layout.left(seen.result > 0):
                seen.result = 0
            elif not self.slabs.slabs[0].through:
                seen.plies = 0 if seen.result < 0 else -1

    cdef void look_at_end(self, Seen* seen, int gain, int base, Men* men) noexcept nogil:
        cdef u8 ranks[MOST_SEATS]
        cdef int seat = self.kernel.actor()
        if not self.kernel.over(ranks):
            self.lacks, self.lacking = True, men[0]
        elif self.captures:
            self.compare(seen, self.layout.balance(), gain, base)
        elif ranks[seat] != ranks[1 - seat]:
            seen.result = -1 if ranks[seat] > ranks[1 - seat] else 1
            seen.plies = 0 if seen.result < 0 else -1

    cdef void compare(self, Seen* seen, int value, int gain, int base) noexcept nogil:
        """Whether a final balance for the side to move is by `gain` better or worse for the one that moved than its own was."""
        if -value - base >= gain:
            seen.result, seen.plies = -1, 0
        elif value + base >= gain:
            seen.result, seen.plies = 1, -1

    # -- ranges of a slab, for threads -----------------------------------------------------------------

    def begin(self, int which, i64 low, i64 high, int gain, bint first):
        """Judge the positions of a range that are not decided, by what is outside the set; gives the highest code."""
        cdef Slab* slab = &self.slabs.slabs[which]
        cdef i64 i
        cdef int code, highest = 0
        cdef Cursor cursor
        cursor.placement = -1
        with nogil:
            for i in range(low, high):
                if slab.codes[i] != UNKNOWN:
                    continue
                move_on(slab.shape, i, &cursor)
                if not self.layout.write(&cursor.men) or (first and not is_number(slab.shape, i, &cursor.men)):
                    slab.codes[i] = BROKEN
                    continue
                code = self.judge(0, gain, self.exact)
                highest = max(highest, code)
                if code == UNKNOWN and self.stays:
                    code = self.opened(slab, &cursor.men)
                self.decide(slab, i, code, gain)
        return highest

    cdef inline int opened(self, Slab* slab, Men* men) noexcept nogil:
        """The code of the position judged last, which is open; without a count it is judged whenever one of its moves is refuted."""
        if images(slab.shape, men) < slab.shape.turns:
            return OPEN  # symmetric moves are unmade as one
        if self.open > MOST_OPEN:
            return OPEN if self.exact else OPEN + MOST_OPEN
        return OPEN + self.open

    cdef inline void decide(self, Slab* slab, i64 number, int code, int gain) noexcept nogil:
        if slab.gains != NULL:
            slab.gains[number] = gain if UNKNOWN < code < OPEN else 0
        slab.codes[number] = code

    def mark(self, int which, i64 low, i64 high, int layer, int gain):
        """Mark what may lead to the positions of a range that were decided in the last layer; gives how many were decided."""
        cdef Slab* slab = &self.slabs.slabs[which]
        cdef i64 i, decided = 0
        cdef bint once
        cdef Cursor cursor
        cursor.placement = -1
        with nogil:
            i = next_with(slab.codes, low, high, layer)
            while i < high:
                if slab.gains == NULL or slab.gains[i] == gain:
                    decided += 1
                    move_on(slab.shape, i, &cursor)
                    once = not self.exact or images(slab.shape, &cursor.men) == slab.shape.turns
                    if not once:
                        self.mark_waiting(layer, gain, True)
                    self.waiting += self.layout.retract(&cursor.men, self.before + self.waiting)
                    if self.waiting >= TOGETHER or not once:
                        self.mark_waiting(layer, gain, once)
                i = next_with(slab.codes, i + 1, high, layer)
            self.mark_waiting(layer, gain, True)
        return decided

    cdef void mark_waiting(self, int layer, int gain, bint once) noexcept nogil:
        """Mark what unmoves have led to, all placements being found first, so that their memory arrives together; `once` unless a
        move is unmade as several, as one to a symmetric position is."""
        cdef Slab* slab = self.slabs.of(&self.before[0]) if self.waiting else NULL
        cdef Shape* shape = slab.shape if slab != NULL else NULL
        cdef int n = self.waiting, i, j, found
        self.waiting = 0
        if slab == NULL or not slab.inside:
            return
        for i in range(n):
            locate(shape, &self.before[i], &self.spots[i])
            if shape.offsets != NULL:
                prefetch(&shape.offsets[self.spots[i].placement])
            else:
                prefetch(&slab.codes[self.spots[i].placement * shape.marks])
        if shape.offsets != NULL:
            for i in range(n):
                prefetch(&slab.codes[shape.offsets[self.spots[i].placement]])
        for i in range(n):
            found = numbers_at(shape, &self.spots[i], &self.before[i], self.numbers)
            for j in range(found):
                self.mark_one(slab, self.numbers[j], layer, gain, once)

    cdef inline void mark_one(self, Slab* slab, i64 number, int layer, int gain, bint once) noexcept nogil:
        """Take in that a move leads from this number to a position decided in the last layer, lost where the layer is odd."""
        cdef u8 code = slab.codes[number]
        if OPEN <= code < MARKED:
            if layer & 1:
                slab.codes[number] = layer + 1 if self.exact else MARKED
            elif not once:
                slab.codes[number] = MARKED
            else:
                while OPEN <= code < REFUTED and not replaced(&slab.codes[number], &code, self.less_one(code)):
                    pass
        elif layer + 1 < code < OPEN and self.may_be_nearer(slab, number, code, layer, gain):
            slab.codes[number] = layer + 1 if self.exact else MARKED

    cdef inline u8 less_one(self, u8 code) noexcept nogil:
        """The code of an open position, one more of its moves being refuted."""
        if code > OPEN + 1:
            return code - 1
        return REFUTED if self.exact and code > OPEN else MARKED

    cdef inline bint may_be_nearer(self, Slab* slab, i64 number, int code, int layer, int gain) noexcept nogil:
        """Whether a value from outside the set may give way in this layer: a loss is final, and a win gives way to wins only."""
        if slab.gains != NULL:
            return slab.gains[number] == gain
        return code & 1 == 0 and layer & 1

    def settle(self, int which, i64 low, i64 high, int layer, int gain):
        """Judge the marked positions of a range; gives the highest code."""
        cdef Slab* slab = &self.slabs.slabs[which]
        cdef int highest
        if self.exact and layer & 1:
            return layer + 1  # won without a judge
        with nogil:
            highest = self.settle_those(slab, low, high, layer, gain, REFUTED)
            highest = max(highest, self.settle_those(slab, low, high, layer, gain, MARKED))
        return highest

    cdef int settle_those(self, Slab* slab, i64 low, i64 high, int layer, int gain, int mark) noexcept nogil:
        cdef i64 i = next_with(slab.codes, low, high, mark)
        cdef int code, highest = 0
        cdef Cursor cursor
        cursor.placement = -1
        while i < high:
            move_on(slab.shape, i, &cursor)
            self.layout.write(&cursor.men)
            code = self.judge(layer, gain, mark == REFUTED)
            highest = max(highest, code)
            self.decide(slab, i, code if code != UNKNOWN else OPEN, gain)
            i = next_with(slab.codes, i + 1, high, mark)
        return highest

    def close(self, int which, i64 low, i64 high):
        """Have what is still open in a range neither won nor lost."""
        cdef u8* codes = self.slabs.slabs[which].codes
        cdef i64 i
        with nogil:
            for i in range(low, high):
                codes[i] = UNKNOWN if OPEN <= codes[i] < MARKED else codes[i]

    def fill(self, int which, i64 low, i64 high, SolvedSet solved not None):
        """Take the values of a range from a set that is solved, the first slab having the side with more men to move; gives the highest code."""
        cdef Slab* slab = &self.slabs.slabs[which]
        cdef i64 i
        cdef int highest = 0
        cdef Cursor cursor
        cursor.placement = -1
        with nogil:
            for i in range(low, high):
                move_on(slab.shape, i, &cursor)
                if self.layout.write(&cursor.men) and is_number(slab.shape, i, &cursor.men):
                    slab.codes[i] = solved.code(&cursor.men, which == 0)
                    highest = max(highest, <int> slab.codes[i])
                else:
                    slab.codes[i] = BROKEN
        return highest

    # -- a finished slab -------------------------------------------------------------------------------

    def tally(self, int which, i64 low, i64 high):
        """Counts of a range, broken numbers left out."""
        cdef Slab* slab = &self.slabs.slabs[which]
        cdef i64 distances[256]
        cdef i64 i, entries = 0, wins = 0, draws = 0, losses = 0, at = -1
        cdef int code, longest = 0, alike
        cdef Cursor cursor
        cursor.placement = -1
        for code in range(256):
            distances[code] = 0
        with nogil:
            for i in range(low, high):
                code = slab.codes[i]
                if code == BROKEN:
                    continue
                move_on(slab.shape, i, &cursor)
                alike = images(slab.shape, &cursor.men)
                entries += 1
                distances[code] += alike
                if code == UNKNOWN:
                    draws += alike
                    continue
                if code & 1:
                    losses += alike
                else:
                    wins += alike
                if code > longest:
                    longest, at = code, i
        return Tally(entries, wins + draws + losses, wins, draws, losses, longest, at, tuple(distances[code] for code in range(256)))

    def smooth(self, int which):
        """Give broken numbers the value before them, so that a slab takes less room in a file; nothing can be judged from it afterwards."""
        cdef Slab* slab = &self.slabs.slabs[which]
        cdef i64 i
        cdef u8 last = UNKNOWN, gain = 0
        with nogil:
            for i in range(slab.shape.size):
                if slab.codes[i] == BROKEN:
                    slab.codes[i] = last
                    if slab.gains != NULL:
                        slab.gains[i] = gain
                last = slab.codes[i]
                gain = slab.gains[i] if slab.gains != NULL else 0

    def position(self, int which, i64 number):
        """The position of a number as text; None where no position has it."""
        cdef Men men
        place(self.slabs.slabs[which].shape, number, &men)
        if not self.layout.write(&men) or not is_number(self.slabs.slabs[which].shape, number, &men):
            return None
        return self.kernel.dump()
