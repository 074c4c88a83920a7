# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Training of Mako Naval's network from games of its own, see `tools/train_mako.py`: no part of the engine.

The same sums as in `evaluation/mako_network.pyx`, in single precision. Adagrad with one rate for each column: most columns are rare.
"""

import random

from libc.math cimport exp, log, sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from tablier.kernels.bits cimport u8
from tablier.kernels.mako cimport CELLS, MOST_BOATS
from tablier.search.evaluation.mako_network cimport HIDDEN, SLOTS, MakoNetwork
from tablier.search.evaluation.mako_network import columns_of

cdef enum:
    PAIRS = 6

cdef extern from *:
    """
    #define LEAK 0.05f
    static inline float activate(float sum) { return sum > 0 ? sum : LEAK * sum; }
    static inline void add_to(float *restrict sums, const float *restrict column) { for (int i = 0; i < 32; i++) sums[i] += column[i]; }
    static inline void descend(float *restrict weights, float *squares, const float *restrict gradient, float rate) {
        float total = 0;
        for (int i = 0; i < 32; i++) total += gradient[i] * gradient[i];
        *squares += total / 32;
        rate /= __builtin_sqrtf(*squares + 0.02f);
        for (int i = 0; i < 32; i++) weights[i] -= rate * gradient[i];
    }
    """
    const float LEAK
    float activate(float sum) noexcept nogil
    void add_to(float* sums, const float* column) noexcept nogil
    void descend(float* weights, float* squares, const float* gradient, float rate) noexcept nogil


cdef class Learner:
    """Weights in training. Inputs are what `MakoEvaluation.inputs` gives; pairs are (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)."""
    cdef float* columns
    cdef float* squares
    cdef int count
    cdef float outputs[3][HIDDEN]
    cdef float output_squares[3]
    cdef float biases[HIDDEN]
    cdef float bias_squares
    cdef readonly float trust
    cdef float trust_square
    cdef int column[MOST_BOATS][SLOTS][32]
    cdef float sums[MOST_BOATS][HIDDEN]

    def __init__(self, seed=7):
        cdef int i, k, boat, slot, value
        chance = random.Random(seed)
        numbers, self.count = columns_of()
        for boat in range(MOST_BOATS):
            for slot in range(SLOTS):
                for value in range(32):
                    self.column[boat][slot][value] = numbers[boat][slot][value]
        self.columns = <float*> calloc(self.count * HIDDEN, sizeof(float))
        self.squares = <float*> calloc(self.count, sizeof(float))
        for i in range(HIDDEN, self.count * HIDDEN):
            self.columns[i] = chance.gauss(0, 0.003 if i <= 8 * CELLS * HIDDEN else 0.05)
        for i in range(HIDDEN):
            self.biases[i] = chance.gauss(0, 0.1)
            for k in range(3):
                self.outputs[k][i] = chance.gauss(0, 0.2)
        memset(self.output_squares, 0, sizeof(self.output_squares))
        self.bias_squares, self.trust, self.trust_square = 0, 0, 1

    def __dealloc__(self):
        free(self.columns)
        free(self.squares)

    def dump(self):
        """Columns, biases, outputs and trust as single-precision numbers."""
        columns = (<char*> self.columns)[:4 * HIDDEN * self.count]
        return columns + (<char*> self.biases)[:4 * HIDDEN] + (<char*> self.outputs)[:12 * HIDDEN] + (<char*> &self.trust)[:4]

    def load(self, bytes data):
        """Go on from what `dump` gave."""
        cdef const char* source = data
        cdef int size = 4 * HIDDEN * self.count
        if len(data) != size + 16 * HIDDEN + 4:
            raise ValueError(f"{len(data)} bytes of weights instead of {size + 16 * HIDDEN + 4}")
        memcpy(self.columns, source, size)
        memcpy(self.biases, source + size, 4 * HIDDEN)
        memcpy(self.outputs, source + size + 4 * HIDDEN, 12 * HIDDEN)
        memcpy(&self.trust, source + size + 16 * HIDDEN, 4)

    cdef void weigh(self, const u8* inputs, const float* duels, float* chances) noexcept nogil:
        cdef int boat, other, slot, at, i, pair = 0
        cdef float total
        for boat in range(MOST_BOATS):
            memcpy(self.sums[boat], self.biases, sizeof(self.biases))
            for slot in range(SLOTS):
                at = self.column[boat][slot][inputs[slot]]
                if at:
                    add_to(self.sums[boat], self.columns + HIDDEN * at)
        for boat in range(MOST_BOATS):
            for other in range(boat + 1, MOST_BOATS):
                total = self.trust * duels[pair]
                for i in range(HIDDEN):
                    total += activate(self.sums[boat][i]) * self.outputs[((other - boat) & 3) - 1][i]
                    total -= activate(self.sums[other][i]) * self.outputs[((boat - other) & 3) - 1][i]
                chances[pair] = 1 / (1 + exp(-total))
                pair += 1

    def chances(self, bytes inputs, duels):
        """The chance of the first boat of each pair against the second."""
        cdef float found[PAIRS]
        cdef float known[PAIRS]
        cdef int pair
        for pair in range(PAIRS):
            known[pair] = duels[pair]
        self.weigh(<const u8*> <const char*> inputs, known, found)
        return [found[pair] for pair in range(PAIRS)]

    def learn(self, bytes inputs, duels, targets, float rate):
        """One step towards the targets of the pairs, None for those that are settled; gives the loss."""
        cdef float found[PAIRS]
        cdef float known[PAIRS]
        cdef float wanted[PAIRS]
        cdef int pair
        for pair in range(PAIRS):
            known[pair] = duels[pair]
            wanted[pair] = -1 if targets[pair] is None else targets[pair]
        return self.step(<const u8*> <const char*> inputs, known, found, wanted, rate)

    cdef double step(self, const u8* inputs, const float* duels, float* found, const float* wanted, float rate) noexcept nogil:
        cdef float slopes[MOST_BOATS][HIDDEN]
        cdef float output_slopes[3][HIDDEN]
        cdef float wrong
        cdef double loss = 0, trusted = 0
        cdef int boat, other, slot, at, i, pair = 0
        cdef bint seen[MOST_BOATS]
        self.weigh(inputs, duels, found)
        memset(slopes, 0, sizeof(slopes))
        memset(output_slopes, 0, sizeof(output_slopes))
        memset(seen, 0, sizeof(seen))
        for boat in range(MOST_BOATS):
            for other in range(boat + 1, MOST_BOATS):
                if wanted[pair] >= 0:
                    loss -= wanted[pair] * log(found[pair] + 1e-7) + (1 - wanted[pair]) * log(1 - found[pair] + 1e-7)
                    wrong = found[pair] - wanted[pair]
                    trusted += wrong * duels[pair]
                    self.pass_back(boat, ((other - boat) & 3) - 1, wrong, slopes[boat], output_slopes)
                    self.pass_back(other, ((boat - other) & 3) - 1, -wrong, slopes[other], output_slopes)
                    seen[boat] = seen[other] = True
                pair += 1
        self.trust_square += trusted * trusted
        self.trust -= 0.2 * rate * trusted / sqrt(self.trust_square)
        for i in range(3):
            descend(self.outputs[i], &self.output_squares[i], output_slopes[i], rate)
        for boat in range(MOST_BOATS):
            if not seen[boat]:
                continue
            descend(self.biases, &self.bias_squares, slopes[boat], rate)
            for slot in range(SLOTS):
                at = self.column[boat][slot][inputs[slot]]
                if at:
                    descend(self.columns + HIDDEN * at, self.squares + at, slopes[boat], rate)
        return loss

    cdef void pass_back(self, int boat, int which, float wrong, float* slopes, float[3][HIDDEN] output_slopes) noexcept nogil:
        cdef int i
        cdef float slope
        for i in range(HIDDEN):
            slope = 1 if self.sums[boat][i] > 0 else LEAK
            slopes[i] += wrong * self.outputs[which][i] * slope
            output_slopes[which][i] += wrong * self.sums[boat][i] * slope
