"""Malawi, clause by clause."""

import json
from collections import Counter
from math import comb
from pathlib import Path

import pytest

from tablier import Match, game
from tablier.core.errors import BadNotation, BadPosition
from tablier.testing import clause, draw, refused, targets

eight, four = game("malawi"), game("malawi", directions=4)
both = pytest.mark.parametrize("rules", [eight, four], ids=["eight", "four"])

REFERENCE = json.loads((Path(__file__).parents[1] / "perft" / "malawi.json").read_text(encoding="utf-8"))


def choices(rules, pos, beginning):
    """What completes the beginning of a move's text: `c3-` where c3 goes, `c3*` what it strikes, `c3>` to whom it gives."""
    texts = [rules.write(pos, move) for move in rules.legal(pos)]
    return {text.removeprefix(beginning) for text in texts if text.startswith(beginning)}


def after(rules, pos, *moves):
    for move in moves:
        pos = rules.play(pos, rules.read(pos, move)).after
    return pos


def rings(rules, pos):
    """The rings on each pawn that carries any, by cell."""
    return {cell: token.value for cell, token in rules.scene(pos).tokens.items() if token.value}


def ended(rules, pos):
    outcome = rules.outcome(pos)
    return outcome and (outcome.winners, outcome.because.id)


def reason(rules, pos, move):
    refusal = refused(rules, pos, move)
    return refusal.because.id, refusal.cells


def centre(rules, number):
    """A white pawn with this many rings on c3, its lines free as far as they go."""
    return draw(
        rules,
        f"""
        b1 b1 .  b1 b1 .
        .  b1 .  .  .  b1
        .  .  .  .  .  .
        .  .  w{number} . . .
        w0 .  .  .  w0 .
        .  w0 .  w0 .  w0
        """,
    )


# -- setup and turn --------------------------------------------------------------------------------


@both
@clause("malawi.setup")
def test_six_pawns_a_side_begin_with_two_rings_each(rules):
    assert rules.dump(rules.start()) == "b2,b2,b2,b2,b2,b2/6/6/6/6/w2,w2,w2,w2,w2,w2 w"
    assert rules.scene(rules.start()).gauges == {"rings0": 12, "rings1": 12, "box": 0}


@both
@clause("malawi.turn", "malawi.first")
def test_one_acts_only_with_ones_own_pawns(rules):
    for move in ("a6-a4", "a6>b6c6", "a6*a4"):
        assert reason(rules, rules.start(), move) == ("malawi.first", ("a6",))
    for move in ("c3-c5", "c3>b1c1", "c3*c6"):
        assert reason(rules, rules.start(), move) == ("malawi.turn", ("c3",))
    assert reason(rules, after(rules, rules.start(), "a1-a3"), "b1-b3") == ("malawi.turn", ("b1",))


@both
@clause("malawi.turn")
def test_the_refusal_tells_an_empty_cell_from_an_enemy_pawn(rules):
    assert refused(rules, rules.start(), "c3-c5").detail.fr == "Il n'y a rien en c3."
    assert refused(rules, rules.start(), "a6-a4").detail.fr == "Le pion en a6 est à l'adversaire."


@both
@clause("malawi.empty")
def test_a_pawn_without_rings_can_do_nothing(rules):
    pos = draw(
        rules,
        """
        .  b2 b2 b2 b2 b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        b2 .  .  .  .  .
        w0 .  .  .  .  .
        .  w2 w2 w2 w2 w2
        """,
    )
    for move in ("a2-b2", "a2*a3", "a2>b1"):
        assert reason(rules, pos, move) == ("malawi.empty", ("a2",))
    assert not any(choices(rules, pos, f"a2{mark}") for mark in "-*>")


@both
@clause("malawi.empty", "malawi.receivers")
def test_a_struck_pawn_stands_still_until_it_receives_a_ring_again(rules):
    pos = draw(
        rules,
        """
        b2 .  b2 b2 b2 b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  b2 .  .  .  .
        .  .  .  .  .  .
        w2 w2 w2 w2 w2 w2
        """,
    )
    struck = after(rules, pos, "b1*b3")
    assert reason(rules, struck, "b3-b5") == ("malawi.empty", ("b3",))
    revived = after(rules, struck, "a6>b3c6", "a1-a3")
    assert choices(rules, revived, "b3-") >= {"b2", "b4", "c3"}
    assert choices(rules, revived, "b3*") == {"a3"}


