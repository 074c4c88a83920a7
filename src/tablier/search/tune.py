"""Tunes the weights of an evaluation by self-play, for any game.

1. Play many short-thinking games from random openings and keep a few quiet positions of each with the result.
2. Find the weights under which the evaluation predicts those results best (logistic regression, Texel's method).
3. Let the new weights play the old ones. A better prediction is not yet a better player: the match decides.
"""

import json
import math
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tablier.games import AnyGame, game
from tablier.kernels import kernel_of
from tablier.search.analysis import SURE
from tablier.search.data_files import LineFile
from tablier.search.registry import evaluation_of
from tablier.search.regression import Row, best_scale, fit_weights, loss
from tablier.search.seeded import Run, Watch, run_in_order
from tablier.search.selfplay import Choice, KernelGame, NodePlayer, fair_opening, play_game, random_opening

Weights = Mapping[str, float]
OPENING = 6
"""Random plies before a game, at least; half as many again at most."""

PER_GAME = 12
"""Positions kept of a game: neighbours are correlated, so more would add little evidence."""

HELD_BACK = 5
"""One game in so many is not fitted to, and measures the loss."""

TRUST = 0.02
"""Regularisation towards the old weights, as a share of the evidence."""


@dataclass(frozen=True)
class Plan:
    """What to play: the game with its options, the nodes a move, and the weights."""

    game: str
    nodes: int = 600
    options: Mapping[str, object] = field(default_factory=dict)
    weights: Weights = field(default_factory=dict)

    def rules(self) -> AnyGame:
        """The rules with their options chosen."""
        return game(self.game, **self.options)


class Record(NamedTuple):
    """A game of the data file: its seed, the score of seat 0, and some quiet positions."""

    seed: int
    share: float
    positions: list[str]


class Tally(NamedTuple):
    """The result of a match for the new weights."""

    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        """The share of points."""
        return (self.wins + self.draws / 2) / max(1, sum(self))

    @property
    def certainty(self) -> float:
        """How likely the winner of the match is the better player (draws tell nothing)."""
        decided = self.wins + self.losses
        return 0.5 * (1 + math.erf((self.wins - self.losses) / math.sqrt(2 * decided))) if decided else 0.5


# -- 1. games ---------------------------------------------------------------------------------------------


