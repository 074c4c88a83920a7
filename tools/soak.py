"""Run what `make soak` promises, in a hundred batches of each part; may be interrupted, and goes on where it was.

    python tools/soak.py                     all: 10,000 histories, 1,000 kills, 1,000,000 inputs, 1,000,000 values of endings
    python tools/soak.py --percent 2         the first two batches of each part
    python tools/soak.py --minutes 20        as many as can be begun in that time
    python tools/soak.py --again             forget what was done
    python tools/soak.py --percent 0 --write write the figures of what is done so far

build/soak.json keeps what each batch gave. When all are done, bench/results/soak.json and docs/reference/reliability.md are written;
of the values, docs/reference/endings.md tells.
A batch that fails is printed with its seed, and is run again next time. Exit code 1 when one did.
"""

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
STATE = ROOT / "build" / "soak.json"
RESULTS = ROOT / "bench" / "results" / "soak.json"
PAGE = ROOT / "docs" / "reference" / "reliability.md"
BATCHES = 100
FIRST_SEED = 1000
"""`make test` runs the histories before it."""

Figures = dict[str, float]


def run_histories(batch: int, size: int) -> Figures:
    """The histories of a batch, and what they were like."""
    import structlog
    from tests.support.history import run_history

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50), cache_logger_on_first_use=False)
    first = FIRST_SEED + batch * size
    reports = [run_history(seed) for seed in range(first, first + size)]
    faults = sum((report.faults for report in reports), Counter[str]())
    told = {name: sum(getattr(report, name) for report in reports) for name in ("acts", "acknowledged", "refused", "entries")}
    return {"histories": size, **told, "longest agreement": max(report.agreement for report in reports), **faults}


def run_kills(batch: int, size: int) -> Figures:
    """The kills of a batch, and how many moves were acknowledged meanwhile."""
    from tests.support.kills import kill_again_and_again

    with tempfile.TemporaryDirectory(prefix="tablier-kills-", ignore_cleanup_errors=True) as folder:
        return {"kills": size, "moves": kill_again_and_again(Path(folder), size, seed=batch)}


def run_inputs(batch: int, size: int) -> Figures:
    """The inputs of a batch, and how many were accepted."""
    from tools.fuzz import SHARES, run

    told = run(size, batch, list(SHARES), quiet=True)
    if told["findings"]:
        raise AssertionError(f"{told['findings']} findings; see above")
    return {"inputs": told["accepted"] + told["refused"], **told}


def run_values(batch: int, size: int) -> Figures:
    """Values of a tenth of the endings at hand, compared with the law: as many of each, under each rules that it holds for."""
    from tests.support.endings import check_by_moves, kept_sets

    from tablier.endings import files

    files.BLOCKS_KEPT = 4096  # a batch asks one set again and again
    cases = list(kept_sets(largest=1 << 24))[batch % 10 :: 10]
    figures: Figures = {"values": 0, "with a count that runs": 0}
    for number, (rules, name) in enumerate(cases):
        share = size * (number + 1) // len(cases) - size * number // len(cases)
        running = check_by_moves(rules.info.id, dict(rules.options), name, share, seed=1000 * batch + number)
        figures["values"] += share
        figures["with a count that runs"] += running
        figures[f"{rules.info.id} {name}"] = figures.get(f"{rules.info.id} {name}", 0) + share
    return figures


@dataclass(frozen=True)
class Part:
    """One kind of work."""

    name: str
    size: int
    """How much of it a batch has."""
    run: Callable[[int, int], Figures]


PARTS = (
    Part("histories", 100, run_histories),
    Part("kills", 10, run_kills),
    Part("inputs", 10_000, run_inputs),
    Part("values", 10_000, run_values),
)


# -- what was done ------------------------------------------------------------------------------------------


def load_state() -> dict[str, dict[str, Figures]]:
    """By part and batch: the figures of what is done."""
    found: dict[str, dict[str, Figures]] = json.loads(STATE.read_text()) if STATE.exists() else {}
    return {part.name: found.get(part.name, {}) for part in PARTS}


def save_state(state: dict[str, dict[str, Figures]]) -> None:
    """Replace the file at once, so that an interruption leaves a whole one."""
    STATE.parent.mkdir(exist_ok=True)
    new = STATE.with_suffix(".new")
    new.write_text(json.dumps(state))
    new.replace(STATE)


def total(batches: dict[str, Figures]) -> Figures:
    """The figures of all batches together."""
    found: Figures = {}
    for figures in batches.values():
        for name, value in figures.items():
            found[name] = max(found.get(name, 0), value) if name.startswith("longest") else found.get(name, 0) + value
    return found


# -- a run --------------------------------------------------------------------------------------------------


def soak(state: dict[str, dict[str, Figures]], parts: list[Part], percent: int, minutes: float, jobs: int) -> int:
    """Run the batches that are not done; returns how many failed."""
    begun, failed = time.monotonic(), 0
    todo = [(part, batch) for part in parts for batch in range(percent) if str(batch) not in state[part.name]]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        try:
            for part, batch, future in _finished(pool, todo, jobs, lambda: time.monotonic() - begun < minutes * 60):
                try:
                    state[part.name][str(batch)] = future.result()
                except Exception:
                    failed += 1
                    print(f"FAILED {part.name}, batch {batch}\n{traceback.format_exc()[-3000:]}", flush=True)
                    continue
                save_state(state)
                done = state[part.name]
                print(f"{time.monotonic() - begun:5.0f} s  {part.name} {len(done)} % {_brief(total(done))}", flush=True)
        except KeyboardInterrupt:
            print("interrupted; the same command goes on from here", flush=True)
            pool.shutdown(wait=False, cancel_futures=True)
    return failed


