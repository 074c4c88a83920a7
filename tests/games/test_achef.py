"""Achef, clause by clause."""

import random

import pytest

from tablier import BadPosition, Match, game
from tablier.testing import clause, draw, refused, taken, targets

achef = game("achef")
RING = "a1 b1 c1 d1 e1 e2 e3 e4 e5 d5 c5 b5 a5 a4 a3 a2".split()


def played(pos, moves):
    """The position after some moves."""
    for move in moves.split():
        pos = achef.play(pos, achef.read(pos, move)).after
    return pos


def happened(pos, move):
    """What a move makes happen, as (verb, clause, cells)."""
    step = achef.play(pos, achef.read(pos, move))
    return [
        (event.verb.value, event.because.id.removeprefix("achef."), f"{event.cell}{event.to or ''}")
        for event in step.events
        if event.gauge is None
    ]


def why(pos, move):
    return refused(achef, pos, move).because.id


@pytest.fixture
def full_ring():
    """The second phase begins: a pawn of each colour in turn all round."""
    return draw(
        achef,
        """
        b w b w b
        w . . . w
        b . . . b
        w . . . w
        b w b w b
        """,
    )


@clause("achef.setup")
def test_the_board_starts_empty_with_eight_pawns_in_each_hand():
    assert achef.dump(achef.start()) == "5/5/5/5/5 b 8,8 - -"
    assert achef.scene(achef.start()).gauges == {"hand0": 8, "hand1": 8, "pawns0": 8, "pawns1": 8}


@clause("achef.setup")
def test_the_board_rises_in_three_levels():
    levels = [cell.level for cell in achef.board.cells]
    assert levels == [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 2, 3, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1]


@clause("achef.opens")
def test_black_opens_the_second_phase_too(full_ring):
    before = draw(
        achef,
        """
        b w b w b
        w . . . w
        b . . . b
        w . . . w
        b w b . b
        """,
        "w",
        "0,1",
    )
    assert played(before, "@d1") == full_ring
    assert achef.actor(full_ring) == 0
    assert why(full_ring, "b1-b2") == "achef.opens"


@clause("achef.opens")
def test_later_in_the_second_phase_it_is_simply_the_others_turn(full_ring):
    after_swaps = played(full_ring, "a1-b1 e2-e1")
    assert why(after_swaps, "b5-b4") == "achef.turn"


@clause("achef.place")
def test_pawns_are_placed_in_turn_on_the_free_cells_of_the_lowest_level():
    pos = played(achef.start(), "@a1 @e3")
    assert targets(achef, pos) == set(RING) - {"a1", "e3"}
    assert achef.dump(pos) == "5/5/4w/5/b4 b 7,7 - -"
    assert happened(pos, "@c5") == [("add", "place", "c5")]


@clause("achef.place")
def test_no_pawn_is_placed_on_a_taken_cell_nor_higher_up():
    pos = played(achef.start(), "@a1")
    assert (why(pos, "@a1"), why(pos, "@b2"), why(pos, "@c3")) == ("achef.place",) * 3
    assert "niveau 3" in refused(achef, pos, "@c3").say("fr")
    assert "occupied" in refused(achef, pos, "@a1").say("en")


@clause("achef.phases")
def test_nothing_moves_while_pawns_are_left_to_place():
    refusal = refused(achef, played(achef.start(), "@a1 @e3"), "a1-b1")
    assert refusal.because.id == "achef.phases"
    assert "14" in refusal.say("fr")


@clause("achef.phases")
def test_once_all_are_placed_nothing_is_placed_any_more(full_ring):
    assert why(full_ring, "@c3") == "achef.phases"
    assert why(full_ring, "@a1") == "achef.phases"
    assert "hand0" not in achef.scene(full_ring).gauges


@clause("achef.phases")
def test_the_stocks_disappear_with_the_sixteenth_pawn():
    pos = played(achef.start(), " ".join(f"@{cell}" for cell in RING[:15]))
    step = achef.play(pos, achef.read(pos, "@a2"))
    assert {(event.gauge, event.value, event.because.id) for event in step.events if event.gauge} == {
        ("hand0", None, "achef.phases"),
        ("hand1", None, "achef.phases"),
    }


