"""Sampling: wins in one are found in every game, dice fall evenly, a seed names its search, and an end is worth what it is."""

import random

import pytest

from tablier import Match, game, games
from tablier.games.mako.sea import sea
from tablier.kernels import has_kernel, kernel_of
from tablier.search.alphabeta import Stop
from tablier.search.evaluation.base import Evaluation
from tablier.search.law_engine import LawEngine
from tablier.search.mcts import Mcts
from tablier.search.mcts_engine import MctsEngine
from tablier.search.registry import evaluation_of

FOR_TWO = [rules for rules in (cls() for cls in games().values()) if len(rules.seats) == 2 and has_kernel(rules)]
WALKS = 400


def simulated(twin, evaluation, simulations, seed=0, **options):
    mcts = Mcts(twin, evaluation, seed, **options)
    mcts.run(simulations, 0.0, Stop())
    return mcts


def wins_in_one(twin):
    """The moves after which the seat to act has won."""
    seat, won = twin.turn, []
    for text in twin.legal_moves():
        twin.push(text)
        if twin.ranks and twin.ranks[seat] == 1 and twin.ranks.count(1) == 1:
            won.append(text)
        twin.pop()
    return won


def winning_position(rules):
    """The position before the end of a random game, won at once by some moves and not by others; or by all where captures are forced."""
    rng, forced = random.Random(5), None
    for _ in range(WALKS):
        twin = kernel_of(rules)
        while legal := twin.legal_moves():
            twin.push(rng.choice(legal))
        twin.pop()
        if twin.turn is not None and (won := wins_in_one(twin)):
            if len(won) < len(twin.legal_moves()):
                return twin, won
            forced = twin, won
    assert forced, f"no win in one met in {WALKS} games of {rules!r}"
    return forced


@pytest.mark.parametrize("rules", [*FOR_TWO, game("mako", mode="b"), game("mako", mode="a")], ids=repr)
def test_a_win_in_one_is_found_with_knowledge_and_without(rules):
    twin, won = winning_position(rules)
    for evaluation in (Evaluation(rules), evaluation_of(rules)):
        best = simulated(twin, evaluation, 3000).moves()[0][0]
        assert twin.texts([best])[0] in won, twin.dump()


@pytest.mark.parametrize("rules", [game("makyek"), game("mako", mode="b")], ids=repr)
def test_a_seed_names_its_search_however_it_is_cut(rules):
    twin, evaluation = kernel_of(rules), evaluation_of(rules)
    whole = simulated(twin, evaluation, 500, seed=3)
    parts = Mcts(twin, evaluation, 3)
    for share in (100, 399, 1):
        parts.run(share, 0.0, Stop())
    assert parts.moves() == whole.moves() and parts.best_line() == whole.best_line()


@pytest.mark.parametrize("knowing", [False, True])
def test_dice_fall_evenly(knowing):
    rules = game("mako", mode="b")
    twin = kernel_of(rules, f"{sea(S='g5', N='h10')} S roll")
    rows = simulated(twin, evaluation_of(rules) if knowing else Evaluation(rules), 600).moves()
    visits = [visits for _, visits, _ in rows]
    assert len(visits) == 6 and max(visits) - min(visits) <= 1


def test_a_finished_game_is_worth_its_ranks_and_has_no_moves():
    rules = game("mako", mode="b")
    twin = kernel_of(rules, f"{sea(S='g13', N='e5')} S")
    twin.push("g13-g14")
    for evaluation in (Evaluation(rules), evaluation_of(rules)):
        mcts = simulated(twin, evaluation, 50)
        assert mcts.values() == (1.0, 0.0) and mcts.moves() == [] and mcts.best_line() == []


@pytest.mark.parametrize("knowing", [False, True])
def test_a_tree_that_may_not_grow_is_still_sampled(knowing):
    rules = game("mako", mode="b")
    evaluation = evaluation_of(rules) if knowing else Evaluation(rules)
    mcts = simulated(kernel_of(rules), evaluation, 400, megabytes=0)
    assert mcts.simulations == 400 and mcts.moves() == [] and sum(mcts.values()) == pytest.approx(1)


def test_the_kernel_stands_where_it_stood():
    rules = game("mako")
    twin = kernel_of(rules)
    before = twin.dump()
    simulated(twin, evaluation_of(rules), 300)
    assert twin.dump() == before


def test_who_plays_a_game_without_an_evaluation_weakly_counts_what_stands_on_the_board():
    rules = game("makyek")
    match = Match(rules)
    assert MctsEngine(rules, Evaluation(rules)).glances(match, 2, 5, 0) == LawEngine(rules).glances(match, 2, 5, 0)
