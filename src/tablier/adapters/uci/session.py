"""A session: the state between commands, and what each command does."""

import threading
from collections.abc import Callable
from typing import Any

from tablier import __version__
from tablier.adapters.uci.go import read_go
from tablier.adapters.uci.refusal import BadCommand
from tablier.adapters.uci.report import describe_evaluation, describe_position
from tablier.adapters.uci.search import Perft, Search
from tablier.adapters.uci.settings import CLEAR_HASH, LIMIT_STRENGTH, OVERHEAD, RULES, VARIANT, Settings
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.render.uci_notation import from_uci
from tablier.search.levels import STRONGEST, LevelPlayer
from tablier.search.registry import tree_games
from tablier.search.tree_engine import TreeEngine


class Uci:
    """An engine that speaks UCI. `send` takes its lines, from any thread."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send, self._lock = send, threading.Lock()
        self.settings = Settings(tree_games())
        self.search: Search | Perft | None = None
        self.start_position()
        self.new_engine()

    @property
    def rules(self) -> AnyGame:
        """The rules to play by."""
        return self.settings.rules

    def send(self, *lines: str) -> None:
        """Send lines, none of another thread's between them."""
        with self._lock:
            for line in lines:
                self._send(line)

    def handle(self, line: str) -> bool:
        """Do what a line says; False after `quit`. An unknown command is ignored, as the protocol demands."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word in IMMEDIATE:
                IMMEDIATE[word](self, rest.strip())
            elif word in AFTER_SEARCH:
                self.stop_search()
                AFTER_SEARCH[word](self, rest.strip())
        except BadCommand as error:
            self.send(f"info string {error}")
        except TablierError as error:
            self.send(f"info string {' '.join(error.say('en').split())}")
        return word != "quit"

    def start_position(self) -> None:
        """Stand at the start of the game."""
        self.match: Match[Any, Any] | None = Match(self.rules)

    def new_engine(self) -> None:
        """Make an engine with the present options."""
        numbers, level = self.settings.numbers, self.settings.level
        self.engine = TreeEngine(self.rules, threads=numbers["Threads"], megabytes=numbers["Hash"])
        self.level_player = LevelPlayer(self.rules, level) if level < STRONGEST else None

    def stop_search(self) -> None:
        """Stop the search, if any, and wait for its move."""
        if self.search is not None:
            self.search.end()
            self.search = None

    def current_match(self) -> Match[Any, Any]:
        """The match as the last `position` left it; refused where that one was."""
        if self.match is None:
            raise BadCommand("there is no position: the last one was refused")
        return self.match


# -- commands -----------------------------------------------------------------------------------------


def _identify(uci: Uci, rest: str) -> None:
    uci.send(f"id name Tablier {__version__}", "id author Tablier contributors", *uci.settings.option_lines(), "uciok")


def _ready(uci: Uci, rest: str) -> None:
    uci.send("readyok")


def _stop(uci: Uci, rest: str) -> None:
    uci.stop_search()


def _ponderhit(uci: Uci, rest: str) -> None:
    if uci.search is not None:
        uci.search.ponderhit()


def _set_option(uci: Uci, rest: str) -> None:
    name, _, value = rest.removeprefix("name ").partition(" value ")
    name, value = name.strip(), value.strip()
    settings = uci.settings
    known = {option.lower(): option for option in (*settings.spins, *settings.checks)}.get(name.lower(), name)
    if name.lower() == VARIANT.lower():
        settings.set_variant(value)
        uci.start_position()
        uci.new_engine()
    elif name.lower().startswith(RULES.lower()):
        if settings.set_rule(name[len(RULES) :], value) == settings.variant:
            uci.start_position()
            uci.new_engine()
    elif known in settings.spins:
        _set_number(uci, known, value)
    elif known in settings.checks:
        settings.set_check(known, value)
        uci.new_engine()
    elif name.lower() == CLEAR_HASH.lower():
        uci.engine.new_game()
    else:
        raise BadCommand(f"no option '{name[:40]}'")
    if known.startswith("UCI_") and settings.checks.get(LIMIT_STRENGTH):
        uci.send(f"info string {settings.explain_strength()}")


def _set_number(uci: Uci, name: str, value: str) -> None:
    before = uci.settings.numbers[name]
    uci.settings.set_number(name, value)
    try:
        uci.new_engine()
    except MemoryError:
        uci.settings.numbers[name] = before
        raise BadCommand(f"there is no memory for {name} {value}") from None


def _new_game(uci: Uci, rest: str) -> None:
    uci.new_engine()


def _position(uci: Uci, rest: str) -> None:
    uci.match = None  # until this one is read: a refused position must not be answered for
    where, _, moves = f"{rest} ".partition("moves ")
    kind, _, text = where.strip().partition(" ")
    if kind not in ("startpos", "fen"):
        raise BadCommand("expected: position startpos|fen … moves …")
    match: Match[Any, Any] = Match(uci.rules, uci.rules.load(text) if kind == "fen" else None)
    for word in moves.split():
        move = from_uci(match, word)
        if move is None:
            raise BadCommand(f"'{word[:40]}' is not legal in {uci.rules.dump(match.position)}")
        match.play(move)
    uci.match = match


def _go(uci: Uci, rest: str) -> None:
    try:
        match = uci.current_match()
        go = read_go(rest, match, uci.settings.numbers[OVERHEAD])
    except BadCommand as error:
        uci.send(f"info string {error}", "bestmove (none)")  # a program waits for an answer
        return
    if go.perft is not None:
        uci.search = Perft(match, go.perft, uci.send)
    else:
        uci.search = Search(match, go, uci.engine, uci.send, lines=uci.settings.numbers["MultiPV"], player=uci.level_player)


def _display(uci: Uci, rest: str) -> None:
    uci.send(*describe_position(uci.current_match()))


def _evaluate(uci: Uci, rest: str) -> None:
    uci.send(*describe_evaluation(uci.current_match(), uci.engine.evaluation))


IMMEDIATE: dict[str, Callable[[Uci, str], None]] = {
    "uci": _identify,
    "isready": _ready,
    "stop": _stop,
    "ponderhit": _ponderhit,
    "quit": _stop,
    "d": _display,
    "eval": _evaluate,
}
"""Commands that are done while a search runs."""

AFTER_SEARCH: dict[str, Callable[[Uci, str], None]] = {"setoption": _set_option, "ucinewgame": _new_game, "position": _position, "go": _go}
"""Commands that change what a search reads, and stop it first."""
