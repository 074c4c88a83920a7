"""Tapatan, clause by clause, and the kit."""

from pathlib import Path

import pytest
from tablier_tapatan import Tapatan

from tablier import Match, game
from tablier.testing import check_game, clause, draw, marked, refused, targets, variants

tapatan, flying = game("tapatan"), game("tapatan", fly="on")


@pytest.mark.parametrize("rules", list(variants(Tapatan)), ids=repr)
def test_the_game_keeps_every_promise_of_the_kit(rules):
    check_game(rules)


def test_every_clause_has_a_test_marked_with_it():
    assert {clause.id for clause in Tapatan.clauses} == set(marked(Path(__file__).parent))


def moving(rules=tapatan):
    """All six pawns on the board, White to move."""
    return draw(
        rules,
        """
        b b .
        w . w
        . w b
        """,
    )


@clause("tapatan.setup")
def test_the_board_is_empty_and_each_player_holds_three_pawns():
    scene = tapatan.scene(tapatan.start())
    assert (scene.tokens, scene.gauges) == ({}, {"hand0": 3, "hand1": 3})


@clause("tapatan.turn")
def test_one_plays_only_ones_own_pawns():
    assert refused(tapatan, moving(), "c1-b2").because.id == "tapatan.turn"


@clause("tapatan.place")
def test_pawns_are_placed_on_free_points_before_any_moves():
    pos = draw(
        tapatan,
        """
        . . .
        . w .
        . . b
        """,
    )
    assert targets(tapatan, pos) == {"a1", "b1", "a2", "c2", "a3", "b3", "c3"}
    assert refused(tapatan, pos, "@b2").cells == ("b2",)
    assert refused(tapatan, pos, "b2-a1").because.id == "tapatan.place"


@clause("tapatan.step")
def test_a_pawn_slides_along_a_line_to_the_next_free_point():
    assert targets(tapatan, moving(), "c2") == {"b2", "c3"}
    assert refused(tapatan, moving(), "a2-c3").because.id == "tapatan.step"
    assert refused(tapatan, moving(), "@a1").because.id == "tapatan.step"


@clause("tapatan.step")
def test_a_flying_pawn_goes_to_any_free_point():
    assert targets(flying, moving(flying), "c2") == {"a1", "b2", "c3"}


@clause("tapatan.line")
def test_three_in_a_row_win():
    outcome = tapatan.outcome(tapatan.play(moving(), tapatan.read(moving(), "b1-b2")).after)
    assert (outcome.winners, outcome.because.id) == ((0,), "tapatan.line")


@clause("tapatan.repetition")
def test_the_third_occurrence_is_a_draw():
    match = Match(tapatan, moving())
    for move in "b1-a1 b3-c3 a1-b1 c3-b3".split() * 2:
        match.play(move)
    assert (match.outcome.drawn, match.outcome.because.id) == (True, "tapatan.repetition")


def test_lines_that_can_still_be_filled_are_worth_something():
    pos = draw(
        tapatan,
        """
        . . .
        . w .
        b . .
        """,
    )
    white, black = tapatan.worth(pos)
    assert white > black > 0
    assert tapatan.worth(tapatan.start()) == (0, 0)