# -- moving ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "cells"), [(1, "b2 c2 d2 b3 d3 b4 c4 d4"), (2, "a1 c1 e1 a3 e3 a5 c5 e5"), (3, "c6 f3 f6"), (4, ""), (7, ""), (12, "")]
)
@clause("malawi.move", "malawi.straight")
def test_a_pawn_goes_exactly_as_far_as_it_carries_rings_in_eight_directions(number, cells):
    assert choices(eight, centre(eight, number), "c3-") == set(cells.split())


@pytest.mark.parametrize(("number", "cells"), [(1, "c2 b3 d3 c4"), (2, "c1 a3 e3 c5"), (3, "c6 f3"), (4, ""), (7, ""), (12, "")])
@clause("malawi.move", "malawi.four")
def test_with_four_directions_it_keeps_to_ranks_and_files(number, cells):
    assert choices(four, centre(four, number), "c3-") == set(cells.split())


@both
@clause("malawi.move")
def test_five_rings_cross_the_whole_board(rules):
    pos = draw(
        rules,
        """
        .  b2 b2 b2 b2 b2
        .  .  .  .  .  b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        w5 w0 w0 w0 w0 w0
        """,
    )
    assert choices(rules, pos, "a1-") == {"a6"}
    assert choices(rules, pos, "a1*") == ({"f6"} if rules is eight else set())


@both
@clause("malawi.move")
def test_the_wrong_distance_is_refused_with_the_count_of_rings(rules):
    refusal = refused(rules, rules.start(), "a1-a4")
    assert (refusal.because.id, refusal.cells) == ("malawi.move", ("a1", "a4"))
    assert refusal.detail.fr == "Ce pion porte 2 anneaux : il se déplace de 2 cases, pas de 3."
    assert refusal.detail.en == "This pawn carries 2 rings: it moves 2 squares, not 3."
    assert "a1-a3" in refusal.instead
    assert refused(rules, rules.start(), "a1-a2").because.id == "malawi.move"
    assert refused(rules, rules.start(), "a1-a1").because.id == "malawi.move"
    assert refused(rules, centre(rules, 1), "c3-c5").detail.fr == "Ce pion porte 1 anneau : il se déplace de 1 case, pas de 2."


@both
@clause("malawi.move")
def test_a_move_takes_the_rings_along(rules):
    pos = after(rules, rules.start(), "a1-a3")
    tokens = rules.scene(pos).tokens
    assert "a1" not in tokens and tokens["a3"] == ("white", 2)


@both
@clause("malawi.straight")
def test_no_pawn_turns_on_its_way(rules):
    for move in ("b1-c3", "b1-d2", "a1-c2"):
        assert reason(rules, rules.start(), move) == ("malawi.straight", tuple(move.split("-")))
    assert "b1-b3" in refused(rules, rules.start(), "b1-c3").instead


@clause("malawi.four")
def test_with_four_directions_a_diagonal_is_refused_and_with_eight_it_is_not():
    assert reason(four, four.start(), "c1-e3") == ("malawi.four", ("c1", "e3"))
    assert set(refused(four, four.start(), "c1-e3").instead) == {"c1-c3"}
    assert "e3" in choices(eight, eight.start(), "c1-")


@clause("malawi.four")
def test_with_four_directions_nothing_is_struck_diagonally():
    drawing = """
        b2 b2 b2 b2 .  b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  b2 .
        .  .  .  .  .  .
        w2 w2 w2 w2 w2 w2
        """
    assert choices(eight, draw(eight, drawing), "c1*") == {"e3"}
    assert choices(four, draw(four, drawing), "c1*") == set()
    assert reason(four, draw(four, drawing), "c1*e3") == ("malawi.four", ("c1", "e3"))


@both
@clause("malawi.free")
def test_nothing_is_jumped_and_the_refusal_shows_the_pawn_in_the_way(rules):
    pos = draw(
        rules,
        """
        .  b2 .  b2 b2 b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        b2 .  b2 .  .  .
        w0 .  .  .  .  .
        w2 .  w2 w2 w2 w2
        """,
    )
    assert reason(rules, pos, "a1-a3") == ("malawi.free", ("a2",))
    assert reason(rules, pos, "a1*a3") == ("malawi.free", ("a2",))
    assert refused(rules, pos, "a1-a3").detail.fr == "Le pion en a2 barre la ligne."
    assert reason(rules, pos, "c1-e1") == ("malawi.free", ("d1",))
    assert choices(rules, pos, "a1*") == ({"c3"} if rules is eight else set())


