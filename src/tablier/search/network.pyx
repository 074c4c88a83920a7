# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A network of one hidden layer over the pieces on their cells, as both seats see the board.

Each plane is a set of cells, each of its bits an input. The sums of the hidden layer are kept for every ply of a search: from the sums
of any other position one gets to those of this one by adding and subtracting the columns of the bits that differ, so a move costs a few
columns. Everything is in 16 bits: sums in parts of `ACTIVE`, weights of the output in parts of `FINE`.
"""

import json
import struct
import zlib

from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from tablier.kernels.bits cimport lowest, popcount, u64

cdef extern from *:
    """
    #include <stdlib.h>
    #define ACTIVE 255  /* one, in the sums of the hidden layer */
    #define FINE 64     /* one, in the weights of the output */

    static void *aligned(size_t size) { return aligned_alloc(64, (size + 63) / 64 * 64); }

    static inline void add_column(short *restrict sums, const short *restrict column, int hidden) {
        sums = __builtin_assume_aligned(sums, 64); column = __builtin_assume_aligned(column, 64);
        for (int i = 0; i < hidden; i++) sums[i] += column[i];
    }
    static inline void subtract_column(short *restrict sums, const short *restrict column, int hidden) {
        sums = __builtin_assume_aligned(sums, 64); column = __builtin_assume_aligned(column, 64);
        for (int i = 0; i < hidden; i++) sums[i] -= column[i];
    }
    /* The squares of the sums, clipped to one, times the weights; |weight| < 128, so that sum times weight fits 16 bits. */
    static inline int weigh(const short *restrict sums, const short *restrict weights, int hidden) {
        int total = 0;
        sums = __builtin_assume_aligned(sums, 64); weights = __builtin_assume_aligned(weights, 64);
        for (int i = 0; i < hidden; i++) {
            short value = sums[i] < 0 ? 0 : sums[i] > ACTIVE ? ACTIVE : sums[i];
            total += (int)(short)(value * weights[i]) * value;
        }
        return total;
    }
    """
    const int ACTIVE
    const int FINE
    void* aligned(size_t size) noexcept nogil
    void add_column(short* sums, const short* column, int hidden) noexcept nogil
    void subtract_column(short* sums, const short* column, int hidden) noexcept nogil
    int weigh(const short* sums, const short* weights, int hidden) noexcept nogil

cdef enum:
    BITS = 64  # of a plane
    SCORE_UNIT = 400

MAGIC = b"TABLIER-NET\x01"
SCORE = SCORE_UNIT
"""Hundredths of a piece for an output of one."""
SUM_UNIT, WEIGHT_UNIT = ACTIVE, FINE


class BadNetwork(ValueError):
    """A file that is no network, or a damaged one."""


cdef class Network:
    """A network read from the bytes of its file."""

    def __cinit__(self, *args):
        self.columns = self.biases = self.outputs = NULL

    def __init__(self, bytes data not None):
        cdef const char* source
        cdef Py_ssize_t columns, at
        self.data = data
        head, body = split_file(data)
        self.planes, self.hidden, self.adds = head["planes"], head["hidden"], head["adds"]
        self.output_bias, self.provenance = head["bias"], head["provenance"]
        if not 0 < self.planes <= MOST_PLANES or not 0 < self.hidden <= MOST_HIDDEN or self.hidden % 32:
            raise BadNetwork(f"{self.planes} planes and {self.hidden} sums: at most {MOST_PLANES} and {MOST_HIDDEN}, in steps of 32")
        columns = self.planes * BITS * self.hidden
        if len(body) != 2 * (columns + 3 * self.hidden):
            raise BadNetwork(f"{len(body)} bytes of weights instead of {2 * (columns + 3 * self.hidden)}")
        self.columns = <short*> aligned(2 * columns)
        self.biases = <short*> aligned(2 * self.hidden)
        self.outputs = <short*> aligned(4 * self.hidden)
        if self.columns == NULL or self.biases == NULL or self.outputs == NULL:
            raise MemoryError
        source = body
        memcpy(self.columns, source, 2 * columns)
        memcpy(self.biases, source + 2 * columns, 2 * self.hidden)
        memcpy(self.outputs, source + 2 * columns + 2 * self.hidden, 4 * self.hidden)
        for at in range(2 * self.hidden):
            if not -128 < self.outputs[at] < 128:
                raise BadNetwork(f"output weight {self.outputs[at]}: from -127 to 127")

    def __dealloc__(self):
        free(self.columns)
        free(self.biases)
        free(self.outputs)

    cdef void start(self, Sums* sums) noexcept nogil:
        """The sums of an empty board."""
        cdef int seat
        memset(sums.seen, 0, sizeof(sums.seen))
        for seat in range(2):
            memcpy(sums.values[seat], self.biases, 2 * self.hidden)

    cdef int distance(self, const Sums* sums, u64 (*seen)[MOST_PLANES]) noexcept nogil:
        """How many bits differ from a position, for one seat."""
        cdef int plane, count = 0
        for plane in range(self.planes):
            count += popcount(sums.seen[0][plane] ^ seen[0][plane])
        return count

    cdef void follow(self, const Sums* before, Sums* sums, u64 (*seen)[MOST_PLANES]) noexcept nogil:
        """The sums of the position that is `seen`, from those of another; `sums` may be `before`."""
        cdef int seat, plane, hidden = self.hidden
        cdef u64 gone, come
        cdef short* values
        cdef short* columns
        for seat in range(2):
            values = sums.values[seat]
            if sums != before:
                memcpy(values, before.values[seat], 2 * hidden)
            for plane in range(self.planes):
                gone = before.seen[seat][plane] & ~seen[seat][plane]
                come = seen[seat][plane] & ~before.seen[seat][plane]
                columns = self.columns + <Py_ssize_t> plane * BITS * hidden
                while come:
                    add_column(values, columns + lowest(come) * hidden, hidden)
                    come &= come - 1
                while gone:
                    subtract_column(values, columns + lowest(gone) * hidden, hidden)
                    gone &= gone - 1
                sums.seen[seat][plane] = seen[seat][plane]

    cdef int score(self, Sums* sums, int seat) noexcept nogil:
        """The output for a seat, in hundredths of a piece."""
        cdef long long total = weigh(sums.values[seat], self.outputs, self.hidden)
        total += weigh(sums.values[1 - seat], self.outputs + self.hidden, self.hidden)
        return <int> ((total // ACTIVE + self.output_bias) * SCORE_UNIT // (ACTIVE * FINE))


cdef Sums* new_sums(Network network, int count) except NULL:
    cdef Sums* sums = <Sums*> aligned(count * sizeof(Sums))
    cdef int i
    if sums == NULL:
        raise MemoryError
    for i in range(count):
        network.start(sums + i)
    return sums


def write_network(planes, hidden, adds, bias, provenance, columns, biases, outputs, **further):
    """The bytes of a network's file from its weights, each an array of 16-bit numbers as bytes."""
    head = json.dumps({"planes": planes, "hidden": hidden, "adds": adds, "bias": bias, "provenance": provenance, **further}).encode()
    body = zlib.compress(columns + biases + outputs, 9)
    content = struct.pack("<I", len(head)) + head + body
    return MAGIC + struct.pack("<I", zlib.crc32(content)) + content


def split_file(bytes data):
    """The head of a network's file and its weights: the columns, then the biases of the sums, then the weights of the output."""
    if not data.startswith(MAGIC):
        raise BadNetwork("this is no network of this version")
    start = len(MAGIC) + 4
    if len(data) < start + 4 or zlib.crc32(data[start:]) != struct.unpack_from("<I", data, len(MAGIC))[0]:
        raise BadNetwork("the network is damaged: its checksum differs")
    size = struct.unpack_from("<I", data, start)[0]
    head = json.loads(data[start + 4:start + 4 + size])
    return head, zlib.decompress(data[start + 4 + size:])
