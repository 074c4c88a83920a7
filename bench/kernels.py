"""How quick the kernels are, beside their peers in the same run: best of five rounds, one thread unless said otherwise.

Like stands beside like: our core beside their core, our Python loop beside their Python loop. What has no peer stands alone.
Run by `make bench`. `python bench/kernels.py page` only writes the page again, from the figures that are there.
Peers are separate programs: Debian's fairy-stockfish, and loops under a Python of their own
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
from typing import NamedTuple

from machine import machine

from tablier import Match, game, games, kernel
from tablier.kernels import has_kernel

HERE = Path(__file__).parent
COMPILED = [name for name in games() if has_kernel(game(name))]
ROUNDS = 5
LONGEST = 200
"""Plies of a random game in the loops that have no draw by rule; peer_loops has the same."""
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


def kernel_plies(name: str) -> Measure:
    """Random plies a second of a kernel, each move listed, picked and pushed by Python as a text: the loops of pyffish and OpenSpiel."""
    twin = kernel(name)
    opening = twin.dump()

    def measure() -> float:
        rng, plies, length = random.Random(1), 0, 0
        end = time.perf_counter() + 1
        while time.perf_counter() < end:
            legal = twin.legal_moves()
            if not legal or length == LONGEST:
                twin.load(opening)
                length = 0
                continue
            twin.push(rng.choice(legal))
            plies += 1
            length += 1
        twin.load(opening)
        return float(plies)

    return measure


def match_plies(name: str) -> Measure:
    """Random plies a second of a `Match`, by the law alone, in Python: the loops of python-chess and pydraughts."""
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


class Pair(NamedTuple):
    """One loop, by us and by a peer, and how many times as quick ours is to be. `note`: where the games differ."""

    what: str
    ours: str
    theirs: str
    least: float
    note: str = ""


class Section(NamedTuple):
    """Pairs of one kind, and what is the same in all of them."""

    title: str
    text: str
    pairs: tuple[Pair, ...]


MEASURES: dict[str, Measure] = {
    "fairy-stockfish makruk go perft 5": lambda: fairy_stockfish_perft(5),
    "pyffish makruk random plies, step by step": peer("pyffish_random"),
    "pyffish makruk legal_moves calls": peer("pyffish_legal"),
    "pydraughts turkish random plies": peer("pydraughts_random"),
    "OpenSpiel breakthrough random plies": peer("open_spiel_breakthrough"),
    "OpenSpiel chess random plies": peer("open_spiel_chess"),
    "OpenSpiel breakthrough random games inside": peer("open_spiel_core_breakthrough"),
    "OpenSpiel chess random games inside": peer("open_spiel_core_chess"),
    "python-chess random plies": peer("python_chess_random"),
    "makruk random plies of a Match": match_plies("makruk"),
    "turkish random plies of a Match": match_plies("turkish"),
    "makruk random plies, step by step": kernel_plies("makruk"),
    "makyek random plies, step by step": kernel_plies("makyek"),
    "starts of Python": starts("-c", "pass"),
    "starts of tablier --version": starts("-m", "tablier", "--version"),
    "makruk perft 5, lists": perft("makruk", 5, listed=True),
    "makruk perft 6": perft("makruk", 6, listed=False),
    "turkish perft 7": perft("turkish", 7, listed=False),
    "makyek perft 5, set-wise": perft("makyek", 5, listed=False),
    "apit perft 5, set-wise": perft("apit", 5, listed=False),
    "makruk legal_moves calls": legal_calls("makruk"),
    **{f"{name} random plies": random_plies(name) for name in COMPILED},
    **{f"{name} random plies, two threads": random_plies(name, threads=2) for name in COMPILED},
}

OTHER_GAME = "a game of like size: the peer has not ours"
SECTIONS = (
    Section(
        "Core beside core",
        "Compiled code on both sides, and no Python inside the loop.",
        (
            Pair("count of Makruk's leaves, depth 5, every move listed", "makruk perft 5, lists", "fairy-stockfish makruk go perft 5", 15),
            Pair("random plies, whole games at a time", "makruk random plies", "OpenSpiel chess random games inside", 1, OTHER_GAME),
            Pair("random plies, whole games at a time", "makyek random plies", "OpenSpiel breakthrough random games inside", 1, OTHER_GAME),
        ),
    ),
    Section(
        "Python around a compiled core",
        "A loop in Python asks the core for the legal moves, picks one and plays it. Our moves and pyffish's are texts, "
        "OpenSpiel's numbers.",
        (
            Pair("calls of legal_moves at the opening", "makruk legal_moves calls", "pyffish makruk legal_moves calls", 1_000),
            Pair("random plies of Makruk", "makruk random plies, step by step", "pyffish makruk random plies, step by step", 100),
            Pair("random plies", "makruk random plies, step by step", "OpenSpiel chess random plies", 1, OTHER_GAME),
            Pair("random plies", "makyek random plies, step by step", "OpenSpiel breakthrough random plies", 1, OTHER_GAME),
        ),
    ),
    Section(
        "Python beside Python",
        "Rules in plain Python on both sides: list the legal moves, pick one, play it, ask whether the game is over. Ours is `Match`, "
        "by the law, which also tells what happened and by which clause.",
        (
            Pair("random plies of Turkish draughts", "turkish random plies of a Match", "pydraughts turkish random plies", 1),
            Pair("random plies", "makruk random plies of a Match", "python-chess random plies", 1, OTHER_GAME),
            Pair("starts of a process", "starts of tablier --version", "starts of Python", 1 / 3, "that of an empty program"),
        ),
    ),
    Section(
        "Two threads beside one",
        "Random plies inside the kernel.",
        tuple(Pair(name, f"{name} random plies, two threads", f"{name} random plies", 1.7) for name in COMPILED),
    ),
)
ALONE: dict[str, float | None] = {
    # what, and at least how many a second
    "makruk perft 6": None,
    "turkish perft 7": None,
    "makyek perft 5, set-wise": None,
    "apit perft 5, set-wise": None,
    "achef random plies": 3e6,
    "malawi random plies": 3e6,
    "mako random plies": 3e6,
    "turkish random plies": None,
    "apit random plies": None,
}


DASH = "–"


def facts_and_peers() -> dict[str, str]:
    """What it was measured on, and beside whom."""
    listed = subprocess.run(
        [PEERS, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"], capture_output=True, text=True, check=True
    )
    peers = [f"{p['name']} {p['version']}" for p in json.loads(listed.stdout) if p["name"].replace("_", "-") in PEER_PACKAGES]
    return {**machine(), "peers": ", ".join(["fairy-stockfish from Debian", *peers])}


def figure(rate: float | None) -> str:
    """A rate a person can read."""
    if rate is None:
        return DASH
    for size, word in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {word}/s"
    return f"{rate:.3g} /s"


def table(best: dict[str, float], facts: dict[str, str]) -> str:
    """The page: each loop beside its peer's, then what has none. A figure that is not there yet is a dash."""
    lines = [
        "# Speed",
        "",
        "Written by `make bench`: best of five rounds in one run, one thread unless said otherwise. In each row both sides run",
        "the same loop in the same language; the loops are in `bench/kernels.py` and `bench/peer_loops.py`.",
        "",
        *(f"- {name}: {value}" for name, value in facts.items()),
    ]
    for section in SECTIONS:
        lines += [
            "",
            f"## {section.title}",
            "",
            section.text,
            "",
            "| loop | Tablier | peer | ratio | goal | |",
            "|---|---|---|---|---|---|",
        ]
        lines += [_compared(pair, best) for pair in section.pairs]
    lines += ["", "## Without a peer", "", "No program that we know does the same.", "", "| what | rate | goal | |", "|---|---|---|---|"]
    for what, least in ALONE.items():
        rate = best.get(what)
        lines.append(f"| {what} | {figure(rate)} | {figure(least) if least else ''} | {_verdict(rate, least)} |")
    return "\n".join([*lines, ""])


