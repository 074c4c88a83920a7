"""Whole matches in processes: played, logged, interrupted, killed and resumed."""

import json
import os
import signal
import subprocess
import sys
import time
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tablier import read_record, search
from tablier.arena import BadJournal, BadPlayer, ProcessExecutor, Verdict, journal, read_reports, run, sprt
from tablier.arena.fingerprint import engine_fingerprint
from tablier.arena.game import GameRunner
from tablier.arena.journal import Journal
from tablier.arena.plan import Plan
from tablier.arena.runner import Progress

EXECUTOR = ProcessExecutor(2)
WATCH = Progress("en", every=0)

SCRIPT = """
import sys
from tablier.arena import ProcessExecutor, run
if __name__ == "__main__":
    try:
        run("apit", ["level:3", "level:1"], 40, log=sys.argv[1], executor=ProcessExecutor(2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def records(path: Path) -> dict[int, str]:
    return {report.number: report.record for report in read_reports(path)}


@pytest.fixture
def running(tmp_path):
    """A running match in a new session with two finished games, and its log."""
    script, log = tmp_path / "match.py", tmp_path / "match.jsonl"
    script.write_text(SCRIPT)
    match = subprocess.Popen([sys.executable, str(script), str(log)], stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while len(lines(log)) < 3 and time.monotonic() < deadline:
        assert match.poll() is None, match.stderr.read()
        time.sleep(0.02)
    yield match, log
    if match.poll() is None:
        os.killpg(match.pid, signal.SIGKILL)
    match.wait()
    match.stderr.close()


def all_exited(group: int) -> bool:
    """Wait until no process of a session is left; False after 20 s."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_match_between_two_levels(tmp_path, capsys):
    score = run("apit", ["level:1", "level:3"], 4, log=tmp_path / "log", executor=EXECUTOR, watch=WATCH)
    tally = score.tally()
    assert score.complete
    assert [report.number for report in score.reports] == [0, 1, 2, 3]
    assert tally.games == 4 and tally.mean == 1 - score.tally(1).mean
    assert tally.mean < 0.75
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines()[-1].startswith("4/4  level:1: ")


def test_every_game_is_a_record_that_replays(tmp_path):
    score = run("apit", ["level:1", "random"], 4, log=tmp_path / "log", executor=EXECUTOR, watch=WATCH)
    matches = [read_record(report.record) for report in score.reports]
    assert [match.players for match in matches] == [{0: "level:1", 1: "random"}, {0: "random", 1: "level:1"}] * 2
    assert [match.tags["Round"] for match in matches] == ["1", "2", "3", "4"]
    assert matches[0].moves[:4] == matches[1].moves[:4] != matches[2].moves[:4] == matches[3].moves[:4]
    for match, report in zip(matches, score.reports, strict=True):
        assert report.scores[0] == (match.outcome.drawn / 2 or match.players[match.outcome.winners[0]] == "level:1")


def test_one_process_or_many_play_the_same_match(tmp_path):
    run("apit", ["level:2", "mcts:20"], 4, log=tmp_path / "two", executor=EXECUTOR, watch=WATCH)
    runner = GameRunner(Plan("apit", ("level:2", "mcts:20"), 4))
    assert records(tmp_path / "two") == {number: runner.play(number).record for number in range(4)}


def test_four_seats(tmp_path):
    players = ["level:1", "random", "random", "random"]
    score = run("mako", players, 4, log=tmp_path / "log", executor=EXECUTOR, watch=WATCH, longest=60)
    assert [sum(report.scores) for report in score.reports] == [pytest.approx(2)] * 4
    assert {seat: [read_record(r.record).players[seat] for r in score.reports].count("level:1") for seat in range(4)} == dict.fromkeys(
        range(4), 1
    )
    assert score.say("fr").startswith("4/4  level:1 ")


def test_a_long_game_ends_by_agreement(tmp_path):
    score = run("apit", ["random", "random"], 2, log=tmp_path / "log", executor=EXECUTOR, watch=WATCH, longest=5)
    for report in score.reports:
        match = read_record(report.record)
        assert match.moves[-1] == "!agree" and len(match.entries) == 4 + 10 + 1


def test_a_finished_match_is_not_played_again_and_more_games_are_added(tmp_path):
    log = tmp_path / "log"
    run("apit", ["random", "level:1"], 2, log=log, executor=EXECUTOR, watch=WATCH)
    before = lines(log)
    run("apit", ["random", "level:1"], 2, log=log, executor=EXECUTOR, watch=WATCH)
    assert lines(log) == before
    assert run("apit", ["random", "level:1"], 3, log=log, executor=EXECUTOR, watch=WATCH).tally().games == 3
    assert lines(log)[:3] == before


def test_a_killed_match_goes_on_where_it_was(running, tmp_path):
    match, log = running
    match.kill()
    match.wait()
    assert all_exited(match.pid)
    kept = lines(log)
    done = len(kept) - 1
    assert 2 <= done < 40
    with log.open("a", encoding="utf-8") as torn:
        torn.write('{"number": 39, "scores": [1.0')
    total = done + 2
    score = run("apit", ["level:3", "level:1"], total, log=log, executor=EXECUTOR, watch=WATCH)
    assert lines(log)[: done + 1] == kept
    assert sorted(json.loads(line)["number"] for line in lines(log)[1:]) == sorted({report.number for report in read_reports(log)})
    assert [report.number for report in score.reports] == list(range(total))
    runner = GameRunner(Plan("apit", ("level:3", "level:1"), 40))
    for number in (0, total - 1):
        assert records(log)[number] == runner.play(number).record


