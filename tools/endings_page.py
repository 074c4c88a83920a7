"""Write docs/reference/endings.md and endings-drawn.md: `python -m tools.endings_page`.

The headers of the ending files that are there are noted in bench/results/endings/sets.json, beside those of files that other machines
had; every figure comes from these notes, or from what tools/bare_khun_survey.py noted. What a count turns into a draw is
worked out from the distances and the law.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools import counted_wins

from tablier.endings.files import EndingFile, files_of, find_file, path_in, shipped_folder
from tablier.endings.sets import has_endings, layout_of, named
from tablier.games import game, games

ROOT = Path(__file__).parent.parent

PAGE = ROOT / "docs" / "reference" / "endings.md"
NOTES = ROOT / "bench" / "results" / "endings" / "sets.json"
SOAK = ROOT / "bench" / "results" / "soak.json"
PLAIN = "none"
"""The variant without a count."""

HEAD = """# Exact endings

Written by `tools/endings_page.py` from the headers of the files (`bench/results/endings`); how they are made is in
[ADR 14](../adr/0014-exact-endings.md).

    tablier endings build makruk KR-K      # a set and those it leads to; interrupted, it goes on
    tablier endings build makruk --workers 4             # all sets, four at a time, one core for each
    tablier endings build achef --ray ADDRESS            # on the machines of a Ray cluster; pip install 'tablier[cluster]' on each
    tablier endings show makruk            # what is there
    tablier endings probe makruk "8/8/8/3k4/8/8/R7/3K4 w"

Positions are legal ones, counted with all their symmetric images; with colours exchanged they are not counted twice. "Longest" is
the longest win in the winner's own moves, with a position. "Shipped" files come with the package; the others are built where they
are wanted. The wins that a count turns into draws have [a page of their own](endings-drawn.md), with boards.
Seconds are those of the build, on cores that others were using too.

- **Makruk.** The variant is the count that a set was built for; `none` holds for every count, which is taken in when a position is
  asked. Under the federation's count a set with one man each counts the moves to the capture, promotion or mate that wins.
- **Mak-Yek and Apit-Sodok.** "Won" are the positions in which the mover can force more captures than the board shows now; the moves
  lead to the next of them. Where neither side can, the game ends with the captures as they stand.
- **Achef.** Positions include the bans that last for a turn: the swap that may not be undone, the pawn that may not climb.

## How they were checked

"""
CHECKED = """- Values of positions drawn at random are compared, move by move, with the law's moves and outcomes: {values} in the last run
  of `tools/soak.py --parts values` (revision {revision}; it goes on where it was interrupted; `make soak` asks for a million), of all sets
  at hand of up to 16 million values, under each rules that they hold for, {running} of them with a count that already ran; some hundred of
  each small set in `make test`, thousands in `make test-slow`. All of them agree. Short wins are compared with a search of the law that
  knows no ending.
"""
FACTS = """- Wins with exactly as many moves as the count leaves are played out by the law to mate, and with one move less to the draw.
- Khun and Rua against Khun: mate in 16 at most, 175,168 positions with the Rua to move, as published for king and rook. Khun, Ma
  and Met against Khun: 472,900 won positions, the published number: placements on the board with the side of Ma and Met to move,
  symmetric ones each for itself, in one choice of colours.
- An interrupted build ends with the same bytes as one in one go, on one thread or two.
- Sets against a bare Khun are solved 64 positions at a time (`endings/layouts/bare_khun.pyx`); in `make test` and `make test-slow` sets of
  one and two men are also built position by position, with the same bytes, and values of three men are compared with the law.
- Achef: 3,000 positions of 3-3 and of 4-3, 1,500 of 4-4 and of 5-3, 800 of each larger one up to ten pawns, drawn at random with their
  bans, were compared with the law, move by move and to the ply. 3-3 has the same values as when every placement had numbers for all
  bans; 3-3 and 4-3 have the same as when all their moves are looked at (`tests/endings/test_exact_unmoves.py`).
"""

SURVEY = """
Every set of a Khun with up to three men against a bare Khun, the side with the men to move. "Drawn by" are won positions that the count,
beginning now, turns into draws, and the moves that it leaves; – where nothing is won, or a Bia decides later
which count there will be.

| set | positions | won | longest | position | {counts} |
|---|---|---|---|---|---|---|"""

SOLVED = "achef"
ACHEF = """
Achef is solved from three pawns a side up to what is listed: a set is solved when those that its captures lead to are. What becomes of
its positions, for the player to move, each with its bans a position of its own (repetition draws, so that a position is drawn where neither
side can force a win; the games begin with eight pawns a side, whose value is not known):"""

TAIL = """
## What is out of reach

- **Malawi**: its pawns never leave the board. With one ring on each side there are still twelve pawns: 1.9 million ways for one side's
  six times 0.6 million for the other's, times 36 for the rings, that is more than 4 × 10^13 positions. No set is small.
- **Mako Naval** has dice and up to four players: there is no exact line, only odds.
- **Achef** beyond what is listed: all sets of up to ten pawns together took 14 minutes on two cores beside other work, and as long again to
  compress. Every pawn more multiplies a set by three to five. A number takes a byte, and four bytes for each placement say where its
  numbers begin: eleven and twelve pawns (6-6 has 600 million placements and some 3 thousand million positions) fit into 16 GiB, at
  half a microsecond of processor time for each number; 8-8 (3.3 thousand million placements) needs a builder that keeps its slabs on
  disk.