def _compared(pair: Pair, best: dict[str, float]) -> str:
    ours, theirs = best.get(pair.ours), best.get(pair.theirs)
    ratio = ours / theirs if ours and theirs else None
    their_side = f"{pair.theirs} ({pair.note}): {figure(theirs)}" if pair.note else f"{pair.theirs}: {figure(theirs)}"
    cells = (pair.what, f"{pair.ours}: {figure(ours)}", their_side, _times(ratio), _times(pair.least), _verdict(ratio, pair.least))
    return f"| {' | '.join(cells)} |"


def _times(ratio: float | None) -> str:
    return DASH if ratio is None else f"{ratio:,.0f} ×" if ratio >= 100 else f"{ratio:.3g} ×"


def _verdict(got: float | None, least: float | None) -> str:
    if got is None:
        return "not measured yet"
    return "" if least is None else "met" if got >= least else "**missed**"


RESULTS = HERE / "results" / "kernels.json"
PAGE = HERE.parent / "docs" / "reference" / "speed.md"


def measure_all() -> None:
    """Measure everything in turn, round by round, and write the figures down."""
    best = dict.fromkeys(MEASURES, 0.0)
    for number in range(1, ROUNDS + 1):
        for name, measure in MEASURES.items():
            best[name] = max(best[name], measure())
            print(f"round {number}/{ROUNDS}  {name}: {figure(best[name])}", file=sys.stderr)
    written = json.dumps({"machine": facts_and_peers(), "rates": best}, indent=1, ensure_ascii=False) + "\n"
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(written, encoding="utf-8")


def write_page() -> None:
    """Write the page from the figures."""
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    page = table(found["rates"], found["machine"])
    PAGE.write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    if sys.argv[1:] != ["page"]:
        measure_all()
    write_page()
