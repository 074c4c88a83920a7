"""Weak levels err by missing what is hard to see, and play what looks best to them."""

from dataclasses import fields, replace
from random import Random

import pytest

from tablier import Match, game
from tablier.games import games
from tablier.search.analysis import Level
from tablier.search.levels import LAW, MCTS, LevelPlayer, engine_for, level_of, levels_of
from tablier.search.registry import has_tree
from tablier.search.sight import Glance, Sight, choose_seen

MAKYEK = game("makyek")
TREE = [name for name in games() if has_tree(game(name))]


def seen(glances: list[Glance], sight: float, alike: float = 8) -> set[str]:
    """The moves chosen in many turns by a player of this sight."""
    return {choose_seen(Match(MAKYEK), glances, Sight(MAKYEK.board, sight), alike, Random(seed))[0] for seed in range(50)}


def test_a_move_is_harder_to_see_the_longer_the_farther_and_the_quieter_it_is():
    sight = Sight(MAKYEK.board, 0)
    near = sight.difficulty("a1-a2", "b2-b3", takes=True)
    assert near < sight.difficulty("a1-a6", "b2-b3", takes=True)
    assert near < sight.difficulty("h7-h8", "b2-b3", takes=True)
    assert near < sight.difficulty("a1-a2", "b2-b3", takes=False)


def test_a_reply_that_is_missed_is_not_feared():
    bait = Glance("a1-a2", 50, False, -100, "h8-a8", True)
    sound = Glance("b1-b2", 0, False, 0, "b7-b6", False)
    assert seen([bait, sound], 0) == {"a1-a2"}
    assert seen([bait, sound], 100) == {"b1-b2"}


def test_a_long_capture_of_ones_own_may_be_missed():
    far = Glance("h1-h8", 100, True, 100)
    near = Glance("b1-b2", 0, False, 0)
    assert seen([far, near], 0) == {"b1-b2"}
    assert seen([far, near], 100) == {"h1-h8"}


def test_a_capture_that_must_be_made_is_made_however_far_it_goes():
    assert seen([Glance("h1-h8", 100, True, 100)], 0) == {"h1-h8"}


def test_what_looks_clearly_best_is_always_played():
    better, worse = Glance("a1-a2", 30, False, 30), Glance("b1-b2", 0, False, 0)
    assert seen([better, worse], 0) == seen([better, worse], 100) == {"a1-a2"}


def test_moves_that_look_alike_are_all_played_and_none_that_looks_worse():
    moves = [Glance("a1-a2", 30, False, 30), Glance("b1-b2", 0, False, 0), Glance("c1-c2", -60, False, -60)]
    assert seen(moves, 0, alike=50) == {"a1-a2", "b1-b2"}


@pytest.mark.parametrize("name", games())
def test_a_level_sees_more_than_the_one_below_or_searches(name):
    levels = [level_of(game(name), number) for number in levels_of(game(name))]
    sights = [level.sight for level in levels if level.limits is None]
    assert sights == sorted(sights) and all(level.limits is not None for level in levels[len(sights) :])


@pytest.mark.parametrize("levels", [LAW, MCTS, *({n: level_of(game(name), n) for n in levels_of(game(name))} for name in games())])
def test_only_moves_of_nearly_the_same_score_look_alike(levels):
    assert {field.name for field in fields(Level)} == {"effort", "limits", "sight", "alike"}
    assert all(level.alike <= Level().alike for level in levels.values())


@pytest.mark.parametrize("pure", ["", "1"], ids=["kernel", "law"])
@pytest.mark.parametrize("name", games())
def test_a_weak_level_that_sees_all_plays_the_best_move_it_knows(name, pure, monkeypatch):
    monkeypatch.setenv("TABLIER_PURE", pure)
    rules = game(name)
    match = Match(rules)
    player = LevelPlayer(rules, 1)
    player.level = replace(player.level, sight=1000, alike=0)
    for seed in range(3):
        player.random.seed(seed)
        glances = player.engine.glances(match, player.level.effort, 1000, Random(seed).getrandbits(32))
        best = max(one.score if one.reply else one.first for one in glances)
        chosen = player.choose(match)
        assert [one.score if one.reply else one.first for one in glances if one.move == chosen] == [best]


@pytest.mark.parametrize("name", TREE)
def test_glances_tell_every_move_and_replies_that_are_legal_after_it(name):
    rules = game(name)
    match = Match(rules)
    glances = engine_for(rules).glances(match, 2, 100, 0)
    assert sorted(one.move for one in glances) == sorted(rules.write(match.position, move) for move in match.legal())
    for one in glances[:5]:
        after = Match(rules)
        after.enter(one.move)
        assert not one.reply or one.reply in {rules.write(after.position, move) for move in after.legal()}


def test_a_sharper_sight_wins():
    rules = game("turkish")
    scores = []
    for seed in range(2):
        sharp, dull = LevelPlayer(rules, 1, seed), LevelPlayer(rules, 1, seed)
        sharp.level, dull.level = Level(2, sight=20), Level(2, sight=0)
        players = [sharp, dull] if seed else [dull, sharp]
        match = Match(rules)
        while match.outcome is None and len(match.entries) < 150:
            match.play(players[match.actor].choose(match))
        own, other = match.outcome.ranks[1 - seed], match.outcome.ranks[seed]
        scores.append(own < other)
    assert all(scores)
