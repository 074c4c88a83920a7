"""Lessons on the wire: the chapters of a game, an attempt at an exercise, and what a player has earned."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablier.api.clicks import why_not_clicks
from tablier.api.frames import Frame, RefusalView, frame_of, takes_of
from tablier.api.legal import LegalMove, legal_moves
from tablier.api.move_words import move_words, refusal_in_words
from tablier.api.primitives import BoardEvent, WireText, board_event, wire_text
from tablier.core.errors import IllegalMove, TablierError
from tablier.core.lesson import Attempt, Chapter, Exercise, Turn, begin
from tablier.core.match import Entry, Match
from tablier.core.text import Text
from tablier.games import AnyGame, chapters, game


class AttemptRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An attempt at an exercise: the learner's moves so far."""

    game: str
    exercise: str
    moves: Annotated[tuple[str, ...], Meta(max_length=60)] = ()
    clicks: Annotated[tuple[str, ...], Meta(max_length=64)] = ()
    """Clicks that make no move: the response says why."""


class AttemptStep(Struct, frozen=True):
    """The board after a turn of the attempt, what happened, and that in words."""

    frame: Frame
    events: tuple[BoardEvent, ...]
    said: WireText | None = None


AttemptState = Literal["going", "solved", "failed"]


class AttemptView(Struct, frozen=True, omit_defaults=True):
    """Where an attempt stands. `steps` are the learner's last move and what answered it, or the position it begins with."""

    steps: tuple[AttemptStep, ...]
    seat: int
    state: AttemptState
    used: int = 0
    stars: int = 0
    left: tuple[str, ...] = ()
    """The cells still to be visited."""
    legal: tuple[LegalMove, ...] = ()
    takes: dict[str, tuple[str, ...]] = {}
    why: RefusalView | None = None


class WireExercise(Struct, frozen=True, omit_defaults=True):
    """An exercise. `solution` is a shortest way, and as many moves earn all stars; `start` is the attempt without a move."""

    id: str
    text: WireText
    praise: WireText
    solution: tuple[str, ...]
    start: AttemptView
    options: dict[str, str] = {}
    gauges: tuple[str, ...] = ()


class WireChapter(Struct, frozen=True):
    """A chapter; one without exercises is a whole game to be played."""

    id: str
    title: WireText
    text: WireText
    exercises: tuple[WireExercise, ...]


Earned = dict[str, dict[str, int]]
"""Stars by game and exercise."""


class Progress(Struct, frozen=True, forbid_unknown_fields=True):
    """The stars of a player, by game and exercise."""

    stars: Annotated[
        dict[
            Annotated[str, Meta(max_length=40)],
            Annotated[dict[Annotated[str, Meta(max_length=40)], Annotated[int, Meta(ge=0, le=3)]], Meta(max_length=200)],
        ],
        Meta(max_length=100),
    ]


def exercise_id(chapter: Chapter, number: int) -> str:
    """The name of an exercise in addresses and in what a player has earned."""
    return f"{chapter.id}-{number}"


def wire_chapters(name: str) -> tuple[WireChapter, ...]:
    """The chapters of a game; `UnknownGame` where there is none of that name."""
    game(name)
    return tuple(_wire_chapter(name, chapter) for chapter in chapters(name))


def _wire_chapter(name: str, chapter: Chapter) -> WireChapter:
    exercises = tuple(_wire_exercise(name, exercise_id(chapter, number), one) for number, one in enumerate(chapter.exercises, 1))
    return WireChapter(chapter.id, wire_text(chapter.title), wire_text(chapter.text), exercises)


def _wire_exercise(name: str, number: str, one: Exercise) -> WireExercise:
    start = _view(begin(game(name, **dict(one.options)), one), 0, None, ())
    words = wire_text(one.text), wire_text(one.praise)
    return WireExercise(number, *words, tuple(one.solution.split()), start, dict(one.options), one.gauges)


def find_exercise(name: str, wanted: str) -> Exercise:
    """An exercise by its id."""
    for chapter in chapters(name):
        for number, one in enumerate(chapter.exercises, 1):
            if exercise_id(chapter, number) == wanted:
                return one
    raise TablierError(Text(f"Il n'y a pas d'exercice « {wanted[:40]} ».", f"There is no exercise '{wanted[:40]}'."))


def attempt_view(asked: AttemptRequest) -> AttemptView:
    """Where an attempt stands; a last move that is refused is explained, an earlier one raises."""
    game(asked.game)
    exercise = find_exercise(asked.game, asked.exercise)
    rules = game(asked.game, **dict(exercise.options))
    attempt, shown, why = begin(rules, exercise), 0, None
    for number, move in enumerate(asked.moves, 1):
        try:
            after = attempt.play(move)
        except IllegalMove as error:
            if number < len(asked.moves):
                raise
            why, shown = refusal_in_words(rules, attempt.position, error.refusal), len(attempt.turns)
            break
        shown, attempt = len(attempt.turns), after
    return _view(attempt, shown, why, asked.clicks)


def _view(attempt: Attempt, shown: int, why: RefusalView | None, clicks: tuple[str, ...]) -> AttemptView:
    rules = attempt.game
    match: Match[Any, Any] = Match(rules, attempt.position)
    state: AttemptState = "solved" if attempt.solved else "failed" if attempt.failed else "going"
    legal = legal_moves(match) if state == "going" else {}
    if clicks and why is None:
        why = why_not_clicks(match, clicks, (attempt.seat,))
    return AttemptView(
        _steps(attempt, shown, frame_of(match)),
        attempt.seat,
        state,
        len(attempt.own),
        attempt.stars,
        attempt.left,
        tuple(legal.values()),
        takes_of(match, legal) if len(legal) <= 200 else {},
        why,
    )


def _steps(attempt: Attempt, shown: int, now: Frame) -> tuple[AttemptStep, ...]:
    """The turns from the one of that number; `now` is the frame of the position they led to, in which the other side may have passed."""
    steps = [_step(attempt.game, turn) for turn in attempt.turns[shown:]]
    if not steps:
        return (AttemptStep(now, ()),)
    last = steps[-1]
    if last.frame.position != now.position:
        steps[-1] = replace(last, frame=replace(now, last=last.frame.last))
    return tuple(steps)


def _step(rules: AnyGame, turn: Turn) -> AttemptStep:
    match: Match[Any, Any] = Match(rules, turn.before)
    entry: Entry[Any] = Entry(turn.text, turn.actor, turn.step, turn.outcome)
    match.add(entry)
    _, said = move_words(rules, turn.before, entry)
    return AttemptStep(frame_of(match), tuple(map(board_event, turn.step.events)), said)
