# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Principal variation search for two players without dice, the same for every game.

A node is searched in numbered steps in `Searcher.search`. The rules come from the game's kernel, the worth of a position and
the promise of a move from its evaluation.
"""

from dataclasses import asdict

from libc.math cimport log
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from tablier.endings.prober cimport DRAWN, NOT_KNOWN, WON, Answer, Prober
from tablier.kernels.bits cimport mixed, u8, u32, u64
from tablier.kernels.kernel cimport MOST_SEATS, ROOMY, Kernel, Move, Moves, tag
from tablier.search.evaluation.base cimport DRAWN_SURELY, Evaluation
from tablier.search.transpositions cimport AT_LEAST, AT_MOST, EXACT, Bound, Found, TranspositionTable
from tablier.search.settings import SearchSettings

cdef enum:
    INFINITY_SCORE = 32000
    WIDE = 1024                   # promises kept for each ply; moves beyond are searched in the order they come
    CHECK_CLOCK = 1023            # nodes between two looks at the clock, a mask

cdef enum:
    REPEATING = 50                # bonus of a repetition for the seat that a third one would make the winner
    HISTORY_MOST = 16384
    URGENT_PLIES = 16             # below the horizon, replies to threats are followed so far
    RAZORED = 3                   # plies at most above the horizon where a hopeless position is left to quiescence
    CORRECTION_MOST = 64          # hundredths of a piece that an evaluation is corrected by at most,
    CORRECTION_UNIT = 256         # kept in such parts
    CONTEMPT_KEYS = 1 << 20       # keys from here on
    SHARED_DEPTH = 2              # from here on threads leave moves to each other


cdef double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + t.tv_nsec * 1e-9


cdef class Stop:
    """A flag that ends a search at once, from any thread."""

    def __cinit__(self):
        self.flag.stop = 0

    def set(self):
        """Stop now."""
        self.flag.stop = 1

    def is_set(self):
        """True once stopped."""
        return self.flag.stop != 0


cdef class Histories:
    """What a thread has learnt of moves and structures in its searches."""

    def __cinit__(self):
        self.forget()

    cpdef void forget(self):
        """Begin anew."""
        memset(self.history, 0, sizeof(self.history))
        memset(self.continuations, 0, sizeof(self.continuations))
        memset(self.countermoves, 0, sizeof(self.countermoves))
        memset(self.corrections, 0, sizeof(self.corrections))


cdef class Searcher:
    """One thread's search. `past` are the keys of the game so far, for repetition."""

    def __cinit__(self, *args, **options):
        self.past = NULL
        self.lists = NULL
        self.promises = NULL

    def __init__(self, Kernel kernel not None, Evaluation evaluation not None, TranspositionTable table not None, Stop stop not None, past=(), int number=0, Prober endings=None, settings=None, Histories histories=None, bint shared=False, int contempt=0):
        cdef int i, j
        self.kernel, self.evaluation, self.table = kernel, evaluation, table
        self.flag, self.owner, self.number, self.endings, self.shared = &stop.flag, stop, number, endings, shared
        self.begin(None)
        self.settings = asdict(settings or SearchSettings())
        self.root_seat, self.contempt = kernel.actor(), contempt
        self.learnt = histories or Histories()
        self.prunes_late = evaluation.prunes_late or self.settings.late_pruning > 0
        self.least_tried = self.settings.late_pruning_from or evaluation.least_tried
        self.played, self.passed, self.reached = len(past), 0, 0
        self.past_room = self.played + DEEPEST + 16
        self.past = <u64*> malloc(self.past_room * sizeof(u64))
        self.lists = <Moves*> malloc((DEEPEST + 8) * sizeof(Moves))
        self.promises = <int*> malloc((DEEPEST + 8) * WIDE * sizeof(int))
        if self.past == NULL or self.lists == NULL or self.promises == NULL:
            raise MemoryError
        for i in range(self.played):
            self.past[i] = past[i]
        for i in range(DEEPEST + 8):
            self.lists[i].items = <Move*> malloc(ROOMY * sizeof(Move))
            self.lists[i].room, self.lists[i].count = ROOMY, 0
        memset(self.killers, 0, sizeof(self.killers))
        memset(self.excluded, 0, sizeof(self.excluded))
        memset(self.path, 0, sizeof(self.path))
        memset(self.worths, 0, sizeof(self.worths))
        for i in range(64):
            for j in range(64):
                self.reductions[i][j] = <int> (self.settings.reduction_base / 100.0 + log(i) * log(j) * self.settings.reduction_slope / 10_000.0) if i and j else 0
        kernel.reserve(DEEPEST + 16)

    def __dealloc__(self):
        cdef int i
        if self.lists != NULL:
            for i in range(DEEPEST + 8):
                free(self.lists[i].items)
        free(self.lists)
        free(self.past)
        free(self.promises)

    # -- one iteration at the root --------------------------------------------------------------------

    def root_moves(self):
        """The legal moves where the search begins, as words."""
        cdef Moves* moves = self.lists
        cdef int i
        self.kernel.generate(moves)
        return [moves.items[i] for i in range(moves.count)]

    cdef void begin(self, Stop over):
        """Before a search: `over` ends it as the flag does, but this search alone."""
        self.over, self.over_owner = self.flag if over is None else &over.flag, over
        self.halted = self.flag.stop or self.over.stop

    def iterate(self, int depth, int last, u64 node_limit, double deadline, excluded=(), on_move=None, Stop over=None):
        """Search to `depth` around the last score; gives (score, moves). `on_move` is called with each root move and its number.

        When stopped on the way, the best of the moves that were finished, the best of the last iteration being the first
        of them; None when not even that one was, or when all of them scored worse than before. `halted` tells that it was.
        """
        cdef int alpha = -INFINITY_SCORE, beta = INFINITY_SCORE, window = self.settings.aspiration, score
        cdef int i
        self.node_limit, self.deadline, self.deepest = node_limit, deadline, depth
        self.begin(over)
        banned = {<u64> move for move in excluded}
        if depth >= 4 and -SURE < last < SURE:
            alpha, beta = last - window, last + window
        while True:
            score = self._root(depth, alpha, beta, banned, on_move)
            if self.halted:
                if not self.lengths[0] or score <= alpha:
                    return None
                break
            if alpha < score < beta:
                break
            window *= 3
            if score <= alpha:
                alpha = max(-INFINITY_SCORE, last - window)
            else:
                beta = min(INFINITY_SCORE, last + window)
            if window > 2000:
                alpha, beta = -INFINITY_SCORE, INFINITY_SCORE
        return score, [self.lines[0][i] for i in range(self.lengths[0])]

    def glance(self, int depth):
        """Every legal move as (word, score at first sight, whether it takes, score at `depth`, best reply or 0, whether that takes).

        At first sight is the evaluation right after the move, before anything is answered. None when stopped before the end.
        """
        cdef Moves* moves = self.lists
        cdef int i, first, score, takes, answered
        cdef Move reply
        self.node_limit, self.deadline, self.deepest = 0, 0.0, depth
        self.begin(None)
        self.past[self.played] = self.kernel.key()
        self.kernel.generate(moves)
        seen = []
        for i in range(moves.count):
            self.path[0] = tag(moves.items[i])
            with nogil:
                takes = self.evaluation.promise(self.kernel, moves.items[i]) > 0
                self.kernel.make(moves.items[i])
                self.kernel.generate(self.lists + 1)
                first = -self.ended(1) if self.lists[1].count == 0 else -self.assess()
                score = -self.search(depth - 1, -INFINITY_SCORE, INFINITY_SCORE, 1, True, False)
                reply, answered = 0, 0
                if self.lengths[1]:
                    reply = self.lines[1][0]
                    answered = self.evaluation.promise(self.kernel, reply) > 0
                self.kernel.unmake()
            if self.halted:
                return None
            seen.append((moves.items[i], first, takes != 0, score, reply, answered != 0))
        return seen

    def settled(self):
        """True where quiescence does not change the evaluation."""
        self.node_limit, self.deadline, self.deepest = 0, 0.0, 0
        self.begin(None)
        return self.quiesce(-INFINITY_SCORE, INFINITY_SCORE, 0, URGENT_PLIES) == self.assess()

    def _root(self, int depth, int alpha, int beta, set banned, on_move):
        """The root is a node whose moves may be left out, for the second best line and so on."""
        cdef Moves* moves = self.lists
        cdef Found found
        cdef u64 key = self.kernel.key() ^ self.salt()
        cdef int i, score, best = -INFINITY_SCORE, low = alpha, tried = 0, j, reduction
        cdef Move move
        self.table.probe(key, &found)
        self.past[self.played] = self.kernel.key()
        self.kernel.generate(moves)
        self.rank_moves(moves, self.promises, found.move, 0)
        self.lengths[0] = 0
        for i in range(moves.count):
            move = pick(moves, self.promises, i)
            if banned and move in banned:
                continue
            if on_move is not None:
                on_move(move, tried + 1)
            self.path[0] = tag(move)
            reduction = 0
            if self.prunes_late and depth >= 3 and tried >= 3 and i < WIDE and self.promises[i] < NOISY:
                reduction = max(0, min(self.reductions[min(depth, 63)][min(tried, 63)] - 1, depth - 2))
            with nogil:
                self.kernel.make(move)
                if tried == 0:
                    score = -self.search(depth - 1, -beta, -low, 1, True, False)
                else:
                    score = -self.search(depth - 1 - reduction, -low - 1, -low, 1, True, True)
                    if score > low and reduction:
                        score = -self.search(depth - 1, -low - 1, -low, 1, True, False)
                    if low < score < beta:
                        score = -self.search(depth - 1, -beta, -low, 1, True, False)
                self.kernel.unmake()
            if self.halted:
                return best
            tried += 1
            if score > best:
                best = score
                if score > low or tried == 1:
                    self.lines[0][0] = move
                    for j in range(self.lengths[1]):
                        if j + 1 < LINE:
                            self.lines[0][j + 1] = self.lines[1][j]
                    self.lengths[0] = min(LINE, self.lengths[1] + 1)
                low = max(low, score)
                if score >= beta:
                    break
        if not banned:
            self.table.store(key, tag(self.lines[0][0]) if self.lengths[0] else 0, best, depth,
                             EXACT if alpha < best < beta else (AT_LEAST if best >= beta else AT_MOST))
        return best

    # -- one node ------------------------------------------------------------------------------------

    cdef bint out_of_time(self) noexcept nogil:
        if self.node_limit and self.nodes >= self.node_limit:
            self.flag.stop = 1
        elif self.deadline and (self.nodes & CHECK_CLOCK) == 0 and now() >= self.deadline:
            self.flag.stop = 1
        self.halted = self.flag.stop or self.over.stop
        return self.halted

    cdef int ended(self, int ply) noexcept nogil:
        """The score of a finished game for the seat to act; a win is worth more the sooner it comes."""
        cdef u8 ranks[MOST_SEATS]
        cdef int seat = self.kernel.actor()
        if not self.kernel.over(ranks) or ranks[seat] == ranks[1 - seat]:
            return self.drawn()
        return MATE - ply if ranks[seat] < ranks[1 - seat] else ply - MATE

    cdef int drawn(self) noexcept nogil:
        """The score of a draw for the seat to act: it costs the seat that the search plays for `contempt`."""
        return -self.contempt if self.kernel.actor() == self.root_seat else self.contempt

    cdef int assess(self) noexcept nogil:
        """The evaluation, nearer to the score of a draw the more one is to be expected."""
        cdef int worth = self.evaluation.assess(self.kernel)
        if self.contempt:
            worth += self.drawn() * self.evaluation.drawishness(self.kernel) // DRAWN_SURELY
        return worth

    cdef u64 salt(self) noexcept nogil:
        """What scores depend on besides the key: counters, and for whom a draw is worth less."""
        cdef u64 salt = self.evaluation.salt(self.kernel)
        return salt ^ mixed(CONTEMPT_KEYS + 2 * <u64> self.contempt + self.root_seat) if self.contempt else salt

    cdef Repetition seen_before(self, u64 key, int ply) noexcept nogil:
        """Whether the position stands for the third time, or for the second within the search."""
        cdef int i = self.played + ply - 2
        cdef Repetition seen = FRESH
        cdef bint once = False
        while i >= self.passed:
            if self.past[i] == key:
                if once:
                    return THIRD_TIME
                once = True
                if i >= self.played:
                    seen = CIRCLE
            i -= 2
        return seen

    cdef int repeated(self, Repetition seen, int ply) noexcept nogil:
        """The score of a repetition. The seat that loses by a third one can still deviate, so a second is no forced end."""
        cdef int standing = self.evaluation.repeated(self.kernel)
        if standing == 0:
            return self.drawn()
        if seen == THIRD_TIME:
            return standing * (MATE - ply)
        return self.assess() + standing * REPEATING

    cdef int search(self, int depth, int alpha, int beta, int ply, bint may_pass, bint cut) noexcept nogil:
        """The score of a node; `cut` where a cutoff is expected, so that late moves are reduced more."""
        cdef Moves* moves = self.lists + ply
        cdef int* scores = self.promises + ply * WIDE
        cdef Found found
        cdef bint pv = beta - alpha > 1, urgent, noisy, improving, known, listed, surprising = False, prunes_late = self.prunes_late
        cdef int score, best = -INFINITY_SCORE, low = alpha, worth = 0, i, j, reduction, near, extension, longer, singular = 0
        cdef int seat, bonus, passed, others, plies = 0, plainly, margin, at, waiting, again
        cdef Answer answer
        cdef Repetition seen
        cdef u64 key, plain, structure, spot
        cdef u32 excluded = self.excluded[ply]
        cdef Move move, chosen = 0
        self.lengths[ply] = 0

        # 1. Quiescence below the horizon.
        if depth <= 0:
            return self.quiesce(alpha, beta, ply, URGENT_PLIES)
        self.nodes += 1
        if ply > self.reached:
            self.reached = ply
        if self.out_of_time():
            return 0

        # 2. Repetition.
        plain = self.kernel.key()
        key = plain ^ self.salt()
        self.table.prefetch(key)
        self.past[self.played + ply] = plain
        seen = self.seen_before(plain, ply)

        # 3. Transposition table: its positions have moves, and no repetition behind them.
        known = self.table.probe(key, &found)
        if known and seen == FRESH and not pv and not excluded and found.depth >= depth:
            score = from_table(found.score, ply)
            if found.bound == EXACT or (found.bound == AT_LEAST and score >= beta) or (found.bound == AT_MOST and score <= low):
                return score

        # 4. Without moves the game is over; where there must be some, they are generated when needed.
        listed = not self.evaluation.has_moves(self.kernel)
        if listed:
            self.kernel.generate(moves)
            if moves.count == 0:
                return self.ended(ply)
        if seen != FRESH:
            return self.repeated(seen, ply)
        if ply >= DEEPEST:
            return self.assess()
        if self.endings is not None:
            answer = self.endings.probe(&plies)
            if answer != NOT_KNOWN:
                return self.drawn() if answer == DRAWN else (MATE - ply - plies if answer == WON else ply + plies - MATE)

        # 5. Mate distance pruning: a win further away than one already found does not matter.
        if low < ply - MATE:
            low = ply - MATE
        if beta > MATE - ply - 1:
            beta = MATE - ply - 1
        if low >= beta:
            return low

        # 6. Internal iterative reduction: no entry for a deep node, so search it a ply less deep.
        if not known and depth >= 5 and not self.settings.full_width:
            depth -= 1

        urgent = self.evaluation.urgent(self.kernel)
        structure = self.evaluation.structure(self.kernel) if self.settings.correction and not urgent else 0
        plainly = -INFINITY_SCORE if urgent else self.assess()
        worth = plainly if urgent else self.corrected(plainly, structure)
        self.worths[ply] = worth
        improving = not urgent and (ply < 2 or worth > self.worths[ply - 2])
        if prunes_late and known and not urgent:
            # A searched score is better than a static one.
            score = from_table(found.score, ply)
            if -SURE < score < SURE and found.bound != (AT_MOST if score > worth else AT_LEAST):
                worth = score
        if not urgent and not pv and not excluded and not self.settings.full_width:
            # 7. Reverse futility: so far above beta that a quiet reply will hold it.
            if depth <= 6 and worth - self.settings.futility * (depth - improving) >= beta and -SURE < beta < SURE:
                return worth
            # 8. Razoring: so far below alpha that only captures could help.
            if self.settings.razor and depth <= RAZORED and worth + self.settings.razor * depth <= low and low < SURE:
                score = self.quiesce(low, low + 1, ply, URGENT_PLIES)
                if score <= low:
                    return score
            # 9. Null move: even passing would be good enough.
            if may_pass and depth >= 3 and worth >= beta and beta > -SURE and self.evaluation.may_pass(self.kernel):
                passed, self.passed = self.passed, self.played + ply + 1
                self.evaluation.pass_turn(self.kernel)
                self.path[ply] = 0
                reduction = self.settings.null_reduction + depth // 4 + min(3, (worth - beta) // self.settings.null_margin)
                score = -self.search(depth - 1 - reduction, -beta, -beta + 1, ply + 1, False, not cut)
                self.kernel.unmake()
                self.passed = passed
                if self.halted:
                    return 0
                if score >= beta:
                    return score if score < SURE else beta

        # 10. Singular extension: is the move of the table the only good one? Then search it deeper; if the others fail high too, cut.
        if (prunes_late and depth >= self.settings.singular_depth and known and found.move and not excluded and found.bound != AT_MOST
                and found.depth >= depth - 3 and ply <= 2 * self.deepest):
            score = from_table(found.score, ply)
            if -SURE < score < SURE:
                others = score - self.settings.singular_margin * depth
                margin = score
                self.excluded[ply] = found.move
                score = self.search((depth - 1) // 2, others - 1, others, ply, False, cut)
                self.excluded[ply] = 0
                if self.halted:
                    return 0
                if score < others:
                    singular = 2 if self.settings.double_extension and not pv and score < others - self.settings.double_extension else 1
                elif others >= beta and not pv:
                    return others
                elif self.settings.negative_extension and margin >= beta:
                    singular = -1
                self.lengths[ply], listed = 0, False

        # 11. Order the moves.
        if not listed:
            self.kernel.generate(moves)
            if moves.count == 0:
                return self.ended(ply)
        self.rank_moves(moves, scores, found.move, ply)
        seat = self.kernel.actor() & 1
        extension = 1 if moves.count == 1 or (urgent and depth <= 8) else 0
        if ply > 2 * self.deepest:
            extension = 0

        # 12. Search them: the first with the whole window, the others with a null window; last those that another thread was searching.
        at = waiting = again = 0
        while at < moves.count or again < waiting:
            if at < moves.count:
                i, at = at, at + 1
                move = pick(moves, scores, i)
            else:
                i, again = self.later[ply][again], again + 1
                move = moves.items[i]
            if excluded and tag(move) == excluded:
                continue
            noisy = i < WIDE and scores[i] >= NOISY
            reduction = 0
            if i >= 2 and not noisy and not urgent and not self.settings.full_width:
                reduction = self.reductions[min(depth, 63)][min(i, 63)] - pv + (not improving) + (cut and prunes_late)
                if i < WIDE:
                    reduction -= scores[i] // self.settings.history_share
                reduction = max(0, min(reduction, depth - 1))
            # Near the horizon: futility pruning, late move pruning, and quiet moves that lose material.
            if not noisy and not pv and not urgent and best > -SURE and not self.settings.full_width:
                near = depth - reduction if prunes_late else depth
                if near <= 6 and worth + self.settings.futility * near + 40 <= low:
                    continue
                if depth <= 8 and i >= self.least_tried + depth * depth * (1 + improving) // 2:
                    continue
                if self.settings.history_pruning and near <= 4 and i < WIDE and scores[i] < -self.settings.history_pruning * near:
                    continue
                if near <= 6 and self.evaluation.risk(self.kernel, move) > self.settings.exchange_margin * near * near:
                    continue
            spot = 0
            if self.shared and depth >= SHARED_DEPTH and best != -INFINITY_SCORE:
                if not excluded and self.has_cutoff(key, depth, beta, ply, &score):
                    return score
                spot = key ^ mixed(tag(move))
                if again == 0 and waiting < PUT_OFF and self.table.is_busy(spot):
                    self.later[ply][waiting] = i
                    waiting += 1
                    continue
                self.table.enter(spot)
            reduction = max(0, min(reduction, depth - 2))
            longer = depth - 1 + (singular if singular and tag(move) == found.move else extension)
            self.path[ply] = tag(move)
            self.kernel.make(move)
            if best == -INFINITY_SCORE:
                score = -self.search(longer, -beta, -low, ply + 1, True, not pv and not cut)
            else:
                score = -self.search(longer - reduction, -low - 1, -low, ply + 1, True, True if reduction else not cut)
                if score > low and reduction:
                    score = -self.search(longer, -low - 1, -low, ply + 1, True, not cut)
                if low < score < beta:
                    score = -self.search(longer, -beta, -low, ply + 1, True, False)
            self.kernel.unmake()
            if spot:
                self.table.leave(spot)
            if self.halted:
                return 0
            if score > best:
                best, chosen, surprising = score, move, noisy
                if score > low:
                    low = score
                    self.lines[ply][0] = move
                    for j in range(self.lengths[ply + 1]):
                        if j + 1 < LINE:
                            self.lines[ply][j + 1] = self.lines[ply + 1][j]
                    self.lengths[ply] = min(LINE, self.lengths[ply + 1] + 1)
                if score >= beta:
                    # 13. Cutoff: update killers, countermoves and history.
                    if not noisy:
                        self.killers[ply][1] = self.killers[ply][0]
                        self.killers[ply][0] = tag(move)
                        self.learnt.countermoves[seat][self.path[ply - 1] & 4095] = tag(move)
                        bonus = min(depth * depth * 8, 1200)
                        self.learn(seat, tag(move), ply, bonus)
                        for j in range(min(i, WIDE)):
                            if scores[j] < NOISY:
                                self.learn(seat, tag(moves.items[j]), ply, -bonus)
                    break
        if best == -INFINITY_SCORE:
            return alpha  # only the move left out was there

        # 14. Where no capture explains the difference, learn by how much the evaluation of such structures is wrong.
        if structure and not excluded and -SURE < best < SURE and (chosen == 0 or not surprising):
            if not (best >= beta and best <= plainly) and not (best <= alpha and best >= plainly):
                self.learn_correction(structure, best - plainly, depth)

        # 15. Store the result.
        if not excluded:
            self.table.store(key, tag(chosen), to_table(best, ply), depth,
                             AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST))
        return best

    cdef bint has_cutoff(self, u64 key, int depth, int beta, int ply, int* score) noexcept nogil:
        """Whether another thread has meanwhile found that a node reaches beta."""
        cdef Found found
        if not self.table.probe(key, &found) or found.depth < depth or found.bound == AT_MOST:
            return False
        score[0] = from_table(found.score, ply)
        return score[0] >= beta

    cdef void learn(self, int seat, u32 word, int ply, int bonus) noexcept nogil:
        """Update the history of a quiet move and, with late pruning, its history after the move before it."""
        update_history(&self.learnt.history[seat][word & 4095], bonus)
        if self.prunes_late:
            update_history(&self.learnt.continuations[0][continuation(self.path[ply - 1], word)], bonus)
            if self.settings.continuations > 1 and ply > 1:
                update_history(&self.learnt.continuations[1][continuation(self.path[ply - 2], word)], bonus)

    cdef int corrected(self, int worth, u64 structure) noexcept nogil:
        """An evaluation, corrected by what searches found of positions of the same structure."""
        cdef int seat = self.kernel.actor() & 1
        if not structure:
            return worth
        return worth + self.learnt.corrections[seat][structure & (STRUCTURES - 1)] * self.settings.correction // (100 * CORRECTION_UNIT)

    cdef void learn_correction(self, u64 structure, int difference, int depth) noexcept nogil:
        """Move the correction of a structure towards a difference, the more the deeper the search was."""
        cdef int* entry = &self.learnt.corrections[self.kernel.actor() & 1][structure & (STRUCTURES - 1)]
        cdef int weight = min(16, depth + 1)
        difference = max(-4 * CORRECTION_MOST, min(4 * CORRECTION_MOST, difference))
        entry[0] = (entry[0] * (256 - weight) + difference * CORRECTION_UNIT * weight) // 256
        entry[0] = max(-CORRECTION_MOST * CORRECTION_UNIT, min(CORRECTION_MOST * CORRECTION_UNIT, entry[0]))

    cdef int quiesce(self, int alpha, int beta, int ply, int left) noexcept nogil:
        """Search noisy moves only, until the position is quiet enough to be evaluated."""
        cdef Moves* moves = self.lists + ply
        cdef int* scores = self.promises + ply * WIDE
        cdef Found found
        cdef bint urgent, listed
        cdef int score, best, i, first = alpha, worth = -INFINITY_SCORE
        cdef u64 key
        cdef Move move, chosen = 0
        self.nodes += 1
        if ply > self.reached:
            self.reached = ply
        self.lengths[ply] = 0
        if self.out_of_time():
            return 0
        key = self.kernel.key() ^ self.salt()
        self.table.prefetch(key)
        urgent = left > 0 and ply < DEEPEST and self.evaluation.urgent(self.kernel)
        if self.table.probe(key, &found):
            score = from_table(found.score, ply)
            if found.bound == EXACT or (found.bound == AT_LEAST and score >= beta) or (found.bound == AT_MOST and score <= alpha):
                return score
        listed = urgent or not self.evaluation.has_moves(self.kernel)
        if listed:
            self.kernel.generate(moves)
            if moves.count == 0:
                return self.ended(ply)
        best = -INFINITY_SCORE
        if not urgent:
            best = self.assess()
            if self.settings.correction:
                best = self.corrected(best, self.evaluation.structure(self.kernel))
            worth = best
            if best >= beta or ply >= DEEPEST or (left > 0 and self.evaluation.quiet(self.kernel)):
                return best
            if best > alpha:
                alpha = best
        if not listed:
            self.kernel.generate(moves)
            if moves.count == 0:
                return self.ended(ply)
        self.rank_moves(moves, scores, 0, ply)
        for i in range(moves.count):
            move = pick(moves, scores, i)
            if not urgent and (i >= WIDE or scores[i] < NOISY):
                break
            if self.settings.delta and not urgent and worth + self.evaluation.gain(self.kernel, move) + self.settings.delta <= alpha:
                continue
            self.path[ply] = tag(move)
            self.kernel.make(move)
            score = -self.quiesce(-beta, -alpha, ply + 1, left - 1)
            self.kernel.unmake()
            if self.halted:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    alpha, chosen = score, move
                if score >= beta:
                    break
        self.table.store(key, tag(chosen) if chosen else 0, to_table(best, ply), 0,
                         AT_LEAST if best >= beta else (EXACT if best > first else AT_MOST))
        return best

    cdef void rank_moves(self, Moves* moves, int* scores, u32 first, int ply) noexcept nogil:
        """First the move of the table, then noisy moves by promise, killers, and the rest by history."""
        cdef int i, promise, seat = self.kernel.actor() & 1
        cdef u32 word, countermove = self.learnt.countermoves[seat][self.path[ply - 1] & 4095] if ply else 0
        for i in range(min(moves.count, WIDE)):
            word = tag(moves.items[i])
            if first and word == first:
                scores[i] = FIRST
                continue
            promise = self.evaluation.promise(self.kernel, moves.items[i])
            if promise > 0:
                scores[i] = NOISY + promise
            elif word == self.killers[ply][0]:
                scores[i] = KILLER
            elif word == self.killers[ply][1]:
                scores[i] = KILLER - 1
            elif word == countermove:
                scores[i] = KILLER - 2
            else:
                scores[i] = self.learnt.history[seat][word & 4095]
                if ply:
                    scores[i] += self.learnt.continuations[0][continuation(self.path[ply - 1], word)]
                if ply > 1 and self.settings.continuations > 1:
                    scores[i] += self.learnt.continuations[1][continuation(self.path[ply - 2], word)]


