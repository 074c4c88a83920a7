"""Players as one writes them on a command line, made where they are to play.

    level:5                        a level, 1 to 8
    nodes:2000    seconds:0.1      the game's engine within a limit
    mcts:10000    mcts-seconds:0.1 plain sampling that knows only the rules
    random                         any legal move
    uci:PROGRAM;Name=Value;…       a program that speaks UCI, see `tablier.arena.uci_player`

Weights of what is known of a game may follow an engine's limit, to try them out: `nodes:2000;mobility=3`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from tablier.arena.uci_player import UciPlayer
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.search.analysis import Limits
from tablier.search.engine import Engine
from tablier.search.evaluation.base import Evaluation
from tablier.search.kernel_engine import KernelEngine
from tablier.search.levels import STRONGEST, LevelPlayer, engine_for
from tablier.search.mcts_engine import MctsEngine
from tablier.search.registry import evaluation_of

N = TypeVar("N", int, float)


class BadPlayer(TablierError):
    """A text that describes no player."""


class Player(ABC):
    """Somebody who plays game after game."""

    @abstractmethod
    def new_game(self, seed: int) -> None:
        """Forget the last game; with the same seed the next one is played the same way, as far as clocks allow."""

    @abstractmethod
    def choose(self, match: Match[Any, Any]) -> str:
        """The text of the move to play."""

    def close(self) -> None:
        """Leave for good."""
        return


@dataclass
class AtLevel(Player):
    """A level of the game's engine."""

    player: LevelPlayer

    def new_game(self, seed: int) -> None:
        self.player.random.seed(seed)
        _begin(self.player.engine, seed)

    def choose(self, match: Match[Any, Any]) -> str:
        return self.player.choose(match)


@dataclass
class WithinLimits(Player):
    """An engine that thinks as long as it may."""

    engine: Engine
    limits: Limits

    def new_game(self, seed: int) -> None:
        _begin(self.engine, seed)

    def choose(self, match: Match[Any, Any]) -> str:
        return self.engine.analyse(match, self.limits).lines[0].moves[0]


@dataclass
class AtRandom(Player):
    """Somebody who knows the rules and nothing else."""

    random: Random = field(default_factory=Random)

    def new_game(self, seed: int) -> None:
        self.random.seed(seed)

    def choose(self, match: Match[Any, Any]) -> str:
        return match.game.write(match.position, self.random.choice(match.legal()))


class External(Player):
    """A program beside us."""

    def __init__(self, rules: AnyGame, text: str) -> None:
        self.engine = UciPlayer(rules, text)

    def new_game(self, seed: int) -> None:
        self.engine.new_game()

    def choose(self, match: Match[Any, Any]) -> str:
        return self.engine.choose(match)

    def close(self) -> None:
        self.engine.close()


def player(rules: AnyGame, text: str) -> Player:
    """The player that a text describes, ready to play."""
    kind, _, rest = text.partition(":")
    if kind not in KINDS:
        there = ", ".join(KINDS)
        raise BadPlayer(
            Text(f"« {text[:40]} » ne décrit pas de joueur ; il y a : {there}.", f"'{text[:40]}' describes no player; there are: {there}.")
        )
    return KINDS[kind](rules, rest)


def _begin(engine: Engine, seed: int) -> None:
    engine.new_game()
    engine.seed = seed


def _at_level(rules: AnyGame, text: str) -> Player:
    level = _number(int, text)
    if level > STRONGEST:
        raise BadPlayer(Text(f"Les niveaux vont de 1 à {STRONGEST}.", f"Levels are 1 to {STRONGEST}."))
    return AtLevel(LevelPlayer(rules, level))


def _within(rules: AnyGame, limits: Callable[[str], Limits], text: str) -> Player:
    limit, *weights = text.split(";")
    engine = engine_for(rules)
    if weights:
        if not isinstance(engine, KernelEngine):
            raise BadPlayer(Text(f"{rules.info.id} n'a pas de poids ici.", f"{rules.info.id} has no weights here."))
        engine.evaluation = _weighed(rules, weights)
    return WithinLimits(engine, limits(limit))


def _weighed(rules: AnyGame, words: list[str]) -> Evaluation:
    known = type(evaluation_of(rules)).defaults
    weights = {name: value for name, _, value in (word.partition("=") for word in words)}
    if unknown := [name for name in weights if name not in known]:
        there = ", ".join(known) or "–"
        raise BadPlayer(
            Text(
                f"{rules.info.id} n'a pas de poids « {unknown[0][:40]} » ; il y a : {there}.",
                f"{rules.info.id} has no weight '{unknown[0][:40]}'; there are: {there}.",
            )
        )
    return evaluation_of(rules, {name: _any_number(value) for name, value in weights.items()})


def _mcts(rules: AnyGame, limits: Limits) -> Player:
    return WithinLimits(MctsEngine(rules, Evaluation(rules)), limits)


def _at_random(rules: AnyGame, text: str) -> Player:
    if text:
        raise BadPlayer(Text("« random » s'écrit seul.", "'random' is written alone."))
    return AtRandom()


def _number(kind: Callable[[str], N], text: str) -> N:
    try:
        value = kind(text)
    except ValueError:
        value = kind("0")
    if not 0 < value < 1e12:
        raise BadPlayer(Text(f"« {text[:40]} » : il faut un nombre plus grand que zéro.", f"'{text[:40]}': a number above zero is needed."))
    return value


def _any_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadPlayer(Text(f"« {text[:40]} » n'est pas un nombre.", f"'{text[:40]}' is not a number.")) from None


KINDS: Mapping[str, Callable[[AnyGame, str], Player]] = {
    "level": _at_level,
    "nodes": lambda rules, text: _within(rules, lambda limit: Limits(nodes=_number(int, limit)), text),
    "seconds": lambda rules, text: _within(rules, lambda limit: Limits(seconds=_number(float, limit)), text),
    "mcts": lambda rules, text: _mcts(rules, Limits(nodes=_number(int, text))),
    "mcts-seconds": lambda rules, text: _mcts(rules, Limits(seconds=_number(float, text))),
    "random": _at_random,
    "uci": External,
}
