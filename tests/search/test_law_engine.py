"""The engine over the law: it needs nothing compiled, knows every game, and finds what stands on the board."""

import math
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablier import Match, game
from tablier.core.actors import CHANCE
from tablier.games import games
from tablier.search.analysis import Limits
from tablier.search.explanation import explain
from tablier.search.law_engine import LawEngine
from tablier.search.levels import LAW, LevelPlayer, NoLevel, engine_for, level_of, levels_of
from tablier.search.stop import Stop
from tablier.testing import variants

SOURCE = Path(__file__).parents[2] / "src"
PLAY = """
import sys
from tablier import Match, game
from tablier.search.levels import LevelPlayer, engine_for, levels_of
from tablier.search.stop import Stop
for name in ("achef", "mako"):
    match = Match(game(name))
    print(type(engine_for(match.game)).__name__, levels_of(match.game), LevelPlayer(match.game, 2).choose(match, Stop()))
print([name for name, module in sys.modules.items() if name.startswith("tablier") and (module.__file__ or "").endswith(".so")])
"""


@pytest.fixture
def pure(monkeypatch):
    monkeypatch.setenv("TABLIER_PURE", "1")


def test_nothing_compiled_is_imported(tmp_path):
    shutil.copytree(SOURCE, tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.pyx", "*.c", "__pycache__", "web_files"))
    run = [sys.executable, "-c", PLAY]
    done = subprocess.run(run, capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path / "src")}, cwd=tmp_path, check=False)
    assert done.stderr == ""
    *played, compiled = done.stdout.splitlines()
    assert [line.split()[0] for line in played] == ["LawEngine", "LawEngine"] and compiled == "[]"


@pytest.mark.parametrize("name", games())
def test_every_game_is_analysed_and_explained(name):
    match = Match(game(name))
    while match.actor is CHANCE:
        match.roll(0.3)
    found = LawEngine(match.game).analyse(match, Limits(depth=2), lines=2)
    assert len({line.moves[0] for line in found.lines}) == len(found.lines) == min(2, len(match.legal()))
    assert found.depth == 2 and found.lines[0].score >= found.lines[-1].score
    assert explain(match, found)
    for line in found.lines:
        after = Match(match.game, match.position)
        for move in line.moves:
            after.play(move)


@pytest.mark.parametrize("rules", [variant for cls in games().values() for variant in variants(cls)], ids=repr)
def test_worth_has_a_finite_number_for_each_seat(rules):
    pos, rng = rules.start(), random.Random(3)
    for _ in range(300):
        worth = rules.worth(pos)
        assert worth is None or (len(worth) == len(rules.seats) and all(map(math.isfinite, worth)))
        if not (legal := rules.legal(pos)):
            break
        pos = rules.apply(pos, rng.choice(legal)).after


def test_a_win_is_found_and_played():
    rules = game("turkish")
    match = Match(rules, rules.load("8/8/8/8/8/3b4/3w4/8 w"))
    best = LawEngine(rules).analyse(match, Limits(depth=3)).lines[0]
    match.play(best.moves[0])
    assert best.ends_in == 1 and match.outcome is not None and match.outcome.winners == (0,)


def test_a_piece_that_would_be_retaken_is_left_alone():
    rules = game("makruk")
    match = Match(rules, rules.load("k7/8/1p6/p7/8/8/8/R6K w"))
    engine = LawEngine(rules)
    assert engine.analyse(match, Limits(depth=1)).lines[0].moves[0] == "a1-a5"
    assert engine.analyse(match, Limits(depth=2)).lines[0].moves[0] != "a1-a5"


def test_with_more_lines_and_the_same_depth_the_best_move_is_the_same():
    match = Match(game("malawi"))
    engine = LawEngine(match.game)
    one, three = (engine.analyse(match, Limits(depth=2), lines=lines).lines for lines in (1, 3))
    assert one[0] == three[0] and len(three) == 3


def test_a_stopped_search_still_has_a_move():
    match, stop = Match(game("makyek")), Stop()
    stop.set()
    found = LawEngine(match.game).analyse(match, Limits(), stop=stop)
    assert found.lines and found.depth <= 1
    assert LevelPlayer(match.game, 8, engine=LawEngine(match.game)).choose(match, stop)


def test_nodes_bound_a_search():
    match = Match(game("makyek"))
    found = LawEngine(match.game).analyse(match, Limits(nodes=500))
    assert 500 <= found.nodes < 600


@pytest.mark.parametrize("name", games())
def test_without_a_kernel_a_game_has_the_levels_of_the_law(pure, name):
    rules = game(name)
    assert isinstance(engine_for(rules), LawEngine)
    assert levels_of(rules) == tuple(LAW)
    with pytest.raises(NoLevel, match=rules.info.name.en):
        level_of(rules, len(LAW) + 1)


@pytest.mark.parametrize("name", ["achef", pytest.param("turkish", marks=pytest.mark.slow)])
def test_the_first_level_of_the_law_is_better_than_random_moves(pure, name):
    rules, rng = game(name), random.Random(1)
    score = 0.0
    for number in range(4):
        match, player = Match(rules), LevelPlayer(rules, 1, number)
        while match.outcome is None and len(match.entries) < 400:
            engine = match.actor == number % 2
            match.play(player.choose(match)) if engine else match.apply(rng.choice(match.legal()))
        outcome = match.outcome or match.agree()
        score += 0.5 if outcome.drawn else number % 2 in outcome.winners
    assert score >= 3
