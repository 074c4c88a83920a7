"""Finished games as a source of puzzles: any match by the rules of a plan, from a file or from a server."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tablier.core.match import Match
from tablier.puzzles.plan import PuzzlePlan


@dataclass(frozen=True, slots=True)
class Recorded:
    """The positions of a finished game, the last one left out, and a name that the same game has in every run."""

    name: str
    positions: tuple[str, ...]


def recorded_games(plan: PuzzlePlan, matches: Iterable[Match[Any, Any]]) -> Iterator[Recorded]:
    """The finished games that were played by the rules of a plan; others are left out."""
    rules = plan.rules()
    for match in matches:
        if match.outcome is None or not match.entries or match.game != rules:
            continue
        positions = [match.origin, *(entry.step.after for entry in match.entries[:-1])]
        texts = tuple(map(rules.dump, positions[: plan.plies]))
        yield Recorded(sha256("\n".join((texts[0], *match.moves)).encode()).hexdigest()[:16], texts)


Source = int | Recorded
"""A game in which puzzles are looked for: the number of one that a plan plays or draws, or a recorded one."""


def name_of(source: Source) -> int | str:
    """What a state file calls a game."""
    return source.name if isinstance(source, Recorded) else source