cdef enum:
    FIRST = 100_000_000
    NOISY = 1_000_000
    KILLER = 900_000


cdef inline Move pick(Moves* moves, int* scores, int at) noexcept nogil:
    """Bring the best of the moves that are left to place `at`."""
    cdef int i, best = at, last = min(moves.count, WIDE), score
    cdef Move move
    if at >= last:
        return moves.items[at]
    for i in range(at + 1, last):
        if scores[i] > scores[best]:
            best = i
    move, score = moves.items[best], scores[best]
    moves.items[best], scores[best] = moves.items[at], scores[at]
    moves.items[at], scores[at] = move, score
    return move


cdef inline int continuation(u32 before, u32 after) noexcept nogil:
    """The place of a move that follows another; some pairs share one."""
    return <int> ((before * <u32> 2654435761 ^ after * <u32> 40503) >> 7 & (CONTINUATIONS - 1))


cdef inline void update_history(int* entry, int bonus) noexcept nogil:
    """Move a history score by a bonus that shrinks as the score nears its bound."""
    entry[0] += bonus - entry[0] * (bonus if bonus > 0 else -bonus) // HISTORY_MOST


cdef inline int to_table(int score, int ply) noexcept nogil:
    """Wins are stored as seen from the node, not from the root."""
    return score + ply if score > SURE else (score - ply if score < -SURE else score)


cdef inline int from_table(int score, int ply) noexcept nogil:
    return score - ply if score > SURE else (score + ply if score < -SURE else score)
