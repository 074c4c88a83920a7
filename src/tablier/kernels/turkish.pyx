# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Turkish draughts on three bitboards, seen by the side to move: its far rank is always the top one.

Bit 0 is a1, bit 7 is h1, bit 63 is h8 at White's turn; at Black's the ranks are counted from the other side.
"""

cimport cython
from libc.stdlib cimport abort, free, realloc
from libc.string cimport memcpy

from tablier.kernels.bits cimport east, lowest, mixed, north, popcount, south, u8, u32, u64, west
from tablier.kernels.kernel cimport Kernel, Move, Moves, push_move

cdef enum:
    MOST_PIECES = 16             # of one side, so no capture has more leaps
    LONGEST = MOST_PIECES + 1    # cells that a path can touch

cdef enum Fault:
    NO_FAULT
    OMITTED
    FEWER

cdef enum Way:
    NORTH
    EAST
    SOUTH
    WEST
    NO_WAY

cdef struct Hunt:
    # A search for captures: what is asked, the capture under way, and what was found.
    bint every          # all captures, not only the longest
    bint turn_back
    Moves* out          # where to list them, or NULL to count
    u8* paths           # where to write the cells of each, LONGEST bytes apart, or NULL
    u64 wall            # own pieces other than the one that takes
    u64 prey            # the enemies before the capture
    u64 crowned         # 1 when a Pion has become a Dame on the way
    u8 path[LONGEST]
    int best            # the most leaps so far
    u32 found

cdef list NAMES = [f"{'abcdefgh'[i % 8]}{i // 8 + 1}" for i in range(64)]
cdef list STEPS = [f"{NAMES[code & 63]}-{NAMES[code >> TARGET]}" for code in range(CODE + 1)]
cdef tuple FAULTS = ("-", "omitted", "fewer")


@cython.final
cdef class TurkishKernel(Kernel):

    def __dealloc__(self):
        free(self.paths)

    cdef Py_ssize_t measure(self):
        return sizeof(State)

    cdef void prepare(self):
        options = self.game.options
        self.turn_back = options["turn_back"] == "on"
        self.strict = options["penalty"] == "strict"
        self.dame_beats_pion = options["dame_beats_pion"] == "on"
        self.taking_first = self.game.rules > 1

    # -- texts -----------------------------------------------------------------------------------------

    cdef void read_state(self, str text):
        cdef State* s = <State*> self.top
        cdef u64 pieces[2]
        cdef u64 dames = 0
        cdef int cell
        board, side, quiet, fault = text.split()
        pieces[0] = pieces[1] = 0
        for cell, code in self.standing(board):
            pieces["wb".index(code.lower())] |= <u64> 1 << cell
            dames |= <u64> code.isupper() << cell
        s.side = "wb".index(side)
        s.quiet, s.fault = int(quiet), FAULTS.index(fault)
        s.own, s.enemy, s.dames = pieces[s.side], pieces[1 - s.side], dames
        if s.side:
            s.own, s.enemy, s.dames = turned(s.own), turned(s.enemy), turned(s.dames)

    cdef str write_state(self):
        cdef State* s = <State*> self.top
        cdef u64 white = turned(s.enemy) if s.side else s.own
        cdef u64 black = turned(s.own) if s.side else s.enemy
        cdef u64 dames = turned(s.dames) if s.side else s.dames
        cdef int cell
        codes = [""] * 64
        for cell in range(64):
            if (white | black) >> cell & 1:
                letter = "w" if white >> cell & 1 else "b"
                codes[cell] = letter.upper() if dames >> cell & 1 else letter
        return f"{self.board_text(codes)} {'wb'[s.side]} {s.quiet} {FAULTS[s.fault]}"

    cdef str text(self, Move move):
        cdef State* s = <State*> self.top
        cdef int turn = 56 if s.side else 0, i
        cdef const u8* path
        if not taken_mask(move):
            return <str> STEPS[(move & CODE) ^ (OTHER_SIDE if s.side else 0)]
        path = self.path_of(move)
        return "x".join([NAMES[path[i] ^ turn] for i in range(popcount(taken_mask(move)) + 1)])

    cdef const u8* path_of(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        if self.paths == NULL or s.own != self.traced.own or s.enemy != self.traced.enemy or s.dames != self.traced.dames:
            self.trace()
        return self.paths + LONGEST * <size_t> (move >> ORDINAL)

    cdef void trace(self) noexcept nogil:
        """Note the paths of all captures at once: moves do not know theirs, and a search for each would take long."""
        cdef Hunt hunt
        begin(&hunt, NULL, self.strict, self.turn_back)
        search(&hunt, <State*> self.top)
        self.paths = <u8*> realloc(self.paths, LONGEST * <size_t> hunt.found + 1)
        if self.paths == NULL:
            abort()  # as widen(): there is no way to raise without the GIL
        hunt.paths, hunt.found = self.paths, 0  # with the best already known, no shorter one gets a place
        search(&hunt, <State*> self.top)
        self.traced = (<State*> self.top)[0]

    # -- moves -----------------------------------------------------------------------------------------

    cdef bint decided(self) noexcept nogil:
        """True when the game ended without looking whether anything can move."""
        cdef State* s = <State*> self.top
        if s.fault or s.quiet >= QUIET_LIMIT or not s.own or not s.enemy:
            return True
        return not (s.own & (s.own - 1)) and not (s.enemy & (s.enemy - 1)) and self.last_two_decided()

    cdef bint last_two_decided(self) noexcept nogil:
        """One piece each: two Dames draw, and by an option a Dame beats a Pion, unless there is something to take."""
        cdef State* s = <State*> self.top
        cdef int dames = popcount(s.dames)
        if dames != 2 and not (dames == 1 and self.dame_beats_pion):
            return False
        return not (self.taking_first and can_take(s))

    cdef void generate(self, Moves* out) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef Hunt hunt
        out.count = 0
        if self.decided():
            return
        if self.strict:
            list_steps(s, out)
        begin(&hunt, out, self.strict, self.turn_back)
        search(&hunt, s)
        if self.strict:
            mark_faults(out, hunt.best)
        elif out.count == 0:
            list_steps(s, out)

    cdef u64 count(self, Moves* scratch) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef Hunt hunt
        cdef int captures
        if self.decided():
            return 0
        if not self.strict:
            captures = count_short(s)
            if captures >= 0:
                return captures if captures else count_steps(s)
        begin(&hunt, NULL, self.strict, self.turn_back)
        search(&hunt, s)
        if self.strict:
            return hunt.found + count_steps(s)
        return hunt.found if hunt.found else count_steps(s)

    cdef void make(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        s[1] = s[0]
        self.top = <char*> (s + 1)
        self.advance(move)

    cdef void advance(self, Move move) noexcept nogil:
        cdef State* s = <State*> self.top
        cdef u64 origin = <u64> 1 << (move & 63), to = <u64> 1 << (move >> TARGET & 63)
        cdef u64 taken = unranked(taken_mask(move), s.enemy)
        cdef u64 own = s.own ^ origin ^ to  # also right for a capture that comes back to where it began
        cdef u64 dames = s.dames & ~taken
        if s.dames & origin:
            dames ^= origin ^ to
            s.quiet = 0 if taken else s.quiet + 1
        else:
            dames |= to if move >> CROWNED & 1 else 0
            s.quiet = 0
        s.own = turned(s.enemy & ~taken)
        s.enemy = turned(own)
        s.dames = turned(dames)
        s.side ^= 1
        s.fault = move >> FAULT & 3

    # -- results ---------------------------------------------------------------------------------------

    cdef bint over(self, u8* ranks) noexcept nogil:
        cdef State* s = <State*> self.top
        if s.fault or not s.enemy:
            return won(ranks, s.side)
        if not s.own:
            return won(ranks, 1 - s.side)
        if not (s.own & (s.own - 1)) and not (s.enemy & (s.enemy - 1)) and self.last_two_decided():
            if popcount(s.dames) == 2:
                return drawn(ranks)
            return won(ranks, s.side if s.own & s.dames else 1 - s.side)
        if not can_move(s):
            return won(ranks, 1 - s.side)
        return drawn(ranks) if s.quiet >= QUIET_LIMIT else False

    cdef int actor(self) noexcept nogil:
        return (<State*> self.top).side

    cdef u64 key(self) noexcept nogil:
        """Mixed when asked for: three words are quicker hashed than a key is kept up to date through captures."""
        cdef State* s = <State*> self.top
        return mixed(s.own ^ mixed(s.enemy ^ mixed(s.dames ^ mixed(s.side))))


cdef inline bint won(u8* ranks, int seat) noexcept nogil:
    ranks[seat], ranks[1 - seat] = 1, 2
    return True


cdef inline bint drawn(u8* ranks) noexcept nogil:
    ranks[0] = ranks[1] = 1
    return True


# -- steps: moves that take nothing --------------------------------------------------------------------

cdef inline u64 reach(int at, u64 occupied) noexcept nogil:
    """The cells that a Dame sees, those of the first pieces in its way included."""
    return sweep_north(at, occupied) | sweep_east(at, occupied) | sweep_south(at, occupied) | sweep_west(at, occupied)


cdef u64 count_steps(State* s) noexcept nogil:
    cdef u64 occupied = s.own | s.enemy, free = ~occupied, pions = s.own & ~s.dames, dames = s.own & s.dames
    cdef u64 steps = popcount(north(pions) & free) + popcount(east(pions) & free) + popcount(west(pions) & free)
    while dames:
        steps += popcount(reach(lowest(dames), occupied) & free)
        dames &= dames - 1
    return steps


cdef void list_steps(State* s, Moves* out) noexcept nogil:
    """At most 16 pieces with 14 cells each: a list always has room for that many."""
    cdef u64 occupied = s.own | s.enemy, free = ~occupied, pions = s.own & ~s.dames, dames = s.own & s.dames
    cdef Move* end = out.items + out.count
    cdef int origin
    cdef u64 targets
    end = list_pion_steps(end, north(pions) & free, -8)
    end = list_pion_steps(end, east(pions) & free, -1)
    end = list_pion_steps(end, west(pions) & free, 1)
    while dames:
        origin = lowest(dames)
        dames &= dames - 1
        targets = reach(origin, occupied) & free
        while targets:
            end[0] = origin | lowest(targets) << TARGET
            end += 1
            targets &= targets - 1
    out.count = <int> (end - out.items)


cdef inline Move* list_pion_steps(Move* end, u64 targets, int back) noexcept nogil:
    cdef int to
    while targets:
        to = lowest(targets)
        targets &= targets - 1
        end[0] = (to + back) | to << TARGET | (to >= 56) << CROWNED
        end += 1
    return end


cdef inline bint can_move(State* s) noexcept nogil:
    """Whether anything steps or leaps; a Dame that only a far leap is open to does not exist: it could step closer."""
    cdef u64 free = ~(s.own | s.enemy), dames = s.own & s.dames
    if (north(s.own) | east(s.own) | west(s.own) | south(dames)) & free:
        return True
    return ((north(north(s.own) & s.enemy) | east(east(s.own) & s.enemy) | west(west(s.own) & s.enemy)
             | south(south(dames) & s.enemy)) & free) != 0


# -- captures ------------------------------------------------------------------------------------------

cdef inline bint can_take(State* s) noexcept nogil:
    cdef u64 enemy = s.enemy, free = ~(s.own | enemy), pions = s.own & ~s.dames
    return (leap_north(pions, enemy, free) | leap_east(pions, enemy, free) | leap_west(pions, enemy, free)) != 0 or dame_can_take(s)


cdef inline u32 taken_mask(Move move) noexcept nogil:
    return move >> TAKEN & 0xFFFF


cdef void mark_faults(Moves* out, int best) noexcept nogil:
    """Where moves against the duty to take are played and lose: note which ones do."""
    cdef int i, leaps
    for i in range(out.count):
        leaps = popcount(taken_mask(out.items[i]))
        if leaps < best:
            out.items[i] |= <u64> (FEWER if leaps else OMITTED) << FAULT


cdef inline void begin(Hunt* hunt, Moves* out, bint every, bint turn_back) noexcept nogil:
    hunt.every, hunt.turn_back = every, turn_back
    hunt.out, hunt.paths = out, NULL
    hunt.best = hunt.found = 0


cdef inline u64 leap_north(u64 pions, u64 enemy, u64 free) noexcept nogil:
    return north(north(pions) & enemy) & free


cdef inline u64 leap_east(u64 pions, u64 enemy, u64 free) noexcept nogil:
    return east(east(pions) & enemy) & free


cdef inline u64 leap_west(u64 pions, u64 enemy, u64 free) noexcept nogil:
    return west(west(pions) & enemy) & free


cdef int count_short(State* s) noexcept nogil:
    """How many captures are the longest, if they have two leaps at most and are made by Pions; -1 if one must search.

    All Pions leap at once here. Until it is crowned a Pion neither comes back to a rank nor turns round on one, so what
    it took and where it stood is never in its way or out of it; and a cell is reached in one way by one Pion at most, so
    that counting cells counts captures.
    """
    cdef u64 enemy = s.enemy, free = ~(s.own | enemy), pions = s.own & ~s.dames
    cdef u64 n = leap_north(pions, enemy, free), e = leap_east(pions, enemy, free), w = leap_west(pions, enemy, free)
    cdef u64 nn, ne, nw, en, ee, wn, ww, norths, easts, wests
    if n & FAR_RANK or dame_can_take(s):
        return -1
    if not n | e | w:
        return 0
    nn, ne, nw = leap_north(n, enemy, free), leap_east(n, enemy, free), leap_west(n, enemy, free)
    en, ee = leap_north(e, enemy, free), leap_east(e, enemy, free)
    wn, ww = leap_north(w, enemy, free), leap_west(w, enemy, free)
    norths, easts, wests = nn | en | wn, ne | ee, nw | ww
    if not norths | easts | wests:
        return popcount(n) + popcount(e) + popcount(w)
    if (norths & FAR_RANK or leap_north(norths | easts | wests, enemy, free)
            or leap_east(norths | easts, enemy, free) or leap_west(norths | wests, enemy, free)):
        return -1
    return (popcount(nn) + popcount(ne) + popcount(nw) + popcount(en) + popcount(ee) + popcount(wn) + popcount(ww))


cdef void search(Hunt* hunt, State* s) noexcept nogil:
    """Follow every Dame, and every Pion that can take."""
    cdef u64 enemy = s.enemy, free = ~(s.own | enemy), at
    cdef u64 left = s.own & (s.dames | south(enemy & south(free)) | west(enemy & west(free)) | east(enemy & east(free)))
    hunt.prey = enemy
    while left:
        at = left & -left
        left ^= at
        hunt.wall = s.own ^ at
        hunt.path[0] = lowest(at)
        hunt.crowned = 0
        if s.dames & at:
            dame_takes(hunt, lowest(at), s.enemy, NO_WAY, 0)
        else:
            pion_takes(hunt, at, s.enemy, 0)


cdef inline void report(Hunt* hunt, int to, u64 enemy, int leaps) noexcept nogil:
    """A capture that ends here; a shorter one than the best counts only where every one does."""
    if leaps > hunt.best:
        hunt.best = leaps
        if not hunt.every:
            hunt.found = 0
            if hunt.out != NULL:
                hunt.out.count = 0
    elif leaps < hunt.best and not hunt.every:
        return
    if hunt.out != NULL:
        push_move(hunt.out, hunt.path[0] | to << TARGET | hunt.crowned << CROWNED
                  | <u64> ranked(hunt.prey ^ enemy, hunt.prey) << TAKEN | <u64> hunt.found << ORDINAL)
    elif hunt.paths != NULL:
        memcpy(hunt.paths + LONGEST * <size_t> hunt.found, hunt.path, LONGEST)
    hunt.found += 1


cdef bint pion_takes(Hunt* hunt, u64 at, u64 enemy, int leaps) noexcept nogil:
    """Follow all leaps of a Pion; says whether there were any."""
    cdef u64 free = ~(hunt.wall | enemy)
    cdef u64 over_north = north(at) & enemy, over_east = east(at) & enemy, over_west = west(at) & enemy
    cdef u64 to_north = north(over_north) & free, to_east = east(over_east) & free, to_west = west(over_west) & free
    if to_north:
        pion_lands(hunt, to_north, enemy ^ over_north, leaps + 1)
    if to_east:
        pion_lands(hunt, to_east, enemy ^ over_east, leaps + 1)
    if to_west:
        pion_lands(hunt, to_west, enemy ^ over_west, leaps + 1)
    return (to_north | to_east | to_west) != 0


cdef void pion_lands(Hunt* hunt, u64 at, u64 enemy, int leaps) noexcept nogil:
    cdef int to = lowest(at)
    hunt.path[leaps] = to
    if at & FAR_RANK:
        hunt.crowned = 1
        dame_goes_on(hunt, to, enemy, NORTH, leaps)
        hunt.crowned = 0
        return
    if hunt.every:
        report(hunt, to, enemy, leaps)
        pion_takes(hunt, at, enemy, leaps)
    elif not pion_takes(hunt, at, enemy, leaps):
        report(hunt, to, enemy, leaps)


cdef bint dame_takes(Hunt* hunt, int at, u64 enemy, int came, int leaps) noexcept nogil:
    """Follow all leaps of a Dame that came this way; says whether there were any."""
    cdef u64 occupied = hunt.wall | enemy, over
    cdef bint any = False
    if came != SOUTH or hunt.turn_back:
        over = sweep_north(at, occupied) & enemy
        if over:
            any |= dame_lands(hunt, sweep_north(lowest(over), occupied) & ~occupied, enemy ^ over, NORTH, leaps + 1)
    if came != WEST or hunt.turn_back:
        over = sweep_east(at, occupied) & enemy
        if over:
            any |= dame_lands(hunt, sweep_east(lowest(over), occupied) & ~occupied, enemy ^ over, EAST, leaps + 1)
    if came != NORTH or hunt.turn_back:
        over = sweep_south(at, occupied) & enemy
        if over:
            any |= dame_lands(hunt, sweep_south(lowest(over), occupied) & ~occupied, enemy ^ over, SOUTH, leaps + 1)
    if came != EAST or hunt.turn_back:
        over = sweep_west(at, occupied) & enemy
        if over:
            any |= dame_lands(hunt, sweep_west(lowest(over), occupied) & ~occupied, enemy ^ over, WEST, leaps + 1)
    return any


cdef bint dame_lands(Hunt* hunt, u64 landings, u64 enemy, int came, int leaps) noexcept nogil:
    cdef bint any = landings != 0
    cdef int to
    while landings:
        to = lowest(landings)
        landings &= landings - 1
        hunt.path[leaps] = to
        dame_goes_on(hunt, to, enemy, came, leaps)
    return any


cdef void dame_goes_on(Hunt* hunt, int at, u64 enemy, int came, int leaps) noexcept nogil:
    if hunt.every:
        report(hunt, at, enemy, leaps)
        dame_takes(hunt, at, enemy, came, leaps)
    elif not dame_takes(hunt, at, enemy, came, leaps):
        report(hunt, at, enemy, leaps)


KERNELS = {"turkish": TurkishKernel}
