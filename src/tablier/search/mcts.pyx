# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Monte-Carlo tree search for any number of seats, dice included; a game needs no evaluation for it.

One simulation: 1. selection, players by upper confidence, dice evenly; 2. expansion of one node; 3. a random playout of some plies,
or, where the evaluation has no `playout_plies`, an evaluation of each of the new moves; 4. evaluation of the end for every seat;
5. backpropagation.
"""

from libc.math cimport log, sqrt
from libc.stdlib cimport abort, free, malloc, realloc
from libc.string cimport memcpy

from tablier.kernels.bits cimport below, mixed, u8, u32, u64
from tablier.kernels.kernel cimport CHANCE_ACTS, MOST_SEATS, ROOMY, Kernel, Move, Moves
from tablier.search.alphabeta cimport now
from tablier.search.evaluation.base cimport Evaluation

cdef enum:
    DEEPEST_WALK = 512
    BATCH = 64         # simulations between two looks at the clock and the flag

    FRESH = 0
    GROWN = 1
    ENDED = 2          # the game is over here: nothing to grow

cdef struct Node:
    Move move
    u32 first          # index of the first child
    u32 children
    u32 visits
    u8 actor           # who moves here; CHANCE_ACTS for dice
    u8 stage
    double worth[MOST_SEATS]   # sums over visits; in single precision they would stand still after some millions


cdef inline double mean(Node* node, int seat) noexcept nogil:
    return node.worth[seat] / node.visits if node.visits else 0


cdef class Mcts:
    """A tree over one position. `run` may be called again and goes on where it stopped."""
    cdef Kernel kernel
    cdef Evaluation evaluation
    cdef Node* nodes
    cdef u32 used, room
    cdef u32 most                   # nodes: beyond it the tree is searched but no longer grows
    cdef Moves list
    cdef u64 random
    cdef readonly int simulations
    cdef public double exploration  # the constant of upper confidence
    cdef public int playout_plies   # random plies before a position is evaluated; 0 for none

    def __cinit__(self, *args, **options):
        self.nodes = NULL
        self.list.items = NULL

    def __init__(self, Kernel kernel not None, Evaluation evaluation not None, seed=0, exploration=None, playout_plies=None, int megabytes=256):
        self.kernel, self.evaluation = kernel, evaluation
        self.exploration = evaluation.exploration if exploration is None else exploration
        self.playout_plies = evaluation.playout_plies if playout_plies is None else playout_plies
        self.random = mixed(<u64> (seed & 0xFFFFFFFFFFFFFFFF))
        self.most = (<u64> megabytes << 20) // sizeof(Node)
        self.room = 1 << 10
        self.nodes = <Node*> malloc(self.room * sizeof(Node))
        self.list.items = <Move*> malloc(ROOMY * sizeof(Move))
        self.list.room, self.list.count = ROOMY, 0
        if self.nodes == NULL or self.list.items == NULL:
            raise MemoryError
        self.used = 1
        self.blank(&self.nodes[0], 0)

    def __dealloc__(self):
        free(self.nodes)
        free(self.list.items)

    def run(self, int simulations, double deadline, stop):
        """Simulate until so many more are done (0: no bound), or the clock or the flag says stop."""
        cdef int done = 0, batch, i
        self.kernel.reserve(DEEPEST_WALK + 16)
        while not simulations or done < simulations:
            batch = min(BATCH, simulations - done) if simulations else BATCH
            with nogil:
                for i in range(batch):
                    self.simulate()
            done += batch
            self.simulations += batch
            if stop.is_set() or (deadline and now() >= deadline):
                break

    def moves(self):
        """The moves of the root: (word, visits, value for each seat), the most visited first; dice in their order."""
        cdef u32 i
        cdef int seat
        cdef Node* node
        rows = []
        for i in range(self.nodes[0].children):
            node = &self.nodes[self.nodes[0].first + i]
            rows.append((node.move, node.visits, tuple(mean(node, seat) for seat in range(self.kernel.seats))))
        if self.nodes[0].actor == CHANCE_ACTS:
            return rows
        return sorted(rows, key=lambda row: (row[1], row[2][self.nodes[0].actor]), reverse=True)

    def best_line(self, int longest=12):
        """The most visited way down, as words."""
        cdef Node* node = &self.nodes[0]
        cdef Node* best
        cdef u32 i
        words = []
        while node.stage == GROWN and node.actor != CHANCE_ACTS and len(words) < longest:
            best = &self.nodes[node.first]
            for i in range(1, node.children):
                if self.nodes[node.first + i].visits > best.visits:
                    best = &self.nodes[node.first + i]
            if not best.visits:
                break
            words.append(best.move)
            node = best
        return words

    def values(self):
        """The mean value of the root for each seat; None before the first simulation."""
        cdef int seat
        return tuple(mean(&self.nodes[0], seat) for seat in range(self.kernel.seats)) if self.nodes[0].visits else None

    cdef void blank(self, Node* node, Move move) noexcept nogil:
        cdef int seat
        node.move, node.first, node.children, node.visits, node.actor, node.stage = move, 0, 0, 0, 0, FRESH
        for seat in range(MOST_SEATS):
            node.worth[seat] = 0

    cdef void simulate(self) noexcept nogil:
        cdef u32 path[DEEPEST_WALK + 1]
        cdef double values[MOST_SEATS]
        cdef int length = 1, i, seat
        cdef u32 at = 0
        path[0] = 0
        # 1. Selection.
        while self.nodes[at].stage == GROWN and length < DEEPEST_WALK:
            at = self.choose(at)
            self.kernel.make(self.nodes[at].move)
            path[length] = at
            length += 1
        if self.playout_plies == 0:
            self.foresee(at, values)
        else:
            # 2. Expand a node that has been visited before; the root at once.
            if self.nodes[at].visits or at == 0:
                self.grow(at)
                if self.nodes[at].stage == GROWN and length < DEEPEST_WALK:
                    at = self.choose(at)
                    self.kernel.make(self.nodes[at].move)
                    path[length] = at
                    length += 1
            # 3. and 4. Playout and its evaluation.
            self.roll_out(values)
        # 5. Backpropagation.
        for i in range(length):
            self.nodes[path[i]].visits += 1
            for seat in range(self.kernel.seats):
                self.nodes[path[i]].worth[seat] += values[seat]
        for i in range(length - 1):
            self.kernel.unmake()

    cdef void grow(self, u32 at) noexcept nogil:
        """The moves of a node as its children. The nodes may be elsewhere afterwards: hold no pointer across it."""
        cdef int i
        if self.nodes[at].stage != FRESH or self.used >= self.most:
            return
        self.kernel.generate(&self.list)
        if self.list.count == 0:
            self.nodes[at].stage = ENDED
            return
        if self.used + self.list.count > self.room:
            self.room = min(2 * self.room, self.most) + self.list.count
            self.nodes = <Node*> realloc(self.nodes, self.room * sizeof(Node))
            if self.nodes == NULL:
                abort()
        self.nodes[at].actor = self.kernel.actor()
        self.nodes[at].first = self.used
        self.nodes[at].children = self.list.count
        self.nodes[at].stage = GROWN
        for i in range(self.list.count):
            self.blank(&self.nodes[self.used + i], self.list.items[i])
        self.used += self.list.count

    cdef void foresee(self, u32 at, double* values) noexcept nogil:
        """Grow a node and value each of its moves: it is worth its best move to the seat that acts, to dice their average."""
        cdef Node* child
        cdef Node* best
        cdef u32 i
        cdef int seat, actor
        cdef bint fresh = self.nodes[at].stage == FRESH   # not so where a walk ends because it is too deep
        self.grow(at)
        if not fresh or self.nodes[at].stage != GROWN:
            self.judge(values)
            return
        actor = self.nodes[at].actor
        child = best = &self.nodes[self.nodes[at].first]
        for seat in range(self.kernel.seats):
            values[seat] = 0
        for i in range(self.nodes[at].children):
            self.kernel.make(child[i].move)
            self.judge(child[i].worth)
            child[i].visits = 1
            self.kernel.unmake()
            if actor == CHANCE_ACTS:
                for seat in range(self.kernel.seats):
                    values[seat] += child[i].worth[seat] / self.nodes[at].children
            elif child[i].worth[actor] > best.worth[actor]:
                best = &child[i]
        if actor != CHANCE_ACTS:
            for seat in range(self.kernel.seats):
                values[seat] = best.worth[seat]

    cdef u32 choose(self, u32 at) noexcept nogil:
        """A child by upper confidence for the seat that acts; where the dice act, evenly."""
        cdef Node* node = &self.nodes[at]
        cdef Node* child
        cdef u32 i, best = 0, untried = 0
        cdef double score, highest = -1, logarithm
        if node.actor == CHANCE_ACTS:
            return self.least_visited(node)
        logarithm = log(<double> node.visits + 1)
        for i in range(node.children):
            child = &self.nodes[node.first + i]
            if child.visits == 0:
                # Untried moves come in random order, each with the mean of the node.
                untried += 1
                score = (node.worth[node.actor] / node.visits if node.visits else 0.5) + self.exploration * sqrt(logarithm)
                if score > highest or (score == highest and below(&self.random, untried) == 0):
                    highest, best = score, i
                continue
            score = mean(child, node.actor) + self.exploration * sqrt(logarithm / child.visits)
            if score > highest:
                highest, best = score, i
        return node.first + best

    cdef u32 least_visited(self, Node* node) noexcept nogil:
        """Dice fall evenly rather than at random: the same mean with less variance. Ties are broken at random."""
        cdef Node* child = &self.nodes[node.first]
        cdef u32 i, best = 0, equals = 0
        for i in range(node.children):
            if child[i].visits < child[best].visits:
                best, equals = i, 1
            elif child[i].visits == child[best].visits:
                equals += 1
                if below(&self.random, equals) == 0:
                    best = i
        return node.first + best

    cdef void roll_out(self, double* values) noexcept nogil:
        cdef int plies = 0
        memcpy(self.kernel.top + self.kernel.state_size, self.kernel.top, self.kernel.state_size)
        self.kernel.top += self.kernel.state_size
        while plies < self.playout_plies:
            self.kernel.generate(&self.list)
            if self.list.count == 0:
                break
            self.kernel.advance(self.list.items[below(&self.random, self.list.count)])
            plies += 1
        self.judge(values)
        self.kernel.top -= self.kernel.state_size

    cdef void judge(self, double* values) noexcept nogil:
        """A finished game by the share of the others left behind, ties half; else the evaluation."""
        cdef u8 ranks[MOST_SEATS]
        cdef int seat, other, beaten
        if self.kernel.over(ranks):
            for seat in range(self.kernel.seats):
                beaten = 0
                for other in range(self.kernel.seats):
                    beaten += 2 * (ranks[other] > ranks[seat]) + (other != seat and ranks[other] == ranks[seat])
                values[seat] = beaten / (2.0 * (self.kernel.seats - 1))
        else:
            self.evaluation.prospects(self.kernel, values)
