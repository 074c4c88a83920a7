"""`tablier verify-dice`: the dice of a recorded game, rolled again from their seed."""

import json
from typing import Annotated

import typer

from tablier.cli import messages as m
from tablier.cli import records as files
from tablier.cli.arguments import AsJson, LangChoice, view_of
from tablier.cli.commands.replay import RecordFile
from tablier.server.tables.dice import verify

DIFFERS = 3
"""The exit code when what is told and what is found part ways."""

Commitment = Annotated[str, typer.Option("--commitment", metavar="SHA256", help=m.OPT_COMMITMENT.fr, show_default=False)]


def verify_dice(
    context: typer.Context, file: RecordFile, commitment: Commitment = "", as_json: AsJson = False, lang: LangChoice = None
) -> None:
    """Roll a recorded game again and compare."""
    view = view_of(context, lang)
    verdict = verify(files.load(file), commitment.strip().lower() or None)
    if as_json:
        rolls = [{"n": roll.n, "told": roll.told, "drawn": roll.drawn} for roll in verdict.rolls]
        view.raw(json.dumps({"good": verdict.good, "commitment": verdict.commitment, "rolls": rolls}, indent=1))
    else:
        for roll in verdict.rolls:
            if not roll.good:
                view.tell(m.ROLL_DIFFERS, "red", n=roll.n, told=roll.told, drawn=roll.drawn)
        if verdict.why is None:
            view.tell(m.DICE_GOOD, "bold green", rolls=len(verdict.rolls))
        else:
            view.line(verdict.why.say(view.lang), "bold red")
        view.tell(m.DICE_COMMITMENT if not commitment else m.DICE_COMPARED, "dim", commitment=verdict.commitment)
    if not verdict.good:
        raise typer.Exit(DIFFERS)
