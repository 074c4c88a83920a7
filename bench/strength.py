"""Strength of the engines: matches against Fairy-Stockfish, the engine of before, and an opponent that counts pieces.

    make bench-strength                       takes hours; after Ctrl-C the same command resumes
    python bench/strength.py --games 10 --only makruk --seconds 0.05

Writes bench/results/strength.json and docs/reference/strength.md after every contest. Fairy-Stockfish runs as a separate program.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from machine import machine

from tablier import arena, game
from tablier.arena.fingerprint import engine_fingerprint
from tablier.arena.score import elo_text

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "strength.json"
PAGE = HERE.parent / "docs" / "reference" / "strength.md"
LOGS = HERE / "results" / "games"
SECONDS = 0.1
"""Time for a move, unless told otherwise."""
FAIRY = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"

INTRODUCTION = """\
# Strength

Written by `make bench-strength`. The engine of level 8 with {milliseconds} ms for a move on one thread plays from balanced random openings,
each once from either side. Where its opponent has another time for a move, the row says so; *games* says how many of those wanted
were played. A draw counts half. Where moves take a second or more, a game may end early because both players have judged it won or
level for several moves (`src/tablier/arena/adjudication.py`; its record says so). With more seats it sits alone among opponents, once
in every seat, and its score is the share of them that it leaves behind. *Classic* is the engine of November 2026, before networks and
endings (`classic-seconds:0.1`); *counting pieces* is an alpha-beta of four plies that knows nothing but the number of pieces
(`plain:4`). All games are kept in `bench/results/games`. The interval holds the true score 19 times out of 20. The last column changes
with the code of the engine that played; an engine with other letters may still play the same moves, which `tablier bench` tells.
"""


THREADS = HERE / "results" / "threads.json"
TWO_THREADS = """\
## Two threads

Time to the same depth with an empty table, from {openings} random openings of each game, by `bench/threads.py` on a quiet machine
({date}). The goal is at most {goal} of the time of one thread. *Least* is what the machine allows: half of the time that two processes
take which make that search at the same time, beside that of one.
"""
MATCHES = HERE / "results" / "train" / "matches.json"
AT_NODES = """\
## Matches at fixed nodes

What was tried, and what decided: both sides search a fixed number of nodes (simulations where a game is sampled), so that the load of
a machine changes nothing. *Before* is the engine without the change, *classic* that of November 2026. The games are in
`bench/results/games/decisions`; of matches without a name there, the results of each opening are in `bench/results/train/matches.json`.
"""


@dataclass(frozen=True)
class Contest:
    """A game, an opponent, and the score to reach."""

    kind: str
    game: str
    opponent: str
    goal: float
    options: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.1
    games: int = 100
    adjudicate: bool = False

    @property
    def name(self) -> str:
        """Its name in results and logs."""
        return f"{self.game} against {self.kind}"


def contests(seconds: float) -> Iterator[Contest]:
    """All contests, the hardest first. `seconds` are for a move; the contests with longer ones have ten times as many."""
    long = 10 * seconds
    for kind, ours, theirs, goal, games_wanted in (
        ("fairy-stockfish", seconds, seconds, 0.65, 200),
        (f"fairy-stockfish at {long:g} s", long, long, 0.6, 60),
        (f"fairy-stockfish with {3 * long:g} s, at {long:g} s", long, 3 * long, 0.5, 40),
    ):
        fairy = f"uci:{FAIRY};UCI_Variant=makruk;Threads=1;Hash=16;seconds={theirs:g}"
        yield Contest(kind, "makruk", fairy, goal, {"count": "thai"}, ours, games_wanted, adjudicate=ours > seconds)
    for name, goal in (("turkish", 0.7), ("makyek", 0.7), ("apit", 0.7), ("malawi", 0.7), ("achef", 0.7), ("mako", 0.6)):
        yield Contest("classic", name, f"classic-seconds:{seconds:g}", goal, seconds=seconds)
    for name in ("makyek", "apit"):
        yield Contest("counting pieces", name, "plain:4", 0.95, seconds=seconds)


def play(contest: Contest, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play the games of a contest that are not in its log; returns the results."""
    print(f"== {contest.name}", file=sys.stderr)
    log = arguments.logs / engine_fingerprint(contest.game) / f"{contest.name.replace(' ', '-').replace(',', '')}-{contest.seconds:g}.jsonl"
    players = (f"seconds:{contest.seconds:g}", *[contest.opponent] * (len(game(contest.game).seats) - 1))
    score = arena.run(
        contest.game,
        players,
        min(contest.games, arguments.games or contest.games),
        log=log,
        options=contest.options,
        adjudicate=contest.adjudicate,
        executor=arena.ProcessExecutor(arguments.workers),
        watch=arena.Progress("en", every=10),
    )
    tally = score.tally()
    return {
        "game": contest.game,
        "options": contest.options,
        "opponent": contest.kind,
        "seconds": contest.seconds,
        "games": tally.games,
        "wanted": contest.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": round(tally.mean, 4),
        "interval": [round(end, 4) for end in tally.interval],
        "elo": elo_text(tally),
        "goal": contest.goal,
        "met": tally.mean >= contest.goal,
        "milliseconds": [round(1000 * score.seconds_per_move(which)) for which in (0, 1)],
        "forfeits": list(score.forfeits),
        "engines": engine_fingerprint(contest.game),
    }


