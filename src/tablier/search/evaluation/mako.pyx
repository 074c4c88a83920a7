# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Evaluation of Mako Naval: how far each boat has still to sail round the mines, and who wins the duel of any two boats."""

from libc.math cimport exp, fabs, log
from libc.string cimport memcpy, memset

from tablier.kernels.bits cimport u8
from tablier.kernels.kernel cimport Kernel
from tablier.kernels.mako cimport CELLS, DIRECTIONS, FACES, LAYING, MOST_BOATS, NOWHERE, SAILING, SIZE, State
from tablier.search.evaluation.base cimport Evaluation
from tablier.search.evaluation.mako_chart cimport ROWS, Chart, column, find_mines, flow, row, u16
from tablier.search.evaluation.mako_network cimport NO_WAY, SLOTS, THROW, VOYAGE, Lookout, MakoNetwork
from tablier.search.network cimport Network
from tablier.search.analysis import Level, Limits
from tablier.games.mako.sea import GOALS, PORTS, STEPS

cdef enum:
    FAR = 99           # steps where there is no way at all
    MOST_SWEEPS = 100  # about fifty are needed
    AT_SEA = 20        # above all who left, below all who arrived

cdef double CLOSE_ENOUGH = 1e-4
cdef double SHUT_IN = 0.03
"""The chance of a boat without a way home against one that has a way: mines may still be fished up."""

cdef double SURE = 0.998
"""The most that a boat at sea may hope for: less than an arrival, so that no arrival is put off."""

cdef double A_STEP = 0.45
"""How much a step less to sail counts for a beginner, who sees nothing but a race: half as much again, as odds."""

cdef double LOST = 8
"""How roughly a beginner counts a way who sees nothing of it, in steps."""

cdef u8 SEEN[MOST_BOATS][CELLS]
"""By boat a cell as it lies when the board is turned until that boat starts in the South."""


cdef void fill_tables():
    cdef int cell, boat, x, y
    for cell in range(CELLS):
        x, y = cell % SIZE, cell // SIZE
        for boat in range(MOST_BOATS):
            SEEN[boat][cell] = y * SIZE + x
            x, y = SIZE - 1 - y, x


fill_tables()


cdef class Duels:
    """The chance of one boat to be home before another on a sea without mines: solved exactly.

    The two sail in turn; a boat that stands in line with the other after sailing hits it with one throw in six, and plays again.
    The one that sails first is in the South, the board being turned for it; the other is one, two or three places further clockwise.
    """
    cdef float won[MOST_BOATS][CELLS][CELLS]
    cdef int ways[CELLS]
    cdef u8 near[CELLS][DIRECTIONS]
    cdef u8 goal[CELLS]

    def __init__(self, outside, places):
        cdef int cell, place, other
        closed = (set(PORTS) | outside) - {PORTS[0]}
        for cell in range(CELLS):
            self.goal[cell] = cell in GOALS[0] and cell not in outside
            near = [to for to in STEPS[cell] if to not in closed]
            self.ways[cell] = len(near)
            for i, to in enumerate(near):
                self.near[cell][i] = to
        for place in range(MOST_BOATS):
            for cell in range(CELLS):
                for other in range(CELLS):
                    self.won[place][cell][other] = 0.5
        for _ in range(MOST_SWEEPS):
            if max([self.sweep(place, PORTS[place]) for place in places]) < CLOSE_ENOUGH:
                break

    cdef double sweep(self, int place, int port) noexcept nogil:
        """Value iteration: every pair of cells once, from what the others are worth; gives the largest change."""
        cdef int first, second
        cdef double change = 0, best
        for first in range(CELLS - 1, -1, -1):
            for second in range(CELLS):
                if not self.goal[first] and not self.goal[SEEN[place][second]]:
                    best = self.best_sail(place, port, first, second)
                    change = max(change, fabs(best - self.won[place][first][second]))
                    self.won[place][first][second] = best
        return change

    cdef double best_sail(self, int place, int port, int first, int second) noexcept nogil:
        cdef float* then = self.won[MOST_BOATS - place][SEEN[place][second]]
        cdef double chance, best = 1 - then[SEEN[place][first]]   # to pass
        cdef int i, to
        for i in range(self.ways[first]):
            to = self.near[first][i]
            if self.goal[to]:
                return 1
            if to == second:
                continue
            chance = 1 - then[SEEN[place][to]]
            if second != port and THROW[to][second]:
                chance = ((FACES - 1) * chance + self.won[place][to][port]) / FACES
            best = max(best, chance)
        return best

    cdef double chance(self, int boat, int cell, int other, int its) noexcept nogil:
        """That a boat which sails now is home before another one."""
        return self.won[(other - boat) & 3][SEEN[boat][cell]][SEEN[boat][its]]


