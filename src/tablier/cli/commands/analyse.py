"""`tablier analyse` and `tablier hint`: what the engine finds in a position, as lines or in words."""

import json
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text as Coloured

from tablier.cli import messages as m
from tablier.cli.arguments import AsJson, Choices, LangChoice, PositionText, view_of
from tablier.cli.commands.law import INTERRUPTED
from tablier.cli.engine_thread import analyse as search
from tablier.cli.engine_thread import compiled, engine_of
from tablier.cli.language import decimal, phrase
from tablier.cli.match_source import GameOrRecord, Ply, Record, studied
from tablier.cli.progress import PACE
from tablier.cli.table.advice import tell_advice
from tablier.cli.table.view import View, make_console
from tablier.core.match import Match
from tablier.core.text import Lang

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis, Limits, Line

AnyMatch = Match[Any, Any]
Seconds = Annotated[float | None, typer.Option("--seconds", min=0.01, metavar="S", help=m.OPT_SECONDS.fr, show_default=False)]
Nodes = Annotated[int | None, typer.Option("--nodes", min=1, metavar="N", help=m.OPT_NODES.fr, show_default=False)]
Depth = Annotated[int | None, typer.Option("--depth", min=1, max=64, metavar="N", help=m.OPT_DEPTH.fr, show_default=False)]
Lines = Annotated[int, typer.Option("--lines", min=1, max=50, metavar="N", help=m.OPT_LINES.fr, show_default=False)]
Threads = Annotated[int, typer.Option("--threads", min=1, max=256, metavar="N", help=m.OPT_THREADS.fr, show_default=False)]
USUAL_SECONDS = 2.0
USUAL_LINES = 3


def analyse(
    context: typer.Context,
    name: GameOrRecord = "",
    position: PositionText = "",
    record: Record = "",
    ply: Ply = None,
    option: Choices = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    lines: Lines = USUAL_LINES,
    threads: Threads = 1,
    as_json: AsJson = False,
    lang: LangChoice = None,
) -> None:
    """Find the best lines of a position."""
    view = view_of(context, lang)
    match = studied(name, option, position, record, ply)
    live = LiveLines(view)
    with live:
        thought = search(engine_of(match, threads), match, _limits(seconds, nodes, depth), lines=lines, progress=live.tell)
    if as_json:
        view.raw(json.dumps(_data(match, thought.result), ensure_ascii=False, indent=1))
    else:
        _tell(view, match, thought.result)
    if thought.interrupted:
        raise typer.Exit(INTERRUPTED)


def hint(
    context: typer.Context,
    name: GameOrRecord = "",
    position: PositionText = "",
    record: Record = "",
    ply: Ply = None,
    option: Choices = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    lang: LangChoice = None,
) -> None:
    """Name a move, and say why."""
    match = studied(name, option, position, record, ply)
    tell_advice(view_of(context, lang), match, _limits(seconds, nodes, depth))


def _limits(seconds: float | None, nodes: int | None, depth: int | None) -> "Limits":
    with compiled():
        from tablier.search.analysis import Limits
    usual = USUAL_SECONDS if (seconds, nodes, depth) == (None, None, None) else seconds
    return Limits(usual, nodes, depth)


class LiveLines:
    """The lines as they are found, redrawn on the error stream of a person's terminal and nowhere else."""

    def __init__(self, view: View) -> None:
        self.lang = view.lang
        console = make_console(stderr=True)
        shown = console.is_terminal and not console.is_dumb_terminal
        self.live = Live(console=console, auto_refresh=False, transient=True) if shown else None
        self._next = 0.0

    def __enter__(self) -> None:
        if self.live is not None:
            self.live.start()

    def __exit__(self, *error: object) -> None:
        if self.live is not None:
            self.live.stop()

    def tell(self, found: "Analysis") -> None:
        """Show what is known now, unless something was shown but a moment ago."""
        if self.live is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + PACE
            grid = _grid(found, self.lang, cut=True)
            grid.title, grid.title_justify, grid.title_style = _effort(found, self.lang), "left", "dim"
            self.live.update(grid, refresh=True)


def _tell(view: View, match: AnyMatch, found: "Analysis") -> None:
    view.line(match.game.info.name.say(view.lang), "bold")
    view.tell(m.TO_ACT, who=view.actor(match, match.actor), position=match.game.dump(match.position))
    view.line(_effort(found, view.lang), "dim")
    view.show(_grid(found, view.lang, cut=False))


def _effort(found: "Analysis", lang: Lang) -> str:
    form = m.SEARCHED if found.depth else m.SAMPLED
    return phrase(form, lang, depth=found.depth, nodes=decimal(found.nodes, lang, digits=0), seconds=decimal(found.seconds, lang, digits=1))


def _grid(found: "Analysis", lang: Lang, *, cut: bool) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for number, line in enumerate(found.lines, 1):
        moves = Coloured(" ".join(line.moves), no_wrap=cut, overflow="ellipsis" if cut else "fold")
        chance = phrase(m.PERCENT, lang, number=round(100 * line.win_chance))
        grid.add_row(
            Coloured(f"{number}.", no_wrap=True),
            Coloured(_score(line, lang), style="bold", no_wrap=True),
            Coloured(chance, no_wrap=True),
            moves,
        )
    return grid


def _score(line: "Line", lang: Lang) -> str:
    """Pieces ahead, or how far the forced end is."""
    if line.ends_in is None:
        return decimal(line.score / 100, lang, sign="+")
    return phrase(m.WON_IN if line.ends_in > 0 else m.LOST_IN, lang, plies=abs(line.ends_in))


def _data(match: AnyMatch, found: "Analysis") -> dict[str, object]:
    game = match.game
    return {
        "game": game.info.id,
        "options": dict(game.options),
        "position": game.dump(match.position),
        "actor": match.actor,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "lines": [
            {"moves": list(line.moves), "score": line.score, "win_chance": round(line.win_chance, 4), "ends_in": line.ends_in}
            for line in found.lines
        ],
    }
