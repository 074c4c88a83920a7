"""Games for OpenSpiel: importing this registers `tablier_makruk` and the others with pyspiel. The extra `tablier[openspiel]`.

>>> import pyspiel, tablier.adapters.openspiel
>>> game = pyspiel.load_game("tablier_makruk(count=thai)")
"""

from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from tablier.core.game import Option
from tablier.environments.arrays import Environments
from tablier.environments.batch import CHANCE, OVER, Batch
from tablier.environments.registry import NoCoding, coding_of
from tablier.games import AnyGame, games
from tablier.kernels import NoKernel, has_kernel

LONGEST = 10_000
"""Actions after which a game counts as drawn: OpenSpiel wants a bound. Games of players are far shorter."""


class SpielGame(pyspiel.Game):
    """One of our games with its options chosen; dice are OpenSpiel's chance player. Each game has a class of its own, with its `law`."""

    law: ClassVar[type[AnyGame]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.rules = self.law(**params)
        coding = coding_of(self.rules)
        self.opening = Environments(Batch(self.rules, explicit=True, auto_reset=False, longest=LONGEST, threads=1))
        info = pyspiel.GameInfo(
            num_distinct_actions=coding.actions,
            max_chance_outcomes=coding.faces,
            num_players=len(self.rules.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.law), info, params)

    def new_initial_state(self, state: Any = None) -> "SpielState":
        """The start of a game; a position text starts there."""
        return SpielState(self, state)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """What draws the planes of a state."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.opening.coding.shape)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):
    """A position, and the move that may have begun in it."""

    def __init__(self, game: SpielGame, position: str | None = None) -> None:
        super().__init__(game)
        self.games = game.opening.copy()
        if position is not None:
            self.games.batch.load(0, position)

    def current_player(self) -> Any:
        """The seat to act, or chance."""
        actor = int(self.games.actors[0])
        return {OVER: pyspiel.PlayerId.TERMINAL, CHANCE: pyspiel.PlayerId.CHANCE}.get(actor, actor)

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = np.flatnonzero(self.games.masks[0]).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, all alike."""
        faces = self._legal_actions(CHANCE)
        return [(face, 1 / len(faces)) for face in faces]

    def _apply_action(self, action: int) -> None:
        self.games.batch.act(0, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.games.batch.texts(0).get(action, str(action))

    def is_terminal(self) -> bool:
        """True when the game is over."""
        return int(self.games.actors[0]) == OVER

    def returns(self) -> list[float]:
        """One number for each seat, from -1 to 1."""
        rewards: list[float] = self.games.rewards[0].tolist()
        return rewards

    def __str__(self) -> str:
        begun = self.games.batch.begun(0)
        return f"{self.games.batch.dump(0)}{f' begun {begun}' if begun else ''}"


class PlanesObserver:
    """The planes as the seat to act sees them, for every player."""

    def __init__(self, shape: tuple[int, int, int]) -> None:
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Copy the planes of a state."""
        np.copyto(self.dict["observation"], state.games.observations[0])

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text."""
        return str(state)


def game_type(law: type[AnyGame]) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before its options are chosen."""
    modes = pyspiel.GameType.ChanceMode
    seats = {len(law().seats), *(len(law(**{option.id: value}).seats) for option in law.choices for value in option.ids)}
    return pyspiel.GameType(
        short_name=f"tablier_{law.info.id}",
        long_name=f"Tablier: {law.info.name.en}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if law.dice else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.id: _parameter(option) for option in law.choices},
    )


def _parameter(option: Option) -> str | int:
    """The default of an option; a number where OpenSpiel would read its values as numbers."""
    return int(option.default) if all(value.isdecimal() for value in option.ids) else option.default


def register() -> tuple[str, ...]:
    """Register every game that has a kernel and action numbers; gives their names in OpenSpiel."""
    names = []
    known = set(pyspiel.registered_names())
    for law in games().values():
        try:
            coding_of(law())
        except (NoCoding, NoKernel):
            continue
        kind = game_type(law)
        if has_kernel(law()):
            names.append(kind.short_name)
            if kind.short_name not in known:
                pyspiel.register_game(kind, type(f"{law.__name__}Spiel", (SpielGame,), {"law": law}))
    return tuple(names)


NAMES = register()
"""The names of our games in OpenSpiel."""
