"""Attempts at exercises, on a game small enough to see through."""

import pytest

from tablier.core.errors import IllegalMove
from tablier.core.lesson import Answer, Attempt, Cite, Draw, Exercise, Safe, Take, Visit, Win, begin
from tablier.core.text import Text
from tablier.games import game

WORDS = Text("Allez !", "Go!")


def attempt(position: str, *goals: object, solution: str, name: str = "makyek", **more: object) -> Attempt:
    exercise = Exercise(text=WORDS, praise=WORDS, position=position, goals=goals, solution=solution, **more)  # type: ignore[arg-type]  # goals of any kind
    return begin(game(name), exercise)


def played(start: Attempt, moves: str) -> Attempt:
    for move in moves.split():
        start = start.play(move)
    return start


def test_the_learner_moves_again_and_again_where_nothing_answers():
    after = played(attempt("7b/8/8/8/8/8/8/w6b w", Visit(("a5", "e5")), solution="a1-a5 a5-e5"), "a1-a5 a5-e5")
    assert after.solved
    assert after.stars == 3
    assert [turn.actor for turn in after.turns] == [0, 0]


def test_cells_are_ticked_off_one_by_one_and_each_move_more_costs_a_star():
    start = attempt("7b/8/8/8/8/8/8/w6b w", Visit(("a5", "e5")), solution="a1-a5 a5-e5")
    assert played(start, "a1-a5").left == ("e5",)
    assert played(start, "a1-a3 a3-a5 a5-e5").stars == 2
    assert played(start, "a1-a3 a3-a4 a4-a5 a5-d5 d5-e5").stars == 1


def test_an_exercise_of_one_move_has_to_be_tried_again_after_another_move():
    after = played(attempt("8/8/8/8/1b1b4/8/8/2w4b w", Take(2, at_once=True), solution="c1-c4"), "c1-c3")
    assert after.failed
    assert after.stars == 0
    with pytest.raises(IllegalMove):
        after.play("c3-c4")


def test_an_exercise_of_several_moves_ends_when_too_many_are_spent():
    start = attempt("7b/8/8/8/8/8/8/w6b w", Visit(("a5", "e5")), solution="a1-a5 a5-e5")
    assert not played(start, "a1-a2 a2-a1 a1-a2 a2-a1 a1-a2").failed
    assert played(start, "a1-a2 a2-a1 a1-a2 a2-a1 a1-a2 a2-a1").failed


def test_a_move_that_the_law_refuses_changes_nothing_and_names_the_clause():
    start = attempt("7b/8/8/8/8/8/8/w6b w", Visit(("b2",)), solution="a1-b2")
    with pytest.raises(IllegalMove) as refused:
        start.play("a1-b2")
    assert refused.value.refusal.because.id == "makyek.slide"


def test_a_clause_is_counted_in_all_or_in_one_move():
    position = "8/8/8/8/1b1b4/8/8/2w4b w"
    assert played(attempt(position, Cite("makyek.intervention", 2), solution="c1-c4"), "c1-c4").solved
    assert played(attempt(position, Cite("makyek.intervention", 2, at_once=True), solution="c1-c4"), "c1-c4").solved
    assert not played(attempt(position, Cite("makyek.intervention", 3), solution="c1-c4"), "c1-c4").solved


def test_the_partner_takes_what_it_can_and_a_script_comes_first():
    position = "b7/8/8/8/8/w7/7b/7w w"
    taking = attempt("8/8/8/4b3/3w4/8/8/b1w4b w", Visit(("h8",)), solution="c1-c2 c2-c3", answer=Answer.PARTNER)
    assert played(taking, "c1-b1").turns[-1].actor == 1
    scripted = attempt(position, Visit(("h8",)), solution="a3-a4 a4-a5", answer=Answer.PARTNER, script="a8-b8")
    assert [turn.text for turn in played(scripted, "a3-a4").turns] == ["a3-a4", "a8-b8"]


def test_a_safe_move_leaves_no_capture():
    # A white piece on d4 beside a black one on e4: Black takes it from c8 by going to c4.
    position = "2b5/8/8/8/3wb3/8/8/7w w"
    start = attempt(position, Safe("makyek.interception"), solution="d4-d5", answer=Answer.PARTNER)
    assert played(start, "d4-d6").solved
    assert not played(start, "h1-h2").solved


def test_a_king_in_check_does_not_pass():
    start = attempt("k7/8/8/8/8/8/8/K6R w - - 0 1", Visit(("h8", "h1")), solution="h1-h8 h8-h1", name="makruk")
    assert [turn.actor for turn in played(start, "h1-h8").turns] == [0, 1]


def test_winning_and_drawing_are_judged_by_the_law():
    won = played(attempt("8/8/8/8/2bw4/8/8/1w6 w", Win(), solution="b1-b4"), "b1-b4")
    assert won.solved
    assert not played(attempt("8/8/8/8/2bw4/8/8/1w6 w", Draw(), solution="b1-b4"), "b1-b4").solved