"""


def number(value: int) -> str:
    """A number with its thousands apart."""
    return f"{value:,}"


def noted() -> list[dict[str, Any]]:
    """What is known of every file, smaller sets first; those that are here are noted anew."""
    notes = {(note["game"], note["set"], note["variant"]): note for note in json.loads(NOTES.read_text(encoding="utf-8"))}
    for name in games():
        for path in files_of(name):
            about = EndingFile(path).about
            sides = [{key: value for key, value in side.items() if key not in ("entries", "distances")} for side in about["sides"]]
            kept = {key: about[key] for key in ("game", "set", "variant", "seconds")}
            note = {**kept, "kilobytes": round(path.stat().st_size / 1000), "sides": sides}
            plain = find_file(name, about["set"], PLAIN)
            if about["variant"] != PLAIN and plain is not None:
                rules = game(name)
                found = counted_wins.compared(rules, named(layout_of(rules), about["set"]), EndingFile(plain), EndingFile(path))
                note |= {"turned": found} if found["number"] else {}
            notes[name, about["set"], about["variant"]] = note
    found = sorted(notes.values(), key=lambda note: (note["game"], len(note["set"]), note["set"], note["variant"]))
    NOTES.write_text("[\n" + ",\n".join(json.dumps(note) for note in found) + "\n]\n", encoding="utf-8")
    return found


def row(note: dict[str, Any]) -> str:
    """The row of a set."""
    sides = note["sides"]
    longest = max(sides, key=lambda side: side["longest"] or 0)
    moves = "none" if longest["longest"] is None else f"{(longest['longest'] + 1) // 2}"
    shipped = "yes" if path_in(shipped_folder(), note["game"], note["set"], note["variant"]).is_file() else ""
    to_move = ", ".join(number(side["wins"]) for side in sides)
    positions = ", ".join(number(side["positions"]) for side in sides)
    at = f"`{longest['position']}`" if longest["position"] else ""
    cells = (note["set"], note["variant"], positions, to_move, moves, at, note["seconds"], number(note["kilobytes"]), shipped)
    return f"| {' | '.join(map(str, cells))} |"


def shares(notes: list[dict[str, Any]]) -> Iterator[str]:
    """What becomes of each set, where draws are counted: the shares of won, drawn and lost positions for the mover."""
    yield "\n| pawns of the mover and of the other | won | drawn | lost | longest win or loss, in plies |"
    yield "|---|---|---|---|---|"
    for note in sorted(notes, key=lambda note: (sum(map(int, note["set"].split("-"))), note["set"])):
        one, other = note["set"].split("-")
        for (own, against), side in zip(((one, other), (other, one)), note["sides"], strict=False):
            results = [f"{side[key] / side['positions']:.2%}" for key in ("wins", "draws", "losses")]
            yield f"| {own} against {against} | {' | '.join(results)} | {side['longest']} |"


def survey_part(name: str) -> Iterator[str]:
    """The sets of a survey with what each count makes of them."""
    yield SURVEY.format(counts=" | ".join(f"drawn by count={endings.rules.options['count']}" for endings in counted_wins.limited(name)))
    yield from surveyed(name)
    yield ""


def surveyed(name: str) -> Iterator[str]:
    """A row for each set of a survey: its longest win, and the wins that each count, beginning now, turns into draws."""
    rulings = counted_wins.limited(name)
    for about in counted_wins.survey(name).values():
        side = about["sides"][0]
        cells = [about["set"], number(side["positions"]), number(side["wins"]), side["longest"] or "none"]
        cells.append(f"`{side['position']}`" if side["position"] else "")
        for endings in rulings:
            found = counted_wins.turned(endings, about)
            cells.append("–" if found is None else f"{number(found.number)} ({found.allowed} left)")
        yield f"| {' | '.join(map(str, cells))} |"


def checked() -> str:
    """What `tools/soak.py --parts values` has compared."""
    values = json.loads(SOAK.read_text(encoding="utf-8"))["values"]
    return CHECKED.format(
        values=number(round(values["values"])), running=number(round(values["with a count that runs"])), revision=values["revision"]
    )


def page(known: list[dict[str, Any]]) -> Iterator[str]:
    """The page, part by part."""
    yield HEAD + checked() + FACTS
    for name in games():
        rules, notes = game(name), [note for note in known if note["game"] == name]
        if not has_endings(rules) or not notes:
            continue
        yield f"\n## {rules.info.name.en}\n"
        yield "| set | variant | positions (mover has more, fewer) | won for the mover | longest | position | seconds | kB | shipped |"
        yield "|---|---|---|---|---|---|---|---|---|"
        yield from map(row, notes)
        if name == SOLVED:
            yield ACHEF
            yield from shares(notes)
        if name in counted_wins.SURVEYS:
            yield from survey_part(name)
    yield TAIL


if __name__ == "__main__":
    notes = noted()
    PAGE.write_text("\n".join(page(notes)), encoding="utf-8")
    counted_wins.write([note for note in notes if "turned" in note])
