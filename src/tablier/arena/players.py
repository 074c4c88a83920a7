"""Players of a match, described by texts.

    level:5                        a level, 1 to 8
    nodes:2000    seconds:0.1      the game's engine with a search limit
    mcts:10000    mcts-seconds:0.1 sampling without an evaluation
    classic:8     classic-seconds:0.1    the engine of November 2026, before networks and endings, at a level or with a limit
    classic-nodes:2000
    plain:4                        alpha-beta of so many plies that counts pieces and captures to the end, and leaves nothing out
    random                         any legal move
    uci:PROGRAM;Name=Value;…       a UCI program, see `tablier.arena.uci_player`

Weights of the evaluation and settings of the search may follow a limit, to try them out: `nodes:2000;mobility=3;futility=80`;
`network=FILE` plays with another network, `network=none` without one.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tablier.arena.uci_player import UciPlayer
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.kernels import has_kernel, kernel_of
from tablier.search.analysis import Limits
from tablier.search.engine import Engine
from tablier.search.levels import STRONGEST, LevelPlayer, engine_for
from tablier.search.settings import CLASSIC, NAMES, SearchSettings

if TYPE_CHECKING:
    from tablier.search.evaluation.base import Evaluation
    from tablier.search.kernel_engine import KernelEngine
    from tablier.search.network import Network

N = TypeVar("N", int, float)


class BadPlayer(TablierError):
    """A text does not describe a player."""


class Player(Protocol):
    """Chooses moves in game after game."""

    score: int | None = None
    """What the last move chosen promises its player, in hundredths of a piece; None where that is not said."""

    def new_game(self, seed: int) -> None:
        """Forget the last game. The same seed gives the same moves, unless the limit is time."""

    def choose(self, match: Match[Any, Any]) -> str:
        """The text of the move to play."""

    def close(self) -> None:
        """Free what the player holds."""
        return


@dataclass
class EngineAtLevel(Player):
    """A level of the game's engine."""

    player: LevelPlayer

    def new_game(self, seed: int) -> None:
        self.player.random.seed(seed)
        _reset(self.player.engine, seed)

    def choose(self, match: Match[Any, Any]) -> str:
        return self.player.choose(match)


@dataclass
class EngineWithLimits(Player):
    """An engine with search limits for each move."""

    engine: Engine
    limits: Limits

    def new_game(self, seed: int) -> None:
        _reset(self.engine, seed)

    def choose(self, match: Match[Any, Any]) -> str:
        best = self.engine.choose(match, self.limits)
        self.score = best.score
        return best.moves[0]


@dataclass
class RandomPlayer(Player):
    """Plays any legal move."""

    random: Random = field(default_factory=Random)

    def new_game(self, seed: int) -> None:
        self.random.seed(seed)

    def choose(self, match: Match[Any, Any]) -> str:
        return match.game.write(match.position, self.random.choice(match.legal()))


def make_player(rules: AnyGame, text: str) -> Player:
    """The player that a text describes."""
    kind, _, rest = text.partition(":")
    if kind not in KINDS:
        there = ", ".join(KINDS)
        raise BadPlayer(
            Text(f"« {text[:40]} » ne décrit pas de joueur ; il y a : {there}.", f"'{text[:40]}' describes no player; there are: {there}.")
        )
    return KINDS[kind](rules, rest)


def _reset(engine: Engine, seed: int) -> None:
    engine.new_game()
    engine.seed = seed


def _at_level(rules: AnyGame, text: str) -> Player:
    level = _number(int, text)
    if level > STRONGEST:
        raise BadPlayer(Text(f"Les niveaux vont de 1 à {STRONGEST}.", f"Levels are 1 to {STRONGEST}."))
    return EngineAtLevel(LevelPlayer(rules, level))


def _classic_level(rules: AnyGame, text: str) -> Player:
    player = _at_level(rules, text)
    assert isinstance(player, EngineAtLevel)
    player.player.engine = _classic(rules)
    return player


def _classic(rules: AnyGame) -> Engine:
    """The engine as it was, for comparison: no network, no endings, and the weights and settings of then."""
    if not has_kernel(rules):
        return engine_for(rules)
    from tablier.search.mcts_engine import MctsEngine  # compiled, like its kernel
    from tablier.search.registry import evaluation_of, uses_mcts
    from tablier.search.tree_engine import TreeEngine

    evaluation = evaluation_of(rules, evaluation_of(rules, network=None).classic, network=None)
    if uses_mcts(rules):
        return MctsEngine(rules, evaluation)
    engine = TreeEngine(rules, evaluation=evaluation, settings=CLASSIC)
    engine.endings = None
    return engine