def test_ctrl_c_stops_all_and_keeps_what_is_done(running):
    match, log = running
    os.killpg(match.pid, signal.SIGINT)
    _, told = match.communicate(timeout=60)
    assert match.returncode == 130
    assert "Traceback" not in told
    assert all_exited(match.pid)
    assert len(records(log)) >= 2


def test_the_log_of_another_match_is_refused(tmp_path):
    log = tmp_path / "log"
    with Journal(log, Plan("apit", ("random", "random"))):
        pass
    with pytest.raises(BadJournal, match=r"another match \(players, seed\)"):
        Journal(log, Plan("apit", ("random", "level:1"), seed=3))


def test_games_of_other_engines_are_not_mixed_in(tmp_path, monkeypatch):
    log, plan = tmp_path / "log", Plan("apit", ("random", "random"))
    Journal(log, plan).close()
    monkeypatch.setattr(journal, "engine_fingerprint", lambda game: "another")
    with pytest.raises(BadJournal, match=r"another match \(engines\)"):
        Journal(log, plan)


@pytest.fixture
def engine_files(tmp_path, monkeypatch):
    """Files of search in a folder of the test; returns a function that writes one and gives the fingerprint of a game's engine."""
    for name in ("makruk", "mako"):  # imports what knows their engines, while it is still found
        engine_fingerprint(name)
    monkeypatch.setattr(search, "__path__", [str(tmp_path)])

    def write(name, content, game="makruk"):
        (tmp_path / name).write_text(content)
        engine_fingerprint.cache_clear()
        return engine_fingerprint(game)

    yield write
    engine_fingerprint.cache_clear()


def test_engines_are_told_apart_by_the_code_and_the_network_that_their_game_uses(engine_files):
    before = engine_files("alphabeta.pyx", "1")
    assert (
        engine_files("turkish.pyx", "1")
        == engine_files("turkish.net", "1")
        == engine_files("turkish_parts.pyx", "1")
        == engine_files("notes.md", "1")
        == engine_files("fit.py", "1")
        == engine_files("explanation.py", "1")
        == engine_files("mcts.pyx", "1")
        == engine_files("law_engine.py", "1")
        == engine_files("level_elo.py", "1")
        == before
    )
    changed = [before, engine_files("alphabeta.pyx", "2"), engine_files("makruk.pyx", "1"), engine_files("makruk.net", "1")]
    assert len(set(changed)) == 4


def test_a_game_of_another_engine_has_another_fingerprint_when_that_changes(engine_files):
    before = engine_files("mcts.pyx", "1", "mako")
    assert engine_files("tree_engine.py", "1", "mako") == before
    assert engine_files("mcts.pyx", "2", "mako") != before


def test_an_engine_is_the_same_however_its_sources_were_compiled(engine_files):
    engine_files("alphabeta.pyx", "1")
    before = engine_files("alphabeta" + EXTENSION_SUFFIXES[0], "one machine")
    assert engine_files("alphabeta" + EXTENSION_SUFFIXES[0], "another") == before
    alone = engine_files("transpositions" + EXTENSION_SUFFIXES[0], "without its source")
    assert before != alone != engine_files("transpositions" + EXTENSION_SUFFIXES[0], "and changed")


def test_two_do_not_write_to_the_same_log(tmp_path):
    plan = Plan("apit", ("random", "random"))
    with Journal(tmp_path / "log", plan), pytest.raises(BadJournal, match="right now"):
        Journal(tmp_path / "log", plan)
    Journal(tmp_path / "log", plan).close()


@pytest.mark.parametrize("text", ["hello\n", "[]\n", "{}\n", '{"game": "apit"}\n'])
def test_a_file_that_is_no_log_is_left_alone(tmp_path, text):
    log = tmp_path / "log"
    log.write_text(text)
    with pytest.raises(BadJournal):
        Journal(log, Plan("apit", ("random", "random")))
    assert log.read_text() == text


def test_a_spoilt_line_is_named(tmp_path):
    log, plan = tmp_path / "log", Plan("apit", ("random", "random"))
    Journal(log, plan).close()
    with log.open("a") as file:
        file.write('{"number": 1}\n')
    with pytest.raises(BadJournal, match="line 2"):
        Journal(log, plan)


def test_a_player_who_cannot_play_says_so_before_anything_is_written(tmp_path):
    with pytest.raises(BadPlayer):
        run("apit", ["random", "genius"], 2, log=tmp_path / "log")
    assert not (tmp_path / "log").exists()


def test_a_sequential_test_stops_when_it_knows(tmp_path):
    score = sprt("apit", "level:4", "random", 400, log=tmp_path / "log", elo0=0, elo1=200, executor=EXECUTOR, watch=WATCH)
    assert score.verdict is Verdict.STRONGER
    assert score.complete and score.tally().games < 40
    again = sprt("apit", "level:4", "random", 400, log=tmp_path / "log", elo0=0, elo1=200, executor=EXECUTOR, watch=WATCH)
    assert again.tally() == score.tally()
    assert "LLR" in score.say("fr") and score.say("fr").endswith("plus fort")
