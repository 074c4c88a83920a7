"""Makruk, clause by clause."""

import pytest

from tablier import BadPosition, Match, game
from tablier.testing import clause, draw, refused, taken, targets

makruk, thai, uncounted = game("makruk"), game("makruk", count="thai"), game("makruk", count="none")
double = game("makruk", double_step="on")
every_count = pytest.mark.parametrize("rules", [makruk, thai, uncounted], ids=["sheet", "thai", "none"])


def after(rules, pos, *moves):
    for move in moves:
        pos = rules.play(pos, rules.read(pos, move)).after
    return pos


def end(rules, pos, *moves):
    """The ranks and the clause with which the moves end the game; None when it goes on."""
    outcome = rules.outcome(after(rules, pos, *moves))
    return outcome and (outcome.ranks, outcome.because.id.split(".")[1])


def cited(rules, pos, move):
    """The clauses of the events of a move, in order."""
    return [event.because.id.split(".")[1] for event in rules.play(pos, rules.read(pos, move)).events]


def why(rules, pos, move):
    """The clause that refuses a move, and the cells that show it."""
    refusal = refused(rules, pos, move)
    return refusal.because.id.split(".")[1], set(refusal.cells)


def count(rules, pos):
    """The last fields of the position text: limit and plies counted."""
    return " ".join(rules.dump(pos).split()[3:5])


# -- the table and the pieces ----------------------------------------------------------------------


@every_count
@clause("makruk.setup")
def test_each_met_stands_to_the_right_of_its_khun_and_the_bia_on_the_third_rank(rules):
    assert rules.dump(rules.start()) == "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"


@clause("makruk.turn")
def test_one_moves_only_ones_own_pieces():
    assert why(makruk, makruk.start(), "a6-a5") == ("turn", {"a6"})
    assert why(makruk, makruk.start(), "e4-e5") == ("turn", {"e4"})
    assert "black Bia" in refused(makruk, makruk.start(), "a6-a5").say("en")
    assert "Il n'y a rien en e4." in refused(makruk, makruk.start(), "e4-e5").say("fr")


@clause("makruk.turn")
def test_the_move_number_grows_after_blacks_move():
    pos = after(makruk, makruk.start(), "a3-a4", "a6-a5")
    assert makruk.dump(pos).endswith(" w - - 0 2")


@clause("makruk.khun")
def test_the_khun_steps_one_cell_in_eight_directions():
    pos = draw(
        makruk,
        """
        . . . . . . . .
        k . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . K . . . .
        . . . . . . . .
        . . . . . . . R
        """,
    )
    assert targets(makruk, pos, "d3") == {"c2", "c3", "c4", "d2", "d4", "e2", "e3", "e4"}
    assert why(makruk, pos, "d3-d5") == ("khun", {"d3", "d5"})
    assert set(refused(makruk, pos, "d3-d5").instead) == {f"d3-{to}" for to in targets(makruk, pos, "d3")}
    assert why(makruk, pos, "d3-d3") == ("khun", {"d3"})


@clause("makruk.met")
def test_the_met_steps_one_cell_diagonally():
    pos = draw(
        makruk,
        """
        . . . . k
        . . . . .
        . . M . .
        . . . . .
        K . . . .
        """,
    )
    assert targets(makruk, pos, "c3") == {"b2", "b4", "d2", "d4"}
    assert why(makruk, pos, "c3-c4") == ("met", {"c3", "c4"})
    assert why(makruk, pos, "c3-e1") == ("met", {"c3", "e1"})


@clause("makruk.khon")
def test_the_khon_steps_diagonally_or_straight_ahead_for_either_colour():
    pos = draw(
        makruk,
        """
        k . . . . . .
        . . . . . . .
        . . S . . s .
        . . . . . . .
        K . . . . . .
        """,
    )
    assert targets(makruk, pos, "c3") == {"b2", "b4", "d2", "d4", "c4"}
    assert why(makruk, pos, "c3-c2") == ("khon", {"c3", "c2"})
    pos = after(makruk, pos, "a1-b1")
    assert targets(makruk, pos, "f3") == {"e2", "e4", "g2", "g4", "f2"}
    assert why(makruk, pos, "f3-f4") == ("khon", {"f3", "f4"})


@clause("makruk.ma")
def test_the_ma_leaps_like_a_knight_over_anything():
    pos = draw(
        makruk,
        """
        . . . . . . k
        . . . . . . .
        . . s n s . .
        . . P N P . .
        . . P R P . .
        . . . . . . .
        K . . . . . .
        """,
    )
    assert targets(makruk, pos, "d4") == {"b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"}
    assert why(makruk, pos, "d4-d6") == ("ma", {"d4", "d6"})


