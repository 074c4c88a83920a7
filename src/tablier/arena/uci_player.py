"""UCI programs as players.

    uci:PROGRAM;Name=Value;…;seconds=0.1

PROGRAM may have arguments. `seconds`, `nodes` and `depth` are the search limits (by default a tenth of a second); all else are
options of the program. `UCI_Variant` is set to the game's id unless it is given.
"""

import shlex
from collections.abc import Mapping
from typing import Any

from tablier.arena.uci_process import EngineFailed, UciProcess
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.render.uci_notation import from_uci, line_to_uci

VARIANT = "UCI_Variant"
LIMITS = {"seconds": "movetime", "nodes": "nodes", "depth": "depth"}
"""Search limits and their names in `go`."""

SECONDS = 0.1
GRACE = 10.0
"""Seconds that a program may exceed its time for a move."""

UNTIMED = 120.0
"""Seconds for a move that is limited by nodes or depth only."""


class UciPlayer:
    """Plays game after game with the same process; a failed one is replaced."""

    def __init__(self, rules: AnyGame, text: str) -> None:
        program, *words = text.split(";")
        given = dict(_pair(word) for word in words)
        self.rules = rules
        self.limits = {name: given.pop(name) for name in LIMITS if name in given} or {"seconds": str(SECONDS)}
        self.options = given
        self.command = shlex.split(program)
        self.go, self.seconds = _go(self.limits)
        if len(rules.seats) != 2:
            raise TablierError(Text("Un programme UCI ne joue qu'à deux.", "A UCI program plays with two seats only."))
        self.score: int | None = None
        self.process = self._start()

    def new_game(self, seed: int = 0) -> None:
        """Forget the last game; restart a process that has exited. UCI has no use for the seed."""
        if not self.process.alive:
            self.process.close()
            self.process = self._start()
        self.process.new_game()

    def choose(self, match: Match[Any, Any]) -> str:
        """The move in the notation of the law; `EngineFailed` when the program gives no legal one."""
        answer = self.process.best_move(position_command(match), self.go, self.seconds)
        self.score = self.process.score
        move = from_uci(match, answer)
        if move is None:
            self.process.close()
            raise EngineFailed(
                Text(
                    f"{self.process.name} répond « {answer[:40]} », qui n'est pas un coup ici.",
                    f"{self.process.name} answers '{answer[:40]}', which is no move here.",
                )
            )
        return self.rules.write(match.position, move)

    def close(self) -> None:
        """End the process."""
        self.process.close()

    def _start(self) -> UciProcess:
        process = UciProcess(self.command)
        try:
            for name, value in _with_rules(self.options, process, self.rules).items():
                process.set_option(name, value)
            process.ready()
        except TablierError:
            process.close()
            raise
        return process


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise TablierError(Text(f"« {word[:40]} » : attendu Nom=Valeur.", f"'{word[:40]}': expected Name=Value."))
    return name.strip(), value.strip()


def _with_rules(options: Mapping[str, str], process: UciProcess, rules: AnyGame) -> Mapping[str, str]:
    """The options with the variant and, where the program offers them, the options of its rules, unless they are given."""
    if VARIANT in options:
        return options
    game = rules.info.id
    if game not in process.options.get(VARIANT, ()):
        raise EngineFailed(
            Text(
                f"{process.name} ne connaît pas de variante « {game} » ; dites laquelle : {VARIANT}=….",
                f"{process.name} knows no variant '{game}'; say which one: {VARIANT}=….",
            )
        )
    chosen = {f"Rules {game} {option}": str(value) for option, value in rules.options.items()}
    return {VARIANT: game, **{name: value for name, value in chosen.items() if name in process.options}, **options}


def _go(limits: Mapping[str, str]) -> tuple[str, float]:
    """The `go` command and the timeout in seconds."""
    try:
        numbers = {name: float(value) for name, value in limits.items()}
    except ValueError:
        numbers = {}
    if not numbers or min(numbers.values()) <= 0:
        raise TablierError(Text(f"{', '.join(limits)} : un nombre plus grand que zéro.", f"{', '.join(limits)}: a number above zero."))
    seconds = numbers.get("seconds")
    words = [f"{LIMITS[name]} {round(1000 * number) if name == 'seconds' else round(number)}" for name, number in numbers.items()]
    return " ".join(["go", *words]), GRACE + seconds if seconds is not None else UNTIMED


def position_command(match: Match[Any, Any]) -> str:
    """The `position` command of a match, with all moves, so that the program sees repetitions."""
    rules = match.game
    origin = "startpos" if match.origin == rules.start() else f"fen {rules.dump(match.origin)}"
    moves = line_to_uci(rules, match.origin, match.moves)
    return " ".join(["position", origin, *(["moves", *moves] if moves else [])])
