"""The loop of a match at one keyboard: opponents and dice act, the board is printed, a line is read and handled."""

from collections.abc import Iterator

from tablier.cli.errors import describe_os_error
from tablier.cli.language import format_text
from tablier.cli.messages import common
from tablier.cli.messages import table as m
from tablier.cli.progress import ProgressLine
from tablier.cli.table.actions import ACTIONS, offer_to_save
from tablier.cli.table.keywords import InterruptChoice, Keyword, parse_interrupt_choice, parse_keyword
from tablier.cli.table.move_input import CompleteMove, PartialMove, is_legal_text, parse_move
from tablier.cli.table.move_list import list_moves
from tablier.cli.table.session import Session
from tablier.core.actors import CHANCE, Seat
from tablier.core.errors import IllegalMove, TablierError
from tablier.core.play import DONE
from tablier.render.text import Mark

PACE = 0.6
"""Seconds that a person is given to look at a position before an opponent answers, as on the pages; none in scripts."""


def run_session(session: Session) -> int:
    """Play until the player leaves; the exit code is 1 when a line of a script was refused."""
    session.print_header()
    try:
        while not session.leaving:
            _advance(session)
            if session.leaving:
                break
            if session.redraw:
                _print_board(session)
            handle_line(session, session.keyboard.ask(_prompt(session)))
    except (EOFError, KeyboardInterrupt):
        session.view.print_line()
    try:
        offer_to_save(session)
    except (EOFError, KeyboardInterrupt):
        session.view.print_line()
    return 1 if session.failed and not session.keyboard.interactive else 0


def _prompt(session: Session) -> str:
    actor = session.match.actor
    if actor is None:
        return m.PROMPT_OVER.say(session.view.lang)
    clicks = f" {' '.join(session.clicks)} …" if session.clicks else ""
    return f"{session.view.actor_name(session.match, actor)}{clicks} > "


def _print_board(session: Session) -> None:
    match, view = session.match, session.view
    session.redraw = False
    view.print_table(match)
    if match.outcome is not None:
        view.print_message(m.OVER, "bold")
        view.print_outcome(match.game, match.outcome, view.player_names(match))
        view.print_message(m.AFTER_END, "dim")


# -- opponents and dice ----------------------------------------------------------------------------------


def _advance(session: Session) -> None:
    """Let dice and opponents act until a person must, or the game is over."""
    while (actor := session.match.actor) is not None and not session.leaving:
        if actor is CHANCE:
            session.match.roll(session.rng.random())
            _announce(session)
        elif actor in session.opponents:
            _play_opponent(session, actor)
        else:
            return


def _play_opponent(session: Session, seat: Seat) -> None:
    """Play the move of an opponent; Ctrl-C during its search asks what to do."""
    name = session.view.player_name(session.match, seat)
    pace = PACE if session.keyboard.interactive else 0.0
    with ProgressLine() as progress:
        thinks = format_text(m.THINKS, session.view.lang, who=name)
        found = session.opponents[seat].choose(session.match, lambda: progress.show(thinks), pace)
    if not found.interrupted or _play_interrupted(session, name, found.result):
        session.match.play(found.result)
        _announce(session)


def _play_interrupted(session: Session, name: str, move: str) -> bool:
    """Ask what to do after Ctrl-C and do it; True to play the best move found so far."""
    session.view.print_message(common.INTERRUPTED, who=name, move=move)
    while True:
        choice = parse_interrupt_choice(session.ask(m.AND_NOW))
        try:
            if choice is InterruptChoice.UNDO:
                ACTIONS[Keyword.UNDO](session, "")
        except TablierError as error:
            session.view.print_line(error.say(session.view.lang), "red")
            continue
        session.leaving = choice is InterruptChoice.QUIT
        if choice is not None:
            return choice is InterruptChoice.PLAY


def _announce(session: Session) -> None:
    """Print the last move."""
    match, view = session.match, session.view
    entry = match.entries[-1]
    happened = view.summarise(match.game, entry.step.events)
    if entry.actor is CHANCE:
        view.print_message(m.ROLLED, "bold", happened=happened[:1].upper() + happened[1:] or entry.text)
    else:
        form = m.PLAYED if happened else m.PLAYED_QUIETLY
        view.print_message(form, who=view.actor_name(match, entry.actor), move=entry.text, happened=happened)
    session.position_changed()


# -- lines -------------------------------------------------------------------------------------------------


def handle_line(session: Session, line: str) -> None:
    """Do what a line says, or print why not."""
    match, view = session.match, session.view
    try:
        typed = None if is_legal_text(match, line) else parse_keyword(line)
        if typed is not None:
            ACTIONS[typed[0]](session, typed[1])
        elif line:
            _handle_move(session, line)
        elif match.outcome is not None:
            session.leaving = True
        else:
            session.clicks = ()
    except IllegalMove as error:
        session.failed = True
        view.print_refusal(match.game, match.game.scene(match.position), error.move, error.refusal)
    except TablierError as error:
        session.failed = True
        view.print_line(error.say(view.lang), "red")
    except OSError as error:
        session.failed = True
        view.print_line(describe_os_error(error, view.lang), "red")


def _handle_move(session: Session, line: str) -> None:
    typed = parse_move(session.match, line, session.clicks, session.listed)
    if isinstance(typed, CompleteMove):
        warning = session.match.game.warnings(session.match.position).get(typed.move)
        if warning is not None and not session.confirm(m.PLAY_ANYWAY, why=warning.text):
            return
        session.match.play(typed.move)
        _announce(session)
    else:
        _print_continuations(session, typed)


def _print_continuations(session: Session, partial: PartialMove) -> None:
    match, view = session.match, session.view
    session.clicks = partial.clicks
    cells = set(match.game.board.names)
    marks = dict.fromkeys(partial.targets & cells, Mark.TARGET) | dict.fromkeys(set(partial.clicks) & cells, Mark.LAST)
    view.print_table(match, marks)
    session.listed = list_moves(view, match, partial.moves)
    view.print_message(m.GO_ON, "dim", targets=", ".join(_click_names(session, sorted(partial.targets))))


def _click_names(session: Session, clicks: list[str]) -> Iterator[str]:
    buttons = {button.id: button.name for button in session.match.game.buttons}
    buttons.setdefault(DONE, m.DONE)
    for click in clicks:
        yield buttons[click].say(session.view.lang) if click in buttons else click
