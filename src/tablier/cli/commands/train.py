"""`tablier train`: the network of an evaluation, fitted to games of the engine against itself and kept if it wins."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablier import __version__
from tablier.cli.arguments import (
    GameName,
    GameOptions,
    LangOption,
    MatchSeed,
    ResultsFolder,
    SelfPlayNodes,
    TestNodes,
    Workers,
    changed_options,
    find_game,
    option,
    view_of,
)
from tablier.cli.commands.arena import ScoreLine
from tablier.cli.engine_thread import engines_required
from tablier.cli.language import format_number, format_text, user_error
from tablier.cli.messages import engines as m
from tablier.cli.progress import ResumableProgress
from tablier.cli.view import View
from tablier.games import AnyGame

if TYPE_CHECKING:
    from tablier.search.network import Network

PositionCount = Annotated[int, option("--positions", m.OPT_POSITIONS, "N", min=1000)]
Hidden = Annotated[int, option("--hidden", m.OPT_HIDDEN, "N", min=32, max=256)]
Epochs = Annotated[int, option("--epochs", m.OPT_EPOCHS, "N", min=1)]
TestGames = Annotated[int, option("--match-games", m.OPT_TEST_GAMES, "N", min=0)]
FOLDER = Path(".arena/train")
# Many games teach more than well-judged ones, so moves are searched shortly (docs/adr/0016-networks.md).
DEFAULT_POSITIONS, DEFAULT_NODES = 2_000_000, 500
DEFAULT_HIDDEN, DEFAULT_EPOCHS = 64, 5
HIDDEN_STEP = 32
TEST_GAMES, TEST_NODES = 2000, 5000
ELO0, ELO1 = 0.0, 15.0


def train(
    context: typer.Context,
    name: GameName,
    options: GameOptions = None,
    positions: PositionCount = DEFAULT_POSITIONS,
    nodes: SelfPlayNodes = DEFAULT_NODES,
    hidden: Hidden = DEFAULT_HIDDEN,
    epochs: Epochs = DEFAULT_EPOCHS,
    match_games: TestGames = TEST_GAMES,
    match_nodes: TestNodes = TEST_NODES,
    seed: MatchSeed = 1,
    workers: Workers = None,
    results: ResultsFolder = "",
    lang: LangOption = None,
) -> None:
    """Collect positions, fit a network to all there are, and keep it if it beats the present engine. Run again, it gets better."""
    view = view_of(context, lang)
    if hidden % HIDDEN_STEP:
        raise user_error(m.BAD_HIDDEN, step=HIDDEN_STEP, hidden=hidden)
    rules = find_game(name, options)
    chosen = changed_options(rules)
    _check(rules)
    folder, stem = Path(results) if results else FOLDER, data_stem(rules.info.id, chosen)
    _collect(view, rules, chosen, positions, nodes, seed, workers or 1, folder / f"{stem}-{seed}-{nodes}.jsonl")
    network = _fit(view, rules, sorted(folder.glob(f"{stem}-[0-9]*.jsonl")), hidden, epochs, {"options": chosen})
    file = folder / f"{rules.info.id}.net"
    file.write_bytes(network.data)
    view.print_message(m.NETWORK_WRITTEN, file=file)
    if match_games:
        _test(view, rules, chosen, file, match_games, match_nodes, seed, workers)


def data_stem(name: str, options: Mapping[str, Any]) -> str:
    """What the names of the data files of a game with these options begin with, so that other rules have other files."""
    return "-".join((name, *(f"{option}={value}" for option, value in sorted(options.items()))))


def _check(rules: AnyGame) -> None:
    with engines_required():
        from tablier.kernels import kernel_of
        from tablier.search.registry import evaluation_of, has_tree
    if not has_tree(rules):
        raise user_error(m.NO_TREE, game=rules.info.id)
    if not (evaluation_of(rules).seen(kernel_of(rules)) or ([], []))[0]:
        raise user_error(m.NO_PLANES, game=rules.info.id)
    try:
        import tablier.search.fit  # noqa: F401  # PyTorch is asked for before the hours of play
    except ImportError as error:
        raise user_error(m.NO_TORCH) from error


def _collect(
    view: View, rules: AnyGame, options: Mapping[str, Any], positions: int, nodes: int, seed: int, processes: int, data: Path
) -> None:
    from tablier.search.positions import SelfPlay, collect

    with ResumableProgress(view) as progress:
        collect(
            SelfPlay(rules.info.id, nodes, options),
            positions,
            seed,
            processes,
            data,
            lambda done, wanted: progress.show(format_text(m.COLLECTING, view.lang, done=done, wanted=wanted)),
        )


def _fit(view: View, rules: AnyGame, data: list[Path], hidden: int, epochs: int, source: dict[str, Any]) -> "Network":
    """Fit the present network to the positions of this run and of earlier ones in the same folder, which weaker networks made."""
    from tablier.arena.fingerprint import engine_fingerprint
    from tablier.search.fit import Fit, fit_network, load_positions
    from tablier.search.registry import evaluation_of

    def report(number: int, fitted: float, held: float) -> None:
        view.print_message(
            m.EPOCH, number=number, fitted=format_number(fitted, view.lang, digits=5), held=format_number(held, view.lang, digits=5)
        )

    present = evaluation_of(rules)
    plan = Fit(hidden=hidden, epochs=epochs, reflects=present.reflects)
    loaded = load_positions(rules, data)
    provenance = {
        "game": rules.info.id,
        **source,
        "data": [path.stem for path in data],
        "positions": len(loaded),
        "epochs": epochs,
        "date": date.today().isoformat(),
        "version": __version__,
        "engines": engine_fingerprint(rules.info.id),
    }
    return fit_network(loaded, plan, provenance, report, present.network)


def _test(
    view: View, rules: AnyGame, options: Mapping[str, Any], file: Path, games: int, nodes: int, seed: int, workers: int | None
) -> None:
    """A sequential test against the present engine; the file of the package is replaced when it ends well."""
    from tablier.arena import ProcessExecutor, sprt
    from tablier.arena.sequential_test import Verdict
    from tablier.search.registry import NETWORKS

    log = file.with_suffix(".match.jsonl")
    log.unlink(missing_ok=True)
    with ScoreLine(view) as score_line:
        score = sprt(
            rules.info.id,
            f"nodes:{nodes};network={file}",
            f"nodes:{nodes}",
            games,
            log=log,
            elo0=ELO0,
            elo1=ELO1,
            options=options,
            seed=seed,
            executor=ProcessExecutor(workers),
            watch=score_line,
        )
    view.print_line(score.say(view.lang))
    if score.verdict is not Verdict.STRONGER:
        view.print_message(m.NETWORK_LEFT)
        return
    NETWORKS.mkdir(exist_ok=True)
    kept = NETWORKS / file.name
    kept.write_bytes(file.read_bytes())
    view.print_message(m.NETWORK_KEPT, "bold", file=kept)
