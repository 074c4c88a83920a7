"""`tablier puzzles`: find puzzles in finished games, engine games and endings, and list those that are there."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.arguments import (
    GameName,
    GameOptions,
    LangOption,
    MatchSeed,
    RayAddress,
    Workers,
    argument,
    changed_options,
    complete_game,
    find_class,
    find_game,
    language,
    option,
    view_of,
)
from tablier.cli.engine_thread import engines_required
from tablier.cli.errors import INTERRUPTED
from tablier.cli.executors import executor_of
from tablier.cli.finished_games import finished_games
from tablier.cli.help_page import Command, Group
from tablier.cli.language import format_text
from tablier.cli.messages import puzzles as m
from tablier.cli.messages.common import META_FILE, META_FOLDER, META_GAME
from tablier.cli.progress import ProgressLine
from tablier.cli.view import View
from tablier.games import games

if TYPE_CHECKING:
    from tablier.puzzles.runner import Found

STATES = Path(".puzzles")

AnyName = Annotated[str, argument(META_GAME, m.ARG_PUZZLE_GAME, autocompletion=complete_game)]
Count = Annotated[int, option("--count", m.OPT_COUNT, "N", min=1)]
StateFile = Annotated[str, option("--state", m.OPT_STATE, META_FILE)]
Nodes = Annotated[int, option("--nodes", m.OPT_PUZZLE_NODES, "N", min=0)]
From = Annotated[list[str] | None, option("--from", m.OPT_FROM, m.META_SOURCE)]
Into = Annotated[str, option("--into", m.OPT_INTO, META_FOLDER)]

app = typer.Typer(cls=Group, add_completion=False, help=m.HELP_PUZZLES.fr, no_args_is_help=True)


@app.callback()
def puzzles(context: typer.Context, lang: LangOption = None) -> None:
    """Take the language of the line."""
    if lang is not None:
        context.find_root().obj = language(context, lang)


def make(
    context: typer.Context,
    name: GameName,
    options: GameOptions = None,
    count: Count = 300,
    nodes: Nodes = 0,
    seed: MatchSeed = 0,
    sources: From = None,
    state: StateFile = "",
    into: Into = "",
    workers: Workers = None,
    ray: RayAddress = "",
    lang: LangOption = None,
) -> None:
    """Find puzzles and write them."""
    view, rules = view_of(context, lang), find_game(name, options)
    with engines_required():
        from tablier.puzzles.plan import plan_for
        from tablier.puzzles.recorded import recorded_games
        from tablier.puzzles.runner import make_puzzles
        from tablier.puzzles.store import DATA, write_puzzles
    plan = plan_for(rules, changed_options(rules), seed=seed, nodes=nodes)
    recorded = recorded_games(plan, finished_games(sources or (), rules.info.id))
    with ProgressLine() as line:
        last: list[Found] = []

        def watch(found: "Found") -> None:
            last[:] = [found]
            words = format_text(m.PUZZLE_PROGRESS, view.lang, found=len(found.puzzles), wanted=count, games=len(found.games))
            line.show(words)

        try:
            file = Path(state) if state else STATES / f"{rules.info.id}.jsonl"
            found = make_puzzles(plan, count, file, recorded=recorded, executor=executor_of(workers, ray), watch=watch)
        except KeyboardInterrupt:
            line.clear()
            view.print_message(m.PUZZLES_INTERRUPTED, found=len(last[0].puzzles) if last else 0)
            raise typer.Exit(INTERRUPTED) from None
    path = write_puzzles(found.set_of(), Path(into) if into else DATA)
    view.print_message(m.PUZZLES_WRITTEN, found=min(count, len(found.puzzles)), file=path, size=path.stat().st_size // 1000)


def show(context: typer.Context, name: AnyName = "", lang: LangOption = None) -> None:
    """Count the puzzles by game and theme."""
    view = view_of(context, lang)
    for one in [find_class(name).info.id] if name else list(games()):
        _show_game(view, one, themes=bool(name))


def _show_game(view: View, name: str, *, themes: bool) -> None:
    from tablier.puzzles.store import puzzles_of
    from tablier.puzzles.themes import theme_name

    found = puzzles_of(name)
    if not len(found):
        view.print_message(m.NO_PUZZLES, game=name)
        return
    ratings = [puzzle.rating for puzzle in found]
    view.print_message(m.PUZZLES_LINE, "bold", game=name, count=len(found), low=min(ratings), high=max(ratings))
    for theme, count in found.themes().items() if themes else ():
        view.print_line(f"{count:>4} {theme:<20} {theme_name(found.rules(), theme).say(view.lang)}", indent=2)


for command, help_text in ((make, m.HELP_PUZZLES_MAKE), (show, m.HELP_PUZZLES_SHOW)):
    app.command(cls=Command, help=help_text.fr)(command)
