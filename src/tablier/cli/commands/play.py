"""`tablier play`: a match at this keyboard, from the start, from a position or from a record."""

import random
import re
from enum import StrEnum
from typing import Annotated

import typer

from tablier import Match
from tablier.cli.arguments import (
    GameOptions,
    LangOption,
    PositionText,
    argument,
    complete_game,
    find_game,
    find_position,
    load_match,
    option,
    view_of,
)
from tablier.cli.language import fold, user_error
from tablier.cli.messages import common
from tablier.cli.messages import table as m
from tablier.cli.table.loop import run_session
from tablier.cli.table.session import Session
from tablier.cli.view import AnyMatch
from tablier.core.actors import Seat


class Opponent(StrEnum):
    """Opponents other than levels."""

    RANDOM = "random"


def _check_numbers(words: str) -> str:
    if words and not all(re.fullmatch(r"\d{1,3}", word.strip(), re.ASCII) for word in words.split(",")):
        raise typer.BadParameter(words[:20])
    return words


PlayedGame = Annotated[str, argument(common.META_GAME, m.ARG_GAME_PLAYED, autocompletion=complete_game)]
Levels = Annotated[str, option("--level", m.OPT_LEVEL, m.META_LEVELS, callback=_check_numbers)]
Against = Annotated[Opponent | None, option("--against", m.OPT_AGAINST, "random")]
OwnSeat = Annotated[str, option("--seat", m.OPT_SEAT, m.META_SEAT)]
Seed = Annotated[int | None, option("--seed", m.OPT_SEED, "N")]
LoadFile = Annotated[str, option("--load", m.OPT_LOAD, common.META_FILE)]
Names = Annotated[list[str] | None, option("--names", m.OPT_NAMES, m.META_NAMES)]


def play(
    context: typer.Context,
    name: PlayedGame = "",
    options: GameOptions = None,
    level: Levels = "",
    against: Against = None,
    seat: OwnSeat = "",
    seed: Seed = None,
    load: LoadFile = "",
    position: PositionText = "",
    names: Names = None,
    lang: LangOption = None,
) -> None:
    """Play a game at this keyboard."""
    view = view_of(context, lang)
    if not (name or load):
        raise user_error(m.PLAY_WHAT)
    if load and position:
        raise user_error(m.POSITION_OR_LOAD)
    match = load_match(load, name, options) if load else _new_match(name, options, position)
    _name_players(match, names)
    if level and against is not None:
        raise user_error(m.LEVEL_OR_RANDOM)
    people_only = not level and against is None
    if seat and people_only:
        raise user_error(m.SEAT_WITHOUT_OPPONENT)
    own = None if people_only else find_seat(match, seat)
    levels = [int(number) for number in level.split(",")] if level else []
    raise typer.Exit(run_session(Session(match, view, random.Random(seed), seat=own, levels=levels, file=load)))


def _new_match(name: str, options: list[str] | None, position: str) -> AnyMatch:
    game = find_game(name, options)
    return Match(game, find_position(game, position))


def _name_players(match: AnyMatch, names: list[str] | None) -> None:
    """Write the players' names into the record, in the order of the seats."""
    given = [name.strip() for part in names or () for name in part.split(",")]
    if len(given) > len(match.game.seats):
        raise user_error(m.TOO_MANY_NAMES, count=len(given), seats=len(match.game.seats))
    match.tags.update({f"Seat{seat}": name for seat, name in enumerate(given) if name})


def find_seat(match: AnyMatch, word: str) -> Seat:
    """The seat of a number or a name; the first for none."""
    seats = match.game.seats
    for seat, place in enumerate(seats):
        if fold(word) in (str(seat), *map(fold, place.name)):
            return seat
    if word:
        there = ", ".join(f"{seat} ({place.name.fr}, {place.name.en})" for seat, place in enumerate(seats))
        raise user_error(m.NO_SUCH_SEAT, seat=word[:40], seats=there)
    return 0
