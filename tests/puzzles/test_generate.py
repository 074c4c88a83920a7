"""The generator in small: found, verified, resumed."""

import json
from itertools import islice
from random import Random

import pytest

from tablier import Match, game
from tablier.core.actors import CHANCE
from tablier.endings.probe import Endings
from tablier.puzzles import puzzles_of
from tablier.puzzles.generate import PuzzleMaker
from tablier.puzzles.odds import OddsMaker
from tablier.puzzles.plan import PuzzlePlan
from tablier.puzzles.recorded import recorded_games
from tablier.puzzles.runner import BadState, Found, make_puzzles
from tablier.puzzles.scout import Scout
from tablier.puzzles.similarity import likeness
from tablier.puzzles.sources import Sources

SMALL = PuzzlePlan("achef", nodes=300, plies=40)


class SerialExecutor:
    """Runs tasks in this process, and remembers which."""

    def __init__(self):
        self.ran = []

    def run(self, task, numbers):
        for number in numbers:
            self.ran.append(number)
            yield task(number)


def test_a_run_finds_a_puzzle_and_goes_on_where_it_ended(tmp_path):
    state = tmp_path / "achef.jsonl"
    first = SerialExecutor()
    found = make_puzzles(SMALL, 1, state, executor=first)
    assert found.puzzles
    with state.open("a") as file:
        file.write('[7, [{"position": "cut sh')  # interrupted while writing
    again = SerialExecutor()
    assert make_puzzles(SMALL, len(found.puzzles), state, executor=again).puzzles == found.puzzles
    assert again.ran == []
    more = make_puzzles(SMALL, len(found.puzzles) + 1, state, executor=again)
    assert more.puzzles[: len(found.puzzles)] == found.puzzles
    assert not set(again.ran) & set(first.ran)


def finished(puzzle, **options):
    """A game in which the solver of a puzzle gave up."""
    rules = game("achef", **options)
    match = Match(rules, rules.load(puzzle.position))
    match.play(puzzle.instead[0])
    match.resign(0)
    return match


def test_puzzles_are_found_in_finished_games_first_and_each_game_is_looked_at_once(tmp_path):
    puzzles = puzzles_of("achef").puzzles[:12]
    games = list(recorded_games(SMALL, map(finished, puzzles)))
    assert [one.positions[0] for one in games] == [one.position for one in puzzles]
    state, first, again = tmp_path / "achef.jsonl", SerialExecutor(), SerialExecutor()
    found = make_puzzles(SMALL, 3, state, recorded=games[:8], executor=first)
    assert first.ran[0] is games[0] and {one.position for one in found.puzzles} & {one.position for one in puzzles}
    make_puzzles(SMALL, len(found.puzzles) + 1, state, recorded=games, executor=again)
    assert not set(again.ran) & set(first.ran)


def test_games_that_go_on_or_follow_other_rules_are_no_source():
    puzzle = puzzles_of("achef").puzzles[0]
    going_on = Match(game("achef"), game("achef").load(puzzle.position))
    going_on.play(puzzle.moves[0])
    other = PuzzlePlan("makruk", (("count", "none"),))
    assert list(recorded_games(SMALL, [going_on])) == [] == list(recorded_games(other, [finished(puzzle)]))


def test_a_recorded_game_with_dice_is_looked_at_after_each_roll():
    rules = game("mako", mode="b")
    plan = PuzzlePlan("mako", (("mode", "b"),), nodes=8)
    match = Match(rules)
    rng = Random(1)
    while len(match.entries) < 30:
        match.play(rng.choice(match.legal()))
    match.resign(0)
    (recorded,) = recorded_games(plan, [match])
    rolls = [ply for ply, entry in enumerate(match.entries, 1) if entry.actor is CHANCE]
    looked = [ply for ply, _ in OddsMaker(plan).rolled(recorded)]
    assert looked and set(looked) <= set(rolls)


def test_a_game_gives_the_same_puzzles_whatever_was_made_before_it():
    fresh, used = PuzzleMaker(SMALL), PuzzleMaker(SMALL)
    for number in (0, 3, 5):
        used.make(number, lambda: False)
    assert [used.make(number, lambda: False) for number in (4, 9)] == [fresh.make(number, lambda: False) for number in (4, 9)]


