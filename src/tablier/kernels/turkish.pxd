# What a search may see of Turkish draughts' kernel: its state, its moves, and what a Dame sees along a line.
cimport cython

from tablier.kernels.bits cimport east, lowest, north, south, u8, u32, u64, west
from tablier.kernels.kernel cimport Kernel, Move

cdef extern from *:
    """
    #if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)  /* those two have it, but slow */
    #include <immintrin.h>
    #define QUICK_BMI2 1
    #endif

    #define FAR_RANK 0xFF00000000000000ULL

    /* The board from the other side of the table: ranks change order, files stay. */
    static inline tablier_u64 turned(tablier_u64 b) { return __builtin_bswap64(b); }

    /* What a ray meets: the cells of a line up to its first occupied one, that one included. b ^ (b - 1) covers everything
       up to the lowest bit of b, and everything when there is none; downward, the | 1 does the same for the highest. */
    static inline tablier_u64 upward(tablier_u64 line, tablier_u64 occupied) {
        tablier_u64 b = line & occupied;
        return line & (b ^ (b - 1));
    }
    static inline tablier_u64 downward(tablier_u64 line, tablier_u64 occupied) {
        tablier_u64 b = line & occupied;
        return line & (~0ULL << (63 - __builtin_clzll(b | 1)));
    }
    static inline tablier_u64 sweep_north(int at, tablier_u64 occupied) { return upward((FILE_A ^ 1) << at, occupied); }
    static inline tablier_u64 sweep_south(int at, tablier_u64 occupied) { return downward((FILE_H >> 8) >> (63 - at), occupied); }
    static inline tablier_u64 sweep_east(int at, tablier_u64 occupied) {
        return upward(((1ULL << (at | 7)) - (1ULL << at)) << 1, occupied);
    }
    static inline tablier_u64 sweep_west(int at, tablier_u64 occupied) {
        return downward((1ULL << at) - (1ULL << (at & 56)), occupied);
    }

    /* Which pieces of `all`, in board order, are in `some`; and back. */
    static inline unsigned ranked(tablier_u64 some, tablier_u64 all) {
    #ifdef QUICK_BMI2
        return (unsigned)_pext_u64(some, all);
    #else
        unsigned mask = 0;
        for (; some; some &= some - 1) mask |= 1u << popcount(all & ((some & -some) - 1));
        return mask;
    #endif
    }
    static inline tablier_u64 unranked(unsigned mask, tablier_u64 all) {
    #ifdef QUICK_BMI2
        return _pdep_u64(mask, all);
    #else
        tablier_u64 some = 0;
        for (; mask; mask >>= 1, all &= all - 1) some |= (all & -all) & -(tablier_u64)(mask & 1);
        return some;
    #endif
    }
    """
    const u64 FAR_RANK
    u64 turned(u64 b) noexcept nogil
    u64 sweep_north(int at, u64 occupied) noexcept nogil
    u64 sweep_south(int at, u64 occupied) noexcept nogil
    u64 sweep_east(int at, u64 occupied) noexcept nogil
    u64 sweep_west(int at, u64 occupied) noexcept nogil
    u32 ranked(u64 some, u64 all) noexcept nogil
    u64 unranked(u32 mask, u64 all) noexcept nogil

cdef enum:
    QUIET_LIMIT = 100

cdef enum:
    # A move: origin, target six bits higher, then these. The captured ones are given by their places among the enemies in board
    # order. The ordinal, a capture's place among the legal ones, tells paths apart that lead to the same position.
    TARGET = 6
    CROWNED = 12
    FAULT = 13
    TAKEN = 16
    ORDINAL = 32
    CODE = 0xFFF          # origin and target: all there is to the text of a step
    OTHER_SIDE = 0xE38    # turns both cells of a code about the middle of the board

cdef struct State:
    u64 own      # pieces of the side to move
    u64 enemy
    u64 dames    # of both sides
    int quiet
    u8 side
    u8 fault

cdef inline bint dame_can_take(State* s) noexcept nogil:
    cdef u64 occupied = s.own | s.enemy, free = ~occupied, left = s.own & s.dames
    cdef u64 behind = 0
    cdef int at
    while left:
        at = lowest(left)
        left &= left - 1
        behind |= (north(sweep_north(at, occupied) & s.enemy) | east(sweep_east(at, occupied) & s.enemy)
                   | south(sweep_south(at, occupied) & s.enemy) | west(sweep_west(at, occupied) & s.enemy))
    return (behind & free) != 0

@cython.final
cdef class TurkishKernel(Kernel):
    cdef bint turn_back
    cdef bint strict
    cdef bint dame_beats_pion
    cdef bint taking_first  # a capture comes before the end of the last two pieces
    cdef State traced       # the position whose captures `paths` holds, by their ordinals
    cdef u8* paths
    cdef void trace(self) noexcept nogil
    cdef const u8* path_of(self, Move move) noexcept nogil  # the cells that a capture touches, as the side to move sees the board
    cdef bint decided(self) noexcept nogil
    cdef bint last_two_decided(self) noexcept nogil
