# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Results of earlier searches. Lock-free: a slot holds its key mixed with its data, so that a torn slot matches no key."""

from libc.stdlib cimport free
from libc.string cimport memset

from tablier.kernels.bits cimport u8, u32, u64

cdef extern from *:
    """
    #include <sys/mman.h>
    /* A slot's neighbours share one line of the cache, and large pages, where there are some, keep addresses at hand. */
    static void* roomy(size_t size) {
        void* place = NULL;
        if (posix_memalign(&place, size < (1 << 21) ? 64 : 1 << 21, size)) return NULL;
    #ifdef MADV_HUGEPAGE
        madvise(place, size, MADV_HUGEPAGE);
    #endif
        return place;
    }
    """
    void* roomy(size_t size) nogil
    void __builtin_prefetch(const void* place) nogil

# data: move 32 | score 16 | depth 8 | bound 2 | age 6
cdef enum:
    WAYS = 4   # neighbouring slots that a key may use


cdef class TranspositionTable:
    """A table of `megabytes`, to be shared by the threads of one search and kept from move to move."""

    def __cinit__(self, int megabytes=32):
        cdef u64 slots = 1024
        while slots * 2 * sizeof(Slot) <= <u64> megabytes << 20:
            slots *= 2
        self.slots = <Slot*> roomy(slots * sizeof(Slot))
        if self.slots == NULL:
            raise MemoryError
        self.mask = slots - 1
        self.age = 0
        self.clear()

    def __dealloc__(self):
        free(self.slots)

    def clear(self):
        """Empty it, as for a new game."""
        memset(self.slots, 0, (self.mask + 1) * sizeof(Slot))

    def new_search(self):
        """Age the entries: those of earlier searches are replaced first."""
        self.age = (self.age + 1) & 63
        memset(self.busy, 0, sizeof(self.busy))

    def permille_used(self):
        """How many of a thousand slots hold entries of this search, counted on the first thousand."""
        cdef int i, used = 0
        for i in range(1000):
            used += self.slots[i].data != 0 and <int> (self.slots[i].data >> 58) == self.age
        return used

    cdef void prefetch(self, u64 key) noexcept nogil:
        """Prefetch the slots of a key that will be probed soon."""
        __builtin_prefetch(self.slots + (key & self.mask & ~<u64> (WAYS - 1)))

    cdef bint probe(self, u64 key, Found* found) noexcept nogil:
        cdef Slot* slot = self.slots + (key & self.mask & ~<u64> (WAYS - 1))
        cdef u64 data
        cdef int i
        for i in range(WAYS):
            data = slot[i].data
            if slot[i].check ^ data == key and data:
                found.move = <u32> data
                found.score = <int> <short> (data >> 32 & 0xFFFF)
                found.depth = <int> (data >> 48 & 0xFF)
                found.bound = <Bound> (data >> 56 & 3)
                return True
        found.move = 0
        return False

    cdef void store(self, u64 key, u32 move, int score, int depth, Bound bound) noexcept nogil:
        cdef Slot* slot = self.slots + (key & self.mask & ~<u64> (WAYS - 1))
        cdef Slot* target = slot
        cdef u64 data
        cdef int i, value, least = 1 << 30
        for i in range(WAYS):
            data = slot[i].data
            if slot[i].check ^ data == key:
                target = slot + i
                if not move:
                    move = <u32> data
                # What this search has found by looking much deeper tells more than a glance that proves no more.
                if bound != EXACT and <int> (data >> 48 & 0xFF) > depth + 3 and <int> (data >> 58) == self.age:
                    return
                break
            # A slot of an earlier search is worth eight plies less than one of this search.
            value = <int> (data >> 48 & 0xFF) - 8 * <int> ((self.age - <int> (data >> 58)) & 63) if data else -1000
            if value < least:
                least = value
                target = slot + i
        if depth < 0:
            depth = 0
        data = <u64> move | <u64> (<unsigned short> score) << 32 | <u64> depth << 48 | <u64> bound << 56 | <u64> self.age << 58
        target.data = data
        target.check = key ^ data

    # -- moves under way, so that threads search different ones (ABDADA): a lost entry costs time and nothing else -----------------

    cdef bint is_busy(self, u64 spot) noexcept nogil:
        """Whether a thread is searching a move of a position."""
        cdef u64* row = self.busy[spot & (BUSY - 1)]
        return row[0] == spot or row[1] == spot or row[2] == spot or row[3] == spot

    cdef void enter(self, u64 spot) noexcept nogil:
        """Note that a thread searches a move."""
        cdef u64* row = self.busy[spot & (BUSY - 1)]
        cdef int i
        for i in range(PLACES):
            if row[i] == 0 or row[i] == spot:
                row[i] = spot
                return
        row[0] = spot

    cdef void leave(self, u64 spot) noexcept nogil:
        """Note that it is done."""
        cdef u64* row = self.busy[spot & (BUSY - 1)]
        cdef int i
        for i in range(PLACES):
            if row[i] == spot:
                row[i] = 0