def _plain(rules: AnyGame, text: str) -> Player:
    kernel_of(rules)  # NoKernel where there is nothing compiled
    from tablier.search.registry import evaluation_of, uses_mcts
    from tablier.search.tree_engine import TreeEngine

    depth, known = _number(int, text), evaluation_of(rules, network=None)
    if uses_mcts(rules) or not known.material:
        name = rules.info.id
        raise BadPlayer(Text(f"{name} n'a pas de joueur « plain ».", f"{name} has no player 'plain'."))
    weights = {name: weight if name in known.material else 0 for name, weight in known.weights.items()}
    engine = TreeEngine(rules, evaluation=evaluation_of(rules, weights, network=None), settings=SearchSettings(full_width=1))
    engine.endings = None
    return EngineWithLimits(engine, Limits(depth=depth))


def _with_limits(rules: AnyGame, limits: Callable[[str], Limits], text: str) -> Player:
    limit, *words = text.split(";")
    engine = engine_for(rules)
    if words:
        kernel_of(rules)  # NoKernel where there is nothing compiled, and so nothing to weigh
        from tablier.search.kernel_engine import KernelEngine

        assert isinstance(engine, KernelEngine)
        _change(engine, dict(_pair(word) for word in words))
    return EngineWithLimits(engine, limits(limit))


def _change(engine: "KernelEngine", words: dict[str, str]) -> None:
    """Give an engine other weights, settings or another network."""
    from tablier.search.tree_engine import TreeEngine  # compiled, like its kernel

    network = words.pop("network", None)
    if isinstance(engine, TreeEngine) and (chosen := {name: words.pop(name) for name in NAMES if name in words}):
        engine.settings = replace(engine.settings, **{name: round(_any_number(value)) for name, value in chosen.items()})
    if words:
        engine.evaluation = _with_weights(engine.rules, words)
    if network is not None:
        engine.evaluation.attach(_read_network(network, engine.evaluation.network_type))


def networks_of(players: Iterable[str]) -> dict[str, bytes]:
    """The network files that players name, for machines that do not have them."""
    named = (word.removeprefix("network=") for text in players for word in text.split(";") if word.startswith("network="))
    return {name: Path(name).read_bytes() for name in named if name != "none"}


sent: Mapping[str, bytes] = {}
"""Network files that another machine has sent to this process, by the name they have there."""


def _read_network(text: str, read: "Callable[[bytes], Network]") -> "Network | None":
    from tablier.search.network import BadNetwork

    if text == "none":
        return None
    try:
        return read(sent.get(text) or Path(text).read_bytes())
    except (OSError, BadNetwork) as error:
        raise BadPlayer(Text(f"« {text[:80]} » n'est pas un réseau : {error}", f"'{text[:80]}' is no network: {error}")) from None


def _pair(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value


def _with_weights(rules: AnyGame, weights: Mapping[str, str]) -> "Evaluation":
    from tablier.search.registry import evaluation_of  # compiled, like its kernel

    known = type(evaluation_of(rules)).defaults
    if unknown := [name for name in weights if name not in known]:
        there = ", ".join((*known, *NAMES)) or "–"
        raise BadPlayer(
            Text(
                f"{rules.info.id} n'a pas de poids « {unknown[0][:40]} » ; il y a : {there}.",
                f"{rules.info.id} has no weight '{unknown[0][:40]}'; there are: {there}.",
            )
        )
    return evaluation_of(rules, {name: _any_number(value) for name, value in weights.items()})


def _mcts(rules: AnyGame, limits: Limits) -> Player:
    kernel_of(rules)  # NoKernel where there is nothing compiled
    from tablier.search.evaluation.base import Evaluation
    from tablier.search.mcts_engine import MctsEngine

    return EngineWithLimits(MctsEngine(rules, Evaluation(rules)), limits)


def _random_player(rules: AnyGame, text: str) -> Player:
    if text:
        raise BadPlayer(Text("« random » s'écrit seul.", "'random' is written alone."))
    return RandomPlayer()


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
    "nodes": lambda rules, text: _with_limits(rules, lambda limit: Limits(nodes=_number(int, limit)), text),
    "seconds": lambda rules, text: _with_limits(rules, lambda limit: Limits(seconds=_number(float, limit)), text),
    "mcts": lambda rules, text: _mcts(rules, Limits(nodes=_number(int, text))),
    "mcts-seconds": lambda rules, text: _mcts(rules, Limits(seconds=_number(float, text))),
    "classic": _classic_level,
    "classic-nodes": lambda rules, text: EngineWithLimits(_classic(rules), Limits(nodes=_number(int, text))),
    "classic-seconds": lambda rules, text: EngineWithLimits(_classic(rules), Limits(seconds=_number(float, text))),
    "plain": _plain,
    "random": _random_player,
    "uci": UciPlayer,
}