@clause("makruk.rua")
def test_the_rua_goes_along_ranks_and_files_up_to_the_first_piece():
    pos = draw(
        makruk,
        """
        . . . . . . k .
        . . . . . . . .
        . . n . . . . .
        . . . . . . . .
        . M R . . . . .
        . . . . . . . .
        K . . . . . . .
        """,
    )
    assert targets(makruk, pos, "c3") == {"c1", "c2", "c4", "c5", "d3", "e3", "f3", "g3", "h3"}
    assert why(makruk, pos, "c3-e5") == ("rua", {"c3", "e5"})


@clause("makruk.bia")
def test_the_bia_steps_one_cell_straight_ahead():
    pos = makruk.start()
    assert targets(makruk, pos, "d3") == {"d4"}
    assert why(makruk, pos, "d3-d2") == ("bia", {"d3", "d2"})
    assert targets(makruk, after(makruk, pos, "d3-d4"), "e6") == {"e5"}


@clause("makruk.bia_takes")
def test_the_bia_takes_diagonally_ahead_and_only_there():
    pos = draw(
        makruk,
        """
        . . . . k . .
        . . . . . . .
        . . . . . . .
        . s n s . . .
        . . P . . . .
        . . . . . . .
        . . . . . . K
        """,
    )
    assert targets(makruk, pos, "c3") == {"b4", "d4"}
    assert taken(makruk, pos, "c3-b4") == {"b4"}
    assert cited(makruk, pos, "c3-b4") == ["taking", "bia_takes"]
    assert why(makruk, pos, "c3-c4") == ("bia_takes", {"c4"})


@clause("makruk.bia_takes")
def test_the_bia_goes_diagonally_only_to_take():
    assert why(makruk, makruk.start(), "d3-e4") == ("bia_takes", {"e4"})


@clause("makruk.no_double")
def test_the_bia_never_advances_two_cells():
    refusal = refused(makruk, makruk.start(), "d3-d5")
    assert (refusal.because.id, refusal.instead) == ("makruk.no_double", ("d3-d4",))
    assert why(makruk, after(makruk, makruk.start(), "a3-a4"), "d6-d4") == ("no_double", {"d6", "d4"})


@clause("makruk.double")
def test_a_bia_on_its_starting_rank_may_advance_two_cells_where_the_table_chose_so():
    pos = double.start()
    assert targets(double, pos, "d3") == {"d4", "d5"}
    assert cited(double, pos, "d3-d5") == ["double"]
    assert cited(double, pos, "d3-d4") == ["bia"]
    pos = after(double, pos, "d3-d5")
    assert double.dump(pos) == "rnsmksnr/8/pppppppp/3P4/8/PPP1PPPP/8/RNSKMSNR b - - 0 1"
    assert targets(double, pos, "h6") == {"h5", "h4"}
    assert targets(double, pos, "d6") == set()
    assert cited(double, pos, "e6-d5") == ["taking", "bia_takes"]


@clause("makruk.double")
def test_a_double_step_crosses_and_reaches_free_cells_only():
    pos = draw(
        double,
        """
        k . . . .
        . . . . .
        . . n . .
        . s . . .
        . P P P .
        . . . . .
        K . . . .
        """,
    )
    assert targets(double, pos, "b3") == set()
    assert why(double, pos, "b3-b5") == ("double", {"b4"})
    assert targets(double, pos, "c3") == {"c4", "b4"}
    assert why(double, pos, "c3-c5") == ("double", {"c5"})
    assert targets(double, pos, "d3") == {"d4", "d5"}


@clause("makruk.double", "makruk.no_double")
def test_a_bia_that_has_left_its_starting_rank_makes_single_steps():
    pos = after(double, double.start(), "d3-d4", "e6-e5")
    refusal = refused(double, pos, "d4-d6")
    assert (refusal.because.id, refusal.because.en) == ("makruk.no_double", "The Bia advances two squares from its starting rank only.")
    assert why(double, after(double, pos, "a3-a4"), "e5-e3") == ("no_double", {"e5", "e3"})


@clause("makruk.double", "makruk.check", "makruk.pin")
def test_a_double_step_may_answer_a_check_and_never_uncovers_the_khun():
    pos = draw(
        double,
        """
        . . . . . . k
        . . . . . . .
        r . . K . . .
        . . . . . . .
        . . P . . . .
        . . . . . . .
        . . . . . . .
        """,
    )
    assert targets(double, pos, "c3") == {"c5"}
    assert why(double, pos, "c3-c4") == ("check", {"a5"})
    pos = draw(
        double,
        """
        . . . . . . k
        . . . . . . .
        . . . . . . .
        . . . . . . .
        r . P K . . .
        . . . . . . .
        . . . . . . .
        """,
    )
    assert why(double, pos, "c3-c5") == ("pin", {"a3"})


@clause("makruk.double", "makruk.no_passing")
def test_a_double_step_is_never_taken_in_passing():
    pos = after(double, double.load("4k3/8/4p3/8/3P4/8/8/R3K3 b"), "e6-e4")
    assert targets(double, pos, "d4") == {"d5"}
    assert why(double, pos, "d4-e5") == ("no_passing", {"e4", "e5"})


