"""`tablier endings`: build exact endings, list them, and ask for the value of a position."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.arguments import AsJson, GameName, GameOptions, LangOption, RayAddress, argument, find_game, language, option, view_of
from tablier.cli.executors import executor_of
from tablier.cli.help_page import Command, Group
from tablier.cli.language import format_number, format_text, user_error
from tablier.cli.messages import common
from tablier.cli.messages import engines as m
from tablier.cli.progress import ResumableProgress
from tablier.cli.view import View
from tablier.games import AnyGame
from tablier.kernels import has_kernel

if TYPE_CHECKING:
    from tablier.arena.executors import Executor
    from tablier.endings.sets import EndingSet
    from tablier.endings.value import Exact

SetName = Annotated[str, argument(m.META_SET, m.ARG_SET)]
ProbedPosition = Annotated[str, argument(common.META_POSITION, m.ARG_PROBED)]
BuildThreads = Annotated[int, option("--threads", m.OPT_BUILD_THREADS, "N", min=0, max=256)]
BuildWorkers = Annotated[int | None, option("--workers", m.OPT_BUILD_WORKERS, "N", min=1)]
Memory = Annotated[float, option("--memory", m.OPT_MEMORY, m.META_GIGABYTES, min=0.01)]
Again = Annotated[bool, option("--again", m.OPT_AGAIN)]

app = typer.Typer(cls=Group, add_completion=False, help=m.HELP_ENDINGS.fr, no_args_is_help=True)


@app.callback()
def endings(context: typer.Context, lang: LangOption = None) -> None:
    """Take the language of the line."""
    if lang is not None:
        context.find_root().obj = language(context, lang)


def build(
    context: typer.Context,
    name: GameName,
    ending: SetName = "",
    options: GameOptions = None,
    threads: BuildThreads = 0,
    workers: BuildWorkers = None,
    ray: RayAddress = "",
    memory: Memory = 4.0,
    again: Again = False,
    lang: LangOption = None,
) -> None:
    """Build a set, or all of a game: one after the other on all cores, or side by side."""
    view, rules = view_of(context, lang), _find(name, options)
    from tablier.endings.files import EndingFile
    from tablier.endings.sets import all_sets, layout_of, named

    layout, room = layout_of(rules), int(memory * 2**30)
    wanted = [named(layout, ending)] if ending else all_sets(layout)
    with ResumableProgress(view) as line:
        if workers or ray:
            built = _side_by_side(rules, wanted, executor_of(workers, ray), room, again, line)
        else:
            built = _in_turn(rules, wanted, threads, room, again, line)
        for path in built:
            line.clear()
            _print_about(view, EndingFile(path).about, path.stat().st_size)


def _in_turn(rules: AnyGame, wanted: "list[EndingSet]", threads: int, memory: int, again: bool, line: ResumableProgress) -> Iterator[Path]:
    from tablier.endings.build import Progress, build_with_needed

    def report(done: Progress) -> None:
        message = m.ENDING_WAITS if done.waits else m.ENDING_PROGRESS
        line.show(format_text(message, line.view.lang, name=done.name, layer=done.layer, decided=done.decided))

    for one in wanted:
        yield from build_with_needed(rules, one, threads=threads, memory=memory, report=report, again=again)


def _side_by_side(
    rules: AnyGame, wanted: "list[EndingSet]", executor: "Executor", memory: int, again: bool, line: ResumableProgress
) -> Iterator[Path]:
    from tablier.arena.executors import stopping
    from tablier.endings.plan import build_planned, waves

    planned = waves(rules, wanted, again=again)
    total = sum(map(len, planned))
    for done, path in enumerate(build_planned(planned, executor, memory=memory, stopping=stopping, again=again), start=1):
        yield path
        line.show(format_text(m.ENDINGS_DONE, line.view.lang, done=done, total=total))


def show(context: typer.Context, name: GameName, as_json: AsJson = False, lang: LangOption = None) -> None:
    """List the sets of a game that are there; the first that cannot be read is an error after those that can."""
    view, rules = view_of(context, lang), _find(name, None)
    from tablier.endings.files import BadEnding, EndingFile, files_of

    files, bad = list[EndingFile](), list[BadEnding]()
    for path in files_of(rules.info.id):
        try:
            files.append(EndingFile(path))
        except BadEnding as error:
            bad.append(error)
    if as_json:
        view.print_raw(json.dumps([file.about for file in files], ensure_ascii=False, indent=1))
    elif not files and not bad:
        view.print_message(m.NO_ENDINGS, game=rules.info.id)
    else:
        for file in files:
            _print_about(view, file.about, file.path.stat().st_size)
    if bad:
        raise bad[0]


def probe(
    context: typer.Context,
    name: GameName,
    position: ProbedPosition,
    options: GameOptions = None,
    as_json: AsJson = False,
    lang: LangOption = None,
) -> None:
    """Say the exact value of a position and of its moves."""
    view, rules = view_of(context, lang), _find(name, options)
    from tablier.endings.probe import Endings
    from tablier.endings.words import describe

    endings = Endings(rules, strict=True)
    written = rules.dump(rules.load(position))
    value, moves = endings.probe(written), endings.moves(written)
    if as_json:
        view.print_raw(json.dumps({"position": written, "value": _data(value), "moves": {move: _data(one) for move, one in moves.items()}}))
        return
    if value is None:
        raise user_error(m.NOT_EXACT, position=written, game=rules.info.id)
    view.print_line(describe(value).say(view.lang), "bold")
    for move, one in moves.items():
        view.print_line(f"{move:<8} {describe(one).say(view.lang)}", indent=2)


def _find(name: str, options: list[str] | None) -> AnyGame:
    rules = find_game(name, options)
    if not has_kernel(rules):
        from tablier.kernels import kernel_of

        kernel_of(rules)  # says what is missing
    return rules


def _print_about(view: View, about: dict[str, object], size: int) -> None:
    sides = about["sides"]
    assert isinstance(sides, list)
    view.print_message(
        m.ENDING_LINE,
        name=about["set"],
        variant=about["variant"],
        positions=format_number(sum(side["positions"] for side in sides), view.lang, digits=0),
        longest=(max(side["longest"] or 0 for side in sides) + 1) // 2,
        size=format_number(size / 1000, view.lang, digits=0),
        seconds=format_number(float(str(about["seconds"])), view.lang, digits=1),
    )


def _data(value: "Exact | None") -> dict[str, object] | None:
    return None if value is None else {**value._asdict(), "moves": value.moves}


for command, help_text in ((build, m.HELP_ENDINGS_BUILD), (show, m.HELP_ENDINGS_SHOW), (probe, m.HELP_ENDINGS_PROBE)):
    app.command(cls=Command, help=help_text.fr)(command)
