"""Which match a command is about: the opening, a position, or a record as it stood after some moves."""

from typing import Annotated, Any

import typer

from tablier import Match
from tablier.cli import messages as m
from tablier.cli import records as files
from tablier.cli.arguments import find_class, find_game, find_position
from tablier.cli.language import fault

AnyMatch = Match[Any, Any]
GameOrRecord = Annotated[str, typer.Argument(metavar=m.META_GAME.fr, help=m.ARG_GAME_STUDIED.fr, show_default=False)]
Record = Annotated[str, typer.Option("--record", metavar=m.META_FILE.fr, help=m.OPT_RECORD.fr, show_default=False)]
Ply = Annotated[int | None, typer.Option("--ply", min=0, metavar="N", help=m.OPT_PLY.fr, show_default=False)]


def fresh(name: str, option: list[str] | None) -> AnyMatch:
    """A new match of the game named."""
    if not name:
        raise fault(m.PLAY_WHAT)
    return Match(find_game(name, option))


def loaded(file: str, name: str, option: list[str] | None) -> AnyMatch:
    """The match of a file, which must be of the game named, if one is; a record has its own options."""
    if option:
        raise fault(m.OPTIONS_OF_RECORD)
    wanted = find_class(name).info.id if name else ""
    match = files.load(file)
    if wanted and match.game.info.id != wanted:
        raise fault(m.OTHER_GAME, file=file, found=match.game.info.id, wanted=wanted)
    return match


def cut(match: AnyMatch, ply: int) -> AnyMatch:
    """The match as it stood after so many moves."""
    if ply > len(match.entries):
        raise fault(m.NO_SUCH_PLY, ply=ply, last=len(match.entries))
    while len(match.entries) > ply:
        match.undo()
    return match


def studied(name: str, option: list[str] | None, position: str, record: str, ply: int | None) -> AnyMatch:
    """The match that a position or a record means."""
    if record:
        if position:
            raise fault(m.POSITION_OR_RECORD)
        match = loaded(record, name, option)
        return match if ply is None else cut(match, ply)
    if ply is not None:
        raise fault(m.PLY_WITHOUT_RECORD)
    if not name:
        raise fault(m.STUDY_WHAT)
    game = find_game(name, option)
    return Match(game, find_position(game, position))
