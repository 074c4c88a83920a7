"""AlphaZero in one file: a network learns a game from nothing but its rules, by playing itself.

    python docs/guides/alphazero.py achef --minutes 60

needs `pip install 'tablier[environments]' torch`. All games of a batch are searched together, one simulation in each at a time, so that
the network judges a whole batch at once. The roots are searched as in Gumbel AlphaZero (Danihelka and others, 2022), which learns with few
simulations: candidates are drawn, the worse half is dropped again and again, and the policy is improved by what was found.

Ctrl-C stops; the same command goes on from the last checkpoint. Minutes are processor time of self-play and training, on one core; matches
are not counted. Each line of FOLDER/GAME.jsonl is a match against a level of the library: together they are the learning curve, which
FOLDER/GAME.svg draws. The levels are opponents in matches only: nothing is learnt from them.
"""

import argparse
import json
import time
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

GAMES = 128  # played side by side
SIMULATIONS, CANDIDATES = 32, 8  # for an action of self-play: in all, and the actions of the root that they begin with
MATCH_SIMULATIONS, MATCH_CANDIDATES = 256, 16  # for an action of a match
STEPS = 32  # actions in each game between two trainings
REUSE = 4  # how often a position is learnt from, on average
BATCH = 128
RATE = 1e-3  # of learning, at first; a tenth of it at the end
MEMORY = 200_000  # positions
LONGEST = 240  # actions, after which a game is broken off
EXPLORATION = 1.5  # weight of the priors inside the trees
SCALE = 0.3  # weight of values against logits at the roots
LATER = 0.9  # weight of the next position's target in a position's target; the rest is the value that its search found

DIRECTIONS = {  # of the actions that lead away from a cell, in the order of their numbers: rows up, columns to the right
    "achef": ((1, 0), (-1, 0), (0, 1), (0, -1)),
    "malawi": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
}
ROWS, COLUMNS = 2, 3  # dimensions of planes
SYMMETRIES = {  # of the board: the dimensions to reverse, and whether rows and columns are then exchanged
    "achef": [(reverse, swap) for reverse in ((), (ROWS,), (COLUMNS,), (ROWS, COLUMNS)) for swap in (False, True)],
    "malawi": [((), False), ((COLUMNS,), False)],
}


class Layout:
    """Actions as planes, like the board: one plane for each direction, then one for each other kind of action that names a cell."""

    def __init__(self, name: str, games: Environments) -> None:
        self.directions, self.symmetries = DIRECTIONS[name], SYMMETRIES[name]
        self.inputs, self.height, self.width = games.coding.shape
        cells, actions = self.height * self.width, games.masks.shape[1]
        away = np.arange(cells * len(self.directions)).reshape(cells, -1).T.ravel()
        self.numbers = np.concatenate([away, np.arange(len(away), actions)])  # of the actions, in the order of the planes
        self.kinds = actions // cells

    def planes(self, games: Environments) -> np.ndarray:
        """What the network sees: the planes of the game, then its legal actions."""
        legal = games.masks[:, self.numbers].reshape(len(games), self.kinds, self.height, self.width)
        return np.concatenate([games.observations, legal.astype(np.float32)], 1)

    def transform(self, planes: torch.Tensor, symmetry: tuple[tuple[int, ...], bool]) -> torch.Tensor:
        """The planes, of which the last are of actions, on a transformed board."""
        reverse, swap = symmetry
        order = list(range(planes.shape[1]))
        first = len(order) - self.kinds
        for number, (up, right) in enumerate(self.directions):
            to = (-up if ROWS in reverse else up, -right if COLUMNS in reverse else right)
            order[first + self.directions.index((to[1], to[0]) if swap else to)] = first + number
        planes = planes[:, order].flip(reverse)
        return planes.transpose(ROWS, COLUMNS) if swap else planes


