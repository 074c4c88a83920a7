"""Solve every set of Makruk against a bare Khun and note its figures: `python tools/bare_khun_survey.py [SET …]`, without sets: all.

Writes bench/results/endings/bare_khun.json after each set, and leaves sets that stand there alone: it can be interrupted. The files of
three men are large and are not written: `tablier endings build makruk KRNM-K` does that for one. tools/endings_page.py shows the figures.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from tablier.core.grid import write_rows
from tablier.endings.layouts.bare_khun import BareKhunSet, solve
from tablier.endings.sets import layout_of, named
from tablier.games import game

RESULTS = Path(__file__).parent.parent / "bench" / "results" / "endings" / "bare_khun.json"
RULES = game("makruk", count="none")
LAYOUT = layout_of(RULES)


def kinds_of(name: str) -> tuple[int, ...]:
    """The men beside the Khun, the highest first."""
    men = named(LAYOUT, name).strong
    return tuple(kind for kind in range(len(men) - 2, -1, -1) for _ in range(men[kind]))


def about(name: str, found: BareKhunSet, seconds: float) -> dict[str, Any]:
    """What an ending file says of its set, of both sides to move."""
    strong, weak = found.tally(strong=True), found.tally(strong=False)
    longest = max((moves for moves, count in enumerate(strong.distances) if count), default=0)
    sides = [
        {
            "positions": strong.positions,
            "wins": sum(strong.distances),
            "longest": longest or None,
            "position": position_text(found, longest) if longest else None,
            "distances": list(strong.distances[: longest + 1]),
        },
        {"positions": weak.positions, "losses": sum(weak.distances)},
    ]
    return {"set": name, "variant": "none", "sides": sides, "seconds": round(seconds, 1)}


def position_text(found: BareKhunSet, moves: int) -> str:
    """A position that is won in so many moves, White to move."""
    bare, khun, men = found.example(moves)
    cells = [""] * 64
    cells[bare], cells[khun] = "k", "K"
    for kind, cell in zip(found.kinds, men, strict=True):
        cells[cell] = LAYOUT.letters[kind]
    return f"{write_rows(tuple(cells), RULES.board)} w"


def main(wanted: list[str]) -> None:
    """Solve what is not there yet."""
    done = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    known: dict[tuple[int, ...], BareKhunSet] = {}
    names = [name for name in LAYOUT.names() if name.endswith("-K")]
    for name in wanted or names:
        if name in done:
            continue
        begun = time.process_time()
        done[name] = about(name, solve(kinds_of(name), known), time.process_time() - begun)
        side = done[name]["sides"][0]
        print(f"{name}: {side['wins']:,} of {side['positions']:,} won, in {side['longest']} moves at most", flush=True)
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(json.dumps(done, indent=1) + "\n", encoding="utf-8")
        letters = name.partition("-")[0]
        if len(letters) == 4 and "M" not in letters:  # nothing is promoted to it
            known.pop(kinds_of(name), None)


if __name__ == "__main__":
    main(sys.argv[1:])
