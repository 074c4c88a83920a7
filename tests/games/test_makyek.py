"""Mak-Yek and Apit-Sodok, clause by clause."""

import pytest

from tablier import Match, game
from tablier.testing import clause, draw, refused, taken, targets

makyek, apit = game("makyek"), game("apit")
both = pytest.mark.parametrize("rules", [makyek, apit], ids=["makyek", "apit"])


@both
@clause("makyek.setup")
def test_each_side_fills_its_first_and_third_rank(rules):
    assert rules.dump(rules.start()) == "bbbbbbbb/8/bbbbbbbb/8/8/wwwwwwww/8/wwwwwwww w 0"


@clause("makyek.setup")
def test_apit_can_start_on_the_first_two_ranks():
    old = game("apit", setup="1-2")
    assert old.dump(old.start()) == "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w 0"


@both
@clause("makyek.aim")
def test_captures_are_counted_beside_the_board(rules):
    pos = draw(
        rules,
        """
        . w b . . . . .
        . . . w . . . b
        """,
    )
    after = rules.play(pos, rules.read(pos, "d1-d2")).after
    assert rules.scene(after).gauges["taken0"] - rules.scene(pos).gauges["taken0"] == 1


@both
@clause("makyek.turn")
def test_one_moves_only_ones_own_pieces(rules):
    assert refused(rules, rules.load(f"{rules.dump(rules.start()).split()[0]} w 3"), "a6-a5").because.id == "makyek.turn"
    assert refused(rules, rules.start(), "e5-e4").because.id == "makyek.turn"


@both
@clause("makyek.slide")
def test_a_piece_goes_any_number_of_cells_along_rank_or_file(rules):
    pos = draw(
        rules,
        """
        . . . . . . . .
        . . . . . . . .
        . b w . . b . .
        . . . . . . . .
        . . w . . . . b
        """,
    )
    assert targets(rules, pos, "c3") == {"d3", "e3", "c2", "c4", "c5", "c6", "c7", "c8"}
    assert refused(rules, pos, "c3-d4").because.id == "makyek.slide"
    assert refused(rules, pos, "c3-c3").because.id == "makyek.slide"


@both
@clause("makyek.free")
def test_nothing_is_jumped_and_the_refusal_shows_the_piece_in_the_way(rules):
    refusal = refused(rules, rules.start(), "d1-d5")
    assert (refusal.because.id, refusal.cells) == ("makyek.free", ("d3",))
    assert refused(rules, rules.start(), "d3-d6").cells == ("d6",)


@both
@clause("makyek.interception", "apit.interception")
def test_an_enemy_closed_in_against_an_own_piece_is_taken(rules):
    pos = draw(
        rules,
        """
        . . b w
        . w . .
        . . . b
        """,
    )
    assert taken(rules, pos, "b2-b3") == {"c3"}


@both
@clause("makyek.interception", "apit.interception")
def test_three_enemies_can_be_taken_at_once(rules):
    pos = draw(
        rules,
        """
        . . . w . . . .
        . . . b . . . .
        . w b . b w . .
        . . . w . . . b
        """,
    )
    assert taken(rules, pos, "d1-d2") == {"c2", "d3", "e2"}


@clause("makyek.interception")
def test_mak_yek_takes_one_enemy_not_two_in_a_row():
    pos = draw(
        makyek,
        """
        . b b w .
        w . . . b
        """,
    )
    assert taken(makyek, pos, "a1-a2") == set()


@clause("apit.interception")
def test_apit_takes_the_whole_closed_run():
    pos = draw(
        apit,
        """
        . b b b w
        w . . . b
        """,
    )
    assert taken(apit, pos, "a1-a2") == {"b2", "c2", "d2"}


@clause("apit.interception")
def test_apit_takes_no_run_with_a_gap():
    pos = draw(
        apit,
        """
        . b . b w
        w . . . b
        """,
    )
    assert taken(apit, pos, "a1-a2") == set()


@both
@clause("makyek.interception", "apit.interception")
def test_only_the_piece_that_moved_takes(rules):
    pos = draw(
        rules,
        """
        . . . . . . . .
        w b w . . . . .
        w . . . . . . b
        """,
    )
    assert taken(rules, pos, "a1-b1") == set()


@both
@clause("makyek.interception", "apit.interception")
def test_edges_and_corners_close_in_on_nothing(rules):
    pos = draw(
        rules,
        """
        b . . w
        . . . b
        """,
    )
    assert taken(rules, pos, "d2-b2") == set()


