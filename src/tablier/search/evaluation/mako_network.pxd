# What has been learnt of Mako Naval, see mako_network.pyx.
from tablier.kernels.bits cimport u8, u64
from tablier.kernels.mako cimport CELLS, MOST_BOATS, State
from tablier.search.evaluation.mako_chart cimport Chart
from tablier.search.network cimport Network

cdef enum:
    HIDDEN = 32
    MOST_VALUES = 32          # of a slot
    SURVEYS = 4096            # kept of each boat

    NO_WAY = 30
    ABSENT = 31

    # Slots of the input: what the cells hold, then numbers by boat.
    VOYAGE = CELLS            # steps home, NO_WAY, or ABSENT for a boat that is not at sea
    SHORE_OPEN = VOYAGE + 4   # arrival cells without foreign mines
    FIRST_STEPS = VOYAGE + 8  # steps that begin a shortest way
    EXPOSED = VOYAGE + 12     # steps home that are not onto own mines: those that a mine may still close; 15 for no way
    WIDTH = VOYAGE + 16       # cells abreast at the narrowest place of the shortest ways
    STOCK = VOYAGE + 20       # mines left, roughly
    ORDER = VOYAGE + 24       # the phase, and how soon the boat acts
    THREAT = VOYAGE + 28      # by boat and by the boat that its throw may hit: when
    ROUNDS_LEFT = THREAT + 16
    SLOTS = 248               # rounded up to whole words

cdef struct Survey:
    u64 key
    u8 found[5]               # VOYAGE, SHORE_OPEN, FIRST_STEPS, EXPOSED and WIDTH

cdef class MakoNetwork(Network):
    cdef float trust          # in the duels on a sea without mines
    cdef int column[MOST_BOATS][SLOTS][MOST_VALUES]

cdef u8 THROW[CELLS][CELLS]   # what the die must show to carry a mine from one cell to another; 0 where no throw does

cdef class Lookout:
    cdef MakoNetwork network
    cdef Chart sea[MOST_BOATS]
    cdef Chart shore[MOST_BOATS]
    cdef u8 port[MOST_BOATS]
    cdef u8 seat_of[MOST_BOATS]
    cdef int rounds, seats
    cdef Survey known[MOST_BOATS][SURVEYS]
    cdef u8 inputs[SLOTS]     # of the position looked at
    cdef u8 seen[SLOTS]       # of the position that the sums are of
    cdef short sums[MOST_BOATS][HIDDEN]
    cdef void look(self, State* s) noexcept nogil
    cdef int wait(self, State* s, int boat) noexcept nogil
    cdef void list_threats(self, State* s) noexcept nogil
    cdef void chart(self, State* s, int boat, Chart* mines) noexcept nogil
    cdef void measure_ways(self, int boat, int cell, Chart* free) noexcept nogil
    cdef int exposed_steps(self, int boat, int cell, Chart* free, Chart* own) noexcept nogil
    cdef void follow(self) noexcept nogil
    cdef void judge(self, State* s, double[MOST_BOATS][MOST_BOATS] won) noexcept nogil
