"""Games as PettingZoo's environments, one agent for each seat: `env("makruk", count="thai")`. The extra `tablier[pettingzoo]`."""

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tablier.environments.arrays import Environments
from tablier.environments.batch import Batch
from tablier.games import game

if TYPE_CHECKING:
    from numpy.typing import NDArray

Observation = dict[str, Any]


def env(name: str, /, *, max_cycles: int = 0, render_mode: str | None = None, **options: object) -> AECEnv:
    """The environment of a game with PettingZoo's usual checks around it; an illegal action loses the game."""
    wrapped: AECEnv = raw_env(name, max_cycles=max_cycles, render_mode=render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(name: str, /, *, max_cycles: int = 0, render_mode: str | None = None, **options: object) -> "SeatsEnv":
    """The same without checks: an illegal action raises `IllegalAction`. `max_cycles` actions break a game off; 0 lets it end."""
    return SeatsEnv(Batch(game(name, **options), auto_reset=False, longest=max_cycles, threads=1), render_mode)


class SeatsEnv(AECEnv):
    """One game: agents `seat_0`, `seat_1`, …; dice are sampled. Observations are those of the seat to act, masks empty for the others."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, batch: Batch, render_mode: str | None = None) -> None:
        super().__init__()
        self.games, self.render_mode = Environments(batch), render_mode
        self.metadata = {**type(self).metadata, "name": f"tablier_{batch.game.info.id}_v{batch.game.rules}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(batch.seats)]
        coding = batch.coding
        planes, mask = Box(0, 1, coding.shape, np.float32), Box(0, 1, (coding.actions,), np.int8)
        self.observation_spaces = {agent: Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(coding.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Planes and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game, legal now or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A game from its start; the seed decides the dice."""
        self.games.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.games.actors[0]]

    def observe(self, agent: str) -> Observation:
        """What the seat to act sees; the mask is empty for the other agents."""
        acts = bool(self.agents) and agent == self.agent_selection
        mask: NDArray[np.int8] = self.games.masks[0].astype(np.int8) if acts else np.zeros(self.games.coding.actions, np.int8)
        return {"observation": self.games.observations[0].copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """One action of the agent selected; None once it is done."""
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        games = self.games
        games.batch.act(0, int(action))
        self.rewards = {one: float(games.rewards[0, seat]) for seat, one in enumerate(self.possible_agents)}
        self.terminations = dict.fromkeys(self.agents, bool(games.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(games.truncated[0]))
        actor = int(games.actors[0])
        self.agent_selection = self.possible_agents[actor if actor >= 0 else 0]
        self._accumulate_rewards()
        if self.render_mode is not None:
            self.render()

    def render(self) -> str | None:
        """The board as text."""
        if self.render_mode is None:
            return None
        from tablier.render.text import draw_board  # needs rich, which learning does not

        rules = self.games.game
        return draw_board(rules, rules.scene(rules.load(self.games.batch.dump(0)))).plain

    def close(self) -> None:
        """Nothing is held open."""
