"""Moves as UCI writes them."""

import pytest

from tablier import Match, game, games
from tablier.core.actors import CHANCE
from tablier.render.uci_notation import from_uci, line_to_uci, to_uci


@pytest.mark.parametrize("name", list(games()))
def test_every_move_is_read_as_it_is_written(name):
    rules = game(name)
    match = Match(rules)
    for ply in range(12):
        if match.actor is CHANCE:
            match.roll(0.5)
        legal = match.legal()
        texts = [to_uci(rules, match.position, move) for move in legal]
        assert len(set(texts)) == len(legal)
        assert [from_uci(match, text) for text in texts] == list(legal)
        match.play(legal[ply * 7 % len(legal)])


def test_a_promotion_has_the_letter_of_the_new_piece_and_is_read_with_or_without_it():
    rules = game("makruk")
    match = Match(rules, rules.load("4k3/8/8/4P3/8/8/8/4K3 w"))
    move = rules.parse("e5-e6")
    assert to_uci(rules, match.position, move) == "e5e6m"
    assert from_uci(match, "e5e6m") == from_uci(match, "e5e6") == from_uci(match, "e5-e6") == move
    assert from_uci(match, "e5e7") is None and from_uci(match, "") is None
    assert line_to_uci(rules, match.position, ["e5-e6", "e8-d8"]) == ["e5e6m", "e8d8"]


def test_a_letter_where_nothing_is_promoted_is_set_aside():
    match = Match(game("apit"))
    assert from_uci(match, "e3e4q") == from_uci(match, "e3e4") == game("apit").parse("e3-e4")
    assert from_uci(match, "e3e9") is None


def test_pieces_that_are_signs_have_no_letter():
    rules = game("turkish")
    pos = rules.load("8/w7/8/8/8/8/7b/8 w")
    assert to_uci(rules, pos, rules.parse("a7-a8")) == "a7a8"
