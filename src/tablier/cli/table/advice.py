"""A move to play, and why, in a few sentences."""

from typing import TYPE_CHECKING, Any

from tablier.cli import messages as m
from tablier.cli.engine_thread import analyse, engine_of
from tablier.cli.language import phrase
from tablier.cli.progress import Notice
from tablier.cli.table.view import View
from tablier.core.match import Match

if TYPE_CHECKING:
    from tablier.search.analysis import Limits

SECONDS = 1.0
COMPARED = 2
"""The best line, and the next one to compare it with."""


def tell_advice(view: View, match: Match[Any, Any], limits: "Limits | None" = None) -> None:
    """The move that the engine would play for whoever is to act, with its reasons. Ctrl-C makes do with what is known."""
    from tablier.search.analysis import Limits
    from tablier.search.explanation import explain

    notice = Notice()
    try:
        thought = analyse(
            engine_of(match),
            match,
            limits or Limits(seconds=SECONDS),
            lines=COMPARED,
            waiting=lambda: notice.show(phrase(m.LOOKS, view.lang)),
        )
    finally:
        notice.clear()
    view.tell(m.ADVICE, "bold", who=view.actor(match, match.actor), move=thought.result.lines[0].moves[0])
    for reason in explain(match, thought.result):
        view.line(reason.text.say(view.lang), indent=2, lead=view.bullet)
