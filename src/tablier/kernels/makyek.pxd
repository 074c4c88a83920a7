# What a search may see of Mak-Yek's and Apit-Sodok's kernel.
from tablier.kernels.bits cimport u8, u64
from tablier.kernels.kernel cimport Kernel

cdef struct State:
    u64 own      # pieces of the side to move
    u64 enemy
    u64 key
    int quiet
    u8 side

cdef class BracketingKernel(Kernel):
    cdef int quiet_limit
    cdef bint whole_lines
    cdef bint counted_out(self) noexcept nogil
    cdef u64 taken_by(self, int origin, int to) noexcept nogil
