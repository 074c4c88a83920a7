"""What a draw costs an engine that plays, and not one that analyses."""

import pytest

from tablier import Match, game
from tablier.arena.players import make_player
from tablier.search.analysis import Limits
from tablier.search.registry import evaluation_of, tree_games
from tablier.search.settings import CLASSIC, SearchSettings
from tablier.search.tree_engine import TreeEngine

EQUAL = "www5/8/8/8/8/8/8/5bbb w {}"
"""No move takes anything for some plies, the captures are equal, and the endings do not know the set."""
FEW, FIRST = Limits(depth=4, nodes=100_000), Limits(depth=1, nodes=100_000)


def engine_with(contempt, position):
    rules = game("makyek")
    engine = TreeEngine(rules, megabytes=1, settings=SearchSettings(contempt=contempt))
    return engine, Match(rules, rules.load(position))


@pytest.mark.parametrize("quiet", [98, 99])
def test_a_draw_costs_the_seat_to_play_the_contempt_whoever_moves_last(quiet):
    engine, match = engine_with(80, EQUAL.format(quiet))
    assert engine.choose(match, FEW).score == -80


def test_an_analysis_says_that_a_draw_is_a_draw_before_and_after_a_game():
    engine, match = engine_with(80, EQUAL.format(98))
    before = engine.analyse(match, FEW).lines[0].score
    engine.choose(match, FEW)
    assert before == engine.analyse(match, FEW).lines[0].score == 0


def test_equal_captures_are_worth_less_the_nearer_the_count_is():
    engine, early = engine_with(80, EQUAL.format(10))
    _, late = engine_with(80, EQUAL.format(90))
    less = [engine.analyse(one, FIRST, contempt=80).lines[0].score - engine.analyse(one, FIRST).lines[0].score for one in (early, late)]
    assert less[1] < less[0] < 0


def test_a_seat_with_more_captures_has_no_draw_to_fear():
    engine, match = engine_with(80, "www5/w7/8/8/8/8/8/5bbb w 80")
    scores = [engine.analyse(match, FIRST, contempt=contempt).lines[0].score for contempt in (0, 80)]
    assert scores[0] == scores[1]


def test_the_classic_and_the_plain_opponent_take_a_draw_as_a_draw():
    assert CLASSIC.contempt == 0
    for rules in tree_games():
        assert make_player(rules, "classic-nodes:10").engine.settings.contempt == 0
        if evaluation_of(rules).material:
            assert make_player(rules, "plain:1").engine.settings.contempt == 0