@clause("achef.turn")
def test_one_moves_only_ones_own_pawns():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        . . . . .
        . . . . .
        w . b . w
        """,
    )
    assert why(pos, "a1-a2") == "achef.turn"
    assert why(pos, "b2-b3") == "achef.turn"
    assert "Blanc" in refused(achef, pos, "a1-a2").say("fr")
    assert "There is nothing on b2." in refused(achef, pos, "b2-b3").say("en")
    assert targets(achef, pos) == {"a5", "e5", "c1"}


@clause("achef.step")
def test_a_pawn_goes_one_cell_up_down_left_or_right():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        . . . . .
        . . b . .
        w . . . w
        """,
    )
    assert targets(achef, pos, "c2") == {"c1", "b2", "d2", "c3"}
    for wrong in ("c2-d3", "c2-c4", "c2-c2", "c2-e4"):
        assert why(pos, wrong) == "achef.step"
    assert set(refused(achef, pos, "c2-c4").instead) == {"c2-c1", "c2-b2", "c2-d2", "c2-c3"}


@clause("achef.climb")
def test_a_pawn_climbs_onto_a_free_cell():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        . . . . .
        . . . . .
        w . b . w
        """,
    )
    assert happened(pos, "c1-c2") == [("move", "climb", "c1c2")]


@pytest.mark.parametrize("there", ["b", "w"])
@clause("achef.climb")
def test_a_pawn_never_climbs_onto_an_occupied_cell(there):
    pos = draw(
        achef,
        f"""
        b . w . b
        . . . . .
        . . {there} . .
        . . b . .
        w . b . w
        """,
    )
    assert why(pos, "c1-c2") == "achef.climb"
    assert (why(pos, "c2-c3"), refused(achef, pos, "c2-c3").cells) == ("achef.climb", ("c3",))


@clause("achef.descend")
def test_a_pawn_steps_down_onto_a_free_cell():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        . . b . .
        . . . . .
        w . . . w
        """,
    )
    assert happened(pos, "c3-c2") == [("move", "descend", "c3c2")]
    assert targets(achef, pos, "c3") == {"c2", "b3", "d3", "c4"}


@clause("achef.capture")
def test_a_pawn_that_steps_down_onto_an_enemy_captures_it():
    pos = draw(
        achef,
        """
        b w . . b
        . . . . .
        . . . . .
        . . b . .
        w . w . w
        """,
    )
    assert happened(pos, "c2-c1") == [("remove", "capture", "c1"), ("move", "descend", "c2c1")]
    assert achef.scene(played(pos, "c2-c1")).gauges == {"pawns0": 3, "pawns1": 3}


@clause("achef.capture", "achef.climb", "achef.swap")
def test_captures_happen_only_downward():
    pos = draw(
        achef,
        """
        b . . . b
        . . w . .
        . w b w .
        . . w w .
        w . . . w
        """,
    )
    assert taken(achef, pos, "c3-c2") == {"c2"}
    same_level = draw(
        achef,
        """
        b . . . b
        . . . . .
        . . . . .
        . . b w .
        w . . . w
        """,
    )
    assert taken(achef, same_level, "c2-d2") == set()
    upward = draw(
        achef,
        """
        b . . . b
        . . . . .
        . . . . .
        . . w . .
        w . b . w
        """,
    )
    assert targets(achef, upward, "c1") == {"b1", "d1"}


