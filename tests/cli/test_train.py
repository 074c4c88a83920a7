"""`tablier train`: what is refused before hours of play, which positions belong together, and how each part goes on."""

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.support.executors import ExecutorHere, interrupted

from tablier.arena.score import MatchScore
from tablier.arena.sequential_test import Verdict
from tablier.cli.commands import train as command
from tablier.cli.commands.train import data_stem
from tablier.search import registry
from tablier.search.network import Network
from tablier.search.provenance import missing_fields


def test_a_size_that_no_network_has_is_refused_before_any_play(tablier, tmp_path):
    done = tablier("train", "makruk", "--hidden", "48", "--results", str(tmp_path), "--lang", "en")
    assert done.code == 1
    assert "--hidden must be a multiple of 32" in done.err and "48" in done.err
    assert not list(tmp_path.iterdir())


def test_positions_of_other_rules_are_in_other_files(tmp_path):
    plain, other = data_stem("turkish", {}), data_stem("turkish", {"turn_back": "on"})
    for stem in (plain, other):
        (tmp_path / f"{stem}-1-500.jsonl").touch()
    assert [path.name for path in tmp_path.glob(f"{plain}-[0-9]*.jsonl")] == ["turkish-1-500.jsonl"]
    assert [path.name for path in tmp_path.glob(f"{other}-[0-9]*.jsonl")] == ["turkish-turn_back=on-1-500.jsonl"]


SMALL = ("--positions", "1000", "--nodes", "10", "--hidden", "32", "--epochs", "2", "--match-games", "4", "--match-nodes", "20")


@pytest.fixture
def small(tablier, monkeypatch, tmp_path):
    """A small training of Achef in this process, the games of it by a given executor; the package's networks are left alone."""
    pytest.importorskip("tablier.search.fit", reason="PyTorch is not installed", exc_type=ImportError)
    monkeypatch.setattr(registry, "NETWORKS", tmp_path / "package")
    registry._own_network.cache_clear()

    def train(executor=None):
        monkeypatch.setattr(command, "executor_of", lambda *_: executor or ExecutorHere())
        return tablier("--lang", "en", "train", "achef", *SMALL, "--results", str(tmp_path / "train"))

    yield train
    registry._own_network.cache_clear()


def test_a_network_is_made_and_tested_and_the_same_command_does_nothing_twice(small, tmp_path, monkeypatch):
    done, folder = small(), tmp_path / "train"
    assert done.code == 0, done.err
    assert "Epoch 1: loss" in done.out and "Epoch 2: loss" in done.out and "4/4" in done.out
    network = Network((folder / "achef.net").read_bytes())
    assert missing_fields(network.provenance) == [] and network.provenance["data"] == ["achef-1-10"]
    report = json.loads((folder / "achef.json").read_text(encoding="utf-8"))
    assert report["network"]["fit"] == network.provenance["fit"] and report["match"]["games"] == 4
    assert {path.name for path in folder.iterdir()} == {"achef-1-10.jsonl", "achef.net", "achef.json", "matches"}
    assert not list(tmp_path.glob("package/*"))
    monkeypatch.setattr(import_module("tablier.search.fit"), "fit_network", None)
    again = small(ExecutorHere(interrupted(0)))
    assert again.code == 0 and "4/4" in again.out


@pytest.mark.parametrize("games", [0, 2], ids=["collecting", "later"])
def test_collecting_that_was_interrupted_goes_on(small, tmp_path, games):
    done = small(ExecutorHere(interrupted(games)))
    assert done.code == 130 and "The same command will go on from here." in done.out
    data = tmp_path / "train" / "achef-1-10.jsonl"
    begun = data.read_bytes()
    assert begun.count(b"\n") == games
    assert small().code == 0
    assert data.read_bytes().startswith(begun)


def test_a_fit_that_was_interrupted_goes_on(small, tmp_path, monkeypatch):
    fitting = import_module("tablier.search.fit").Fitting
    run_epoch = fitting.run_epoch

    def interrupt(self, watch):
        if self.epoch == 1:
            raise KeyboardInterrupt
        return run_epoch(self, watch)

    monkeypatch.setattr(fitting, "run_epoch", interrupt)
    done = small()
    assert done.code == 130 and "Epoch 1: loss" in done.out and "The same command will go on from here." in done.out
    assert (tmp_path / "train" / "achef.checkpoint").exists() and not (tmp_path / "train" / "achef.net").exists()
    monkeypatch.setattr(fitting, "run_epoch", run_epoch)
    again = small()
    assert again.code == 0 and "Epoch 1" not in again.out and "Epoch 2: loss" in again.out
    assert not (tmp_path / "train" / "achef.checkpoint").exists()


def test_a_match_that_was_interrupted_goes_on(small, tmp_path):
    class StoppedInMatch(ExecutorHere):
        def play(self, plan, numbers):
            self.run = interrupted(2)
            yield from super().play(plan, numbers)

    done = small(StoppedInMatch())
    assert done.code == 130 and "2/4" in done.out and "The same command will go on from here." in done.out
    logs = list((tmp_path / "train" / "matches").rglob("*.jsonl"))
    begun = logs[0].read_bytes()
    again = small()
    assert again.code == 0 and "Epoch" not in again.out and "4/4" in again.out
    assert list((tmp_path / "train" / "matches").rglob("*.jsonl")) == logs and logs[0].read_bytes().startswith(begun)


def test_a_network_that_wins_is_kept(small, tmp_path, monkeypatch):
    monkeypatch.setattr(MatchScore, "verdict", Verdict.STRONGER)
    done = small()
    assert done.code == 0 and "It is stronger" in done.out
    assert (tmp_path / "package" / "achef.net").read_bytes() == (tmp_path / "train" / "achef.net").read_bytes()


def test_what_a_file_of_before_does_not_say_is_told(small, tablier, monkeypatch):
    monkeypatch.setattr(command, "_collect", lambda *_: raise_interrupt())
    monkeypatch.setattr(registry, "NETWORKS", Path(registry.__file__).parent / "networks")
    registry._own_network.cache_clear()
    done = small()
    assert "Present network: 2026-11-18" in done.out and "Its file does not say: options, data" in done.out


def raise_interrupt():
    raise KeyboardInterrupt


def test_without_pytorch_one_is_told_what_to_install(tablier, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "tablier.search.fit", raising=False)
    done = tablier("train", "achef", "--results", str(tmp_path / "train"), "--lang", "en")
    assert done.code == 1 and "tablier[train]" in done.err and not (tmp_path / "train").exists()