def _finished(
    pool: ProcessPoolExecutor, todo: list[tuple[Part, int]], jobs: int, may_begin: Callable[[], bool]
) -> Iterator[tuple[Part, int, "Future[Figures]"]]:
    """Batches as they end; a new one is begun for each."""
    waiting = iter(todo)
    under_way: dict[Future[Figures], tuple[Part, int]] = {}
    while True:
        while len(under_way) < jobs and may_begin() and (given := next(waiting, None)) is not None:
            part, batch = given
            under_way[pool.submit(part.run, batch, part.size)] = given
        if not under_way:
            return
        ended = next(as_completed(under_way))
        part, batch = under_way.pop(ended)
        yield part, batch, ended


def _brief(figures: Figures) -> str:
    return ", ".join(f"{name} {value:.6g}" for name, value in list(figures.items())[:6])


# -- the page -----------------------------------------------------------------------------------------------


def write_results(state: dict[str, dict[str, Figures]]) -> None:
    """Write the figures, and put them into the page."""
    from bench.machine import machine

    revision = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    done = {name: total(batches) for name, batches in state.items() if batches}
    results: dict[str, Any] = {**json.loads(RESULTS.read_text()), **done}
    if "values" in done:
        results["values"]["revision"] = revision
    if done.keys() - {"values"}:
        results |= {"machine": machine(), "revision": revision}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    PAGE.write_text(put_tables(PAGE.read_text(), results))


def put_tables(page: str, results: dict[str, Any]) -> str:
    """The page with the tables of these results, each between its marks."""
    histories, kills, inputs = results["histories"], results["kills"], results["inputs"]
    about = results["machine"]
    page = _replace(page, "when", [f"Figures are of {about['date']}, revision {results['revision']}, {about['cores']} cores."])
    page = _replace(page, "histories", _rows(HISTORY_ROWS, histories))
    page = _replace(page, "kills", _rows(KILL_ROWS, kills))
    return _replace(page, "inputs", _rows(INPUT_ROWS, inputs))


HISTORY_ROWS = (
    ("histories", "{histories:,.0f}"),
    ("acts", "{acts:,.0f}, of them {acknowledged:,.0f} acknowledged and {refused:,.0f} refused"),
    ("acknowledged acts lost, doubled or reordered", "0"),
    ("violations of what is promised", "0"),
    ("longest time to agreement", "{longest agreement:.2f} s"),
    ("processes crashed, paused, stopped", "{crash:,.0f}, {pause:,.0f}, {stop:,.0f}"),
    ("database away, slow, losing connections", "{database away:,.0f}, {database slow:,.0f}, {database lossy:,.0f} times"),
    (
        "answers of the database lost",
        "{answer to a commit lost:,.0f} after a commit, {commit not reached:,.0f} before one, {query lost:,.0f} to queries",
    ),
    ("bus away, hanging, losing messages", "{bus away:,.0f}, {hub hangs:,.0f}, {hub lossy:,.0f} times"),
    ("messages lost, doubled, delayed", "{message lost:,.0f}, {message doubled:,.0f}, {message delayed:,.0f}"),
    ("connections of clients dropped", "{connection dropped:,.0f}"),
)
KILL_ROWS = (("kills", "{kills:,.0f}"), ("moves acknowledged", "{moves:,.0f}"), ("acknowledged moves lost or doubled", "0"))
INPUT_ROWS = (
    ("inputs", "{inputs:,.0f}"),
    ("accepted, refused in words", "{accepted:,.0f}, {refused:,.0f}"),
    ("tracebacks, wrong answers, changed tables", "{findings:,.0f}"),
)


def _rows(rows: tuple[tuple[str, str], ...], figures: Figures) -> list[str]:
    return ["| | |", "|---|---|", *(f"| {name} | {text.format_map(Counter(figures))} |" for name, text in rows)]


def _replace(page: str, name: str, lines: list[str]) -> str:
    """Replace what is between the marks of a name."""
    before, begin, rest = page.partition(f"<!-- soak: {name} -->\n")
    _, end, after = rest.partition("<!-- end -->\n")
    if not begin or not end:
        raise SystemExit(f"{PAGE}: no marks for {name}")
    return before + begin + "".join(f"{line}\n" for line in lines) + end + after


def main() -> None:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--percent", type=int, default=BATCHES, help="how many of the hundred batches of each part")
    parser.add_argument("--parts", default=",".join(part.name for part in PARTS), help="with commas")
    parser.add_argument("--minutes", type=float, default=10_000, help="begin no batch after so many minutes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="batches at the same time")
    parser.add_argument("--again", action="store_true", help="forget what was done")
    parser.add_argument("--write", action="store_true", help="write the figures though not all is done")
    given = parser.parse_args()
    if given.again:
        STATE.unlink(missing_ok=True)
    state = load_state()
    parts = [part for part in PARTS if part.name in given.parts.split(",")]
    failed = soak(state, parts, min(given.percent, BATCHES), given.minutes, given.jobs)
    for part in PARTS:
        print(f"{part.name}: {len(state[part.name])} of {BATCHES} batches; {_brief(total(state[part.name]))}")
    if given.write or all(len(batches) == BATCHES for batches in state.values()):
        write_results(state)
        print(f"written: {RESULTS.relative_to(ROOT)}, {PAGE.relative_to(ROOT)}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
