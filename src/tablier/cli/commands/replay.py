"""`tablier replay`: a record gone through board by board, or turned into JSON."""

from typing import Annotated, Any

import typer

from tablier import Match, write_json
from tablier.cli import messages as m
from tablier.cli import records as files
from tablier.cli.arguments import AsJson, LangChoice, view_of
from tablier.cli.language import phrase
from tablier.cli.match_source import Ply, cut
from tablier.cli.table.keyboard import Keyboard
from tablier.cli.table.view import View

AnyMatch = Match[Any, Any]
RecordFile = Annotated[str, typer.Argument(metavar=m.META_FILE.fr, help=m.ARG_RECORD.fr, show_default=False)]
Step = Annotated[bool, typer.Option("--step", help=m.OPT_STEP.fr, show_default=False)]


def replay(
    context: typer.Context, file: RecordFile, as_json: AsJson = False, ply: Ply = None, step: Step = False, lang: LangChoice = None
) -> None:
    """Replay a record."""
    view = view_of(context, lang)
    match = files.load(file)
    if ply is not None:
        match = cut(match, ply)
    if as_json:
        view.raw(write_json(match))
        return
    _open(view, match)
    if ply is not None:
        view.table(match)
        _tell_end(view, match)
    else:
        _walk(view, match, step)


def _open(view: View, match: AnyMatch) -> None:
    view.line(match.game.info.name.say(view.lang), "bold")
    for name, value in match.tags.items():
        view.line(f"{name}: {value}", "dim", indent=2)
    view.legend(match.game)


def _walk(view: View, match: AnyMatch, step: bool) -> None:
    """Every position from the first to the last, waiting for Enter between them when asked to."""
    keyboard = Keyboard(view.console, lambda before, word: ())
    stage: AnyMatch = Match(match.game, match.origin, match.tags)
    view.table(stage)
    for number, text in enumerate(match.moves, 1):
        if step:
            try:
                keyboard.ask(phrase(m.STEP_ON, view.lang, done=number - 1, moves=len(match.moves)))
            except (EOFError, KeyboardInterrupt):
                view.line()
                return
        stage.enter(text)
        entry = stage.entries[-1]
        view.line()
        view.tell(
            m.REPLAYED,
            "bold",
            number=number,
            who=view.actor(stage, entry.actor),
            move=text,
            happened=view.summary(stage.game, entry.step.events),
        )
        view.table(stage)
    _tell_end(view, stage)


def _tell_end(view: View, match: AnyMatch) -> None:
    view.line()
    if match.outcome is None:
        view.tell(m.GOES_ON, moves=len(match.entries))
    else:
        view.outcome(match.game, match.outcome, view.names(match))
