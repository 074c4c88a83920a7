# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Endings of Achef: from three pawns a side upwards, with the two bans that last for a turn.

A mark says which bans stand: none; the swap that may not be undone; the pawn of the other side that has just captured from
the centre; the mover's own such pawn, alone or with a swap. A pawn that could not climb anyway counts as free. A placement
has numbers for its own marks only: some three of the 129, as few neighbours on a level are of different sides.
"""

from libc.string cimport memset

from tablier.endings.index cimport Marking, Men, i64
from tablier.endings.layouts.base cimport Layout
from tablier.endings.layouts.base import square_symmetries
from tablier.kernels.achef cimport CENTRE, FIRST_SIDEWAYS, MIDDLE, NO_STEP, RIM, State, captures_sideways, captures_upright, sideways_steps, upright_steps
from tablier.kernels.bits cimport gather, lowest, nth_set, popcount, u8, u32, u64
from tablier.kernels.kernel cimport Moves, push_move

cdef enum:
    CELLS = 25
    EDGES = 24                    # pairs of neighbours on one level
    CLIMBERS = 4                  # cells next to the centre
    SWAPPED = 1                   # marks from here: the swap
    OTHERS = SWAPPED + EDGES      # the other side's grounded pawn
    OWN = OTHERS + CLIMBERS       # the mover's
    BOTH = OWN + CLIMBERS         # the mover's, and the swap
    MARKS = BOTH + CLIMBERS * EDGES
    # Marks that stand for several: what a move can have led from. No placement has numbers for them.
    STEPPED = MARKS               # a step elsewhere than to the centre
    CLIMBED = STEPPED + 1         # to the centre, by climber
    TRADED = CLIMBED + CLIMBERS   # a swap, by edge
    CENTRE_CELL = 12
    NO_EDGE = -1

cdef int STEPS[4]
STEPS[0], STEPS[1], STEPS[2], STEPS[3] = 5, -5, 1, -1  # in the kernel's order
cdef int ENDS[EDGES][2]
cdef int EDGE_AT[CELLS][4]        # by cell and step, the edge; NO_EDGE where the step leads to another level or off the board
cdef bint ON_BOARD[CELLS][4]
cdef u32 UPRIGHT_EDGES = 0        # the lower end of each edge; edges are numbered by these, then by the left ends
cdef u32 SIDEWAYS_EDGES = 0
cdef u32 CLIMBER_BOARD = 0
cdef u32 TOUCHING[CLIMBERS]       # the edges that end at a climber's cell
cdef int CLIMBER_CELLS[CLIMBERS]
cdef int CLIMBER_AT[CELLS]
CLIMBER_CELLS[0], CLIMBER_CELLS[1], CLIMBER_CELLS[2], CLIMBER_CELLS[3] = 7, 11, 13, 17


cdef void fill_edges():
    global UPRIGHT_EDGES, SIDEWAYS_EDGES, CLIMBER_BOARD
    cdef int cell, step, there, found = 0, i
    cdef u64 both
    for cell in range(CELLS):
        CLIMBER_AT[cell] = -1
        for step in range(4):
            EDGE_AT[cell][step] = NO_EDGE
            there = cell + STEPS[step]
            ON_BOARD[cell][step] = 0 <= there < CELLS and (step < 2 or there // 5 == cell // 5)
    for i in range(CLIMBERS):
        CLIMBER_AT[CLIMBER_CELLS[i]] = i
        CLIMBER_BOARD |= <u32> 1 << CLIMBER_CELLS[i]
        TOUCHING[i] = 0
    for step in (0, 2):
        for cell in range(CELLS):
            there = cell + STEPS[step]
            if not ON_BOARD[cell][step]:
                continue
            both = <u64> 1 << cell | <u64> 1 << there
            if both & ~RIM == 0 or both & ~MIDDLE == 0:
                ENDS[found][0], ENDS[found][1] = cell, there
                EDGE_AT[cell][step] = EDGE_AT[there][step + 1] = found
                for i in range(CLIMBERS):
                    if cell == CLIMBER_CELLS[i] or there == CLIMBER_CELLS[i]:
                        TOUCHING[i] |= <u32> 1 << found
                if step == 0:
                    UPRIGHT_EDGES |= <u32> 1 << cell
                else:
                    SIDEWAYS_EDGES |= <u32> 1 << cell
                found += 1
    assert found == EDGES


fill_edges()


def turned_marks():
    """By symmetry, the mark that each mark becomes, those that stand for several too."""
    edges = {frozenset((ENDS[i][0], ENDS[i][1])): i for i in range(EDGES)}
    climbers = [CLIMBER_CELLS[i] for i in range(CLIMBERS)]
    turns = []
    for turn in square_symmetries(5):
        edge = [edges[frozenset((turn[ENDS[i][0]], turn[ENDS[i][1]]))] for i in range(EDGES)]
        pawn = [climbers.index(turn[cell]) for cell in climbers]
        marks = [0, *(SWAPPED + there for there in edge), *(OTHERS + there for there in pawn), *(OWN + there for there in pawn)]
        marks += [BOTH + pawn[i] * EDGES + edge[j] for i in range(CLIMBERS) for j in range(EDGES)]
        marks += [STEPPED, *(CLIMBED + there for there in pawn), *(TRADED + there for there in edge)]
        turns.append(tuple(marks))
    return tuple(turns)


cdef inline int edge_of(int mark) noexcept nogil:
    if mark >= BOTH:
        return (mark - BOTH) % EDGES
    return mark - SWAPPED if SWAPPED <= mark < OTHERS else NO_EDGE


cdef inline int own_grounded(int mark) noexcept nogil:
    """Which of the climbers, or -1."""
    if mark >= BOTH:
        return (mark - BOTH) // EDGES
    return mark - OWN if mark >= OWN else -1


cdef struct Bans:
    u32 edges     # whose ends are of different sides, so that a swap can have led here
    u32 others    # the other side's pawns that could climb, by climber
    u32 own


cdef inline Bans bans_of(u64 own, u64 other) noexcept nogil:
    """The bans that a placement can have."""
    cdef Bans bans
    cdef u64 upright = (own & other >> 5 | other & own >> 5) & UPRIGHT_EDGES
    cdef u64 sideways = (own & other >> 1 | other & own >> 1) & SIDEWAYS_EDGES
    bans.edges = <u32> (gather(upright, UPRIGHT_EDGES) | gather(sideways, SIDEWAYS_EDGES) << popcount(UPRIGHT_EDGES))
    bans.others = bans.own = 0
    if not (own | other) >> CENTRE_CELL & 1:
        bans.others, bans.own = <u32> gather(other, CLIMBER_BOARD), <u32> gather(own, CLIMBER_BOARD)
    return bans


cdef inline u32 lower(u32 bits, int bit) noexcept nogil:
    return bits & ((<u32> 1 << bit) - 1)


cdef int count_marks(Men* men) noexcept nogil:
    cdef Bans bans = bans_of(men.boards[0], men.boards[1])
    cdef int count = 1 + popcount(bans.edges) + popcount(bans.others) + popcount(bans.own)
    while bans.own:
        count += popcount(bans.edges & ~TOUCHING[lowest(bans.own)])
        bans.own &= bans.own - 1
    return count


cdef int order_of_mark(Men* men) noexcept nogil:
    cdef Bans bans = bans_of(men.boards[0], men.boards[1])
    cdef int mark = men.mark, before = 1, pawn
    if mark < SWAPPED:
        return 0
    if mark < OTHERS:
        return before + popcount(lower(bans.edges, mark - SWAPPED))
    before += popcount(bans.edges)
    if mark < OWN:
        return before + popcount(lower(bans.others, mark - OTHERS))
    before += popcount(bans.others)
    if mark < BOTH:
        return before + popcount(lower(bans.own, mark - OWN))
    before += popcount(bans.own)
    while True:
        pawn = lowest(bans.own)
        if pawn == own_grounded(mark):
            return before + popcount(lower(bans.edges & ~TOUCHING[pawn], edge_of(mark)))
        before += popcount(bans.edges & ~TOUCHING[pawn])
        bans.own &= bans.own - 1


cdef int nth_mark(Men* men, int n) noexcept nogil:
    cdef Bans bans = bans_of(men.boards[0], men.boards[1])
    cdef int pawn, some
    if n == 0:
        return 0
    n -= 1
    if n < popcount(bans.edges):
        return SWAPPED + nth_set(bans.edges, n)
    n -= popcount(bans.edges)
    if n < popcount(bans.others):
        return OTHERS + nth_set(bans.others, n)
    n -= popcount(bans.others)
    if n < popcount(bans.own):
        return OWN + nth_set(bans.own, n)
    n -= popcount(bans.own)
    while True:
        pawn = lowest(bans.own)
        some = popcount(bans.edges & ~TOUCHING[pawn])
        if n < some:
            return BOTH + pawn * EDGES + nth_set(bans.edges & ~TOUCHING[pawn], n)
        n -= some
        bans.own &= bans.own - 1


cdef inline int listed(u32 bans, u32 chosen, i64* first, i64* numbers, int found) noexcept nogil:
    """Add the numbers of the chosen bans, `first` being that of the first ban."""
    while bans:
        if bans & (0 - bans) & chosen:
            numbers[found] = first[0]
            found += 1
        first[0] += 1
        bans &= bans - 1
    return found


cdef int each_mark(Men* men, i64 first, i64* numbers) noexcept nogil:
    """The bans under which a move can have been made: no swap back, no climb of the grounded pawn. An enemy pawn that was grounded
    still is after the move, as a mark of its own: it is among those of a move that swaps it or fills the centre."""
    cdef Bans bans
    cdef u32 edges = ~<u32> 0, others = 0, own = ~<u32> 0
    cdef int mark = men.mark, found = 1, pawn
    if mark < STEPPED:
        numbers[0] = first + order_of_mark(men)
        return 1
    bans = bans_of(men.boards[0], men.boards[1])
    if mark >= TRADED:
        edges ^= <u32> 1 << (mark - TRADED)
        for pawn in range(CLIMBERS):
            others |= (TOUCHING[pawn] >> (mark - TRADED) & 1) << pawn
    elif mark >= CLIMBED:
        others, own = own, own ^ <u32> 1 << (mark - CLIMBED)
    numbers[0] = first
    first += 1
    found = listed(bans.edges, edges, &first, numbers, found)
    found = listed(bans.others, others, &first, numbers, found)
    found = listed(bans.own, own, &first, numbers, found)
    while bans.own:
        pawn = lowest(bans.own)
        found = listed(bans.edges & ~TOUCHING[pawn], edges if own >> pawn & 1 else 0, &first, numbers, found)
        bans.own &= bans.own - 1
    return found


cdef Marking MARKING
MARKING.count, MARKING.order, MARKING.nth, MARKING.each = count_marks, order_of_mark, nth_mark, each_mark


cdef class AchefLayout(Layout):
    letters = "O"
    least = (3,)
    most_taken = 1
    cells = CELLS
    exact = True
    mark_turns = turned_marks()

    def symmetries(self, counts):
        return square_symmetries(5)

    @classmethod
    def names(cls):
        return ["3-3", "4-3", "4-4", "5-3", "5-4", "6-3", "5-5", "6-4", "7-3"]

    cdef Marking* marking(self) noexcept:
        return &MARKING

    cdef void read(self, Men* men) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        cdef int step = step_of(s), edge = NO_EDGE, pawn = -1
        memset(men, 0, sizeof(Men))
        men.boards[0], men.boards[1] = s.own, s.enemy
        if s.in_hand:
            men.mark = -1
            return
        if step != NO_STEP:
            edge = EDGE_AT[step & 31][step >> 5]
        if s.grounded and not (s.own | s.enemy) >> CENTRE_CELL & 1:
            pawn = CLIMBER_AT[lowest(s.grounded)]
        if pawn < 0:
            men.mark = 0 if edge == NO_EDGE else SWAPPED + edge
        elif s.grounded & s.own:
            men.mark = OWN + pawn if edge == NO_EDGE else BOTH + pawn * EDGES + edge
        else:
            men.mark = OTHERS + pawn if edge == NO_EDGE else -1

    cdef bint write(self, Men* men) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        memset(s, 0, sizeof(State))
        s.own, s.enemy = <u32> men.boards[0], <u32> men.boards[1]
        return bar(s, men.mark)

    cdef int retract(self, Men* men, Men* before) noexcept nogil:
        """Steps onto free cells, or the swap that the mark names, each with what its mark can have been before."""
        cdef u64 own = men.boards[1], other = men.boards[0], free = ~(own | other), left = own, at, there
        cdef int cell, step, found = 0, edge = edge_of(men.mark), pawn = own_grounded(men.mark), mark
        if OTHERS <= men.mark < OWN:
            return 0  # only a capture leads here
        if pawn >= 0:
            mark = OTHERS + pawn  # it was the other side's, and the centre was empty
            free &= ~CENTRE
        if edge != NO_EDGE:
            at = <u64> 1 << ENDS[edge][0] | <u64> 1 << ENDS[edge][1]
            set_before(before, own ^ at, other ^ at, mark if pawn >= 0 else TRADED + edge)
            return 1
        while left:
            cell = lowest(left)
            at = <u64> 1 << cell
            left ^= at
            for step in range(4):
                if ON_BOARD[cell][step]:
                    there = <u64> 1 << (cell + STEPS[step])
                    if there & free:
                        if pawn < 0:
                            mark = CLIMBED + CLIMBER_AT[cell + STEPS[step]] if at == CENTRE else STEPPED
                        set_before(before + found, own ^ at ^ there, other, mark)
                        found += 1
        return found

    cdef int leave(self, Moves* moves) noexcept nogil:
        """Captures lead to another set, steps and swaps do not."""
        cdef State* s = <State*> self.kernel.top
        cdef u64 upright = upright_steps(s), sideways = sideways_steps(s)
        cdef u64 down = captures_upright(upright, s.enemy), across = captures_sideways(sideways, s.enemy)
        cdef int others = popcount(upright ^ down) + popcount(sideways ^ across)
        moves.count = 0
        while down:
            push_move(moves, lowest(down))
            down &= down - 1
        while across:
            push_move(moves, FIRST_SIDEWAYS + lowest(across))
            across &= across - 1
        return others


cdef inline void set_before(Men* before, u64 own, u64 other, int mark) noexcept nogil:
    before.boards[0], before.boards[1], before.mark = own, other, mark


cdef inline int step_of(State* s) noexcept nogil:
    """The step that the ko bars, as the kernel numbers steps."""
    if s.ko_upright:
        return lowest(s.ko_upright)
    return FIRST_SIDEWAYS + lowest(s.ko_sideways) if s.ko_sideways else NO_STEP


cdef bint bar(State* s, int mark) noexcept nogil:
    """Set the bans that a mark names; False where the board does not have them."""
    cdef int edge = edge_of(mark), pawn = own_grounded(mark), step, cell, end
    if OTHERS <= mark < OWN:
        s.grounded = <u32> 1 << CLIMBER_CELLS[mark - OTHERS]
        return s.grounded & s.enemy and not (s.own | s.enemy) >> CENTRE_CELL & 1
    if pawn >= 0:
        s.grounded = <u32> 1 << CLIMBER_CELLS[pawn]
        if not s.grounded & s.own or (s.own | s.enemy) >> CENTRE_CELL & 1:
            return False
    if edge == NO_EDGE:
        return True
    if pawn >= 0 and (ENDS[edge][0] == CLIMBER_CELLS[pawn] or ENDS[edge][1] == CLIMBER_CELLS[pawn]):
        return False  # a swap would have led it away from the centre
    for end in range(2):
        cell = ENDS[edge][end]
        for step in range(4):
            if EDGE_AT[cell][step] == edge and s.own >> cell & 1 and s.enemy >> (cell + STEPS[step]) & 1:
                if step < 2:
                    s.ko_upright = <u64> 1 << (cell + 32 * step)
                else:
                    s.ko_sideways = <u64> 1 << (cell + 32 * (step - 2))
                return True
    return False


LAYOUTS = {"achef": AchefLayout}
