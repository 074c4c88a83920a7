"""A match: what may be entered, taken back and declared."""

import pytest

from tablier import BadNotation, IllegalMove, Match, TablierError, game
from tablier.testing import clause

rules = game("makyek")


def test_moves_are_played_as_text_or_as_values():
    match = Match(rules)
    match.play("e3-e4")
    match.play(rules.read(match.position, "a6-a5"))
    assert match.moves == ("e3-e4", "a6-a5")
    assert match.actor == 0


def test_a_refused_move_changes_nothing():
    match = Match(rules)
    with pytest.raises(IllegalMove) as refusal:
        match.play("e3-e7")
    assert refusal.value.because.id == "makyek.free"
    assert match.moves == ()
    assert match.position == rules.start()


def test_a_mistyped_move_is_told_apart_from_an_illegal_one():
    with pytest.raises(BadNotation, match="is not a move"):
        Match(rules).play("e4")
    with pytest.raises(BadNotation, match="a1 to h8"):
        Match(rules).play("e3-e9")


def test_undo_leads_back_and_forgets_what_it_saw():
    match = Match(rules)
    for move in ("e3-e4", "a6-a5", "e4-e3", "a5-a6"):
        match.play(move)
    assert match.undo() == "a5-a6"
    while match.entries:
        match.undo()
    assert match.position == rules.start()
    with pytest.raises(TablierError, match="nothing to take back"):
        match.undo()


@clause("tablier.resigned")
def test_whoever_resigns_has_lost_even_when_it_is_not_their_turn():
    match = Match(rules)
    outcome = match.resign(1)
    assert outcome is not None
    assert (outcome.ranks, outcome.because.id) == ((1, 2), "tablier.resigned")
    assert match.legal() == ()
    assert match.actor is None


@clause("tablier.flagged")
def test_whoever_has_no_time_left_has_lost_and_the_record_says_so():
    match = Match(rules)
    match.enter("!flag:0")
    assert match.outcome is not None
    assert (match.outcome.ranks, match.outcome.because.id, match.moves) == ((2, 1), "tablier.flagged", ("!flag:0",))


@clause("tablier.flagged")
def test_at_a_table_of_four_the_others_go_on_without_the_one_whose_time_is_up():
    match = Match(game("mako", seats=4))
    assert len(match.game.seats) == 4
    match.flag(2)
    assert match.outcome is None and match.moves == ("!withdraw:2",)


@clause("tablier.over")
def test_after_the_end_nothing_is_played_and_the_ending_is_told():
    match = Match(rules)
    match.resign(0)
    with pytest.raises(IllegalMove) as refusal:
        match.play("e3-e4")
    assert refusal.value.because.id == "tablier.over"
    assert "resign" in str(refusal.value)
    for declare in (match.agree, lambda: match.resign(1)):
        with pytest.raises(IllegalMove):
            declare()
    match.undo()
    match.play("e3-e4")


def test_there_is_no_seat_beyond_the_table():
    with pytest.raises(BadNotation, match="0 to 1"):
        Match(rules).resign(2)
    with pytest.raises(TablierError, match="resign instead"):
        Match(rules).withdraw(0)


def test_players_are_named_by_seat():
    match = Match(rules, tags={"Seat0": "Anne", "Seat1": "Bo", "Event": "Club"})
    assert match.players == {0: "Anne", 1: "Bo"}
