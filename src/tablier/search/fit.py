"""Fits a network to positions of self-play, with PyTorch (the extra `train`)."""

import copy
import hashlib
import io
import json
import pickle
from array import array
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from tablier.files import write_whole
from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.search.network import SCORE, SUM_UNIT, WEIGHT_UNIT, Network, split_file, write_network
from tablier.search.positions import read_games
from tablier.search.provenance import FIELDS, origin_of_start
from tablier.search.registry import evaluation_of

LOGISTIC = 228.0
"""Hundredths of a piece that stand for odds of e to 1."""
HELD_BACK = 20
"""One game in so many is not fitted to, and measures the loss."""
LARGEST_WEIGHT = 127 / WEIGHT_UNIT
BITS = 64

Report = Callable[[int, float, float], None]
"""Called after each epoch with its number and the losses of the fitted positions and of those held back."""
Watch = Callable[[int, float, float], None]
"""Called after each step with the number of the epoch, the share of it that is done, and the loss so far."""


@dataclass(frozen=True)
class Positions:
    """Positions as a network sees them: planes of the seat to act and of the other, the hand-made score, and what is to be predicted."""

    own: NDArray[np.uint64]
    other: NDArray[np.uint64]
    static: NDArray[np.float32]
    score: NDArray[np.float32]
    share: NDArray[np.float32]
    held_back: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.share)


