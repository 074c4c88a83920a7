# What a search may see of Mako Naval's kernel.
from tablier.kernels.bits cimport u8, u32, u64
from tablier.kernels.kernel cimport Kernel, Moves

cdef enum:
    SIZE = 14
    CELLS = SIZE * SIZE
    NOWHERE = CELLS      # fills up rows of targets: nothing may ever go there
    STORED = 200         # the cells and NOWHERE, rounded up to whole words

    DIRECTIONS = 8
    FACES = 6
    MOST_BOATS = 4

    # What a cell holds: one of these, plus a boat's number for the second and the third. A rock is what NOWHERE holds.
    EMPTY = 0
    MINE = 1
    BOAT = MINE + MOST_BOATS
    ROCK = BOAT + MOST_BOATS

    SAILING = 0
    ROLLING = 1
    LAYING = 2

    # A move: the cell or the face of the die, the cell of origin eight bits higher, and what it is above these.
    SAIL = 0
    LAY = 1 << 16
    ROLL = 2 << 16
    PASS = 3 << 16

cdef struct State:
    u64 key                # of the cells alone
    u8 cells[STORED]
    u8 boats[MOST_BOATS]   # where each boat is; NOWHERE when it is home or withdrawn
    u8 stocks[MOST_BOATS]  # in the order of position texts: see stock_of
    u32 turns[MOST_BOATS]  # by seat
    u32 arrived            # boats in order, four bits each: the first one lowest, 1 for South
    u32 left               # boats withdrawn, likewise
    u8 racing              # a bit for each seat that is still at sea
    u8 spent               # a bit for each seat that has had all its turns
    u8 decided             # by arrivals or withdrawals
    u8 side                # a boat
    u8 phase
    u8 die                 # 0 unless it shows

cdef class MakoKernel(Kernel):
    cdef u32 rounds
    cdef int needed                  # boats of a group that must come home; 0 where each sails alone
    cdef u8 groups[2]                # boats that win together, a bit for each
    cdef u8 crews[MOST_BOATS]        # by seat, a bit for each boat
    cdef u8 first_boat[MOST_BOATS]   # by seat
    cdef u8 second_boat[MOST_BOATS]  # by seat; the first again where there is no second
    cdef int stocks                  # how many stocks of mines there are
    cdef u8 seat_of[MOST_BOATS]      # by boat, as the next six
    cdef u8 stock_of[MOST_BOATS]
    cdef u8 port[MOST_BOATS]
    cdef u32 sails_onto[MOST_BOATS]  # a bit for each code of a cell that the boat may sail onto
    cdef u32 lays_onto[MOST_BOATS]   # the same for its mines
    cdef u8 goals[MOST_BOATS][CELLS]
    cdef u8 sails[MOST_BOATS][CELLS][DIRECTIONS]
    cdef u8 throws[CELLS][FACES + 1][DIRECTIONS]  # by cell and die
    cdef void chart_courses(self, set barred)
    cdef void list_sails(self, Moves* out, int boat) noexcept nogil
    cdef void sail(self, State* s, int origin, int to) noexcept nogil
    cdef void come_home(self, State* s, int boat) noexcept nogil
    cdef void roll(self, State* s, int value) noexcept nogil
    cdef void lay(self, State* s, int cell) noexcept nogil
    cdef void end_turn(self, State* s, bint again) noexcept nogil
    cdef bint is_decided(self) noexcept nogil
    cdef u8 ahead(self) noexcept nogil
    cdef void rank_groups(self, u8* ranks) noexcept nogil
    cdef void rank_boats(self, u8* ranks) noexcept nogil
