"""Matches and puzzles on a Ray cluster of two nodes on this machine."""

import json
import sys
from functools import partial
from types import SimpleNamespace

import pytest
from tests.support.cli import piped
from tests.support.executors import here

from tablier import Match, TablierError, game, write_text
from tablier.arena import ray as arena_cluster
from tablier.arena import run
from tablier.arena.game import GameRunner
from tablier.arena.plan import Plan
from tablier.arena.ray import RayExecutor
from tablier.arena.runner import Progress
from tablier.puzzles import puzzles_of
from tablier.puzzles.plan import PuzzlePlan
from tablier.puzzles.runner import make_in_worker
from tablier.search.positions import SelfPlay, collect
from tablier.search.registry import evaluation_of

WATCH = Progress("en", every=0)


def test_without_ray_one_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(TablierError, match=r"tablier\[cluster\]") as error:
        RayExecutor()
    assert "Il manque Ray" in error.value.say("fr")


def test_an_address_where_no_cluster_is_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False))
    with pytest.raises(TablierError, match="ray start --head"):
        RayExecutor("127.0.0.1:1")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of Ray and its dependencies
def test_a_match_on_two_nodes_is_the_match_on_one(cluster, tmp_path):
    executor = RayExecutor(cluster.address)
    assert executor.nodes() == 2
    score = run("apit", ["level:2", "level:1"], 6, log=tmp_path / "log", executor=executor, watch=WATCH)
    runner = GameRunner(Plan("apit", ("level:2", "level:1"), 6))
    assert [report.record for report in score.reports] == [runner.play(number).record for number in range(6)]


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_both_nodes_play(cluster, tmp_path, monkeypatch):
    def play_and_name_node(plan, number):  # a local function is pickled by value
        from dataclasses import replace

        import ray

        from tablier.arena.executors import play_in_worker

        return replace(play_in_worker(plan, number), record=ray.get_runtime_context().get_node_id())

    monkeypatch.setattr(arena_cluster, "play_in_worker", play_and_name_node)
    score = run("apit", ["level:2", "level:1"], 8, log=tmp_path / "log", executor=RayExecutor(cluster.address), watch=WATCH)
    assert len({report.record for report in score.reports}) == 2


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_lost_node_does_not_lose_the_match(cluster, tmp_path):
    executor = RayExecutor(cluster.address)
    lost = []

    def lose_a_node(score):
        if len(score.reports) >= 2 and not lost:
            lost.append(cluster.worker_nodes.copy().pop())
            cluster.remove_node(lost[0], allow_graceful=False)

    score = run("apit", ["level:2", "level:1"], 8, log=tmp_path / "log", executor=executor, watch=lose_a_node)
    assert lost and score.complete
    assert [report.number for report in score.reports] == list(range(8))


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_networks_and_positions_need_no_shared_folder(cluster, tmp_path, monkeypatch):
    """A network file of this machine is played on all nodes, and self-play on them gives the file of one process."""
    executor, network = RayExecutor(cluster.address), tmp_path / "some.net"
    data = evaluation_of(game("achef")).network.data
    network.write_bytes(data)
    players = f"nodes:20;network={network}", "nodes:20"
    reports = executor.play(Plan("achef", players, 2), iter((0, 1)))
    first = [next(reports)]
    network.unlink()
    assert len(first + list(reports)) == 2
    plan = SelfPlay("achef", 10, {}, data)
    files = [tmp_path / "one.jsonl", tmp_path / "cluster.jsonl"]
    for run_games, file in zip((here, executor.run), files, strict=True):
        collect(plan, 600, 1, run_games, file)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_puzzles_made_on_two_nodes_are_those_of_one_process(cluster):
    task = partial(make_in_worker, PuzzlePlan("achef", nodes=300, plies=40))
    assert dict(RayExecutor(cluster.address).run(task, range(4))) == dict(map(task, range(4)))


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_command_line_makes_puzzles_on_a_cluster_in_recorded_games_too(cluster, tmp_path):
    found = puzzles_of("achef")
    match = Match(found.rules(), found.rules().load(found.puzzles[0].position))
    match.resign(0)
    record = tmp_path / "game.tablier"
    record.write_text(write_text(match))
    state = tmp_path / "state.jsonl"
    words = ("puzzles", "make", "achef", "--count", "2", "--nodes", "300", "--ray", cluster.address, "--from", str(record))
    told = piped(*words, "--state", str(state), "--into", str(tmp_path), "--lang", "en")
    assert told.returncode == 0, told.stderr
    assert len(puzzles_of("achef", tmp_path)) == 2
    assert any(isinstance(json.loads(line)[0], str) for line in state.read_text().splitlines()[1:])
