# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The values of several sets in memory, found by the men that stand."""

from tablier.endings.index cimport Index, Men
from tablier.kernels.bits cimport popcount, u8, u64


cdef class Slabs:
    """Values by set; a builder writes into those that are inside, a search reads them all without the GIL."""

    def __cinit__(self):
        self.number = self.most_men = self.boards = 0
        self.kept = []

    def add(self, Index index not None, codes not None, gains, *, bint inside, bint through):
        """Hold the values of one set with one side to move."""
        cdef Slab* slab = &self.slabs[self.number]
        cdef const u8[::1] view = codes
        cdef int board
        if self.number == SLABS:
            raise ValueError(f"more than {SLABS} sets at once")
        slab.signature, self.boards = 0, len(index.counts)
        for board, count in enumerate(index.counts):
            slab.signature |= <u64> <int> count << 4 * board
        slab.shape, slab.codes, slab.gains = &index.shape, <u8*> &view[0], NULL
        slab.inside, slab.through = inside, through
        self.kept.append((index, codes, gains))
        if gains is not None:
            view = gains
            slab.gains = <u8*> &view[0]
        self.most_men = max(self.most_men, sum(index.counts))
        self.number += 1

    cdef Slab* of(self, Men* men) noexcept nogil:
        cdef u64 word = 0
        cdef int i
        if men.mark < 0:
            return NULL
        for i in range(self.boards):
            word |= <u64> popcount(men.boards[i]) << 4 * i
        for i in range(self.number):
            if self.slabs[i].signature == word:
                return &self.slabs[i]
        return NULL
