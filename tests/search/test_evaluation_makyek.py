"""What the quiet look ahead leaves out in the bracketing games is only what takes nothing."""

import random

import pytest

from tablier import game
from tablier.kernels import kernel_of
from tablier.search.alphabeta import Searcher, Stop
from tablier.search.registry import evaluation_of
from tablier.search.transpositions import TranspositionTable


def positions(rules, how_many, seed=5):
    rng = random.Random(seed)
    pos = rules.start()
    for _ in range(how_many):
        legal = rules.legal(pos)
        pos = rules.apply(pos, rng.choice(legal)).after if legal else rules.start()
        if rules.legal(pos):
            yield pos


def takes(rules, pos) -> bool:
    steps = (rules.apply(pos, move) for move in rules.legal(pos))
    return any(event.verb == "remove" for step in steps for event in step.events)


@pytest.mark.parametrize("name", ["makyek", "apit"])
def test_where_nothing_can_be_taken_the_position_is_settled(name):
    rules = game(name)
    evaluation, table = evaluation_of(rules), TranspositionTable(1)
    calm = [pos for pos in positions(rules, 150) if not takes(rules, pos)]
    assert len(calm) > 10
    for pos in calm:
        assert Searcher(kernel_of(rules, rules.dump(pos)), evaluation, table, Stop()).settled()


def test_a_piece_that_can_be_taken_for_nothing_leaves_a_position_unsettled():
    rules = game("makyek")
    twin = kernel_of(rules, "8/8/8/8/2bw4/8/w6b/1w5b w")
    assert not Searcher(twin, evaluation_of(rules), TranspositionTable(1), Stop()).settled()


@pytest.mark.parametrize("name", ["makyek", "apit"])
def test_a_lead_is_worth_more_the_nearer_the_count_is_and_nothing_else_is(name):
    """The captures decide when the quiet limit comes, so that what is no lead fades before it."""
    rules, evaluation = game(name), evaluation_of(game(name), network=None)
    board = "1b6/3b4/8/4w3/8/2w5/8/w7 w"
    counts = [evaluation.counts(kernel_of(rules, f"{board} {quiet}")) for quiet in (0, 50, 80, 99)]
    assert [one["lead_near"] for one in counts] == pytest.approx([0, 0.5, 0.8, 0.99], abs=0.01)
    assert [one["move"] for one in counts] == pytest.approx([1, 1, 0.5, 0.025], abs=0.02)
    level = "1b6/3b4/8/4w3/8/2w5/8/8 w"
    assert abs(evaluation.score(kernel_of(rules, f"{level} 99"))) <= 1


def worth(name, position, **weights):
    rules = game(name)
    return evaluation_of(rules, weights, network=None).assessed(kernel_of(rules, position))


@pytest.mark.parametrize("name", ["makyek", "apit"])
def test_a_position_in_which_a_side_is_shut_in_is_worth_little_while_the_captures_are_equal(name):
    shut_in = "bbbbbbbb/bbb1bbb1/wwwbwwww/8/8/8/8/wwwwwwww w"
    assert 0 < worth(name, shut_in) < worth(name, shut_in, shut=0) / 2


@pytest.mark.parametrize("name", ["makyek", "apit"])
def test_a_side_that_is_shut_in_and_has_taken_more_keeps_its_lead(name):
    shut_in = "bbbbbbbb/bbb1bbbb/wwwbwwww/8/8/8/8/wwwwwwww b"
    assert worth(name, shut_in) == worth(name, shut_in, shut=0) > 50
