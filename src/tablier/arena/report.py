"""The documentation page on levels, written from the saved ladders."""

from itertools import pairwise
from pathlib import Path

from tablier.arena.elo import elo
from tablier.arena.ladders import GOAL, LEVELS, MOST, RESULTS, Ladder, Rung, load_ladders
from tablier.arena.scale import LEVEL_1, elo_of_levels
from tablier.arena.score import signed
from tablier.games import games

PAGE = Path("docs/reference/levels.md")

INTRODUCTION = f"""\
<!-- Written from bench/results/ladder by tablier.arena.write_page; do not edit. -->

# Levels

Every level plays the one below it from balanced random openings, each opening once from either side (with more seats: once in
every rotation). A draw counts half; with more seats a score is the share of opponents left behind. The goal is a score between
{GOAL:.0%} and {MOST:.0%}: a step that is felt, and that can be climbed. The interval holds the true score 19 times out of 20, and where it
reaches beyond the goals, more games are needed to be sure. Elo is the level's number on the scale of its game: level 1 of every game
has {LEVEL_1}, so that the numbers of two games do not compare, and a drawn game is added to each match, so that a clean sweep has a
number too. Tables, ratings, profiles and `UCI_Elo` go by it. The last column changes with the code of the engine that played: where
it has no folder in `bench/results/games/ladder`, which keeps the games, an older engine played, whose levels may have been others.

    tablier ladder GAME --games 60                # plays what is missing, and saves it
    tablier ladder GAME --levels 7,8 --games 60   # one step
    python tools/level_elo.py > src/tablier/search/level_elo.json
    python -c "from tablier.arena import write_page; write_page()"
"""


def write_page(results: Path = RESULTS, page: Path = PAGE) -> None:
    """Write the page."""
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join([INTRODUCTION, *map(_section, load_ladders(results))]), encoding="utf-8")


def _section(ladder: Ladder) -> str:
    options = "".join(f", {name} {value}" for name, value in ladder.options.items())
    name = games()[ladder.game].info.name.en
    met = sum(rung.met for rung in ladder.rungs)
    elos = elo_of_levels(ladder)
    return "\n".join(
        [
            f"## {name}{options}",
            "",
            f"{met} of {len(ladder.rungs)} met.{_not_played(ladder)}",
            "",
            "| level | Elo | against | games | won | drawn | lost | score | interval | difference | | engines |",
            "|---" * 12 + "|",
            *(_row(rung, elos.get(rung.level)) for rung in ladder.rungs),
            "",
        ]
    )


def _not_played(ladder: Ladder) -> str:
    played = {(rung.below, rung.level) for rung in ladder.rungs}
    left = ", ".join(f"{level} against {below}" for below, level in pairwise(LEVELS) if (below, level) not in played)
    return f" Not played yet: {left}." if left else ""


def _row(rung: Rung, scaled: int | None) -> str:
    low, high = rung.interval
    played = rung.wins + rung.draws + rung.losses
    cells = [
        rung.level,
        "" if scaled is None else scaled,
        rung.below,
        played,
        rung.wins,
        rung.draws,
        rung.losses,
        f"{rung.score:.1%}",
        f"{low:.1%} to {high:.1%}",
        signed(elo(rung.score)),
        _verdict(rung),
        f"`{rung.engines}`",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def _verdict(rung: Rung) -> str:
    low, high = rung.interval
    if rung.met:
        return "met" if low >= GOAL and high <= MOST else "met, not surely"
    if rung.score < GOAL:
        return "**too small**" if high < GOAL else "**too small**, not surely"
    return "**too large**" if low > MOST else "**too large**, not surely"
