"""`tablier analyse` and `tablier hint`: the lines of an engine, and a move with its reasons."""

import json
import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text as Coloured

from tablier.cli.arguments import (
    AsJson,
    Depth,
    GameNumber,
    GameOptions,
    GameOrRecord,
    LangOption,
    Nodes,
    Ply,
    PositionText,
    RecordOption,
    Seconds,
    find_match,
    option,
    view_of,
)
from tablier.cli.engine_thread import analyse as search
from tablier.cli.engine_thread import engine_of, engines_required
from tablier.cli.errors import INTERRUPTED
from tablier.cli.language import format_number, format_text
from tablier.cli.messages import engines as m
from tablier.cli.progress import REFRESH
from tablier.cli.table.advice import print_advice
from tablier.cli.view import AnyMatch, View, make_console
from tablier.core.text import Lang

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis, Limits, Line

Lines = Annotated[int, option("--lines", m.OPT_LINES, "N", min=1, max=50)]
Threads = Annotated[int, option("--threads", m.OPT_THREADS, "N", min=1, max=256)]
DEFAULT_SECONDS = 2.0
DEFAULT_LINES = 3


def analyse(
    context: typer.Context,
    name: GameOrRecord = "",
    position: PositionText = "",
    record: RecordOption = "",
    number: GameNumber = 1,
    ply: Ply = None,
    options: GameOptions = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    lines: Lines = DEFAULT_LINES,
    threads: Threads = 1,
    as_json: AsJson = False,
    lang: LangOption = None,
) -> None:
    """Find the best lines of a position."""
    view = view_of(context, lang)
    match = find_match(name, options, position, record, ply, number)
    with LiveLines(view) as live:
        found = search(engine_of(match, threads), match, _limits(seconds, nodes, depth), lines=lines, progress=live.update)
    if as_json:
        view.print_raw(json.dumps(_data(match, found.result), ensure_ascii=False, indent=1))
    else:
        _print_analysis(view, match, found.result)
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)


def hint(
    context: typer.Context,
    name: GameOrRecord = "",
    position: PositionText = "",
    record: RecordOption = "",
    number: GameNumber = 1,
    ply: Ply = None,
    options: GameOptions = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    lang: LangOption = None,
) -> None:
    """Advise a move with its reasons."""
    match = find_match(name, options, position, record, ply, number)
    print_advice(view_of(context, lang), match, _limits(seconds, nodes, depth))


def _limits(seconds: float | None, nodes: int | None, depth: int | None) -> "Limits":
    with engines_required():
        from tablier.search.analysis import Limits
    return Limits(DEFAULT_SECONDS if (seconds, nodes, depth) == (None, None, None) else seconds, nodes, depth)


class LiveLines:
    """The lines found so far, redrawn on the error stream of an interactive terminal."""

    def __init__(self, view: View) -> None:
        self.lang = view.lang
        console = make_console(stderr=True)
        shown = console.is_terminal and not console.is_dumb_terminal
        self.live = Live(console=console, auto_refresh=False, transient=True) if shown else None
        self._next = 0.0

    def __enter__(self) -> "LiveLines":
        if self.live is not None:
            self.live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.live is not None:
            self.live.stop()

    def update(self, found: "Analysis") -> None:
        """Redraw the lines, unless they were redrawn a moment ago."""
        if self.live is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + REFRESH
            grid = _grid(found, self.lang, cut=True)
            grid.title, grid.title_justify, grid.title_style = _effort(found, self.lang), "left", "dim"
            self.live.update(grid, refresh=True)


def _print_analysis(view: View, match: AnyMatch, found: "Analysis") -> None:
    view.print_line(match.game.info.name.say(view.lang), "bold")
    view.print_message(m.TO_ACT, who=view.actor_name(match, match.actor), position=match.game.dump(match.position))
    if found.exact is not None:
        view.print_line(found.exact.say(view.lang), "bold")
    if found.nodes:
        view.print_line(_effort(found, view.lang), "dim")
    view.print_drawing(_grid(found, view.lang, cut=False))


def _effort(found: "Analysis", lang: Lang) -> str:
    form = m.SEARCHED if found.depth else m.SAMPLED
    return format_text(
        form,
        lang,
        depth=found.depth,
        nodes=format_number(found.nodes, lang, digits=0),
        seconds=format_number(found.seconds, lang, digits=1),
    )


def _grid(found: "Analysis", lang: Lang, *, cut: bool) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for number, line in enumerate(found.lines, 1):
        moves = Coloured(" ".join(line.moves), no_wrap=cut, overflow="ellipsis" if cut else "fold")
        chance = format_text(m.PERCENT, lang, number=round(100 * line.win_chance))
        grid.add_row(
            Coloured(f"{number}.", no_wrap=True),
            Coloured(_score(line, lang), style="bold", no_wrap=True),
            Coloured(chance, no_wrap=True),
            moves,
        )
    return grid


def _score(line: "Line", lang: Lang) -> str:
    """The advantage in pieces, or the distance of a forced end."""
    if line.ends_in is None:
        return format_number(line.score / 100, lang, sign="+")
    return format_text(m.WON_IN if line.ends_in > 0 else m.LOST_IN, lang, plies=abs(line.ends_in))


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
