"""Playing a move, rolling the dice, and declaring (resignation, flag)."""

from typing import Any

from tablier.api.messages import PlayMove
from tablier.api.move_words import move_words, refusal_in_words
from tablier.api.primitives import board_event
from tablier.api.tables import Cause, Declared, Moved, Player
from tablier.api.typed import find_typed
from tablier.core.actors import Seat
from tablier.core.errors import BadNotation
from tablier.core.match import Declaration, Entry
from tablier.server.tables import refusals as no
from tablier.server.tables.decision import Draft
from tablier.server.tables.dice import draw
from tablier.server.tables.guards import check_current, check_playing
from tablier.server.tables.refusals import Refused
from tablier.server.tables.state import ENGINE_PATIENCE, Table


def play_move(draft: Draft, player: Player, act: PlayMove, seen: int) -> None:
    """A player plays a move for the seat to move."""
    table = draft.table
    check_playing(table)
    mine, turn = table.seats_of(player.id), table.turn
    if not mine:
        raise Refused("forbidden", no.NOT_SEATED)
    if act.seat is not None and act.seat not in mine:
        raise Refused("forbidden", no.NOT_YOURS)
    if turn not in mine or (act.seat is not None and act.seat != turn):
        raise Refused("not_your_turn", no.NOT_YOUR_TURN)
    check_current(table, seen)
    move_text(draft, act.text)


def move_text(draft: Draft, text: str, waited: int = 0) -> None:
    """Play a move of the seat to move, given as text. `waited`: milliseconds that an engine waited for a worker."""
    table, context = draft.table, draft.context
    entry = _legal_entry(table, text.strip())
    if table.game.too_many_moves(entry.step.after):
        raise Refused("not_now", no.CROWDED)
    spent, clock = 0, table.clock
    if table.turn is not None and clock.ticks:
        thought = context.now - clock.since
        spent = max(0, thought - clock.given_back(table.turn, min(context.lag, thought)) - min(waited, ENGINE_PATIENCE))
        if not clock.affords(spent):
            raise Refused("over", no.TIME_UP)
    draft.add(_moved(table, entry, table.turn, spent), entry)


def _legal_entry(table: Table, text: str) -> Entry[Any]:
    """The entry of a legal move. A move that is listed is legal; about any other text the law is asked (ADR 10)."""
    game, match = table.game, table.match
    try:
        move = game.parse(text)
    except BadNotation as error:
        typed = find_typed(game, match.position, table.legal, text)
        if typed is None:
            raise Refused("bad_notation", error.text) from error
        text, move = typed, game.parse(typed)
    refusal = None if text in table.legal else match.why_not(move)
    if refusal is not None:
        raise Refused("illegal_move", refusal_in_words(game, match.position, refusal))
    return match.preview(move)


def roll_dice(draft: Draft, seed: bytes) -> None:
    """Chance acts: the roll follows from the seed."""
    table, game = draft.table, draft.table.game
    roll = draw(game, table.match.position, seed, table.id, table.play.rolls + 1, table.nonces)
    entry = table.match.preview(roll)
    draft.add(_moved(table, entry, None, 0), entry)


def declare(draft: Draft, word: Declaration, seat: Seat, cause: Cause) -> None:
    """A seat resigns or has no time left; at a table of three or four it withdraws where the game goes on without it."""
    table = draft.table
    step = table.game.withdraw(table.match.position, seat) if len(table.seats) > 2 else None
    if step is None:
        draft.add(Declared(f"!{word}:{seat}", seat, cause=cause))
    else:
        draft.add(Declared(f"!{Declaration.WITHDRAW}:{seat}", seat, tuple(map(board_event, step.events)), cause))


def _moved(table: Table, entry: Entry[Any], seat: Seat | None, spent: int) -> Moved:
    written, said = move_words(table.game, table.match.position, entry)
    return Moved(entry.text, seat, tuple(map(board_event, entry.step.events)), said, spent, written)
