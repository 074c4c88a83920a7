"""Networks: sums that follow a search equal those made afresh, files are checked, and positions to fit to are collected."""

import random
from array import array

import pytest
from tests.support.executors import here, interrupted, later_first

from tablier import game
from tablier.core.match import Match
from tablier.kernels import kernel_of
from tablier.search import registry
from tablier.search.analysis import Limits
from tablier.search.network import SUM_UNIT, WEIGHT_UNIT, BadNetwork, Network, split_file, write_network
from tablier.search.positions import SelfPlay, collect, read_games
from tablier.search.provenance import FIELDS, missing_fields, origin_of_code, origin_of_data
from tablier.search.registry import evaluation_of, tree_games
from tablier.search.tree_engine import TreeEngine

HIDDEN = 32


def random_network(planes: int, *, adds: bool = False, seed: int = 3) -> Network:
    rng = random.Random(seed)

    def numbers(count: int, most: int) -> bytes:
        return array("h", [rng.randint(-most, most) for _ in range(count)]).tobytes()

    return Network(
        write_network(
            planes, HIDDEN, adds, 100, {"made": "test"}, numbers(planes * 64 * HIDDEN, 40), numbers(HIDDEN, 60), numbers(2 * HIDDEN, 60)
        )
    )


def planes_of(rules) -> int:
    return len(evaluation_of(rules, network=None).seen(kernel_of(rules))[0])


@pytest.mark.parametrize("rules", list(tree_games()), ids=lambda rules: rules.info.id)
def test_sums_that_follow_the_moves_equal_those_made_afresh(rules):
    rng, kernel, network = random.Random(1), kernel_of(rules), random_network(planes_of(rules))
    following, fresh = evaluation_of(rules, network=network), evaluation_of(rules, network=None)
    for _ in range(150):
        fresh.attach(network)
        assert following.assessed(kernel) == fresh.assessed(kernel)
        moves = kernel.legal_moves()
        if not moves:
            kernel = kernel_of(rules)
            continue
        kernel.push(rng.choice(moves))
        if rng.random() < 0.3:
            kernel.pop()


@pytest.mark.parametrize("rules", list(tree_games()), ids=lambda rules: rules.info.id)
def test_both_seats_see_what_the_other_would(rules):
    """What the seat to act sees is what the other would see, were it to act: so one set of columns serves both."""
    rng, kernel, evaluation = random.Random(2), kernel_of(rules), evaluation_of(rules, network=None)
    for _ in range(60):
        seen = evaluation.seen(kernel)
        if seen is not None:
            own, other = seen
            assert len(own) == len(other) and sorted(map(int.bit_count, own)) == sorted(map(int.bit_count, other))
        moves = kernel.legal_moves()
        if not moves:
            kernel = kernel_of(rules)
            continue
        kernel.push(rng.choice(moves))


def test_a_network_that_adds_nothing_changes_no_search():
    rules = game("makruk")
    planes = planes_of(rules)
    zeros = Network(write_network(planes, HIDDEN, True, 0, {}, bytes(2 * planes * 64 * HIDDEN), bytes(2 * HIDDEN), bytes(4 * HIDDEN)))
    with_it, without = evaluation_of(rules, network=zeros), evaluation_of(rules, network=None)
    found = [TreeEngine(rules, evaluation=one).analyse(Match(rules), Limits(nodes=3000)).lines for one in (with_it, without)]
    assert found[0] == found[1]


def test_the_output_is_what_the_weights_say():
    """One plane bit of weight one half in a sum, squared, weighed by one: a quarter of the unit of scores."""
    planes = planes_of(game("makyek"))
    columns = array("h", [0] * (planes * 64 * HIDDEN))
    kernel = kernel_of(game("makyek"))
    evaluation = evaluation_of(game("makyek"), {"shut": 0}, network=None)
    bit = (evaluation.seen(kernel)[0][0] & -evaluation.seen(kernel)[0][0]).bit_length() - 1
    columns[bit * HIDDEN] = SUM_UNIT // 2
    outputs = array("h", [WEIGHT_UNIT] + [0] * (2 * HIDDEN - 1))
    evaluation.attach(Network(write_network(planes, HIDDEN, False, 0, {}, columns.tobytes(), bytes(2 * HIDDEN), outputs.tobytes())))
    assert evaluation.assessed(kernel) == pytest.approx(100, abs=2)


def test_several_threads_search_with_a_network():
    rules = game("makyek")
    engine = TreeEngine(rules, threads=2, evaluation=evaluation_of(rules, network=random_network(planes_of(rules), adds=True)))
    assert engine.analyse(Match(rules), Limits(nodes=4000)).lines


def test_a_damaged_file_is_refused():
    data = random_network(2).data
    for bad in (b"", b"TABLIER", data[:-3], data[:40] + bytes([data[40] ^ 1]) + data[41:]):
        with pytest.raises(BadNetwork):
            Network(bad)


def test_the_network_of_a_game_is_found_by_its_name(tmp_path, monkeypatch):
    rules = game("achef")
    (tmp_path / "achef.net").write_bytes(random_network(planes_of(rules)).data)
    monkeypatch.setattr(registry, "NETWORKS", tmp_path)
    registry._own_network.cache_clear()
    try:
        assert evaluation_of(rules).network.provenance == {"made": "test"}
        assert evaluation_of(rules, network=None).network is None
        assert evaluation_of(game("makyek")).network is None
    finally:
        registry._own_network.cache_clear()


def test_positions_are_collected_with_results_and_positions_of_the_game(tmp_path):
    assert collect(SelfPlay("achef", 10), 900, 1, here, tmp_path / "data.jsonl") >= 900
    games = list(read_games(tmp_path / "data.jsonl"))
    assert len(games) > 2
    for one in games:
        assert one.share in (0, 0.5, 1)
        for position, _ in one.positions:
            kernel_of(game("achef"), position)


