"""Wins that a count turns into draws: how many, the one that misses by least, and the longest; written into a page of their own.

Against a bare Khun they come from the distances that tools/bare_khun_survey.py noted and from what the law leaves; where both sides have
men, from files of the same set built with the count and without one.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tablier.endings.files import EndingFile
from tablier.endings.probe import Endings
from tablier.endings.retrograde import Solver
from tablier.endings.sets import EndingSet, layout_of, named
from tablier.endings.slabs import Slabs
from tablier.games import AnyGame, games
from tablier.kernels import kernel_of
from tablier.testing import variants

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "endings-drawn.md"
SURVEYS = {"makruk": ROOT / "bench" / "results" / "endings" / "bare_khun.json"}

HEAD = """# Won, and drawn by the count

Written by `tools/endings_page.py`. In each of these positions the side to move wins by force, and the count, beginning now, makes it a
draw: mate takes more of the winner's own moves than the count leaves. Of each set and each count: how many wins it turns into
draws (symmetric positions each for itself), a win that misses by least, and one of the longest. All sets and their longest wins are in
[exact endings](endings.md). Any of these positions can be asked about:

    tablier endings probe makruk "POSITION" --option count=thai

Those whose set comes with the package are played out by the law in `tests/docs/test_counted_wins.py`: the same moves mate where nothing
is counted, and are a draw where it is."""

EACH = """
## One man each

Here a count begins on the way: when a man is taken and a Khun is bare (`count=sheet`), or when no Bia is left (`count=thai`). The positions
are won where nothing is counted, in so many moves, and drawn with the count."""


class Win(NamedTuple):
    """A position that is won in so many of the winner's own moves, if nothing is counted."""

    moves: int
    position: str


class Turned(NamedTuple):
    """What a count makes of a set: the moves that it leaves from now on, how many wins need more, the nearest and the longest of them."""

    rules: AnyGame
    allowed: int
    number: int
    nearest: Win | None
    longest: Win | None

    @property
    def count(self) -> str:
        """The name of the count."""
        return str(self.rules.options["count"])


def survey(name: str) -> dict[str, dict[str, Any]]:
    """What was noted of each set against a bare Khun."""
    found: dict[str, dict[str, Any]] = json.loads(SURVEYS[name].read_text(encoding="utf-8"))
    return found


def limited(name: str) -> list[Endings]:
    """The endings under each count that limits wins, the other options as they are by default."""
    found: dict[str, Endings] = {}
    for rules in variants(games()[name]):
        endings = Endings(rules)
        if endings.prober.layout.limit_draws and rules.options["count"] != "none":
            found.setdefault(str(rules.options["count"]), endings)
    return list(found.values())


def turned(endings: Endings, about: dict[str, Any]) -> Turned | None:
    """What a count makes of a set of the survey; None where the men set no count."""
    rules, side = endings.rules, about["sides"][0]
    layout = layout_of(rules)
    ending = named(layout, about["set"])
    if layout.variant(dict(rules.options), ending.strong, ending.weak) != about["variant"] or not side["wins"]:
        return None
    endings.kernel.stand(rules.dump(rules.load(side["position"])))
    left = endings.prober.left(True)
    if left is None:
        return None
    allowed = (left + 1) // 2
    beyond = [Win(int(moves), text) for moves, text in side["examples"].items() if int(moves) > allowed]
    number = sum(side["distances"][allowed + 1 :])
    return Turned(rules, allowed, number, min(beyond, default=None), max(beyond, default=None))


def compared(rules: AnyGame, ending: EndingSet, plain: EndingFile, counted: EndingFile) -> dict[str, Any]:
    """Of files of one set, without a count and with one: the wins of the second one's draws, as numbers of the nearest and the longest."""
    layout = layout_of(rules)(kernel_of(rules))
    slabs, nearest, longest = Slabs(), None, None
    for which, (own, other) in enumerate(ending.sides):
        index = layout.index(own, other)
        slabs.add(index, bytes(index.size), None, inside=False, through=True)
        solver = Solver(layout, slabs)
        codes = {code for code in set(plain.slab(which)) if code and code % 2 == 0}
        for code, number in _differing(plain.slab(which), counted.slab(which), codes):
            text = solver.position(which, number)
            if text is None:
                continue
            win = Win(code // 2, " ".join(text.split()[:2]))
            nearest, longest = min(nearest or win, win), max(longest or win, win)
    wins = [sum(side["wins"] for side in file.about["sides"]) for file in (plain, counted)]
    return {"number": wins[0] - wins[1], "nearest": nearest, "longest": longest}


def _differing(plain: bytearray, counted: bytearray, codes: set[int]) -> Iterator[tuple[int, int]]:
    """For each code of a win, the first numbers at which only the values without a count have it."""
    found: dict[int, list[int]] = {code: [] for code in codes}
    for number, (one, other) in enumerate(zip(plain, counted, strict=True)):
        if other == 0 and one in found and len(found[one]) < 64:  # of broken numbers, which have values of others, several may come first
            found[one].append(number)
    return ((code, number) for code, numbers in found.items() for number in numbers)


# -- the page -----------------------------------------------------------------------------------------------


def page(each: list[dict[str, Any]]) -> Iterator[str]:
    """The page, part by part; `each` are the notes of sets with one man each."""
    yield HEAD
    for name in SURVEYS:
        rulings = limited(name)
        for about in survey(name).values():
            found = [one for one in (turned(endings, about) for endings in rulings) if one is not None and one.nearest is not None]
            if found:
                yield from _of_set(name, about["set"], found)
    yield EACH
    for note in each:
        yield f"\n### {note['set']}, `count={note['variant']}`\n"
        yield f"{note['turned']['number']:,} wins are draws."
        yield from _boards(note["game"], Win(*note["turned"]["nearest"]), Win(*note["turned"]["longest"]))


def _of_set(name: str, ending: str, found: list[Turned]) -> Iterator[str]:
    yield f"\n## {ending}\n"
    for one in found:
        yield f"`count={one.count}` leaves {one.allowed}: {one.number:,} wins are draws."
        yield from _boards(name, one.nearest)
    if found[0].longest not in {one.nearest for one in found}:
        yield from _boards(name, found[0].longest)


def _boards(name: str, *wins: Win | None) -> Iterator[str]:
    for win in dict.fromkeys(wins):
        if win is not None:
            yield f"\nWon in {win.moves}:\n\n```position {name}\n{win.position}\n```\n"


def write(each: list[dict[str, Any]]) -> None:
    """Write the page."""
    PAGE.write_text("\n".join(page(each)), encoding="utf-8")
