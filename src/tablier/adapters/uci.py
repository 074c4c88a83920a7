"""The Universal Chess Interface for every game that a tree engine plays, for programs made for chess.

`UCI_Variant` chooses the game, `Rules` and a name the options of its rules. The search runs in a thread, so that `stop` and
`isready` are answered at once.
"""

import re
import threading
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from tablier import __version__
from tablier.core.errors import TablierError
from tablier.core.game import Option
from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.render.uci_notation import from_uci, line_to_uci
from tablier.search.alphabeta import Stop
from tablier.search.analysis import Analysis, Limits, Line
from tablier.search.levels import STRONGEST, LevelPlayer
from tablier.search.registry import tree_games
from tablier.search.tree_engine import TreeEngine

FEN_FIELDS = 6
"""Fields of a chess position: board, side, castling, en passant, two counters."""

VARIANT = "UCI_Variant"
RULES = "Rules "
"""The prefix of the options of the game."""

SPINS = {"Hash": (16, 1, 65_536), "Threads": (1, 1, 512), "MultiPV": (1, 1, 500), "Level": (STRONGEST, 1, STRONGEST)}
"""Options with a number: default, minimum and maximum."""

DEFAULT_MOVES_TO_GO = 30


class BadCommand(Exception):
    """A command that cannot be done, with the reason."""


class Uci:
    """An engine that speaks UCI. `send` takes its lines, from any thread."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send, self._lock = send, threading.Lock()
        self.variants = {rules.info.id: type(rules) for rules in tree_games()}
        self.spins = {name: spin[0] for name, spin in SPINS.items()}
        self.search: Search | None = None
        self.set_rules(_default_rules(self.variants.values()))

    def send(self, line: str) -> None:
        """Send one line."""
        with self._lock:
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
            self.send(f"info string {error.say('en')}")
        return word != "quit"

    def set_rules(self, rules: AnyGame) -> None:
        """Play by these rules, from the start."""
        self.rules = rules
        self.match: Match[Any, Any] = Match(rules)
        self.new_engine()

    def new_engine(self) -> None:
        """Make an engine with the present options."""
        spins = self.spins
        self.engine = TreeEngine(self.rules, threads=spins["Threads"], megabytes=spins["Hash"])
        self.level_player = LevelPlayer(self.rules, spins["Level"]) if spins["Level"] < STRONGEST else None

    def stop_search(self) -> None:
        """Stop the search, if any, and wait for its move."""
        if self.search is not None:
            self.search.end()
            self.search = None


def _default_rules(variants: Iterable[type[AnyGame]]) -> AnyGame:
    """The first game whose positions have the fields of FEN, which programs made for chess read; else the first."""
    games = [variant() for variant in variants]
    return next((game for game in games if len(game.dump(game.start()).split()) == FEN_FIELDS), games[0])


class Search:
    """A search in a thread; an `infinite` one sends its move only when it is stopped."""

    def __init__(self, uci: Uci, limits: Limits, *, infinite: bool) -> None:
        self.uci, self.limits = uci, limits
        self.match, self.lines = uci.match, uci.spins["MultiPV"]
        self.stop, self.released = Stop(), threading.Event()
        if not infinite:
            self.released.set()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def end(self) -> None:
        """Stop, and wait until the move is sent."""
        self.stop.set()
        self.released.set()
        self.thread.join()

    def _run(self) -> None:
        texts = self._moves() if self.match.outcome is None else ()
        self.released.wait()
        best, *others = line_to_uci(self.match.game, self.match.position, texts[:2]) or ["(none)"]
        self.uci.send(" ".join(["bestmove", best, *(["ponder", *others] if others else [])]))

    def _moves(self) -> tuple[str, ...]:
        if self.uci.level_player is not None:
            return (self.uci.level_player.choose(self.match, self.stop),)
        found = self.uci.engine.analyse(self.match, self.limits, lines=self.lines, stop=self.stop, progress=self._send_info)
        return found.lines[0].moves

    def _send_info(self, found: Analysis) -> None:
        for number, line in enumerate(found.lines, 1):
            self.uci.send(info(self.match, found, line, number))


def info(match: Match[Any, Any], found: Analysis, line: Line, number: int = 1) -> str:
    """The `info` command for one line of an analysis."""
    milliseconds = round(1000 * found.seconds)
    speed = round(found.nodes / found.seconds) if found.seconds else 0
    return " ".join(
        [
            f"info depth {found.depth} multipv {number} score {_score(line)} nodes {found.nodes} nps {speed} time {milliseconds} pv",
            *line_to_uci(match.game, match.position, line.moves),
        ]
    )


def _score(line: Line) -> str:
    """The score in hundredths of a piece, or the player's moves to a forced end."""
    if line.ends_in is None:
        return f"cp {line.score}"
    moves = (abs(line.ends_in) + 1) // 2
    return f"mate {moves if line.ends_in > 0 else -moves}"


