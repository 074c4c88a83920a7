# What a search may see of Makruk's kernel. Boards are seen by the side to move, whose men walk up: for Black they are
# mirrored, rank 8 at the bottom. Bit 0 is then the a-file's cell on the mover's first rank, bit 63 the h-file's on the last.
from tablier.kernels.bits cimport u8, u64
from tablier.kernels.kernel cimport Kernel

cdef enum:
    BIA, MET, KHON, MA, RUA, KHUN, KINDS

cdef struct State:
    u64 kinds[KINDS]  # the men of each kind, both sides'
    u64 own           # men of the side to move
    u64 enemy
    int limit         # of the count, in plies; NO_LIMIT while none runs
    int counted
    int number        # of the move, from 1
    u8 side

cdef enum:
    NO_LIMIT = 1 << 30

cdef u64 MA_LEAPS[64]
cdef u64 KHUN_STEPS[64]
cdef u64 rua_reach(int cell, u64 occupied) noexcept nogil  # the cells a Rua attacks, the first man on each line included
cdef u64 attacked(State* s) noexcept nogil                 # the cells the enemy attacks, through the mover's Khun
cdef int row_moves(State* s, u64 side) noexcept nogil       # the moves that the count's table grants to a side's men; 0 when no row fits

cdef class MakrukKernel(Kernel):
    cdef int rule                                          # which count: SHEET, THAI, or NONE
    cdef bint double_step                                  # may a Bia advance two cells from its starting rank?
    cdef bint in_check(self) noexcept nogil                # is the Khun of the side to move attacked?
    cdef void mirror(self, State* s)
    cdef bint drawn(self) noexcept nogil                   # two bare Khun, or a count run out, mate left aside
