"""Frames say what a client cannot know without the rules."""

from tablier import game, games
from tablier.api.frames import frame_of
from tablier.core.match import Match


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
