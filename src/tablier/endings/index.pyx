# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Numbers for the positions of a set of men, the same for symmetric positions.

The men of each kind and side are a combination of cells, ranked in the combinatorial number system. The first kind is
brought to the representative of its class by a symmetry of the board; where several symmetries do, the lowest number counts.
Later kinds are counted on the cells that are left. Numbers that no position has (a symmetric twin, what the law excludes) are left
to the builder, which marks them. Where a placement has few of a game's marks, only those have numbers.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from tablier.kernels.bits cimport gather, lowest, popcount, scatter, u8, u32, u64

cdef u64 BINOMIAL[65][LIKE_MEN + 1]
cdef int _n, _k
memset(BINOMIAL, 0, sizeof(BINOMIAL))
for _n in range(65):
    BINOMIAL[_n][0] = 1
    for _k in range(1, LIKE_MEN + 1):
        BINOMIAL[_n][_k] = BINOMIAL[_n - 1][_k - 1] + BINOMIAL[_n - 1][_k] if _n else 0


cdef inline i64 rank(u64 cells) noexcept nogil:
    cdef i64 sum = 0
    cdef int k = 1
    while cells:
        sum += BINOMIAL[lowest(cells)][k]
        cells &= cells - 1
        k += 1
    return sum


cdef inline u64 turned(Shape* shape, int turn, u64 cells) noexcept nogil:
    cdef u64 there = 0
    while cells:
        there |= <u64> 1 << shape.turn[turn][lowest(cells)]
        cells &= cells - 1
    return there


cdef inline i64 rest(Shape* shape, int turn, u64 used, Men* men, Men* there) noexcept nogil:
    """The placement within its class, the board turned so that the first kind stands on `used`: later kinds are counted on the cells left."""
    cdef i64 number = 0
    cdef u64 cells
    cdef int i
    there.boards[shape.group[0].board] = used
    for i in range(1, shape.groups):
        cells = there.boards[shape.group[i].board] = turned(shape, turn, men.boards[shape.group[i].board])
        number = number * shape.group[i].size + rank(gather(cells, ~used))
        used |= cells
    return number


cdef void locate(Shape* shape, Men* men, Spot* spot) noexcept nogil:
    """The placement of a position, and the symmetries that lead to it."""
    cdef i64 first = rank(men.boards[shape.group[0].board]), best, number
    cdef u64 onto = shape.onto[first], used = shape.firsts[shape.classes[first]]
    cdef Men there
    spot.turn = lowest(onto)
    spot.turns = <u8> (onto & (0 - onto))
    best = rest(shape, spot.turn, used, men, &spot.men)
    onto &= onto - 1
    while onto:
        number = rest(shape, lowest(onto), used, men, &there)
        if number < best:
            best, spot.turn, spot.turns, spot.men = number, lowest(onto), 0, there
        if number == best:
            spot.turns |= <u8> (onto & (0 - onto))
        onto &= onto - 1
    spot.placement = shape.classes[first] * shape.rest + best


cdef inline void turn_to(Shape* shape, int turn, Men* men, Spot* spot) noexcept nogil:
    """Have the men of a spot turned by another symmetry, their mark too."""
    cdef int i, board
    if turn != spot.turn:
        for i in range(shape.groups):
            board = shape.group[i].board
            spot.men.boards[board] = turned(shape, turn, men.boards[board])
        spot.turn = turn
    spot.men.mark = shape.mark_turns[turn * shape.marks + men.mark]


cdef i64 find(Shape* shape, Men* men) noexcept nogil:
    cdef Spot spot
    cdef u8 turns
    cdef int turn, mark, best
    locate(shape, men, &spot)
    if shape.marks == 1:
        return spot.placement
    turn, turns = spot.turn, spot.turns
    best = shape.mark_turns[turn * shape.marks + men.mark]
    while turns:
        mark = shape.mark_turns[lowest(turns) * shape.marks + men.mark]
        if mark < best:
            best, turn = mark, lowest(turns)
        turns &= turns - 1
    if shape.offsets == NULL:
        return spot.placement * shape.marks + best
    turn_to(shape, turn, men, &spot)
    return shape.offsets[spot.placement] + shape.marking.order(&spot.men)