@clause("makyek.intervention")
def test_a_piece_that_steps_between_two_enemies_takes_both():
    pos = draw(
        makyek,
        """
        . b . b .
        . . w . .
        b . . . .
        """,
    )
    assert taken(makyek, pos, "c2-c3") == {"b3", "d3"}


@clause("makyek.intervention")
def test_mak_yek_intervention_takes_only_the_neighbours():
    pos = draw(
        makyek,
        """
        b b . b b
        . . w . .
        """,
    )
    assert taken(makyek, pos, "c1-c2") == {"b2", "d2"}


@clause("apit.intervention")
def test_apit_intervention_takes_both_runs():
    pos = draw(
        apit,
        """
        . . . . . . . b
        b b . b b b . .
        . . w . . . . .
        """,
    )
    assert taken(apit, pos, "c1-c2") == {"a2", "b2", "d2", "e2", "f2"}


@both
@clause("makyek.intervention", "apit.intervention")
def test_intervention_needs_enemies_on_opposite_sides(rules):
    pos = draw(
        rules,
        """
        . . b . .
        . b . . .
        . . w . b
        """,
    )
    assert taken(rules, pos, "c1-c2") == set()


@both
@clause("makyek.intervention", "apit.intervention", "makyek.interception", "apit.interception")
def test_both_kinds_of_capture_can_happen_in_one_move(rules):
    pos = draw(
        rules,
        """
        . . w . .
        . . b . .
        . b . b .
        . . w . b
        """,
    )
    events = rules.play(pos, rules.read(pos, "c1-c2")).events
    because = {event.cell: event.because.id.split(".")[1] for event in events if event.verb == "remove"}
    assert because == {"c3": "interception", "b2": "intervention", "d2": "intervention"}


@both
@clause("makyek.intervention")
def test_stepping_between_two_enemies_is_never_fatal(rules):
    pos = draw(
        rules,
        """
        . b . b .
        . . w . .
        b . . . .
        """,
    )
    after = rules.play(pos, rules.read(pos, "c2-c3")).after
    assert rules.scene(after).tokens["c3"].piece == "white"


@both
@clause("makyek.no_pieces")
def test_a_side_without_pieces_has_lost(rules):
    pos = draw(
        rules,
        """
        . . b w
        . w . .
        """,
    )
    outcome = rules.outcome(rules.play(pos, rules.read(pos, "b1-b2")).after)
    assert (outcome.ranks, outcome.because.id) == ((1, 2), "makyek.no_pieces")


@both
@clause("makyek.stop")
def test_by_agreement_more_captures_win_and_equal_is_a_draw(rules):
    ahead = Match(
        rules,
        draw(
            rules,
            """
        w w w
        b b .
        """,
        ),
    )
    assert (ahead.agree().ranks, ahead.outcome.because.id) == ((1, 2), "makyek.stop")
    assert Match(rules).agree().drawn


@both
@clause("makyek.quiet")
def test_a_hundred_quiet_moves_bring_the_count(rules):
    pos = draw(
        rules,
        """
        w w w . .
        . . . b b
        """,
        "w",
        99,
    )
    outcome = rules.outcome(rules.play(pos, rules.read(pos, "a2-a3")).after)
    assert (outcome.ranks, outcome.because.id) == ((1, 2), "makyek.quiet")


@both
@clause("makyek.quiet")
def test_a_capture_starts_the_quiet_count_again(rules):
    pos = draw(
        rules,
        """
        . . b w . b
        . w . . . .
        """,
        "w",
        99,
    )
    after = rules.play(pos, rules.read(pos, "b1-b2")).after
    assert rules.outcome(after) is None
    assert rules.dump(after).endswith(" b 0")


@both
@clause("makyek.repetition")
def test_the_third_occurrence_brings_the_count(rules):
    match = Match(
        rules,
        draw(
            rules,
            """
        w w . . . .
        . . . . . b
        """,
        ),
    )
    for move in "a2-a3 f1-g1 a3-a2 g1-f1".split() * 2:
        match.play(move)
    assert (match.outcome.ranks, match.outcome.because.id) == ((1, 2), "makyek.repetition")
    match.undo()
    assert match.outcome is None


@both
@clause("makyek.blocked")
def test_a_player_who_cannot_move_brings_the_count(rules):
    pos = draw(
        rules,
        """
        w . w
        b w .
        """,
    )
    outcome = rules.outcome(rules.play(pos, rules.read(pos, "c2-b2")).after)
    assert (outcome.ranks, outcome.because.id) == ((1, 2), "makyek.blocked")


