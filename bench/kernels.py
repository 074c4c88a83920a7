"""How quick the kernels are, beside their peers in the same run: best of five rounds, one thread unless said otherwise.

Run by `make bench`. Peers are separate programs: Debian's fairy-stockfish, and loops under a Python of their own
(TABLIER_PEERS names it) with python-chess, pyffish, pydraughts and OpenSpiel.
Writes bench/results/kernels.json and docs/reference/speed.md.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from machine import machine

from tablier import Match, game, games, kernel

HERE = Path(__file__).parent
ROUNDS = 5
PEER_PACKAGES = ("chess", "pyffish", "pydraughts", "open-spiel")
PEERS = os.environ.get("TABLIER_PEERS", sys.executable)

Measure = Callable[[], float]


def fairy_stockfish_perft(depth: int) -> float:
    """Nodes a second of fairy-stockfish's own `go perft` on Makruk's opening, without its start-up."""
    program = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin and engine.stdout

        def until(command: str, word: str) -> str:
            assert engine.stdin and engine.stdout
            engine.stdin.write(command + "\n")
            engine.stdin.flush()
            return next(line for line in engine.stdout if word in line)

        until("uci", "uciok")
        until("setoption name UCI_Variant value makruk\nposition startpos\nisready", "readyok")
        begin = time.perf_counter()
        nodes = int(until(f"go perft {depth}", "Nodes searched").split()[-1])
        seconds = time.perf_counter() - begin
        engine.stdin.write("quit\n")
        engine.stdin.flush()
    return nodes / seconds


def peer(name: str) -> Measure:
    """A loop of bench/peer_loops.py, in its own process."""

    def measure() -> float:
        run = subprocess.run([PEERS, str(HERE / "peer_loops.py"), name, "1"], check=True, capture_output=True, text=True)
        return float(json.loads(run.stdout)["rate"])

    return measure


def timed(work: Callable[[], int]) -> float:
    """Units of work a second."""
    begin = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - begin)


def perft(name: str, depth: int, *, listed: bool) -> Measure:
    """Leaves a second of a kernel's count."""
    twin = kernel(name)
    return lambda: timed(lambda: twin.perft(depth, listed=listed))


def random_plies(name: str, *, threads: int = 1, **options: object) -> Measure:
    """Random plies a second inside the kernel."""
    twin = kernel(name, **options)
    begin = time.perf_counter()
    twin.playouts(500, 1, longest=400)
    half_a_second = int(250 / (time.perf_counter() - begin)) * threads
    return lambda: timed(lambda: twin.playouts(half_a_second, 1, longest=400, threads=threads).plies)


def match_plies(name: str) -> Measure:
    """Random plies a second of a `Match`, by the law alone: the same loop as python-chess's, with events and repetition."""
    rules = game(name)

    def measure() -> float:
        match, rng, plies = Match(rules), random.Random(1), 0
        end = time.perf_counter() + 1
        while time.perf_counter() < end:
            if match.outcome is not None:
                match = Match(rules)
            match.apply(rng.choice(match.legal()))
            plies += 1
        return float(plies)

    return measure


def starts(*words: str) -> Measure:
    """How often a second Python starts and does this."""

    def some() -> int:
        for _ in range(10):
            subprocess.run([sys.executable, *words], check=True, capture_output=True)
        return 10

    return lambda: timed(some)


def legal_calls(name: str) -> Measure:
    """Calls of legal_moves() a second from Python, texts and all."""
    twin = kernel(name)

    def calls() -> int:
        for _ in range(20_000):
            twin.legal_moves()
        return 20_000

    return lambda: timed(calls)


