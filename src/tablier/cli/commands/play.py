"""`tablier play`: sit down at a table, from the opening or from a record."""

import random
import re
from enum import StrEnum
from typing import Annotated, Any

import typer

from tablier import Match
from tablier.cli import messages as m
from tablier.cli.arguments import Choices, LangChoice, view_of
from tablier.cli.language import fault
from tablier.cli.match_source import fresh, loaded
from tablier.cli.table.keywords import fold
from tablier.cli.table.session import Session
from tablier.core.actors import Seat


class Opponent(StrEnum):
    """Who may sit on the other side."""

    RANDOM = "random"


WEAKEST, STRONGEST = 1, 8


def _levels(words: str) -> list[int]:
    return [int(word) for word in words.split(",")] if words else []


def _known_levels(words: str) -> str:
    for word in words.split(",") if words else ():
        if not re.fullmatch(f"[{WEAKEST}-{STRONGEST}]", word.strip()):
            raise typer.BadParameter(words[:20])
    return words


AnyMatch = Match[Any, Any]
PlayedGame = Annotated[str, typer.Argument(metavar=m.META_GAME.fr, help=m.ARG_GAME_PLAYED.fr, show_default=False)]
Levels = Annotated[str, typer.Option("--level", metavar=m.META_LEVELS.fr, help=m.OPT_LEVEL.fr, show_default=False, callback=_known_levels)]
Against = Annotated[Opponent | None, typer.Option("--against", metavar="random", help=m.OPT_AGAINST.fr, show_default=False)]
OwnSeat = Annotated[str, typer.Option("--seat", metavar=m.META_SEAT.fr, help=m.OPT_SEAT.fr, show_default=False)]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help=m.OPT_SEED.fr, show_default=False)]
LoadFile = Annotated[str, typer.Option("--load", metavar=m.META_FILE.fr, help=m.OPT_LOAD.fr, show_default=False)]
Names = Annotated[list[str] | None, typer.Option("--names", metavar=m.META_NAMES.fr, help=m.OPT_NAMES.fr, show_default=False)]


def play(
    context: typer.Context,
    name: PlayedGame = "",
    option: Choices = None,
    level: Levels = "",
    against: Against = None,
    seat: OwnSeat = "",
    seed: Seed = None,
    load: LoadFile = "",
    names: Names = None,
    lang: LangChoice = None,
) -> None:
    """Play a game at this keyboard."""
    view = view_of(context, lang)
    match = loaded(load, name, option) if load else fresh(name, option)
    _call(match, names)
    if level and against is not None:
        raise fault(m.LEVEL_OR_RANDOM)
    alone = not level and against is None
    if seat and alone:
        raise fault(m.SEAT_WITHOUT_OPPONENT)
    own = None if alone else find_seat(match, seat)
    session = Session(match, view, random.Random(seed), own=own, levels=_levels(level), file=load)
    raise typer.Exit(session.run())


def _call(match: AnyMatch, names: list[str] | None) -> None:
    """Write the players' names into the match, in the order of the seats."""
    called = [name.strip() for part in names or () for name in part.split(",")]
    if len(called) > len(match.game.seats):
        raise fault(m.TOO_MANY_NAMES, count=len(called), seats=len(match.game.seats))
    for seat, name in enumerate(called):
        if name:
            match.tags[f"Seat{seat}"] = name


def find_seat(match: AnyMatch, word: str) -> Seat:
    """The seat that a number or a name means; the first when nothing is said."""
    seats = match.game.seats
    for seat, place in enumerate(seats):
        if fold(word) in (str(seat), *map(fold, place.name)):
            return seat
    if word:
        raise fault(
            m.NO_SUCH_SEAT,
            seat=word[:40],
            seats=", ".join(f"{seat} ({place.name.fr}, {place.name.en})" for seat, place in enumerate(seats)),
        )
    return 0
