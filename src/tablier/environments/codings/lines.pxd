# Numbers for moves along ranks and files of 64 cells: fourteen for each origin, first its rank and then its file.
from tablier.kernels.bits cimport u64

cdef extern from *:
    """
    #define LINES_EACH 14
    #define LINES (64 * LINES_EACH)

    /* The target counted along the line without its origin: the rank's cells are 0 to 6, the file's 7 to 13. */
    static inline int line_number(int origin, int to) {
        if (origin >> 3 == to >> 3) return LINES_EACH * origin + (to & 7) - ((to & 7) > (origin & 7));
        return LINES_EACH * origin + 7 + (to >> 3) - (to >> 3 > origin >> 3);
    }
    static inline int line_target(int number) {
        int origin = number / LINES_EACH, n = number % LINES_EACH;
        if (n < 7) return (origin & 56) | (n + (n >= (origin & 7)));
        n -= 7;
        return (origin & 7) | (n + (n >= origin >> 3)) << 3;
    }
    /* 1.0 on the plane wherever a cell of the board is set. */
    static inline void draw_board(unsigned long long board, float *plane) {
        for (; board; board &= board - 1) plane[__builtin_ctzll(board)] = 1.0f;
    }
    """
    enum:
        LINES_EACH
        LINES
    int line_number(int origin, int to) noexcept nogil
    int line_target(int number) noexcept nogil
    void draw_board(u64 board, float* plane) noexcept nogil
