"""Write docs/reference/endings.md from the ending files that are there: `python tools/endings_page.py`.

Every figure comes from the header of a file; what a count turns into a draw is worked out from the distances and the law.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablier.endings.files import EndingFile, files_of, shipped_folder
from tablier.endings.probe import Endings
from tablier.endings.sets import has_endings, layout_of, named
from tablier.games import AnyGame, game, games
from tablier.testing import variants

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "endings.md"

HEAD = """# Exact endings

Written by `tools/endings_page.py` from the files themselves; how they are made is in [ADR 14](../adr/0014-exact-endings.md).

    tablier endings build makruk KR-K      # a set and those it leads to; interrupted, it goes on
    tablier endings show makruk            # what is there
    tablier endings probe makruk "8/8/8/3k4/8/8/R7/3K4 w"

Positions are legal ones, counted with all their symmetric images; with colours exchanged they are not counted twice. "Longest" is
the longest win in the winner's own moves, with a position. "Shipped" files come with the package; the others are built where they
are wanted. Seconds are those of the build, most of them on two cores that others were using too.

- **Makruk.** The variant is the count that a set was built for; `none` holds for every count, which is taken in when a position is
  asked. Under the federation's count a set with one man each counts the moves to the capture, promotion or mate that wins.
- **Mak-Yek and Apit-Sodok.** "Won" are the positions in which the mover can force more captures than the board shows now; the moves
  lead to the next of them. Where neither side can, the game ends with the captures as they stand.
- **Achef.** Positions include the bans that last for a turn: the swap that may not be undone, the pawn that may not climb.

## How they were checked

- `tests/endings`: values of positions drawn at random are compared, move by move, with the law's own moves and outcomes (some hundred of
  each small set in `make test`, thousands in `make test-slow`, a million in `make soak`), and short wins with a search of the law that
  knows no ending.
- Wins with exactly as many moves as the count leaves are played out by the law to mate, and with one move less to the draw.
- Khun and Rua against Khun: mate in 16 at most, 175,168 positions with the Rua to move, as published for king and rook. Khun, Ma
  and Met against Khun: 472,900 won positions, the published number: placements on the board with the side of Ma and Met to move,
  symmetric ones each for itself, in one choice of colours.
- An interrupted build ends with the same bytes as one in one go, on one thread or two.
"""

TAIL = """
## What is out of reach

- **Malawi**: its pawns never leave the board. With one ring on each side there are still twelve pawns: 1.9 million ways for one side's
  six times 0.6 million for the other's, times 36 for the rings, that is more than 4 × 10^13 positions. No set is small.
- **Mako Naval** has dice and up to four players: there is no exact line, only odds.
- **Achef** beyond what is listed: a set is two slabs in memory, and each pawn more multiplies them by three to five.
"""


def number(value: int) -> str:
    """A number with its thousands apart."""
    return f"{value:,}"


def rows(name: str) -> Iterator[str]:
    """A row for each file of a game."""
    for path in sorted(files_of(name), key=lambda path: (len(path.name.partition(".")[0]), path.name)):
        file = EndingFile(path)
        about, sides = file.about, file.about["sides"]
        longest = max(sides, key=lambda side: side["longest"] or 0)
        moves = "none" if longest["longest"] is None else f"{(longest['longest'] + 1) // 2}"
        shipped = "yes" if (shipped_folder() / name / path.name).is_file() else ""
        to_move = ", ".join(number(side["wins"]) for side in sides)
        positions = ", ".join(number(side["positions"]) for side in sides)
        at = f"`{longest['position']}`" if longest["position"] else ""
        size = number(round(path.stat().st_size / 1000))
        cells = (about["set"], about["variant"], positions, to_move, moves, at, about["seconds"], size, shipped)
        yield f"| {' | '.join(map(str, cells))} |"


def counted(name: str) -> Iterator[str]:
    """For each set whose wins a count limits: what the count leaves from its first move, and the wins it turns into draws."""
    for rules in variants(games()[name]):
        if not layout_of(rules)(Endings(rules).kernel).limit_draws:
            continue
        endings = Endings(rules)
        for path in sorted(files_of(name), key=lambda path: (len(path.name), path.name)):
            file = EndingFile(path)
            row = _counted(rules, endings, file)
            if row is not None:
                yield row


def _counted(rules: AnyGame, endings: Endings, file: EndingFile) -> str | None:
    layout, about = layout_of(rules), file.about
    ending = named(layout, about["set"])
    if layout.variant(dict(rules.options), ending.strong, ending.weak) != about["variant"]:
        return None
    side = about["sides"][0]
    position = _first_win(rules, side)
    if position is None:
        return None
    endings.kernel.stand(rules.dump(rules.load(position)))
    left = endings.prober.left(True)
    if left is None:
        return None
    allowed = (left + 1) // 2
    late = sum(count for code, count in enumerate(side["distances"]) if code and code % 2 == 0 and code // 2 > allowed)
    options = " ".join(f"{key}={value}" for key, value in rules.options.items())
    return f"| {about['set']} | {options} | {allowed} | {number(side['wins'])} | {number(late)} |"


def _first_win(rules: AnyGame, side: dict[str, Any]) -> str | None:
    """A position of the side with more men to move, its count not begun."""
    text = side["position"]
    if text is None or not side["wins"]:
        return None
    board, mover = text.split()[:2]
    return f"{board} {mover}"


def page() -> Iterator[str]:
    """The page, part by part."""
    yield HEAD
    for name in games():
        rules = game(name)
        if not has_endings(rules) or not any(True for _ in files_of(name)):
            continue
        yield f"\n## {rules.info.name.en}\n"
        yield "| set | variant | positions (mover has more, fewer) | won for the mover | longest | position | seconds | kB | shipped |"
        yield "|---|---|---|---|---|---|---|---|---|"
        yield from rows(name)
        late = list(counted(name))
        if late:
            yield "\nWon positions (the side with more men to move) that the count, beginning now, turns into draws:\n"
            yield "| set | rules | moves left | won without a count | drawn by the count |"
            yield "|---|---|---|---|---|"
            yield from late
    yield TAIL


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    target.write_text("\n".join(page()), encoding="utf-8")