@both
@clause("malawi.free")
def test_a_move_ends_on_an_empty_cell_and_the_refusal_offers_the_strike(rules):
    pos = draw(
        rules,
        """
        .  b2 b2 b2 b2 b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        b2 .  w2 .  .  .
        .  .  .  .  .  .
        w2 .  w2 w2 w2 w2
        """,
    )
    assert reason(rules, pos, "a1-a3") == ("malawi.free", ("a3",))
    assert refused(rules, pos, "a1-a3").instead == ("a1*a3",)
    assert reason(rules, pos, "c1-c3") == ("malawi.free", ("c3",))
    assert refused(rules, pos, "c1-c3").instead == ()


# -- distributing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7, 12])
@both
@clause("malawi.distribute", "malawi.receivers", "malawi.surplus")
def test_all_rings_leave_one_to_each_of_freely_chosen_pawns(rules, number):
    pos = centre(rules, number)
    given = min(number, 5)
    ways = choices(rules, pos, "c3>")
    assert len(ways) == comb(5, given)
    for way in ways:
        left = rings(rules, after(rules, pos, f"c3>{way}"))
        white = {cell: count for cell, count in left.items() if cell in {"c3", "a2", "e2", "b1", "d1", "f1"}}
        assert white == {way[i : i + 2]: 1 for i in range(0, len(way), 2)}


@both
@clause("malawi.distribute")
def test_a_pawn_gives_all_its_rings_or_none(rules):
    refusal = refused(rules, rules.start(), "c1>b1")
    assert (refusal.because.id, refusal.cells) == ("malawi.distribute", ("c1",))
    assert refusal.detail.fr == "Ce pion porte 2 anneaux : il donne à 2 autres pions, pas à 1."
    assert refused(rules, rules.start(), "c1>a1b1d1").because.id == "malawi.distribute"


@both
@clause("malawi.receivers")
def test_receivers_may_carry_rings_or_none(rules):
    pos = draw(
        rules,
        """
        b2 b2 b2 b2 b2 b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  w0 .  .  .
        .  .  .  .  .  .
        w2 w3 .  w2 w2 w2
        """,
    )
    left = rings(rules, after(rules, pos, "a1>b1c3"))
    assert (left["b1"], left["c3"], "a1" in left) == (4, 1, False)


@both
@clause("malawi.receivers")
def test_an_own_other_pawn_receives_and_only_once(rules):
    start = rules.start()
    for move, cell, detail in (
        ("c1>b1c6", "c6", "Le pion en c6 est à l'adversaire."),
        ("c1>b1c1", "c1", "Un pion ne garde pas ses propres anneaux."),
        ("c1>b1c3", "c3", "Il n'y a rien en c3."),
        ("c1>b1b1", "b1", "b1 est nommé deux fois."),
    ):
        refusal = refused(rules, start, move)
        assert (refusal.because.id, refusal.cells, refusal.detail.fr) == ("malawi.receivers", (cell,), detail)


@both
@clause("malawi.surplus")
@pytest.mark.parametrize("number", [6, 7, 9, 12])
def test_of_six_rings_or_more_five_are_given_and_the_rest_goes_to_the_box(rules, number):
    pos = centre(rules, number)
    step = rules.play(pos, rules.read(pos, "c3>b1d1f1a2e2"))
    before, gauges = rules.scene(pos).gauges, rules.scene(step.after).gauges
    assert (gauges["rings0"], gauges["box"] - before["box"]) == (5, number - 5)
    lost = {event.gauge for event in step.events if event.because.id == "malawi.surplus"}
    assert lost == {"rings0", "box"}
    assert reason(rules, pos, "c3>b1d1f1a2") == ("malawi.surplus", ("c3",))


@both
@clause("malawi.surplus")
def test_five_rings_are_given_without_loss(rules):
    pos = centre(rules, 5)
    assert rules.scene(after(rules, pos, "c3>b1d1f1a2e2")).gauges == rules.scene(pos).gauges


@both
@clause("malawi.receivers")
def test_receivers_are_clicked_in_any_order(rules):
    start = rules.start()
    assert targets(rules, start, "a1") >= {"b1", "c1", "d1", "e1", "f1", "a3"}
    assert targets(rules, start, "a1", "d1") == {"b1", "c1", "e1", "f1"}


