"""A match with what a record says beside its moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablier.core.match import Match


@dataclass(frozen=True, slots=True)
class Note:
    """What stands beside a move: comments, numbered judgements (`$1` to `$255`), and other lines that begin instead of it."""

    comments: tuple[str, ...] = ()
    judgements: tuple[int, ...] = ()
    variations: tuple["Variation", ...] = ()


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves as the law writes them, and by the number of a move the note beside it; 0 is before the first."""

    moves: tuple[str, ...]
    notes: Mapping[int, Note] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AnnotatedMatch:
    """A match, and by the number of a move the note beside it; 0 is before the first."""

    match: Match[Any, Any]
    notes: Mapping[int, Note] = field(default_factory=dict)