def page(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    rows = results["contests"].values()
    milliseconds = " or ".join(sorted({f"{1000 * row['seconds']:g}" for row in rows}))
    lines = [INTRODUCTION.format(milliseconds=milliseconds), *(f"- {name}: {value}" for name, value in results["machine"].items()), ""]
    lines += ["| game | against | games | won | drawn | lost | score | interval | Elo | ms a move | goal | | engines |", "|---" * 13 + "|"]
    return "\n".join([*lines, *map(_row, rows), "", *_not_played(results["contests"]), *_two_threads(), *_at_nodes()])


def _not_played(played: Collection[str]) -> list[str]:
    """The contests that wait for a quiet machine, with their goals."""
    left = [f"- {one.name}: {one.goal:.0%} in {one.games} games" for one in contests(SECONDS) if one.name not in played]
    return ["Not played yet, with the goal:", "", *left, ""] if left else []


def _at_nodes() -> list[str]:
    """The matches at fixed nodes that decided changes, as Markdown."""
    lines = [AT_NODES, "| game | tried | against | nodes | games | won | drawn | lost | score | Elo | log |", "|---" * 11 + "|"]
    for one in json.loads(MATCHES.read_text(encoding="utf-8")):
        low, high = one["interval"]
        cells = [
            one["game"],
            one["new"],
            one["old"],
            " / ".join(str(nodes or "–") for nodes in one["nodes"]),
            *(one[name] for name in ("games", "wins", "draws", "losses")),
            f"{one['score']:.1%}",
            f"{one['elo']:+d} [{low:+d}, {high:+d}]",
            f"`{one['log']}`" if "log" in one else "",
        ]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return [*lines, ""]


def _two_threads() -> list[str]:
    """The time of two threads beside one, as Markdown; nothing where it was not measured."""
    if not THREADS.exists():
        return []
    found = json.loads(THREADS.read_text(encoding="utf-8"))
    lines = [TWO_THREADS.format(openings=found["openings"], date=found["machine"]["date"], goal=found["goal"])]
    lines += ["| game | depth | one thread | two threads | share | least | |", "|---" * 7 + "|"]
    for name, one in found["games"].items():
        met = "met" if one["ratio"] <= found["goal"] else "**missed**"
        lines.append(f"| {name} | {one['depth']} | {one['one']} s | {one['two']} s | {one['ratio']:.2f} | {one['least']:.2f} | {met} |")
    return [*lines, ""]


def _row(row: dict[str, Any]) -> str:
    chosen = "".join(f", {name} {value}" for name, value in row["options"].items())
    low, high = row["interval"]
    ours, theirs = row["milliseconds"]
    cells = [
        row["game"] + chosen,
        row["opponent"],
        f"{row['games']} of {row['wanted']}" if row["games"] < row.get("wanted", 0) else row["games"],
        row["wins"],
        row["draws"],
        row["losses"],
        f"{row['score']:.1%}",
        f"{low:.1%} to {high:.1%}",
        row["elo"],
        f"{ours} / {theirs}",
        f"{row['goal']:.0%}",
        _verdict(row),
        f"`{row['engines']}`",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def _verdict(row: dict[str, Any]) -> str:
    """Whether the goal of today is met, and how surely: results of before may have been played for another one."""
    low, high = row["interval"]
    if row["score"] >= row["goal"]:
        return "met" if low >= row["goal"] or row["score"] == 1.0 else "met, not surely"
    return "**missed**" if high < row["goal"] else "**missed**, not surely"


def _files(folder: Path | None) -> tuple[Path, Path]:
    return (RESULTS, PAGE) if folder is None else (folder / RESULTS.name, folder / PAGE.name)


def _saved(folder: Path | None) -> dict[str, Any]:
    """The saved results, which are kept for contests that are not played now."""
    figures, _ = _files(folder)
    saved: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8")) if figures.exists() else {"machine": _facts(), "contests": {}}
    return saved


def _in_order(rows: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The rows of the present contests, in their order."""
    present = {contest.name: contest for contest in contests(seconds)}
    return {name: {**rows[name], "goal": one.goal, "wanted": one.games} for name, one in present.items() if name in rows}


def write(results: dict[str, Any], folder: Path | None = None) -> None:
    """Write the results and the page."""
    figures, text = _files(folder)
    figures.parent.mkdir(parents=True, exist_ok=True)
    figures.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    text.write_text(page(results), encoding="utf-8")


def _facts() -> dict[str, str]:
    """The machine and the version of Fairy-Stockfish."""
    if not Path(FAIRY).exists():
        return machine()
    asked = subprocess.run([FAIRY], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    said = next((line.removeprefix("id name ") for line in asked.splitlines() if line.startswith("id name ")), "unknown")
    return {**machine(), "fairy-stockfish": said}


def main() -> None:
    """Play the contests of the command line."""
    parser = argparse.ArgumentParser(description="How strong the engines are.")
    parser.add_argument("--games", type=int, default=0, help="games of each contest at most (as many as it wants: 40 to 200)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time for a move (0.1); ten times as much where a contest is long")
    parser.add_argument("--workers", type=int, default=None, help="processes (as many as there are cores)")
    parser.add_argument("--only", nargs="*", default=[], help="words that a contest's name must have one of, such as makruk or classic")
    parser.add_argument("--logs", type=Path, default=LOGS, help="where the games are kept")
    parser.add_argument("--results", type=Path, default=None, help="a folder for figures and page, instead of the project's own")
    arguments = parser.parse_args()
    results = _saved(arguments.results)
    for contest in contests(arguments.seconds):
        if not arguments.only or any(word in contest.name for word in arguments.only):
            results["machine"] |= _facts()
            results["contests"][contest.name] = play(contest, arguments)
            results["contests"] = _in_order(results["contests"], arguments.seconds)
            write(results, arguments.results)
    write(results, arguments.results)  # other figures of the page may be new
    print(page(results))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped; the same command goes on from here.")
