# What a search may see of Malawi's kernel: boards of rings, and lines as long as the rings a pawn carries.
from tablier.kernels.bits cimport u8, u64
from tablier.kernels.kernel cimport Kernel

cdef extern from *:
    """
    #define MALAWI_RANK 0x3FULL
    #define MALAWI_EACH_PAWN 0x010101010101ULL
    #define MALAWI_BOARD (MALAWI_RANK * 0x0000000810204081ULL)

    /* Four directions at once: east, north, north-west, north-east; the other four are the same shifts to the left. */
    typedef tablier_u64 malawi_four __attribute__((vector_size(32)));

    /* Which pawns can act along a line, each at the distance of its rings: nothing between, and a cell of `ends` there.
       carrying[r] are the pawns with r rings; `diagonal` is 0 to keep to four directions, else ~0. The answer has a byte
       for each direction and in it a bit for each pawn of `own`. */
    static inline tablier_u64 malawi_lines(tablier_u64 empty, tablier_u64 ends, const tablier_u64 *carrying,
                                           tablier_u64 own, tablier_u64 diagonal) {
        const malawi_four allowed = {~0ULL, ~0ULL, diagonal, diagonal}, step = {1, 7, 6, 8};
        const malawi_four free_cells = {empty, empty, empty, empty}, end_cells = {ends, ends, ends, ends};
        malawi_four ahead = {0, 0, 0, 0}, behind = ahead, clear_ahead = allowed, clear_behind = allowed, away = step;
        tablier_u64 lines = 0;
        for (int rings = 1; rings <= 5; rings++, away += step) {
            ahead |= carrying[rings] & clear_ahead & (end_cells >> away);
            behind |= carrying[rings] & clear_behind & (end_cells << away);
            clear_ahead &= free_cells >> away;
            clear_behind &= free_cells << away;
        }
        for (int i = 0; i < 4; i++)
            lines |= gather(ahead[i], own) << 8 * i | gather(behind[i], own) << 8 * (i + 4);
        return lines;
    }
    """
    const u64 RANK "MALAWI_RANK"
    const u64 BOARD "MALAWI_BOARD"
    const u64 EACH_PAWN "MALAWI_EACH_PAWN"
    u64 gather(u64 board, u64 cells) noexcept nogil
    u64 scatter(u64 few, u64 cells) noexcept nogil
    int nth "nth_set"(u64 board, int n) noexcept nogil
    u64 find_lines "malawi_lines"(u64 empty, u64 ends, const u64* carrying, u64 own, u64 diagonal) noexcept nogil

cdef enum:
    WIDTH = 6
    PITCH = 7       # bits from a cell to the one above it
    PAWNS = 6
    FARTHEST = 5    # cells along a line of the board, and pawns that can receive
    MOST_RINGS = 12
    MOST_WAYS = 10
    DIRECTIONS = 8
    NO_SEAT = 2     # where a seat is asked for

    # A move is its origin, its kind, and a bit for each cell that it goes to, strikes at or gives to. The word depends on
    # nothing but the move, so a word remembered from elsewhere means the same here.
    KIND = 6
    CELLS = 8
    GO = 0
    STRIKE = 1
    GIVE = 2

cdef struct State:
    u64 own        # pawns of the side to act
    u64 enemy
    u64 rings[4]   # the pawns whose number of rings has this binary digit, both sides together
    u8 side


cdef inline u64 laden(const State* s) noexcept nogil:
    """The pawns of both sides that carry rings."""
    return s.rings[0] | s.rings[1] | s.rings[2] | s.rings[3]


cdef inline int rings_at(const State* s, int cell) noexcept nogil:
    return (s.rings[0] >> cell & 1) | (s.rings[1] >> cell & 1) << 1 | (s.rings[2] >> cell & 1) << 2 | (s.rings[3] >> cell & 1) << 3


cdef inline u64 far_rank(int seat) noexcept nogil:
    """The cells at the enemy's edge."""
    return RANK if seat else RANK << PITCH * (WIDTH - 1)


cdef inline void sort_by_rings(const State* s, u64 pawns, u64* carrying) noexcept nogil:
    """carrying[r] are those of the pawns with r rings, for each r that a line of the board is long enough for."""
    cdef u64 one = s.rings[0], two = s.rings[1], four = s.rings[2], light = pawns & ~s.rings[3]
    carrying[1] = light & one & ~two & ~four
    carrying[2] = light & two & ~one & ~four
    carrying[3] = light & one & two & ~four
    carrying[4] = light & four & ~one & ~two
    carrying[5] = light & four & one & ~two


cdef class MalawiKernel(Kernel):
    cdef u64 diagonal  # a mask: what lies on diagonals counts, or not