@clause("makruk.double")
def test_the_clauses_tell_which_step_the_table_chose():
    told = {rules: {clause.id: clause.en for clause in rules.clauses} for rules in (makruk, double)}
    assert told[makruk]["makruk.no_double"] == "The Bia never advances two squares."
    assert told[makruk]["makruk.double"].startswith("Where the table chose the double step")
    assert told[double]["makruk.double"].startswith("A Bia still on its starting rank may advance two squares")


@clause("makruk.no_passing")
def test_there_is_no_taking_in_passing():
    pos = makruk.load("4k3/8/8/8/3Pp3/8/8/R3K3 w")
    assert why(makruk, pos, "d4-e5") == ("no_passing", {"e4", "e5"})
    assert why(makruk, pos, "d4-c5") == ("bia_takes", {"c5"})


@clause("makruk.no_castling")
def test_there_is_no_castling():
    pos = draw(
        makruk,
        """
        k . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . R . K . . . R
        """,
    )
    assert why(makruk, pos, "d1-f1") == ("no_castling", {"d1", "f1"})
    assert why(makruk, after(makruk, pos, "d1-d2", "a4-a5"), "d2-f2") == ("khun", {"d2", "f2"})


@clause("makruk.promotion")
def test_a_white_bia_becomes_a_met_on_the_sixth_rank():
    pos = draw(
        makruk,
        """
        k . . . . .
        . . . . . .
        . . . . . s
        . . . . P .
        . . . . . .
        . . . . . .
        . . . . . .
        K . . . . .
        """,
    )
    assert cited(makruk, pos, "e5-e6") == ["bia", "promotion"]
    assert makruk.scene(after(makruk, pos, "e5-e6")).tokens["e6"].piece == "white_met"
    assert cited(makruk, pos, "e5-f6")[:3] == ["taking", "bia_takes", "promotion"]
    assert makruk.scene(after(makruk, pos, "e5-f6")).tokens["f6"].piece == "white_met"


@clause("makruk.promotion")
def test_a_black_bia_becomes_a_met_on_the_third_rank():
    pos = draw(
        makruk,
        """
        k . . . . .
        . . . . p .
        . . . S . .
        . . . . . .
        K . . . . .
        """,
        "b",
    )
    assert makruk.scene(after(makruk, pos, "e4-e3")).tokens["e3"].piece == "black_met"
    assert makruk.scene(after(makruk, pos, "e4-d3")).tokens["d3"].piece == "black_met"


@clause("makruk.promotion", "makruk.check")
def test_a_promotion_can_give_check():
    pos = draw(
        makruk,
        """
        . . . k . . .
        . . . . . . .
        . . . . P . .
        . . . . . . .
        . . . . . . .
        . . . . . . r
        . K . . . . .
        """,
    )
    assert why(makruk, after(makruk, pos, "e5-e6"), "g2-g3") == ("check", {"e6"})


@clause("makruk.taking")
def test_a_piece_is_taken_by_moving_onto_its_cell():
    pos = draw(
        makruk,
        """
        k . . . . n
        . . . . . .
        K . . . . R
        """,
    )
    assert taken(makruk, pos, "f1-f3") == {"f3"}
    assert cited(makruk, pos, "f1-f3")[:2] == ["taking", "rua"]


@clause("makruk.own")
def test_nobody_moves_onto_their_own_piece():
    assert why(makruk, makruk.start(), "a1-a3") == ("own", {"a3"})
    assert why(makruk, makruk.start(), "d1-e1") == ("own", {"e1"})
    pos = draw(
        makruk,
        """
        k . . . .
        . . S N .
        . . . P .
        . . . . .
        K . . . .
        """,
    )
    assert why(makruk, pos, "d3-d4") == ("own", {"d4"})
    assert why(makruk, pos, "d3-c4") == ("own", {"c4"})


@clause("makruk.path")
def test_a_rua_passes_over_nothing_and_the_refusal_shows_what_is_in_the_way():
    assert why(makruk, makruk.start(), "a1-a5") == ("path", {"a3"})
    assert why(makruk, makruk.start(), "a1-a6") == ("path", {"a3"})
    pos = draw(
        makruk,
        """
        . . k . . .
        . . . . . .
        R . n . s .
        K . . . . .
        """,
    )
    assert why(makruk, pos, "a2-f2") == ("path", {"c2"})


# -- check -----------------------------------------------------------------------------------------


@clause("makruk.check")
def test_a_check_is_answered_by_fleeing_taking_or_stepping_between():
    pos = draw(
        makruk,
        """
        . . . r k .
        . . . . . .
        R . . . . .
        . . S . . .
        . . . K . .
        """,
    )
    assert targets(makruk, pos, "d1") == {"c1", "e1", "e2"}
    assert targets(makruk, pos, "c2") == {"d3"}
    assert targets(makruk, pos, "a3") == {"d3"}
    refusal = refused(makruk, pos, "c2-c3")
    assert (refusal.because.id, refusal.cells) == ("makruk.check", ("d5",))
    assert refusal.say("fr").endswith("Le Khun en d1 reste attaqué : Rua noire en d5.")
    assert refusal.say("en").endswith("The Khun on d1 stays attacked: black Rua on d5.")