@clause("achef.level")
def test_a_pawn_goes_to_a_free_cell_of_its_level():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        . . . . .
        . b . . .
        w . . . w
        """,
    )
    assert happened(pos, "b2-b3") == [("move", "level", "b2b3")]
    assert happened(pos, "a5-a4") == [("move", "level", "a5a4")]


@clause("achef.swap")
def test_a_pawn_swaps_with_an_enemy_of_its_level():
    pos = draw(
        achef,
        """
        b . . . b
        . . . . .
        . . . . .
        . . b w .
        w . . . w
        """,
    )
    assert happened(pos, "c2-d2") == [("swap", "swap", "c2d2")]
    assert achef.dump(played(pos, "c2-d2")) == "b3b/5/5/2wb1/w3w w 0,0 - c2d2"


@clause("achef.own")
def test_an_own_pawn_is_neither_captured_nor_swapped():
    pos = draw(
        achef,
        """
        b . . . w
        . . . . .
        . . . . .
        . b . . .
        w b b . w
        """,
    )
    assert (why(pos, "b2-b1"), refused(achef, pos, "b2-b1").cells) == ("achef.own", ("b1",))
    assert why(pos, "b1-c1") == "achef.own"


def test_capturing_from_the_second_level_grounds_nobody():
    pos = draw(
        achef,
        """
        b w . . b
        . . . . .
        . . . . .
        . . b . .
        w . w . w
        """,
    )
    assert achef.dump(played(pos, "c2-c1")) == "bw2b/5/5/5/w1b1w w 0,0 - -"


@pytest.fixture
def from_the_centre():
    """Black captures from the centre next."""
    return draw(
        achef,
        """
        b . . . b
        . . . . .
        . . b . .
        . . w . .
        w . w . w
        """,
    )


@clause("achef.grounded")
def test_a_pawn_that_captured_from_the_centre_may_not_climb_on_its_next_turn(from_the_centre):
    assert happened(from_the_centre, "c3-c2") == [("remove", "capture", "c2"), ("move", "descend", "c3c2"), ("alter", "grounded", "c2")]
    pos = played(from_the_centre, "c3-c2")
    assert achef.dump(pos) == "b3b/5/5/2b2/w1w1w w 0,0 c2 -"
    assert achef.scene(pos).tokens["c2"].piece == "black_grounded"
    pos = played(pos, "a1-a2")
    assert achef.dump(pos) == "b3b/5/5/w1b2/2w1w b 0,0 c2 -"
    refusal = refused(achef, pos, "c2-c3")
    assert (refusal.because.id, refusal.cells) == ("achef.grounded", ("c2",))
    assert set(refusal.instead) == {"c2-c1", "c2-b2", "c2-d2"}


@clause("achef.grounded")
def test_a_grounded_pawn_may_still_step_down_capture_and_go_sideways(from_the_centre):
    pos = played(from_the_centre, "c3-c2 a1-a2")
    assert targets(achef, pos, "c2") == {"b2", "c1", "d2"}
    assert happened(pos, "c2-b2") == [("move", "level", "c2b2"), ("alter", "grounded", "b2")]
    assert achef.scene(played(pos, "c2-b2")).tokens["b2"].piece == "black"
    assert taken(achef, pos, "c2-c1") == {"c1"}


@clause("achef.grounded")
def test_the_ban_is_over_after_the_owners_next_turn(from_the_centre):
    pos = played(from_the_centre, "c3-c2 a1-a2")
    assert happened(pos, "a5-a4") == [("move", "level", "a5a4"), ("alter", "grounded", "c2")]
    pos = played(pos, "a5-a4 a2-a1")
    assert achef.dump(pos).endswith(" b 0,0 - -")
    assert "c3" in targets(achef, pos, "c2")


@clause("achef.grounded")
def test_only_the_pawn_that_captured_is_banned_from_climbing():
    pos = draw(
        achef,
        """
        b . . . b
        . . b . .
        . . . . .
        w . b . .
        b . w . w
        """,
        "b",
        "0,0",
        "c2",
    )
    assert why(pos, "c2-c3") == "achef.grounded"
    assert "c3" in targets(achef, pos, "c4")


@clause("achef.grounded")
def test_stepping_down_from_the_centre_without_a_capture_grounds_nobody(from_the_centre):
    pos = played(from_the_centre, "c3-c4 a1-a2")
    assert achef.dump(pos).endswith(" b 0,0 - -")
    assert "c3" in targets(achef, pos, "c4")


@clause("achef.grounded")
def test_a_grounded_pawn_is_safe_until_its_turn_because_the_centre_is_empty(from_the_centre):
    pos = played(from_the_centre, "c3-c2")
    assert all("c2" not in taken(achef, pos, achef.write(pos, move)) for move in achef.legal(pos))


@clause("achef.grounded", "achef.climb")
def test_the_opponent_may_take_the_centre_that_was_left():
    pos = draw(
        achef,
        """
        b . . . b
        . . w . .
        . . b . .
        . . w . .
        w . . . w
        """,
    )
    pos = played(pos, "c3-c2 c4-c3")
    assert why(pos, "c2-c3") == "achef.climb"


@clause("achef.follows")
def test_the_ban_follows_a_pawn_that_is_swapped():
    pos = draw(
        achef,
        """
        b . . . b
        . . . . .
        . . b . .
        . w w . .
        w . w . .
        """,
    )
    pos = played(pos, "c3-c2")
    assert happened(pos, "b2-c2") == [("swap", "swap", "b2c2"), ("alter", "follows", "b2")]
    pos = played(pos, "b2-c2")
    assert achef.dump(pos) == "b3b/5/5/1bw2/w1w2 b 0,0 b2 b2c2"
    tokens = achef.scene(pos).tokens
    assert (tokens["b2"].piece, tokens["c2"].piece) == ("black_grounded", "white")
    assert why(pos, "b2-c2") == "achef.ko"


@clause("achef.follows")
def test_the_pawn_swapped_into_the_banned_cell_is_free_to_climb():
    pos = draw(
        achef,
        """
        b . . . b
        . . . . .
        . . b . .
        . w w . .
        w . w . .
        """,
    )
    pos = played(pos, "c3-c2 b2-c2 a5-a4")
    assert "c3" in targets(achef, pos, "c2")


@clause("achef.ko")
def test_a_swap_is_not_undone_at_once():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        . . . . .
        . . . . .
        w b . . w
        """,
    )
    pos = played(pos, "b1-a1")
    refusal = refused(achef, pos, "b1-a1")
    assert (refusal.because.id, set(refusal.cells)) == ("achef.ko", {"a1", "b1"})
    assert targets(achef, pos, "b1") == {"b2", "c1"}


