# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A network that has learnt who is home first on a sea that closes: of four boats that race, the chance of each against each other.

It sees what lies on each cell, and of each boat what is left of its ways home under mines: how long they are, how narrow, how many
arrival cells are open, and how many steps an enemy's mine may still close. Every boat sees the sea turned until it starts in the
South, so the four share their weights. Its sums are kept between positions: one gets from one to the next by the few slots that differ.
"""

from functools import cache

from libc.math cimport exp, log
from libc.string cimport memcpy, memset

from tablier.kernels.bits cimport lowest, mixed, u8, u64
from tablier.kernels.mako cimport BOAT, CELLS, FACES, LAYING, MOST_BOATS, NOWHERE, ROLLING, SIZE, State
from tablier.search.evaluation.mako_chart cimport ROWS, Chart, column, find_mines, flow, holds, row, size_of
from tablier.search.network cimport Network
from tablier.search.network import BadNetwork, split_file, write_network

cdef extern from *:
    """
    #include <stdlib.h>
    static void *sixteen_bits(size_t count) { return aligned_alloc(64, (2 * count + 63) / 64 * 64); }
    #define SUM_UNIT 512     /* one, in the sums */
    #define WEIGHT_UNIT 4096 /* one, in the weights of the outputs */
    static inline void exchange(short *restrict sums, const short *restrict gone, const short *restrict come) {
        for (int i = 0; i < 32; i++) sums[i] += come[i] - gone[i];
    }
    /* Sums below nothing count a twentieth. */
    static inline float weigh_sums(const short *restrict sums, const short *restrict weights) {
        int above = 0, below = 0;
        for (int i = 0; i < 32; i++) {
            above += (sums[i] > 0 ? sums[i] : 0) * weights[i] >> 4;
            below += (sums[i] < 0 ? sums[i] : 0) * weights[i] >> 4;
        }
        return (above + 0.05f * below) * (16.0f / (SUM_UNIT * WEIGHT_UNIT));
    }
    """
    const int SUM_UNIT
    const int WEIGHT_UNIT
    void* sixteen_bits(size_t count)
    void exchange(short* sums, const short* gone, const short* come) noexcept nogil
    float weigh_sums(const short* sums, const short* weights) noexcept nogil

UNITS = SUM_UNIT, WEIGHT_UNIT
"""One, in the columns and biases, and in the weights of the outputs."""
COUNTS = {VOYAGE: 32, SHORE_OPEN: 12, FIRST_STEPS: 9, EXPOSED: 16, WIDTH: 8, STOCK: 8, ORDER: 16}
"""How many values the slots of a boat have."""

cdef enum:
    LONGEST = 29
    MOST_EXPOSED = 15
    NOW = 1            # threats; those from 3 on count the turns of other seats before
    SURE = 2
    NEVER = 7
    THREATS = 8
    CODES = 2 * MOST_BOATS   # mines and boats
    SPANS = 8
    SPAN = 15


cdef void fill_throws():
    cdef int cell, other, across, along
    for cell in range(CELLS):
        for other in range(CELLS):
            across, along = abs(cell % SIZE - other % SIZE), abs(cell // SIZE - other // SIZE)
            straight = across == 0 or along == 0 or across == along
            THROW[cell][other] = max(across, along) if straight and max(across, along) <= FACES else 0


fill_throws()


cdef int turned(int cell, int boat):
    """The cell as it lies when the board is turned until a boat starts in the South."""
    cdef int x = cell % SIZE, y = cell // SIZE
    for _ in range(boat):
        x, y = SIZE - 1 - y, x
    return y * SIZE + x


@cache
def columns_of():
    """By boat that looks, slot and value the number of the column, 0 for nothing; and how many columns there are."""
    start = 1
    numbers = [[[0] * MOST_VALUES for _ in range(SLOTS)] for _ in range(MOST_BOATS)]
    for boat in range(MOST_BOATS):
        at = start
        for cell in range(CELLS):
            for code in range(CODES):
                to = code // MOST_BOATS * MOST_BOATS + ((code - boat) & 3)
                numbers[boat][cell][code + 1] = at + turned(cell, boat) * CODES + to
        at += CELLS * CODES
        for slot, count in COUNTS.items():
            for other in range(MOST_BOATS):
                for value in range(count):
                    numbers[boat][slot + other][value] = at + ((other - boat) & 3) * count + value
            at += MOST_BOATS * count
        for other in range(MOST_BOATS):
            for to in range(MOST_BOATS):
                for value in range(1, THREATS):
                    numbers[boat][THREAT + 4 * other + to][value] = at + (((other - boat) & 3) * 4 + ((to - boat) & 3)) * THREATS + value
        at += 16 * THREATS
        for value in range(SPANS):
            numbers[boat][ROUNDS_LEFT][value] = at + value
    return numbers, at + SPANS


cdef class MakoNetwork(Network):
    """Read from the bytes of its file. Column 0 is of nothing."""

    def __init__(self, bytes data not None):
        cdef const char* source
        cdef int columns, boat, slot, value
        head, body = split_file(data)
        self.data, self.provenance = data, head["provenance"]
        self.hidden, self.trust, columns = head["hidden"], head.get("trust", 0), columns_of()[1]
        if self.hidden != HIDDEN or len(body) != 2 * HIDDEN * (columns + 4):
            raise BadNetwork(f"{len(body)} bytes of weights for {self.hidden} sums instead of {2 * HIDDEN * (columns + 4)} for {HIDDEN}")
        self.columns = <short*> sixteen_bits(HIDDEN * columns)
        self.biases = <short*> sixteen_bits(HIDDEN)
        self.outputs = <short*> sixteen_bits(3 * HIDDEN)
        if self.columns == NULL or self.biases == NULL or self.outputs == NULL:
            raise MemoryError
        for boat in range(MOST_BOATS):
            for slot in range(SLOTS):
                for value in range(MOST_VALUES):
                    self.column[boat][slot][value] = columns_of()[0][boat][slot][value]
        source = body
        memcpy(self.columns, source, 2 * HIDDEN * columns)
        memcpy(self.biases, source + 2 * HIDDEN * columns, 2 * HIDDEN)
        memcpy(self.outputs, source + 2 * HIDDEN * (columns + 1), 6 * HIDDEN)


def write_mako_network(columns, biases, outputs, trust, provenance):
    """The bytes of a network's file from rows of 16-bit numbers."""
    return write_network(0, HIDDEN, False, 0, provenance, columns, biases, outputs, trust=trust)


