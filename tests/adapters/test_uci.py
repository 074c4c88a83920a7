"""The UCI engine: a session with a real process, and commands in the same process."""

import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tablier import Match, game
from tablier.adapters import uci as adapter
from tablier.adapters.uci import Uci, info
from tablier.search.analysis import MATE, Analysis, Line

SRC = Path(__file__).parents[2] / "src"
PATIENCE = 20


class Engine:
    """`tablier uci` as a process."""

    def __init__(self):
        environ = os.environ | {"PYTHONPATH": str(SRC)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablier", "uci"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environ,
        )
        self.lines = queue.Queue()
        threading.Thread(target=lambda: [self.lines.put(line.rstrip("\n")) for line in self.process.stdout], daemon=True).start()

    def tell(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start):
        """All lines up to the first that begins with `start`."""
        seen = []
        while not seen or not seen[-1].startswith(start):
            seen.append(self.lines.get(timeout=PATIENCE))
        return seen

    def leave(self):
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        with self.process.stderr, self.process.stdout:
            assert self.process.stderr.read() == ""
        return code


@pytest.fixture
def engine():
    started = Engine()
    yield started
    if started.process.poll() is None:
        started.process.kill()
        started.leave()


def test_a_whole_session(engine):
    engine.tell("uci")
    told = engine.until("uciok")
    assert told[0].startswith("id name Tablier") and any(line.startswith("option name UCI_Variant type combo") for line in told)
    for option in ("Hash", "Threads", "MultiPV", "Level"):
        assert any(line.startswith(f"option name {option} type spin") for line in told)
    engine.tell(
        "setoption name UCI_Variant value apit",
        "setoption name Hash value 8",
        "setoption name Rules setup value 1-2",
        "setoption name MultiPV value 2",
        "ucinewgame",
        "isready",
    )
    assert engine.until("readyok") == ["readyok"]
    engine.tell("position startpos moves d2d4 d7d5", "go depth 5")
    told = engine.until("bestmove")
    assert told[-2].startswith("info depth 5 multipv 2 score cp ") and " pv " in told[-2] and " nps " in told[-2]
    assert told[-1].split()[1] == told[-3].partition(" pv ")[2].split()[0]

    engine.tell("go infinite", "isready")
    assert engine.until("readyok")[-1] == "readyok"
    engine.tell("stop")
    assert engine.until("bestmove")[-1].startswith("bestmove ")

    engine.tell("position fen 8/8/8/8/1b1b4/8/8/2w3w1 w", "go depth 4")
    told = engine.until("bestmove")
    assert any("score mate 1 " in line for line in told) and told[-1] == "bestmove c1c4"
    engine.tell("position fen 8/8/8/8/1b1b4/8/8/2w3w1 w moves c1c4", "go movetime 100")
    assert engine.until("bestmove")[-1] == "bestmove (none)"

    engine.tell("nonsense", "position fen no such board", "position startpos moves a1a9", "setoption name Hash value many", "isready")
    assert [line.partition(" ")[0] for line in engine.until("readyok")] == ["info", "info", "info", "readyok"]
    engine.tell("quit")
    assert engine.leave() == 0


def test_a_search_without_bounds_waits_for_stop_and_quit_ends_it(engine):
    engine.tell("go")
    engine.until("info depth 3 ")
    engine.tell("stop")
    engine.until("bestmove")
    engine.tell("go infinite")
    engine.until("info depth 1 ")
    engine.tell("quit")
    assert engine.leave() == 0


def test_the_end_of_the_input_is_the_end(engine):
    engine.tell("isready")
    engine.until("readyok")
    assert engine.leave() == 0


# -- in the same process --------------------------------------------------------------------------------


def listening():
    said = []
    uci = Uci(said.append)
    uci.handle("setoption name UCI_Variant value makyek")
    return uci, said


def converse(*lines):
    uci, said = listening()
    for line in lines:
        uci.handle(line)
        if line.startswith("go"):
            uci.search.thread.join(PATIENCE)
            assert not uci.search.thread.is_alive(), "the search has no end"
    uci.stop_search()
    return said


def test_a_forced_end_found_early_is_kept_until_stop():
    uci, said = listening()
    uci.handle("position fen 8/8/8/8/1b1b4/8/8/2w3w1 w")
    uci.handle("go infinite")
    uci.search.thread.join(0.5)
    assert uci.search.thread.is_alive() and not any(line.startswith("bestmove") for line in said)
    uci.handle("stop")
    assert said[-1] == "bestmove c1c4"


@pytest.mark.parametrize(
    "go",
    [
        "movetime 50",
        "wtime 1000 btime 90000",
        "wtime 900 winc 10 movestogo 0",
        "nodes 500",
        "wtime -5 btime 3",
        "depth 0",
        "nodes -1 depth 3",
        "movetime 30 searchmoves d3d4",
    ],
)
def test_every_bound_ends_a_search(go):
    assert converse(f"go {go}")[-1].startswith("bestmove ")


def test_a_level_plays_weaker_and_says_only_its_move():
    said = converse("setoption name Level value 2", "go movetime 100")
    assert len(said) == 1 and said[0].startswith("bestmove ")
    assert converse("setoption name Level value 9")[0] == "info string Level is a number from 1 to 8"


def test_what_is_refused_leaves_everything_as_it_was():
    said = converse(
        "setoption name UCI_Variant value chess",
        "setoption name Wisdom value 3",
        "setoption name Rules roses value 1",
        "position somewhere",
        "position startpos moves d3d5 d3d5",
        "go depth 1",
    )
    assert all(line.startswith("info string ") for line in said[:5])
    assert said[-1].startswith("bestmove ")


def test_a_forced_loss_counts_down():
    match = Match(game("makyek"))
    found = Analysis((Line(("d3-d5",), 4 - MATE, 0.0),), 6, 1000, 0.5)
    assert info(match, found, found.lines[0]) == "info depth 6 multipv 1 score mate -2 nodes 1000 nps 2000 time 500 pv d3d5"


def test_the_default_variant_is_the_one_whose_positions_are_written_as_in_chess():
    assert Uci(print).rules.info.id == "makruk"


def test_without_such_a_game_the_default_is_the_first(monkeypatch):
    monkeypatch.setattr(adapter, "tree_games", lambda: iter([game("apit"), game("makyek")]))
    assert Uci(print).rules.info.id == "apit"
