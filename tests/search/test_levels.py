"""Levels: the lowest is weak, each is the same again with the same seed, and all of them know when there is no choice."""

import pytest

from tablier import Match, game
from tablier.core.actors import CHANCE
from tablier.games import games
from tablier.kernels import has_kernel
from tablier.search.analysis import Level, Limits
from tablier.search.levels import MCTS, STRONGEST, LevelPlayer, level_of, levels_of
from tablier.search.registry import evaluation_of


def course(name: str, players: list[LevelPlayer], plies: int) -> Match:
    match = Match(game(name))
    while match.outcome is None and len(match.entries) < plies:
        if match.actor is CHANCE:
            match.roll(0.3)
        else:
            match.play(players[match.actor % len(players)].choose(match))
    return match


@pytest.mark.parametrize("name", games())
def test_a_level_plays_the_same_game_again_with_the_same_seed(name):
    def moves(seed: int) -> tuple[str, ...]:
        return course(name, [LevelPlayer(game(name), 1, seed), LevelPlayer(game(name), 2, seed + 1)], 16).moves

    assert moves(1) == moves(1) != moves(2)


@pytest.mark.parametrize("name", games())
def test_the_levels_of_a_game_differ_and_end_with_a_second(name):
    rules = game(name)
    levels = [level_of(rules, number) for number in levels_of(rules)]
    assert levels[-1] == Level(limits=Limits(seconds=1.0))
    assert len(set(levels)) == len(levels)


@pytest.mark.parametrize("name", [name for name in games() if has_kernel(game(name))])
def test_a_game_with_a_kernel_has_eight_levels(name):
    rules = game(name)
    assert levels_of(rules) == tuple(range(1, STRONGEST + 1))
    assert set(evaluation_of(rules).levels) <= set(MCTS) - {STRONGEST}


def test_somebody_who_looks_one_move_ahead_beats_the_lowest_level():
    rules = game("makyek")
    careful = LevelPlayer(rules, 1)
    careful.level = Level(2, sight=100)
    for seed in range(2):
        match = course("makyek", [careful, LevelPlayer(rules, 1, seed)], 400)
        assert match.outcome is not None and match.outcome.ranks == (1, 2)


def test_a_move_without_a_choice_takes_no_thought():
    rules = game("turkish")
    match = Match(rules, rules.load("8/8/8/8/8/3b4/3w4/8 w"))
    assert len(match.legal()) == 1
    player = LevelPlayer(rules, 5)
    player.engine = None  # asking it would fail
    assert player.choose(match) == rules.write(match.position, match.legal()[0])
