"""`tablier verify-dice`: the rolls of a record compared with their seed."""

import json
from typing import Annotated

import typer

from tablier.cli.arguments import AsJson, LangOption, RecordFile, option, view_of
from tablier.cli.errors import DIFFERS
from tablier.cli.messages import hosting as m
from tablier.cli.records import load_record
from tablier.server.tables.dice import verify

Commitment = Annotated[str, option("--commitment", m.OPT_COMMITMENT, "SHA256")]


def verify_dice(
    context: typer.Context, file: RecordFile, commitment: Commitment = "", as_json: AsJson = False, lang: LangOption = None
) -> None:
    """Draw the rolls of a record again from its seed and compare."""
    view = view_of(context, lang)
    verdict = verify(load_record(file), commitment.strip().lower() or None)
    if as_json:
        rolls = [{"n": roll.n, "told": roll.told, "drawn": roll.drawn} for roll in verdict.rolls]
        view.print_raw(json.dumps({"good": verdict.good, "commitment": verdict.commitment, "rolls": rolls}, indent=1))
    else:
        for roll in verdict.rolls:
            if not roll.good:
                view.print_message(m.ROLL_DIFFERS, "red", n=roll.n, told=roll.told, drawn=roll.drawn)
        if verdict.why is None:
            view.print_message(m.DICE_GOOD, "bold green", rolls=len(verdict.rolls))
        else:
            view.print_line(verdict.why.say(view.lang), "bold red")
        view.print_message(m.DICE_COMMITMENT if not commitment else m.DICE_COMPARED, "dim", commitment=verdict.commitment)
    if not verdict.good:
        raise typer.Exit(DIFFERS)
