"""Frames say what a client cannot know without the rules."""

from tablier import games
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