cdef class Lookout:
    """What the network sees of positions, and its judgement; of one thread."""

    def __init__(self, MakoNetwork network not None, fleet, int rounds):
        cdef int boat
        self.network, self.rounds, self.seats = network, rounds, len(fleet.seat_of)
        memset(self.known, 0, sizeof(self.known))
        memset(self.seen, 0, sizeof(self.seen))
        for boat in range(MOST_BOATS):
            self.seat_of[boat] = fleet.seat_of[boat]
            memcpy(self.sums[boat], network.biases, sizeof(self.sums[boat]))
        self.exchange_all()

    # -- what it sees ------------------------------------------------------------------------------------

    cdef void look(self, State* s) noexcept nogil:
        """List the inputs of a position. Ways home change with mines and the boat's own cell: most are known from before."""
        cdef Chart mines[MOST_BOATS]
        cdef int boat, left, i
        cdef u64 laid = s.key, key
        cdef bint found = False
        cdef Survey* known
        memcpy(self.inputs, s.cells, CELLS)
        memset(self.inputs + CELLS, 0, SLOTS - CELLS)
        for boat in range(MOST_BOATS):
            if s.boats[boat] != NOWHERE:
                laid ^= mixed(CELLS * (BOAT + boat) + s.boats[boat])   # of the mines alone
        for boat in range(MOST_BOATS):
            self.inputs[VOYAGE + boat] = ABSENT
            if s.boats[boat] == NOWHERE:
                continue
            key = mixed(laid + CELLS * s.boats[boat])
            known = &self.known[boat][key % SURVEYS]
            if known.key != key:
                if not found:
                    find_mines(s, mines)
                    found = True
                self.chart(s, boat, mines)
                known.key = key
                for i in range(5):
                    known.found[i] = self.inputs[VOYAGE + 4 * i + boat]
            for i in range(5):
                self.inputs[VOYAGE + 4 * i + boat] = known.found[i]
            left = s.stocks[boat]
            self.inputs[STOCK + boat] = left if left < 4 else 4 + (left >= 8) + (left >= 15) + (left >= 22)
            self.inputs[ORDER + boat] = 4 * s.phase + self.wait(s, boat) + 1
        self.inputs[ROUNDS_LEFT] = 1 + min(SPANS - 2, (self.rounds - <int> s.turns[self.seat_of[s.side]]) // SPAN)
        self.list_threats(s)

    cdef int wait(self, State* s, int boat) noexcept nogil:
        """Turns of other seats before a boat's own."""
        return (self.seat_of[boat] - self.seat_of[s.side] + self.seats) % self.seats

    cdef void list_threats(self, State* s) noexcept nogil:
        cdef int boat, other, throw
        for boat in range(MOST_BOATS):
            for other in range(MOST_BOATS):
                if boat == other or s.boats[boat] == NOWHERE or s.boats[other] == NOWHERE or s.boats[other] == self.port[other]:
                    continue
                throw = THROW[s.boats[boat]][s.boats[other]]
                if not throw:
                    continue
                if boat != s.side:
                    self.inputs[THREAT + 4 * boat + other] = 3 + self.wait(s, boat)
                elif s.phase == LAYING:
                    self.inputs[THREAT + 4 * boat + other] = SURE if throw == s.die else NEVER
                else:
                    self.inputs[THREAT + 4 * boat + other] = NOW if s.phase == ROLLING else 3

    cdef void chart(self, State* s, int boat, Chart* mines) noexcept nogil:
        """What is left of the ways home of a boat under the mines of the others."""
        cdef Chart free = self.sea[boat], own = mines[boat]
        cdef int other, r, cell = s.boats[boat]
        for other in range(MOST_BOATS):
            if other != boat:
                for r in range(ROWS):
                    free.rows[r] &= ~mines[other].rows[r]
        own.rows[row(cell)] |= column(cell)
        for r in range(ROWS):
            own.rows[r] &= free.rows[r]
        self.measure_ways(boat, cell, &free)
        self.inputs[EXPOSED + boat] = MOST_EXPOSED if self.inputs[VOYAGE + boat] == NO_WAY else self.exposed_steps(boat, cell, &free, &own)

    cdef void measure_ways(self, int boat, int cell, Chart* free) noexcept nogil:
        """A flood from the shore, then one from the boat that only follows the shortest ways."""
        cdef Chart nearer[LONGEST + 10]
        cdef Chart water
        cdef int r, n, cells, steps = 0, narrowest = CELLS
        for r in range(ROWS):
            water.rows[r] = free.rows[r] & self.shore[boat].rows[r]
        self.inputs[SHORE_OPEN + boat] = size_of(&water)
        self.inputs[VOYAGE + boat], self.inputs[FIRST_STEPS + boat], self.inputs[WIDTH + boat] = NO_WAY, 0, 0
        nearer[0] = water
        while not holds(&water, cell):
            if not flow(&water, free) or steps == LONGEST + 9:
                return
            steps += 1
            nearer[steps] = water
        memset(&water, 0, sizeof(water))
        water.rows[row(cell)] = column(cell)
        for n in range(steps - 1, -1, -1):
            flow(&water, &nearer[n])
            cells = size_of(&water)
            narrowest = min(narrowest, cells)
            if n == steps - 1:
                self.inputs[FIRST_STEPS + boat] = min(cells, 8)
        self.inputs[VOYAGE + boat], self.inputs[WIDTH + boat] = min(steps, LONGEST), min(narrowest, 7)

    cdef int exposed_steps(self, int boat, int cell, Chart* free, Chart* own) noexcept nogil:
        """A flood to which own mines are no distance: nothing but the boat itself can be laid there."""
        cdef Chart water, wider, safe
        cdef int r, steps = 0
        for r in range(ROWS):
            water.rows[r] = own.rows[r] & self.shore[boat].rows[r]
        while steps < MOST_EXPOSED:
            for r in range(ROWS):
                safe.rows[r] = own.rows[r] | water.rows[r]
            while flow(&water, &safe):
                pass
            wider = water
            flow(&wider, free)
            if steps == 0:
                for r in range(ROWS):
                    wider.rows[r] |= free.rows[r] & self.shore[boat].rows[r]
            if holds(&wider, cell):
                break
            water = wider
            steps += 1
        return steps

    # -- what it thinks of it -----------------------------------------------------------------------------

    def exchange_all(self):
        """The sums of a position whose slots all hold nothing."""
        cdef int boat, slot
        for boat in range(MOST_BOATS):
            for slot in range(SLOTS):
                exchange(self.sums[boat], self.network.columns, self.network.columns + HIDDEN * self.network.column[boat][slot][0])

    cdef void follow(self) noexcept nogil:
        """The sums of a position, from those of the one before."""
        cdef u64* now = <u64*> self.inputs
        cdef u64* before = <u64*> self.seen
        cdef u64 word
        cdef int i, at, boat
        cdef int* columns
        for i in range(SLOTS // 8):
            word = now[i] ^ before[i]
            while word:
                at = lowest(word) >> 3
                word &= ~(<u64> 255 << (8 * at))
                at += 8 * i
                for boat in range(MOST_BOATS):
                    columns = self.network.column[boat][at]
                    exchange(self.sums[boat], self.network.columns + HIDDEN * columns[self.seen[at]], self.network.columns + HIDDEN * columns[self.inputs[at]])
                self.seen[at] = self.inputs[at]

    cdef void judge(self, State* s, double[MOST_BOATS][MOST_BOATS] won) noexcept nogil:
        """Replace the chances of the duels between boats at sea, after `look`."""
        cdef short* outputs = self.network.outputs
        cdef int boat, other
        cdef double chance
        self.follow()
        for boat in range(MOST_BOATS):
            for other in range(boat + 1, MOST_BOATS):
                if s.boats[boat] != NOWHERE and s.boats[other] != NOWHERE:
                    chance = weigh_sums(self.sums[boat], outputs + HIDDEN * (((other - boat) & 3) - 1))
                    chance -= weigh_sums(self.sums[other], outputs + HIDDEN * (((boat - other) & 3) - 1))
                    if self.network.trust:
                        chance += self.network.trust * log(won[boat][other] / won[other][boat])
                    won[boat][other] = 1 / (1 + exp(-chance))
                    won[other][boat] = 1 - won[boat][other]