def test_neither_interruptions_nor_the_order_in_which_games_end_change_the_positions(tmp_path):
    plan, whole, begun = SelfPlay("achef", 10), tmp_path / "whole.jsonl", tmp_path / "begun.jsonl"
    collect(plan, 900, 1, here, whole)
    with pytest.raises(KeyboardInterrupt):
        collect(plan, 900, 1, interrupted(2), begun)
    lines = begun.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    begun.write_text(lines[0] + "\n" + lines[1][:20], encoding="utf-8")
    collect(plan, 900, 1, later_first, begun)
    assert begun.read_bytes() == whole.read_bytes()


def test_a_fit_begins_with_the_weights_of_a_network_of_the_same_size(tmp_path):
    """At a rate of nothing the weights stay as they are; those of another size are left alone."""
    fit = pytest.importorskip("tablier.search.fit", reason="PyTorch is not installed", exc_type=ImportError)
    rules, data = game("achef"), tmp_path / "achef.jsonl"
    collect(SelfPlay("achef", 10), 600, 1, here, data)
    start = random_network(planes_of(rules), adds=True)
    fitted = [
        fit.fit_network(fit.load_positions(rules, [data]), fit.Fit(hidden, epochs=1, batch=256, rate=1e-12, decay=0), {}, start=start)
        for hidden in (HIDDEN, 2 * HIDDEN)
    ]
    assert split_file(fitted[0].data)[1] == split_file(start.data)[1]
    assert [one.provenance["start"] is not None for one in fitted] == [True, False]


@pytest.fixture
def fit():
    return pytest.importorskip("tablier.search.fit", reason="PyTorch is not installed", exc_type=ImportError)


def test_a_fit_that_was_interrupted_goes_on_after_its_last_epoch(fit, tmp_path):
    rules, data = game("achef"), tmp_path / "achef.jsonl"
    collect(SelfPlay("achef", 10), 600, 1, here, data)
    positions, plan = fit.load_positions(rules, [data]), fit.Fit(HIDDEN, epochs=3, batch=128, reflects=1)
    whole = fit.fit_network(positions, plan, {})
    checkpoint, seen = fit.Checkpoint(tmp_path / "fit", "these"), []

    def interrupt(number, share, loss):
        seen.append((number, loss))
        if number == 3 and share < 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit.fit_network(positions, plan, {}, checkpoint=checkpoint, watch=interrupt)
    other = fit.fit_network(positions, plan, {}, checkpoint=fit.Checkpoint(tmp_path / "fit", "others"))
    assert other.data == whole.data  # begun anew, and the checkpoint is its own now
    with pytest.raises(KeyboardInterrupt):
        fit.fit_network(positions, plan, {}, checkpoint=checkpoint, watch=interrupt)
    epochs = []
    resumed = fit.fit_network(positions, plan, {}, lambda number, *losses: epochs.append(number), checkpoint=checkpoint)
    assert epochs == [3] and resumed.data == whole.data
    assert {number for number, _ in seen} == {1, 2, 3} and all(loss > 0 for _, loss in seen)


def test_a_damaged_checkpoint_is_left_alone(fit, tmp_path):
    rules, data = game("achef"), tmp_path / "achef.jsonl"
    collect(SelfPlay("achef", 10), 600, 1, here, data)
    positions, plan = fit.load_positions(rules, [data]), fit.Fit(HIDDEN, epochs=1, batch=128)
    checkpoint = fit.Checkpoint(tmp_path / "fit", "these")
    for damaged in (b"", b"nonsense", b"PK\x03\x04"):
        checkpoint.path.write_bytes(damaged)
        assert fit.fit_network(positions, plan, {}, checkpoint=checkpoint).hidden == HIDDEN


def test_a_network_says_all_that_it_was_made_from(fit, tmp_path):
    rules, data = game("achef"), tmp_path / "achef-1-10.jsonl"
    collect(SelfPlay("achef", 10), 600, 1, here, data)
    provenance = {"game": "achef", "options": {}, "positions": 1, "engines": "e", "fit": "f"} | origin_of_data([data]) | origin_of_code()
    fitted = fit.fit_network(fit.load_positions(rules, [data]), fit.Fit(HIDDEN, epochs=1, batch=256), provenance)
    said = fitted.provenance
    assert missing_fields(said) == [] and set(said) == set(FIELDS)
    assert (said["data"], said["seed"], said["nodes"], said["start"]) == (["achef-1-10"], [1], [10], None)


def test_the_same_data_plan_and_engine_are_the_same_fit(fit, tmp_path):
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.write_text("1\n")
    other.write_text("2\n")
    rules, plan = game("achef"), fit.Fit()
    known = fit.fit_identity(rules, plan, [one], "e")
    assert known == fit.fit_identity(rules, plan, [one], "e")
    changed = [fit.fit_identity(rules, plan, [other], "e"), fit.fit_identity(rules, plan, [one], "f")]
    changed += [fit.fit_identity(rules, fit.Fit(epochs=7), [one], "e"), fit.fit_identity(game("makyek"), plan, [one], "e")]
    assert known not in changed


@pytest.mark.parametrize("rules", list(tree_games()), ids=lambda rules: rules.info.id)
def test_what_the_files_of_november_2026_do_not_say_is_known(rules):
    """docs/adr/0016-networks.md tells of it; a file written since says everything."""
    unknown = {"options", "data", "batch", "start", "version", "engines", "torch", "fit"}
    assert set(missing_fields(evaluation_of(rules).network.provenance)) <= unknown