@clause("malawi.receivers")
def test_receivers_are_written_in_the_order_of_the_board_and_read_in_any():
    start = eight.start()
    assert eight.parse("d1>f1b1") == eight.parse("d1>b1f1")
    assert eight.write(start, eight.read(start, "d1>f1b1")) == "d1>b1f1"


# -- striking --------------------------------------------------------------------------------------


@both
@clause("malawi.strike")
def test_a_strike_takes_all_rings_and_both_pawns_stay(rules):
    pos = draw(
        rules,
        """
        b2 .  b2 b2 b2 b1
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  b3 .  .  .  .
        .  .  .  .  .  .
        w2 w2 w2 w2 w2 w2
        """,
    )
    assert choices(rules, pos, "b1*") == {"b3"}
    scene = rules.scene(after(rules, pos, "b1*b3"))
    assert (scene.tokens["b1"], scene.tokens["b3"]) == (("white", 2), ("black", 0))
    assert scene.gauges == {"rings0": 12, "rings1": 9, "box": 3}


@both
@clause("malawi.strike")
def test_a_strike_reaches_exactly_as_far_as_the_striker_carries_rings(rules):
    pos = draw(
        rules,
        """
        b2 .  b2 b2 b2 b2
        .  .  .  .  .  .
        .  b2 .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        w1 w2 w3 w2 w2 w2
        """,
    )
    refusal = refused(rules, pos, "b1*b4")
    assert (refusal.because.id, refusal.cells) == ("malawi.strike", ("b1", "b4"))
    assert refusal.detail.fr == "Ce pion porte 2 anneaux : il frappe à 2 cases, pas à 3."
    assert refusal.detail.en == "This pawn carries 2 rings: it strikes at 2 squares, not 3."
    assert reason(rules, pos, "c1*b4") == ("malawi.straight", ("c1", "b4"))


@both
@clause("malawi.target")
def test_only_an_enemy_pawn_with_rings_is_struck(rules):
    pos = draw(
        rules,
        """
        b2 .  b2 b2 b2 b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  b0 .  w2 .  .
        .  .  .  .  .  .
        w2 w2 w2 w2 .  w2
        """,
    )
    for move, detail in (
        ("b1*b3", "Le pion en b3 ne porte aucun anneau."),
        ("d1*d3", "Le pion en d3 est du même camp."),
        ("d1*d1", "Le pion en d1 est du même camp."),
        ("c1*c3", "Il n'y a rien en c3."),
        ("c1*c5", "Il n'y a rien en c5."),
    ):
        refusal = refused(rules, pos, move)
        assert (refusal.because.id, refusal.cells, refusal.detail.fr) == ("malawi.target", (move[3:],), detail)
    assert not any(choices(rules, pos, f"{cell}*") for cell in ("a1", "b1", "c1", "d1", "d3", "f1"))


# -- the end ---------------------------------------------------------------------------------------


@both
@clause("malawi.no_rings")
def test_whoever_loses_the_last_ring_has_lost(rules):
    pos = draw(
        rules,
        """
        b0 b0 .  b0 b0 b0
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  b4 .  .  .
        .  .  .  .  .  .
        w2 w2 w2 w2 w2 w2
        """,
    )
    assert ended(rules, after(rules, pos, "c1*c3")) == ((0,), "malawi.no_rings")
    assert ended(rules, after(rules, pos, "a1-a3")) is None


ARRIVAL = """
    .  {b6} b2 b2 b2 b2
    .  .  .  .  .  .
    w2 .  .  .  .  b2
    {a3} .  .  .  .  .
    .  {b2} .  .  .  .
    .  {b1} w2 w2 w2 w2
    """


def arrival(rules, *, b6=".", a3=".", b1="w2", b2="."):
    """White may go from a4 to the far rank; a black pawn on b6 would shield a6 from c6."""
    return draw(rules, ARRIVAL.format(b6=b6, a3=a3, b1=b1, b2=b2))


@both
@clause("malawi.goal")
def test_a_pawn_with_rings_that_no_strike_reaches_on_the_far_rank_wins_at_once(rules):
    assert ended(rules, after(rules, arrival(rules, b6="b2"), "a4-a6")) == ((0,), "malawi.goal")


@both
@clause("malawi.goal")
def test_a_neighbour_with_the_wrong_number_of_rings_strikes_nothing(rules):
    assert ended(rules, after(rules, arrival(rules, b6="b0"), "a4-a6")) == ((0,), "malawi.goal")
    assert ended(rules, after(rules, arrival(rules, b6="b1"), "a4-a6")) is None