class Network(nn.Module):
    """What a position is worth to the seat to act, and how likely each action is the best: convolutions with shortcuts."""

    def __init__(self, layout: Layout, width: int = 32, blocks: int = 3) -> None:
        super().__init__()
        self.layout, cells = layout, layout.height * layout.width
        self.first = nn.Conv2d(layout.inputs + layout.kinds, width, 3, padding=1)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.ReLU(), nn.Conv2d(width, width, 3, padding=1)) for _ in range(blocks)
        )
        self.policy = nn.Conv2d(width, layout.kinds, 1)
        hidden = (nn.Conv2d(width, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * cells, 64), nn.ReLU())
        self.value = nn.Sequential(*hidden, nn.Linear(64, 1), nn.Tanh())
        self.to(memory_format=torch.channels_last)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the actions in the order of the planes, and the value, for each position."""
        hidden = functional.relu(self.first(planes.contiguous(memory_format=torch.channels_last)))
        for block in self.blocks:
            hidden = functional.relu(hidden + block(hidden))
        logits = self.policy(hidden).masked_fill(planes[:, -self.layout.kinds :] == 0, -1e9)
        return logits.flatten(1), self.value(hidden).squeeze(1)

    @torch.inference_mode()
    def judge(self, games: Environments) -> tuple[np.ndarray, np.ndarray]:
        """The probabilities of the legal actions by their numbers, and the values."""
        logits, values = self(torch.from_numpy(self.layout.planes(games)))
        shares = np.empty((len(games), len(self.layout.numbers)), np.float32)
        shares[:, self.layout.numbers] = functional.softmax(logits, 1).numpy()
        return shares, values.numpy()


class Search:
    """Monte-Carlo trees for a batch of games. Node 0 of each tree is where its game stands; positions are kept in a batch of their own."""

    def __init__(self, name: str, size: int, simulations: int, candidates: int) -> None:
        rules, self.candidates = game(name), candidates
        self.simulations, self.rows, nodes = simulations, np.arange(size, dtype=np.int32), simulations + 1
        self.kept = Batch(rules, size * nodes, auto_reset=False, threads=1)
        self.leaves = Environments(Batch(rules, size, auto_reset=False, threads=1))
        shape = (size, nodes, self.leaves.masks.shape[1])
        self.priors, self.visits = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.totals, self.children = np.zeros(shape, np.float32), np.zeros(shape, np.int32)
        self.signs = np.zeros((size, nodes), np.float32)  # 1 where the first seat acts
        self.values = np.zeros((size, nodes), np.float32)

    def run(self, games: Environments, network: Network, *, drawn: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """For each game the action to play, the improved policy and the value; `drawn` adds chance to the choice of candidates."""
        for array in (self.visits, self.totals, self.children):
            array[:] = 0
        self.leaves.put(self.rows, games, self.rows)
        priors, values = network.judge(self.leaves)
        self._keep(0, priors, values)
        logits = np.where(priors > 0, np.log(priors + 1e-12), -np.inf)
        self.chances = logits + (np.random.gumbel(size=priors.shape) if drawn else 0)
        candidates = np.argsort(-self.chances, 1)[:, : self.candidates]
        legal = np.take_along_axis(priors, candidates, 1) > 0
        candidates = np.where(legal, candidates, candidates[:, :1])
        for number in range(1, self.simulations + 1):
            if (number - 1) * 3 % self.simulations < 3 and number > 1:
                candidates = self._drop_half(candidates)
            self._simulate(number, network, candidates)
        best = self._drop_half(candidates, 1)[:, 0]
        improved = logits + self._gains()
        improved = np.exp(improved - improved.max(1, keepdims=True))
        improved /= improved.sum(1, keepdims=True)
        return best, improved, self._root_values()[:, 0]

    def _gains(self) -> np.ndarray:
        """What each action of the roots is worth on the scale of the logits; untried ones as much as the position."""
        visits = self.visits[:, 0]
        averages = np.where(visits > 0, self.totals[:, 0] / np.maximum(visits, 1), self._root_values())
        return (50 + visits.max(1, keepdims=True)) * SCALE * averages

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

    def _keep(self, number: int, priors: np.ndarray, values: np.ndarray) -> None:
        """Keep the leaves as nodes of their trees."""
        self.kept.put(self._places(number), self.leaves.batch, self.rows)
        self.priors[:, number], self.values[:, number] = priors, values
        self.signs[:, number] = 1 - 2 * self.leaves.actors

    def _places(self, nodes: "int | np.ndarray") -> np.ndarray:
        """Where the positions of these nodes are kept, one node of each tree."""
        return (self.rows * (self.simulations + 1) + nodes).astype(np.int32)

    def _simulate(self, number: int, network: Network, candidates: np.ndarray) -> None:
        """Walk down each tree to an action that was not tried, try it, and tell the way up what it was worth."""
        rows, nodes = self.rows, np.zeros(len(self.rows), np.int64)
        leaf, chosen = nodes.copy(), nodes.copy()
        least = np.take_along_axis(self.visits[:, 0], candidates, 1).argmin(1)
        actions = candidates[rows, least]
        path = []
        while len(rows):
            path.append((rows, nodes, actions))
            leaf[rows], chosen[rows] = nodes, actions
            children = self.children[rows, nodes, actions]
            rows, nodes = rows[children > 0], children[children > 0]
            actions = self._choose(rows, nodes)
        self.leaves.batch.put(self.rows, self.kept, self._places(leaf))
        self.leaves.step(chosen)
        priors, values = network.judge(self.leaves)
        worth = np.where(self.leaves.actors == OVER, self.leaves.rewards[:, 0], values * (1 - 2 * self.leaves.actors))
        self._keep(number, priors, values)
        going = self.rows[self.leaves.actors != OVER]  # the end of a game is tried again each time
        self.children[going, leaf[going], chosen[going]] = number
        for rows, nodes, actions in path:
            self.visits[rows, nodes, actions] += 1
            self.totals[rows, nodes, actions] += worth[rows] * self.signs[rows, nodes]

    def _choose(self, rows: np.ndarray, nodes: np.ndarray) -> np.ndarray:
        """The best action of each node: by its average (the node's where it is untried), and by its prior as long as visits are few."""
        priors, visits = self.priors[rows, nodes], self.visits[rows, nodes]
        totals, count = self.totals[rows, nodes], visits.sum(1, keepdims=True)
        untried = (self.values[rows, nodes, None] + totals.sum(1, keepdims=True)) / (1 + count)
        averages = np.where(visits > 0, totals / np.maximum(visits, 1), untried)
        bonus = EXPLORATION * priors * np.sqrt(count + 1) / (1 + visits)
        return np.where(priors > 0, averages + bonus, -np.inf).argmax(1)


class Memory:
    """The latest positions, with the improved policy and the value for the seat that acted."""

    def __init__(self, layout: Layout) -> None:
        self.layout, board = layout, (layout.height, layout.width)
        self.planes = np.zeros((MEMORY, layout.inputs + layout.kinds, *board), np.float16)
        self.shares, self.values = np.zeros((MEMORY, layout.kinds, *board), np.float16), np.zeros(MEMORY, np.float32)
        self.count = 0

    def add(self, planes: np.ndarray, shares: np.ndarray, values: np.ndarray) -> None:
        """Remember the positions of a finished game."""
        rows = np.arange(self.count, self.count + len(planes)) % MEMORY
        self.planes[rows], self.shares[rows], self.values[rows] = planes, shares.reshape(-1, *self.shares.shape[1:]), values
        self.count += len(planes)

    def draw(self) -> list[torch.Tensor]:
        """A random batch, by a random symmetry of the board."""
        rows = np.random.randint(0, min(self.count, MEMORY), BATCH)
        planes, shares, values = (torch.from_numpy(array[rows].astype(np.float32)) for array in (self.planes, self.shares, self.values))
        symmetry = self.layout.symmetries[np.random.randint(len(self.layout.symmetries))]
        return [self.layout.transform(planes, symmetry), self.layout.transform(shares, symmetry).flatten(1), values]


class Learner:
    """Plays itself, learns from it, and can be saved."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.file = name, folder / f"{name}.pt"
        self.games = environments(name, GAMES, longest=LONGEST, seed=1, threads=1)
        self.layout = Layout(name, self.games)
        self.network, self.search = Network(self.layout), Search(name, GAMES, SIMULATIONS, CANDIDATES)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE, weight_decay=1e-5)
        self.memory = Memory(self.layout)
        self.stories: list[list[tuple[np.ndarray, np.ndarray, float, int]]] = [[] for _ in range(GAMES)]
        self.seconds, self.played = 0.0, 0
        if self.file.exists():
            saved = torch.load(self.file, weights_only=True)
            self.network.load_state_dict(saved["network"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.seconds, self.played = saved["seconds"], saved["played"]

    def save(self) -> None:
        """Replace the checkpoint at once, so that an interruption leaves a whole one."""
        new = self.file.with_suffix(".new")
        states = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save({**states, "seconds": self.seconds, "played": self.played}, new)
        new.replace(self.file)

    def play(self) -> int:
        """Some moves in all games; returns how many positions were remembered."""
        before = self.memory.count
        for _ in range(STEPS):
            actions, shares, values = self.search.run(self.games, self.network)
            planes, shares = self.layout.planes(self.games).astype(np.float16), shares[:, self.layout.numbers].astype(np.float16)
            values = values * (1 - 2 * self.games.actors)  # to the first seat
            for i, story in enumerate(self.stories):
                story.append((planes[i], shares[i], float(values[i]), int(self.games.actors[i])))
            self.games.step(actions)
            for i in np.flatnonzero(self.games.terminated | self.games.truncated):
                self._remember(self.stories[i], float(self.games.rewards[i, 0] if self.games.terminated[i] else values[i]))
                self.stories[i] = []
                self.played += 1
        return self.memory.count - before

    def _remember(self, story: list[tuple[np.ndarray, np.ndarray, float, int]], result: float) -> None:
        """Add a game to the memory; values are traced back from its result, or from the last search where it was broken off."""
        planes, shares, found, actors = (np.array(part) for part in zip(*story, strict=True))
        worth = np.zeros(len(story), np.float32)
        for n in reversed(range(len(story))):
            worth[n] = result = LATER * result + (1 - LATER) * found[n]
        self.memory.add(planes, shares, worth * (1 - 2 * actors))

    def learn(self, positions: int, rate: float = RATE) -> float:
        """Train on the memory; returns the average loss."""
        self.optimizer.param_groups[0]["lr"] = rate
        losses = []
        for _ in range(positions * REUSE // BATCH):
            planes, shares, results = self.memory.draw()
            logits, values = self.network(planes)
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
        f'<text x="460" y="230" text-anchor="end">{last:g} minutes of one processor</text></svg>\n'
    )


def main() -> None:
    """Learn, and note the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["achef", "malawi"])
    parser.add_argument("--minutes", type=float, default=60.0, help="of one processor")
    parser.add_argument("--level", type=int, default=4, help="of the opponent in matches")
    parser.add_argument("--matches", type=int, default=100, help="games of a match, for every tenth of the time")
    parser.add_argument("--simulations", type=int, default=MATCH_SIMULATIONS, help="for an action of a match")
    parser.add_argument("--folder", type=Path, default=Path("build/alphazero"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    learner, curve = Learner(asked.game, asked.folder), asked.folder / f"{asked.game}.jsonl"
    total = asked.minutes * 60
    noted = int(10 * learner.seconds / total)
    try:
        while learner.seconds < total:
            begun = time.process_time()
            positions = learner.play()
            loss = learner.learn(positions, RATE * (1 - 0.9 * learner.seconds / total))
            learner.seconds += time.process_time() - begun
            learner.save()
            print(f"{learner.seconds / 60:5.1f} min  {learner.played} games, {positions} new positions, loss {loss:.3f}", flush=True)
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