@both
@clause("makyek.one_each")
def test_one_piece_each_brings_the_count(rules):
    outcome = rules.outcome(
        draw(
            rules,
            """
        w . .
        . . b
        """,
        )
    )
    assert (outcome.ranks, outcome.because.id) == ((1, 1), "makyek.one_each")


# -- captures that are left, made and suffered -----------------------------------------------------


def notes(rules, pos, text):
    move = rules.read(pos, text)
    assert rules.play(pos, move).events[0].because.id == "makyek.slide"
    return [clause.id for clause in rules.notes(pos, move)]


@both
@clause("makyek.optional")
def test_a_capture_may_be_left(rules):
    pos = draw(
        rules,
        """
        . . b w .
        . . . . .
        . w . . b
        """,
    )
    assert taken(rules, pos, "b1-b2") == set()
    assert notes(rules, pos, "b1-b2") == ["makyek.optional"]
    assert notes(rules, rules.start(), "d3-d4") == [], "nothing could be taken"


@both
@clause("makyek.itself")
def test_what_a_move_encloses_is_taken_without_asking(rules):
    pos = draw(
        rules,
        """
        . w . . .
        . b . . .
        . . b w .
        . w . . b
        """,
    )
    assert [rules.write(pos, move) for move in rules.legal(pos) if rules.write(pos, move).startswith("b1-b2")] == ["b1-b2"]
    assert taken(rules, pos, "b1-b2") == {"b3", "c2"}
    assert notes(rules, pos, "b1-b2") == ["makyek.itself"]


@both
@clause("makyek.safe")
def test_a_piece_that_steps_between_two_enemies_stays_and_takes(rules):
    pos = draw(
        rules,
        """
        . b . b .
        . . . . .
        . . w . b
        """,
    )
    assert taken(rules, pos, "c1-c3") == {"b3", "d3"}
    assert notes(rules, pos, "c1-c3") == ["makyek.itself", "makyek.safe"]
    assert rules.scene(rules.play(pos, rules.read(pos, "c1-c3")).after).tokens["c3"].piece == "white"


@both
@clause("makyek.safe")
def test_a_piece_that_an_enemy_closes_in_is_taken_by_the_one_that_moved_only(rules):
    pos = draw(
        rules,
        """
        . b w . b
        . . . . .
        . . . . w
        """,
        "b",
    )
    assert taken(rules, pos, "e3-d3") == {"c3"}


@both
@clause("makyek.first", "makyek.turn")
def test_white_begins_and_a_refusal_says_whose_piece_or_that_there_is_none(rules):
    opening = rules.start()
    assert refused(rules, opening, "a6-a5").because.id == "makyek.first"
    black = rules.play(opening, rules.read(opening, "d3-d4")).after
    assert refused(rules, black, "d4-d5").because.id == "makyek.turn"
    assert refused(rules, black, "d4-d5").detail.en == "The piece on d4 is White's."
    assert refused(rules, black, "e4-e5").detail == ("Il n'y a rien en e4.", "There is nothing on e4.")


@clause("makyek.first")
@pytest.mark.parametrize("name", ["makyek", "apit"])
def test_a_table_may_let_black_begin(name):
    rules = game(name, first="black")
    opening = rules.start()
    assert rules.dump(opening) == game(name).dump(game(name).start()).replace(" w ", " b ")
    assert rules.actor(opening) == 1
    refusal = refused(rules, opening, "a3-a4")
    assert (refusal.because.id, refusal.because.fr, refusal.because.en) == ("makyek.first", "Noir commence.", "Black begins.")
    assert rules.actor(rules.play(opening, rules.read(opening, "d6-d5")).after) == 0


@clause("makyek.quiet", "makyek.setup")
def test_clauses_tell_the_values_that_the_table_chose():
    short = game("apit", quiet=2, setup="1-2")
    sentences = {clause.id: clause.text for clause in short.clauses}
    assert "Après 2 coups" in sentences["makyek.quiet"].fr
    assert "first and second ranks" in sentences["makyek.setup"].en
    match = Match(short)
    for move in ("d2-d3", "d7-d6"):
        match.play(move)
    assert match.outcome.because.text == sentences["makyek.quiet"]
    assert short.layout()[0].because.text == sentences["makyek.setup"]
    assert "Après 100 coups" in next(clause.fr for clause in game("apit").clauses if clause.id == "makyek.quiet")
