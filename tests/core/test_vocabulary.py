"""Boards, scenes, gestures, options: the words that games are made of."""

import pytest

from tablier import BadOption, BadPosition, UnknownGame, game, games
from tablier.core.board import ALL_EIGHT, ORTHOGONAL, Board
from tablier.core.law import Law
from tablier.core.play import DONE, Gesture, Token, added, gauged, moved, removed, swapped
from tablier.core.scene import Scene

law = Law("test")
WHY = law.note("why", fr="Parce que.", en="Because.")


def test_rays_run_to_the_edge_nearest_first():
    board = Board(4, 3)
    assert [board.names[i] for i in board.ray(board.index("b2"), (1, 0))] == ["c2", "d2"]
    assert [len(board.steps(ALL_EIGHT)[board.index(name)]) for name in ("a1", "b1", "b2")] == [3, 5, 8]
    assert len(board.rays(ORTHOGONAL)[0]) == 4


def test_a_line_joins_the_cells_that_it_passes():
    board = Board(5, 5, lines=[("a1", "c3"), ("a1", "a2"), ("b1", "d5")])
    assert [board.names[i] for i in board.along("c3", "a1")] == ["c3", "b2", "a1"]
    names = {tuple(board.names[i] for i in pair) for pair in board.joined}
    assert {pair for pair in names if pair[0] < pair[1]} == {("a1", "b2"), ("b2", "c3"), ("a1", "a2"), ("b1", "c3"), ("c3", "d5")}
    assert names == {(other, one) for one, other in names}


def test_events_redraw_a_scene():
    scene = Scene({"a1": Token("p")}, {"left": 3})
    after = scene.after(
        (moved(WHY, "a1", "a2"), added(WHY, "a1", Token("q")), swapped(WHY, "a1", "a2"), removed(WHY, "a2"), gauged(WHY, "left", None))
    )
    assert after == Scene({"a1": Token("p")}, {})


@pytest.mark.parametrize("event", [moved(WHY, "b1", "b2"), moved(WHY, "a1", "a2"), removed(WHY, "c3"), gauged(WHY, "x", None)])
def test_an_event_that_does_not_fit_is_loud(event):
    with pytest.raises(KeyError):
        Scene({"a1": Token("p"), "a2": Token("q")}).after((event,))


def test_a_gesture_is_eaten_click_by_click():
    gesture = Gesture(("a1",), frozenset({"b1", "c1"}))
    assert gesture.next() == {"a1"}
    assert gesture.after("b1") is None
    rest = gesture.after("a1")
    assert rest is not None
    assert rest.next() == {"b1", "c1"}
    last = rest.after("c1")
    assert last is not None
    assert (last.next(), last.complete) == ({"b1"}, False)
    done = last.after("b1")
    assert done is not None
    assert done.complete


def test_the_done_button_ends_a_move_that_could_go_on():
    strict = game("turkish", penalty="strict")
    pos = strict.load("8/8/8/3b4/8/3b4/3w4/7B w")
    gestures = {strict.write(pos, move): gesture.ordered for move, gesture in strict.gestures(pos).items()}
    assert gestures["d2xd4"] == ("d2", "d4", DONE)
    assert gestures["d2xd4xd6"] == ("d2", "d4", "d6")


def test_options_are_checked_and_their_values_told():
    assert game("makyek", quiet="30").options["quiet"] == 30
    assert game("turkish", turn_back=True) == game("turkish", turn_back="on") != game("turkish")
    with pytest.raises(BadOption, match=r"quiet; values: 2…1000"):
        game("makyek", quiet=1)
    with pytest.raises(BadOption, match="guided, strict"):
        game("turkish", penalty="lenient")
    with pytest.raises(BadOption, match="no option 'colour'; there are: first, quiet"):
        game("makyek", colour="red")


def test_an_unknown_game_is_told_with_those_there_are():
    with pytest.raises(UnknownGame, match="makyek"):
        game("go")
    assert "makyek" in games()


def test_a_bad_position_tells_all_its_problems_at_once():
    with pytest.raises(BadPosition) as error:
        game("makyek").load("bbbbbbbbb/8/8/8/q7/8/8/wwww w 0 rest")
    assert [problem.en for problem in error.value.problems] == [
        "rank 8: 9 squares instead of 8",
        "rank 4: 'q' is unknown",
        "rank 1: 4 squares instead of 8",
        "'rest' is too much",
    ]
