# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The base class of all kernels, and what researchers call from Python.

A kernel is the compiled twin of a law: same positions, same moves, same results, hundreds of times as fast. It checks
nothing on its own authority: texts are read through the law, and a kernel is used only because the tests certify it.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport abort, free, malloc, realloc
from libc.string cimport memcpy, memset

from tablier.kernels.bits cimport below, mixed, u8, u64
from tablier.core.errors import TablierError
from tablier.core.grid import rows_as_written, write_rows
from tablier.core.match import Match
from tablier.core.text import Text

cdef int BATCH = 256
"""Random games between two checks for Ctrl-C; the threads hold the GIL only there."""

cdef int DEEPEST = 64
"""The deepest perft accepted; deeper ones would not end."""


class Playouts(NamedTuple):
    """Results of random games: how often each seat was first (shared firsts count in part), and how long they were."""

    games: int
    plies: int
    firsts: tuple[float, ...]
    unfinished: int


cdef void widen(Moves* moves) noexcept nogil:
    """Double the room. Out of memory there is no way to raise without the GIL: abort rather than corrupt."""
    moves.room = moves.room * 2
    moves.items = <Move*> realloc(moves.items, moves.room * sizeof(Move))
    if moves.items == NULL:
        abort()


cdef Moves* new_lists(int how_many) except NULL:
    cdef Moves* lists = <Moves*> malloc(how_many * sizeof(Moves))
    cdef int i
    if lists == NULL:
        raise MemoryError
    for i in range(how_many):
        lists[i].items = <Move*> malloc(ROOMY * sizeof(Move))
        lists[i].room = ROOMY
        lists[i].count = 0
        if lists[i].items == NULL:
            free_lists(lists, i)
            raise MemoryError
    return lists


cdef void free_lists(Moves* lists, int how_many) noexcept:
    cdef int i
    for i in range(how_many):
        free(lists[i].items)
    free(lists)


def _rebuild(cls, game, origin, entered):
    """The same kernel in another process, its moves included."""
    kernel = cls(game, origin)
    for text in entered:
        kernel.push(text)
    return kernel


