# The sea of Mako Naval as rows of bits, and water that flows over it: for the evaluation and its network.
from tablier.kernels.bits cimport lowest, popcount, u8, u64
from tablier.kernels.mako cimport BOAT, MINE, MOST_BOATS, SIZE, STORED, State
from libc.string cimport memset

ctypedef unsigned short u16

cdef enum:
    ROWS = SIZE + 2    # a rim of land all round: flowing water needs no other shore

cdef struct Chart:
    u16 rows[ROWS]


cdef inline int row(int cell) noexcept nogil:
    return cell // SIZE + 1


cdef inline u16 column(int cell) noexcept nogil:
    return 2 << cell % SIZE


cdef inline bint holds(Chart* chart, int cell) noexcept nogil:
    return chart.rows[row(cell)] & column(cell) != 0


cdef inline int size_of(Chart* chart) noexcept nogil:
    """How many cells a chart holds."""
    cdef int r, cells = 0
    for r in range(1, ROWS - 1):
        cells += popcount(chart.rows[r])
    return cells


cdef inline bint flow(Chart* water, Chart* free) noexcept nogil:
    """One step of a flood in all eight directions; False when it reaches nothing new."""
    cdef u16 wide[ROWS]
    cdef u16 fresh, grown = 0
    cdef int r
    for r in range(ROWS):
        wide[r] = water.rows[r] | water.rows[r] << 1 | water.rows[r] >> 1
    for r in range(1, ROWS - 1):
        fresh = (wide[r - 1] | wide[r] | wide[r + 1]) & free.rows[r]
        grown |= fresh ^ water.rows[r]
        water.rows[r] = fresh
    return grown != 0


cdef inline void find_mines(State* s, Chart* mines) noexcept nogil:
    """The mines of each boat."""
    cdef u64* words = <u64*> s.cells
    cdef u64 word
    cdef int i, at, code
    memset(mines, 0, MOST_BOATS * sizeof(Chart))
    for i in range(STORED // 8):
        word = words[i]
        while word:   # most of the sea is empty: look only at bytes that are not
            at = lowest(word) >> 3
            code = word >> (8 * at) & 255
            word &= ~(<u64> 255 << (8 * at))
            at += 8 * i
            if MINE <= code < BOAT:
                mines[code - MINE].rows[row(at)] |= column(at)
