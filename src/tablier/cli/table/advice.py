"""Advice: a move with its reasons."""

from typing import TYPE_CHECKING

from tablier.cli.engine_thread import analyse, engine_of
from tablier.cli.language import format_text
from tablier.cli.messages import table as m
from tablier.cli.progress import ProgressLine
from tablier.cli.view import AnyMatch, View

if TYPE_CHECKING:
    from tablier.search.analysis import Limits

SECONDS = 1.0
COMPARED = 2
"""Lines searched: the best one and the one to compare it with."""


def print_advice(view: View, match: AnyMatch, limits: "Limits | None" = None) -> None:
    """Print the engine's move for the player to act, with its reasons; Ctrl-C ends the search early."""
    from tablier.search.analysis import Limits
    from tablier.search.explanation import explain

    with ProgressLine() as progress:
        found = analyse(
            engine_of(match),
            match,
            limits or Limits(seconds=SECONDS),
            lines=COMPARED,
            on_wait=lambda: progress.show(format_text(m.LOOKS, view.lang)),
        ).result
    view.print_message(m.ADVICE, "bold", who=view.actor_name(match, match.actor), move=found.lines[0].moves[0])
    for reason in explain(match, found):
        view.print_line(reason.cited.say(view.lang), indent=2, lead=view.bullet)
