"""Turkish draughts, clause by clause."""

import pytest

from tablier import BadNotation, BadPosition, Match, game, kernel, read_record
from tablier.core.errors import BadRecord
from tablier.core.record import write_text
from tablier.kernels import kernel_of
from tablier.testing import clause, draw, refused, taken, targets

turkish = game("turkish")
turning = game("turkish", turn_back="on")
strict = game("turkish", penalty="strict")


def legal(rules, pos):
    return {rules.write(pos, move) for move in rules.legal(pos)}


def after(rules, pos, move):
    return rules.play(pos, rules.read(pos, move)).after


def ended(rules, pos, move=""):
    outcome = rules.outcome(after(rules, pos, move) if move else pos)
    return outcome and (outcome.ranks, outcome.because.id)


def happened(rules, pos, move):
    events = rules.play(pos, rules.read(pos, move)).events
    return [(event.verb.value, event.cell, event.to or "", event.because.id) for event in events if event.gauge is None]


# -- the table, and steps --------------------------------------------------------------------------


@clause("turkish.setup")
def test_each_side_fills_its_second_and_third_rank():
    assert turkish.dump(turkish.start()) == "8/bbbbbbbb/bbbbbbbb/8/8/wwwwwwww/wwwwwwww/8 w 0 -"


@clause("turkish.turn")
def test_one_moves_only_ones_own_pieces():
    assert refused(turkish, turkish.start(), "a6-a5").because.id == "turkish.turn"
    assert refused(turkish, turkish.start(), "e5-e4").because.id == "turkish.turn"
    assert refused(turkish, turkish.start(), "e6xe4").because.id == "turkish.turn"


@clause("turkish.pion_step")
def test_a_pion_goes_one_cell_forward_or_sideways():
    pos = draw(
        turkish,
        """
        . . . . . b
        . . w . . .
        . . . . . .
        """,
    )
    assert targets(turkish, pos, "c2") == {"b2", "d2", "c3"}


@clause("turkish.pion_step")
def test_a_black_pion_goes_down_the_board():
    pos = draw(
        turkish,
        """
        . . b . . .
        . . . . . .
        . . . . . w
        """,
        "b",
    )
    assert targets(turkish, pos, "c3") == {"b3", "d3", "c2"}


@clause("turkish.pion_step")
def test_a_pion_never_steps_backward_nor_diagonally_nor_two_cells():
    pos = draw(
        turkish,
        """
        . . . . . b
        . . . . . .
        . . w . . .
        . . . . . .
        """,
    )
    back = refused(turkish, pos, "c2-c1")
    assert (back.because.id, back.cells, back.detail.en) == ("turkish.pion_step", ("c2", "c1"), "This Pion would go backward.")
    assert refused(turkish, pos, "c2-d3").because.id == "turkish.pion_step"
    assert refused(turkish, pos, "c2-c4").because.id == "turkish.pion_step"
    assert refused(turkish, pos, "c2-c2").because.id == "turkish.pion_step"


@clause("turkish.dame_step")
def test_a_dame_goes_any_distance_in_the_four_straight_directions():
    pos = draw(
        turkish,
        """
        . . . . . .
        . . . . . b
        . . W . w .
        . . . . . .
        """,
    )
    assert targets(turkish, pos, "c2") == {"a2", "b2", "d2", "c1", "c3", "c4", "c5", "c6", "c7", "c8"}
    assert refused(turkish, pos, "c2-d3").because.id == "turkish.dame_step"
    assert refused(turkish, pos, "c2-c2").because.id == "turkish.dame_step"


@clause("turkish.free")
def test_a_step_crosses_and_ends_on_free_cells_only():
    pos = draw(
        turkish,
        """
        . . b . .
        . . b . .
        w w W w w
        """,
    )
    blocked = refused(turkish, pos, "c1-e1")
    assert (blocked.because.id, blocked.cells) == ("turkish.free", ("d1",))
    assert refused(turkish, pos, "c1-c4").cells == ("c2",)
    assert refused(turkish, pos, "a1-b1").because.id == "turkish.free"


@clause("turkish.free", "turkish.pion_step")
def test_a_capture_written_as_a_step_is_shown_how_it_is_written():
    pos = draw(
        turkish,
        """
        . . . . . .
        . b . . b .
        . w . . . W
        """,
    )
    refusal = refused(turkish, pos, "b1-b3")
    assert (refusal.because.id, refusal.instead) == ("turkish.pion_step", ("b1xb3",))