@clause("achef.ko")
def test_the_ko_lapses_after_another_move():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        . . . . .
        . . . . .
        w b . . w
        """,
    )
    pos = played(pos, "b1-a1 c5-b5 e5-d5")
    assert happened(pos, "b1-a1") == [("swap", "swap", "b1a1")]


@clause("achef.ko")
def test_the_ko_bars_that_pair_of_cells_and_no_other_swap():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        b . . . .
        w . . . .
        w b . . w
        """,
    )
    pos = played(pos, "b1-a1")
    assert why(pos, "b1-a1") == "achef.ko"
    assert happened(pos, "a2-a1") == [("swap", "swap", "a2a1")]
    assert happened(pos, "a2-a3") == [("swap", "swap", "a2a3")]


@clause("achef.ko")
def test_walking_back_to_a_free_cell_is_no_ko():
    pos = draw(
        achef,
        """
        b . w . b
        . . . . .
        . . . . .
        . . . . .
        w b . . w
        """,
    )
    assert "b1" in targets(achef, played(pos, "b1-c1 c5-d5"), "c1")


@clause("achef.defeat")
def test_a_player_with_two_pawns_left_loses():
    pos = draw(
        achef,
        """
        b . . . b
        . . . . .
        . . . . .
        . . b . .
        w . w . w
        """,
    )
    after = played(pos, "c2-c1")
    outcome = achef.outcome(after)
    assert (outcome.ranks, outcome.because.id) == ((1, 2), "achef.defeat")
    assert why(after, "a1-a2") == "tablier.over"


@clause("achef.defeat")
def test_black_loses_in_the_same_way():
    pos = draw(
        achef,
        """
        w . . . w
        . . . . .
        . . w . .
        . . b . .
        b . . . b
        """,
        "w",
    )
    assert achef.outcome(played(pos, "c3-c2")).ranks == (2, 1)


@clause("achef.defeat")
def test_nobody_loses_with_few_pawns_on_the_board_while_placing():
    assert achef.outcome(played(achef.start(), "@a1 @b1")) is None


