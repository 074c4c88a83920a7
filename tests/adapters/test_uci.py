"""The UCI engine: a session with a real process, and commands in the same process."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.support.uci_engine import PATIENCE, UciEngine

from tablier import Match, game
from tablier.adapters.uci import Uci, search, session
from tablier.adapters.uci.report import info
from tablier.search.analysis import MATE, Analysis, Line
from tablier.search.level_elo import FILE, load_elo, nearest_level

ROOT = Path(__file__).parents[2]
MATE_IN_ONE = "position fen 8/8/8/8/1b1b4/8/8/2w3w1 w"
"""Mak-Yek: c1-c4 takes both."""


@pytest.fixture
def engine():
    started = UciEngine()
    yield started
    started.close()


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
    assert (
        " multipv 2 score cp " in told[-2]
        and told[-2].startswith("info depth 5 seldepth ")
        and " hashfull " in told[-2]
        and " pv " in told[-2]
        and " nps " in told[-2]
    )
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


def test_a_program_ponders_as_cutechess_does(engine):
    """The opponent plays the expected move: its time was free; it plays another: the search is stopped and its move ignored."""
    clocks = "wtime 300 btime 300 winc 0 binc 0"
    engine.tell("uci")
    assert "option name Ponder type check default false" in engine.until("uciok")
    engine.ask("setoption name Ponder value true", "setoption name UCI_Variant value makruk", "ucinewgame")
    engine.tell("position startpos", "go wtime 300000 btime 300000 depth 4")
    _, best, _, expected = engine.until("bestmove")[-1].split()
    engine.tell(f"position startpos moves {best} {expected}", f"go ponder {clocks}")
    engine.until("info depth 6 ")
    assert not any(line.startswith("bestmove") for line in engine.ask())
    engine.tell("ponderhit")
    _, reply, *_ = engine.until("bestmove")[-1].split()
    engine.tell(f"position startpos moves {best} {expected} {reply} a6a5", f"go ponder {clocks}", "stop")
    engine.until("bestmove")
    engine.tell(f"position startpos moves {best} {expected} {reply}", f"go {clocks} movestogo 40")
    assert engine.until("bestmove")[-1].split()[1] != "(none)"
    engine.tell("quit")
    assert engine.leave() == 0


def test_a_program_analyses_as_python_chess_does(engine):
    engine.tell("uci")
    told = engine.until("uciok")
    names = [line.partition(" type ")[0] for line in told if line.startswith("option ")]
    assert len(names) == len(set(names)) and "option name Rules apit setup" in names and "option name Rules turkish penalty" in names
    engine.ask("debug off", "ucinewgame", "setoption name MultiPV value 3")
    engine.tell("position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1 moves e3e4", "go infinite searchmoves e6e5 d6d5")
    told = engine.until("info depth 4 seldepth")
    assert all(line.partition(" pv ")[2].split()[0] in ("e6e5", "d6d5") for line in told)
    engine.tell("stop")
    engine.until("bestmove")
    engine.tell("position fen nonsense", "go infinite")
    assert engine.until("bestmove")[-1] == "bestmove (none)"
    assert engine.ask("ponderhit", "stop") == []


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
        "mate 30 nodes 3000",
        "movetime 0",
    ],
)
def test_every_bound_ends_a_search(go):
    assert converse(f"go {go}")[-1].startswith("bestmove ")


def test_a_level_plays_weaker_and_says_only_its_move():
    said = converse("setoption name Level value 2", "go movetime 100")
    assert len(said) == 1 and said[0].startswith("bestmove ")
    assert converse("setoption name Level value 9")[0] == "info string Level is a number from 1 to 8"


def test_a_refused_option_leaves_everything_as_it_was():
    said = converse(
        "setoption name UCI_Variant value chess",
        "setoption name Wisdom value 3",
        "setoption name Rules roses value 1",
        "setoption name Rules apit setup value 9-9",
        "setoption name Rules chess setup value 1",
        "setoption name Ponder value perhaps",
        "setoption name UCI_Elo value 1",
        "go depth 1",
    )
    assert all(line.startswith("info string ") for line in said[:7])
    assert said[-1].startswith("bestmove ") and said[-1] != "bestmove (none)"


@pytest.mark.parametrize("bad", ["position somewhere", "position fen no such board", "position startpos moves d3d5 d3d5"])
def test_go_does_not_answer_for_the_position_before_a_refused_one(bad):
    uci, said = listening()
    for line in ("position startpos", bad, "go depth 1", "d", "eval"):
        uci.handle(line)
    assert said[0].startswith("info string ") and said[2] == "bestmove (none)"
    assert said[1] == said[3] == said[4] == "info string there is no position: the last one was refused"
    uci.handle("position startpos")
    uci.handle("go depth 1")
    uci.search.thread.join(PATIENCE)
    assert said[-1] not in ("bestmove (none)", said[1])


@pytest.mark.parametrize("go", ["depth many", "movetime", "searchmoves a1a9", "searchmoves"])
def test_a_go_that_cannot_be_read_is_answered_with_the_reason_and_no_move(go):
    uci, said = listening()
    uci.handle(f"go {go}")
    assert said[0].startswith("info string ") and said[1:] == ["bestmove (none)"]


def test_only_the_moves_asked_for_are_searched():
    for level in (8, 6, 2):
        said = converse(f"setoption name Level value {level}", "setoption name MultiPV value 9", "go depth 4 searchmoves a3a4 h3h4")
        lines = {line.partition(" pv ")[2].split()[0] for line in said[:-1]}
        assert lines == {"a3a4", "h3h4"} and said[-1].split()[1] in lines
    said = converse(MATE_IN_ONE, "go nodes 20 searchmoves g1g2")
    assert said[-1].startswith("bestmove g1g2")


def test_a_mate_within_the_moves_asked_for_ends_the_search():
    assert converse(MATE_IN_ONE, "go mate 1")[-1] == "bestmove c1c4"


def test_each_root_move_is_told_in_a_long_search(monkeypatch):
    monkeypatch.setattr(search, "CURRMOVE_NODES", 500)
    said = [line for line in converse("go nodes 20000") if " currmove " in line]
    depth = next(line.split()[2] for line in said if line.endswith("currmovenumber 1"))
    numbers = [int(line.split()[-1]) for line in said if line.split()[2] == depth]
    assert numbers[:5] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("depth", "count"), [(1, 23), (2, 529), (3, 12012)])
def test_perft_counts_move_by_move(depth, count):
    said = converse("setoption name UCI_Variant value makruk", f"go perft {depth}")
    assert said[-1] == f"Nodes searched: {count}" and len(said) == 24
    assert sum(int(line.partition(": ")[2]) for line in said[:-1]) == count


def test_a_count_is_stopped_after_the_present_move():
    said, assigned = [], threading.Event()

    def hear(line):
        assigned.wait(PATIENCE)
        said.append(line)
        counting.stop.set()

    counting = search.Perft(Match(game("makyek")), 1, hear)
    assigned.set()
    counting.thread.join(PATIENCE)
    assert len(said) == 2 and said[0].endswith(": 1") and said[1] == "info string perft stopped"


def test_a_cleared_table_searches_as_the_first_time():
    def nodes(*between):
        said = converse("go depth 5", *between, "go depth 5")
        return [next(line for line in reversed(said[:at]) if " nodes " in line).partition(" nodes ")[2].split()[0] for at in ends(said)]

    def ends(said):
        return [at for at, line in enumerate(said) if line.startswith("bestmove")]

    first, again = nodes("setoption name Clear Hash")
    assert first == again
    first, again = nodes()
    assert first != again


def test_the_board_and_its_evaluation_are_shown():
    said = converse("setoption name UCI_Variant value makruk", "d", "eval")
    assert "Fen: rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1" in said
    moves = next(line for line in said if line.startswith("Moves: ")).split()[1:]
    assert len(moves) == 23 and "e3e4" in moves
    assert any(line.startswith("Key: ") for line in said) and said[-1].endswith("(side to move)")
    ended = converse(f"{MATE_IN_ONE} moves c1c4", "d")
    assert ended[-1].startswith("Ended: ")


def test_makruk_is_played_as_fairy_stockfish_does_unless_told_otherwise():
    uci, said = listening()
    uci.handle("uci")
    assert "option name Rules makruk count type combo default thai var sheet var thai var none" in said
    uci.handle("setoption name Rules makruk double_step value on")
    assert uci.rules.info.id == "makyek"
    uci.handle("setoption name UCI_Variant value makruk")
    assert dict(uci.rules.options) == {"count": "thai", "double_step": "on"}
    uci.handle("setoption name Rules count value sheet")
    assert dict(uci.rules.options) == {"count": "sheet", "double_step": "on"}


def test_elo_chooses_the_level_that_was_measured_nearest():
    elos = load_elo()["makyek"]
    assert [nearest_level(elos, elos[level]) for level in range(1, 9)] == list(range(1, 9))
    assert nearest_level(elos, 0) == 1 and nearest_level(elos, 9999) == 8
    uci, said = listening()
    for line in ("setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {elos[3] + 5}"):
        uci.handle(line)
    assert uci.level_player.level == session.LevelPlayer(uci.rules, 3).level
    assert said[-1] == f"info string UCI_Elo {elos[3] + 5} is nearest to level 3 of makyek, {elos[3]}"
    uci.handle("setoption name UCI_LimitStrength value false")
    assert uci.level_player is None


def test_the_elo_of_the_levels_is_that_of_the_ladder():
    written = subprocess.run([sys.executable, ROOT / "tools/level_elo.py"], capture_output=True, text=True, check=True).stdout
    assert FILE.read_text(encoding="utf-8") == written


def test_a_forced_loss_counts_down():
    match = Match(game("makyek"))
    found = Analysis((Line(("d3-d5",), 4 - MATE, 0.0),), 6, 1000, 0.5, 9, 12)
    assert info(match, found, found.lines[0]) == (
        "info depth 6 seldepth 9 multipv 1 score mate -2 nodes 1000 nps 2000 hashfull 12 time 500 pv d3d5"
    )


def test_the_default_variant_is_the_one_whose_positions_are_written_as_in_chess():
    assert Uci(print).rules.info.id == "makruk"


def test_without_such_a_game_the_default_is_the_first(monkeypatch):
    monkeypatch.setattr(session, "tree_games", lambda: iter([game("apit"), game("makyek")]))
    assert Uci(print).rules.info.id == "apit"