cdef bint is_number(Shape* shape, i64 number, Men* men) noexcept nogil:
    cdef u64 onto = shape.onto[rank(men.boards[shape.group[0].board])]
    return onto & (onto - 1) == 0 or find(shape, men) == number


cdef int numbers_at(Shape* shape, Spot* spot, Men* men, i64* numbers) noexcept nogil:
    """Where several symmetries lead to the placement, also the numbers that no position has, or one of them twice."""
    cdef u8 turns = spot.turns
    cdef int found = 0
    if shape.offsets == NULL:
        numbers[0] = spot.placement if shape.marks == 1 else find(shape, men)
        return 1
    while turns:
        turn_to(shape, lowest(turns), men, spot)
        found += shape.marking.each(&spot.men, shape.offsets[spot.placement], numbers + found)
        turns &= turns - 1
    return found


cdef void place(Shape* shape, i64 number, Men* men) noexcept nogil:
    cdef Cursor cursor
    cursor.placement = -1
    move_on(shape, number, &cursor)
    men[0] = cursor.men


cdef void move_on(Shape* shape, i64 number, Cursor* cursor) noexcept nogil:
    cdef i64 placement
    if shape.offsets == NULL:
        placement = number // shape.marks
    else:
        placement = placement_of(shape, number, max(cursor.placement, 0))
    if placement != cursor.placement:
        placed(shape, placement, &cursor.men)
        cursor.placement = placement
    if shape.offsets == NULL:
        cursor.men.mark = <int> (number - placement * shape.marks)
    else:
        cursor.men.mark = shape.marking.nth(&cursor.men, <int> (number - shape.offsets[placement]))


cdef i64 placement_of(Shape* shape, i64 number, i64 low) noexcept nogil:
    """The last placement whose numbers begin at this one or before; `low` is not after it."""
    cdef i64 high = low + 1, middle
    while high < shape.placements and shape.offsets[high] <= number:
        low, high = high, high + 2 * (high - low)
    high = min(high, shape.placements)
    while high - low > 1:
        middle = (low + high) >> 1
        if shape.offsets[middle] <= number:
            low = middle
        else:
            high = middle
    return low


cdef void placed(Shape* shape, i64 placement, Men* men) noexcept nogil:
    """The men of a placement, without a mark."""
    cdef i64 ways[BOARDS]
    cdef u64 used
    cdef int i
    memset(men, 0, sizeof(Men))
    for i in range(shape.groups - 1, 0, -1):
        ways[i] = placement % shape.group[i].size
        placement //= shape.group[i].size
    used = men.boards[shape.group[0].board] = shape.firsts[placement]
    for i in range(1, shape.groups):
        men.boards[shape.group[i].board] = scatter(shape.group[i].ways[ways[i]], ~used)
        used |= men.boards[shape.group[i].board]


cdef int images(Shape* shape, Men* men) noexcept nogil:
    cdef u64 first = men.boards[shape.group[0].board]
    cdef u64 onto = shape.onto[rank(first)]
    cdef i64 own
    cdef Men there
    cdef int turn, fixed = 0
    if onto & (onto - 1) == 0:
        return shape.turns
    own = rest(shape, 0, first, men, &there)
    for turn in range(shape.turns):
        fixed += (turned(shape, turn, first) == first and rest(shape, turn, first, men, &there) == own
                  and shape.mark_turns[turn * shape.marks + men.mark] == men.mark)
    return shape.turns // fixed


