# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Monte-Carlo tree search for any number of seats, dice included: what a game can be played with on the day it is added.

One simulation: 1. go down the tree, players by upper confidence, dice by their odds; 2. grow the tree by one node's moves;
3. play on at random for a while; 4. value the end for every seat; 5. add that to every node on the way.
"""

from libc.math cimport log, sqrt
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

from tablier.kernels.bits cimport below, mixed, u8, u32, u64
from tablier.kernels.kernel cimport CHANCE_ACTS, MOST_SEATS, ROOMY, Kernel, Move, Moves
from tablier.search.alphabeta cimport now
from tablier.search.knowledge cimport Knowledge

cdef enum:
    DEEPEST_WALK = 512

cdef struct Node:
    Move move
    u32 first          # index of the first child, 0 when not grown
    int children
    int actor          # who moves here; CHANCE_ACTS for dice
    u32 visits
    float worth[MOST_SEATS]   # sums over visits


cdef class Sampler:
    """A tree over one position. `run` may be called again and goes on where it stopped."""
    cdef Kernel kernel
    cdef Knowledge knowledge
    cdef Node* nodes
    cdef u32 used, room
    cdef Moves list
    cdef u64 random
    cdef readonly int simulations
    cdef public double curiosity    # how much an untried move is worth a look
    cdef public int patience        # random plies before a position is valued as it stands; 0 for no random play

    def __cinit__(self, *args, **options):
        self.nodes = NULL
        self.list.items = NULL

    def __init__(self, Kernel kernel not None, Knowledge knowledge not None, seed=0, double curiosity=0.7, int patience=200):
        self.kernel, self.knowledge = kernel, knowledge
        self.curiosity, self.patience = curiosity, patience
        self.random = mixed(<u64> (seed & 0xFFFFFFFFFFFFFFFF))
        self.room = 1 << 14
        self.nodes = <Node*> malloc(self.room * sizeof(Node))
        self.list.items = <Move*> malloc(ROOMY * sizeof(Move))
        self.list.room, self.list.count = ROOMY, 0
        if self.nodes == NULL or self.list.items == NULL:
            raise MemoryError
        self.used = 1
        self.blank(&self.nodes[0], 0)
        kernel.reserve(DEEPEST_WALK + 16)

    def __dealloc__(self):
        free(self.nodes)
        free(self.list.items)

    def run(self, int simulations, double deadline, stop, u32 most_nodes=20_000_000):
        """Simulate until so many more are done (0: no bound), the clock, the flag or the memory says stop."""
        cdef int done = 0
        while (not simulations or done < simulations) and self.used < most_nodes:
            with nogil:
                self.simulate()
            done += 1
            self.simulations += 1
            if (done & 63) == 0 and (stop.is_set() or (deadline and now() >= deadline)):
                break

    def moves(self):
        """The moves of the root: (word, visits, value for each seat), the most visited first."""
        cdef u32 i
        cdef int seat
        cdef Node* node
        rows = []
        for i in range(self.nodes[0].children):
            node = &self.nodes[self.nodes[0].first + i]
            rows.append((node.move, node.visits, tuple(
                node.worth[seat] / node.visits if node.visits else 0.0 for seat in range(self.kernel.seats))))
        return sorted(rows, key=lambda row: -row[1])

    def best_line(self, int longest=12):
        """The most visited way down, as words."""
        cdef Node* node = &self.nodes[0]
        cdef Node* best
        cdef int i
        words = []
        while node.first and node.actor != CHANCE_ACTS and len(words) < longest:
            best = &self.nodes[node.first]
            for i in range(1, node.children):
                if self.nodes[node.first + i].visits > best.visits:
                    best = &self.nodes[node.first + i]
            if not best.visits:
                break
            words.append(best.move)
            node = best
        return words

    cdef void blank(self, Node* node, Move move) noexcept nogil:
        cdef int seat
        node.move, node.first, node.children, node.visits, node.actor = move, 0, 0, 0, 0
        for seat in range(MOST_SEATS):
            node.worth[seat] = 0

    cdef void simulate(self) noexcept nogil:
        cdef u32 path[DEEPEST_WALK + 1]
        cdef double values[MOST_SEATS]
        cdef int length = 1, i, seat
        cdef u32 at = 0
        path[0] = 0
        # 1. Down the tree.
        while self.nodes[at].first and length < DEEPEST_WALK:
            at = self.choose(at)
            self.kernel.make(self.nodes[at].move)
            path[length] = at
            length += 1
        # 2. Grow a node that has been visited before; the root at once.
        if self.nodes[at].visits or at == 0:
            self.grow(at)
            if self.nodes[at].first and length < DEEPEST_WALK:
                at = self.choose(at)
                self.kernel.make(self.nodes[at].move)
                path[length] = at
                length += 1
        # 3. and 4. Play on, and value the end.
        self.roll_out(values)
        # 5. Back up.
        for i in range(length):
            self.nodes[path[i]].visits += 1
            for seat in range(self.kernel.seats):
                self.nodes[path[i]].worth[seat] += values[seat]
        for i in range(length - 1):
            self.kernel.unmake()

    cdef void grow(self, u32 at) noexcept nogil:
        cdef int i
        self.kernel.generate(&self.list)
        if self.list.count == 0:
            return
        if self.used + self.list.count > self.room:
            self.room = 2 * (self.room + self.list.count)
            self.nodes = <Node*> realloc(self.nodes, self.room * sizeof(Node))
        self.nodes[at].actor = self.kernel.actor()
        self.nodes[at].first = self.used
        self.nodes[at].children = self.list.count
        for i in range(self.list.count):
            self.blank(&self.nodes[self.used + i], self.list.items[i])
        self.used += self.list.count

    cdef u32 choose(self, u32 at) noexcept nogil:
        """A child by upper confidence for the seat that acts; by its odds where the dice act."""
        cdef Node* node = &self.nodes[at]
        cdef Node* child
        cdef int i, best = 0, untried = 0
        cdef double score, highest = -1, logarithm, bound
        if node.actor == CHANCE_ACTS:
            return node.first + below(&self.random, node.children)
        logarithm = log(<double> node.visits + 1)
        for i in range(node.children):
            child = &self.nodes[node.first + i]
            if child.visits == 0:
                # Untried moves come in random order, each as good as the node itself and worth a look.
                untried += 1
                score = (node.worth[node.actor] / node.visits if node.visits else 0.5) + self.curiosity * sqrt(logarithm)
                if score > highest or (score == highest and below(&self.random, untried) == 0):
                    highest, best = score, i
                continue
            bound = self.curiosity * sqrt(logarithm / child.visits)
            score = child.worth[node.actor] / child.visits + bound
            if score > highest:
                highest, best = score, i
        return node.first + best

    cdef void roll_out(self, double* values) noexcept nogil:
        cdef u8 ranks[MOST_SEATS]
        cdef int seat, other, plies = 0, beaten
        memcpy(self.kernel.top + self.kernel.state_size, self.kernel.top, self.kernel.state_size)
        self.kernel.top += self.kernel.state_size
        while plies < self.patience:
            self.kernel.generate(&self.list)
            if self.list.count == 0:
                break
            self.kernel.advance(self.list.items[below(&self.random, self.list.count)])
            plies += 1
        if self.kernel.over(ranks):
            for seat in range(self.kernel.seats):
                beaten = 0
                for other in range(self.kernel.seats):
                    beaten += 2 * (ranks[other] > ranks[seat]) + (other != seat and ranks[other] == ranks[seat])
                values[seat] = beaten / (2.0 * (self.kernel.seats - 1))
        else:
            self.knowledge.prospects(self.kernel, values)
        self.kernel.top -= self.kernel.state_size
