"""What chooses the moves of a bot: an engine of Tablier, a UCI program, or a function of the user's.

level:5    nodes:2000    seconds:0.5    mcts:10000    random      as in `tablier.arena.players`
uci:PROGRAM;Name=Value;…;seconds=0.5                              as there; without a limit it follows the clock
module:function                                                   function(match, seconds_left) returns a move
"""

import importlib
import threading
from collections.abc import Callable
from typing import Any, Protocol

from tablier.arena.players import KINDS, BadPlayer, Player, make_player
from tablier.arena.uci_player import GRACE, LIMITS, UciPlayer
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text, suggestion
from tablier.games import AnyGame, games
from tablier.search.levels import LevelPlayer
from tablier.search.stop import Stop

AnyMatch = Match[Any, Any]
Function = Callable[[AnyMatch, float | None], Any]
"""Given the match and the seconds left on the own clock (None without one); returns a move, as text or as the game's own value."""

SHARE = 25
"""A move may take this part of the time that is left."""
SHORTEST, LONGEST, UNTIMED = 0.02, 10.0, 1.0
"""Seconds for a move that follows the clock; and without a clock."""


class Chooser(Protocol):
    """Chooses moves in one game."""

    def choose(self, match: AnyMatch, left: float | None) -> str:
        """The text of a move; `left` are the seconds left on the own clock, None without one."""

    def close(self) -> None:
        """Free what is held."""
        return


class Limited(Chooser):
    """A player whose limit does not depend on the clock."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, match: AnyMatch, left: float | None) -> str:
        return self.player.choose(match)

    def close(self) -> None:
        self.player.close()


class AtLevel(Chooser):
    """A level of the game's engine, which is stopped before its time is up."""

    def __init__(self, player: LevelPlayer) -> None:
        self.player = player

    def choose(self, match: AnyMatch, left: float | None) -> str:
        stop = Stop()
        timer = threading.Timer(seconds_for(left), stop.set)
        timer.daemon = True
        if left is not None:
            timer.start()
        try:
            return self.player.choose(match, stop)
        finally:
            timer.cancel()


class ByClock(Chooser):
    """A UCI program that is given a part of the time left."""

    def __init__(self, player: UciPlayer) -> None:
        self.player = player

    def choose(self, match: AnyMatch, left: float | None) -> str:
        seconds = seconds_for(left)
        self.player.go, self.player.seconds = f"go movetime {round(1000 * seconds)}", seconds + GRACE
        return self.player.choose(match)

    def close(self) -> None:
        self.player.close()


class ByFunction(Chooser):
    """A function of the user's; it is given a match of its own, to play on."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def choose(self, match: AnyMatch, left: float | None) -> str:
        move = self.function(match.copy(), left)
        return move if isinstance(move, str) else match.game.write(match.position, move)


def make_chooser(rules: AnyGame, text: str) -> Chooser:
    """What a text describes, for one game; `TablierError` where there is no such thing, or it does not play this game."""
    kind, _, rest = text.partition(":")
    if kind not in KINDS:
        return ByFunction(find_function(text))
    player = make_player(rules, text)  # checks the text
    if kind == "level":
        return AtLevel(LevelPlayer(rules, int(rest)))
    if isinstance(player, UciPlayer) and not any(word.partition("=")[0].strip() in LIMITS for word in text.split(";")[1:]):
        return ByClock(player)
    return Limited(player)


def check_player(text: str) -> None:
    """Raise what is wrong with a text, unless it describes a player of at least one game."""
    fault: TablierError | None = None
    for rules in games().values():
        try:
            make_chooser(rules(), text).close()
            return
        except TablierError as error:
            fault = error
    if fault is not None:
        raise fault


def find_function(text: str) -> Function:
    """The function that `module:function` names."""
    module, _, name = text.partition(":")
    if not module or not name:
        there = ", ".join(KINDS)
        raise BadPlayer(
            Text(
                f"« {text[:60]} » ne décrit pas de joueur ; il y a : {there}, ou module:fonction.",
                f"'{text[:60]}' describes no player; there are: {there}, or module:function.",
            )
        )
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        meant = suggestion(module, KINDS)
        raise BadPlayer(
            Text(f"« {text[:60]} » : {error}.{meant.fr}", f"'{text[:60]}': {error}.{meant.en}")  # the module, or the function in it
        ) from error
    if not callable(found):
        raise BadPlayer(Text(f"« {text[:60]} » n'est pas une fonction.", f"'{text[:60]}' is not a function."))
    function: Function = found
    return function


def seconds_for(left: float | None) -> float:
    """The time for a move that follows the clock."""
    return UNTIMED if left is None else min(LONGEST, max(SHORTEST, left / SHARE))
