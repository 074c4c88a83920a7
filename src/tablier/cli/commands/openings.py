"""`tablier openings`: make the book of a game, and read it."""

from pathlib import Path
from typing import Annotated

import typer

from tablier import Match
from tablier.cli.arguments import GameName, LangOption, MatchSeed, Workers, argument, find_class, find_game, language, option, view_of
from tablier.cli.engine_thread import engines_required
from tablier.cli.help_page import Command, Group
from tablier.cli.language import format_text
from tablier.cli.messages import openings as m
from tablier.cli.messages.common import META_FILE, META_FOLDER
from tablier.cli.progress import ResumableProgress
from tablier.cli.view import AnyMatch, View
from tablier.openings.book import BookMove, book_of, write_book

STATES = Path(".openings")

GameCount = Annotated[int, option("--games", m.OPT_GAMES, "N", min=1)]
Nodes = Annotated[int, option("--nodes", m.OPT_BOOK_NODES, "N", min=1)]
StateFile = Annotated[str, option("--state", m.OPT_STATE, META_FILE)]
Into = Annotated[str, option("--into", m.OPT_INTO, META_FOLDER)]
Moves = Annotated[list[str] | None, argument(m.META_MOVES, m.ARG_MOVES)]

app = typer.Typer(cls=Group, add_completion=False, help=m.HELP_OPENINGS.fr, no_args_is_help=True)


@app.callback()
def openings(context: typer.Context, lang: LangOption = None) -> None:
    """Take the language of the line."""
    if lang is not None:
        context.find_root().obj = language(context, lang)


def make(
    context: typer.Context,
    name: GameName,
    games: GameCount = 150,
    nodes: Nodes = 300,
    seed: MatchSeed = 0,
    state: StateFile = "",
    into: Into = "",
    workers: Workers = None,
    lang: LangOption = None,
) -> None:
    """Play the games of a book, judge their positions, and write it."""
    view, found = view_of(context, lang), find_class(name).info.id
    with engines_required():
        from tablier.arena import ProcessExecutor
        from tablier.openings.book import DATA
        from tablier.openings.make import BookPlan, Progress, make_book
    with ResumableProgress(view) as line:

        def watch(progress: Progress, left: int) -> None:
            line.show(format_text(m.BOOK_PROGRESS, view.lang, games=len(progress.games), wanted=games, left=left))

        file = Path(state) if state else STATES / f"{found}.jsonl"
        progress = make_book(BookPlan(found, nodes, seed=seed), games, file, executor=ProcessExecutor(workers), watch=watch)
    book = progress.book()
    path = write_book(book, Path(into) if into else DATA)
    size = path.stat().st_size // 1000
    view.print_message(m.BOOK_WRITTEN, games=len(progress.games), positions=len(book.positions), file=path, size=size)


def show(context: typer.Context, name: GameName, moves: Moves = None, lang: LangOption = None) -> None:
    """Show the moves of a position, how they went, and what the engine thinks of them."""
    view, rules = view_of(context, lang), find_game(name, None)
    match: AnyMatch = Match(rules)
    for move in moves or ():
        match.play(move)
    book = book_of(rules.info.id)
    if made := book.provenance:
        view.print_message(m.BOOK_MADE, "dim", games=made.games, nodes=made.nodes, opinion=made.opinion_nodes)
    found = book.moves(rules, match.position)
    if not found:
        view.print_message(m.BOOK_ENDS)
    width = max((len(one.move) for one in found), default=0)
    for one in found:
        view.print_line(f"{one.move:<{width}}  {_told(view, match, one)}", indent=2)


def _told(view: View, match: AnyMatch, one: BookMove) -> str:
    words = [format_text(m.BOOK_GAMES, view.lang, games=one.games)] if one.games else []
    if one.games:
        words += [
            f"{place.name.say(view.lang)} {round(100 * wins / one.games)} %" for place, wins in zip(match.game.seats, one.wins, strict=True)
        ]
        words.append(format_text(m.BOOK_SHARED, view.lang, share=round(100 * one.shared / one.games)))
    if one.chance is not None:
        words.append(format_text(m.BOOK_OPINION, view.lang, chance=round(100 * one.chance)))
    return ", ".join(words)


for command, help_text in ((make, m.HELP_OPENINGS_MAKE), (show, m.HELP_OPENINGS_SHOW)):
    app.command(cls=Command, help=help_text.fr)(command)
