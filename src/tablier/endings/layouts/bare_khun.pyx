# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Endings of Makruk against a bare Khun, 64 positions at a time.

The men of the stronger side are a placement; a word has a bit for each cell of the bare Khun. Layer n has two phases. `advance`: what the
bare Khun loses in n - 1 moves is won in n from each placement that a move leads from. `settle`: where that changed a placement, the
bare Khun has lost on every cell from which all its steps lead to a win. Captures and promotions lead to sets that are solved before; they
count when their layer comes. Threads take a range of placements each: in `settle` one writes only to its own, in `advance` a word of
another is taken from with one instruction, so that each cell is won once.

The stronger side walks up, and its Khun stands on the files a to d: other placements are mirror images. Of men of one kind, the first
stands on the lowest cell. No count is taken in: it is compared with the distance when a position is asked.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from tablier.endings.index cimport Men, i64
from tablier.endings.layouts.base cimport SolvedSet
from tablier.kernels.bits cimport east, lowest, north, popcount, south, u8, u64, west
from tablier.kernels.makruk cimport BIA, KHON, KHUN, KHUN_STEPS, KINDS, MA, MA_LEAPS, MET, RUA, rua_reach

cdef extern from *:
    """
    #define BIA_RANKS  0x000000FFFFFF0000ULL
    #define PROMOTES   0x000000FF00000000ULL   /* the rank before the sixth */
    static inline tablier_u64 mirrored_files(tablier_u64 b) {
        b = (b >> 1 & 0x5555555555555555ULL) | (b & 0x5555555555555555ULL) << 1;
        b = (b >> 2 & 0x3333333333333333ULL) | (b & 0x3333333333333333ULL) << 2;
        return (b >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (b & 0x0F0F0F0F0F0F0F0FULL) << 4;
    }
    static inline void fetch_early(const void *p) { __builtin_prefetch(p, 1); }
    /* Take bits from a word that other threads may change; gives those that were still there. */
    static inline tablier_u64 taken_from(tablier_u64 *word, tablier_u64 bits) {
        return __atomic_fetch_and(word, ~bits, __ATOMIC_RELAXED) & bits;
    }
    static inline void add_to(unsigned char *note, unsigned char bits) { __atomic_fetch_or(note, bits, __ATOMIC_RELAXED); }
    """
    const u64 BIA_RANKS
    const u64 PROMOTES
    u64 mirrored_files(u64 b) noexcept nogil
    void fetch_early(const void* p) noexcept nogil
    u64 taken_from(u64* word, u64 bits) noexcept nogil
    void add_to(u8* note, u8 bits) noexcept nogil

cdef enum:
    MOST = 3            # men beside the Khun
    PROTECTED = 255     # a man that the bare Khun cannot take
    SAVES = 0           # a man whose capture saves the game for good
    LONGEST = 124       # moves: a code has to fit into a byte
    SOURCES = 128       # placements from which one move leads to another
    CHUNK = 1 << 14     # placements that a thread takes at once
    KEPT = 128          # bytes of a placement's values: for each cell, either side to move
    SOLVING = KEPT + 3 * 8 + 1 + MOST  # bytes of a placement while it is solved

cdef enum:  # what is noted of a placement
    NO_PLACEMENT = 1
    CHANGED = 2
    MAY_PROMOTE = 4

cdef struct Values:
    int count
    int kinds[MOST]
    u8* won_in          # by placement and cell of the bare Khun: moves to mate with the stronger side to move; 0 where there is no win
    u8* lost_in         # the same with the bare Khun to move, and one more

cdef struct Placement:
    int khun
    int men[MOST]

cdef u64 BETWEEN[64][64]


