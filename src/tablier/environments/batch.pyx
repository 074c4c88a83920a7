# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Many games of one kind as numbers: actions in, planes, masks and rewards out, written into the caller's buffers without the GIL.

A step is checked for all games before any of them changes, so that a refused step changes nothing. Each game has its own
streams of random numbers: what happens does not depend on the number of threads.
"""

from os import cpu_count

from libc.stdlib cimport abort, calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from tablier.environments.codings.base cimport MOST_ACTIONS, Coding
from tablier.kernels.bits cimport below, mixed, u8, u64
from tablier.kernels.kernel cimport CHANCE_ACTS, MOST_SEATS, ROOMY, Kernel, Move, Moves
from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.environments.registry import coding_of
from tablier.kernels import kernel_of

CHANCE = CHANCE_TO_ACT
"""In `actors`: chance acts, which happens only with `explicit`."""

OVER = FINISHED
"""In `actors`: the game is over, which stays so only without `auto_reset`."""

cdef enum:
    PART = 64  # games that a thread takes at a time: worth its start, few enough that none waits long for another, whole cache lines
    APART = 8  # the lists of two threads are in different cache lines: both count in theirs all the time


class IllegalAction(TablierError):
    """An action that is not legal in its game; nothing was played."""

    def __init__(self, text, index, action):
        super().__init__(text)
        self.index = index
        self.action = action


cdef void do_part(void* batch, int worker, int part) noexcept nogil:
    """One part of a batch, by one thread."""
    (<Batch> batch).share(worker, part * PART, min((<Batch> batch).size, (part + 1) * PART))


cdef class Batch:
    """`size` games of one kind.

    `threads=0` uses all cores; `explicit` stops where chance acts instead of sampling; without `auto_reset` finished games
    stay finished and ignore actions; `longest` actions break a game off; `position` is where each game starts.
    """

    def __cinit__(self, *args, **options):
        self.pointers, self.lists, self.states, self.opening, self.plays = NULL, NULL, NULL, NULL, NULL
        self.chosen, self.verdicts, self.workers = NULL, NULL, NULL

    def __init__(self, game, int size=1, *, seed=0, int threads=0, bint explicit=False, bint auto_reset=True, int longest=0, position=None):
        if size < 1 or threads < 0 or longest < 0:
            raise TablierError(Text("Batch : size ≥ 1, threads ≥ 0, longest ≥ 0.", "Batch: size ≥ 1, threads ≥ 0, longest ≥ 0."))
        self.game, self.coding, self.size, self.seats = game, coding_of(game), size, len(game.seats)
        self.threads = min(threads or cpu_count() or 1, size)
        self.longest, self.explicit, self.auto_reset = longest, explicit, auto_reset
        self.kernels = [kernel_of(game, position) for _ in range(self.threads)]
        self._allocate()
        self.bind()
        if self.kernels[0].ranks is not None:
            raise TablierError(Text("Une partie finie ne peut pas être jouée : choisissez une autre position.",
                                    "A finished game cannot be played: choose another position."))
        self.reset(seed)

    def _allocate(self):
        cdef Kernel kernel = self.kernels[0]
        cdef int worker
        self.state_size = kernel.state_size
        self.opening = <char*> malloc(self.state_size)
        self.states = <char*> malloc(self.state_size * self.size)
        self.plays = <Play*> calloc(self.size, sizeof(Play))
        self.chosen = <Move*> malloc(self.size * sizeof(Move))
        self.verdicts = <u8*> malloc(self.size)
        self.pointers = <void**> malloc(self.threads * sizeof(void*))
        self.lists = <Moves*> calloc(self.threads * APART, sizeof(Moves))
        if not (self.opening and self.states and self.plays and self.chosen and self.verdicts and self.pointers and self.lists):
            raise MemoryError
        memcpy(self.opening, kernel.top, self.state_size)
        for worker in range(self.threads):
            self.pointers[worker] = <void*> self.kernels[worker]
            self.lists[worker * APART].items = <Move*> malloc(ROOMY * sizeof(Move))
            self.lists[worker * APART].room = ROOMY
            if not self.lists[worker * APART].items:
                raise MemoryError

    def __dealloc__(self):
        cdef int i
        stop_workers(self.workers)
        if self.lists:
            for i in range(self.threads):
                free(self.lists[i * APART].items)
        if self.plays:
            for i in range(self.size):
                free(self.plays[i].keys)
        free(self.lists)
        free(self.plays)
        free(self.pointers)
        free(self.opening)
        free(self.states)
        free(self.chosen)
        free(self.verdicts)

    # -- where the numbers go ------------------------------------------------------------------------

    def bind(self, observations=None, masks=None, rewards=None, actors=None, terminated=None, truncated=None):
        """Write into these buffers from the next step on; what is None is not computed.

        Contiguous, one row for each game: observations float32 of `coding.shape`, masks uint8 of `coding.actions`, rewards
        float32 of `seats`, and actors (int8), terminated and truncated (uint8) one number each.
        """
        cdef float[:, :, :, ::1] planes
        cdef u8[:, ::1] bits
        cdef float[:, ::1] shares
        cdef signed char[::1] who
        cdef u8[::1] flags
        self.observations, self.masks, self.rewards = NULL, NULL, NULL
        self.actors, self.terminated, self.truncated = NULL, NULL, NULL
        self.buffers = [observations, masks, rewards, actors, terminated, truncated]
        if observations is not None:
            planes = self._fits(observations, "observations", self.coding.shape)
            self.observations = &planes[0, 0, 0, 0]
        if masks is not None:
            bits = self._fits(masks, "masks", (self.coding.actions,))
            self.masks = &bits[0, 0]
        if rewards is not None:
            shares = self._fits(rewards, "rewards", (self.seats,))
            self.rewards = &shares[0, 0]
        if actors is not None:
            who = self._fits(actors, "actors", ())
            self.actors = &who[0]
        if terminated is not None:
            flags = self._fits(terminated, "terminated", ())
            self.terminated = &flags[0]
        if truncated is not None:
            flags = self._fits(truncated, "truncated", ())
            self.truncated = &flags[0]

    def _fits(self, buffer, name, row):
        shape = memoryview(buffer).shape
        if shape != (self.size, *row):
            raise TablierError(Text(f"{name} : forme {shape}, il faut {(self.size, *row)}.",
                                    f"{name}: shape {shape}, it must be {(self.size, *row)}."))
        return buffer

    def show(self):
        """Write what stands into the buffers, as after a step that did nothing."""
        cdef int i
        for i in range(self.size):
            self.show_game(i)

    cdef void show_game(self, int i) except *:
        cdef Kernel kernel = self.at(i)
        self.clear(i)
        if self.observations or self.masks or self.actors:
            kernel.generate(self.lists)
            self.display(kernel, self.lists, i)

    # -- playing ---------------------------------------------------------------------------------------

    def reset(self, seed=None):
        """All games from their start; without a seed the streams of random numbers go on."""
        cdef u64 stream
        cdef int i
        if seed is not None:
            stream = mixed(<u64> (seed & 0xFFFFFFFFFFFFFFFF))
            for i in range(self.size):
                self.plays[i].dice = mixed(stream + 2 * <u64> i)
                self.plays[i].choices = mixed(stream + 2 * <u64> i + 1)
        for i in range(self.size):
            self.start_from(i, self.opening)

    cdef void start_from(self, int i, const char* state) except *:
        cdef Kernel kernel = self.at(i)
        self.clear(i)
        memcpy(kernel.top, state, self.state_size)
        self.begin(kernel, self.lists, i)
        self.display(kernel, self.lists, i)

    cdef void clear(self, int i) noexcept nogil:
        """No reward and no end yet."""
        if self.rewards:
            memset(self.rewards + i * self.seats, 0, self.seats * sizeof(float))
        if self.terminated:
            self.terminated[i] = False
        if self.truncated:
            self.truncated[i] = False

    def restart(self, int index):
        """One game from its start."""
        self.start_from(self.index(index), self.opening)

    def load(self, int index, str position not None):
        """Set one game to a position; `BadPosition` says what is wrong with it."""
        cdef Kernel loaded = kernel_of(self.game, position)
        if loaded.ranks is not None:
            raise TablierError(Text("Cette partie est finie.", "This game is over."))
        self.start_from(self.index(index), loaded.top)

    def step(self, actions not None):
        """One action in each game: a buffer of `size` int32. `IllegalAction` when one is not legal, and then nothing was played."""
        cdef const int[::1] given = actions
        cdef int i
        if given.shape[0] != self.size:
            raise TablierError(Text(f"{given.shape[0]} actions pour {self.size} parties.", f"{given.shape[0]} actions for {self.size} games."))
        with nogil:
            self.run(CHECKING, <int*> &given[0])
        for i in range(self.size):
            if self.verdicts[i] == REFUSED:
                raise self._refusal(i, given[i])
        with nogil:
            self.run(PLAYING, <int*> &given[0])

    def act(self, int index, int action):
        """One action in one game."""
        cdef Py_ssize_t i = self.index(index)
        cdef Kernel kernel = <Kernel> self.pointers[0]
        self.verdicts[i] = self.check(kernel, self.lists, i, action)
        if self.verdicts[i] == REFUSED:
            raise self._refusal(i, action)
        self.play(kernel, self.lists, i, action)

    def sample(self, actions not None):
        """Write a random legal action for each game into a buffer of int32; -1 where the game is over."""
        cdef int[::1] given = actions
        if given.shape[0] != self.size:
            raise TablierError(Text(f"{given.shape[0]} places pour {self.size} parties.", f"{given.shape[0]} places for {self.size} games."))
        with nogil:
            self.run(SAMPLING, &given[0])

    def _refusal(self, i, action):
        legal = self.legal(i)
        some = ", ".join(map(str, legal[:12])) + (", …" if len(legal) > 12 else "")
        return IllegalAction(Text(f"Partie {i} : l'action {action} n'est pas légale ; il y en a {len(legal)} : {some}.",
                                  f"Game {i}: action {action} is not legal; there are {len(legal)}: {some}."), i, action)

    cdef void run(self, Task task, int* actions) noexcept nogil:
        cdef int parts = (self.size + PART - 1) // PART
        self.task, self.actions_given = task, actions
        if self.threads > 1 and parts > 1 and self.workers == NULL:
            self.workers = start_workers(self.threads - 1)
        if self.threads > 1 and parts > 1 and self.workers != NULL:
            share_parts(self.workers, do_part, <void*> self, parts)
        else:
            self.share(0, 0, self.size)

    cdef void share(self, int worker, int first, int last) noexcept nogil:
        """Some of the games, by one thread."""
        cdef Moves* list = &self.lists[worker * APART]
        cdef int i
        cdef int* actions = self.actions_given
        for i in range(first, last):
            if self.task == CHECKING:
                self.verdicts[i] = self.check(<Kernel> self.pointers[worker], list, i, actions[i])
            elif self.task == PLAYING:
                self.play(<Kernel> self.pointers[worker], list, i, actions[i])
            else:
                actions[i] = self.choose(<Kernel> self.pointers[worker], list, i)

    cdef Verdict check(self, Kernel kernel, Moves* list, int i, int action) noexcept nogil:
        """What an action is in this game; the move it completes is noted in `chosen`."""
        cdef Play* play = self.plays + i
        cdef short code[MOST_ACTIONS]
        cdef bint whole = False, longer = False
        cdef int n, length, k = play.begun_count
        if play.over:
            return IGNORED
        kernel.top = self.states + i * self.state_size
        kernel.generate(list)
        for n in range(list.count):
            length = self.coding.encode(kernel, list.items[n], code)
            if not starts_with(code, length, play):
                continue
            if length == k:
                if action == self.coding.stop:
                    self.chosen[i] = list.items[n]
                    return WHOLE
            elif code[k] == action:
                if length == k + 1:
                    self.chosen[i] = list.items[n]
                    whole = True
                else:
                    longer = True
        if longer:
            return BEGUN
        return WHOLE if whole else REFUSED

    cdef void play(self, Kernel kernel, Moves* list, int i, int action) noexcept nogil:
        """Play an action that check() has seen."""
        cdef Play* play = self.plays + i
        cdef u8 ranks[MOST_SEATS]
        cdef bint goes_on = True
        kernel.top = self.states + i * self.state_size
        self.clear(i)
        if self.verdicts[i] == IGNORED:
            return
        play.taken += 1
        if self.verdicts[i] == BEGUN:
            play.begun[play.begun_count] = action
            play.begun_count += 1
            kernel.generate(list)
        else:
            play.begun_count = 0
            kernel.advance(self.chosen[i])
            goes_on = self.go_on(kernel, list, play, ranks)
        if not goes_on:
            if self.terminated:
                self.terminated[i] = True
            self.finish(kernel, list, i, ranks)
        elif self.longest and play.taken >= self.longest:
            if self.truncated:
                self.truncated[i] = True
            self.finish(kernel, list, i, NULL)
        self.display(kernel, list, i)

    cdef bint go_on(self, Kernel kernel, Moves* list, Play* play, u8* ranks) noexcept nogil:
        """List the next moves, chance sampled where it is; False when the game is over, and then its ranks are filled."""
        while True:
            kernel.generate(list)
            if list.count == 0:
                kernel.over(ranks)
                return False
            if self.coding.repeats and self.has_repeated(kernel, play):
                self.coding.rank_repeated(kernel, ranks)
                return False
            if self.explicit or kernel.actor() != CHANCE_ACTS:
                return True
            kernel.advance(list.items[below(&play.dice, list.count)])

    cdef bint has_repeated(self, Kernel kernel, Play* play) noexcept nogil:
        """Note the position; True when it stands for the third time."""
        cdef u64 key = kernel.key()
        cdef int i, count = 0
        for i in range(play.met):
            count += play.keys[i] == key
        if play.met == play.room:
            play.room = 2 * play.room + 64
            play.keys = <u64*> realloc(play.keys, play.room * sizeof(u64))
            if play.keys == NULL:
                abort()  # as the kernels do: there is no way to raise without the GIL
        play.keys[play.met] = key
        play.met += 1
        play.stood_before = count
        return count >= 2

    cdef void finish(self, Kernel kernel, Moves* list, int i, u8* ranks) noexcept nogil:
        """A game has ended, without ranks when it was broken off: rewards, and the next game."""
        cdef int seat, other, balance
        if self.rewards and ranks != NULL:
            for seat in range(self.seats):
                balance = 0
                for other in range(self.seats):
                    balance += (ranks[other] > ranks[seat]) - (ranks[other] < ranks[seat])
                self.rewards[i * self.seats + seat] = <float> balance / (self.seats - 1)
        if self.auto_reset:
            memcpy(kernel.top, self.opening, self.state_size)
            self.begin(kernel, list, i)
        else:
            self.plays[i].over = True

    cdef void begin(self, Kernel kernel, Moves* list, int i) noexcept nogil:
        """The position that stands is where the game starts."""
        cdef Play* play = self.plays + i
        cdef u8 ranks[MOST_SEATS]
        play.met = play.stood_before = play.taken = play.begun_count = 0
        play.over = not self.go_on(kernel, list, play, ranks)

    cdef int next_action(self, Kernel kernel, Play* play, Move move) noexcept nogil:
        """The action that leads on to a move from what has begun; -1 when none does."""
        cdef short code[MOST_ACTIONS]
        cdef int length = self.coding.encode(kernel, move, code)
        if not starts_with(code, length, play):
            return -1
        return self.coding.stop if length == play.begun_count else code[play.begun_count]

    cdef void display(self, Kernel kernel, Moves* list, int i) noexcept nogil:
        """Write what the seat to act sees; `list` has its moves."""
        cdef Play* play = self.plays + i
        cdef int layers = self.coding.layers, area = self.coding.area, actions = self.coding.actions
        cdef float* planes
        cdef u8* mask
        cdef int n, action
        if self.actors:
            self.actors[i] = FINISHED if play.over else CHANCE_TO_ACT if kernel.actor() == CHANCE_ACTS else kernel.actor()
        if self.masks:
            mask = self.masks + <Py_ssize_t> i * actions
            memset(mask, 0, actions)
            if not play.over:
                for n in range(list.count):
                    action = self.next_action(kernel, play, list.items[n])
                    if action >= 0:
                        mask[action] = 1
        if self.observations:
            planes = self.observations + <Py_ssize_t> i * layers * area
            memset(planes, 0, layers * area * sizeof(float))
            self.coding.draw(kernel, play.begun, play.begun_count, planes)
            self.coding.fill(planes, layers - 1, 0.5 * play.stood_before)

    cdef int choose(self, Kernel kernel, Moves* list, int i) noexcept nogil:
        """A random action: that of a random move among those that fit what has begun."""
        cdef Play* play = self.plays + i
        cdef int n, action, fitting = 0
        if play.over:
            return -1
        kernel.top = self.states + i * self.state_size
        kernel.generate(list)
        for n in range(list.count):
            if self.next_action(kernel, play, list.items[n]) >= 0:
                list.items[fitting] = list.items[n]
                fitting += 1
        return self.next_action(kernel, play, list.items[below(&play.choices, fitting)])

    # -- one game -----------------------------------------------------------------------------------------

    cdef Py_ssize_t index(self, int i) except -1:
        if not 0 <= i < self.size:
            raise IndexError(f"game {i}: there are games 0 to {self.size - 1}")
        return i

    cdef Kernel at(self, int i):
        """A kernel that stands where game `i` does."""
        cdef Kernel kernel = self.kernels[0]
        kernel.top = self.states + self.index(i) * self.state_size
        return kernel

    def _codes(self, int index):
        """The legal moves of one game that fit what has begun: their texts and all their actions."""
        cdef Kernel kernel = self.at(index)
        cdef short word[MOST_ACTIONS]
        cdef int n, k, length
        found = []
        if self.plays[index].over:
            return found
        kernel.generate(self.lists)
        for n in range(self.lists.count):
            length = self.coding.encode(kernel, self.lists.items[n], word)
            if starts_with(word, length, self.plays + index):
                found.append((kernel.text(self.lists.items[n]), tuple([word[k] for k in range(length)])))
        longer = {code[:k] for _, code in found for k in range(len(code))}
        return [(text, (*code, self.coding.stop) if code in longer else code) for text, code in found]

    def legal(self, int index):
        """The legal actions of one game in order; none when it is over."""
        begun = self.plays[self.index(index)].begun_count
        return sorted({code[begun] for _, code in self._codes(index)})

    def texts(self, int index):
        """The legal actions of one game and their texts: that of the move, or of what has begun and is not whole yet."""
        cdef Kernel kernel = self.at(index)
        cdef short head[MOST_ACTIONS]
        begun = self.plays[index].begun_count
        texts = {}
        for text, code in self._codes(index):
            if len(code) == begun + 1:
                texts[code[begun]] = text
            else:
                for n, action in enumerate(code[:begun + 1]):
                    head[n] = action
                texts[code[begun]] = self.coding.unfinished(kernel, head, begun + 1)
        return texts

    def actions(self, int index, str move not None):
        """The actions that play a move given as text, from where the game stands; the law says why when it is refused."""
        begun = self.plays[self.index(index)].begun_count
        for text, code in self._codes(index):
            if text == move:
                return code[begun:]
        rules = self.game
        rules.read(rules.load(self.dump(index)), move)
        raise TablierError(Text(f"« {move} » ne continue pas le coup commencé.", f"'{move}' does not continue the move that has begun."))

    def move(self, int index, actions not None):
        """The text of the move that these actions play, from where the game stands."""
        begun, actions = self.plays[self.index(index)].begun_count, tuple(actions)
        for text, code in self._codes(index):
            if code[begun:] == actions:
                return text
        raise self._refusal(index, actions[0] if actions else -1)

    def begun(self, int index):
        """The actions of a move of one game that is not whole yet."""
        cdef Play* play = self.plays + self.index(index)
        return tuple([play.begun[n] for n in range(play.begun_count)])

    def dump(self, int index):
        """The position of one game as text; a move that has only begun is not part of it."""
        return self.at(index).dump()

    def actor(self, int index):
        """The seat to act in one game, CHANCE or OVER."""
        if self.plays[self.index(index)].over:
            return OVER
        actor = self.at(index).actor()
        return CHANCE if actor == CHANCE_ACTS else actor

    def __deepcopy__(self, memo):
        return self.copy()

    def copy(self):
        """The same games, streams of random numbers included, to play on without changing these; its buffers are still to bind."""
        cdef Batch other = empty_batch(self.game, self.size, self.threads, self.longest, self.explicit, self.auto_reset)
        cdef int i
        memcpy(other.opening, self.opening, self.state_size)
        for i in range(self.size):
            other.take(i, self, i)
        return other

    def __reduce__(self):
        """For pickle, on machines of one kind; the buffers of what comes back are still to bind."""
        cdef bytearray plays = bytearray((<char*> self.plays)[:self.size * sizeof(Play)])
        cdef Play* copied = <Play*> <char*> plays
        cdef int i
        keys = []
        for i in range(self.size):
            keys.append((<char*> self.plays[i].keys)[:self.plays[i].met * sizeof(u64)] if self.plays[i].met else b"")
            copied[i].keys, copied[i].room = NULL, 0
        kind = (self.game, self.size, self.threads, self.longest, self.explicit, self.auto_reset)
        return restore_batch, (kind, self.opening[:self.state_size], self.states[:self.size * self.state_size], bytes(plays), keys)

    def put(self, targets not None, Batch other not None, sources not None):
        """Set games of this batch to what games of another of the same kind are: two buffers of int32, of one length.

        This is how a tree search keeps positions and comes back to them; the streams of random numbers go with a game.
        """
        cdef const int[::1] to = targets
        cdef const int[::1] out_of = sources
        cdef Py_ssize_t n
        if other.game != self.game or to.shape[0] != out_of.shape[0]:
            raise TablierError(Text("put : le même jeu, et autant de places que de sources.",
                                    "put: the same game, and as many targets as sources."))
        for n in range(to.shape[0]):
            self.index(to[n])
            other.index(out_of[n])
        for n in range(to.shape[0]):
            self.take(to[n], other, out_of[n])
            self.show_game(to[n])

    cdef void take(self, int i, Batch other, int j) except *:
        """Game `i` becomes what game `j` of another batch is."""
        cdef Play* play = self.plays + i
        cdef Play* source = other.plays + j
        cdef u64* keys = play.keys
        cdef int room = play.room
        if play is source:
            return
        if room < source.met:
            keys = <u64*> realloc(keys, source.met * sizeof(u64))
            if keys == NULL:
                raise MemoryError
            room = source.met
        memcpy(self.states + i * self.state_size, other.states + j * self.state_size, self.state_size)
        play[0] = source[0]
        play.keys, play.room = keys, room
        if source.met:
            memcpy(keys, source.keys, source.met * sizeof(u64))


def empty_batch(game, int size, int threads, int longest, bint explicit, bint auto_reset):
    """A batch whose games are still to be filled in."""
    cdef Batch batch = Batch.__new__(Batch)
    batch.game, batch.coding, batch.size, batch.seats, batch.threads = game, coding_of(game), size, len(game.seats), threads
    batch.longest, batch.explicit, batch.auto_reset = longest, explicit, auto_reset
    batch.kernels = [kernel_of(game) for _ in range(threads)]
    batch._allocate()
    batch.bind()
    return batch


def restore_batch(tuple kind, bytes opening, bytes states, bytes plays, list keys):
    """The batch that `Batch.__reduce__` took apart."""
    cdef Batch batch = empty_batch(*kind)
    cdef Play* play
    cdef bytes met
    cdef int i
    if len(opening) != batch.state_size or len(states) != batch.size * batch.state_size or len(plays) != batch.size * sizeof(Play):
        raise TablierError(Text("Ces parties viennent d'une autre version ou d'une autre machine.",
                                "These games come from another version or machine."))
    memcpy(batch.opening, <const char*> opening, len(opening))
    memcpy(batch.states, <const char*> states, len(states))
    memcpy(batch.plays, <const char*> plays, len(plays))
    for i, met in enumerate(keys):
        play = batch.plays + i
        play.keys, play.room = NULL, 0
        if met:
            play.keys = <u64*> malloc(len(met))
            if play.keys == NULL:
                raise MemoryError
            memcpy(play.keys, <const char*> met, len(met))
            play.room = len(met) // sizeof(u64)
        play.met = play.room
    return batch


cdef inline bint starts_with(const short* code, int length, const Play* play) noexcept nogil:
    """Whether a move goes on from the actions that have begun."""
    cdef int k
    if length < play.begun_count:
        return False
    for k in range(play.begun_count):
        if code[k] != play.begun[k]:
            return False
    return True
