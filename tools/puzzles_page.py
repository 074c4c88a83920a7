"""Write docs/reference/puzzles.md from the puzzles that come with the package: `python tools/puzzles_page.py`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from tablier.games import game, games
from tablier.puzzles.generate import MOST_MOVES
from tablier.puzzles.odds import CLEAR_ODDS
from tablier.puzzles.shares import MOST_OF, MOST_TO
from tablier.puzzles.sources import ENDINGS, PLAYERS
from tablier.puzzles.store import PuzzleSet, puzzles_of
from tablier.puzzles.themes import theme_name
from tablier.puzzles.verdict import CLEAR, DEEPER, HOPEFUL

SEARCHING = " or ".join(f"{player.depth} with {player.astray:.0%}" for player in PLAYERS if player.depth)
AIMLESS = sum(not player.depth for player in PLAYERS)
PLAIN, EXACT, AT_ONCE = (f"{MOST_OF[kind]:.0%}" for kind in ("plain", "ending", "victory"))

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "puzzles.md"

HEAD = f"""# Puzzles

Written by `tools/puzzles_page.py` from the data itself (`src/tablier/puzzles/data`).

    tablier puzzle turkish                 # solve one after another; --theme, --daily, --id
    tablier puzzles show turkish           # how many, by theme
    tablier puzzles make turkish           # find more; interrupted, it goes on; --workers, --ray ADDRESS for a cluster
    tablier puzzles make turkish --from URL    # look first in the finished public games of a server, or in records: a file, a folder

On the pages they are at `/puzzles`, in the API at `GET /api/puzzles`; each has an address, `/puzzles/GAME/ID`.

## How they are made

- Finished games that are given (`--from`) are looked at first, as far as they were played by the same rules; then games of our own.
- Those are played by players who see little, so that there is something to find: by searches of few plies, {SEARCHING} of
  the moves drawn by chance; {AIMLESS} game in {len(PLAYERS)} is drawn by chance altogether. Every position is looked at with a few plies.
  One game in {ENDINGS} is not played but drawn from the [exact endings](endings.md), where a game has some.
- A position is kept if its best move is worth at least {100 * CLEAR:.0f} points of winning chance (in a hundred) more than every other
  one, and at least {100 * HOPEFUL:.0f} in all. This is found by a search of two lines, and again with {DEEPER} times the nodes; in a known
  ending by the exact values instead, where only one move may keep the result.
- The solution goes on with the best replies as long as one move is clearly the best, {MOST_MOVES} moves at most; each of them is verified
  in the same way.
- A move is *plain* if it wins more on the spot than every other one: at once, or in pieces before the reply. Puzzles all of whose moves
  are plain have a share of {PLAIN} at most; exact endings {EXACT}; those won by a single move {AT_ONCE}; those that begin with a step
  to the same cell {MOST_TO:.1%}.
- Positions that are another one turned, mirrored, or with the colours exchanged are left out.
- Themes are read from the law: the clauses of what the solver does, of the end, and of what they bar to the opponent.
- The first rating comes from the nodes after which a deepening search keeps to the move. From then on people move it: a try is a game of
  Glicko-2 between an account and the puzzle, the first try only.
- In a game with dice the question comes after a roll: every move is searched for itself, and the best one's chances are at least
  {100 * CLEAR_ODDS:.0f} points above the others'. A move is plain if it harms opponents more than every other one. The
  rating comes from the simulations after which the move is found, and from those that tell the two best chances apart.

`make test` plays every solution by the law; `make test-slow` searches all of them again.

## How many there are

The aim is 300 for each game, 100 for Mako Naval.

| game | puzzles | of several moves | by exact endings | ratings | verified with nodes | kB |
|---|---|---|---|---|---|---|
"""


def row(name: str, found: PuzzleSet) -> str:
    """The numbers of a game."""
    title = game(name).info.name.en
    if not len(found):
        return f"| {title} | 0 | | | | | |"
    ratings = [one.rating for one in found]
    several = sum(len(one.solver_moves) > 1 for one in found)
    size = (Path(PAGE.parents[2]) / "src/tablier/puzzles/data" / f"{name}.json.gz").stat().st_size
    exact = sum(one.exact for one in found)
    return f"| {title} | {len(found)} | {several} | {exact} | {min(ratings)}–{max(ratings)} | {found.nodes:,} | {size / 1000:.1f} |"


def themes(found: PuzzleSet) -> Iterator[str]:
    """The themes of a game."""
    rules = found.rules()
    yield f"\n**{rules.info.name.en}**: " + ", ".join(f"{theme_name(rules, one).en} {count}" for one, count in found.themes().items()) + "."


def page() -> str:
    """The whole page."""
    sets = {name: puzzles_of(name) for name in games()}
    rows = [row(name, found) for name, found in sets.items()]
    named = [line for found in sets.values() if len(found) for line in themes(found)]
    return HEAD + "\n".join(rows) + "\n\n## Themes\n" + "\n".join(named) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
