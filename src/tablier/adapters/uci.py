"""The Universal Chess Interface for every game that a tree engine plays, so that programs made for chess can use it.

The variant is chosen with `UCI_Variant`; the rules' own options are there under `Rules` and their name. Thinking runs in a
thread of its own: `stop` and `isready` are answered at once.
"""

import re
import threading
from collections.abc import Callable
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

FIRST_VARIANT = "makruk"
"""The game that is played until another is chosen, where a tree engine plays it."""

VARIANT = "UCI_Variant"
RULES = "Rules "
"""What stands before the name of an option of the game."""

SPINS = {"Hash": (16, 1, 65_536), "Threads": (1, 1, 512), "MultiPV": (1, 1, 500), "Level": (STRONGEST, 1, STRONGEST)}
"""The numbers that may be set: default, least and most."""

USUAL_MOVES_TO_GO = 30


class Refused(Exception):
    """A command that cannot be obeyed, with what to tell."""


class Uci:
    """One conversation. `say` takes the lines of our side, from any thread."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say, self._lock = say, threading.Lock()
        self.variants = {rules.info.id: type(rules) for rules in tree_games()}
        self.numbers = {name: spin[0] for name, spin in SPINS.items()}
        self.thought: Thought | None = None
        self.set_rules(self.variants[FIRST_VARIANT if FIRST_VARIANT in self.variants else next(iter(self.variants))]())

    def say(self, line: str) -> None:
        """One whole line, whoever says it."""
        with self._lock:
            self._say(line)

    def obey(self, line: str) -> bool:
        """Do what a line says; False once it says to quit. What is not understood is passed over, as the protocol wants."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word in COMMANDS:
                COMMANDS[word](self, rest.strip())
            elif word in QUIETLY:  # the others change what a search stands on: it ends first
                self.end_thought()
                QUIETLY[word](self, rest.strip())
        except Refused as trouble:
            self.say(f"info string {trouble}")
        except TablierError as error:
            self.say(f"info string {error.say('en')}")
        return word != "quit"

    # -- the table ------------------------------------------------------------------------------------

    def set_rules(self, rules: AnyGame) -> None:
        """Play by these rules, from their opening."""
        self.rules = rules
        self.match: Match[Any, Any] = Match(rules)
        self.new_engine()

    def new_engine(self) -> None:
        """A fresh engine of the size and on as many threads as were asked for."""
        numbers = self.numbers
        self.engine = TreeEngine(self.rules, threads=numbers["Threads"], megabytes=numbers["Hash"])
        self.weaker = LevelPlayer(self.rules, numbers["Level"]) if numbers["Level"] < STRONGEST else None

    def end_thought(self) -> None:
        """Stop thinking and wait for the move."""
        if self.thought is not None:
            self.thought.end()
            self.thought = None


class Thought:
    """A search in a thread of its own; `patient` ones keep their move until they are stopped."""

    def __init__(self, uci: Uci, limits: Limits, *, patient: bool) -> None:
        self.uci, self.limits = uci, limits
        self.match, self.lines = uci.match, uci.numbers["MultiPV"]
        self.stop, self.released = Stop(), threading.Event()
        if not patient:
            self.released.set()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def end(self) -> None:
        """Stop, and wait until the move is said."""
        self.stop.set()
        self.released.set()
        self.thread.join()

    def _run(self) -> None:
        texts = self._moves() if self.match.outcome is None else ()
        self.released.wait()
        best, *others = line_to_uci(self.match.game, self.match.position, texts[:2]) or ["(none)"]
        self.uci.say(" ".join(["bestmove", best, *(["ponder", *others] if others else [])]))

    def _moves(self) -> tuple[str, ...]:
        if self.uci.weaker is not None:
            return (self.uci.weaker.choose(self.match, self.stop),)
        found = self.uci.engine.analyse(self.match, self.limits, lines=self.lines, stop=self.stop, progress=self._tell)
        return found.lines[0].moves

    def _tell(self, found: Analysis) -> None:
        for number, line in enumerate(found.lines, 1):
            self.uci.say(info(self.match, found, line, number))


def info(match: Match[Any, Any], found: Analysis, line: Line, number: int = 1) -> str:
    """One line of an analysis, as UCI tells it."""
    milliseconds = round(1000 * found.seconds)
    speed = round(found.nodes / found.seconds) if found.seconds else 0
    return " ".join(
        [
            f"info depth {found.depth} multipv {number} score {_score(line)} nodes {found.nodes} nps {speed} time {milliseconds} pv",
            *line_to_uci(match.game, match.position, line.moves),
        ]
    )