MEASURES: dict[str, Measure] = {
    "fairy-stockfish makruk go perft 5": lambda: fairy_stockfish_perft(5),
    "pyffish makruk random plies": peer("pyffish_random"),
    "pyffish makruk legal_moves calls": peer("pyffish_legal"),
    "pydraughts turkish random plies": peer("pydraughts_random"),
    "OpenSpiel breakthrough random plies": peer("open_spiel_breakthrough"),
    "OpenSpiel chess random plies": peer("open_spiel_chess"),
    "python-chess random plies": peer("python_chess_random"),
    "makruk random plies of a Match": match_plies("makruk"),
    "starts of Python": starts("-c", "pass"),
    "starts of tablier --version": starts("-m", "tablier", "--version"),
    "makruk perft 5, lists": perft("makruk", 5, listed=True),
    "makruk perft 6": perft("makruk", 6, listed=False),
    "turkish perft 7": perft("turkish", 7, listed=False),
    "makyek perft 5, set-wise": perft("makyek", 5, listed=False),
    "apit perft 5, set-wise": perft("apit", 5, listed=False),
    "makruk legal_moves calls": legal_calls("makruk"),
    **{f"{name} random plies": random_plies(name) for name in games()},
    **{f"{name} random plies, two threads": random_plies(name, threads=2) for name in games()},
}

FAIRY = "fairy-stockfish makruk go perft 5"
GOALS: list[tuple[str, str | None, float]] = [
    # what, against what (None: a plain number a second), at least
    ("makruk perft 5, lists", FAIRY, 15),
    ("turkish perft 7", FAIRY, 6),
    ("makyek perft 5, set-wise", FAIRY, 100),
    ("apit perft 5, set-wise", FAIRY, 100),
    ("makruk random plies", "pyffish makruk random plies", 10_000),
    ("makruk legal_moves calls", "pyffish makruk legal_moves calls", 1_000),
    ("turkish random plies", "pydraughts turkish random plies", 10_000),
    ("achef random plies", None, 3e6),
    ("malawi random plies", None, 3e6),
    ("mako random plies", None, 3e6),
    ("makruk random plies", "OpenSpiel chess random plies", 1),
    ("makyek random plies", "OpenSpiel breakthrough random plies", 1),
    ("makruk random plies of a Match", "python-chess random plies", 1),
    ("starts of tablier --version", "starts of Python", 1 / 3),
    *[(f"{name} random plies, two threads", f"{name} random plies", 1.7) for name in games()],
]


def facts_and_peers() -> dict[str, str]:
    """What it was measured on, and beside whom."""
    listed = subprocess.run(
        [PEERS, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"], capture_output=True, text=True, check=True
    )
    peers = [f"{p['name']} {p['version']}" for p in json.loads(listed.stdout) if p["name"].replace("_", "-") in PEER_PACKAGES]
    return {**machine(), "peers": ", ".join(["fairy-stockfish from Debian", *peers])}


def figure(rate: float) -> str:
    """A rate a person can read."""
    for size, word in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {word}/s"
    return f"{rate:.3g} /s"


def table(best: dict[str, float], facts: dict[str, str]) -> str:
    """The figures and the goals as Markdown."""
    lines = ["# Speed", "", "Written by `make bench`: best of five rounds in one run, one thread unless said otherwise.", ""]
    lines += [f"- {name}: {value}" for name, value in facts.items()]
    lines += ["", "| what | rate |", "|---|---|", *(f"| {name} | {figure(rate)} |" for name, rate in best.items())]
    lines += ["", "| goal | against | at least | measured | |", "|---|---|---|---|---|"]
    for what, against, least in GOALS:
        got = best[what] / (best[against] if against else 1)
        least_text, got_text = (f"{least:,g} ×", f"{got:,.4g} ×") if against else (figure(least), figure(got))
        lines.append(f"| {what} | {against or ''} | {least_text} | {got_text} | {'met' if got >= least else '**missed**'} |")
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure everything in turn, round by round, and write it down."""
    best = dict.fromkeys(MEASURES, 0.0)
    for number in range(1, ROUNDS + 1):
        for name, measure in MEASURES.items():
            best[name] = max(best[name], measure())
            print(f"round {number}/{ROUNDS}  {name}: {figure(best[name])}", file=sys.stderr)
    facts = facts_and_peers()
    (HERE / "results").mkdir(exist_ok=True)
    written = json.dumps({"machine": facts, "rates": best}, indent=1, ensure_ascii=False) + "\n"
    (HERE / "results" / "kernels.json").write_text(written, encoding="utf-8")
    page = table(best, facts)
    (HERE.parent / "docs" / "reference" / "speed.md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