# -- commands -----------------------------------------------------------------------------------------


def _identify(uci: Uci, rest: str) -> None:
    uci.send(f"id name Tablier {__version__}")
    uci.send("id author the Tablier authors")
    variants = " ".join(f"var {name}" for name in uci.variants)
    uci.send(f"option name {VARIANT} type combo default {uci.rules.info.id} {variants}")
    for name, (default, least, most) in SPINS.items():
        uci.send(f"option name {name} type spin default {default} min {least} max {most}")
    for option in uci.rules.choices:
        uci.send(f"option name {RULES}{option.id} type {_option_type(option)}")
    uci.send("uciok")


def _option_type(option: Option) -> str:
    if option.values:
        return f"combo default {option.default} " + " ".join(f"var {value}" for value in option.ids)
    return f"spin default {option.default} min {option.low} max {option.high}"


def _ready(uci: Uci, rest: str) -> None:
    uci.send("readyok")


def _stop(uci: Uci, rest: str) -> None:
    uci.stop_search()


def _set_option(uci: Uci, rest: str) -> None:
    name, _, value = rest.removeprefix("name ").partition(" value ")
    name, value = name.strip(), value.strip()
    spin = next((known for known in SPINS if known.lower() == name.lower()), None)
    if name.lower() == VARIANT.lower():
        if value not in uci.variants:
            raise BadCommand(f"no variant '{value[:40]}'; there are: {', '.join(uci.variants)}")
        uci.set_rules(uci.variants[value]())
    elif name.lower().startswith(RULES.lower()):
        uci.set_rules(type(uci.rules)(**{**uci.rules.options, name[len(RULES) :]: value}))
    elif spin is not None:
        _, least, most = SPINS[spin]
        if not value.isdecimal() or not least <= int(value[:9]) <= most:
            raise BadCommand(f"{spin} is a number from {least} to {most}")
        _set_spin(uci, spin, int(value))
    else:
        raise BadCommand(f"no option '{name[:40]}'")


def _set_spin(uci: Uci, name: str, value: int) -> None:
    before = uci.spins[name]
    uci.spins[name] = value
    try:
        uci.new_engine()
    except MemoryError:
        uci.spins[name] = before
        raise BadCommand(f"there is no memory for {name} {value}") from None


def _new_game(uci: Uci, rest: str) -> None:
    uci.new_engine()


def _position(uci: Uci, rest: str) -> None:
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
    words = rest.split()
    given = {name: int(value) for name, value in pairwise(words) if re.fullmatch(r"-?\d{1,12}", value)}
    limits = _limits(given, uci.match)
    uci.search = Search(uci, limits, infinite="infinite" in words or limits == Limits())


def _limits(given: dict[str, int], match: Match[Any, Any]) -> Limits:
    """The limits of `go`: a share of the clock, a time, nodes, a depth; the first reached ends the search."""
    clock, increment = ("wtime", "winc") if match.game.turn(match.position) == 0 else ("btime", "binc")
    seconds = []
    if "movetime" in given:
        seconds.append(max(given["movetime"], 1) / 1000)
    if clock in given:
        to_go = max(given.get("movestogo", DEFAULT_MOVES_TO_GO), 1)
        share = Limits.clock(given[clock] / 1000, given.get(increment, 0) / 1000, to_go).seconds
        seconds.append(share or 0.0)
    nodes, depth = (max(given[name], 1) if name in given else None for name in ("nodes", "depth"))
    return Limits(min(seconds, default=None), nodes, depth)


IMMEDIATE: dict[str, Callable[[Uci, str], None]] = {"uci": _identify, "isready": _ready, "stop": _stop, "quit": _stop}
"""Commands that are done while a search runs."""

AFTER_SEARCH: dict[str, Callable[[Uci, str], None]] = {"setoption": _set_option, "ucinewgame": _new_game, "position": _position, "go": _go}
"""Commands that change what a search reads, and stop it first."""