def _score(line: Line) -> str:
    """Hundredths of a piece, or the player's own moves to a forced end."""
    if line.ends_in is None:
        return f"cp {line.score}"
    moves = (abs(line.ends_in) + 1) // 2
    return f"mate {moves if line.ends_in > 0 else -moves}"


# -- what can be told us ------------------------------------------------------------------------------


def _introduce(uci: Uci, rest: str) -> None:
    uci.say(f"id name Tablier {__version__}")
    uci.say("id author the Tablier authors")
    variants = " ".join(f"var {name}" for name in uci.variants)
    uci.say(f"option name {VARIANT} type combo default {uci.rules.info.id} {variants}")
    for name, (default, least, most) in SPINS.items():
        uci.say(f"option name {name} type spin default {default} min {least} max {most}")
    for option in uci.rules.choices:
        uci.say(f"option name {RULES}{option.id} type {_form(option)}")
    uci.say("uciok")


def _form(option: Option) -> str:
    if option.values:
        return f"combo default {option.default} " + " ".join(f"var {value}" for value in option.ids)
    return f"spin default {option.default} min {option.low} max {option.high}"


def _ready(uci: Uci, rest: str) -> None:
    uci.say("readyok")


def _stop(uci: Uci, rest: str) -> None:
    uci.end_thought()


def _set_option(uci: Uci, rest: str) -> None:
    name, _, value = rest.removeprefix("name ").partition(" value ")
    name, value = name.strip(), value.strip()
    spin = next((known for known in SPINS if known.lower() == name.lower()), None)
    if name.lower() == VARIANT.lower():
        if value not in uci.variants:
            raise Refused(f"no variant '{value[:40]}'; there are: {', '.join(uci.variants)}")
        uci.set_rules(uci.variants[value]())
    elif name.lower().startswith(RULES.lower()):
        uci.set_rules(type(uci.rules)(**{**uci.rules.options, name[len(RULES) :]: value}))
    elif spin is not None:
        _, least, most = SPINS[spin]
        if not value.isdecimal() or not least <= int(value[:9]) <= most:
            raise Refused(f"{spin} is a number from {least} to {most}")
        _set_number(uci, spin, int(value))
    else:
        raise Refused(f"no option '{name[:40]}'")


def _set_number(uci: Uci, name: str, value: int) -> None:
    before = uci.numbers[name]
    uci.numbers[name] = value
    try:
        uci.new_engine()
    except MemoryError:
        uci.numbers[name] = before
        raise Refused(f"there is no memory for {name} {value}") from None


def _new_game(uci: Uci, rest: str) -> None:
    uci.new_engine()


def _position(uci: Uci, rest: str) -> None:
    where, _, moves = f"{rest} ".partition("moves ")
    kind, _, text = where.strip().partition(" ")
    if kind not in ("startpos", "fen"):
        raise Refused("expected: position startpos|fen … moves …")
    match: Match[Any, Any] = Match(uci.rules, uci.rules.load(text) if kind == "fen" else None)
    for word in moves.split():
        move = from_uci(match, word)
        if move is None:
            raise Refused(f"'{word[:40]}' is not legal in {uci.rules.dump(match.position)}")
        match.play(move)
    uci.match = match


def _go(uci: Uci, rest: str) -> None:
    words = rest.split()
    given = {name: int(value) for name, value in pairwise(words) if re.fullmatch(r"-?\d{1,12}", value)}
    limits = _limits(given, uci.match)
    patient = "infinite" in words or limits == Limits()
    uci.thought = Thought(uci, limits, patient=patient)


def _limits(given: dict[str, int], match: Match[Any, Any]) -> Limits:
    """What `go` allows: the share of a clock that suits it, a time, nodes, a depth, whichever ends first."""
    clock, increment = ("wtime", "winc") if match.game.turn(match.position) == 0 else ("btime", "binc")
    seconds = []
    if "movetime" in given:
        seconds.append(max(given["movetime"], 1) / 1000)
    if clock in given:
        to_go = max(given.get("movestogo", USUAL_MOVES_TO_GO), 1)
        share = Limits.clock(given[clock] / 1000, given.get(increment, 0) / 1000, to_go).seconds
        seconds.append(share or 0.0)
    nodes, depth = (max(given[name], 1) if name in given else None for name in ("nodes", "depth"))
    return Limits(min(seconds, default=None), nodes, depth)


COMMANDS: dict[str, Callable[[Uci, str], None]] = {"uci": _introduce, "isready": _ready, "stop": _stop, "quit": _stop}
"""What is answered while a search runs."""

QUIETLY: dict[str, Callable[[Uci, str], None]] = {"setoption": _set_option, "ucinewgame": _new_game, "position": _position, "go": _go}
"""What a search is ended for."""