def record_game(plan: Plan, seed: int) -> Record:
    """The game of this seed."""
    rules, rng = plan.rules(), random.Random(seed)
    player = NodePlayer(rules, evaluation_of(rules, plan.weights), plan.nodes)
    quiet: list[str] = []

    def watch(course: KernelGame, choice: Choice) -> None:
        if choice.calm and abs(choice.score) < SURE:
            quiet.append(course.twin.dump())

    opening = random_opening(rules, rng, rng.randint(OPENING, OPENING * 3 // 2))
    course = play_game(rules, (player, player), opening, watch)
    return Record(seed, course.first_share(), rng.sample(quiet, min(PER_GAME, len(quiet))))


def collect(plan: Plan, games: int, seed: int, run: Run, path: Path, watch: Watch | None = None) -> list[Record]:
    """The games of the data file, with those still missing played and added to it: a run that was cut short goes on."""
    wanted = [seed * 1_000_000 + number for number in range(games)]
    with LineFile(path) as out:
        known = {record.seed: record for record in read_records(path)}
        missing = [number for number in wanted if number not in known]
        for record in run_in_order(run, partial(record_game, plan), missing):
            known[record.seed] = record
            out.add(json.dumps(record._asdict()))
            if watch is not None:
                watch(sum(number in known for number in wanted), games)
    return [known[number] for number in wanted]


def read_records(path: Path) -> Iterator[Record]:
    """The games of a data file; a last line that was cut off is left out."""
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield Record(**json.loads(line))
        except json.JSONDecodeError:
            continue


# -- 2. weights -------------------------------------------------------------------------------------------


def rows_of(rules: AnyGame, records: Iterable[Record]) -> list[Row]:
    """The positions as the evaluation sees them, each with the share of the seat that acts."""
    evaluation, twin, rows = evaluation_of(rules), kernel_of(rules), []
    for record in records:
        for text in record.positions:
            twin.load(text)
            counts = evaluation.counts(twin).values()
            share = 1 - record.share if twin.turn else record.share
            rows.append(Row(tuple((i, float(count)) for i, count in enumerate(counts) if count), share))
    return rows


@dataclass
class Fit:
    """Weights found, and how well old and new ones predict games that were not fitted to."""

    positions: int
    scale: float
    loss_before: float
    loss_after: float
    before: dict[str, int]
    after: dict[str, int]


def fit(rules: AnyGame, records: list[Record], before: Weights) -> Fit:
    """The weights that predict the records best."""
    apart = [record for i, record in enumerate(records) if i % HELD_BACK == 0]
    fitted_to = [record for i, record in enumerate(records) if i % HELD_BACK]
    rows, test = rows_of(rules, fitted_to), rows_of(rules, apart)
    start = list(before.values())
    scale = best_scale(rows, start)
    after = {name: round(weight) for name, weight in zip(before, fit_weights(rows, start, scale, TRUST), strict=True)}
    return Fit(
        len(rows) + len(test),
        round(scale, 1),
        round(loss(test, start, scale), 5),
        round(loss(test, list(after.values()), scale), 5),
        {name: round(weight) for name, weight in before.items()},
        after,
    )


# -- 3. proof -----------------------------------------------------------------------------------------------


def play_pair(plan: Plan, new: Weights, old: Weights, seed: int) -> tuple[float, float]:
    """Two games from the same fair opening with colours exchanged: what the new weights got of each point."""
    rules = plan.rules()
    mine, other = (NodePlayer(rules, evaluation_of(rules, weights), plan.nodes) for weights in (new, old))
    opening = fair_opening(rules, random.Random(seed), OPENING, other)
    return play_game(rules, (mine, other), opening).first_share(), 1 - play_game(rules, (other, mine), opening).first_share()


def play_match(plan: Plan, new: Weights, old: Weights, games: int, seed: int, run: Run, watch: Watch | None = None) -> Tally:
    """A match between two sets of weights."""
    seeds = (seed * 1_000_000 + number for number in range(games // 2))
    shares: list[float] = []
    for pair in run_in_order(run, partial(play_pair, plan, new, old), seeds):
        shares += pair
        if watch is not None:
            watch(len(shares), games)
    return Tally(shares.count(1.0), shares.count(0.5), shares.count(0.0))


# -- the whole ------------------------------------------------------------------------------------------------


def tune(
    name: str,
    run: Run,
    *,
    games: int = 1000,
    nodes: int = 600,
    match_games: int = 100,
    match_nodes: int = 3000,
    seed: int = 1,
    data: Path = Path("build/tune"),
    results: Path | None = Path("bench/results/tune"),
    watch: Watch | None = None,
    **options: object,
) -> dict[str, Any]:
    """Tune a game and tell what was found; the report is written to `results`, the games are kept in `data`."""
    plan = Plan(name, nodes, options)
    rules = plan.rules()
    before = evaluation_of(rules).weights
    records = collect(plan, games, seed, run, data / f"{name}-{seed}-{nodes}.jsonl", watch)
    found = fit(rules, records, before)
    tally = play_match(Plan(name, match_nodes, options), found.after, found.before, match_games, seed, run, watch)
    report = {
        "game": name,
        "options": dict(options),
        "date": date.today().isoformat(),
        "seed": seed,
        "games": games,
        "nodes": nodes,
        **asdict(found),
        "match": {
            **tally._asdict(),
            "games": sum(tally),
            "nodes": match_nodes,
            "score": round(tally.score, 3),
            "certainty": round(tally.certainty, 3),
        },
    }
    if results is not None:
        results.mkdir(parents=True, exist_ok=True)
        (results / f"{name}.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return report