cdef dict SOLVED = {}
"""Duels by boats and band: a tenth of a second's work, done once for each sea."""


cdef Duels duels_on(object waters):
    name = (waters.boats, waters.band)
    if name not in SOLVED:
        SOLVED[name] = Duels(waters.outside, [2] if len(waters.boats) == 2 else [1, 2, 3])
    return SOLVED[name]


cdef class MakoEvaluation(Evaluation):
    """Values positions at once: boats that race at random tell nothing about a race."""

    uses_mcts = True
    playout_plies = 0
    network_type = MakoNetwork
    # A few simulations play nearly as well as hundreds: what tells levels apart is how far they see, and at the top the network. The whole
    # scale, from a boat that sees no way at all, is shorter than seven rungs of 65 %.
    levels = {
        1: Level(1, sight=0), 2: Level(1, sight=1.05), 3: Level(1, sight=1.85), 4: Level(1, sight=2.5), 5: Level(1, sight=3.4),
        6: Level(1, sight=6), 7: Level(limits=Limits(nodes=16)),
    }
    cdef dict views                    # evaluations of weak levels, by what they see
    cdef Duels duels
    cdef Lookout lookout               # None without a network, and at tables that it has not learnt
    cdef Chart sea[MOST_BOATS]         # by boat, as the next five
    cdef Chart shore[MOST_BOATS]
    cdef u8 friends[MOST_BOATS]
    cdef u8 port[MOST_BOATS]
    cdef u8 seat_of[MOST_BOATS]
    cdef u8 clear[MOST_BOATS][CELLS]   # steps home without mines
    cdef u8 boats                      # those of the table, a bit for each
    cdef int rounds
    cdef int needed                    # boats of a group that must come home; 0 where each sails alone

    cdef void prepare(self):
        self.views = {}
        fleet, waters = self.game.fleet, self.game.waters
        self.rounds = self.game.options["rounds"]
        self.needed = fleet.needed if fleet.groups else 0
        self.duels = duels_on(waters)
        self.boats = sum(1 << boat for boat in fleet.boats)
        memset(self.sea, 0, sizeof(self.sea))
        memset(self.shore, 0, sizeof(self.shore))
        for boat in fleet.boats:
            self.port[boat], self.seat_of[boat] = PORTS[boat], fleet.seat_of[boat]
            self.friends[boat] = sum(1 << friend for friend in fleet.friends[boat])
            for cell in set(range(CELLS)) - waters.outside - (set(PORTS) - {PORTS[boat]}):
                self.sea[boat].rows[row(cell)] |= column(cell)
            for cell in waters.goals[boat]:
                self.shore[boat].rows[row(cell)] |= column(cell)
            for cell in range(CELLS):
                self.clear[boat][cell] = self.steps_home(boat, cell, &self.sea[boat])

    def narrowed(self, double sight):
        near, lump = int(sight), round(1 + LOST / (1 + sight))
        if (near, lump) not in self.views:
            self.views[near, lump] = NearSighted(self.game, self.weights, near, lump)
        return self.views[near, lump]

    def attach(self, Network network):
        """Judge races of four by a network; None for duels and ways home alone, as at the other tables."""
        self.network, self.lookout = network, None
        if network is None or self.needed or len(self.game.seats) != MOST_BOATS:
            return
        self.lookout = Lookout(network, self.game.fleet, self.rounds)
        memcpy(self.lookout.sea, self.sea, sizeof(self.sea))
        memcpy(self.lookout.shore, self.shore, sizeof(self.shore))
        memcpy(self.lookout.port, self.port, sizeof(self.port))

    @property
    def exploration(self):
        """Of MCTS: the network's chances differ less from move to move than those of duels, which are too sure."""
        return 0.1 if self.lookout is None else 0.03

    # -- how far it is ---------------------------------------------------------------------------------

    cdef int steps_home(self, int boat, int cell, Chart* free) noexcept nogil:
        cdef Chart water
        cdef int r, steps = 0
        for r in range(ROWS):
            water.rows[r] = free.rows[r] & self.shore[boat].rows[r]
        while not water.rows[row(cell)] & column(cell):
            if not flow(&water, free):
                return FAR
            steps += 1
        return steps

    cdef void open_water(self, State* s, Chart* mines, int boat, Chart* free) noexcept nogil:
        """The sea of a boat, less the mines that bar its way."""
        cdef int other, r
        free[0] = self.sea[boat]
        for other in range(MOST_BOATS):
            if not self.friends[boat] >> other & 1:
                for r in range(ROWS):
                    free.rows[r] &= ~mines[other].rows[r]

    cdef void find_voyages(self, State* s, int* voyages) noexcept nogil:
        """Steps home for each boat; FAR also where there are fewer turns left than steps."""
        cdef Chart mines[MOST_BOATS]
        cdef Chart free
        cdef int boat
        find_mines(s, mines)
        for boat in range(MOST_BOATS):
            voyages[boat] = 0
            if s.boats[boat] == NOWHERE:
                continue
            self.open_water(s, mines, boat, &free)
            voyages[boat] = self.steps_home(boat, s.boats[boat], &free)
            if voyages[boat] > self.rounds - <int> s.turns[self.seat_of[boat]]:
                voyages[boat] = FAR

    cdef void look(self, State* s, int* voyages) noexcept nogil:
        """The same with the network, which has to know the ways home anyway."""
        cdef int boat
        self.lookout.look(s)
        for boat in range(MOST_BOATS):
            voyages[boat] = self.lookout.inputs[VOYAGE + boat]
            if voyages[boat] >= NO_WAY or voyages[boat] > self.rounds - <int> s.turns[self.seat_of[boat]]:
                voyages[boat] = FAR

    cdef int held_up(self, int boat, int cell, int voyage) noexcept nogil:
        """Where a boat with as far to go would be on a sea without mines: further back."""
        cdef int seen = SEEN[boat][cell], back = voyage - self.clear[boat][cell]
        while back > 0 and seen >= SIZE:
            seen -= SIZE
            back -= 1
        return SEEN[(MOST_BOATS - boat) & 3][seen]

    # -- who is home first -----------------------------------------------------------------------------

    cdef double duel(self, int boat, int cell, int voyage, int other, int its, int its_voyage, bint sooner) noexcept nogil:
        if voyage == FAR or its_voyage == FAR:
            return 0.5 if voyage == its_voyage else (SHUT_IN if voyage == FAR else 1 - SHUT_IN)
        cell, its = self.held_up(boat, cell, voyage), self.held_up(other, its, its_voyage)
        if sooner:
            return (1 - SURE) + (2 * SURE - 1) * self.duels.chance(boat, cell, other, its)
        return SURE - (2 * SURE - 1) * self.duels.chance(other, its, boat, cell)

    cdef int wait(self, State* s, int boat, int seats) noexcept nogil:
        """Turns before a boat's seat sails; a seat that has sailed already comes last."""
        cdef int turns = (self.seat_of[boat] - self.seat_of[s.side] + seats) % seats
        return turns if turns or s.phase == SAILING else seats

    cdef double at_sea(self, State* s, int* voyages, int boat, int other, int seats) noexcept nogil:
        """The chance of a boat to be home before another, the throw to come included."""
        cdef int cell = s.boats[boat], its = s.boats[other], throw
        cdef bint sooner = self.wait(s, boat, seats) < self.wait(s, other, seats)
        cdef double chance = self.duel(boat, cell, voyages[boat], other, its, voyages[other], sooner), hit
        if s.phase == SAILING or (s.side != boat and s.side != other):
            return chance
        throw = THROW[cell][its]
        if not throw or (s.phase == LAYING and s.die != throw):
            return chance
        if s.side == boat:
            if its == self.port[other]:
                return chance
            hit = self.duel(boat, cell, voyages[boat], other, self.port[other], self.clear[other][self.port[other]], True)
        else:
            if cell == self.port[boat]:
                return chance
            hit = self.duel(boat, self.port[boat], self.clear[boat][self.port[boat]], other, its, voyages[other], False)
        return hit if s.phase == LAYING else ((FACES - 1) * chance + hit) / FACES

    cdef int standing(self, State* s, int boat) noexcept nogil:
        """Higher is better: the first to arrive above all, the first to leave below all."""
        cdef int n
        for n in range(MOST_BOATS):
            if <int> (s.arrived >> 4 * n & 15) == boat + 1:
                return 2 * AT_SEA - n
            if <int> (s.left >> 4 * n & 15) == boat + 1:
                return n
        return AT_SEA

    cdef double beats(self, State* s, int* voyages, int boat, int other, int seats) noexcept nogil:
        cdef int mine = self.standing(s, boat), its = self.standing(s, other)
        if mine == AT_SEA and its == AT_SEA:
            return self.at_sea(s, voyages, boat, other, seats)
        return 1 if mine > its else 0

    cdef void weigh_pairs(self, Kernel kernel, double[MOST_BOATS][MOST_BOATS] won) noexcept nogil:
        """The chance of each boat against each other by duels and ways home alone."""
        cdef State* s = <State*> kernel.top
        cdef int voyages[MOST_BOATS]
        cdef int boat, other
        if self.lookout is None:
            self.find_voyages(s, voyages)
        else:
            self.look(s, voyages)
        memset(won, 0, MOST_BOATS * MOST_BOATS * sizeof(double))
        for boat in range(MOST_BOATS):
            for other in range(boat + 1, MOST_BOATS):
                if self.boats >> boat & self.boats >> other & 1 and not self.friends[boat] >> other & 1:
                    won[boat][other] = self.beats(s, voyages, boat, other, kernel.seats)
                    won[other][boat] = 1 - won[boat][other]

    cdef void prospects(self, Kernel kernel, double* values) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef double won[MOST_BOATS][MOST_BOATS]
        self.weigh_pairs(kernel, won)
        if self.lookout is not None:
            self.lookout.judge(s, won)
        if self.needed:
            self.value_groups(won, kernel.seats, values)
        else:
            self.value_boats(won, kernel.seats, values)

    cdef void value_boats(self, double[MOST_BOATS][MOST_BOATS] won, int seats, double* values) noexcept nogil:
        """The share of the others that a boat leaves behind."""
        cdef int boat, other
        for boat in range(MOST_BOATS):
            if self.boats >> boat & 1:
                values[self.seat_of[boat]] = 0
                for other in range(MOST_BOATS):
                    values[self.seat_of[boat]] += won[boat][other] / (seats - 1)

    cdef void value_groups(self, double[MOST_BOATS][MOST_BOATS] won, int seats, double* values) noexcept nogil:
        """One boat home is enough: the better one counts. Both are needed: the worse one."""
        cdef double low, high, chance
        cdef int boat
        if self.needed == 1:
            low = max(min(won[0][1], won[0][3]), min(won[2][1], won[2][3]))
            high = min(max(won[0][1], won[2][1]), max(won[0][3], won[2][3]))
        else:
            low = min(max(won[0][1], won[0][3]), max(won[2][1], won[2][3]))
            high = max(min(won[0][1], won[2][1]), min(won[0][3], won[2][3]))
        for boat in range(MOST_BOATS):
            chance = 1 - (low + high) / 2 if boat & 1 else (low + high) / 2
            # At a table of four a partner shares one's place, which counts half, as it does when the end is valued.
            values[self.seat_of[boat]] = chance if seats == 2 else (1 + 4 * chance) / 6

    def inputs(self, Kernel kernel not None):
        """What a network sees of a position, and for each pair of boats at sea how sure the duel is; for training, with a network."""
        cdef double won[MOST_BOATS][MOST_BOATS]
        cdef State* s = <State*> kernel.top
        self.weigh_pairs(kernel, won)
        duels = []
        for boat in range(MOST_BOATS):
            for other in range(boat + 1, MOST_BOATS):
                racing = s.boats[boat] != NOWHERE and s.boats[other] != NOWHERE
                duels.append(log(won[boat][other] / won[other][boat]) if racing else None)
        return self.lookout.inputs[:SLOTS], duels

    def voyages(self, Kernel kernel not None):
        """The steps that each boat has still to sail; None for a boat that is not at sea or has no way home."""
        cdef int voyages[MOST_BOATS]
        cdef State* s = <State*> kernel.top
        cdef int boat
        self.find_voyages(s, voyages)
        return [voyages[boat] if s.boats[boat] != NOWHERE and voyages[boat] != FAR else None for boat in range(MOST_BOATS)]


