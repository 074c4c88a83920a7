# What a search may see of Achef's kernel: the pyramid, and all steps of a side in two words.
from tablier.kernels.bits cimport u8, u32, u64
from tablier.kernels.kernel cimport Kernel

cdef extern from *:
    """
    #define BOARD   0x1FFFFFFULL
    #define FILE_A5 0x0108421ULL
    #define FILE_E5 0x1084210ULL
    #define CENTRE  0x0001000ULL
    #define MIDDLE  0x00729C0ULL
    #define RIM     (BOARD & ~MIDDLE & ~CENTRE)

    /* A board as the origins in both halves of a word; and at each origin, what stands where the step leads to.
       Sideways this looks around the edge of the board: SIDEWAYS_STEPS leaves such steps out. */
    #define TWICE(b)    ((b) | (b) << 32)
    #define UPRIGHT(b)  ((b) >> 5 | (b) << 37)
    #define SIDEWAYS(b) ((b) >> 1 | (b) << 33)

    #define UPRIGHT_STEPS  (TWICE(BOARD) & UPRIGHT(BOARD))
    #define SIDEWAYS_STEPS ((BOARD & ~FILE_E5) | (BOARD & ~FILE_A5) << 32)
    #define CLIMBS(ahead)  ((TWICE(RIM) & ahead(MIDDLE)) | (TWICE(MIDDLE) & ahead(CENTRE)))
    #define LEVEL(ahead)   (ahead##_STEPS & ((TWICE(RIM) & ahead(RIM)) | (TWICE(MIDDLE) & ahead(MIDDLE))))

    static const tablier_u64 UPRIGHT_LEVEL = LEVEL(UPRIGHT), SIDEWAYS_LEVEL = LEVEL(SIDEWAYS);

    /* No step onto an own pawn, nor up onto any pawn, nor up with the grounded pawn. */
    #define OPEN(ahead, own, enemy, grounded) \\
        (ahead##_STEPS & TWICE(own) & ~ahead(own) & ~(CLIMBS(ahead) & (ahead(enemy) | TWICE(grounded))))

    static inline tablier_u64 open_upright(tablier_u64 own, tablier_u64 enemy, tablier_u64 grounded) {
        return OPEN(UPRIGHT, own, enemy, grounded);
    }
    static inline tablier_u64 open_sideways(tablier_u64 own, tablier_u64 enemy, tablier_u64 grounded) {
        return OPEN(SIDEWAYS, own, enemy, grounded);
    }
    /* Of these steps, those that take: onto an enemy that is not on the same level. */
    static inline tablier_u64 captures_upright(tablier_u64 steps, tablier_u64 enemy) { return steps & UPRIGHT(enemy) & ~UPRIGHT_LEVEL; }
    static inline tablier_u64 captures_sideways(tablier_u64 steps, tablier_u64 enemy) { return steps & SIDEWAYS(enemy) & ~SIDEWAYS_LEVEL; }
    """
    const u64 BOARD
    const u64 CENTRE
    const u64 MIDDLE
    const u64 RIM
    const u64 UPRIGHT_STEPS
    const u64 SIDEWAYS_STEPS
    const u64 UPRIGHT_LEVEL
    const u64 SIDEWAYS_LEVEL
    u64 open_upright(u64 own, u64 enemy, u64 grounded) noexcept nogil
    u64 open_sideways(u64 own, u64 enemy, u64 grounded) noexcept nogil
    u64 captures_upright(u64 steps, u64 enemy) noexcept nogil
    u64 captures_sideways(u64 steps, u64 enemy) noexcept nogil

cdef enum:
    LOST_AT = 2
    FIRST_SIDEWAYS = 64  # a move is the number of a bit in the upright word, or from here in the sideways word,
    FIRST_PLACED = 128   # or from here the cell that a pawn is placed on
    NO_STEP = 31         # the number of no step, as there are only 25 cells

cdef struct State:
    u32 own           # pawns of the side to move
    u32 enemy
    u32 grounded      # the pawn, of either side, that may not climb on its owner's next turn
    u8 side
    u8 in_hand        # pawns that both have still to place
    u64 ko_upright    # the step barred by the ko, in the word that has it: the last move once more, as the pawn
    u64 ko_sideways   # that was swapped away now stands at its origin


cdef inline u64 upright_steps(State* s) noexcept nogil:
    return open_upright(s.own, s.enemy, s.grounded) & ~s.ko_upright


cdef inline u64 sideways_steps(State* s) noexcept nogil:
    return open_sideways(s.own, s.enemy, s.grounded) & ~s.ko_sideways


cdef class AchefKernel(Kernel):
    cdef int ko(self) noexcept nogil
