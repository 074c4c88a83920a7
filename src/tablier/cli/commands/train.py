"""`tablier train`: the network of an evaluation, fitted to games of the engine against itself and kept if it wins."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablier.cli.arguments import (
    GameName,
    GameOptions,
    LangOption,
    MatchSeed,
    RayAddress,
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
from tablier.cli.executors import executor_of
from tablier.cli.language import format_number, format_text, user_error
from tablier.cli.messages import engines as m
from tablier.cli.messages.common import META_FOLDER
from tablier.cli.progress import ResumableProgress
from tablier.cli.view import View
from tablier.games import AnyGame

if TYPE_CHECKING:
    from tablier.arena.executors import Executor
    from tablier.arena.score import MatchScore
    from tablier.search.network import Network

PositionCount = Annotated[int, option("--positions", m.OPT_POSITIONS, "N", min=1000)]
Hidden = Annotated[int, option("--hidden", m.OPT_HIDDEN, "N", min=32, max=256)]
Epochs = Annotated[int, option("--epochs", m.OPT_EPOCHS, "N", min=1)]
TestGames = Annotated[int, option("--match-games", m.OPT_TEST_GAMES, "N", min=0)]
TrainingFolder = Annotated[str, option("--results", m.OPT_TRAINING, META_FOLDER)]
FOLDER = Path(".arena/train")
# Many games teach more than well-judged ones, so moves are searched shortly (docs/adr/0016-networks.md).
DEFAULT_POSITIONS, DEFAULT_NODES = 2_000_000, 500
DEFAULT_HIDDEN, DEFAULT_EPOCHS = 64, 5
HIDDEN_STEP = 32
TEST_GAMES, TEST_NODES = 2000, 5000
ELO0, ELO1 = 0.0, 15.0


@dataclass(frozen=True)
class Training:
    """What is trained, and where its files are."""

    view: View
    rules: AnyGame
    options: Mapping[str, Any]
    folder: Path
    seed: int

    @property
    def stem(self) -> str:
        """What the names of its files begin with."""
        return data_stem(self.rules.info.id, self.options)

    @property
    def candidate(self) -> Path:
        """The network that was fitted last."""
        return self.folder / f"{self.stem}.net"

    @property
    def data(self) -> list[Path]:
        """The positions of this run and of earlier ones in the same folder, which weaker networks made."""
        return sorted(self.folder.glob(f"{self.stem}-[0-9]*.jsonl"))


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
    ray: RayAddress = "",
    results: TrainingFolder = "",
    lang: LangOption = None,
) -> None:
    """Collect positions, fit a network to all there are, and keep it if it beats the present engine. Run again, it gets better."""
    view = view_of(context, lang)
    if hidden % HIDDEN_STEP:
        raise user_error(m.BAD_HIDDEN, step=HIDDEN_STEP, hidden=hidden)
    rules = find_game(name, options)
    _check(rules)
    executor = executor_of(workers, ray)
    training = Training(view, rules, changed_options(rules), Path(results) if results else FOLDER, seed)
    _say_present(training)
    _collect(training, positions, nodes, executor)
    network = _fit(training, hidden, epochs)
    view.print_message(m.NETWORK_WRITTEN, file=training.candidate)
    if match_games:
        _test(training, network, match_games, match_nodes, executor)


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


def _say_present(training: Training) -> None:
    """What the present network was made from, and what its file does not say of that."""
    from tablier.search.provenance import missing_fields
    from tablier.search.registry import evaluation_of

    present = evaluation_of(training.rules).network
    if present is None:
        return
    said, missing = present.provenance, missing_fields(present.provenance)
    count = said.get("positions")
    positions = format_number(count, training.view.lang, digits=0) if isinstance(count, int) else "?"
    training.view.print_message(m.PRESENT_NETWORK, "dim", date=said.get("date", "?"), positions=positions)
    if missing:
        training.view.print_message(m.PRESENT_LACKS, "dim", fields=", ".join(missing))


def _collect(training: Training, positions: int, nodes: int, executor: "Executor") -> None:
    from tablier.search.positions import SelfPlay, collect
    from tablier.search.registry import evaluation_of

    present = evaluation_of(training.rules).network
    plan = SelfPlay(training.rules.info.id, nodes, training.options, present.data if present is not None else None)
    lang, file = training.view.lang, training.folder / f"{training.stem}-{training.seed}-{nodes}.jsonl"
    with ResumableProgress(training.view) as progress:
        collect(
            plan,
            positions,
            training.seed,
            executor.run,
            file,
            lambda done, wanted: progress.show(format_text(m.COLLECTING, lang, done=done, wanted=wanted)),
        )


def _fit(training: Training, hidden: int, epochs: int) -> "Network":
    """Fit the present network to all positions; a fit that is there already is taken, and one that was interrupted goes on."""
    from tablier.arena.fingerprint import engine_fingerprint
    from tablier.files import write_whole
    from tablier.search.fit import Checkpoint, Fit, fit_identity, fit_network, load_positions
    from tablier.search.provenance import origin_of_code, origin_of_data
    from tablier.search.registry import evaluation_of

    rules, view, data = training.rules, training.view, training.data
    present, engines = evaluation_of(rules), engine_fingerprint(rules.info.id)
    plan = Fit(hidden=hidden, epochs=epochs, reflects=present.reflects)
    identity = fit_identity(rules, plan, data, engines)
    if (done := _fitted(training.candidate)) is not None and done.provenance.get("fit") == identity:
        return done
    checkpoint = Checkpoint(training.candidate.with_suffix(".checkpoint"), identity)
    with ResumableProgress(view) as progress:

        def report(number: int, fitted: float, held: float) -> None:
            progress.clear()
            view.print_message(m.EPOCH, number=number, fitted=_loss(view, fitted), held=_loss(view, held))

        def watch(number: int, share: float, loss: float) -> None:
            progress.show(format_text(m.FITTING, view.lang, number=number, percent=int(100 * share), loss=_loss(view, loss)))

        loaded = load_positions(rules, data, lambda count: progress.show(format_text(m.LOADING, view.lang, count=count)))
        provenance = {
            "game": rules.info.id,
            "options": training.options,
            **origin_of_data(data),
            "positions": len(loaded),
            **origin_of_code(),
            "engines": engines,
            "fit": identity,
        }
        network = fit_network(loaded, plan, provenance, report, present.network, checkpoint=checkpoint, watch=watch)
        write_whole(training.candidate, network.data)
        checkpoint.path.unlink(missing_ok=True)
    return network


def _fitted(file: Path) -> "Network | None":
    """The network of a file; None where there is none, or a damaged one."""
    from tablier.search.network import BadNetwork, Network

    try:
        return Network(file.read_bytes())
    except (FileNotFoundError, BadNetwork):
        return None


def _loss(view: View, loss: float) -> str:
    return format_number(loss, view.lang, digits=5)


def _test(training: Training, network: "Network", games: int, nodes: int, executor: "Executor") -> None:
    """A sequential test against the present engine; the file of the package is replaced when it ends well.

    Its log is that of these very weights and this engine, so that the test goes on where it stopped, and other networks have other logs.
    """
    from tablier.arena import sprt
    from tablier.arena.fingerprint import engine_fingerprint
    from tablier.arena.sequential_test import Verdict
    from tablier.files import write_whole
    from tablier.search.registry import NETWORKS

    rules, view = training.rules, training.view
    before = _present_file(training)
    weights = sha256(network.data).hexdigest()[:12]
    name = f"{training.stem}-{weights}-{training.seed}-{nodes}.jsonl"
    log = training.folder / "matches" / engine_fingerprint(rules.info.id) / name
    with ScoreLine(view) as score_line:
        score = sprt(
            rules.info.id,
            f"nodes:{nodes};network={training.candidate}",
            f"nodes:{nodes};network={before}",
            games,
            log=log,
            elo0=ELO0,
            elo1=ELO1,
            options=training.options,
            seed=training.seed,
            executor=executor,
            watch=score_line,
        )
    view.print_line(score.say(view.lang))
    _write_report(training, network, score, log)
    if score.verdict is not Verdict.STRONGER:
        view.print_message(m.NETWORK_LEFT)
        return
    kept = NETWORKS / f"{rules.info.id}.net"
    write_whole(kept, network.data)
    view.print_message(m.NETWORK_KEPT, "bold", file=kept)


def _present_file(training: Training) -> Path | str:
    """The present network as a file beside the candidate, for machines of a cluster that may have another one; `none` for none."""
    from tablier.files import write_whole
    from tablier.search.registry import evaluation_of

    present = evaluation_of(training.rules).network
    if present is None:
        return "none"
    file = training.folder / f"{training.stem}-before.net"
    write_whole(file, present.data)
    return file


def _write_report(training: Training, network: "Network", score: "MatchScore", log: Path) -> None:
    """What the network was made from and what the match said, as bench/results/train keeps them."""
    from tablier.files import write_whole

    tally = score.tally()
    report = {
        "game": training.rules.info.id,
        "network": {**network.provenance, "planes": network.planes, "bytes": len(network.data)},
        "match": {
            "players": score.plan.players,
            "games": tally.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": round(tally.mean, 4),
            "verdict": score.verdict,
            "log": log.name,
        },
    }
    file = training.candidate.with_suffix(".json")
    write_whole(file, (json.dumps(report, indent=1) + "\n").encode())
    training.view.print_message(m.REPORTED, "dim", file=file)
