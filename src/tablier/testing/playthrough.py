"""Golden games: a match written out step by step, so that a changed rule shows as a readable difference."""

from typing import Any

from tablier.core.match import Match
from tablier.core.play import Event
from tablier.core.record import write_text

RULE = "----"
"""The line between the record and its steps."""


def narrate(match: Match[Any, Any]) -> str:
    """The record, then each entry with its events, their clauses, and the position it leads to."""
    lines = [write_text(match), RULE, f"start {match.game.dump(match.origin)}"]
    for number, entry in enumerate(match.entries, 1):
        lines.append(f"{number}. {entry.text}")
        lines += [f"   {_event_line(event)}" for event in entry.step.events]
        lines.append(f"   = {match.game.dump(entry.step.after)}")
    if match.outcome is not None:
        lines.append(f"end {match.outcome.ranks} because {match.outcome.because.id}")
    return "\n".join([*lines, ""])


def _event_line(event: Event) -> str:
    words = [str(event.verb)]
    words += [str(part) for part in (event.cell, event.to, event.gauge) if part is not None]
    if event.token is not None:
        words.append(f"{event.token.piece}:{event.token.value}" if event.token.value else event.token.piece)
    if event.value is not None:
        words.append(f"{event.value}")
    return f"{' '.join(words)}  [{event.because.id}]"
