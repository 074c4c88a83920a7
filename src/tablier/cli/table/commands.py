"""What each word of command does at the table."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablier.cli import messages as m
from tablier.cli import records as files
from tablier.cli.commands.rules import tell_clauses
from tablier.cli.errors import put_oserror
from tablier.cli.language import fault, phrase
from tablier.cli.table.advice import tell_advice
from tablier.cli.table.explanation import explain_move
from tablier.cli.table.keywords import Order, agrees
from tablier.cli.table.move_input import Narrowed, narrow, split_clicks
from tablier.cli.table.move_list import list_moves
from tablier.core.actors import Seat
from tablier.core.errors import TablierError
from tablier.core.match import Match

if TYPE_CHECKING:
    from tablier.cli.table.session import Session


def show_help(session: "Session", rest: str) -> None:
    """The words of command."""
    session.view.tell(m.HELP_AT_TABLE)
    for order, told in m.ORDERS_HELP.items():
        words = " / ".join(dict.fromkeys((Order[order].word(session.view.lang), *Order[order].value[0])))
        session.view.line(f"{words:<26} {told.say(session.view.lang)}", indent=2)


def show_moves(session: "Session", rest: str) -> None:
    """The legal moves with numbers; those through a cell when one is named."""
    match = session.match
    if match.outcome is not None:
        raise fault(m.ALREADY_OVER)
    clicks = split_clicks(match.game, rest)
    if rest and not clicks:
        raise fault(m.NOT_A_CELL, word=rest[:40])
    begun = narrow(match.game, match.position, clicks)
    if clicks and not isinstance(begun, Narrowed):
        raise fault(m.NO_MOVE_FROM, word=rest[:40])
    session.listed = list_moves(session.view, match, begun.moves if isinstance(begun, Narrowed) else match.legal())
    session.view.tell(m.HOW_TO_CHOOSE, "dim")


def explain(session: "Session", rest: str) -> None:
    """Why a move is refused, or what it would do; without a move, why the last one did what it did."""
    match, view = session.match, session.view
    if rest:
        clicks = split_clicks(match.game, rest)
        explain_move(view, match.game, match.position, "-".join(clicks) if len(clicks) > 1 else rest)
        return
    if not match.entries:
        raise fault(m.WHY_WHAT)
    entry = match.entries[-1]
    view.tell(m.LAST_MOVE, "bold", who=view.actor(match, entry.actor), move=entry.text)
    view.events(match.game, entry.step.events)
    if entry.outcome is not None:
        view.outcome(match.game, entry.outcome, view.names(match))


def hint(session: "Session", rest: str) -> None:
    """A move to play here, and why."""
    tell_advice(session.view, session.match)


def show_board(session: "Session", rest: str) -> None:
    """The board again, with what its signs mean."""
    session.view.legend(session.match.game)
    session.stale = True


def show_rules(session: "Session", rest: str) -> None:
    """The clauses, without diagrams."""
    tell_clauses(session.view, session.match.game, only=rest, boards=False)
    session.view.tell(m.MORE_RULES, "dim", game=session.match.game.info.id)


def undo(session: "Session", rest: str) -> None:
    """Take the last decision back; against machines, back to the person's own."""
    match, own = session.match, session.own
    if own is not None and all(entry.actor != own for entry in match.entries):
        raise fault(m.NOTHING_OF_YOURS)
    undone = [*match.undo_turn()]
    while own is not None and match.entries and match.actor != own:
        undone += match.undo_turn()
    session.view.tell(m.UNDONE, moves=" ".join(reversed(undone)))
    session.changed()