@clause("malawi.goal", "malawi.four")
def test_with_four_directions_a_diagonal_striker_does_not_endanger_the_goal():
    drawing = """
        .  b2 b2 b2 b2 b2
        .  .  .  .  .  .
        w2 .  b2 .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  w2 w2 w2 w2 w2
        """
    assert ended(eight, after(eight, draw(eight, drawing), "a4-a6")) is None
    assert ended(four, after(four, draw(four, drawing), "a4-a6")) == ((0,), "malawi.goal")


@both
@clause("malawi.goal")
def test_black_wins_on_the_first_rank(rules):
    pos = draw(
        rules,
        """
        .  b2 b2 b2 b2 b2
        .  .  .  .  .  .
        w2 .  .  .  .  .
        b2 .  .  .  .  .
        .  .  .  .  .  .
        .  w2 w2 w2 w2 w2
        """,
        "b",
    )
    assert ended(rules, after(rules, pos, "a3-a1")) == ((1,), "malawi.goal")


@both
@clause("malawi.goal")
def test_an_empty_pawn_on_the_far_rank_wins_nothing_until_it_receives_a_ring(rules):
    pos = draw(
        rules,
        """
        w0 b2 b2 b2 b2 b2
        .  .  .  .  .  b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  w1 w2 w2 w2 w2
        """,
    )
    assert ended(rules, pos) is None
    assert ended(rules, after(rules, pos, "c1-c3")) is None
    assert ended(rules, after(rules, pos, "b1>a6")) == ((0,), "malawi.goal")


@both
@clause("malawi.standing")
def test_a_pawn_that_receives_its_ring_within_reach_must_first_stand_an_action(rules):
    pos = draw(
        rules,
        """
        w0 b1 b2 b2 b2 b2
        .  .  .  .  .  b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  w1 w2 w2 w2 w2
        """,
    )
    given = after(rules, pos, "b1>a6")
    assert ended(rules, given) is None
    assert ended(rules, after(rules, given, "c6-c4")) == ((0,), "malawi.standing")
    assert ended(rules, after(rules, given, "b6*a6")) is None


@both
@clause("malawi.standing")
def test_a_goal_within_reach_that_is_struck_wins_nothing(rules):
    reached = after(rules, arrival(rules, a3="b2"), "a4-a6")
    assert ended(rules, reached) is None
    struck = after(rules, reached, "c6*a6")
    assert ended(rules, struck) is None
    assert rules.scene(struck).tokens["a6"] == ("white", 0)


@both
@clause("malawi.standing")
def test_a_goal_within_reach_that_is_left_standing_wins_after_the_opponents_action(rules):
    reached = after(rules, arrival(rules, a3="b2"), "a4-a6")
    for move in ("f4-f2", "c6>d6e6", "c6-c4"):
        assert ended(rules, after(rules, reached, move)) == ((0,), "malawi.standing")


@both
@clause("malawi.standing", "malawi.goal")
def test_the_opponent_who_wins_by_that_very_action_comes_first(rules):
    reached = after(rules, arrival(rules, a3="b2"), "a4-a6")
    assert ended(rules, after(rules, reached, "a3-a1")) == ((1,), "malawi.goal")


@both
@clause("malawi.standing")
def test_an_answer_at_the_other_edge_that_could_be_struck_comes_too_late(rules):
    reached = after(rules, arrival(rules, a3="b2", b1=".", b2="w2"), "a4-a6")
    assert ended(rules, after(rules, reached, "a3-a1")) == ((0,), "malawi.standing")


@both
@clause("malawi.standing")
def test_of_two_goals_the_one_not_struck_wins(rules):
    pos = draw(
        rules,
        """
        w0 b1 .  b1 w0 .
        .  .  .  .  .  b2
        .  .  .  .  .  b2
        .  .  .  .  .  b2
        .  .  .  .  .  b2
        .  .  w2 w2 w2 w2
        """,
    )
    reached = after(rules, pos, "c1>a6e6")
    assert ended(rules, reached) is None
    assert ended(rules, after(rules, reached, "b6*a6")) == ((0,), "malawi.standing")


