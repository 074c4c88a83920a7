"""UCI programs as players: a scripted one that can misbehave, and Fairy-Stockfish where it is installed."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tablier import Match, TablierError, game, games
from tablier.arena import EngineFailed
from tablier.arena import uci_player as uci
from tablier.arena.game import GameRunner, Plan
from tablier.arena.uci_player import UciPlayer, position_command
from tablier.arena.uci_process import UciProcess

FAKE = [sys.executable, str(Path(__file__).parents[1] / "support" / "fake_uci.py")]
PROGRAM = shlex.join(FAKE)
STOCKFISH = shutil.which("fairy-stockfish") or shutil.which("/usr/games/fairy-stockfish")
VARIANTS = [name for name in ("makruk",) if STOCKFISH and name in games()]
APIT = game("apit")


@pytest.fixture
def players():
    """Makes players and closes them."""
    made = []

    def make(text: str, rules=APIT) -> UciPlayer:
        made.append(UciPlayer(rules, text))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_its_moves_are_in_the_notation_of_the_law(players):
    program, match = players(PROGRAM), Match(APIT)
    program.new_game()
    for _ in range(4):
        match.play(program.choose(match))
    assert len(match.entries) == 4


def test_the_commands_that_are_sent(players, tmp_path):
    transcript = tmp_path / "told"
    program, match = players(f"{PROGRAM} {transcript};Mood=honest;seconds=0.25;nodes=900"), Match(APIT)
    program.new_game()
    match.play("e3-e4")
    program.choose(match)
    program.close()
    assert transcript.read_text().splitlines() == [
        "uci",
        "isready",
        "setoption name UCI_Variant value apit",
        "setoption name Rules apit setup value 1-3",
        "setoption name Mood value honest",
        "isready",
        "ucinewgame",
        "isready",
        "position startpos moves e3e4",
        "go movetime 250 nodes 900",
        "quit",
    ]


def test_a_position_that_is_not_the_start_is_sent_in_full():
    match = Match(APIT, APIT.load("b7/8/8/8/8/8/8/w6w w"))
    assert position_command(match) == f"position fen {APIT.dump(match.origin)}"
    match.play("a1-a3")
    assert position_command(match).endswith(" moves a1a3")


def test_a_promotion_is_sent_with_its_letter():
    rules = game("makruk")
    match = Match(rules, rules.load("4k3/8/8/4P3/8/8/8/4K3 w"))
    match.play("e5-e6")
    assert position_command(match).endswith(" moves e5e6m")


@pytest.mark.parametrize(
    ("mood", "says"),
    [("crashing", "code 3"), ("lying", "a1a1"), ("resigned", "(none)"), ("mumbling", "no move"), ("silent", "does not answer")],
)
def test_a_failure_is_reported_and_the_process_is_replaced(players, monkeypatch, mood, says):
    monkeypatch.setattr(uci, "GRACE", 0.2)
    program, match = players(f"{PROGRAM};Mood={mood}"), Match(APIT)
    program.new_game()
    for move in "a3-a4 a6-a5 b3-b4 b6-b5 c3-c4 c6-c5 d3-d4".split():
        match.play(move)
    with pytest.raises(EngineFailed) as failure:
        program.choose(match)
    assert says in failure.value.say("en")
    program.new_game()
    assert program.process.alive


def test_a_slow_program_is_stopped_and_its_move_is_played(players, monkeypatch):
    monkeypatch.setattr(uci, "GRACE", 0.2)
    program = players(f"{PROGRAM};Mood=dawdling")
    program.new_game()
    assert program.choose(Match(APIT)) in {APIT.write(APIT.start(), move) for move in APIT.legal(APIT.start())}


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("info depth 9 seldepth 12 score cp -31 nodes 5 pv e3e4", -31),
        ("info depth 9 score cp 31 lowerbound nodes 5", 31),
        ("info score mate 3", 30000),
        ("info score mate -1", -30000),
        ("info string score cp", None),
    ],
)
def test_the_score_that_a_program_says_last_is_remembered(players, line, score):
    program = players(f"{PROGRAM}")
    program.process.score = None
    program.process._note(line)
    assert program.process.score == score


def test_a_player_tells_the_score_of_its_last_move(players):
    program = players(PROGRAM)
    program.new_game()
    assert program.score is None
    program.choose(Match(APIT))
    assert program.score == 0


def test_a_program_that_ignores_quit_is_killed():
    process = UciProcess(FAKE)
    process.set_option("Mood", "stubborn")
    process.ready()
    process.close()
    assert not process.alive


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("/no/such/program", "does not start"),
        ("", "does not start"),
        (f"{shlex.quote(sys.executable)} -c ''", "has stopped"),
        (f"{PROGRAM};Mood=stillborn", "has stopped (code 7)"),
        (f"{PROGRAM};Hush=16", "has no option 'Hush'"),
        (f"{PROGRAM};Mood", "Name=Value"),
        (f"{PROGRAM};seconds=soon", "above zero"),
        (f"{PROGRAM};seconds=0", "above zero"),
    ],
)
def test_a_program_that_cannot_play_is_refused_at_once(text, says):
    with pytest.raises(TablierError) as failure:
        UciPlayer(APIT, text)
    assert says in failure.value.say("en")


def test_a_game_that_the_program_does_not_know_is_refused():
    with pytest.raises(EngineFailed, match="knows no variant 'achef'"):
        UciPlayer(game("achef"), PROGRAM)


def test_more_than_two_seats_are_refused():
    with pytest.raises(TablierError, match="two seats"):
        UciPlayer(game("mako"), PROGRAM)


def test_a_program_that_fails_loses_and_the_match_goes_on():
    runner = GameRunner(Plan("apit", ("random", f"uci:{PROGRAM};Mood=crashing")))
    try:
        reports = [runner.play(number) for number in range(2)]
    finally:
        runner.close()
    for report in reports:
        assert report.scores == (1.0, 0.0)
        assert report.forfeits == (0, 1)
        assert "has stopped (code 3)" in report.record


@pytest.mark.parametrize("variant", VARIANTS)
def test_fairy_stockfish_plays_whole_games_by_our_law(variant):
    strong, weak = f"uci:{STOCKFISH};nodes=200;Hash=1", f"uci:{STOCKFISH};nodes=20;Hash=1;Skill Level=-20"
    options = tuple(("count", "thai") for _ in range(variant == "makruk"))
    runner = GameRunner(Plan(variant, (strong, weak), options=options))
    try:
        reports = [runner.play(number) for number in range(4)]
    finally:
        runner.close()
    assert [report.forfeits for report in reports] == [(0, 0)] * 4
    assert sum(report.scores[0] for report in reports) >= 2