def _set_up_between():
    cdef int a, b, step, cell
    memset(BETWEEN, 0, sizeof(BETWEEN))
    for a in range(64):
        for b in range(64):
            if a != b and (a // 8 == b // 8 or a % 8 == b % 8):
                step = (1 if b > a else -1) * (1 if a // 8 == b // 8 else 8)
                for cell in range(a + step, b, step):
                    BETWEEN[a][b] |= <u64> 1 << cell


_set_up_between()


cdef inline u64 bit(int cell) noexcept nogil:
    return <u64> 1 << cell


cdef inline u64 around(u64 cells) noexcept nogil:
    """The cells a step of a Khun away from some."""
    cdef u64 row = east(cells) | west(cells)
    return row | north(row | cells) | south(row | cells)


cdef inline u64 attacks(int kind, int cell, u64 occupied) noexcept nogil:
    cdef u64 at = bit(cell), beside = east(at) | west(at)
    if kind == BIA:
        return north(beside)
    if kind == MET:
        return north(beside) | south(beside)
    if kind == KHON:
        return north(beside) | south(beside) | north(at)
    return MA_LEAPS[cell] if kind == MA else rua_reach(cell, occupied)


cdef inline u64 came_from(int kind, int cell, u64 occupied) noexcept nogil:
    """The cells from which a man may have come, no promotion."""
    cdef u64 at = bit(cell), beside = east(at) | west(at)
    if kind == BIA:
        return south(at) & BIA_RANKS
    if kind == MET:
        return north(beside) | south(beside)
    if kind == KHON:
        return north(beside) | south(beside) | south(at)
    return MA_LEAPS[cell] if kind == MA else rua_reach(cell, occupied)


cdef inline i64 number(const Values* values, Placement* at, bint* mirrored) noexcept nogil:
    """The number of a placement; whether it had to be mirrored."""
    cdef int i, last
    cdef i64 found
    mirrored[0] = at.khun & 4 != 0
    if mirrored[0]:
        at.khun ^= 7
        for i in range(values.count):
            at.men[i] ^= 7
    for last in range(values.count - 1, 0, -1):
        for i in range(last):
            if values.kinds[i] == values.kinds[i + 1] and at.men[i] > at.men[i + 1]:
                at.men[i], at.men[i + 1] = at.men[i + 1], at.men[i]
    found = (at.khun >> 3) * 4 + (at.khun & 3)
    for i in range(values.count):
        found = found * 64 + at.men[i]
    return found


cdef inline void place(const Values* values, i64 placement, Placement* at) noexcept nogil:
    cdef int i
    for i in range(values.count - 1, -1, -1):
        at.men[i] = placement & 63
        placement >>= 6
    at.khun = <int> ((placement >> 2) * 8 + (placement & 3))


class BareTally(NamedTuple):
    """Positions of one side to move, symmetric ones each for itself: all, and by moves to mate."""

    positions: int
    distances: tuple[int, ...]


cdef class BareKhunSet(SolvedSet):
    """The values of one set. `kinds` are the men beside the Khun, the highest first; `smaller` has the sets it leads to, by their kinds."""

    cdef readonly tuple kinds
    cdef readonly dict smaller
    cdef readonly int longest
    cdef Values values
    cdef Values after_capture[MOST]
    cdef Values after_promotion
    cdef int slots[MOST][MOST]  # by the Bia that is promoted: where each man stands in the order of the other set
    cdef i64 size
    cdef u64* undecided         # the stronger side to move: cells of a legal position that is not won as yet
    cdef u64* lost              # the bare Khun to move
    cdef u64* fresh             # lost in the last layer
    cdef u8* notes
    cdef u8* captures           # by placement and man: the layer from which on its capture does not save the game, SAVES or PROTECTED

    def __cinit__(self, kinds, smaller):
        cdef int i
        self.kinds, self.smaller, self.longest = tuple(kinds), smaller, 0
        if not 0 < len(self.kinds) <= MOST or sorted(self.kinds, reverse=True) != list(self.kinds):
            raise ValueError(f"no such men: {kinds}")
        self.values.count = len(self.kinds)
        for i, kind in enumerate(self.kinds):
            self.values.kinds[i] = kind
        self.size = placements(self.kinds)
        self.undecided = <u64*> calloc(self.size, sizeof(u64))
        self.lost = <u64*> calloc(self.size, sizeof(u64))
        self.fresh = <u64*> calloc(self.size, sizeof(u64))
        self.notes = <u8*> calloc(self.size, 1)
        self.captures = <u8*> calloc(self.size, MOST)
        self.values.won_in = <u8*> calloc(self.size, 64)
        self.values.lost_in = <u8*> calloc(self.size, 64)
        if NULL in (self.undecided, self.lost, self.fresh) or NULL in (self.notes, self.captures, self.values.won_in, self.values.lost_in):
            raise MemoryError
        self.find_smaller()

    def __dealloc__(self):
        self.free_work()
        free(self.values.won_in)
        free(self.values.lost_in)

    cdef void free_work(self):
        free(self.undecided)
        free(self.lost)
        free(self.fresh)
        free(self.notes)
        free(self.captures)
        self.undecided = self.lost = self.fresh = NULL
        self.notes = self.captures = NULL

    cdef void find_smaller(self) except *:
        cdef int i, j
        cdef BareKhunSet other
        memset(self.after_capture, 0, sizeof(self.after_capture))
        memset(&self.after_promotion, 0, sizeof(Values))
        for i in range(self.values.count):
            if self.values.count > 1:
                other = self.smaller[self.kinds[:i] + self.kinds[i + 1:]]
                self.after_capture[i] = other.values
            if self.kinds[i] == BIA:
                promoted = [MET if j == i else self.kinds[j] for j in range(self.values.count)]
                other = self.smaller[tuple(sorted(promoted, reverse=True))]
                self.after_promotion = other.values
                order = sorted(range(self.values.count), key=lambda j: -promoted[j])
                for j, man in enumerate(order):
                    self.slots[i][<int> man] = j

    # -- solving ---------------------------------------------------------------------------------------

    def solve(self, report=None, int threads=1):
        """Find all values; `report` is called with each layer and how many words changed."""
        cdef int layer = 0
        with ThreadPoolExecutor(threads) as pool:
            latest = max(self.each(pool, threads, BareKhunSet.set_up))
            changed = sum(self.each(pool, threads, BareKhunSet.settle, layer))
            while changed or layer < latest:
                layer += 1
                if layer > LONGEST:
                    raise OverflowError(f"wins of more than {LONGEST} moves")
                self.each(pool, threads, BareKhunSet.advance, layer)
                changed = sum(self.each(pool, threads, BareKhunSet.settle, layer))
                if report is not None:
                    report(layer, changed)
                if changed:
                    self.longest = layer
        self.free_work()

    def each(self, pool, threads, phase, *given):
        """What a phase gives for each range of placements."""
        ranges = [(low, min(low + CHUNK, self.size)) for low in range(0, self.size, CHUNK)]
        return list((pool.map if threads > 1 else map)(lambda part: phase(self, *part, *given), ranges))

    cdef u64 occupied(self, Placement* at) noexcept nogil:
        cdef u64 cells = bit(at.khun)
        cdef int i
        for i in range(self.values.count):
            cells |= bit(at.men[i])
        return cells

    cdef u64 attacked(self, Placement* at, u64 occupied) noexcept nogil:
        """The cells that the stronger side attacks, through the bare Khun."""
        cdef u64 cells = KHUN_STEPS[at.khun]
        cdef int i
        for i in range(self.values.count):
            cells |= attacks(self.values.kinds[i], at.men[i], occupied)
        return cells

    cdef bint exists(self, Placement* at, u64 occupied) noexcept nogil:
        cdef int i
        if popcount(occupied) != self.values.count + 1:
            return False
        for i in range(self.values.count):
            if self.values.kinds[i] == BIA and not bit(at.men[i]) & BIA_RANKS:
                return False
            if i and self.values.kinds[i] == self.values.kinds[i - 1] and at.men[i] < at.men[i - 1]:
                return False
        return True

    def set_up(self, i64 low, i64 high):
        """Note what is legal, and what captures and promotions lead to; gives the latest layer in which one of these counts."""
        cdef Placement at
        cdef i64 p
        cdef int i, latest = 0
        cdef u64 occupied, attacked
        with nogil:
            for p in range(low, high):
                place(&self.values, p, &at)
                occupied = self.occupied(&at)
                if not self.exists(&at, occupied):
                    self.notes[p] = NO_PLACEMENT
                    continue
                attacked = self.attacked(&at, occupied)
                self.undecided[p] = ~(occupied | attacked)
                self.notes[p] = CHANGED
                for i in range(self.values.count):
                    self.captures[MOST * p + i] = PROTECTED if attacked & bit(at.men[i]) else self.value_after_capture(at, i)
                    if self.captures[MOST * p + i] != PROTECTED:
                        latest = max(latest, <int> self.captures[MOST * p + i])
                    if self.values.kinds[i] == BIA and bit(at.men[i]) & PROMOTES and not occupied & bit(at.men[i] + 8):
                        latest = max(latest, self.note_promotion(p, at, i))
        return latest

    cdef int value_after_capture(self, Placement at, int man) noexcept nogil:
        """Moves to mate after the bare Khun has taken a man; SAVES where there is no mate."""
        cdef Placement after
        cdef int i, cell = at.men[man]
        cdef bint mirrored
        cdef i64 p
        if self.values.count == 1:
            return SAVES
        after.khun = at.khun
        for i in range(self.values.count - 1):
            after.men[i] = at.men[i + (i >= man)]
        p = number(&self.after_capture[man], &after, &mirrored)
        return self.after_capture[man].won_in[64 * p + (cell ^ 7 if mirrored else cell)]

    cdef int note_promotion(self, i64 placement, Placement at, int man) noexcept nogil:
        """Note by when the promotion of a Bia wins; gives the latest."""
        cdef Placement after
        cdef int i, cell, latest = 0
        cdef bint mirrored
        cdef i64 p
        cdef u8 value
        cdef u8* won_in = self.values.won_in + 64 * placement
        after.khun = at.khun
        for i in range(self.values.count):
            after.men[self.slots[man][i]] = at.men[i] + (8 if i == man else 0)
        p = number(&self.after_promotion, &after, &mirrored)
        for cell in range(64):
            value = self.after_promotion.lost_in[64 * p + (cell ^ 7 if mirrored else cell)]
            if value and self.undecided[placement] & bit(cell) and (won_in[cell] == 0 or value < won_in[cell]):
                won_in[cell] = value
                latest = max(latest, <int> value)
        if latest:
            self.notes[placement] |= MAY_PROMOTE
        return latest

    def advance(self, i64 low, i64 high, int layer):
        """Win in `layer` moves from where a move leads to what was lost in the layer before, or a promotion wins so."""
        cdef i64 sources[SOURCES]
        cdef u64 cells[SOURCES]
        cdef i64 p
        cdef int i, count
        with nogil:
            for p in range(low, high):
                if self.notes[p] & MAY_PROMOTE:
                    self.win(p, self.promoting(p, layer), layer)
                if self.fresh[p]:
                    count = self.find_sources(p, sources, cells)
                    for i in range(count):
                        fetch_early(&self.undecided[sources[i]])
                    for i in range(count):
                        self.win(sources[i], cells[i], layer)

    cdef u64 promoting(self, i64 p, int layer) noexcept nogil:
        cdef u64 cells = 0
        cdef int cell
        for cell in range(64):
            cells |= <u64> (self.values.won_in[64 * p + cell] == layer) << cell
        return cells

    cdef int find_sources(self, i64 p, i64* sources, u64* cells) noexcept nogil:
        """The placements from which a move leads to this one, and for which cells of the bare Khun."""
        cdef Placement at, before
        cdef u64 occupied, origins
        cdef int i, count = 0
        cdef bint mirrored
        place(&self.values, p, &at)
        occupied = self.occupied(&at)
        for i in range(-1, self.values.count):
            origins = (KHUN_STEPS[at.khun] if i < 0 else came_from(self.values.kinds[i], at.men[i], occupied)) & ~occupied
            while origins:
                before = at
                cells[count] = self.fresh[p]
                if i < 0:
                    before.khun = lowest(origins)
                else:
                    before.men[i] = lowest(origins)
                    if self.values.kinds[i] == RUA:
                        cells[count] &= ~BETWEEN[at.men[i]][before.men[i]]
                origins &= origins - 1
                sources[count] = number(&self.values, &before, &mirrored)
                if mirrored:
                    cells[count] = mirrored_files(cells[count])
                count += 1
        return count

    cdef inline void win(self, i64 p, u64 cells, int layer) noexcept nogil:
        if not cells & self.undecided[p]:
            return
        cells = taken_from(&self.undecided[p], cells)
        add_to(&self.notes[p], CHANGED)
        while cells:
            self.values.won_in[64 * p + lowest(cells)] = layer
            cells &= cells - 1

    def settle(self, i64 low, i64 high, int layer):
        """Lose in `layer` moves where every step of the bare Khun leads to a win; gives how many placements that adds to."""
        cdef i64 p, changed = 0
        cdef u64 cells
        cdef int i
        with nogil:
            for p in range(low, high):
                self.fresh[p] = 0
                if self.notes[p] & NO_PLACEMENT:
                    continue
                for i in range(self.values.count):
                    if layer and self.captures[MOST * p + i] == layer:
                        self.notes[p] |= CHANGED
                if not self.notes[p] & CHANGED:
                    continue
                self.notes[p] &= ~CHANGED
                cells = self.find_lost(p, layer) & ~self.lost[p]
                self.fresh[p] = cells
                self.lost[p] |= cells
                changed += cells != 0
                while cells:
                    self.values.lost_in[64 * p + lowest(cells)] = layer + 1
                    cells &= cells - 1
        return changed

    cdef u64 find_lost(self, i64 p, int layer) noexcept nogil:
        cdef Placement at
        cdef u64 occupied, attacked, steps, escapes
        cdef int i, capture
        place(&self.values, p, &at)
        occupied = self.occupied(&at)
        attacked = self.attacked(&at, occupied)
        steps, escapes = ~(occupied | attacked), self.undecided[p]
        for i in range(self.values.count):
            capture = self.captures[MOST * p + i]
            if capture != PROTECTED:
                steps |= bit(at.men[i])
                if capture == SAVES or capture > layer:
                    escapes |= bit(at.men[i])
        return ~(occupied | KHUN_STEPS[at.khun] | around(escapes)) & (around(steps) | attacked)

    # -- the values ------------------------------------------------------------------------------------

    cdef int code(self, Men* men, bint strong) noexcept nogil:
        """The code of a position, as slabs have it: plies to the end and one more; 0 where it is drawn."""
        cdef Placement at
        cdef u64 cells
        cdef int kind, i = 0, khun, value, turn = 0 if strong else 56
        cdef bint mirrored
        cdef i64 p
        cdef int own = 0 if strong else KINDS
        at.khun = lowest(men.boards[own + KHUN]) ^ turn
        khun = lowest(men.boards[KINDS - own + KHUN]) ^ turn
        for kind in range(KHUN - 1, -1, -1):
            cells = men.boards[own + kind]
            while cells:
                at.men[i] = lowest(cells) ^ turn
                cells &= cells - 1
                i += 1
        p = number(&self.values, &at, &mirrored)
        if mirrored:
            khun ^= 7
        if strong:
            return 2 * self.values.won_in[64 * p + khun]
        value = self.values.lost_in[64 * p + khun]
        return 2 * value - 1 if value else 0

    def tally(self, *, bint strong):
        """How many positions there are with one side to move, and how many are decided in how many moves."""
        cdef i64 distances[256]
        cdef i64 p, positions = 0
        cdef Placement at
        cdef u64 occupied, legal
        cdef const u8* values = self.values.won_in if strong else self.values.lost_in
        cdef int cell
        memset(distances, 0, sizeof(distances))
        with nogil:
            for p in range(self.size):
                place(&self.values, p, &at)
                occupied = self.occupied(&at)
                if not self.exists(&at, occupied):
                    continue
                legal = ~(occupied | (self.attacked(&at, occupied) if strong else KHUN_STEPS[at.khun]))
                positions += popcount(legal)
                for cell in range(64):
                    distances[values[64 * p + cell]] += 1
        distances[0] = 0
        return BareTally(2 * positions, tuple(2 * distances[i] for i in range(256)))

    def examples(self):
        """By moves, a position with the stronger side to move that is won in so many: the cells of the bare Khun, of the Khun and of the men."""
        cdef i64 i
        cdef i64 first[256]
        cdef Placement at
        memset(first, -1, sizeof(first))
        with nogil:
            for i in range(64 * self.size - 1, -1, -1):
                first[self.values.won_in[i]] = i
        found = {}
        for moves in range(1, 256):
            if first[moves] >= 0:
                place(&self.values, first[moves] >> 6, &at)
                found[moves] = first[moves] & 63, at.khun, tuple(at.men[j] for j in range(self.values.count))
        return found


def solve(kinds, known=None, report=None, threads=1):
    """The values of a set. The sets that it leads to are solved where `known` has them not; it keeps them if it is given, else those
    of three men, which are large, are let go once the next is solved."""
    kinds, kept = tuple(sorted(kinds, reverse=True)), known is not None
    return solve_with({} if known is None else known, kinds, report, threads, kept)


def solve_with(known, kinds, report, threads, kept):
    if kinds not in known:
        for smaller in smaller_sets(kinds):
            solve_with(known, smaller, None, threads, kept)
        found = BareKhunSet(kinds, known)
        found.solve(report, threads)
        known[kinds] = found
        for other in [] if kept or len(kinds) < MOST else [other for other in known if len(other) == MOST and other != kinds]:
            del known[other]
    return known[kinds]


def smaller_sets(kinds):
    """The sets that one move leads to, in the order in which they are solved; one at most has as many men."""
    for i, kind in enumerate(kinds):
        if len(kinds) > 1:
            yield kinds[:i] + kinds[i + 1:]
        if kind == BIA:
            yield tuple(sorted((*kinds[:i], MET, *kinds[i + 1:]), reverse=True))


def room_to_solve(kinds):
    """The bytes that `solve` needs without `known`: the values of smaller sets, and those of the set with what is noted meanwhile."""
    kinds = tuple(sorted(kinds, reverse=True))
    found, left = set(), [kinds]
    while left:
        fresh = set(smaller_sets(left.pop())) - found
        found |= fresh
        left += fresh
    large = [smaller for smaller in found if len(smaller) == MOST][:1]
    return SOLVING * placements(kinds) + KEPT * sum(placements(smaller) for smaller in found if len(smaller) < MOST or smaller in large)


def placements(kinds):
    """The placements of the stronger side, those that cannot be included."""
    return 32 << 6 * len(kinds)