@both
@clause("malawi.no_rings")
def test_a_goal_that_held_the_last_rings_loses_when_it_is_struck(rules):
    pos = draw(
        rules,
        """
        .  .  b2 b2 b2 b2
        .  .  .  .  .  b2
        w2 .  .  .  .  b2
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  w0 w0 w0 w0 w0
        """,
    )
    assert ended(rules, after(rules, pos, "a4-a6", "c6*a6")) == ((1,), "malawi.no_rings")


@both
@clause("malawi.repetition")
def test_the_third_occurrence_is_a_draw(rules):
    match = Match(rules)
    for move in "a1-a3 f6-f4 a3-a1 f4-f6".split() * 2:
        assert match.outcome is None
        match.play(move)
    assert (match.outcome.drawn, match.outcome.because.id) == (True, "malawi.repetition")
    match.undo()
    assert match.outcome is None


# -- texts and counts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "a1", "a1-", "a1>", "a1-a3b3", "a1*a3b3", "a1>b1,c1", "A1-a3", "a1-a9", "g1-g3", "a1-a003", "a1x3", "pass"]
)
def test_what_is_no_action_is_refused_as_a_slip_of_the_pen(text):
    with pytest.raises(BadNotation):
        eight.parse(text)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("b2,b2,b2,b2,b2,b2/6/6/6/6/w2,w2,w2,w2,w2,1 w", ["5 fois pion blanc au lieu de 6"]),
        ("b2,b2,b2,b2,b2,b2/6/6/6/w0,5/w2,w2,w2,w2,w2,w2 w", ["7 fois pion blanc au lieu de 6"]),
        ("b2,b2,b2,b2,b2,b2/6/6/6/6/w2,w2,w2,w2,w2,w3 w", ["Blanc : 13 anneaux, 12 au plus"]),
        (
            "b3,b2,b2,b2,b2,b2/6/6/6/b0,5/w2,w2,w2,w2,w3,w2 w",
            ["Blanc : 13 anneaux, 12 au plus", "7 fois pion noir au lieu de 6", "Noir : 13 anneaux, 12 au plus"],
        ),
        ("b0,b0,b0,b0,b0,b0/6/6/6/6/w0,w0,w0,w0,w0,w0 w", ["aucun anneau sur le plateau"]),
        ("b13,b0,b0,b0,b0,b0/6/6/6/6/w2,w2,w2,w2,w2,w2 w", ["rangée 6 : « b13 » est inconnu"]),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_all_its_problems(text, problems):
    with pytest.raises(BadPosition) as caught:
        eight.load(text)
    assert [problem.fr for problem in caught.value.problems] == problems


def test_all_twelve_rings_may_stand_on_one_pawn():
    text = "b12,b0,b0,b0,b0,b0/6/6/6/6/w12,w0,w0,w0,w0,w0 w"
    assert eight.dump(eight.load(text)) == text
    assert len(eight.legal(eight.load(text))) == 1


@pytest.mark.parametrize(
    "case", [case for case in REFERENCE["tables"][0]["positions"] if "kinds" in case], ids=lambda case: case["position"]
)
def test_a_reference_position_has_its_moves_strikes_and_distributions(case):
    pos = eight.load(case["position"])
    found = Counter(eight.write(pos, move)[2] for move in eight.legal(pos))
    assert {mark: found[mark] for mark in case["kinds"]} == case["kinds"]


@both
@clause("malawi.received", "malawi.receivers")
def test_a_ring_received_on_the_far_rank_brings_its_pawn_home(rules):
    pos = rules.load("w0,b2,b2,b2,b2,b2/6/5,b2/6/6/1,w1,w2,w2,w2,w2 w")
    step = rules.play(pos, rules.read(pos, "b1>a6"))
    assert [event.because.id for event in step.events if event.cell == "a6"] == ["malawi.received"]
    assert rules.outcome(step.after).because.id == "malawi.goal"
    elsewhere = rules.play(pos, rules.read(pos, "b1>c1"))
    assert [event.because.id for event in elsewhere.events if event.cell == "c1"] == ["malawi.receivers"]


@clause("malawi.straight", "malawi.four")
def test_the_clause_on_lines_tells_the_directions_of_the_table():
    four = game("malawi", directions="4")
    sentences = {clause.id: clause.en for clause in four.clauses}
    assert "diagonal" not in sentences["malawi.straight"]
    assert refused(four, four.start(), "b1-c3").because.en == sentences["malawi.straight"]
    assert "diagonal" in refused(game("malawi"), four.start(), "b1-c3").because.en
