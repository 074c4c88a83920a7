"""What each keyword does at the table."""

from collections.abc import Callable

from tablier.cli.errors import describe_os_error
from tablier.cli.language import user_error
from tablier.cli.messages import common
from tablier.cli.messages import table as m
from tablier.cli.records import exists, is_other_file, load_record, save_record
from tablier.cli.table.advice import print_advice
from tablier.cli.table.explanation import explain_move
from tablier.cli.table.keywords import Keyword
from tablier.cli.table.move_input import PartialMove, match_clicks, split_clicks
from tablier.cli.table.move_list import list_moves
from tablier.cli.table.rule_sheet import print_clauses
from tablier.cli.table.session import Session
from tablier.cli.view import AnyMatch
from tablier.core.actors import Seat
from tablier.core.errors import TablierError


def show_help(session: Session, rest: str) -> None:
    """Print the keywords."""
    session.view.print_message(m.HELP_AT_TABLE)
    for name, text in m.KEYWORDS_HELP.items():
        words = " / ".join(dict.fromkeys((Keyword[name].word(session.view.lang), *Keyword[name].value[0])))
        session.view.print_line(f"{words:<26} {text.say(session.view.lang)}", indent=2)


def show_moves(session: Session, rest: str) -> None:
    """Print the legal moves with numbers: all, or those that begin with the cells named."""
    match = session.match
    if match.outcome is not None:
        raise user_error(common.ALREADY_OVER)
    clicks = split_clicks(match.game, rest)
    if rest and not clicks:
        raise user_error(m.NOT_A_CELL, word=rest[:40])
    begun = match_clicks(match.game, match.position, clicks)
    if clicks and not isinstance(begun, PartialMove):
        raise user_error(m.NO_MOVE_FROM, word=rest[:40])
    session.listed = list_moves(session.view, match, begun.moves if isinstance(begun, PartialMove) else match.legal())
    session.view.print_message(m.HOW_TO_CHOOSE, "dim")


def explain(session: Session, rest: str) -> None:
    """Explain a move, or without one the last move."""
    match, view = session.match, session.view
    if rest:
        clicks = split_clicks(match.game, rest)
        explain_move(view, match.game, match.position, "-".join(clicks) if len(clicks) > 1 else rest)
        return
    if not match.entries:
        raise user_error(m.WHY_WHAT)
    entry = match.entries[-1]
    view.print_message(m.LAST_MOVE, "bold", who=view.actor_name(match, entry.actor), move=entry.text)
    view.print_events(match.game, entry.step.events)
    if entry.outcome is not None:
        view.print_outcome(match.game, entry.outcome, view.player_names(match))


def hint(session: Session, rest: str) -> None:
    """Advise a move with its reasons."""
    print_advice(session.view, session.match)


def show_board(session: Session, rest: str) -> None:
    """Print the board again, with its legend."""
    session.view.print_legend(session.match.game)
    session.redraw = True


def show_rules(session: Session, rest: str) -> None:
    """Print the clauses, without diagrams."""
    print_clauses(session.view, session.match.game, only=rest, boards=False)
    session.view.print_message(m.MORE_RULES, "dim", game=session.match.game.info.id)


def undo(session: Session, rest: str) -> None:
    """Take back the last decision; against opponents, the person's last one."""
    match, own = session.match, session.seat
    if own is not None and all(entry.actor != own for entry in match.entries):
        raise user_error(m.NOTHING_OF_YOURS)
    undone = [*match.undo_turn()]
    while own is not None and match.entries and match.actor != own:
        undone += match.undo_turn()
    session.view.print_message(m.UNDONE, moves=" ".join(reversed(undone)))
    session.position_changed()


def stop(session: Session, rest: str) -> None:
    """Propose to stop here: print the result, and end the game if all other players accept."""
    match, view = session.match, session.view
    seat = _acting_seat(match)
    result = match.game.settle(match.position)
    view.print_message(m.STOP_WOULD_GIVE)
    view.print_outcome(match.game, result, view.player_names(match))
    for other in range(len(match.game.seats)):
        if other == seat:
            continue
        name = view.player_name(match, other)
        opponent = session.opponents.get(other)
        if not (opponent.accepts(match, other, result) if opponent else session.confirm(m.STOP_ACCEPT, who=name)):
            view.print_message(m.STOP_DECLINED, who=name)
            return
    match.agree()
    session.position_changed()


def resign(session: Session, rest: str) -> None:
    """Resign after a confirmation."""
    match, view = session.match, session.view
    seat = _acting_seat(match)
    name = view.player_name(match, seat)
    if not session.confirm(m.RESIGN_SURE, who=name):
        view.print_message(m.WENT_ON)
        return
    view.print_message(m.RESIGNED, who=name)
    match.resign(seat)
    session.position_changed()
    session.leaving = session.seat is not None and match.outcome is None  # only engines are left


def _acting_seat(match: AnyMatch) -> Seat:
    if not isinstance(match.actor, int):
        raise user_error(common.ALREADY_OVER)
    return match.actor


def save(session: Session, rest: str) -> None:
    """Write the match to a file; confirm before another file is replaced."""
    name = rest or session.file
    if not name:
        raise user_error(common.NO_FILE_NAME)
    if name != session.file and exists(name):
        if session.keyboard.interactive:
            if not session.confirm(m.REPLACE, file=name):
                session.view.print_message(m.NOT_SAVED)
                return
        elif is_other_file(name):
            raise user_error(m.NOT_OURS, file=name)
    save_record(session.match, name)
    session.file, session.saved = name, session.match.moves
    session.view.print_message(m.SAVED, file=name, count=len(session.match.entries))


def load(session: Session, rest: str) -> None:
    """Take up the match of a file."""
    if not rest:
        raise user_error(common.NO_FILE_NAME)
    if session.unsaved and session.keyboard.interactive and not session.confirm(m.LOSE_CURRENT):
        session.view.print_message(m.WENT_ON)
        return
    match = load_record(rest)
    seats = range(len(match.game.seats))
    if session.seat is not None and session.seat not in seats:
        raise user_error(m.NO_SUCH_SEAT, seat=session.seat, seats=", ".join(map(str, seats)))
    session.start_match(match)
    session.file = rest
    session.view.print_message(m.LOADED, file=rest, count=len(match.entries))
    session.print_header()
    session.position_changed()


def leave(session: Session, rest: str) -> None:
    """Leave the table."""
    session.leaving = True


def offer_to_save(session: Session) -> None:
    """Offer a person to save unsaved moves; tell a script that they were not saved."""
    view = session.view
    if session.unsaved and not session.keyboard.interactive:
        view.print_message(m.NOT_KEPT, "dim", count=len(session.match.entries))
        return
    while session.unsaved and (name := session.ask(m.OFFER_TO_SAVE)):
        try:
            save(session, name)
        except TablierError as error:
            view.print_line(error.say(view.lang), "red")
        except OSError as error:
            view.print_line(describe_os_error(error, view.lang), "red")
    view.print_message(m.GOODBYE)


ACTIONS: dict[Keyword, Callable[[Session, str], None]] = {
    Keyword.HELP: show_help,
    Keyword.MOVES: show_moves,
    Keyword.WHY: explain,
    Keyword.HINT: hint,
    Keyword.BOARD: show_board,
    Keyword.RULES: show_rules,
    Keyword.UNDO: undo,
    Keyword.STOP: stop,
    Keyword.RESIGN: resign,
    Keyword.SAVE: save,
    Keyword.LOAD: load,
    Keyword.QUIT: leave,
}
