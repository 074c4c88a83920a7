"""Games as Gymnasium's environments: `vector("achef", num_envs=1024)` plays itself, with `opponent=3` a level.

The extra `tablier[gymnasium]`.
"""

import random
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.environments.arrays import Environments
from tablier.environments.batch import OVER, Batch
from tablier.games import AnyGame, game
from tablier.search.levels import LevelPlayer, engine_for

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

RANDOM = 0
"""The opponent that plays at random."""

Observation = dict[str, Any]


def vector(
    name: str,
    /,
    num_envs: int = 1,
    *,
    opponent: int | None = None,
    seat: int = 0,
    max_episode_steps: int = 0,
    threads: int = 0,
    **options: object,
) -> "GamesVectorEnv":
    """Many games. Without an opponent each action is that of the seat to act; with one, `seat` plays and a level the others."""
    batch = Batch(game(name, **options), num_envs, auto_reset=False, longest=max_episode_steps, threads=threads)
    return GamesVectorEnv(batch, opponent, seat)


def env(name: str, /, *, opponent: int = RANDOM, seat: int = 0, max_episode_steps: int = 0, **options: object) -> "GameEnv":
    """One game of `seat` against a level from 1, or at random; an illegal action loses it."""
    return GameEnv(Batch(game(name, **options), auto_reset=False, longest=max_episode_steps, threads=1), opponent, seat)


class Opponents:
    """Play all seats but one. A level sees the position, not the moves before it."""

    def __init__(self, rules: AnyGame, level: int, seat: int) -> None:
        if not 0 <= seat < len(rules.seats):
            last = len(rules.seats) - 1
            raise TablierError(
                Text(f"Il n'y a pas de place {seat} à cette table : de 0 à {last}.", f"There is no seat {seat} at this table: 0 to {last}.")
            )
        self.rules, self.level, self.seat = rules, level, seat
        self.engine = engine_for(rules) if level != RANDOM else None
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Play the same way again."""
        self.random = random.Random(seed)
        self.player = LevelPlayer(self.rules, self.level, seed, engine=self.engine) if self.engine else None

    def reply(self, batch: Batch, index: int) -> None:
        """Play until the seat acts, or the game is over."""
        while batch.actor(index) not in (self.seat, OVER):
            for action in self._choose(batch, index):
                if batch.actor(index) != OVER:  # broken off within the move
                    batch.act(index, action)

    def _choose(self, batch: Batch, index: int) -> tuple[int, ...]:
        if self.player is None:
            return (self.random.choice(batch.legal(index)),)
        match = Match(self.rules, self.rules.load(batch.dump(index)))
        return batch.actions(index, self.player.choose(match))


def spaces_of(batch: Batch) -> tuple[Any, Any]:
    """The spaces of observations and of actions of one game."""
    coding = batch.coding
    planes, mask = Box(0, 1, coding.shape, np.float32), Box(0, 1, (coding.actions,), np.int8)
    return Dict({"observation": planes, "action_mask": mask}), Discrete(coding.actions)


class GamesVectorEnv(VectorEnv):
    """Games that begin anew in the step that ends them; the last observation is then in `final_obs`.

    The reward is that of the seat that acted, or of the learner's `seat`; `infos["rewards"]` has those of all seats and
    `infos["actor"]` the seat to act next. Observations are arrays that the next step overwrites.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, batch: Batch, opponent: int | None = None, seat: int = 0) -> None:
        self.games, self.num_envs = Environments(batch), batch.size
        self.opponents = None if opponent is None else Opponents(batch.game, opponent, seat)
        self.single_observation_space, self.single_action_space = spaces_of(batch)
        self.observation_space = batch_space(self.single_observation_space, batch.size)
        self.action_space = batch_space(self.single_action_space, batch.size)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """All games from their start; the seed decides dice and opponents."""
        chosen = next((one for one in seed if one is not None), None) if isinstance(seed, list) else seed
        self.games.reset(chosen)
        if self.opponents is not None:
            if chosen is not None:
                self.opponents.seed(chosen)
            self._let_reply(range(self.num_envs))
        return self._observation(), {"actor": self.games.actors.copy()}

    def step(self, actions: "ArrayLike") -> tuple[Observation, "NDArray[Any]", "NDArray[Any]", "NDArray[Any]", dict[str, Any]]:
        """One action in each game; `IllegalAction` when one is not legal, and then nothing was played."""
        games, rows = self.games, np.arange(self.num_envs)
        seats = games.actors.astype(np.intp)
        games.step(actions)
        if self.opponents is not None:
            self._let_reply(np.flatnonzero(games.actors >= 0))
        terminated, truncated, rewards = games.terminated.copy(), games.truncated.copy(), games.rewards.copy()
        infos: dict[str, Any] = {"rewards": rewards}
        ended = terminated | truncated
        if ended.any():
            infos |= self._begin_anew(ended)
        infos["actor"] = games.actors.copy()
        return self._observation(), rewards[rows, seats], terminated, truncated, infos

    def _begin_anew(self, ended: "NDArray[Any]") -> dict[str, Any]:
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            final[i] = {"observation": self.games.observations[i].copy(), "action_mask": self.games.masks[i].astype(np.int8)}
            self.games.batch.restart(int(i))
        if self.opponents is not None:
            self._let_reply(np.flatnonzero(ended))
        return {"final_obs": final, "_final_obs": ended, "final_info": {}, "_final_info": ended}

    def _let_reply(self, indices: "NDArray[Any] | range") -> None:
        if self.opponents is not None:
            for i in indices:
                self.opponents.reply(self.games.batch, int(i))

    def _observation(self) -> Observation:
        return {"observation": self.games.observations, "action_mask": self.games.masks.view(np.int8)}


class GameEnv(gymnasium.Env):
    """One game of one seat against the others; an illegal action loses it."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(self, batch: Batch, opponent: int = RANDOM, seat: int = 0) -> None:
        self.games, self.opponents = Environments(batch), Opponents(batch.game, opponent, seat)
        self.observation_space, self.action_space = spaces_of(batch)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A game from its start; the seed decides dice and opponents."""
        super().reset(seed=seed)
        self.games.reset(seed)
        if seed is not None:
            self.opponents.seed(seed)
        self.opponents.reply(self.games.batch, 0)
        return self._observation(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One action, and what the others reply."""
        games, seat = self.games, self.opponents.seat
        if not games.masks[0, action]:
            return self._observation(), -1.0, True, False, {"illegal": True}
        games.batch.act(0, int(action))
        self.opponents.reply(games.batch, 0)
        return self._observation(), float(games.rewards[0, seat]), bool(games.terminated[0]), bool(games.truncated[0]), {}

    def _observation(self) -> Observation:
        return {"observation": self.games.observations[0].copy(), "action_mask": self.games.masks[0].astype(np.int8)}
