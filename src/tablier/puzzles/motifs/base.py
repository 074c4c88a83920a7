"""Themes that a law names by its clauses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tablier.core.law import Clause
from tablier.core.text import Text


@dataclass(frozen=True)
class Motifs:
    """Themes by the last part of a clause's id: of what the solver does, of how the game ends, of what the opponent may not do."""

    plays: Mapping[str, Text] = field(default_factory=dict)
    ends: Mapping[str, Text] = field(default_factory=dict)
    bars: Mapping[str, Text] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, Text]:
        """The names of all themes by id."""
        return {
            **{f"play.{clause}": name for clause, name in self.plays.items()},
            **{f"end.{clause}": name for clause, name in self.ends.items()},
            **{f"bar.{clause}": name for clause, name in self.bars.items()},
        }

    def played(self, clause: Clause) -> Iterator[str]:
        """The theme of an event of the solver's move."""
        yield from _named("play", clause, self.plays)

    def ended(self, clause: Clause) -> Iterator[str]:
        """The theme of an ending."""
        yield from _named("end", clause, self.ends)

    def barred(self, clause: Clause) -> Iterator[str]:
        """The theme of a clause that bars a move to the opponent."""
        yield from _named("bar", clause, self.bars)


def _named(kind: str, clause: Clause, names: Mapping[str, Text]) -> Iterator[str]:
    last = clause.id.rpartition(".")[2]
    if last in names:
        yield f"{kind}.{last}"
