"""`tablier replay`: a record board by board, or as JSON."""

from typing import Annotated

import typer

from tablier import Match, write_json
from tablier.cli.arguments import AsJson, GameNumber, GameOptions, LangOption, Ply, RecordFile, load_match, option, rewind, view_of
from tablier.cli.language import format_text
from tablier.cli.messages import table as m
from tablier.cli.table.keyboard import Keyboard
from tablier.cli.view import AnyMatch, View

Step = Annotated[bool, option("--step", m.OPT_STEP)]


def replay(
    context: typer.Context,
    file: RecordFile,
    number: GameNumber = 1,
    options: GameOptions = None,
    as_json: AsJson = False,
    ply: Ply = None,
    step: Step = False,
    lang: LangOption = None,
) -> None:
    """Replay a record."""
    view = view_of(context, lang)
    match = rewind(load_match(file, "", options, number), ply)
    if as_json:
        view.print_raw(write_json(match))
        return
    _print_header(view, match)
    if ply is not None:
        view.print_table(match)
        _print_result(view, match)
    else:
        _print_moves(view, match, step)


def _print_header(view: View, match: AnyMatch) -> None:
    view.print_line(match.game.info.name.say(view.lang), "bold")
    for name, value in match.tags.items():
        view.print_line(f"{name}: {value}", "dim", indent=2)
    view.print_legend(match.game)


def _print_moves(view: View, match: AnyMatch, step: bool) -> None:
    """Print every position; with `step`, wait for Enter before each move."""
    keyboard = Keyboard(view.console, lambda before, word: ())
    replayed: AnyMatch = Match(match.game, match.origin, match.tags)
    view.print_table(replayed)
    for number, text in enumerate(match.moves, 1):
        if step:
            try:
                keyboard.ask(format_text(m.STEP_ON, view.lang, done=number - 1, moves=len(match.moves)))
            except (EOFError, KeyboardInterrupt):
                view.print_line()
                return
        replayed.enter(text)
        entry = replayed.entries[-1]
        view.print_line()
        view.print_message(
            m.REPLAYED,
            "bold",
            number=number,
            who=view.actor_name(replayed, entry.actor),
            move=text,
            happened=view.summarise(replayed.game, entry.step.events),
        )
        view.print_table(replayed)
    _print_result(view, replayed)


def _print_result(view: View, match: AnyMatch) -> None:
    view.print_line()
    if match.outcome is None:
        view.print_message(m.GOES_ON, moves=len(match.entries))
    else:
        view.print_outcome(match.game, match.outcome, view.player_names(match))