@clause("achef.defeat")
def test_no_arrangement_leaves_a_player_without_a_move():
    chance = random.Random(1)
    for _ in range(1500):
        black, white = chance.randint(3, 8), chance.randint(3, 8)
        codes = list("b" * black + "w" * white + "." * (25 - black - white))
        chance.shuffle(codes)
        pos = draw(achef, "\n".join(" ".join(codes[row : row + 5]) for row in range(0, 25, 5)), chance.choice("bw"))
        swaps = [move for move in achef.legal(pos) if pos.cells[move.to]]
        assert len(achef.legal(pos)) >= 2, achef.dump(pos)
        assert all(achef.legal(achef.apply(pos, move).after) or achef.outcome(achef.apply(pos, move).after) for move in swaps)


@clause("achef.opens", "achef.defeat")
def test_even_with_all_four_corners_black_opens_the_second_phase_with_four_climbs(full_ring):
    assert {achef.write(full_ring, move) for move in achef.legal(full_ring) if not full_ring.cells[move.to]} == {
        "c1-c2",
        "a3-b3",
        "e3-d3",
        "c5-c4",
    }


@clause("achef.repetition")
def test_the_third_occurrence_is_a_draw():
    match = Match(
        achef,
        draw(
            achef,
            """
        b . w . b
        . . . . .
        . . . . .
        . . . . .
        w . b . w
        """,
        ),
    )
    for move in "c1-d1 c5-b5 d1-c1 b5-c5".split() * 2:
        assert match.outcome is None
        match.play(move)
    assert (match.outcome.ranks, match.outcome.because.id) == ((1, 1), "achef.repetition")


@clause("achef.repetition")
def test_positions_with_other_bans_are_not_the_same():
    board = "b3b/5/5/w1b2/2w1w b 0,0"
    assert achef.key(achef.load(f"{board} c2 -")) != achef.key(achef.load(f"{board} - -"))
    swap = "b3b/5/5/5/wb1ww b 0,0 -"
    assert achef.key(achef.load(f"{swap} a1b1")) != achef.key(achef.load(f"{swap} -"))


def test_left_out_fields_mean_the_second_phase_without_bans():
    assert achef.dump(achef.load("b3b/5/5/w1b2/2w1w")) == "b3b/5/5/w1b2/2w1w b 0,0 - -"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("bbbbb/bbbb1/5/5/www2 b", "black pawns: 9"),
        ("bbb2/5/5/5/w4 w", "white pawns: 1"),
        ("bb3/5/5/5/ww3 b", "already lost"),
        ("5/5/5/5/5 b 7,8", "7 instead of 8"),
        ("5/5/5/5/b4 b 7,8", "Black placed first"),
        ("5/5/5/1b3/5 w 7,8", "above the first level"),
        ("5/5/5/5/b4 w 7,8 a1", "no ban"),
        ("5/5/5/5/5 b 9,8", "from 0 to 8"),
        ("5/5/5/5/5 b 8", "two numbers"),
        ("b3b/5/5/w1b2/2w1w b 0,0 z9", "'z9' instead of"),
        ("b3b/5/5/w1b2/2w1w b 0,0 - a1", "'a1' instead of"),
        ("b3b/5/5/w1b2/2w1w b 0,0 a5", "second level"),
        ("b3b/5/5/w1b2/2w1w b 0,0 d2", "second level"),
        ("b3b/5/2b2/w1b2/2w1w b 0,0 c2", "left the centre"),
        ("b3b/5/2w2/2b2/2w1w w 0,0 c2", "left the centre"),
        ("b3b/5/5/wb3/2w1w b 0,0 b2", "next to the centre"),
        ("b3b/5/5/2b2/wwwww/ b 0,0 c2", "6 ranks"),
        ("b3b/w3w/w4/2b2/wwwww b 0,0 c2", "only if it has captured"),
        ("b3b/5/5/2b2/wb1ww w 0,0 c2 a1b1", "not both"),
        ("b3b/5/5/w1b2/2w1w b 0,0 - a1b1", "ko"),
        ("b3b/5/5/1wb2/1bw1w b 0,0 - b1b2", "ko"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(BadPosition, match=problem):
        achef.load(text)
