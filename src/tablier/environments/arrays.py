"""A batch of games with NumPy arrays to look at: what most programs that learn want. NumPy is the extra `tablier[environments]`."""

from typing import TYPE_CHECKING

import numpy as np

from tablier.environments.batch import Batch
from tablier.games import AnyGame

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class Environments:
    """Games stepped together; each step overwrites the arrays. Rewards of a finished game stay until the next step.

    `observations` are float32 planes as the seat to act sees them, `masks` its legal actions, `rewards` one number for each
    seat from -1 to 1, `actors` the seat to act (`CHANCE` or `OVER` below 0), `terminated` and `truncated` what the last step ended.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch, self.coding = batch, batch.coding
        size = batch.size
        self.observations: NDArray[np.float32] = np.zeros((size, *self.coding.shape), np.float32)
        self.masks: NDArray[np.bool_] = np.zeros((size, self.coding.actions), np.bool_)
        self.rewards: NDArray[np.float32] = np.zeros((size, batch.seats), np.float32)
        self.actors: NDArray[np.int8] = np.zeros(size, np.int8)
        self.terminated: NDArray[np.bool_] = np.zeros(size, np.bool_)
        self.truncated: NDArray[np.bool_] = np.zeros(size, np.bool_)
        flags = (array.view(np.uint8) for array in (self.masks, self.terminated, self.truncated))
        masks, terminated, truncated = flags
        batch.bind(self.observations, masks, self.rewards, self.actors, terminated, truncated)
        batch.show()

    def __len__(self) -> int:
        return self.batch.size

    @property
    def game(self) -> AnyGame:
        """The rules that all games are played by."""
        return self.batch.game

    def reset(self, seed: int | None = None) -> None:
        """All games from their start; without a seed the streams of random numbers go on."""
        self.batch.reset(seed)

    def step(self, actions: "ArrayLike") -> None:
        """One action in each game; `IllegalAction` when one is not legal, and then nothing was played."""
        self.batch.step(np.ascontiguousarray(actions, np.int32))

    def sample(self) -> "NDArray[np.int32]":
        """A random legal action for each game, from streams of their own; -1 where the game is over."""
        actions = np.empty(self.batch.size, np.int32)
        self.batch.sample(actions)
        return actions

    def copy(self) -> "Environments":
        """The same games with arrays of their own."""
        other = Environments(self.batch.copy())
        for name in ("rewards", "terminated", "truncated"):
            getattr(other, name)[:] = getattr(self, name)
        return other

    def __deepcopy__(self, memo: object) -> "Environments":
        return self.copy()
