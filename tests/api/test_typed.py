"""Moves typed as players write them."""

import pytest

from tablier import Match, game, games
from tablier.api.frames import position_details
from tablier.api.legal import legal_moves
from tablier.api.primitives import WireText
from tablier.api.typed import find_typed


def found(match: Match, typed: str) -> str | None:
    return find_typed(match.game, match.position, legal_moves(match), typed)


def test_a_move_is_found_by_what_players_write():
    achef, mako, makruk = (Match(game(name)) for name in ("achef", "mako", "makruk"))
    assert found(achef, "b1") == "@b1"
    for text in ("g1-g2", "=2"):
        mako.enter(text)
    assert found(mako, "mine en g4") == found(mako, " Mine on  g4 ") == "+g4"
    assert found(makruk, "♘d2") == "b1-d2"
    assert found(makruk, "d4") == "d3-d4"


def test_check_need_not_be_written():
    match = Match(game("makruk"), game("makruk").load("4k3/8/8/8/8/8/8/R3K3 w"))
    assert found(match, "♖a8+") == found(match, "♖a8") == "a1-a8"


def test_what_is_no_move_or_two_is_not_found():
    rooks = Match(game("makruk"), game("makruk").load("4k3/8/8/8/8/8/K7/R6R w"))
    assert found(rooks, "♖d1") is None
    assert found(rooks, "♖ad1") == "a1-d1"
    assert found(Match(game("achef")), "z9") is None
    assert found(Match(game("achef")), "") is None


@pytest.mark.parametrize("name", games())
def test_the_example_of_a_position_can_be_typed(name):
    match = Match(game(name))
    example = position_details(match).example
    assert isinstance(example, WireText)
    for text in (example.fr, example.en):
        assert text.isprintable() and text == text.encode("latin-1").decode("latin-1")
        assert text in legal_moves(match) or found(match, text) in legal_moves(match)