cdef class NearSighted(MakoEvaluation):
    """What a beginner sees: a race, in which only what is near counts.

    A mine farther than `near` cells from a boat does not bar its way, so that none is laid to close a way far off, and dead ends come as a
    surprise. Boats farther apart than that are not in danger of one another's mines. A way is counted to a step as far as one sees, and
    beyond in lumps of `lump` steps, each as good as one: up to so many steps more or less, a way looks as long as another.
    """
    cdef int near, lump

    def __init__(self, game, weights, int near, int lump):
        super().__init__(game, weights)
        self.near, self.lump = near, lump

    cdef void open_water(self, State* s, Chart* mines, int boat, Chart* free) noexcept nogil:
        cdef Chart seen[MOST_BOATS]
        cdef int cell = s.boats[boat], other, r, x
        cdef u16 columns = 0
        for x in range(max(0, cell % SIZE - self.near), min(SIZE, cell % SIZE + self.near + 1)):
            columns |= column(x)
        memset(seen, 0, sizeof(seen))
        for other in range(MOST_BOATS):
            for r in range(max(0, row(cell) - self.near), min(ROWS, row(cell) + self.near + 1)):
                seen[other].rows[r] = mines[other].rows[r] & columns
        MakoEvaluation.open_water(self, s, seen, boat, free)

    cdef int counted(self, int voyage) noexcept nogil:
        return voyage if voyage <= self.near else self.near + (voyage - self.near + self.lump - 1) // self.lump

    cdef double duel(self, int boat, int cell, int voyage, int other, int its, int its_voyage, bint sooner) noexcept nogil:
        if voyage == FAR or its_voyage == FAR:
            return MakoEvaluation.duel(self, boat, cell, voyage, other, its, its_voyage, sooner)
        voyage, its_voyage = self.counted(voyage), self.counted(its_voyage)
        return 1 / (1 + exp(A_STEP * (voyage - its_voyage - (0.5 if sooner else -0.5))))

    cdef double at_sea(self, State* s, int* voyages, int boat, int other, int seats) noexcept nogil:
        cdef int cell = s.boats[boat], its = s.boats[other]
        if max(abs(cell % SIZE - its % SIZE), abs(cell // SIZE - its // SIZE)) <= self.near:
            return MakoEvaluation.at_sea(self, s, voyages, boat, other, seats)
        return self.duel(boat, cell, voyages[boat], other, its, voyages[other], self.wait(s, boat, seats) < self.wait(s, other, seats))


EVALUATIONS = {"mako": MakoEvaluation}