# -- crowning --------------------------------------------------------------------------------------


@clause("turkish.crown")
def test_a_pion_that_steps_onto_the_far_rank_becomes_a_dame():
    pos = draw(
        turkish,
        """
        . . . . . . . .
        . . w . . . . .
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert happened(turkish, pos, "c7-c8") == [("move", "c7", "c8", "turkish.pion_step"), ("alter", "c8", "", "turkish.crown")]
    assert turkish.dump(after(turkish, pos, "c7-c8")) == "2W5/8/7b/8/8/8/8/8 b 0 -"


@clause("turkish.crown")
def test_black_is_crowned_on_rank_one():
    pos = draw(
        turkish,
        """
        . . b . . w
        . . . . . .
        """,
        "b",
    )
    assert turkish.dump(after(turkish, pos, "c2-c1")) == "8/8/8/8/8/8/5w2/2B5 w 0 -"


@clause("turkish.crown")
def test_a_pion_whose_capture_ends_on_the_far_rank_is_crowned_there():
    pos = draw(
        turkish,
        """
        . . . . . . . .
        . . b . . . . .
        . . w . . . . .
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert happened(turkish, pos, "c6xc8") == [
        ("move", "c6", "c8", "turkish.pion_takes"),
        ("remove", "c7", "", "turkish.pion_takes"),
        ("alter", "c8", "", "turkish.crown"),
    ]


# -- single captures -------------------------------------------------------------------------------


@clause("turkish.compulsory")
def test_whoever_can_take_must_take():
    pos = draw(
        turkish,
        """
        . . . b . .
        . b . . . .
        . w . . w .
        """,
    )
    assert legal(turkish, pos) == {"b1xb3"}
    refusal = refused(turkish, pos, "e1-e2")
    assert (refusal.because.id, refusal.cells, refusal.instead) == ("turkish.compulsory", ("b1",), ("b1xb3",))


@clause("turkish.compulsory")
def test_a_dame_must_take_as_well():
    pos = draw(
        turkish,
        """
        . b . . . .
        W . b . . .
        . . . . . .
        w . . . . .
        """,
    )
    assert legal(turkish, pos) == {"a3xd3", "a3xe3", "a3xf3", "a3xg3", "a3xh3"}
    assert refused(turkish, pos, "a1-b1").because.id == "turkish.compulsory"
    assert refused(turkish, pos, "a3-a8").because.id == "turkish.compulsory"


@clause("turkish.compulsory")
def test_a_refusal_proposes_six_captures_at_most():
    pos = draw(
        turkish,
        """
        W b . . . . . .
        W b . . . . . .
        . . . . . . . .
        """,
    )
    assert len(legal(turkish, pos)) == 12
    assert len(refused(turkish, pos, "a3-a8").instead) == 6


@clause("turkish.pion_takes")
def test_a_pion_takes_forward_and_sideways_what_stands_next_to_it():
    pos = draw(
        turkish,
        """
        . . . . . . .
        . . . b . . .
        . . b w B . .
        . . . . . . .
        """,
    )
    assert legal(turkish, pos) == {"d2xd4", "d2xb2", "d2xf2"}
    assert taken(turkish, pos, "d2xf2") == {"e2"}


@clause("turkish.pion_takes")
def test_a_pion_needs_a_free_cell_right_behind_the_piece_it_takes():
    pos = draw(
        turkish,
        """
        . . . b .
        . . . b .
        . . . w .
        . . . . .
        """,
    )
    refusal = refused(turkish, pos, "d2xd4")
    assert (refusal.because.id, refusal.cells) == ("turkish.pion_takes", ("d4",))


@clause("turkish.pion_takes")
def test_a_pion_takes_nothing_at_a_distance_nor_across_a_corner_nor_from_an_empty_cell():
    pos = draw(
        turkish,
        """
        . . . . .
        . . . b .
        . . . . b
        . . . w .
        . . . . .
        """,
    )
    assert refused(turkish, pos, "d2xd5").because.id == "turkish.pion_takes"
    assert refused(turkish, pos, "d2xf4").because.id == "turkish.pion_takes"
    empty = refused(turkish, pos, "d2xd4")
    assert (empty.because.id, empty.detail.en) == ("turkish.pion_takes", "There is nothing to take before d4.")


@clause("turkish.backward")
def test_a_pion_never_takes_backward():
    pos = draw(
        turkish,
        """
        . . . . .
        . . w . .
        . . b . .
        . . . . .
        """,
    )
    assert refused(turkish, pos, "c3xc1").because.id == "turkish.backward"
    assert legal(turkish, pos) == {"c3-c4", "c3-b3", "c3-d3"}


@clause("turkish.backward")
def test_a_black_pion_never_takes_upward():
    pos = draw(
        turkish,
        """
        . . . . .
        . . w . .
        . . b . .
        . . . . .
        """,
        "b",
    )
    assert refused(turkish, pos, "c2xc4").because.id == "turkish.backward"


@clause("turkish.dame_takes")
def test_a_dame_takes_at_any_distance_and_lands_anywhere_behind_up_to_the_next_piece():
    pos = draw(
        turkish,
        """
        . . . . . . . .
        W . . b . . . w
        . . . . . . . .
        """,
    )
    assert legal(turkish, pos) == {"a2xe2", "a2xf2", "a2xg2"}
    assert taken(turkish, pos, "a2xg2") == {"d2"}


@clause("turkish.dame_takes")
def test_a_dame_takes_backward_too():
    pos = draw(
        turkish,
        """
        . . W . .
        b . B . .
        . . . . .
        . . . . .
        . . . . .
        """,
    )
    assert legal(turkish, pos) == {"c5xc3", "c5xc2", "c5xc1"}


@clause("turkish.dame_takes")
def test_a_dame_takes_in_straight_lines_something_that_is_there_and_lands_on_a_free_cell():
    pos = draw(
        turkish,
        """
        . . . . . . . .
        W . . b . . . w
        . . . . . . . .
        """,
    )
    assert refused(turkish, pos, "a2xc4").because.id == "turkish.dame_takes"
    assert refused(turkish, pos, "a2xc2").because.id == "turkish.dame_takes"
    assert refused(turkish, pos, "a2xa2").because.id == "turkish.dame_takes"
    occupied = refused(turkish, pos, "a2xh2")
    assert (occupied.because.id, occupied.cells) == ("turkish.dame_takes", ("h2",))


@clause("turkish.own_piece")
def test_no_piece_leaps_over_its_own_colour():
    pos = draw(
        turkish,
        """
        . . . . . . . .
        . w . . . . . b
        . w . . . . . .
        W . w . B . . .
        """,
    )
    pion, dame = refused(turkish, pos, "b2xb4"), refused(turkish, pos, "a1xf1")
    assert (pion.because.id, pion.cells) == ("turkish.own_piece", ("b3",))
    assert (dame.because.id, dame.cells) == ("turkish.own_piece", ("c1",))


@clause("turkish.one_per_leap")
def test_a_dame_never_leaps_two_pieces_in_a_row():
    pos = draw(
        turkish,
        """
        W . b b . . .
        . . . . . . .
        """,
    )
    refusal = refused(turkish, pos, "a2xe2")
    assert (refusal.because.id, refusal.cells) == ("turkish.one_per_leap", ("c2", "d2"))
    assert not any("x" in move for move in legal(turkish, pos))


@clause("turkish.one_per_leap", "turkish.several")
def test_two_pieces_of_a_line_with_a_gap_are_taken_by_two_leaps():
    pos = draw(
        turkish,
        """
        . b . . . . . .
        . . . . . . . .
        W b . b . . . .
        . . . . . . . .
        """,
    )
    assert refused(turkish, pos, "a2xf2").because.id == "turkish.one_per_leap"
    assert taken(turkish, pos, "a2xc2xf2") == {"b2", "d2"}


# -- multiple captures -----------------------------------------------------------------------------


@clause("turkish.several")
def test_taken_pieces_leave_one_by_one_between_the_leaps():
    pos = draw(
        turkish,
        """
        . . . . b
        . . . . .
        . b . . .
        b . . . .
        w . . . .
        """,
    )
    assert happened(turkish, pos, "a1xa3xc3") == [
        ("move", "a1", "a3", "turkish.pion_takes"),
        ("remove", "a2", "", "turkish.several"),
        ("move", "a3", "c3", "turkish.pion_takes"),
        ("remove", "b3", "", "turkish.several"),
    ]


@clause("turkish.several")
def test_a_multiple_capture_is_clicked_cell_by_cell():
    pos = draw(
        turkish,
        """
        . . . . b
        . . . . .
        . b . . .
        b . . . .
        w . . . .
        """,
    )
    assert targets(turkish, pos, "a1") == {"a3"}
    assert targets(turkish, pos, "a1", "a3") == {"c3"}


@clause("turkish.several")
def test_a_cell_freed_in_the_same_capture_can_be_crossed_again():
    pos = draw(
        turkish,
        """
        . . . b . . . .
        . . . . b . . .
        . . . . . . . .
        W . b . . . . .
        . . b . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    # c4 shields c3 from above, until it is itself taken by the first leap.
    assert taken(turkish, pos, "a4xe4xe7xc7xc2") == {"c4", "e6", "d7", "c3"}


@clause("turkish.several")
def test_the_cell_that_the_piece_has_left_can_be_crossed_too():
    pos = draw(
        turkish,
        """
        . b . . . . .
        . . . . . . .
        . . . . . . .
        . W . b . . .
        . . . . b . .
        . . . b . . .
        . . . . . . .
        """,
    )
    # From b2 the way up the b file leads over b4, where the Dame began.
    assert taken(turkish, pos, "b4xe4xe2xb2xb8") == {"d4", "e3", "d2", "b7"}


@clause("turkish.several")
def test_two_paths_with_the_same_result_are_two_moves():
    pos = draw(
        turkish,
        """
        . . b . . .
        . . . . b .
        . b . . . .
        . W . b . .
        . . . . . .
        """,
    )
    one, other = "b2xb5xe5xe2xb2", "b2xe2xe5xb5xb2"
    assert {one, other} <= legal(turkish, pos)
    assert after(turkish, pos, one) == after(turkish, pos, other)


# -- the law of the majority -----------------------------------------------------------------------


@clause("turkish.majority")
def test_the_capture_that_takes_the_most_is_compulsory():
    pos = draw(
        turkish,
        """
        . . . . . .
        b . . . . .
        . . . . . .
        b . . . b .
        w . . . w .
        """,
    )
    assert legal(turkish, pos) == {"a1xa3xa5"}
    refusal = refused(turkish, pos, "e1xe3")
    assert (refusal.because.id, refusal.cells, refusal.instead) == ("turkish.majority", ("a1",), ("a1xa3xa5",))
    assert refusal.detail.en == "This move takes 1 piece; 2 can be taken."


@clause("turkish.majority")
def test_a_capture_is_carried_through_to_its_end():
    pos = draw(
        turkish,
        """
        . . . . . .
        b . . . . .
        . . . . . .
        b . . . b .
        w . . . w .
        """,
    )
    refusal = refused(turkish, pos, "a1xa3")
    assert (refusal.because.id, refusal.instead) == ("turkish.majority", ("a1xa3xa5",))
    assert refusal.detail.fr == "La prise ne s'arrête pas en a3 : 1 pièce sur 2."


@clause("turkish.majority")
def test_a_dame_taken_counts_as_one_piece():
    pos = draw(
        turkish,
        """
        . . . . . .
        b . . . . .
        . . . . . .
        b . . . B .
        w . . . w .
        """,
    )
    assert legal(turkish, pos) == {"a1xa3xa5"}
    assert refused(turkish, pos, "e1xe3").because.id == "turkish.majority"


@clause("turkish.majority")
def test_between_equal_numbers_the_choice_is_free():
    pos = draw(
        turkish,
        """
        . . . . . . .
        b . . . . . B
        w . . . . . w
        """,
    )
    assert legal(turkish, pos) == {"a1xa3", "g1xg3"}


@clause("turkish.majority")
def test_a_dame_must_land_where_the_longest_capture_goes_on():
    pos = draw(
        turkish,
        """
        . . . . . . . .
        . . . . . b . .
        W . b . . . . .
        . . . . . . . .
        """,
    )
    assert legal(turkish, pos) == {"a2xf2xf4", "a2xf2xf5", "a2xf2xf6", "a2xf2xf7", "a2xf2xf8"}
    refusal = refused(turkish, pos, "a2xd2")
    assert (refusal.because.id, len(refusal.instead)) == ("turkish.majority", 5)


# -- crowned in mid-capture ------------------------------------------------------------------------


@clause("turkish.crown_in_capture")
def test_a_pion_crowned_in_mid_capture_goes_on_as_a_dame():
    pos = draw(
        turkish,
        """
        . . . . . B . .
        . . . b . . . .
        . . . w . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b . . . . . . .
        . . . . . . . .
        """,
    )
    assert legal(turkish, pos) == {"d6xd8xg8", "d6xd8xh8"}
    assert happened(turkish, pos, "d6xd8xh8") == [
        ("move", "d6", "d8", "turkish.pion_takes"),
        ("remove", "d7", "", "turkish.several"),
        ("alter", "d8", "", "turkish.crown_in_capture"),
        ("move", "d8", "h8", "turkish.dame_takes"),
        ("remove", "f8", "", "turkish.several"),
    ]


@clause("turkish.crown_in_capture")
def test_a_black_pion_is_crowned_in_mid_capture_on_rank_one():
    pos = draw(
        turkish,
        """
        w . . . . . .
        . . b . . . .
        . . w . . . .
        . . . . W . .
        """,
        "b",
    )
    assert legal(turkish, pos) == {"c3xc1xf1", "c3xc1xg1", "c3xc1xh1"}


@clause("turkish.crown_in_capture", "turkish.majority")
def test_what_the_new_dame_takes_counts_for_the_majority():
    pos = draw(
        turkish,
        """
        . . . . . B . .
        . . . b . . . .
        . . . w . . . .
        . . . . . . . .
        . . . . . . . .
        b . . . . . . .
        w . . . . . . .
        . . . . . . . .
        """,
    )
    refusal = refused(turkish, pos, "a2xa4")
    assert (refusal.because.id, refusal.instead) == ("turkish.majority", ("d6xd8xg8", "d6xd8xh8"))
    assert refused(turkish, pos, "d6xd8").because.id == "turkish.majority"


# -- turning back ----------------------------------------------------------------------------------

BOTH_WAYS = """
    . . b . . . . .
    . . . . . . . .
    . b . W . b . .
    . . . . . . . .
    """


@clause("turkish.turn_back")
def test_a_dame_does_not_turn_round_within_a_capture():
    pos = draw(turkish, BOTH_WAYS)
    assert legal(turkish, pos) == {"d2xa2", "d2xg2", "d2xh2"}
    refusal = refused(turkish, pos, "d2xg2xa2")
    assert (refusal.because.id, refusal.cells) == ("turkish.turn_back", ("g2", "a2"))


@clause("turkish.turn_back")
def test_a_pion_just_crowned_does_not_turn_round_either():
    drawing = """
        . . . . . . . .
        . . . b . . . .
        . . . w . . . .
        . . . . . . . .
        . . . b . . . .
        . . . . . . . .
        b . . . . . . .
        . . . . . . . .
        """
    pos = draw(turkish, drawing)
    assert legal(turkish, pos) == {"d6xd8"}
    assert refused(turkish, pos, "d6xd8xd3").because.id == "turkish.turn_back"
    assert legal(turning, draw(turning, drawing)) == {"d6xd8xd3", "d6xd8xd2", "d6xd8xd1"}


@clause("turkish.turn_back", "turkish.majority")
def test_where_turning_back_is_allowed_it_counts_for_the_majority():
    pos = draw(turning, BOTH_WAYS)
    assert legal(turning, pos) == {"d2xa2xg2", "d2xa2xh2", "d2xg2xa2", "d2xh2xa2"}
    assert refused(turning, pos, "d2xa2").because.id == "turkish.majority"


@clause("turkish.turn_back")
def test_the_ban_binds_from_leap_to_leap_only():
    pos = draw(
        turkish,
        """
        . . . b . .
        . . . . b .
        W . b . . .
        . . . . . .
        """,
    )
    # Right, up, then left: each turn is a quarter, though the Dame ends up going the way it came from.
    assert "a2xe2xe4xc4" in legal(turkish, pos)


# -- the sheet's own sanction ----------------------------------------------------------------------

ONE_OR_TWO = """
    . . . . . .
    b . . . . .
    . . . . . .
    b . . . b .
    w . . . w .
    """


@clause("turkish.omitted")
def test_under_the_strict_penalty_omitting_a_capture_is_played_and_loses():
    pos = draw(strict, ONE_OR_TWO)
    assert ended(strict, pos, "e1-f1") == ((2, 1), "turkish.omitted")
    assert strict.dump(after(strict, pos, "e1-f1")) == "8/8/8/8/b7/8/b3b3/w4w2 b 0 omitted"


@clause("turkish.fewer")
def test_under_the_strict_penalty_taking_fewer_is_played_and_loses():
    pos = draw(strict, ONE_OR_TWO)
    assert ended(strict, pos, "e1xe3") == ((2, 1), "turkish.fewer")
    assert strict.dump(after(strict, pos, "e1xe3")).endswith(" b 0 fewer")


@clause("turkish.fewer")
def test_under_the_strict_penalty_stopping_in_mid_capture_is_taking_fewer():
    pos = draw(strict, ONE_OR_TWO)
    assert targets(strict, pos, "a1", "a3") == {"a5", "done"}
    assert ended(strict, pos, "a1xa3") == ((2, 1), "turkish.fewer")


@clause("turkish.omitted", "turkish.fewer")
def test_under_the_strict_penalty_the_best_capture_is_no_fault():
    pos = draw(strict, ONE_OR_TWO)
    assert ended(strict, pos, "a1xa3xa5") is None
    assert strict.dump(after(strict, pos, "a1xa3xa5")).endswith(" b 0 -")
    assert strict.dump(after(strict, strict.start(), "a3-a4")).endswith(" b 0 -")


@clause("turkish.omitted")
def test_a_fault_of_black_makes_white_the_winner():
    pos = draw(
        strict,
        """
        b . . . b
        w . . . .
        . . . . .
        """,
        "b",
    )
    assert ended(strict, pos, "e3-e2") == ((1, 2), "turkish.omitted")


@clause("turkish.omitted")
def test_the_fault_counts_even_when_the_move_would_have_drawn():
    pos = draw(
        strict,
        """
        . . . . . .
        W . b . . .
        w . . . . .
        """,
        "w",
        99,
    )
    assert ended(strict, pos, "a2-a3") == ((2, 1), "turkish.omitted")


@clause("turkish.backward", "turkish.turn_back")
def test_the_strict_penalty_still_refuses_what_no_piece_can_do():
    pos = draw(
        strict,
        """
        . . . . . . . .
        . . w . . . . .
        . . b . . . . .
        . . . . . . . .
        """,
    )
    assert refused(strict, pos, "c3xc1").because.id == "turkish.backward"
    assert refused(strict, draw(strict, BOTH_WAYS), "d2xg2xa2").because.id == "turkish.turn_back"


def test_a_fault_can_be_written_in_a_position_only_where_it_can_be_made():
    text = "8/8/8/8/b7/8/b3b3/w4w2 b 0 omitted"
    assert strict.dump(strict.load(text)) == text
    with pytest.raises(BadPosition, match="fault"):
        turkish.load(text)


# -- how it ends -----------------------------------------------------------------------------------


@clause("turkish.no_pieces")
def test_whoever_takes_all_enemy_pieces_has_won():
    pos = draw(
        turkish,
        """
        . . .
        . b .
        . w .
        """,
    )
    assert ended(turkish, pos, "b1xb3") == ((1, 2), "turkish.no_pieces")


@clause("turkish.no_pieces")
def test_captures_are_counted_beside_the_board():
    pos = draw(
        turkish,
        """
        . . . . b
        . . . . .
        . b . . .
        b . . . .
        w . . . .
        """,
    )
    before, then = turkish.scene(pos).gauges, turkish.scene(after(turkish, pos, "a1xa3xc3")).gauges
    assert (then["taken0"] - before["taken0"], then["taken1"] - before["taken1"]) == (2, 0)


@clause("turkish.blocked")
def test_whoever_cannot_move_has_lost():
    pos = draw(
        turkish,
        """
        w . . . .
        w . W . .
        B W . . .
        """,
    )
    assert ended(turkish, pos, "c2-c1") == ((1, 2), "turkish.blocked")


@clause("turkish.blocked")
def test_whoever_can_only_take_is_not_blocked():
    pos = draw(
        turkish,
        """
        w . . . .
        w . . . .
        B W . . .
        """,
        "b",
    )
    assert turkish.outcome(pos) is None
    assert legal(turkish, pos) == {"a1xc1", "a1xd1", "a1xe1", "a1xf1", "a1xg1", "a1xh1"}


QUIET_TABLE = """
    . . . . . . B .
    . . . . . . . .
    . . . . . . . b
    . . . . . . . .
    . . . . . . . .
    w . . . . . . .
    . . . . . . . .
    . W . . . . . .
    """


@clause("turkish.repetition")
def test_the_third_occurrence_draws():
    match = Match(turkish, draw(turkish, QUIET_TABLE))
    for move in "b1-c1 g8-f8 c1-b1 f8-g8".split() * 2:
        assert match.outcome is None
        match.play(move)
    assert (match.outcome.drawn, match.outcome.because.id) == (True, "turkish.repetition")


@clause("turkish.quiet")
def test_a_hundred_moves_without_capture_or_pion_move_draw():
    pos = draw(turkish, QUIET_TABLE, "w", 99)
    assert ended(turkish, pos, "b1-c1") == ((1, 1), "turkish.quiet")
    assert ended(turkish, draw(turkish, QUIET_TABLE, "w", 98), "b1-c1") is None


@clause("turkish.quiet")
def test_a_pion_move_starts_the_quiet_count_again():
    pos = draw(turkish, QUIET_TABLE, "w", 99)
    assert turkish.dump(after(turkish, pos, "a3-a4")).endswith(" b 0 -")


@clause("turkish.quiet")
def test_a_capture_starts_the_quiet_count_again():
    pos = draw(
        turkish,
        """
        . b . . . .
        W . b . . .
        . . . . . .
        """,
        "w",
        99,
    )
    assert turkish.dump(after(turkish, pos, "a2xd2")).endswith(" b 0 -")


@clause("turkish.quiet")
def test_the_moves_left_before_the_draw_are_shown_from_twenty_on():
    assert turkish.scene(draw(turkish, QUIET_TABLE, "w", 80)).gauges["left"] == 20
    assert "left" not in turkish.scene(draw(turkish, QUIET_TABLE, "w", 79)).gauges


@clause("turkish.quiet", "turkish.blocked")
def test_a_block_on_the_hundredth_quiet_move_still_wins():
    pos = draw(
        turkish,
        """
        w . . . .
        w . W . .
        B W . . .
        """,
        "w",
        99,
    )
    assert ended(turkish, pos, "c2-c1") == ((1, 2), "turkish.blocked")


@clause("turkish.one_dame_each")
def test_one_dame_each_draws_where_neither_can_be_taken():
    pos = draw(
        turkish,
        """
        . . . . .
        W . b . .
        . . . . B
        """,
    )
    assert ended(turkish, pos, "a2xd2") == ((1, 1), "turkish.one_dame_each")
    edge = draw(
        turkish,
        """
        B . . . . . W
        . . . . . . .
        """,
        "b",
    )
    assert ended(turkish, edge) is None, "a2 takes g2 and lands on h2"
    corner = draw(turkish, "B . . . . . . W\n. . . . . . . .")
    assert ended(turkish, corner) == ((1, 1), "turkish.one_dame_each"), "no cell behind either"


@clause("turkish.one_dame_each", "turkish.compulsory")
def test_a_dame_that_can_be_taken_at_once_is_taken_and_the_game_is_won():
    crowned = turkish.load("B7/2w5/8/8/8/8/8/8 w")
    pos = after(turkish, crowned, "c7-c8")
    assert ended(turkish, pos) is None
    assert legal(turkish, pos) == {f"a8x{file}8" for file in "defgh"}
    assert ended(turkish, pos, "a8xd8") == ((2, 1), "turkish.no_pieces")
    assert kernel("turkish", turkish.dump(pos)).ranks is None


@clause("turkish.dame_beats_pion", "turkish.compulsory")
@pytest.mark.parametrize(("text", "takes"), [("8/8/8/8/2wB4/8/8/8 w", "c4xe4"), ("8/8/8/8/2wB4/8/8/8 b", "d4xb4")])
def test_a_lone_pion_that_can_take_the_dame_does_so(text, takes):
    beats = game("turkish", dame_beats_pion="on")
    pos = beats.load(text)
    assert ended(beats, pos) is None
    assert ended(beats, pos, takes) == ((1, 2) if takes < "d" else (2, 1), "turkish.no_pieces")


def test_a_record_older_than_this_rule_keeps_its_draw():
    old = """[Tablier "1"]
[Game "turkish"]
[Rules "1"]
[Options "turn_back=off penalty=guided dame_beats_pion=off"]
[Start "B7/2w5/8/8/8/8/8/8 w 0 -"]
[Result "1-1"]
[Because "turkish.one_dame_each"]

1. c7-c8
1-1
"""
    match = read_record(old)
    assert write_text(match) == old
    assert kernel_of(match.game, turkish.dump(match.position)).ranks == (1, 1)
    with pytest.raises(BadRecord):
        read_record(old.replace('[Rules "1"]', '[Rules "2"]'))


@clause("turkish.one_dame_each")
def test_two_dames_against_one_play_on():
    assert (
        ended(
            turkish,
            draw(
                turkish,
                """
        W . . .
        W . . .
        . . . B
        """,
            ),
        )
        is None
    )


@pytest.mark.parametrize("side", ["w", "b"])
@clause("turkish.dame_beats_pion")
def test_where_the_option_says_so_a_lone_dame_beats_a_lone_pion(side):
    beats = game("turkish", dame_beats_pion="on")
    white = """
        W . . .
        . . . b
        . . . .
        """
    black = """
        B . . .
        . . . w
        . . . .
        """
    assert ended(beats, draw(beats, white, side)) == ((1, 2), "turkish.dame_beats_pion")
    assert ended(beats, draw(beats, black, side)) == ((2, 1), "turkish.dame_beats_pion")
    assert ended(turkish, draw(turkish, white, side)) is None
    assert ended(turkish, draw(turkish, black, side)) is None


@clause("turkish.dame_beats_pion")
def test_two_pions_or_two_pieces_are_not_decided_by_that_option():
    beats = game("turkish", dame_beats_pion="on")
    for drawing in ("w . .\n. . b\n. . .", "W . .\n. . b\n. . b\n. . .", "W . .\nw . b\n. . ."):
        assert ended(beats, draw(beats, drawing)) is None


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "a3", "a3-", "a3xa5x", "a3-a4-a5", "a3-a4xa6", "a3xa5-a6", "a9-a8", "a3 a4", "A3-A4", "a3-a4=D"])
def test_what_is_not_written_like_a_move_is_a_slip_of_the_pen(text):
    with pytest.raises(BadNotation):
        turkish.read(turkish.start(), text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("wwwwwwww/bbbbbbbb/8/8/8/8/8/8 w", "a8: a Pion there would be a Dame"),
        ("8/8/8/w7/8/8/8/b7 w", "a1: a Pion there would be a Dame"),
        ("8/wwwwwwww/wwwwwwww/w7/8/8/8/B7 w", "White: 17 pieces, 16 at most"),
        ("8/8/8/8/8/8/8/8 w", "no piece on the board"),
        ("8/8/8/w7/8/8/8/B7 w 101", "should be a number from 0 to 100"),
        ("8/8/8/w7/8/8/8/B7 w 0 lost", "fault: 'lost' instead of -"),
        ("8/8/8/w7/8/8/8/B7 w 0 - 1", "'1' is too much"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_reason(text, problem):
    with pytest.raises(BadPosition, match=problem):
        turkish.load(text)


def test_all_problems_of_a_position_come_at_once():
    with pytest.raises(BadPosition) as caught:
        turkish.load("w7/wwwwwwww/wwwwwwww/8/8/8/8/b7 w x omitted")
    assert len(caught.value.problems) == 5


def test_fields_left_out_take_their_defaults():
    assert turkish.dump(turkish.load("8/8/8/w7/8/8/8/B7")) == "8/8/8/w7/8/8/8/B7 w 0 -"


def test_a_published_game_replays_to_its_last_position():
    match = Match(turkish)
    for move in (
        "e3-e4 f6-f5 b3-b4 f5-g5 f3-f4 a6-a5 a3-a4 a5xa3xa1 b4-a4 a1xa6 e4-e5 e6xe4xg4 c3-b3 a6-a3 d3-d4 a3xe3xe1 d2-d3 e1-f1 d4-e4"
    ).split():
        match.play(move)
    assert turkish.dump(match.position) == "8/bbbbbbbb/1bbb2bb/6b1/4w1b1/3w2ww/1ww2www/5B2 b 0 -"


@pytest.mark.parametrize(
    ("position", "too_many"),
    [
        ("8/bbbbbbbb/bbbbbbbb/8/8/wwwwwwww/wwwwwwww/8 w", False),
        ("8/1b1b1b2/8/1b1b1b2/8/1b1b1b2/8/1W6 w", False),
        ("1W1b4/bb2b3/2b2b2/4b3/1b1b4/b5bb/2b2b2/3B2B1 w", True),
    ],
)
def test_a_position_with_captures_beyond_counting_says_so_without_counting_them(position, too_many):
    rules = game("turkish")
    assert rules.too_many_moves(rules.load(position)) == too_many
