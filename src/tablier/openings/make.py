"""Making a book: an engine plays itself at fixed nodes, its first moves varied, and then says what it thinks of the positions met often.

A state file holds every game and opinion, so that an interrupted run goes on where it stopped. The same plan gives the same book.
"""

import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from tablier import __version__
from tablier.arena.executors import Executor, ProcessExecutor, stopping
from tablier.core.actors import CHANCE
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import AnyGame, game
from tablier.openings.book import Book, BookMove, Provenance
from tablier.openings.keys import position_key
from tablier.search.analysis import Limits
from tablier.search.engine import Engine
from tablier.search.levels import engine_for

LONGEST = 300
"""Entries after which a game that nothing has ended counts as won by none."""
CHOICES = 4
"""Lines among which the first moves are chosen."""
WARMTH = 40.0
"""Hundredths of a piece by which a line must be worse to be chosen e times less often."""
OFTEN = 2
"""Games that must have met a position for the book to hold it."""
NO_WINNER = -1


class BadState(TablierError):
    """A state file that is not of this plan."""


class BookPlan(NamedTuple):
    """What decides a book."""

    game: str
    nodes: int = 300
    opinion_nodes: int = 50_000
    plies: int = 10
    seed: int = 0

    def rules(self) -> AnyGame:
        """The rules, with standard options."""
        return game(self.game)


class PlayedGame(NamedTuple):
    """The first moves of a game, rolls included, and the seat that won it alone, or -1."""

    number: int
    moves: tuple[str, ...]
    winner: int


class OpeningPlayer:
    """Plays the games of a plan, and gives opinions on positions."""

    def __init__(self, plan: BookPlan) -> None:
        self.plan, self.rules = plan, plan.rules()
        self.engine: Engine = engine_for(self.rules)

    def play(self, number: int) -> PlayedGame | None:
        """Play the game of a number; None when it was stopped before its end."""
        match: Match[Any, Any] = Match(self.rules)
        chance = random.Random(f"{self.plan.seed}/{number}")
        self.engine.new_game()
        self.engine.seed = number
        decisions, first = 0, 0
        while match.outcome is None and len(match.entries) < LONGEST:
            if stopping():
                return None
            if match.actor is CHANCE:
                match.roll(chance.random())
                continue
            match.play(self._choose(match, chance, varied=decisions < self.plan.plies))
            decisions += 1
            if decisions <= self.plan.plies:
                first = len(match.entries)
        winners = match.outcome.winners if match.outcome is not None else ()
        return PlayedGame(number, match.moves[:first], winners[0] if len(winners) == 1 else NO_WINNER)

    def _choose(self, match: Match[Any, Any], chance: random.Random, *, varied: bool) -> str:
        legal = match.legal()
        if len(legal) == 1:
            return self.rules.write(match.position, legal[0])
        lines = self.engine.analyse(match, Limits(nodes=self.plan.nodes), lines=CHOICES if varied else 1).lines
        weights = [math.exp(max(-20.0, (line.score - lines[0].score) / WARMTH)) for line in lines]
        return chance.choices(lines, weights)[0].moves[0]

    def opinion(self, moves: tuple[str, ...]) -> dict[str, float]:
        """The chance to win of who plays each of the best moves after some others."""
        match: Match[Any, Any] = Match(self.rules)
        for move in moves:
            match.enter(move)
        self.engine.new_game()
        self.engine.seed = self.plan.seed
        lines = self.engine.analyse(match, Limits(nodes=self.plan.opinion_nodes), lines=2 * CHOICES).lines
        return {line.moves[0]: round(line.win_chance, 3) for line in lines}


