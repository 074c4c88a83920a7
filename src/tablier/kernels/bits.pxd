# Bit tricks on 64-cell boards. Constants and intrinsics live here, in C, so that every kernel reads like its game.
ctypedef unsigned long long u64
ctypedef unsigned int u32
ctypedef unsigned char u8

cdef extern from *:
    """
    #include <stdint.h>
    typedef unsigned long long tablier_u64;

    #define FILE_A 0x0101010101010101ULL
    #define FILE_H 0x8080808080808080ULL

    static inline int popcount(tablier_u64 b) { return __builtin_popcountll(b); }
    /* The lowest set bit; b must not be 0. */
    static inline int lowest(tablier_u64 b) { return __builtin_ctzll(b); }
    /* The bits of a word that lie on a mask, side by side, and back. A build for this machine uses its instruction; one that
       travels asks the processor once, because the instruction makes some kernels several times as quick. */
    static inline tablier_u64 gather_slowly(tablier_u64 word, tablier_u64 mask) {
        tablier_u64 few = 0;
        for (int i = 0; mask; mask &= mask - 1, i++) few |= (word >> lowest(mask) & 1) << i;
        return few;
    }
    static inline tablier_u64 scatter_slowly(tablier_u64 few, tablier_u64 mask) {
        tablier_u64 word = 0;
        for (; mask; mask &= mask - 1, few >>= 1) word |= mask & -mask & -(few & 1);
        return word;
    }
    #if defined(__BMI2__)
    static inline tablier_u64 gather(tablier_u64 word, tablier_u64 mask) { return __builtin_ia32_pext_di(word, mask); }
    static inline tablier_u64 scatter(tablier_u64 few, tablier_u64 mask) { return __builtin_ia32_pdep_di(few, mask); }
    #elif defined(__x86_64__)
    __attribute__((target("bmi2"))) static tablier_u64 gather_quickly(tablier_u64 word, tablier_u64 mask) {
        return __builtin_ia32_pext_di(word, mask);
    }
    __attribute__((target("bmi2"))) static tablier_u64 scatter_quickly(tablier_u64 few, tablier_u64 mask) {
        return __builtin_ia32_pdep_di(few, mask);
    }
    static int quick_bits = 0;
    __attribute__((constructor)) static void ask_processor(void) {
        __builtin_cpu_init();
        quick_bits = __builtin_cpu_supports("bmi2") != 0;
    }
    static inline tablier_u64 gather(tablier_u64 word, tablier_u64 mask) {
        return quick_bits ? gather_quickly(word, mask) : gather_slowly(word, mask);
    }
    static inline tablier_u64 scatter(tablier_u64 few, tablier_u64 mask) {
        return quick_bits ? scatter_quickly(few, mask) : scatter_slowly(few, mask);
    }
    #else
    static inline tablier_u64 gather(tablier_u64 word, tablier_u64 mask) { return gather_slowly(word, mask); }
    static inline tablier_u64 scatter(tablier_u64 few, tablier_u64 mask) { return scatter_slowly(few, mask); }
    #endif
    /* Where the n-th set bit of a word is, counted from 0. */
    static inline int nth_set(tablier_u64 b, int n) { return lowest(scatter(1ULL << n, b)); }

    static inline tablier_u64 north(tablier_u64 b) { return b << 8; }
    static inline tablier_u64 south(tablier_u64 b) { return b >> 8; }
    static inline tablier_u64 east(tablier_u64 b) { return (b << 1) & ~FILE_A; }
    static inline tablier_u64 west(tablier_u64 b) { return (b >> 1) & ~FILE_H; }

    /* splitmix64: the k-th word of a fixed stream, used for Zobrist keys and to seed the generator below. */
    static inline tablier_u64 mixed(tablier_u64 k) {
        k += 0x9E3779B97F4A7C15ULL;
        k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ULL;
        k = (k ^ (k >> 27)) * 0x94D049BB133111EBULL;
        return k ^ (k >> 31);
    }
    static inline tablier_u64 next_random(tablier_u64 *state) {
        tablier_u64 word = mixed(*state);
        *state += 0x9E3779B97F4A7C15ULL;
        return word;
    }
    /* A number below n, without the bias or the cost of a remainder. */
    static inline unsigned below(tablier_u64 *state, unsigned n) {
        return (unsigned)(((unsigned __int128)next_random(state) * n) >> 64);
    }
    """
    const u64 FILE_A
    const u64 FILE_H
    int popcount(u64 b) noexcept nogil
    int lowest(u64 b) noexcept nogil
    int nth_set(u64 b, int n) noexcept nogil
    u64 gather(u64 word, u64 mask) noexcept nogil
    u64 scatter(u64 few, u64 mask) noexcept nogil
    u64 north(u64 b) noexcept nogil
    u64 south(u64 b) noexcept nogil
    u64 east(u64 b) noexcept nogil
    u64 west(u64 b) noexcept nogil
    u64 mixed(u64 k) noexcept nogil
    u64 next_random(u64* state) noexcept nogil
    u32 below(u64* state, u32 n) noexcept nogil
