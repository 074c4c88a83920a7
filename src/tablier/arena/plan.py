"""Plan of a match: the game, the players, the number of games, the openings. The same plan gives the same match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from tablier.core.errors import TablierError
from tablier.core.game import OptionValue
from tablier.core.play import Outcome
from tablier.core.text import Text
from tablier.games import AnyGame, game

Seating = tuple[int, ...]
"""The index of the player in each seat."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a match consists of. Each opening is played once in every rotation of the players."""

    game: str
    players: tuple[str, ...]
    games: int = 100
    options: tuple[tuple[str, OptionValue], ...] = ()
    seed: int = 0
    plies: int = 4  # random decisions that make an opening
    longest: int = 200  # moves of each seat after which the players agree to stop
    adjudicate: bool = False  # end games of two that both judge decided or level

    def rules(self) -> AnyGame:
        """The rules, with the options of the plan; raises if there are too few or too many players for the seats."""
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
        """The number of the opening of a game."""
        return number // len(self.players)

    def seating(self, number: int, seats: int) -> Seating:
        """The seating of a game."""
        return tuple((seat + number) % len(self.players) for seat in range(seats))

    def rng(self, *purpose: object) -> Random:
        """A random generator seeded by a purpose, the same in every process and every run."""
        return Random("/".join(map(str, (self.seed, *purpose))))


def sorted_options(options: Mapping[str, OptionValue] | None) -> tuple[tuple[str, OptionValue], ...]:
    """Options as a plan holds them: sorted, so that equal options make equal plans."""
    return tuple(sorted((options or {}).items()))


def scores(outcome: Outcome, seating: Seating) -> tuple[float, ...]:
    """The score of each player: the share of the other players' seats that their own are ranked before; a tie counts half."""
    return tuple(_score(outcome.ranks, seating, player) for player in range(max(seating) + 1))


def _score(ranks: tuple[int, ...], seating: Seating, player: int) -> float:
    own = [rank for rank, sits in zip(ranks, seating, strict=True) if sits == player]
    others = [rank for rank, sits in zip(ranks, seating, strict=True) if sits != player]
    return _mean((mine < theirs) + (mine == theirs) / 2 for mine in own for theirs in others)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