def stop(session: "Session", rest: str) -> None:
    """Propose to stop here: the result is shown first, and every other player has to accept."""
    match, view = session.match, session.view
    seat = _player(match)
    result = match.game.settle(match.position)
    view.tell(m.STOP_WOULD_GIVE)
    view.outcome(match.game, result, view.names(match))
    for other in range(len(match.game.seats)):
        if other == seat:
            continue
        if other in session.opponents:
            accepts = session.opponents[other].accepts(match, other, result)
        else:
            accepts = agrees(session.confirm(phrase(m.STOP_ACCEPT, view.lang, who=view.name(match, other))))
        if not accepts:
            view.tell(m.STOP_DECLINED, who=view.name(match, other))
            return
    match.agree()
    session.changed()


def resign(session: "Session", rest: str) -> None:
    """Give up, after a second question."""
    match, view = session.match, session.view
    seat = _player(match)
    if not agrees(session.confirm(phrase(m.RESIGN_SURE, view.lang, who=view.name(match, seat)))):
        view.tell(m.WENT_ON)
        return
    view.tell(m.RESIGNED, who=view.name(match, seat))
    match.resign(seat)
    session.changed()
    session.leaving = session.own is not None and match.outcome is None  # machines need nobody to watch them


def _player(match: Match[Any, Any]) -> Seat:
    if not isinstance(match.actor, int):
        raise fault(m.ALREADY_OVER)
    return match.actor


def save(session: "Session", rest: str) -> None:
    """Write the match into a file; nothing else is overwritten without a question."""
    name = rest or session.file
    if not name:
        raise fault(m.NO_FILE_NAME)
    if name != session.file and files.exists(name):
        if session.keyboard.interactive:
            if not agrees(session.confirm(phrase(m.REPLACE, session.view.lang, file=name))):
                session.view.tell(m.NOT_SAVED)
                return
        elif files.is_foreign(name):
            raise fault(m.NOT_OURS, file=name)
    files.save(session.match, name)
    session.file, session.kept = name, session.match.moves
    session.view.tell(m.SAVED, file=name, count=len(session.match.entries))


def load(session: "Session", rest: str) -> None:
    """Go on with the match of a file."""
    if not rest:
        raise fault(m.NO_FILE_NAME)
    if unsaved(session) and session.keyboard.interactive and not agrees(session.confirm(phrase(m.LOSE_CURRENT, session.view.lang))):
        session.view.tell(m.WENT_ON)
        return
    match = files.load(rest)
    if session.own is not None and session.own >= len(match.game.seats):
        raise fault(m.NO_SUCH_SEAT, seat=session.own, seats=_seat_names(match))
    session.sit_down(match)
    session.file = rest
    session.view.tell(m.LOADED, file=rest, count=len(match.entries))
    session.open()
    session.changed()


def _seat_names(match: Match[Any, Any]) -> str:
    return ", ".join(map(str, range(len(match.game.seats))))


def leave(session: "Session", rest: str) -> None:
    """Leave the table."""
    session.leaving = True


def unsaved(session: "Session") -> bool:
    """True when moves would be lost."""
    return bool(session.match.entries) and session.match.moves != session.kept


def keep_on_leaving(session: "Session") -> None:
    """Before the end: offer a person to keep what was played, tell a script that it was not kept."""
    view = session.view
    if unsaved(session):
        if not session.keyboard.interactive:
            view.tell(m.NOT_KEPT, "dim", count=len(session.match.entries))
            return
        while name := session.confirm(m.OFFER_TO_SAVE.say(view.lang)):
            try:
                save(session, name)
            except TablierError as error:
                view.line(error.say(view.lang), "red")
            except OSError as error:
                view.line(put_oserror(error, view.lang), "red")
            if not unsaved(session):
                break
    view.tell(m.GOODBYE)


ORDERS: dict[Order, Callable[["Session", str], None]] = {
    Order.HELP: show_help,
    Order.MOVES: show_moves,
    Order.WHY: explain,
    Order.HINT: hint,
    Order.BOARD: show_board,
    Order.RULES: show_rules,
    Order.UNDO: undo,
    Order.STOP: stop,
    Order.RESIGN: resign,
    Order.SAVE: save,
    Order.LOAD: load,
    Order.QUIT: leave,
}