cdef u64* all_ways(int cells, int men) except NULL:
    """Every combination of so many cells, in the order of their ranks, which is that of the words."""
    cdef i64 size = BINOMIAL[cells][men], i
    cdef u64* ways = <u64*> malloc(size * sizeof(u64))
    cdef u64 word = ((<u64> 1) << men) - 1, low, next
    if ways == NULL:
        raise MemoryError
    for i in range(size):
        ways[i] = word
        low = word & (0 - word)
        next = word + low
        word = next | ((word ^ next) // low) >> 2 if next else 0
    return ways


cdef class Index:
    """The numbers of one set: `counts` men of each kind, on a board with these symmetries (the first is none at all)."""

    def __cinit__(self, counts, int cells, symmetries, mark_turns=((0,),)):
        cdef int board, turn, i, used = 0
        cdef Group* group
        memset(&self.shape, 0, sizeof(Shape))
        if len(counts) > BOARDS or max(counts) > LIKE_MEN or not any(counts):
            raise ValueError(f"no set has these men: {counts}")
        self.counts = tuple(counts)
        self.shape.turns, self.shape.marks = len(symmetries), len(mark_turns[0])
        self.shape.mark_turns = <unsigned short*> malloc(TURNS * self.shape.marks * sizeof(unsigned short))
        if self.shape.mark_turns == NULL:
            raise MemoryError
        for turn in range(self.shape.turns):
            for i in range(cells):
                self.shape.turn[turn][i] = symmetries[turn][i]
            for i in range(self.shape.marks):
                self.shape.mark_turns[turn * self.shape.marks + i] = mark_turns[turn][i]
        self.shape.rest = 1
        # The largest group comes first: the more of its placements are symmetric, the fewer numbers there are.
        for board in sorted((b for b in range(len(counts)) if counts[b]), key=lambda b: (-counts[b], -b)):
            group = &self.shape.group[self.shape.groups]
            group.board, group.size = board, BINOMIAL[cells - used][<int> counts[board]]
            group.ways = all_ways(cells - used, counts[board])
            used += <int> counts[board]
            if self.shape.groups:
                self.shape.rest *= group.size
            self.shape.groups += 1
        self.set_up_classes()

    cdef void set_up_classes(self) except *:
        cdef Shape* shape = &self.shape
        cdef i64 size = shape.group[0].size, i, there, classes = 0
        cdef int turn
        shape.classes = <u32*> malloc(size * sizeof(u32))
        shape.onto = <u8*> malloc(size)
        shape.firsts = <u64*> malloc(size * sizeof(u64))
        if shape.classes == NULL or shape.onto == NULL or shape.firsts == NULL:
            raise MemoryError
        memset(shape.onto, 0, size)
        for i in range(size):
            for turn in range(shape.turns):
                there = rank(turned(shape, turn, shape.group[0].ways[i]))
                if there < i:  # seen before: its representative is the other's
                    if not shape.onto[i] or shape.classes[there] < shape.classes[i]:
                        shape.classes[i] = shape.classes[there]
                        shape.onto[i] = 1
            if not shape.onto[i]:
                shape.classes[i] = classes
                shape.firsts[classes] = shape.group[0].ways[i]
                classes += 1
            shape.onto[i] = 0
            for turn in range(shape.turns):
                if turned(shape, turn, shape.group[0].ways[i]) == shape.firsts[shape.classes[i]]:
                    shape.onto[i] |= 1 << turn
        shape.placements = classes * shape.rest
        shape.size = shape.placements * shape.marks

    cdef void leave_out_marks(self, Marking* marking) except *:
        """Number only the marks that each placement has."""
        cdef Shape* shape = &self.shape
        cdef i64 i, count = 0
        cdef Men men
        shape.offsets = <u32*> malloc(shape.placements * sizeof(u32))
        if shape.offsets == NULL:
            raise MemoryError
        shape.marking = marking[0]
        with nogil:
            for i in range(shape.placements):
                shape.offsets[i] = <u32> count
                placed(shape, i, &men)
                count += marking.count(&men)
        if count >= <i64> 1 << 32:
            raise ValueError(f"a set of {self.counts} has {count} numbers, more than 32 bits hold")
        shape.size = count

    def __dealloc__(self):
        cdef int i
        for i in range(self.shape.groups):
            free(self.shape.group[i].ways)
        free(self.shape.classes)
        free(self.shape.onto)
        free(self.shape.firsts)
        free(self.shape.mark_turns)
        free(self.shape.offsets)

    @property
    def size(self):
        """How many numbers there are."""
        return self.shape.size

    @property
    def room(self):
        """The bytes of memory that finding numbers takes, where placements have marks of their own."""
        return self.shape.placements * sizeof(u32) if self.shape.offsets != NULL else 0