def load_positions(rules: AnyGame, paths: Iterable[Path], watch: Callable[[int], None] | None = None) -> Positions:
    """The positions of data files; `watch` is called with how many there are, now and then."""
    evaluation, kernel = evaluation_of(rules, network=None), kernel_of(rules)
    own, other, numbers = array("Q"), array("Q"), array("f")
    for path in paths:
        for course in read_games(path):
            for position, score in course.positions:
                kernel.stand(position)
                seen = evaluation.seen(kernel)
                if seen is None:
                    continue
                own.extend(seen[0])
                other.extend(seen[1])
                share = course.share if kernel.turn == 0 else 1 - course.share
                numbers.extend((evaluation.score(kernel), score, share, course.seed % HELD_BACK == 0))
            if watch is not None:
                watch(len(numbers) // 4)
    static, score_of, share_of, held = np.ascontiguousarray(np.array(numbers, dtype=np.float32).reshape(-1, 4).T)
    planes = np.array(own, dtype=np.uint64).reshape(len(static), -1), np.array(other, dtype=np.uint64).reshape(len(static), -1)
    return Positions(*planes, static, score_of, share_of, held > 0)


class Model(torch.nn.Module):
    """The network in floating point: squares of clipped sums, weighed."""

    def __init__(self, planes: int, hidden: int) -> None:
        super().__init__()
        self.columns = torch.nn.Linear(planes * BITS, hidden)
        self.outputs = torch.nn.Linear(2 * hidden, 1)
        torch.nn.init.normal_(self.columns.weight, std=0.05)
        torch.nn.init.constant_(self.columns.bias, 0.2)
        torch.nn.init.normal_(self.outputs.weight, std=0.01)
        torch.nn.init.zeros_(self.outputs.bias)

    def forward(self, own: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        """The output in units of SCORE."""
        sums = torch.cat([self.columns(own), self.columns(other)], dim=1).clamp(0, 1)
        return self.outputs(sums * sums).squeeze(1)

    def take(self, network: Network) -> None:
        """Begin with the weights of a network of the same size: what it was fitted to is not lost with its positions."""
        head, body = split_file(network.data)
        weights = torch.from_numpy(np.frombuffer(body, dtype="<i2").astype(np.float32))
        inputs, hidden = network.planes * BITS, network.hidden
        columns, biases, outputs = weights.split([inputs * hidden, hidden, 2 * hidden])
        with torch.no_grad():
            self.columns.weight.copy_(columns.view(inputs, hidden).T / SUM_UNIT)
            self.columns.bias.copy_(biases / SUM_UNIT)
            self.outputs.weight.copy_(outputs.unsqueeze(0) / WEIGHT_UNIT)
            self.outputs.bias.fill_(head["bias"] / (SUM_UNIT * WEIGHT_UNIT))

    def clip(self) -> None:
        """Keep the weights within what 16 bits hold."""
        with torch.no_grad():
            self.outputs.weight.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)
            self.columns.weight.clamp_(-8, 8)


@dataclass(frozen=True)
class Fit:
    """How to fit: the size of the network, what it is added to, and what it is to predict."""

    hidden: int = 64
    adds: bool = True
    epochs: int = 5
    batch: int = 8192
    rate: float = 3e-3
    trust: float = 0.9
    """The share of the search score in the target; the rest is the result of the game."""
    decay: float = 0.3
    reflects: int = 0
    """How many of the planes are boards of eight by eight whose left and right may be exchanged."""
    seed: int = 1


class Fitting:
    """A fit under way, which can be put aside after each epoch."""

    def __init__(self, positions: Positions, plan: Fit, start: Network | None = None) -> None:
        torch.manual_seed(plan.seed)
        self.positions, self.plan, self.epoch = positions, plan, 0
        self.model = Model(positions.own.shape[1], plan.hidden)
        if start is not None and fits(start, positions, plan):
            self.model.take(start)
        self.fitted, self.held = np.flatnonzero(~positions.held_back), np.flatnonzero(positions.held_back)
        self.steps = max(1, len(self.fitted) // plan.batch)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=plan.rate, weight_decay=plan.decay)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(self.optimizer, plan.rate, total_steps=self.steps * plan.epochs, pct_start=0.1)
        self.shuffle = np.random.default_rng(plan.seed)
        self.best, self.kept = float("inf"), copy.deepcopy(self.model.state_dict())

    def run_epoch(self, watch: Watch | None = None) -> tuple[float, float]:
        """The losses of the fitted positions and of those held back."""
        plan, total = self.plan, 0.0
        order = self.shuffle.permutation(self.fitted)
        for step in range(self.steps):
            chosen = order[step * plan.batch : (step + 1) * plan.batch]
            loss = _loss(self.model, self.positions, chosen, plan, reflected=bool(plan.reflects and self.shuffle.integers(2)))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.schedule.step()
            self.model.clip()
            total += float(loss.detach())
            if watch is not None:
                watch(self.epoch + 1, (step + 1) / self.steps, total / (step + 1))
        self.epoch += 1
        missed = measure_loss(self.model, self.positions, self.held, plan) if len(self.held) else total / self.steps
        if missed < self.best:
            self.best, self.kept = missed, copy.deepcopy(self.model.state_dict())
        return total / self.steps, missed

    def state(self) -> dict[str, Any]:
        """All that the next epoch depends on."""
        parts = {name: getattr(self, name).state_dict() for name in STATEFUL}
        return {**parts, "shuffle": json.dumps(self.shuffle.bit_generator.state), "epoch": self.epoch, "best": self.best, "kept": self.kept}

    def resume(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        for name in STATEFUL:
            getattr(self, name).load_state_dict(state[name])
        self.shuffle.bit_generator.state = json.loads(state["shuffle"])
        self.epoch, self.best, self.kept = state["epoch"], state["best"], state["kept"]


STATEFUL = ("model", "optimizer", "schedule")


@dataclass(frozen=True)
class Checkpoint:
    """Where a fit is put aside after each epoch, under the identity of its data and plan."""

    path: Path
    identity: str

    def save(self, fitting: Fitting) -> None:
        """Replace what is there."""
        written = io.BytesIO()
        torch.save({"identity": self.identity, **fitting.state()}, written)
        write_whole(self.path, written.getvalue())

    def restore(self, fitting: Fitting) -> None:
        """Go on from what is there, if it is of the same data and plan."""
        try:
            state = torch.load(self.path, weights_only=True)
        except FileNotFoundError:
            return
        except (RuntimeError, pickle.UnpicklingError, EOFError):  # damaged
            return
        if state.get("identity") == self.identity:
            fitting.resume(state)


def fit_network(
    positions: Positions,
    plan: Fit,
    provenance: dict[str, Any],
    report: Report | None = None,
    start: Network | None = None,
    *,
    checkpoint: Checkpoint | None = None,
    watch: Watch | None = None,
) -> Network:
    """A quantised network fitted to positions: that of the epoch which predicts those held back best.

    It begins with the weights of `start` where that has the same size, or where the checkpoint was left.
    """
    fitting = Fitting(positions, plan, start)
    if checkpoint is not None:
        checkpoint.restore(fitting)
    while fitting.epoch < plan.epochs:
        losses = fitting.run_epoch(watch)
        if checkpoint is not None:
            checkpoint.save(fitting)
        if report is not None:
            report(fitting.epoch, *losses)
    fitting.model.load_state_dict(fitting.kept)
    begun_with = start if start is not None and fits(start, positions, plan) else None
    return quantise(
        fitting.model, plan, {**provenance, **_origin_of_plan(plan), "start": origin_of_start(begun_with), "loss": round(fitting.best, 7)}
    )


def fits(start: Network, positions: Positions, plan: Fit) -> bool:
    """Whether a fit can begin with the weights of a network."""
    return (start.planes, start.hidden, start.adds) == (positions.own.shape[1], plan.hidden, plan.adds)


def _origin_of_plan(plan: Fit) -> dict[str, Any]:
    """What the file of a network says of its fit."""
    of_plan = {name: value for name, value in asdict(plan).items() if name in FIELDS and name != "seed"}
    return {**of_plan, "torch": torch.__version__}


def fit_identity(rules: AnyGame, plan: Fit, data: Iterable[Path], engines: str) -> str:
    """A hash of all that a fit depends on: two fits with the same one give the same network on the same machine."""
    digest = sha256(json.dumps([rules.info.id, dict(rules.options), asdict(plan), engines]).encode())
    for path in data:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]


def measure_loss(model: Model, positions: Positions, chosen: NDArray[np.int64], plan: Fit) -> float:
    """The mean loss over chosen positions."""
    with torch.no_grad():
        parts = [(len(part), float(_loss(model, positions, part, plan))) for part in np.array_split(chosen, max(1, len(chosen) // 8192))]
    return sum(count * loss for count, loss in parts) / max(1, len(chosen))


def _loss(model: Model, positions: Positions, chosen: NDArray[np.int64], plan: Fit, *, reflected: bool = False) -> torch.Tensor:
    own, other = positions.own[chosen], positions.other[chosen]
    if reflected:
        own, other = _reflect(own, plan.reflects), _reflect(other, plan.reflects)
    output = model(_inputs(own), _inputs(other)) * SCORE
    if plan.adds:
        output = output + torch.from_numpy(positions.static[chosen])
    searched = torch.sigmoid(torch.from_numpy(positions.score[chosen]) / LOGISTIC)
    target = plan.trust * searched + (1 - plan.trust) * torch.from_numpy(positions.share[chosen])
    return ((torch.sigmoid(output / LOGISTIC) - target).abs() ** 2.3).mean()


def _reflect(planes: NDArray[np.uint64], boards: int) -> NDArray[np.uint64]:
    """Left and right exchanged on the first planes, which are boards of eight by eight."""
    cells = np.ascontiguousarray(planes[:, :boards])
    turned = np.packbits(np.unpackbits(cells.view(np.uint8), bitorder="little"), bitorder="big").view(np.uint64).reshape(cells.shape)
    return np.concatenate([turned, planes[:, boards:]], axis=1)


def _inputs(planes: NDArray[np.uint64]) -> torch.Tensor:
    bits = np.unpackbits(planes.view(np.uint8), axis=1, bitorder="little")
    return torch.from_numpy(bits.astype(np.float32))


def quantise(model: Model, plan: Fit, provenance: dict[str, Any]) -> Network:
    """The network in 16 bits."""
    columns = _rounded(model.columns.weight.T, SUM_UNIT)
    biases = _rounded(model.columns.bias, SUM_UNIT)
    outputs = _rounded(model.outputs.weight, WEIGHT_UNIT)
    bias = round(float(model.outputs.bias.detach()) * SUM_UNIT * WEIGHT_UNIT)
    planes = model.columns.weight.shape[1] // BITS
    return Network(write_network(planes, plan.hidden, plan.adds, bias, provenance, columns, biases, outputs))


def _rounded(weights: torch.Tensor, unit: int) -> bytes:
    rounded: bytes = np.rint(weights.detach().numpy() * unit).astype("<i2").tobytes()
    return rounded
