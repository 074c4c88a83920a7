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
    examples = {moves: position_text(found, *cells) for moves, cells in found.examples().items()}
    longest = max(examples, default=0)
    sides = [
        {
            "positions": strong.positions,
            "wins": sum(strong.distances),
            "longest": longest or None,
            "position": examples.get(longest),
            "distances": list(strong.distances[: longest + 1]),
            "examples": examples,
        },
        {"positions": weak.positions, "losses": sum(weak.distances)},
    ]
    return {"set": name, "variant": "none", "sides": sides, "seconds": round(seconds, 1)}


def position_text(found: BareKhunSet, bare: int, khun: int, men: tuple[int, ...]) -> str:
    """A position as text, White to move."""
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
    for name in wanted or sorted(
        names, key=lambda name: (len(name), name.replace("P", "M"), name.count("P"))
    ):  # promotions follow one another
        if name in done:
            continue
        begun = time.process_time()
        done[name] = about(name, solve(kinds_of(name), known), time.process_time() - begun)
        side = done[name]["sides"][0]
        print(f"{name}: {side['wins']:,} of {side['positions']:,} won, in {side['longest']} moves at most", flush=True)
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        ordered = [done[one] for one in names if one in done]
        RESULTS.write_text(_written(ordered), encoding="utf-8")
        for kinds in [kinds for kinds in known if len(kinds) == len(kinds_of(name)) == 3 and kinds != kinds_of(name)]:
            del known[kinds]  # a gigabyte each


def _written(notes: list[dict[str, Any]]) -> str:
    return "{\n" + ",\n".join(f"{json.dumps(note['set'])}: {json.dumps(note)}" for note in notes) + "\n}\n"


if __name__ == "__main__":
    main(sys.argv[1:])
