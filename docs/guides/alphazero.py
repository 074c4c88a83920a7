"""AlphaZero in one file: a network learns a game from nothing but its rules, by playing itself.

    python docs/guides/alphazero.py malawi --minutes 60

needs `pip install 'tablier[environments]'` and PyTorch, built for the processor or for a graphics card. All games of a batch are searched
together, one simulation in each at a time, so that the network judges a whole batch at once. The roots are searched as in Gumbel AlphaZero
(Danihelka and others, 2022), which learns with few simulations: candidates are drawn, the worse half is dropped again and again, and the
policy is improved by what was found. Processes play while this one learns, as many as there are cores.

Ctrl-C stops; the same command goes on from the last checkpoint. Minutes are those of self-play and training; matches are not counted. Each
line of FOLDER/GAME.jsonl is a match against a level of the library: together they are the learning curve, which FOLDER/GAME.svg draws. The
levels are opponents in matches only: nothing is learnt from them.
"""

import argparse
import json
import multiprocessing
import os
import signal
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tablier import Match, game
from tablier.environments import environments
from tablier.environments.arrays import Environments
from tablier.environments.batch import OVER, Batch
from tablier.search.levels import LevelPlayer

GAMES = 512  # played side by side in each process
SIMULATIONS, CANDIDATES = 32, 8  # for an action of self-play: in all, and the actions of the root that they begin with
MATCH_SIMULATIONS, MATCH_CANDIDATES = 512, 16  # for an action of a match
STEPS = 16  # actions in each game between two trainings
REUSE = 4  # how often a position is learnt from, on average
BATCH = 512
WIDTH = 256  # of the network's layers
SLOTS = 32  # actions that a search considers in a position, the most likely ones
RATE = 1e-3  # of learning, at first; a tenth of it at the end
MEMORY = 500_000  # positions
LONGEST = 240  # actions, after which a game is broken off
EXPLORATION = 1.5  # weight of the priors inside the trees
SCALE = 0.3  # weight of values against logits at the roots
ILLEGAL = -1e9  # logit of an illegal action
LATER = 0.9  # weight of the next position's target in a position's target; the rest is the value that its search found

Positions = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Of a game: inputs, improved policies, values for the seat that acted, and whether a move was begun already."""
Story = list[tuple[np.ndarray, np.ndarray, float, int, bool]]
"""The same of a game that goes on, with the values for the first seat, and the seats that acted."""
Directions = tuple[tuple[int, int], ...]
Symmetry = tuple[tuple[int, ...], bool]

DIRECTIONS = {  # of the actions that lead away from a cell, in the order of their numbers: rows up, columns to the right
    "achef": ((1, 0), (-1, 0), (0, 1), (0, -1)),
    "malawi": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
}
ROWS, COLUMNS = 0, 1  # dimensions of the board
SYMMETRIES = {  # of the board: the dimensions to reverse, and whether rows and columns are then exchanged
    "achef": [(reverse, swap) for reverse in ((), (ROWS,), (COLUMNS,), (ROWS, COLUMNS)) for swap in (False, True)],
    "malawi": [((), False), ((COLUMNS,), False)],
}


class Layout:
    """The numbers that a network sees and gives, and where each of them goes when the board is turned."""

    def __init__(self, name: str, games: Environments) -> None:
        planes, height, width = games.coding.shape
        self.actions = games.masks.shape[1]
        self.inputs = planes * height * width + self.actions
        self.orders = [self._order(symmetry, DIRECTIONS[name], planes, height, width) for symmetry in SYMMETRIES[name]]

    def inputs_of(self, games: Environments) -> np.ndarray:
        """What the network sees: the planes of the game, then its legal actions."""
        return np.concatenate([games.observations.reshape(len(games), -1), games.masks], 1, dtype=np.float32)

    def _order(self, symmetry: Symmetry, directions: Directions, planes: int, height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
        """For a symmetry of the board, which input and which action comes to each place."""
        reverse, swap = symmetry
        cells = np.flip(np.arange(height * width).reshape(height, width), reverse)
        cells = (cells.T if swap else cells).ravel()
        ways = [(-up if ROWS in reverse else up, -right if COLUMNS in reverse else right) for up, right in directions]
        turned = [directions.index(way[::-1] if swap else way) for way in ways]
        away = cells[:, None] * len(directions) + np.argsort(turned)
        others = np.arange(away.size, self.actions, cells.size)[:, None] + cells
        actions = np.concatenate([away.ravel(), others.ravel()])
        drawn = np.arange(planes)[:, None] * cells.size + cells
        return np.concatenate([drawn.ravel(), drawn.size + actions]), actions


class Network(nn.Module):
    """What a position is worth to the seat to act, and how likely each action is the best: layers over the whole board, with a shortcut."""

    def __init__(self, layout: Layout, width: int = WIDTH) -> None:
        super().__init__()
        self.layout = layout
        self.first = nn.Linear(layout.inputs, width)
        self.block = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
        self.policy = nn.Linear(width, layout.actions)
        self.value = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the actions and the value, for each position."""
        hidden = functional.relu(self.first(inputs))
        hidden = functional.relu(hidden + self.block(hidden))
        logits = self.policy(hidden).masked_fill(inputs[:, -self.layout.actions :] == 0, ILLEGAL)
        return logits, self.value(hidden).squeeze(1)

    @torch.inference_mode()
    def judge(self, games: Environments) -> tuple[torch.Tensor, np.ndarray]:
        """The logits of the actions, and the values."""
        logits, values = self(torch.from_numpy(self.layout.inputs_of(games)))
        return logits, values.numpy()