@dataclass
class Progress:
    """The games and the opinions that a run has so far."""

    plan: BookPlan
    games: dict[int, PlayedGame] = field(default_factory=dict)
    opinions: dict[str, dict[str, float]] = field(default_factory=dict)

    def book(self) -> Book:
        """The book of what there is."""
        rules, counts = self.plan.rules(), self._counts()
        seats = len(rules.seats)
        positions = {}
        for key, (_, moves) in counts.items():
            opinion = self.opinions.get(key, {})
            found = [
                BookMove(move, winners.total(), tuple(winners[seat] for seat in range(seats)), opinion.get(move))
                for move, winners in moves.items()
            ]
            found += [BookMove(move, 0, (0,) * seats, chance) for move, chance in opinion.items() if move not in moves]
            positions[key] = tuple(sorted(found, key=lambda one: (-one.games, -(one.chance or 0.0), one.move)))
        plan = self.plan
        return Book(plan.game, positions, Provenance(__version__, len(self.games), plan.nodes, plan.opinion_nodes, plan.plies, plan.seed))

    def unjudged(self) -> list[tuple[str, tuple[str, ...]]]:
        """The positions of the book without an opinion, and moves that lead there."""
        return [(key, path) for key, (path, _) in self._counts().items() if key not in self.opinions]

    def _counts(self) -> dict[str, tuple[tuple[str, ...], dict[str, Counter[int]]]]:
        """By position that was met often: moves that lead there, and the winners after each move that was played."""
        rules = self.plan.rules()
        paths: dict[str, tuple[str, ...]] = {}
        found: dict[str, dict[str, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
        for number in sorted(self.games):
            played = self.games[number]
            for key, path, move in decisions(rules, played.moves):
                paths.setdefault(key, path)
                found[key][move][played.winner] += 1
        often = (key for key, moves in found.items() if sum(winners.total() for winners in moves.values()) >= OFTEN)
        return {key: (paths[key], found[key]) for key in often}


def decisions(rules: AnyGame, moves: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Of each move of a seat: the key of the position before it, the moves that led there, and its text. Declarations end it."""
    pos = rules.start()
    for number, text in enumerate(moves):
        if text.startswith("!"):
            return
        if rules.turn(pos) is not CHANCE:
            yield position_key(rules, pos), moves[:number], text
        pos = rules.apply(pos, rules.parse(text)).after


Watch = Callable[[Progress, int], None]
"""Called after each game or opinion, with the number of opinions that are missing."""


def make_book(plan: BookPlan, wanted: int, state: Path, *, executor: Executor | None = None, watch: Watch | None = None) -> Progress:
    """Play so many games and judge their positions; the same call goes on where an interrupted one ended."""
    progress = _resumed(plan, state)
    executor = executor or ProcessExecutor()
    with state.open("a", encoding="utf-8") as file:

        def keep(value: Any) -> None:
            file.write(json.dumps(value) + "\n")
            file.flush()

        missing = [number for number in range(wanted) if number not in progress.games]
        with closing(executor.run(partial(play_in_worker, plan), missing)) as results:
            for played in results:
                if played is not None:
                    progress.games[played.number] = played
                    keep(played)
                    if watch is not None:
                        watch(progress, 0)
        unjudged = progress.unjudged()
        with closing(executor.run(partial(judge_in_worker, plan, unjudged), range(len(unjudged)))) as opinions:
            for number, (key, opinion) in enumerate(opinions, 1):
                progress.opinions[key] = opinion
                keep([key, opinion])
                if watch is not None:
                    watch(progress, len(unjudged) - number)
    return progress


def play_in_worker(plan: BookPlan, number: int) -> PlayedGame | None:
    """One game, played in the present process."""
    return _player_of(plan).play(number)


def judge_in_worker(plan: BookPlan, asked: list[tuple[str, tuple[str, ...]]], number: int) -> tuple[str, dict[str, float]]:
    """The opinion on one of some positions."""
    key, moves = asked[number]
    return key, _player_of(plan).opinion(moves)


@cache
def _player_of(plan: BookPlan) -> OpeningPlayer:
    """The player of this process, which keeps its engine from game to game."""
    return OpeningPlayer(plan)


def _resumed(plan: BookPlan, state: Path) -> Progress:
    """What the state file holds; a file that does not exist is begun. A line that was cut short is dropped."""
    progress = Progress(plan)
    header = dict(plan._asdict())
    if not state.exists():
        state.parent.mkdir(parents=True, exist_ok=True)
        state.write_text(json.dumps(header) + "\n", encoding="utf-8")
        return progress
    text = state.read_text(encoding="utf-8")
    complete = text[: text.rfind("\n") + 1]
    if len(complete) < len(text):
        state.write_text(complete, encoding="utf-8")
    lines = [json.loads(line) for line in complete.splitlines()]
    if not lines or lines[0] != header:
        raise BadState(
            Text(f"{state} vient d'un autre livre : choisissez un autre fichier.", f"{state} is of another book: choose another file.")
        )
    for first, *rest in lines[1:]:
        if isinstance(first, int):
            moves, winner = rest
            progress.games[first] = PlayedGame(first, tuple(moves), winner)
        else:
            progress.opinions[first] = rest[0]
    return progress