cdef class Kernel:
    """A position that can be played on at native speed.

    >>> from tablier import kernel
    >>> k = kernel("makyek")
    >>> k.perft(3)
    40448
    """

    def __cinit__(self, game not None, *args):
        self.memory = self.top = NULL
        self.capacity = 0

    def __init__(self, game, position=None):
        self.game = game
        self.seats = len(game.seats)
        self.entered = []
        self.state_size = self.measure()
        self.reserve(256)
        self.prepare()
        self.load(game.dump(game.start()) if position is None else position)

    def __dealloc__(self):
        free(self.memory)

    # -- hooks, with their defaults -----------------------------------------------------------------

    cdef Py_ssize_t measure(self):
        return 8

    cdef void prepare(self):
        pass

    cdef void read_state(self, str text):
        pass

    cdef str write_state(self):
        return ""

    cdef void generate(self, Moves* out) noexcept nogil:
        out.count = 0

    cdef u64 count(self, Moves* scratch) noexcept nogil:
        self.generate(scratch)
        return scratch.count

    cdef void advance(self, Move move) noexcept nogil:
        pass

    cdef void make(self, Move move) noexcept nogil:
        memcpy(self.top + self.state_size, self.top, self.state_size)
        self.top += self.state_size
        self.advance(move)

    cdef bint over(self, u8* ranks) noexcept nogil:
        return False

    cdef int actor(self) noexcept nogil:
        return 0

    cdef u64 key(self) noexcept nogil:
        return 0

    cdef str text(self, Move move):
        return ""

    # -- boards as texts, for games on a grid -----------------------------------------------------------

    cdef list standing(self, str board):
        """What a board text says: the cells that hold something, each with its code."""
        return [(cell, code) for cell, code in enumerate(rows_as_written(board, self.game.separator)) if code]

    cdef str board_text(self, list codes):
        """The board as text, from the code on each cell ("" for none)."""
        return write_rows(tuple(codes), self.game.board, self.game.separator)

    # -- the stack ------------------------------------------------------------------------------------

    cdef void unmake(self) noexcept nogil:
        self.top -= self.state_size

    cdef Py_ssize_t depth(self) noexcept nogil:
        return (self.top - self.memory) // self.state_size

    cdef void reserve(self, Py_ssize_t further):
        """Make sure that many moves can be made before the stack must grow again; growing needs the GIL."""
        cdef Py_ssize_t at = self.depth() if self.memory != NULL else 0
        cdef char* grown
        if at + further + 1 <= self.capacity:
            return
        self.capacity = 2 * (at + further + 1)
        grown = <char*> realloc(self.memory, self.capacity * self.state_size)
        if grown == NULL:
            raise MemoryError
        self.memory = grown
        self.top = grown + at * self.state_size

    # -- counting ---------------------------------------------------------------------------------------

    cdef u64 count_to(self, int depth, Moves* lists) noexcept nogil:
        """Move sequences of `depth` ≥ 1; lists[0] is this node's, lists[1] the next one's, and so on."""
        cdef u64 total = 0
        cdef int i
        if depth == 1 and not self.listing:
            return self.count(lists)
        self.generate(lists)
        if depth == 1:
            return lists.count
        for i in range(lists.count):
            self.make(lists.items[i])
            total += self.count_to(depth - 1, lists + 1)
            self.unmake()
        return total

    def divide(self, int depth):
        """The count behind each first move, by its text."""
        cdef Moves* lists
        cdef int i
        cdef u64 behind
        self._check_depth(depth, 1)
        lists = new_lists(depth + 1)
        counts = {}
        try:
            self.generate(lists)
            for i in range(lists.count):
                PyErr_CheckSignals()
                name = self.text(lists.items[i])
                self.make(lists.items[i])
                with nogil:
                    behind = 1 if depth == 1 else self.count_to(depth - 1, lists + 1)
                self.unmake()
                counts[name] = behind
            return counts
        finally:
            free_lists(lists, depth + 1)

    def perft(self, int depth, *, bint listed=False):
        """The number of move sequences of this length; Ctrl-C is heard between the first moves.

        With `listed` the last moves are generated one by one and then counted, as most engines do: slower, and the
        measure to compare with them.
        """
        cdef Moves* lists
        cdef u64 total = 0
        cdef int i
        self._check_depth(depth, 0)
        if depth == 0:
            return 1
        lists = new_lists(depth + 1)
        self.listing = listed
        try:
            if depth == 1:
                return self.count_to(1, lists)
            self.generate(lists)
            for i in range(lists.count):
                PyErr_CheckSignals()
                with nogil:
                    self.make(lists.items[i])
                    total += self.count_to(depth - 1, lists + 1)
                    self.unmake()
            return total
        finally:
            self.listing = False
            free_lists(lists, depth + 1)

    def _check_depth(self, depth, least):
        if not least <= depth <= DEEPEST:
            raise TablierError(Text(f"Profondeur {depth} : il faut un nombre de {least} à {DEEPEST}.",
                                    f"Depth {depth}: it must be a number from {least} to {DEEPEST}."))
        self.reserve(depth + 2)

    # -- playing ------------------------------------------------------------------------------------------

    def legal_moves(self):
        """The legal moves as texts; none when the game is over."""
        cdef Moves* lists = new_lists(1)
        cdef int i
        try:
            self.generate(lists)
            return [self.text(lists.items[i]) for i in range(lists.count)]
        finally:
            free_lists(lists, 1)

    cdef Move find(self, str text, bint* found):
        cdef Moves* lists = new_lists(1)
        cdef Move move = 0
        cdef int i
        found[0] = False
        try:
            self.generate(lists)
            for i in range(lists.count):
                if self.text(lists.items[i]) == text:
                    found[0] = True
                    move = lists.items[i]
                    break
            return move
        finally:
            free_lists(lists, 1)

    def push(self, str text not None):
        """Play a move given as text; the law says why when it is refused."""
        cdef bint found
        cdef Move move = self.find(text, &found)
        if not found:
            Match(self.game, self.game.load(self.dump())).play(text)
            raise AssertionError(f"kernel and law of {self.game!r} disagree on {text} at {self.dump()}")
        self.reserve(2)
        self.make(move)
        self.entered.append(text)

    def pop(self):
        """Take the last move back; gives its text."""
        if not self.entered:
            raise TablierError(Text("Il n'y a rien à reprendre.", "There is nothing to take back."))
        self.unmake()
        return self.entered.pop()

    def texts(self, words):
        """The texts of moves given as words, played one after the other from here; ends at the first that is not legal."""
        cdef Moves* lists = new_lists(1)
        cdef Move word
        cdef int i
        names = []
        self.reserve(len(words) + 2)
        try:
            for word in words:
                self.generate(lists)
                if word not in [lists.items[i] for i in range(lists.count)]:
                    break
                names.append(self.text(word))
                self.make(word)
            for _ in names:
                self.unmake()
            return names
        finally:
            free_lists(lists, 1)

    def stand(self, str written not None):
        """Set the position from a text that the law has written, unchecked; the moves are forgotten."""
        self.entered.clear()
        self.top = self.memory
        memset(self.memory, 0, self.state_size)
        self.read_state(written)

    def load(self, str position not None):
        """Set the position from a text; the moves are forgotten. `BadPosition` says what is wrong with it."""
        self.stand(self.game.dump(self.game.load(position)))

    def dump(self):
        """The position as text, as the law writes it."""
        return self.write_state()

    @property
    def hash(self):
        """A 64-bit key: equal for equal positions, however they were reached."""
        return self.key()

    @property
    def turn(self):
        """The seat that acts; None at the dice's turn and after the end."""
        cdef u8 ranks[MOST_SEATS]
        cdef int actor = self.actor()
        return None if actor == CHANCE_ACTS or self.over(ranks) else actor

    @property
    def ranks(self):
        """One rank for each seat when the game is over, else None."""
        cdef u8 ranks[MOST_SEATS]
        return tuple(ranks[i] for i in range(self.seats)) if self.over(ranks) else None

    def __repr__(self):
        return f"<kernel of {self.game!r}: {self.dump()!r}>"

    def __reduce__(self):
        cdef char* top = self.top
        self.top = self.memory
        origin = self.dump()
        self.top = top
        return _rebuild, (type(self), self.game, origin, list(self.entered))

    def copy(self):
        """A kernel of its own at the same position."""
        return type(self)(self.game, self.dump())

    # -- random games ---------------------------------------------------------------------------------------

    cdef int play_out(self, u64* random, int longest, Moves* list, u8* ranks) noexcept nogil:
        """Play at random from here, in place; gives the plies played, ranks[0] = 0 when the game did not end."""
        cdef int plies = 0
        while plies < longest:
            self.generate(list)
            if list.count == 0:
                break
            self.advance(list.items[below(random, list.count)])
            plies += 1
        if not self.over(ranks):
            ranks[0] = 0
        return plies

    def playouts(self, int games, seed=0, *, int longest=1000, int threads=1):
        """Play random games from here; the same seed gives the same games, whatever the number of threads."""
        if games < 0 or longest < 0 or threads < 1:
            raise TablierError(Text("playouts : games et longest ≥ 0, threads ≥ 1.",
                                    "playouts: games and longest ≥ 0, threads ≥ 1."))
        cdef u64 stream = mixed(<u64> (seed & 0xFFFFFFFFFFFFFFFF))
        if threads == 1 or games < 2 * threads:
            return self._playouts(0, games, stream, longest)
        shares = [(games * i // threads, games * (i + 1) // threads) for i in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(lambda share: self.copy()._playouts(share[0], share[1], stream, longest), shares))
        return Playouts(
            games, sum(part.plies for part in parts),
            tuple(sum(firsts) for firsts in zip(*(part.firsts for part in parts), strict=True)),
            sum(part.unfinished for part in parts),
        )

    def _playouts(self, int first, int last, u64 stream, int longest):
        cdef Moves* list = new_lists(1)
        cdef Tally tally
        cdef int seat, until
        memset(&tally, 0, sizeof(Tally))
        self.reserve(2)
        try:
            while first < last:
                PyErr_CheckSignals()
                until = min(last, first + BATCH)
                with nogil:
                    self.play_many(first, until, stream, longest, list, &tally)
                first = until
            return Playouts(tally.games, tally.plies, tuple(tally.firsts[seat] for seat in range(self.seats)), tally.unfinished)
        finally:
            free_lists(list, 1)

    cdef void play_many(self, int first, int last, u64 stream, int longest, Moves* list, Tally* tally) noexcept nogil:
        """Games number `first` to `last` of a stream, each on a copy of where we stand."""
        cdef u8 ranks[MOST_SEATS]
        cdef u64 random
        cdef int number, seat, winners
        for number in range(first, last):
            random = mixed(stream + <u64> number)
            memcpy(self.top + self.state_size, self.top, self.state_size)
            self.top += self.state_size
            tally.plies += self.play_out(&random, longest, list, ranks)
            self.top -= self.state_size
            tally.games += 1
            if ranks[0] == 0:
                tally.unfinished += 1
                continue
            winners = 0
            for seat in range(self.seats):
                winners += ranks[seat] == 1
            for seat in range(self.seats):
                if ranks[seat] == 1:
                    tally.firsts[seat] += 1.0 / winners