class Search:
    """Monte-Carlo trees for a batch of games. Node 0 of each tree is where its game stands; positions are kept in a batch of their own.

    A node has slots for its most likely actions; the others are never tried."""

    def __init__(self, name: str, size: int, simulations: int, candidates: int) -> None:
        rules, self.candidates = game(name), candidates
        self.simulations, self.rows, nodes = simulations, np.arange(size, dtype=np.int32), simulations + 1
        self.kept = Batch(rules, size * nodes, auto_reset=False, threads=1)
        self.leaves = Environments(Batch(rules, size, auto_reset=False, threads=1))
        shape = (size, nodes, min(SLOTS, self.leaves.masks.shape[1]))
        self.actions, self.children = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
        self.priors, self.visits, self.totals = (np.zeros(shape, np.float32) for _ in range(3))
        self.signs = np.zeros((size, nodes), np.float32)  # 1 where the first seat acts
        self.values = np.zeros((size, nodes), np.float32)

    def run(self, games: Environments, network: Network, *, drawn: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """For each game the action to play, the improved policy and the value; `drawn` adds chance to the choice of candidates."""
        for array in (self.visits, self.totals, self.children):
            array[:] = 0
        self.leaves.put(self.rows, games, self.rows)
        logits, values = network.judge(self.leaves)
        noise = torch.from_numpy(np.random.gumbel(size=logits.shape).astype(np.float32)) if drawn else torch.zeros(())
        self._keep(0, logits, values, logits + noise)
        self.chances = np.take_along_axis((logits + noise).numpy(), self.actions[:, 0], 1)
        candidates = np.tile(np.arange(min(self.candidates, self.actions.shape[2])), (len(self.rows), 1))
        candidates = np.where(self.priors[:, 0, : candidates.shape[1]] > 0, candidates, 0)
        for number in range(1, self.simulations + 1):
            if (number - 1) * 3 % self.simulations < 3 and number > 1:
                candidates = self._drop_half(candidates)
            self._simulate(number, network, candidates)
        best = self.actions[self.rows, 0, self._drop_half(candidates, 1)[:, 0]]
        improved = logits.numpy() + self._scale() * self._root_values()  # for untried actions: worth as much as the position
        tried = np.take_along_axis(logits.numpy(), self.actions[:, 0], 1) + self._gains()
        np.put_along_axis(improved, self.actions[:, 0], tried, 1)
        return best, functional.softmax(torch.from_numpy(improved), 1).numpy(), self._root_values()[:, 0]

    def _scale(self) -> np.ndarray:
        """What a value of 1 counts on the scale of the logits."""
        return (50 + self.visits[:, 0].max(1, keepdims=True)) * SCALE

    def _gains(self) -> np.ndarray:
        """What the action of each slot of the roots is worth on the scale of the logits; an untried one as much as the position."""
        visits = self.visits[:, 0]
        return self._scale() * np.where(visits > 0, self.totals[:, 0] / np.maximum(visits, 1), self._root_values())

    def _root_values(self) -> np.ndarray:
        """What the roots are worth: by the network, and by the tried actions, weighed by their priors."""
        visits, priors = self.visits[:, 0], self.priors[:, 0]
        tried, count = priors * (visits > 0), visits.sum(1, keepdims=True)
        averages = self.totals[:, 0] / np.maximum(visits, 1)
        mean = (tried * averages).sum(1, keepdims=True) / np.maximum(tried.sum(1, keepdims=True), 1e-9)
        return (self.values[:, :1] + count * mean) / (1 + count)

    def _drop_half(self, candidates: np.ndarray, left: int = 0) -> np.ndarray:
        """The better half of the candidates, or the best `left` of them."""
        scores = np.take_along_axis(self.chances + self._gains(), candidates, 1)
        order = np.argsort(-scores, 1)[:, : left or max(2, candidates.shape[1] // 2)]
        return np.take_along_axis(candidates, order, 1)

    def _keep(self, number: int, logits: torch.Tensor, values: np.ndarray, preferences: torch.Tensor) -> None:
        """Keep the leaves as nodes of their trees, each with slots for the actions that are preferred."""
        self.kept.put(self._places(number), self.leaves.batch, self.rows)
        actions = preferences.topk(self.actions.shape[2]).indices
        self.actions[:, number], self.values[:, number] = actions.numpy(), values
        self.priors[:, number] = functional.softmax(logits, 1).gather(1, actions).numpy()
        self.signs[:, number] = 1 - 2 * self.leaves.actors

    def _places(self, nodes: "int | np.ndarray") -> np.ndarray:
        """Where the positions of these nodes are kept, one node of each tree."""
        return (self.rows * (self.simulations + 1) + nodes).astype(np.int32)

    def _simulate(self, number: int, network: Network, candidates: np.ndarray) -> None:
        """Walk down each tree to an action that was not tried, try it, and tell the way up what it was worth."""
        rows, nodes = self.rows, np.zeros(len(self.rows), np.int64)
        leaf, chosen = nodes.copy(), nodes.copy()
        slots = candidates[rows, np.take_along_axis(self.visits[:, 0], candidates, 1).argmin(1)]
        path = []
        while len(rows):
            path.append((rows, nodes, slots))
            leaf[rows], chosen[rows] = nodes, slots
            children = self.children[rows, nodes, slots]
            rows, nodes = rows[children > 0], children[children > 0]
            slots = self._choose(rows, nodes)
        self.leaves.batch.put(self.rows, self.kept, self._places(leaf))
        self.leaves.step(self.actions[self.rows, leaf, chosen])
        logits, values = network.judge(self.leaves)
        worth = np.where(self.leaves.actors == OVER, self.leaves.rewards[:, 0], values * (1 - 2 * self.leaves.actors))
        self._keep(number, logits, values, logits)
        going = self.rows[self.leaves.actors != OVER]  # the end of a game is tried again each time
        self.children[going, leaf[going], chosen[going]] = number
        for rows, nodes, slots in path:
            self.visits[rows, nodes, slots] += 1
            self.totals[rows, nodes, slots] += worth[rows] * self.signs[rows, nodes]

    def _choose(self, rows: np.ndarray, nodes: np.ndarray) -> np.ndarray:
        """The best slot of each node: by its average (the node's where it is untried), and by its prior as long as visits are few."""
        priors, visits = self.priors[rows, nodes], self.visits[rows, nodes]
        totals, count = self.totals[rows, nodes], visits.sum(1, keepdims=True)
        untried = (self.values[rows, nodes, None] + totals.sum(1, keepdims=True)) / (1 + count)
        averages = np.where(visits > 0, totals / np.maximum(visits, 1), untried)
        bonus = EXPLORATION * priors * np.sqrt(count + 1) / (1 + visits)
        return np.where(priors > 0, averages + bonus, -np.inf).argmax(1)


class Memory:
    """The latest positions, with the improved policy and the value for the seat that acted."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.count = layout, 0
        self.inputs, self.shares = np.zeros((MEMORY, layout.inputs), np.float16), np.zeros((MEMORY, layout.actions), np.float16)
        self.values, self.begun = np.zeros(MEMORY, np.float32), np.zeros(MEMORY, np.bool_)

    def add(self, inputs: np.ndarray, shares: np.ndarray, values: np.ndarray, begun: np.ndarray) -> None:
        """Remember the positions of a finished game."""
        rows = np.arange(self.count, self.count + len(inputs)) % MEMORY
        self.inputs[rows], self.shares[rows], self.values[rows], self.begun[rows] = inputs, shares, values, begun
        self.count += len(inputs)

    def draw(self) -> list[torch.Tensor]:
        """A random batch, by a random symmetry of the board; but within a move the order of its actions is not symmetric."""
        rows = np.random.randint(0, min(self.count, MEMORY), BATCH)
        inputs, shares, begun = self.inputs[rows], self.shares[rows], self.begun[rows, None]
        turned_inputs, turned_actions = self.layout.orders[np.random.randint(len(self.layout.orders))]
        inputs, shares = np.where(begun, inputs, inputs[:, turned_inputs]), np.where(begun, shares, shares[:, turned_actions])
        return [torch.from_numpy(array.astype(np.float32)) for array in (inputs, shares, self.values[rows])]


class Player:
    """Plays many games against itself."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.games = environments(name, GAMES, longest=LONGEST, seed=seed, threads=1)
        self.layout = Layout(name, self.games)
        self.network, self.search = Network(self.layout), Search(name, GAMES, SIMULATIONS, CANDIDATES)
        self.stories: list[Story] = [[] for _ in range(GAMES)]

    def play(self) -> list[Positions]:
        """Some moves in all games; returns the positions of each game that ended."""
        played = []
        for _ in range(STEPS):
            actions, shares, values = self.search.run(self.games, self.network)
            inputs, shares = self.layout.inputs_of(self.games).astype(np.float16), shares.astype(np.float16)
            values = values * (1 - 2 * self.games.actors)  # to the first seat
            for i, story in enumerate(self.stories):
                story.append((inputs[i], shares[i], float(values[i]), int(self.games.actors[i]), bool(self.games.batch.begun(i))))
            self.games.step(actions)
            for i in np.flatnonzero(self.games.terminated | self.games.truncated):
                result = self.games.rewards[i, 0] if self.games.terminated[i] else values[i]
                played.append(_judged(self.stories[i], float(result)))
                self.stories[i] = []
        return played


def _judged(story: Story, result: float) -> Positions:
    """The positions of a game; values are traced back from its result, or from the last search where it was broken off."""
    inputs, shares, found, actors, begun = (np.array(part) for part in zip(*story, strict=True))
    worth = np.zeros(len(story), np.float32)
    for n in reversed(range(len(story))):
        worth[n] = result = LATER * result + (1 - LATER) * found[n]
    return inputs, shares, worth * (1 - 2 * actors), begun


def use_one_core() -> None:
    """Leave the other cores to other processes. Weights that decay to nearly nothing count as 0, since they would slow all others down."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)


def play_on(name: str, seed: int, pipe: Connection) -> None:
    """A process that plays: takes in the weights of a network, gives the games that ended, and so on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that learns
    use_one_core()
    np.random.seed(seed)
    player = Player(name, seed)
    with suppress(EOFError, OSError):  # the process that learns has ended
        while True:
            player.network.load_state_dict({key: torch.from_numpy(array) for key, array in pipe.recv().items()})
            pipe.send(player.play())


class Learner:
    """Learns from the games of some processes that play, and can be saved."""

    def __init__(self, name: str, folder: Path, processes: int = 1) -> None:
        self.file, self.layout = folder / f"{name}.pt", Layout(name, environments(name, 1))
        self.network, self.memory = Network(self.layout), Memory(self.layout)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE, weight_decay=1e-5)
        self.seconds, self.played, self.new = 0.0, 0, 0
        if self.file.exists():
            saved = torch.load(self.file, weights_only=True)
            self.network.load_state_dict(saved["network"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.seconds, self.played = saved["seconds"], saved["played"]
        self.pipes = []
        context = multiprocessing.get_context("spawn")
        for number in range(processes):
            pipe, end = context.Pipe()
            context.Process(target=play_on, args=(name, self.played + number, end), daemon=True).start()
            self.pipes.append(pipe)

    def save(self) -> None:
        """Replace the checkpoint at once, so that an interruption leaves a whole one."""
        new = self.file.with_suffix(".new")
        states = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save({**states, "seconds": self.seconds, "played": self.played}, new)
        new.replace(self.file)

    def advance(self, rate: float = RATE) -> float:
        """Have all processes play on, and learn meanwhile from what they played before; returns the average loss."""
        begun, weights = time.monotonic(), {key: value.numpy() for key, value in self.network.state_dict().items()}
        for pipe in self.pipes:
            pipe.send(weights)
        loss, self.new = self.learn(self.new, rate), 0
        for pipe in self.pipes:
            for positions in pipe.recv():
                self.memory.add(*positions)
                self.played, self.new = self.played + 1, self.new + len(positions[0])
        self.seconds += time.monotonic() - begun
        return loss

    def learn(self, positions: int, rate: float = RATE) -> float:
        """Train on the memory as much as so many new positions are worth; returns the average loss."""
        self.optimizer.param_groups[0]["lr"] = rate
        losses = []
        for _ in range(positions * REUSE // BATCH):
            inputs, shares, results = self.memory.draw()
            logits, values = self.network(inputs)
            loss = -(shares * functional.log_softmax(logits, 1)).sum(1).mean() + functional.mse_loss(values, results)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(loss.item())
        return sum(losses) / max(1, len(losses))


def play_match(name: str, network: Network, level: int, games: int, simulations: int, seed: int) -> float:
    """The share of the points against a level of the library; half of the games with each seat, after two random moves."""
    rules = game(name)
    table = Environments(Batch(rules, games, seed=seed, auto_reset=False, longest=LONGEST, threads=1))
    search, player, seats = Search(name, games, simulations, MATCH_CANDIDATES), LevelPlayer(rules, level, seed), np.arange(games) % 2
    for i in range(games):
        for _ in range(2):
            table.batch.act(i, int(np.random.choice(table.batch.legal(i))))
            while table.batch.begun(i):
                table.batch.act(i, int(np.random.choice(table.batch.legal(i))))
    points = np.zeros(games)
    while (table.actors != OVER).any():
        for i in map(int, np.flatnonzero(table.actors != OVER)):
            while table.actors[i] not in (seats[i], OVER):
                text = player.choose(Match(rules, rules.load(table.batch.dump(i))))
                for action in table.batch.actions(i, text):
                    table.batch.act(i, action)
            points[i] += table.rewards[i, seats[i]]  # not 0 where the level has just ended the game
        table.step(search.run(table, network, drawn=False)[0])
        points += table.rewards[np.arange(games), seats]
    return float((points.mean() + 1) / 2)


def draw_curve(points: list[dict[str, float]]) -> str:
    """The share of the points in each match by the minutes learnt, as an SVG picture."""
    width, height, last = 480, 240, max(point["minutes"] for point in points) or 1
    places = [(40 + 420 * point["minutes"] / last, 210 - 190 * point["score"]) for point in points]
    grid = "".join(
        f'<path d="M40 {210 - 190 * share}H460" stroke="#ccc"/><text x="34" y="{214 - 190 * share}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.5, 1)
    )
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">{grid}'
        f'<polyline points="{line}" fill="none" stroke="#069" stroke-width="2"/><g fill="#069">{dots}</g>'
        f'<text x="460" y="230" text-anchor="end">{last:g} minutes</text></svg>\n'
    )


def main() -> None:
    """Learn, and note the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["achef", "malawi"])
    parser.add_argument("--minutes", type=float, default=60.0, help="of self-play and training")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="that play; training takes some of their time")
    parser.add_argument("--level", type=int, default=4, help="of the opponent in matches")
    parser.add_argument("--matches", type=int, default=100, help="games of a match, for every tenth of the time")
    parser.add_argument("--simulations", type=int, default=MATCH_SIMULATIONS, help="for an action of a match")
    parser.add_argument("--folder", type=Path, default=Path("build/alphazero"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    use_one_core()
    learner, curve = Learner(asked.game, asked.folder, asked.processes), asked.folder / f"{asked.game}.jsonl"
    total = asked.minutes * 60
    noted = int(10 * learner.seconds / total)
    try:
        while learner.seconds < total:
            loss = learner.advance(RATE * (1 - 0.9 * learner.seconds / total))
            learner.save()
            print(f"{learner.seconds / 60:5.1f} min  {learner.played} games, {learner.new} new positions, loss {loss:.3f}", flush=True)
            if int(10 * learner.seconds / total) > noted:
                noted = int(10 * learner.seconds / total)
                score = play_match(asked.game, learner.network, asked.level, asked.matches, asked.simulations, noted)
                found = {"minutes": round(learner.seconds / 60, 1), "games": learner.played, "level": asked.level, "score": score}
                print(f"       {score:.0%} of {asked.matches} games against level {asked.level}", flush=True)
                with curve.open("a") as file:
                    file.write(json.dumps(found) + "\n")
                points = [json.loads(line) for line in curve.read_text().splitlines()]
                curve.with_suffix(".svg").write_text(draw_curve(points))
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here")


if __name__ == "__main__":
    main()
