"""Sampling: wins in one are found in every game, dice fall evenly, a seed names its search, and an end is worth what it is."""

import random

import pytest

from tablier import game, games
from tablier.games.mako.sea import sea
from tablier.kernels import kernel_of
from tablier.search.alphabeta import Stop
from tablier.search.evaluation.base import Knowledge
from tablier.search.mcts import Sampler
from tablier.search.registry import knowledge_of

FOR_TWO = [cls() for cls in games().values() if len(cls().seats) == 2]
WALKS = 400


def sampled(twin, knowledge, simulations, seed=0, **options):
    sampler = Sampler(twin, knowledge, seed, **options)
    sampler.run(simulations, 0.0, Stop())
    return sampler


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
    for knowledge in (Knowledge(rules), knowledge_of(rules)):
        best = sampled(twin, knowledge, 3000).moves()[0][0]
        assert twin.texts([best])[0] in won, twin.dump()


@pytest.mark.parametrize("rules", [game("makyek"), game("mako", mode="b")], ids=repr)
def test_a_seed_names_its_search_however_it_is_cut(rules):
    twin, knowledge = kernel_of(rules), knowledge_of(rules)
    whole = sampled(twin, knowledge, 500, seed=3)
    parts = Sampler(twin, knowledge, 3)
    for share in (100, 399, 1):
        parts.run(share, 0.0, Stop())
    assert parts.moves() == whole.moves() and parts.best_line() == whole.best_line()


@pytest.mark.parametrize("knowing", [False, True])
def test_dice_fall_evenly(knowing):
    rules = game("mako", mode="b")
    twin = kernel_of(rules, f"{sea(S='g5', N='h10')} S roll")
    rows = sampled(twin, knowledge_of(rules) if knowing else Knowledge(rules), 600).moves()
    visits = [visits for _, visits, _ in rows]
    assert len(visits) == 6 and max(visits) - min(visits) <= 1


def test_a_finished_game_is_worth_its_ranks_and_has_no_moves():
    rules = game("mako", mode="b")
    twin = kernel_of(rules, f"{sea(S='g13', N='e5')} S")
    twin.push("g13-g14")
    for knowledge in (Knowledge(rules), knowledge_of(rules)):
        sampler = sampled(twin, knowledge, 50)
        assert sampler.values() == (1.0, 0.0) and sampler.moves() == [] and sampler.best_line() == []


@pytest.mark.parametrize("knowing", [False, True])
def test_a_tree_that_may_not_grow_is_still_sampled(knowing):
    rules = game("mako", mode="b")
    knowledge = knowledge_of(rules) if knowing else Knowledge(rules)
    sampler = sampled(kernel_of(rules), knowledge, 400, megabytes=0)
    assert sampler.simulations == 400 and sampler.moves() == [] and sum(sampler.values()) == pytest.approx(1)


def test_the_kernel_stands_where_it_stood():
    rules = game("mako")
    twin = kernel_of(rules)
    before = twin.dump()
    sampled(twin, knowledge_of(rules), 300)
    assert twin.dump() == before
