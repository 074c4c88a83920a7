"""Opponents at the table: engines at a level, or random moves."""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from tablier.cli.engine_thread import ThreadResult, run_in_thread
from tablier.cli.language import user_error
from tablier.cli.messages import table as m
from tablier.cli.view import AnyMatch
from tablier.core.actors import Seat
from tablier.core.play import Outcome
from tablier.games import AnyGame

OFFER_NODES = 20_000
"""Nodes of the search that decides on an offer to stop."""


def levels_of(game: AnyGame) -> tuple[int, ...]:
    """The levels of a game, the weakest first."""
    from tablier.search.levels import levels_of  # imported on demand, like all of the search

    return levels_of(game)


def elos_of(game: AnyGame) -> Mapping[int, int]:
    """The Elo of the levels of a game, where it is measured."""
    from tablier.search.level_elo import elos_of

    return elos_of(game)


class Opponent(ABC):
    """A player that is not a person."""

    @abstractmethod
    def choose(self, match: AnyMatch, on_wait: Callable[[], None], at_least: float = 0.0) -> ThreadResult[str]:
        """The text of the move to play, after `at_least` seconds; `on_wait` is called if it takes long."""

    def accepts(self, match: AnyMatch, seat: Seat, result: Outcome) -> bool:
        """Whether to stop with a result: yes unless it ranks the player who asks before this seat."""
        return isinstance(match.actor, int) and result.ranks[seat] <= result.ranks[match.actor]


class RandomOpponent(Opponent):
    """Plays any legal move."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, match: AnyMatch, on_wait: Callable[[], None], at_least: float = 0.0) -> ThreadResult[str]:
        """Any legal move."""
        return run_in_thread(lambda stop: match.game.write(match.position, self.rng.choice(match.legal())), at_least=at_least)


class EngineOpponent(Opponent):
    """An engine at a level."""

    def __init__(self, rules: AnyGame, level: int, seed: int) -> None:
        from tablier.search.analysis import Limits
        from tablier.search.levels import LevelPlayer

        self.player = LevelPlayer(rules, level, seed)
        self.offer_limits = Limits(nodes=OFFER_NODES)

    def choose(self, match: AnyMatch, on_wait: Callable[[], None], at_least: float = 0.0) -> ThreadResult[str]:
        """The move of the level."""
        return run_in_thread(lambda stop: self.player.choose(match, stop), on_wait, at_least)

    def accepts(self, match: AnyMatch, seat: Seat, result: Outcome) -> bool:
        """Also decline a draw between two players when the search prefers this seat."""
        if not super().accepts(match, seat, result):
            return False
        if not result.drawn or len(match.game.seats) != 2:
            return True
        return self.player.engine.analyse(match, self.offer_limits).lines[0].win_chance >= 0.5


def seat_opponents(match: AnyMatch, own: Seat | None, levels: Sequence[int], rng: random.Random) -> dict[Seat, Opponent]:
    """Opponents for all seats but `own`: at one level, or one level each in order, or without levels at random."""
    others = [seat for seat in range(len(match.game.seats)) if seat != own] if own is not None else []
    if not levels:
        return {seat: RandomOpponent(rng) for seat in others}
    offered = levels_of(match.game)
    if not set(levels) <= set(offered):
        raise user_error(m.LEVELS_OF_GAME, first=offered[0], last=offered[-1])
    if len(levels) not in (1, len(others)):
        raise user_error(m.LEVELS_FOR_SEATS, count=len(levels), seats=len(others))
    seated: dict[Seat, Opponent] = {}
    for number, seat in enumerate(others):
        level = levels[number % len(levels)]
        seated[seat] = EngineOpponent(match.game, level, rng.getrandbits(32))
        _name_engine(match, seat, level)
    return seated


def _name_engine(match: AnyMatch, seat: Seat, level: int) -> None:
    """Write the engine's name into the record, unless a person is named there."""
    if re.fullmatch(r"Tablier \d", match.tags.get(f"Seat{seat}", "Tablier 0")):
        match.tags[f"Seat{seat}"] = f"Tablier {level}"
