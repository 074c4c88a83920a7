"""Clauses: the numbered sentences of a rule sheet, which the code cites for everything it does, refuses or ends.

A game declares its clauses through a `Law`, in the order in which a reader should meet them:

    law = Law("mygame")
    STEP = law.sheet("step", fr="…", en="…", examples=(Example("a1-a2"),))
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from tablier.core.text import Text


class Kind(StrEnum):
    """Where a clause comes from."""

    SHEET = "sheet"  # the published sheet says so
    RULING = "ruling"  # the sheet is silent: our decision, with its reason
    NOTE = "note"  # common to every game of the library


@dataclass(frozen=True, slots=True)
class Example:
    """A position and what is tried in it; replaying it must cite the clause it belongs to.

    `moves` are entries of a record, separated by blanks (`!agree` and `!resign:0` included). The last one is the point of
    the example: it is played or, with `refused=True`, refused. Without moves, the position itself is the point.
    Without a position, the game starts from its opening.
    """

    moves: str = ""
    position: str = ""
    options: tuple[tuple[str, str], ...] = ()
    refused: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """One sentence of the law. Two clauses are the same when their ids are."""

    id: str
    kind: Kind
    text: Text
    why: Text | None = None
    examples: tuple[Example, ...] = field(default=(), repr=False)

    @property
    def fr(self) -> str:
        """The sentence in French."""
        return self.text.fr

    @property
    def en(self) -> str:
        """The sentence in English."""
        return self.text.en

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clause) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)


class Law:
    """Collects the clauses of one game in reading order."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._clauses: list[Clause] = []

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses)

    def sheet(self, name: str, *, fr: str, en: str, why: Text | None = None, examples: tuple[Example, ...] = ()) -> Clause:
        """A rule that the published sheet states; `why` is a remark on how it is read."""
        return self._add(Clause(f"{self._prefix}.{name}", Kind.SHEET, Text(fr, en), why, examples))

    def ruling(self, name: str, *, fr: str, en: str, why: Text, examples: tuple[Example, ...] = ()) -> Clause:
        """A decision of ours where the sheet is silent, with its reason."""
        return self._add(Clause(f"{self._prefix}.{name}", Kind.RULING, Text(fr, en), why, examples))

    def note(self, name: str, *, fr: str, en: str, examples: tuple[Example, ...] = ()) -> Clause:
        """A convention that the sheet takes for granted."""
        return self._add(Clause(f"{self._prefix}.{name}", Kind.NOTE, Text(fr, en), None, examples))

    def _add(self, clause: Clause) -> Clause:
        self._clauses.append(clause)
        return clause


_common = Law("tablier")

OVER = _common.note("over", fr="La partie est finie : plus rien ne se joue.", en="The game is over: nothing more is played.")
RESIGNED = _common.note(
    "resigned",
    fr="Un joueur peut abandonner à tout moment ; à deux, l'autre a gagné.",
    en="A player may resign at any time; between two, the other has won.",
)
FLAGGED = _common.note(
    "flagged",
    fr="Là où une pendule compte, qui n'a plus de temps a perdu ; à plusieurs, les autres continuent si le jeu le permet.",
    en="Where a clock counts, whoever has no time left has lost; among several, the others go on where the game allows it.",
)
AGREED = _common.note(
    "agreed",
    fr="Les joueurs peuvent s'entendre pour arrêter ; sans autre règle du jeu, la partie est nulle.",
    en="The players may agree to stop; unless the game says otherwise, it is a draw.",
)
COMMON: tuple[Clause, ...] = tuple(_common)
"""The clauses of every game."""
