"""`tablier play`: sit down at a table, from the opening or from a record."""

import random
from enum import StrEnum
from typing import Annotated, Any

import typer

from tablier import Match
from tablier.cli import files
from tablier.cli import messages as m
from tablier.cli.choosing import Choices, LangChoice, find_class, find_game, view_of
from tablier.cli.language import fault
from tablier.cli.orders import fold
from tablier.cli.session import Session
from tablier.core.actors import Seat


class Opponent(StrEnum):
    """Who may sit on the other side."""

    RANDOM = "random"


AnyMatch = Match[Any, Any]
PlayedGame = Annotated[str, typer.Argument(metavar=m.META_GAME.fr, help=m.ARG_GAME_PLAYED.fr, show_default=False)]
Against = Annotated[Opponent | None, typer.Option("--against", metavar="random", help=m.OPT_AGAINST.fr, show_default=False)]
OwnSeat = Annotated[str, typer.Option("--seat", metavar=m.META_SEAT.fr, help=m.OPT_SEAT.fr, show_default=False)]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help=m.OPT_SEED.fr, show_default=False)]
LoadFile = Annotated[str, typer.Option("--load", metavar=m.META_FILE.fr, help=m.OPT_LOAD.fr, show_default=False)]
Names = Annotated[list[str] | None, typer.Option("--names", metavar=m.META_NAMES.fr, help=m.OPT_NAMES.fr, show_default=False)]


def play(
    context: typer.Context,
    name: PlayedGame = "",
    option: Choices = None,
    against: Against = None,
    seat: OwnSeat = "",
    seed: Seed = None,
    load: LoadFile = "",
    names: Names = None,
    lang: LangChoice = None,
) -> None:
    """Play a game at this keyboard."""
    view = view_of(context, lang)
    match = _loaded(load, name, option) if load else _fresh(name, option)
    _call(match, names)
    if seat and against is None:
        raise fault(m.SEAT_WITHOUT_OPPONENT)
    own = find_seat(match, seat) if against is not None else None
    session = Session(match, view, random.Random(seed), own=own, file=load)
    raise typer.Exit(session.run())


def _fresh(name: str, option: list[str] | None) -> AnyMatch:
    if not name:
        raise fault(m.PLAY_WHAT)
    return Match(find_game(name, option))


def _loaded(file: str, name: str, option: list[str] | None) -> AnyMatch:
    """The match of a file, which must be of the game named, if one is; a record has its own options."""
    if option:
        raise fault(m.OPTIONS_OF_RECORD)
    wanted = find_class(name).info.id if name else ""
    match = files.load(file)
    if wanted and match.game.info.id != wanted:
        raise fault(m.OTHER_GAME, file=file, found=match.game.info.id, wanted=wanted)
    return match


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
        raise fault(m.NO_SUCH_SEAT, seat=word[:40], seats=", ".join(f"{seat} ({place.name.fr}, {place.name.en})"
                                                                   for seat, place in enumerate(seats)))
    return 0