def test_a_state_file_of_another_plan_is_refused(tmp_path):
    state = tmp_path / "state.jsonl"
    state.write_text(json.dumps({"game": "malawi"}) + "\n")
    with pytest.raises(BadState, match=r"state\.jsonl"):
        make_puzzles(SMALL, 1, state, executor=SerialExecutor())


def test_where_several_moves_win_there_is_no_puzzle():
    rules = game("makruk", count="none")
    maker = PuzzleMaker(PuzzlePlan("makruk", (("count", "none"),), nodes=500))
    assert maker.puzzle_from(Match(rules, rules.load("7k/R7/8/8/8/8/8/KR6 w - - 0 1"))) is None


def test_the_exact_endings_judge_what_they_know():
    maker = PuzzleMaker(PuzzlePlan("turkish", nodes=500))
    rules = game("turkish")
    verdict = maker.judge.judge(Match(rules, rules.load("8/2w2B2/8/8/8/7w/8/8 w")), 500)
    assert verdict is not None
    assert verdict.exact


def test_a_capture_that_takes_more_than_all_others_is_plain_and_a_quiet_move_is_not():
    scout = Scout(game("turkish"))
    assert scout.is_plain("8/8/8/2w2b2/8/2b5/1w6/8 w 0 -", "b2-b3") is False
    rules = game("makruk")
    position = "7k/8/8/3r4/4P3/8/8/K7 w - - 0 1"
    assert Scout(rules).is_plain(position, "e4-d5")
    assert not Scout(rules).is_plain(position, "e4-e5")


def test_of_two_captures_that_take_as_much_none_is_plain():
    position = "7k/8/8/3r1r2/4P3/8/8/K7 w - - 0 1"
    scout = Scout(game("makruk"))
    assert not scout.is_plain(position, "e4-d5")
    assert not scout.is_plain(position, "e4-f5")


def test_endings_are_drawn_where_one_move_alone_keeps_the_result():
    plan = PuzzlePlan("turkish")
    rules = plan.rules()
    sources = Sources(plan, rules, Scout(rules))
    drawn = [position for _, position in islice(sources.positions(0, plan.rng(0)), 3)]
    assert sources.is_ending(0)
    for position in drawn:
        (_, best), (_, second), *_ = Endings(rules).ranked(position)
        assert best.result > second.result


def test_the_same_game_is_played_again_whatever_was_looked_at_before():
    plan = PuzzlePlan("achef", plies=30)
    rules = plan.rules()
    games = []
    for before in (0, 2):
        scout = Scout(rules)
        sources = Sources(plan, rules, scout)
        for _, position in sources.positions(before, plan.rng(5)):
            scout.look(position, plan.rng(6))
        scout.new_game()
        games.append(list(sources.positions(1, plan.rng(1))))
    assert games[0] == games[1] != []


def test_a_set_takes_no_more_of_a_kind_than_its_share():
    found = Found(PuzzlePlan("turkish"), 30)
    exact = [one for one in puzzles_of("turkish") if one.exact]
    assert len(exact) > 10
    found.add(0, exact)
    assert len(found.puzzles) <= 10
    assert found.set_of().puzzles == tuple(found.puzzles)


def test_positions_that_are_mirror_images_are_alike():
    rules = game("makyek")
    one, mirrored = rules.load("8/8/8/2b5/8/8/w7/8 w"), rules.load("8/8/8/5b2/8/8/7w/8 w")
    other = rules.load("8/8/8/3b4/8/8/w7/8 w")
    assert likeness(rules, one) == likeness(rules, mirrored) != likeness(rules, other)


def test_the_odds_of_a_mine_that_hits_are_the_best():
    maker = OddsMaker(PuzzlePlan("mako", (("mode", "b"),), nodes=64))
    position = "10,s,3/4,n,6,n,2/4,n,6,n,2/14/5,S,8/3,s,2,n,1,n,5/3,s,6,n,3/5,N,4,n,3/2,s,11/14/14/4,s,s,8/14/14 S mine 3 24,22 - 8,8 -"
    odds = maker.odds(position, 64, 1)
    assert max(odds, key=lambda move: odds[move]) == "+f7"
