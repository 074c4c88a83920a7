"""The kit itself: a game that breaks a promise is caught. Each test breaks one promise of a sound game."""

from dataclasses import replace
from typing import Any

import pytest

from tablier.core.board import Board
from tablier.core.game import Option, Showcase, Value
from tablier.core.law import Clause, Kind
from tablier.core.play import Candidate, Gesture, Outcome, Refusal, Step, moved
from tablier.core.scene import Scene
from tablier.core.text import Text
from tablier.games.makyek import MakYek
from tablier.games.makyek.clauses import AIM, FREE, SLIDE
from tablier.testing import check_game

STRANGER = Clause("stranger.clause", Kind.SHEET, Text("Intruse.", "Stranger."))


def caught(broken: type[MakYek], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        check_game(broken(), walks=1, longest=30)


def test_the_sound_game_passes():
    check_game(MakYek(), walks=1, longest=30)


@pytest.mark.parametrize(
    ("showcase", "told"),
    [
        (Showcase(position="8/8/8 w"), "impossible"),
        (Showcase(position="wwww4/8/8/8/8/8/8/8 w 0"), "over"),
        (Showcase(moves=("a1-a2", "a1-a2")), "impossible"),
        (Showcase(minutes=-1), "minutes"),
    ],
    ids=["position", "over", "moves", "minutes"],
)
def test_a_showcase_that_is_no_game_in_progress(showcase, told):
    broken = type("Broken", (MakYek,), {"showcase": showcase})
    caught(broken, told)


def test_an_event_that_cites_a_foreign_clause():
    class Broken(MakYek):
        def apply(self, pos: Any, move: Any) -> Step[Any]:
            step = super().apply(pos, move)
            return Step(step.after, tuple(event._replace(because=STRANGER) for event in step.events))

    caught(Broken, "cites|no clause of this game")


def test_events_that_draw_another_scene():
    class Broken(MakYek):
        def apply(self, pos: Any, move: Any) -> Step[Any]:
            step = super().apply(pos, move)
            return Step(step.after, step.events[:1])

    caught(Broken, "cites|draw")


def test_two_moves_with_one_gesture():
    class Broken(MakYek):
        def gesture(self, move: Any) -> Gesture:
            return Gesture((self.board.names[move.to],))

    caught(Broken, "give")


def test_two_moves_with_one_text():
    class Broken(MakYek):
        def write(self, pos: Any, move: Any) -> str:
            return f"{self.board.names[move.origin]}-{self.board.names[move.origin]}"

    caught(Broken, "share a text")


def test_an_outcome_with_impossible_ranks():
    class Broken(MakYek):
        def settle(self, pos: Any) -> Outcome:
            return Outcome((2, 3), AIM)

    caught(Broken, "ranks|cites")


def test_a_candidate_that_comes_twice():
    class Broken(MakYek):
        def candidates(self, pos: Any) -> Any:
            found = list(super().candidates(pos))
            return iter([*found, Candidate(found[0].move, Refusal(FREE))])

    caught(Broken, "twice")


def test_a_clause_without_a_language():
    class Broken(MakYek):
        clauses = (*MakYek.clauses, Clause("makyek.mute", Kind.SHEET, Text("Muette.", " ")))

    caught(Broken, "lacks a language")


def test_a_ruling_without_a_reason():
    class Broken(MakYek):
        clauses = (*MakYek.clauses, Clause("makyek.whim", Kind.RULING, Text("Ainsi.", "So.")))

    caught(Broken, "lacks its why")


def test_a_clause_that_nothing_cites():
    class Broken(MakYek):
        clauses = (*MakYek.clauses, Clause("makyek.idle", Kind.SHEET, Text("Oisive.", "Idle."), None, SLIDE.examples))

    caught(Broken, "cited by no code")


def test_an_example_that_shows_something_else():
    class Broken(MakYek):
        clauses = tuple(Clause(c.id, c.kind, c.text, c.why, SLIDE.examples) if c == FREE else c for c in MakYek.clauses)

    caught(Broken, "makyek.free: .* cites")


def restated(name: str, refused: bool) -> tuple[Clause, ...]:
    """The clauses of Mak-Yek, where all examples of one state that they are played or that they are refused."""
    return tuple(
        replace(c, examples=tuple(replace(example, refused=refused) for example in c.examples)) if c.id == name else c
        for c in MakYek.clauses
    )


def test_an_example_that_is_refused_though_it_says_that_it_is_played():
    class Broken(MakYek):
        clauses = restated("makyek.free", False)

    caught(Broken, "d1-d5 should be played, but it is refused because of makyek.free")


def test_an_example_that_is_played_though_it_says_that_it_is_refused():
    class Broken(MakYek):
        clauses = restated("makyek.interception", True)

    caught(Broken, "b1-b4 should be refused, but it is played")


def test_an_example_without_moves_that_says_that_it_is_refused():
    class Broken(MakYek):
        clauses = restated("makyek.one_each", True)

    caught(Broken, "without moves should be refused")


def test_a_scene_with_an_unknown_gauge():
    class Broken(MakYek):
        def scene(self, pos: Any) -> Scene:
            scene = super().scene(pos)
            return Scene(scene.tokens, {**scene.gauges, "weather": 3})

    caught(Broken, "unknown gauge")


def test_a_position_text_that_forgets():
    class Broken(MakYek):
        def fields(self, pos: Any) -> tuple[str, ...]:
            return ("0",)

    caught(Broken, "another position|replay|cites|AssertionError")


def test_a_result_that_depends_on_the_day():
    class Broken(MakYek):
        days = 0

        def apply(self, pos: Any, move: Any) -> Step[Any]:
            type(self).days += 1
            step = super().apply(pos, move)
            extra = (moved(SLIDE, "a1", "a2"), moved(SLIDE, "a2", "a1"))
            return Step(step.after, (*step.events, *extra)) if type(self).days > 40 and type(self).days % 2 else step

    caught(Broken, "two results|draw")


def test_an_option_whose_value_has_no_words():
    class Broken(MakYek):
        choices = (*MakYek.choices, Option("pace", "slow", Text("Allure", "Pace"), SLIDE.text, values=(Value("slow", Text("lente", " ")),)))

    caught(Broken, "pace=slow lacks words")


def test_an_option_that_is_usually_none_of_its_values():
    class Broken(MakYek):
        choices = (
            *MakYek.choices,
            Option("pace", "quick", Text("Allure", "Pace"), SLIDE.text, values=(Value("slow", Text("lente", "slow")),)),
        )

    caught(Broken, "quick is none of its values")


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        ("<circle r='9'>", "not well-formed"),
        ("<script>alert(1)</script>", "has an element script"),
        ("<circle r='9' onclick='alert(1)'/>", "has an attribute onclick"),
        ("<g><path href='https://example.org'/></g>", "has an attribute href"),
    ],
)
def test_a_piece_whose_drawing_is_more_than_shapes(drawing, told):
    class Broken(MakYek):
        pieces = tuple(replace(piece, drawing=drawing) for piece in MakYek.pieces)

    caught(Broken, told)


@pytest.mark.parametrize("line", [("a1", "j10"), ("a1", "a1")])
def test_a_line_that_joins_no_two_cells(line):
    class Broken(MakYek):
        board = Board(8, 8, lines=[("a1", "h8"), line])

    caught(Broken, "joins no two cells")


def test_a_clause_that_names_an_option_by_its_id():
    class Broken(MakYek):
        clauses = tuple(
            replace(clause, text=Text("On compte (quiet=50).", "One counts (quiet=50).")) if clause == AIM else clause
            for clause in MakYek.clauses
        )

    caught(Broken, "names an option by its id")