@clause("makruk.check")
def test_against_a_double_check_only_the_khun_moves():
    pos = draw(
        makruk,
        """
        . . . r k . .
        . . . . . . .
        R . n . . . .
        . . . . . . .
        . . . K . . .
        """,
    )
    assert {move.origin for move in makruk.legal(pos)} == {makruk.board.index("d1")}
    assert why(makruk, pos, "a3-c3") == ("check", {"d5"})
    assert why(makruk, pos, "a3-a1") == ("check", {"c3", "d5"})


@pytest.mark.parametrize(
    ("attacker", "cells"),
    [
        ("m", {"c2", "c4", "e2", "e4"}),
        ("s", {"c2", "c4", "e2", "e4", "d4"}),
        ("p", {"c4", "e4"}),
        ("n", {"b2", "b4", "c1", "c5", "e1", "e5", "f2", "f4"}),
    ],
)
@clause("makruk.check")
def test_every_step_piece_gives_check_the_way_it_takes(attacker, cells):
    found = set()
    for name in makruk.board.names:
        if name in ("d3", "h8", "a8", "b7") or (attacker == "p" and name[1] not in "456"):
            continue
        board = {"d3": "K", "h8": "k", "a8": "M", name: attacker}
        pos = draw(makruk, "\n".join(" ".join(board.get(f"{x}{y}", ".") for x in "abcdefgh") for y in "87654321"))
        if refusal := makruk.why_not(pos, makruk.parse("a8-b7")):
            assert (refusal.because.id, refusal.cells) == ("makruk.check", (name,))
            found.add(name)
    assert found == cells


@clause("makruk.pin")
def test_a_pinned_piece_stays_on_the_line_or_takes_the_attacker():
    pos = draw(
        makruk,
        """
        . . . r k .
        . . . . . .
        . . . R . .
        . . . . . .
        . . . K . .
        """,
    )
    assert targets(makruk, pos, "d3") == {"d2", "d4", "d5"}
    refusal = refused(makruk, pos, "d3-a3")
    assert (refusal.because.id, refusal.cells) == ("makruk.pin", ("d5",))
    assert refusal.say("fr").endswith("Le Khun en d1 serait découvert : Rua noire en d5.")


@clause("makruk.pin")
def test_a_pinned_piece_may_not_even_take_the_piece_that_gives_check():
    pos = draw(
        makruk,
        """
        k . . . . . .
        . . . . . . .
        . . . s . . .
        . . . K S . r
        """,
    )
    assert why(makruk, pos, "e1-d2") == ("pin", {"g1"})
    assert why(makruk, pos, "e1-e2") == ("check", {"d2", "g1"})


@clause("makruk.safe")
def test_the_khun_never_steps_onto_an_attacked_cell():
    pos = draw(
        makruk,
        """
        . . . r k .
        . . . . . .
        . . . . . .
        . . . . K .
        """,
    )
    refusal = refused(makruk, pos, "e1-d1")
    assert (refusal.because.id, refusal.cells) == ("makruk.safe", ("d4",))
    assert refusal.say("fr").endswith("Le Khun en d1 serait attaqué : Rua noire en d4.")


@clause("makruk.safe")
def test_the_khun_cannot_retreat_along_the_line_of_the_check():
    pos = draw(
        makruk,
        """
        . . k . .
        . . . r .
        . . . . .
        . . . K .
        . . . . .
        """,
    )
    assert why(makruk, pos, "d2-d1") == ("safe", {"d4"})


@clause("makruk.safe")
def test_the_khun_does_not_take_a_defended_piece_nor_touch_the_other_khun():
    pos = draw(
        makruk,
        """
        . . . k .
        . . . s .
        . . m . .
        . . . K .
        """,
    )
    assert why(makruk, pos, "d1-c2") == ("safe", {"d3"})
    pos = draw(
        makruk,
        """
        . k . .
        . . . .
        . K . R
        """,
    )
    assert why(makruk, pos, "b1-b2") == ("safe", {"b3"})


# -- the end ---------------------------------------------------------------------------------------


