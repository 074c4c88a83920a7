"""Frames say what a client cannot know without the rules."""

import random

import pytest

from tablier import games
from tablier.api.frames import frame_of, position_details, takes_of
from tablier.core.match import Match
from tablier.games import game
from tablier.testing import variants

VARIANTS = [variant for cls in games().values() for variant in variants(cls)]


def test_a_frame_counts_the_captures_where_one_must_be_made():
    match = Match(games()["turkish"]())
    assert frame_of(match).captures == 0
    for text in ("d3-d4", "e6-e5", "e3-e4"):
        match.enter(text)
    frame = frame_of(match)
    assert frame.captures == len(match.legal())
    assert frame_of(match, 1).captures == 0


def test_moves_that_happen_to_be_few_are_not_forced_captures():
    match = Match(games()["mako"]())
    while not isinstance(match.game.turn(match.position), int):
        match.play(match.legal()[0])
    assert frame_of(match).captures == 0


def test_a_frame_warns_of_moves_that_cost_a_won_game():
    rules = game("makruk")
    match = Match(rules, rules.load("4k3/8/8/8/4n3/PPPP1PP1/8/KR2R3 w"))
    assert frame_of(match).warnings == dict.fromkeys(("d3-e4", "e1-e4", "f3-e4"), "makruk.no_moves")
    match.enter("e1-e4")
    assert frame_of(match).warnings == {}, "the game is over"


@pytest.mark.parametrize("turn_back", ["off", "on"])
def test_captures_are_counted_where_the_law_leaves_nothing_else(turn_back):
    turkish, dice, forced = game("turkish", turn_back=turn_back), random.Random(7), 0
    for _ in range(8):
        match = Match(turkish)
        while match.outcome is None and len(match.entries) < 60:
            legal = match.legal()
            assert frame_of(match).captures == (len(legal) if legal[0].takes else 0)
            forced += legal[0].takes
            match.apply(dice.choice(legal))
    assert forced > 20


@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
def test_a_preview_takes_what_the_details_say(variant):
    match, dice = Match(variant), random.Random(repr(variant))
    while match.outcome is None and len(match.entries) < 25:
        if isinstance(match.actor, int):
            texts = [variant.write(match.position, move) for move in match.legal()[:30]]
            known = position_details(match).takes
            assert takes_of(match, texts) == {text: known[text] for text in texts}
        match.apply(dice.choice(match.legal()))
