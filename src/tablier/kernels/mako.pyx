# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Mako Naval on a map of bytes. Cell 0 is a1, cell 13 is n1, cell 195 is n14.

Which cells a boat or a mine could reach if nothing were in the way is looked up in tables made once for a table of players, ports and
band included; what stands on the cells then decides. Dice are moves like others.
"""

from libc.string cimport memset

from tablier.kernels.bits cimport mixed, popcount, u8, u32, u64
from tablier.kernels.kernel cimport CHANCE_ACTS, Kernel, Move, Moves
from tablier.games.mako.sea import BOATS, PORTS, SEA, THROWS
from tablier.games.mako.position import Phase

cdef u64 ZOBRIST[ROCK][CELLS]

cdef u8 FOLLOWING[16][MOST_BOATS]
"""By the seats that race, the next of them after a seat; the seat itself when it is the only one."""

cdef u8 REACH[CELLS][FACES + 1][DIRECTIONS]
"""By cell and distance what lies that far away in the eight directions, NOWHERE where that is off the board."""


cdef void fill_tables():
    cdef int code, cell, die, racing, seat, n
    for code in range(ROCK):
        for cell in range(CELLS):
            ZOBRIST[code][cell] = mixed(CELLS * code + cell) if code != EMPTY else 0
    for racing in range(16):
        for seat in range(MOST_BOATS):
            for n in range(MOST_BOATS, 0, -1):
                if racing >> ((seat + n) & 3) & 1:
                    FOLLOWING[racing][seat] = (seat + n) & 3
    memset(REACH, NOWHERE, sizeof(REACH))
    for cell in range(CELLS):
        for die in range(1, FACES + 1):
            for n, to in enumerate(THROWS[cell][die - 1]):
                REACH[cell][die][n] = to


fill_tables()

cdef list NAMES = list(SEA.names)
cdef list PHASES = [phase.value for phase in (Phase.SAIL, Phase.ROLL, Phase.MINE)]
cdef list GLYPHS = ["", *BOATS.lower(), *BOATS]
"""The text of what a cell holds, by its code."""


cdef class MakoKernel(Kernel):

    cdef Py_ssize_t measure(self):
        return sizeof(State)

    cdef void prepare(self):
        fleet, sea = self.game.fleet, self.game.waters
        self.rounds = self.game.options["rounds"]
        self.needed = fleet.needed if fleet.groups else 0
        self.stocks = len(fleet.stocks)
        for i, group in enumerate(fleet.groups):
            self.groups[i] = sum(1 << boat for boat in group)
        for seat, crew in enumerate(fleet.crews):
            self.crews[seat] = sum(1 << boat for boat in crew)
            self.first_boat[seat], self.second_boat[seat] = crew[0], crew[len(crew) - 1]
        for boat in fleet.boats:
            self.seat_of[boat] = fleet.seat_of[boat]
            self.stock_of[boat] = fleet.stock_of[boat]
            self.port[boat] = PORTS[boat]
            self.sails_onto[boat] = 1 << EMPTY | sum(1 << MINE + friend for friend in fleet.friends[boat])
            self.lays_onto[boat] = 1 << EMPTY | sum(1 << BOAT + other for other in fleet.boats if other not in fleet.friends[boat])
            for cell in sea.goals[boat]:
                self.goals[boat][cell] = True
        self.chart_courses(set(PORTS) | sea.outside)

    cdef void chart_courses(self, set barred):
        """What is within reach of each cell, less what is closed to boats or mines whatever stands there."""
        cdef u8 open_to[STORED]
        cdef int cell, boat, die, n, to
        memset(open_to, True, sizeof(open_to))
        for to in barred:
            open_to[to] = False
        for cell in range(CELLS):
            for n in range(DIRECTIONS):
                for die in range(1, FACES + 1):
                    to = REACH[cell][die][n]
                    self.throws[cell][die][n] = to if open_to[to] else NOWHERE
                to = REACH[cell][1][n]
                for boat in range(MOST_BOATS):
                    self.sails[boat][cell][n] = to if open_to[to] or to == self.port[boat] else NOWHERE

    # -- texts ---------------------------------------------------------------------------------------

    cdef void read_state(self, str text):
        cdef State* s = <State*> self.top
        cdef int cell, seat, number
        board, side, phase, die, stocks, arrived, turns, left = text.split()
        memset(s.boats, NOWHERE, sizeof(s.boats))
        s.cells[NOWHERE] = ROCK
        for cell, code in self.standing(board):
            put(s, cell, GLYPHS.index(code))
        s.side, s.phase, s.die = BOATS.index(side), PHASES.index(phase), 0 if die == "-" else int(die)
        s.arrived, s.left = listed(arrived), listed(left)
        for number, stock in enumerate(stocks.split(",")):
            s.stocks[number] = int(stock)
        for seat, turns_had in enumerate(turns.split(",")):
            s.turns[seat] = int(turns_had)
            s.spent |= (s.turns[seat] >= self.rounds) << seat
            s.racing |= (not self.crews[seat] & (boats_in(s.arrived) | boats_in(s.left))) << seat
        s.decided = self.is_decided()

    cdef str write_state(self):
        cdef State* s = <State*> self.top
        cdef int cell
        codes = ["" if s.cells[cell] == EMPTY else GLYPHS[s.cells[cell]] for cell in range(SIZE * SIZE)]
        stocks = ",".join(str(s.stocks[number]) for number in range(self.stocks))
        turns = ",".join(str(s.turns[seat]) for seat in range(self.seats))
        die = str(s.die) if s.die else "-"
        return f"{self.board_text(codes)} {BOATS[s.side]} {PHASES[s.phase]} {die} {stocks} {letters(s.arrived)} {turns} {letters(s.left)}"

    cdef str text(self, Move move):
        cdef int kind = move & PASS, to = move & 255, origin = move >> 8 & 255
        if kind == PASS:
            return "pass"
        if kind == ROLL:
            return f"={to}"
        if kind == LAY:
            return f"+{NAMES[to]}"
        return f"{NAMES[origin]}-{NAMES[to]}"

    # -- what may be played ----------------------------------------------------------------------------

    cdef void generate(self, Moves* out) noexcept nogil:
        """Two boats in eight directions and a pass at the most, so there is always room."""
        cdef State* s = <State*> self.top
        cdef int seat, value, origin
        out.count = 0
        if has_ended(s):
            return
        if s.phase == SAILING:
            seat = self.seat_of[s.side]
            self.list_sails(out, self.first_boat[seat])
            if self.second_boat[seat] != self.first_boat[seat]:
                self.list_sails(out, self.second_boat[seat])
            out.items[out.count] = PASS
            out.count += 1
        elif s.phase == ROLLING:
            for value in range(FACES):
                out.items[value] = ROLL | (value + 1)
            out.count = FACES
        else:
            origin = s.boats[s.side]
            list_open(out, s.cells, self.throws[origin][s.die], self.lays_onto[s.side], LAY)

    cdef inline void list_sails(self, Moves* out, int boat) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef int origin = s.boats[boat]
        list_open(out, s.cells, self.sails[boat][origin], self.sails_onto[boat], SAIL | origin << 8)

    cdef u64 count(self, Moves* scratch) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef int first, second
        cdef u64 total
        if has_ended(s):
            return 0
        if s.phase == ROLLING:
            return FACES
        if s.phase == LAYING:
            return count_open(s.cells, self.throws[s.boats[s.side]][s.die], self.lays_onto[s.side])
        first, second = self.first_boat[self.seat_of[s.side]], self.second_boat[self.seat_of[s.side]]
        total = 1 + count_open(s.cells, self.sails[first][s.boats[first]], self.sails_onto[first])
        if second != first:
            total += count_open(s.cells, self.sails[second][s.boats[second]], self.sails_onto[second])
        return total

    # -- what comes of it --------------------------------------------------------------------------------

    cdef void make(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        s[1] = s[0]
        self.top = <char*> (s + 1)
        self.advance(move)

    cdef void advance(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        if s.phase == ROLLING:
            self.roll(s, move & 255)
        elif s.phase == LAYING:
            self.lay(s, move & 255)
        elif move == PASS:
            self.end_turn(s, False)
        else:
            self.sail(s, move >> 8 & 255, move & 255)

    cdef inline void sail(self, State* s, int origin, int to) noexcept nogil:
        cdef int boat = s.cells[origin] - BOAT, fished = s.cells[to]
        s.side = boat
        if fished != EMPTY:
            s.stocks[self.stock_of[fished - MINE]] += 1
            take(s, to)
        take(s, origin)
        if self.goals[boat][to]:
            self.come_home(s, boat)
            self.end_turn(s, False)
            return
        put(s, to, BOAT + boat)
        if s.stocks[self.stock_of[boat]]:
            s.phase = ROLLING
        else:
            self.end_turn(s, False)

    cdef void come_home(self, State* s, int boat) noexcept nogil:
        cdef int place = 0
        while s.arrived >> place:
            place += 4
        s.arrived |= <u32> (boat + 1) << place
        s.boats[boat] = NOWHERE
        s.racing &= ~(1 << self.seat_of[boat])
        s.decided = self.is_decided()

    cdef inline void roll(self, State* s, int value) noexcept nogil:
        if any_open(s.cells, self.throws[s.boats[s.side]][value], self.lays_onto[s.side]):
            s.phase, s.die = LAYING, value
        else:
            self.end_turn(s, False)

    cdef inline void lay(self, State* s, int cell) noexcept nogil:
        cdef int hit = s.cells[cell]
        s.stocks[self.stock_of[s.side]] -= 1
        if hit != EMPTY:
            take(s, cell)
            put(s, self.port[hit - BOAT], hit)
        put(s, cell, MINE + s.side)
        self.end_turn(s, hit != EMPTY)

    cdef inline void end_turn(self, State* s, bint again) noexcept nogil:
        cdef int seat = self.seat_of[s.side]
        s.turns[seat] += 1
        s.spent |= (s.turns[seat] >= self.rounds) << seat
        s.side = self.first_boat[seat if again else FOLLOWING[s.racing][seat]]
        s.phase, s.die = SAILING, 0

    # -- the end -------------------------------------------------------------------------------------------

    cdef bint is_decided(self) noexcept nogil:
        cdef State* s = <State*> self.top
        return self.ahead() != 0 if self.needed else not s.racing & (s.racing - 1)

    cdef u8 ahead(self) noexcept nogil:
        """Of boats that win together, those that have won, a bit for each; 0 when none have."""
        cdef State* s = <State*> self.top
        cdef u32 home = boats_in(s.arrived), left = boats_in(s.left)
        cdef u8 group
        for group in self.groups:
            if left & ~group or popcount(home & group) >= self.needed:
                return group
        return 0

    cdef bint over(self, u8* ranks) noexcept nogil:
        cdef State* s = <State*> self.top
        if not has_ended(s):
            return False
        if self.needed:
            self.rank_groups(ranks)
        else:
            self.rank_boats(ranks)
        return True

    cdef void rank_groups(self, u8* ranks) noexcept nogil:
        """All are first when no group is ahead."""
        cdef u8 ahead = self.ahead()
        cdef int seat, winners = 0
        for seat in range(self.seats):
            winners += (self.crews[seat] & ahead) != 0
        for seat in range(self.seats):
            ranks[seat] = 1 + winners if ahead and not self.crews[seat] & ahead else 1

    cdef void rank_boats(self, u8* ranks) noexcept nogil:
        """The first places to those who arrived, the last to those who left; those at sea share the best one in between."""
        cdef State* s = <State*> self.top
        cdef u32 boats = s.arrived
        cdef int seat, place = 1
        while boats:
            ranks[self.seat_of[(boats & 15) - 1]] = place
            place += 1
            boats >>= 4
        for seat in range(self.seats):
            if s.racing >> seat & 1:
                ranks[seat] = place
        boats, place = s.left, self.seats
        while boats:
            ranks[self.seat_of[(boats & 15) - 1]] = place
            place -= 1
            boats >>= 4

    cdef int actor(self) noexcept nogil:
        cdef State* s = <State*> self.top
        return CHANCE_ACTS if s.phase == ROLLING else self.seat_of[s.side]

    cdef u64 key(self) noexcept nogil:
        """Stocks are left out: the mines on the cells say what they are."""
        cdef State* s = <State*> self.top
        cdef u64 key = mixed(s.arrived | <u64> s.left << 16 | <u64> s.side << 32 | <u64> s.phase << 34 | <u64> s.die << 36)
        key = mixed(key ^ (s.turns[0] | <u64> s.turns[1] << 32))
        return s.key ^ mixed(key ^ (s.turns[2] | <u64> s.turns[3] << 32))


cdef inline bint has_ended(State* s) noexcept nogil:
    """Decided, or all who race have had their turns; a turn that has begun is played to its end."""
    return s.decided or (s.phase == SAILING and not s.racing & ~s.spent)


cdef inline void put(State* s, int cell, int code) noexcept nogil:
    s.cells[cell] = code
    s.key ^= ZOBRIST[code][cell]
    if code >= BOAT:
        s.boats[code - BOAT] = cell


cdef inline void take(State* s, int cell) noexcept nogil:
    s.key ^= ZOBRIST[s.cells[cell]][cell]
    s.cells[cell] = EMPTY


# Of eight targets those whose cell holds a code among `onto`. Without a branch for each, which would be mispredicted.

cdef inline void list_open(Moves* out, u8* cells, u8* targets, u32 onto, Move base) noexcept nogil:
    cdef Move* items = out.items
    cdef int i, to, n = out.count
    for i in range(DIRECTIONS):
        to = targets[i]
        items[n] = base | <Move> to
        n += onto >> cells[to] & 1
    out.count = n


cdef inline int count_open(u8* cells, u8* targets, u32 onto) noexcept nogil:
    cdef int i, n = 0
    for i in range(DIRECTIONS):
        n += onto >> cells[targets[i]] & 1
    return n


cdef inline bint any_open(u8* cells, u8* targets, u32 onto) noexcept nogil:
    cdef int i
    for i in range(DIRECTIONS):
        if onto >> cells[targets[i]] & 1:
            return True
    return False


# Boats in order as one number.

cdef u32 listed(str names):
    return 0 if names == "-" else sum((BOATS.index(name) + 1) << 4 * n for n, name in enumerate(names.split(",")))


cdef str letters(u32 boats):
    names = []
    while boats:
        names.append(BOATS[(boats & 15) - 1])
        boats >>= 4
    return ",".join(names) or "-"


cdef inline u32 boats_in(u32 boats) noexcept nogil:
    """A bit for each boat of a list."""
    cdef u32 found = 0
    while boats:
        found |= <u32> 1 << ((boats & 15) - 1)
        boats >>= 4
    return found


KERNELS = {"mako": MakoKernel}