@every_count
@clause("makruk.mate")
def test_a_player_in_check_who_cannot_end_it_has_lost(rules):
    pos = draw(
        rules,
        """
        . . . k . . . .
        R . . . . . . .
        . . . K . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert end(rules, pos, "a7-a8") == ((1, 2), "mate")
    assert end(rules, pos, "a7-b7") is None


@clause("makruk.mate")
def test_a_check_from_the_first_cell_of_the_board_is_a_check():
    """Cell a1 has index 0: an attacker there must not count as none."""
    assert makruk.outcome(makruk.load("4k3/8/8/8/8/8/1r6/r3K3 w")).because.id == "makruk.mate"
    with pytest.raises(BadPosition, match="in check"):
        makruk.load("8/6r1/8/8/8/8/1k6/K7 w")


@clause("makruk.mate", "makruk.promotion")
def test_a_promotion_can_mate():
    pos = draw(
        makruk,
        """
        R . . . . . . .
        . . . . . . . k
        . . . . . . . .
        . . . . . N P .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . R .
        """,
    )
    assert end(makruk, pos, "g5-g6") == ((1, 2), "mate")


@every_count
@clause("makruk.stalemate")
def test_a_player_who_cannot_move_without_being_in_check_draws(rules):
    pos = draw(
        rules,
        """
        . . . . . K
        . . R . . .
        . . . R . .
        k . . . . .
        """,
    )
    assert end(rules, pos, "c3-b3") == ((1, 1), "stalemate")


@every_count
@clause("makruk.repetition")
def test_the_third_occurrence_draws(rules):
    match = Match(
        rules,
        draw(
            rules,
            """
        . . . . k .
        . . p . . .
        . . . . . .
        . . . . . .
        R . . . K .
        """,
        ),
    )
    for move in "a1-a2 e5-f5 a2-a1 f5-e5".split() * 2:
        assert match.outcome is None
        match.play(move)
    assert (match.outcome.ranks, match.outcome.because.id) == ((1, 1), "makruk.repetition")


@clause("makruk.repetition")
def test_a_running_count_does_not_make_positions_differ():
    match = Match(
        makruk,
        draw(
            makruk,
            """
        k . . . .
        . . . . .
        . K . . R
        """,
            "w",
            "-",
            30,
            3,
            20,
        ),
    )
    for move in "e1-e2 a3-a4 e2-e1 a4-a3".split() * 2:
        match.play(move)
    assert match.outcome.because.id == "makruk.repetition"


@every_count
@clause("makruk.two_bare")
def test_a_bare_khun_that_takes_the_last_piece_draws(rules):
    pos = draw(
        rules,
        """
        . k R .
        . . . .
        K . . .
        """,
        "b",
    )
    assert end(rules, pos, "b3-c3") == ((1, 1), "two_bare")
    assert rules.scene(after(rules, pos, "b3-c3")).gauges == {}


# -- the count of the sheet ------------------------------------------------------------------------


def bared_with(rules, *pieces):
    """White's Khun is about to take the last black piece on a2, with these men on its side."""
    third = [".", *pieces, *["."] * 7][:8]
    return draw(
        rules,
        f"""
        . . . . . . . k
        . . . . . . . .
        . . . . . . . .
        {" ".join(third)}
        n . . . . . . .
        K . . . . . . .
        """,
    )


ROWS = [
    ("R R", "two_rua", 8, 6),
    ("R R N", "two_rua", 8, 5),
    ("R", "one_rua", 16, 15),
    ("R N N", "one_rua", 16, 13),
    ("R M P", "one_rua", 16, 13),
    ("S S", "two_khon", 22, 20),
    ("S S N N", "two_khon", 22, 18),
    ("N N", "two_ma", 32, 30),
    ("S N N", "two_ma", 32, 29),
    ("S", "one_khon", 44, 43),
    ("S N M", "one_khon", 44, 41),
    ("N", "one_ma", 64, 63),
    ("N M", "one_ma", 64, 62),
    ("M", "one_met", 64, 63),
    ("M P P", "one_met", 64, 61),
]


@pytest.mark.parametrize(("pieces", "row", "moves", "left"), ROWS, ids=[row[0].replace(" ", "") for row in ROWS])
@clause("makruk.two_rua", "makruk.one_rua", "makruk.two_khon", "makruk.two_ma", "makruk.one_khon", "makruk.one_ma", "makruk.one_met")
def test_what_is_left_gives_the_row_and_the_number_of_moves(pieces, row, moves, left):
    pos = bared_with(makruk, *pieces.split())
    gauges = [event for event in makruk.play(pos, makruk.read(pos, "a1-a2")).events if event.verb == "gauge"]
    assert (gauges[1].because.id, gauges[1].value) == (f"makruk.{row}", moves)
    assert (gauges[-1].because.id, gauges[-1].value) == ("makruk.minus", left)
    bared = after(makruk, pos, "a1-a2")
    assert count(makruk, bared) == f"{2 * left} 0"
    assert makruk.scene(bared).gauges == {"left0": left}


@clause("makruk.bare")
def test_the_count_begins_when_a_side_has_only_its_khun():
    pos = bared_with(makruk, "R")
    assert makruk.scene(pos).gauges == {}
    assert cited(makruk, pos, "a1-a2") == ["taking", "khun", "bare", "one_rua", "minus"]
    assert cited(makruk, pos, "a1-b1") == ["khun"]


@clause("makruk.bare")
def test_the_count_runs_for_whichever_side_has_pieces():
    pos = draw(
        makruk,
        """
        . . . . . r k .
        . . . . . . . .
        . . . . . . . .
        K . . . . N . .
        """,
        "b",
    )
    assert makruk.scene(after(makruk, pos, "f4-f1")).gauges == {"left1": 15}


@clause("makruk.bare")
def test_a_bare_khun_in_a_position_given_without_a_count_begins_it_there():
    drawing = """
        . . . k
        . . . .
        K R . .
        """
    assert count(makruk, draw(makruk, drawing, "b")) == "30 0"
    assert makruk.scene(draw(makruk, drawing, "w")).gauges == {"left0": 15}
    assert makruk.scene(after(makruk, draw(makruk, drawing, "w"), "b1-b2")).gauges == {"left0": 14}


@clause("makruk.smallest")
def test_of_several_rows_the_smallest_holds():
    assert cited(makruk, bared_with(makruk, "R", "N", "N"), "a1-a2")[2:] == ["bare", "one_rua", "smallest", "minus"]


@clause("makruk.minus")
def test_a_rua_and_two_ma_give_sixteen_less_three():
    pos = bared_with(makruk, "R", "N", "N")
    values = [event.value for event in makruk.play(pos, makruk.read(pos, "a1-a2")).events if event.verb == "gauge"]
    assert values == [16, 16, 16, 13]


@clause("makruk.moves")
def test_the_stronger_side_has_exactly_that_many_moves_of_its_own():
    pos = after(makruk, bared_with(makruk, "R", "N", "N"), "a1-a2")
    played = 0
    while makruk.outcome(pos) is None:
        pos = after(makruk, pos, "h6-h7" if played % 2 == 0 else "h7-h6")
        assert makruk.outcome(pos) is None
        pos = after(makruk, pos, "a2-a1" if played % 2 == 0 else "a1-a2")
        played += 1
    assert (played, end(makruk, pos)) == (13, ((1, 1), "moves"))


MATE_IN_ONE = """
    . . . k . . . .
    R . . . . . . .
    . . . K . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """


@clause("makruk.moves")
def test_mate_with_the_last_move_still_wins_and_anything_else_draws():
    last = draw(makruk, MATE_IN_ONE, "w", "-", 30, 29, 40)
    assert makruk.scene(last).gauges == {"left0": 1}
    assert end(makruk, last, "a7-a8") == ((1, 2), "mate")
    assert end(makruk, last, "a7-b7") == ((1, 1), "moves")
    assert cited(makruk, last, "a7-b7") == ["rua", "moves"]
    before = draw(makruk, MATE_IN_ONE, "w", "-", 30, 27, 39)
    assert end(makruk, before, "a7-b7") is None
    assert end(makruk, before, "a7-b7", "d8-c8") is None


@clause("makruk.stays")
def test_a_capture_by_the_bare_khun_does_not_restart_the_count():
    pos = draw(
        makruk,
        """
        . . . . . .
        . k R . . .
        . . . . . .
        K . . . R .
        """,
        "b",
        "-",
        12,
        4,
        30,
    )
    assert cited(makruk, pos, "b3-c3") == ["taking", "khun", "stays"]
    assert count(makruk, after(makruk, pos, "b3-c3")) == "12 5"
    assert makruk.scene(after(makruk, pos, "b3-c3")).gauges == {"left0": 4}


@clause("makruk.stays")
def test_a_promotion_does_not_restart_the_count():
    pos = draw(
        makruk,
        """
        . . . . . k
        . . . . . .
        . . . . . .
        . P . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        K . . R . .
        """,
        "w",
        "-",
        28,
        7,
        30,
    )
    assert cited(makruk, pos, "b5-b6") == ["bia", "promotion", "stays"]
    assert count(makruk, after(makruk, pos, "b5-b6")) == "28 8"


@clause("makruk.no_moves")
def test_when_nothing_is_left_of_the_count_the_game_is_drawn_at_once():
    pos = draw(
        makruk,
        """
        . . . . . . . k
        . P . . . . . .
        . R P P P P P .
        n R . . . . . .
        K . . . . . . .
        """,
    )
    assert end(makruk, pos, "a1-a2") == ((1, 1), "no_moves")
    assert count(makruk, after(makruk, pos, "a1-a2")) == "0 0"
    below_zero = draw(
        makruk,
        """
        . . . . . . . k
        M P . . . . . .
        . R P P P P P .
        n R . . . . . .
        K . . . . . . .
        """,
    )
    assert end(makruk, below_zero, "a1-a2") == ((1, 1), "no_moves")
    assert count(makruk, after(makruk, below_zero, "a1-a2")) == "0 0"
    one_move_left = bared_with(makruk, *"RRPPPPP")
    assert end(makruk, one_move_left, "a1-a2") is None
    assert count(makruk, after(makruk, one_move_left, "a1-a2")) == "2 0"


@clause("makruk.no_moves", "makruk.mate")
def test_a_baring_capture_that_mates_wins_even_when_nothing_is_left_of_the_count():
    pos = draw(
        makruk,
        """
        . . n . . . . k
        R . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . P . P P P P P
        . . . . . . . .
        K . R . . . . .
        """,
    )
    assert end(makruk, pos, "c1-c8") == ((1, 2), "mate")


@clause("makruk.only_bia")
def test_with_only_bia_the_count_waits_for_a_promotion():
    pos = bared_with(makruk, "P", "P")
    assert cited(makruk, pos, "a1-a2") == ["taking", "khun"]
    assert count(makruk, after(makruk, pos, "a1-a2")) == "- 0"
    pos = draw(
        makruk,
        """
        . P . . . k
        . . P . . .
        . . . . . .
        . . . . . .
        K . . . . .
        """,
    )
    assert makruk.scene(after(makruk, pos, "c4-c5")).gauges == {}
    assert cited(makruk, pos, "b5-b6") == ["bia", "promotion", "only_bia", "one_met", "minus"]
    assert count(makruk, after(makruk, pos, "b5-b6")) == "124 0"


# -- the Thai count, and none ----------------------------------------------------------------------


@clause("makruk.thai_bia")
def test_the_thai_count_waits_for_the_last_bia():
    pos = draw(
        thai,
        """
        . . . k . . . .
        . . . . . . . .
        . . K . S . P .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert thai.scene(after(thai, pos, "e5-e6")).gauges == {}
    assert cited(thai, pos, "g5-g6") == ["bia", "promotion", "thai_bia", "one_khon", "thai_pieces"]
    assert thai.dump(after(thai, pos, "g5-g6")) == "8/3k4/6M1/2K1S3/8/8/8/8 b - 88 8 1"
    assert count(thai, after(thai, bared_with(thai, "R", "P"), "a1-a2")) == "- 0"


@clause("makruk.thai_bia")
def test_without_a_count_the_text_keeps_the_plies_since_a_capture_or_a_bias_move_as_the_engine_does():
    assert count(thai, after(thai, thai.start(), "b1-d2", "b8-d7")) == "- 2"
    assert count(thai, after(thai, thai.start(), "b1-d2", "b8-d7", "a3-a4")) == "- 0"
    assert count(makruk, after(makruk, makruk.start(), "b1-d2", "b8-d7")) == "- 0"


@clause("makruk.thai_bia")
def test_a_bare_khun_that_takes_the_last_bia_begins_the_thai_count_half_a_turn_in():
    pos = draw(
        thai,
        """
        . . . P k .
        . . . . . .
        . . . . . .
        K . . . . R
        """,
        "b",
    )
    assert count(thai, after(thai, pos, "e4-d4")) == "32 5"


@clause("makruk.thai_board")
def test_with_pieces_on_both_sides_the_thai_count_is_sixty_four_from_zero():
    pos = draw(
        thai,
        """
        . . . . k
        . . . . n
        . . . . .
        . . . . p
        . . . . .
        . . . . .
        K . . . R
        """,
    )
    bared = after(thai, pos, "e1-e4")
    assert cited(thai, pos, "e1-e4")[2:] == ["thai_bia", "thai_board", "thai_board"] * 2
    assert count(thai, bared) == "128 0"
    assert thai.scene(bared).gauges == {"left0": 64, "left1": 65}


@clause("makruk.thai_pieces")
def test_against_a_bare_khun_the_thai_count_starts_at_the_number_of_all_pieces():
    pos = bared_with(thai, "R", "N", "N")
    assert cited(thai, pos, "a1-a2")[2:] == ["one_rua", "thai_pieces"]
    assert count(thai, after(thai, pos, "a1-a2")) == "32 10"
    assert thai.scene(after(thai, pos, "a1-a2")).gauges == {"left0": 11}


@clause("makruk.thai_restart")
def test_baring_the_khun_replaces_the_boards_honour():
    pos = draw(
        thai,
        """
        . . K . . . k .
        . . . . . m . .
        . . . . S . S .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        "w",
        "-",
        128,
        97,
        1,
    )
    assert thai.dump(after(thai, pos, "e5-f6")) == "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 1"
    assert cited(thai, pos, "e5-f6") == ["taking", "khon", "thai_restart", "thai_restart", "two_khon", "thai_pieces"]


@clause("makruk.thai_restart")
def test_no_other_capture_changes_the_thai_count():
    pos = draw(
        thai,
        """
        . . . . .
        . k R . .
        . . . . .
        K . . . R
        """,
        "b",
        "-",
        16,
        9,
        30,
    )
    assert count(thai, after(thai, pos, "b3-c3")) == "16 10"


@clause("makruk.thai_end")
def test_the_thai_count_draws_when_it_goes_beyond_its_limit_unless_the_move_mates():
    pos = draw(thai, MATE_IN_ONE, "w", "-", 32, 32, 40)
    assert end(thai, pos, "a7-a8") == ((1, 2), "mate")
    assert end(thai, pos, "a7-b7") == ((1, 1), "thai_end")
    earlier = draw(thai, MATE_IN_ONE, "w", "-", 32, 31, 40)
    assert end(thai, earlier, "a7-b7") is None
    assert end(thai, earlier, "a7-b7", "d8-c8") == ((1, 1), "thai_end")


@clause("makruk.thai_end")
def test_a_thai_count_that_begins_beyond_its_limit_draws_at_once():
    pos = bared_with(thai, *"RRSSNNM")
    assert count(thai, after(thai, pos, "a1-a2")) == "16 18"
    assert end(thai, pos, "a1-a2") == ((1, 1), "thai_end")


@clause("makruk.promotion")
@pytest.mark.parametrize("rules", [makruk, thai], ids=repr)
def test_a_promoted_met_is_a_met_like_any_other_and_its_mark_is_read(rules):
    text = "4k3/8/8/3P4/8/8/2M~5/R3K3 w"
    assert rules.load(text) == rules.load(text.replace("~", ""))
    assert rules.dump(after(rules, rules.load(text), "d5-d6")).startswith("4k3/8/3M4/8/8/8/2M5/R3K3 b")
    with pytest.raises(BadPosition):
        rules.load("4k3/8/8/3P~4/8/8/8/R3K3 w")


@clause("makruk.bare")
def test_without_a_count_a_bare_khun_is_hunted_for_ever():
    pos = after(uncounted, bared_with(uncounted, "R"), "a1-a2")
    assert (count(uncounted, pos), uncounted.scene(pos).gauges) == ("- 0", {})


# -- position texts --------------------------------------------------------------------------------


def problems(rules, text):
    with pytest.raises(BadPosition) as caught:
        rules.load(text)
    return [problem.en for problem in caught.value.problems]


def test_all_that_cannot_be_on_the_board_is_told_at_once():
    assert problems(makruk, "8/P7/8/8/8/8/p7/KK6 w KQ - 0 0") == [
        "'KQ': there is no castling, this field is written '-'",
        "move number: '0' should be a number from 1 to 99999",
        "White: 2 Khun instead of one",
        "a7: a Bia of White cannot stand there",
        "Black: 0 Khun instead of one",
        "a2: a Bia of Black cannot stand there",
    ]


@pytest.mark.parametrize(
    ("rules", "text", "problem"),
    [
        (makruk, "4k3/8/8/8/8/8/8/K3R3 w", "the Khun of the player not to move is in check"),
        (makruk, "4k3/8/8/PPPPPPPP/P7/8/8/K7 w", "White: 9 Bia and 0 Met, more than 8 Bia and one Met can give"),
        (makruk, "4k3/8/8/PPPPPPPP/8/8/MM6/K7 w", "White: 8 Bia and 2 Met, more than 8 Bia and one Met can give"),
        (makruk, "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/K7 w", "White: 17 pieces, more than 16"),
        (makruk, "4k3/8/8/8/8/8/8/KR6 b - 31 0 1", "limit: 31 should be an even number up to 126"),
        (makruk, "4k3/8/8/8/8/8/8/KR6 b - 30 31 1", "plies counted: 31 is beyond the limit 30"),
        (makruk, "4k3/4n3/8/8/8/8/8/KR6 b - 30 0 1", "limit: no Khun is bare, nothing is counted"),
        (uncounted, "4k3/8/8/8/8/8/8/KR6 b - 30 0 1", "limit: without a count it is written '-'"),
        (thai, "4k3/8/8/8/8/8/8/KR6 b - 30 0 1", "limit: 30 instead of 16, 32, 44, 64, 88, 128"),
        (thai, "4k3/8/8/8/8/P7/8/KR6 b - 32 0 1", "limit: nothing is counted while a Bia is on the board"),
        (thai, "4k3/4n3/8/8/8/8/8/KR6 b - 32 0 1", "limit: no Khun is bare, it would be 128"),
        (makruk, "4k3/8/8/8/8/8/8/KR6 b - x 0 1", "limit: 'x' should be a number from 0 to 99999"),
    ],
)
def test_a_position_that_cannot_be_is_refused(rules, text, problem):
    assert problems(rules, text) == [problem]


def warned(rules, pos):
    return {rules.write(pos, move): clause.id for move, clause in rules.warnings(pos).items()}


@clause("makruk.no_moves", "makruk.thai_end")
def test_a_capture_that_would_leave_no_move_to_mate_is_warned_of():
    pos = makruk.load("4k3/8/8/8/4n3/PPPP1PP1/8/KR2R3 w")
    assert warned(makruk, pos) == dict.fromkeys(("d3-e4", "e1-e4", "f3-e4"), "makruk.no_moves")
    assert warned(uncounted, pos) == {}
    many = bared_with(thai, *"RRSSNNM")
    assert warned(thai, many) == {"a1-a2": "makruk.thai_end"}
    running = makruk.load("4k3/8/8/8/8/8/8/K2R4 w - 30 29 1")
    assert warned(makruk, running) == {}, "the last move of a count is no surprise"
    assert warned(makruk, makruk.start()) == {}
