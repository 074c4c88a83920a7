# Sliding along ranks and files of an 8×8 board, all pieces at once.
from tablier.kernels.bits cimport popcount, u64

cdef extern from *:
    """
    /* Where each piece of `own` can slide in one direction through `free` cells (occluded fill, three doublings). */
    static inline tablier_u64 slides_north(tablier_u64 own, tablier_u64 free) {
        tablier_u64 g = own, p = free;
        g |= p & (g << 8);  p &= p << 8;
        g |= p & (g << 16); p &= p << 16;
        g |= p & (g << 32);
        return (g << 8) & free;
    }
    static inline tablier_u64 slides_south(tablier_u64 own, tablier_u64 free) {
        tablier_u64 g = own, p = free;
        g |= p & (g >> 8);  p &= p >> 8;
        g |= p & (g >> 16); p &= p >> 16;
        g |= p & (g >> 32);
        return (g >> 8) & free;
    }
    static inline tablier_u64 slides_east(tablier_u64 own, tablier_u64 free) {
        tablier_u64 g = own, p = free & ~FILE_A;
        g |= p & (g << 1); p &= p << 1;
        g |= p & (g << 2); p &= p << 2;
        g |= p & (g << 4);
        return (g << 1) & free & ~FILE_A;
    }
    static inline tablier_u64 slides_west(tablier_u64 own, tablier_u64 free) {
        tablier_u64 g = own, p = free & ~FILE_H;
        g |= p & (g >> 1); p &= p >> 1;
        g |= p & (g >> 2); p &= p >> 2;
        g |= p & (g >> 4);
        return (g >> 1) & free & ~FILE_H;
    }
    /* A free cell is reached from one side by one piece at most, so counting cells counts moves. */
    static inline int slide_count(tablier_u64 own, tablier_u64 free) {
        return popcount(slides_north(own, free)) + popcount(slides_south(own, free))
             + popcount(slides_east(own, free)) + popcount(slides_west(own, free));
    }
    """
    u64 slides_north(u64 own, u64 free) noexcept nogil
    u64 slides_south(u64 own, u64 free) noexcept nogil
    u64 slides_east(u64 own, u64 free) noexcept nogil
    u64 slides_west(u64 own, u64 free) noexcept nogil
    int slide_count(u64 own, u64 free) noexcept nogil
