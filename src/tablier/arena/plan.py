"""What is to be played: a game, its players, how many games, from which openings. The same plan gives the same match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from tablier.core.errors import TablierError
from tablier.core.game import OptionValue
from tablier.core.play import Outcome
from tablier.core.text import Text
from tablier.games import AnyGame, game

Seating = tuple[int, ...]
"""For each seat the player, by number, who sits there."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match. Each opening is played once in every rotation of the players around the table."""

    game: str
    players: tuple[str, ...]
    games: int = 100
    options: tuple[tuple[str, OptionValue], ...] = ()
    seed: int = 0
    plies: int = 4  # random decisions that make an opening
    longest: int = 200  # moves of each seat after which the players agree to stop

    def rules(self) -> AnyGame:
        """The rules it is played by; refuses a number of players that cannot share the seats."""
        rules = game(self.game, **dict(self.options))
        if not 2 <= len(self.players) <= len(rules.seats):
            seats = len(rules.seats)
            raise TablierError(
                Text(
                    f"Il faut de 2 à {seats} joueurs, pas {len(self.players)}.",
                    f"2 to {seats} players are needed, not {len(self.players)}.",
                )
            )
        return rules

    def opening(self, number: int) -> int:
        """The opening of a game, both by number."""
        return number // len(self.players)

    def seating(self, number: int, seats: int) -> Seating:
        """Who sits where in a game."""
        return tuple((seat + number) % len(self.players) for seat in range(seats))

    def chance(self, *about: object) -> Random:
        """A source of random numbers of its own for whatever is named, the same in every process and every run."""
        return Random("/".join(map(str, (self.seed, *about))))


def planned(options: Mapping[str, OptionValue] | None) -> tuple[tuple[str, OptionValue], ...]:
    """Options as a plan holds them: in one order, so that equal choices make equal plans."""
    return tuple(sorted((options or {}).items()))


def scores(outcome: Outcome, seating: Seating) -> tuple[float, ...]:
    """What a game is worth to each player: the share of the other players' seats that theirs are ranked before, ties half."""
    return tuple(_score(outcome.ranks, seating, player) for player in range(max(seating) + 1))


def _score(ranks: tuple[int, ...], seating: Seating, player: int) -> float:
    own = [rank for rank, sits in zip(ranks, seating, strict=True) if sits == player]
    others = [rank for rank, sits in zip(ranks, seating, strict=True) if sits != player]
    return _mean((mine < theirs) + (mine == theirs) / 2 for mine in own for theirs in others)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
