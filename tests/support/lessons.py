"""Exercises of lessons solved by search over the law."""

from collections.abc import Iterator
from typing import Any

from tablier.api.lessons import exercise_id
from tablier.core.errors import TablierError
from tablier.core.lesson import Attempt, Exercise, begin
from tablier.games import chapters, game, games


def exercises(name: str | None = None) -> Iterator[tuple[str, str, Exercise]]:
    """Every exercise with its game and its id."""
    for one in games() if name is None else [name]:
        for chapter in chapters(one):
            for number, exercise in enumerate(chapter.exercises, 1):
                yield one, exercise_id(chapter, number), exercise


def begun(name: str, exercise: Exercise) -> Attempt:
    """A fresh attempt at an exercise."""
    return begin(game(name, **dict(exercise.options)), exercise)


def solve(start: Attempt, depth: int, most: int) -> tuple[str, ...] | None:
    """A shortest way to the goals in at most `depth` moves, breadth first; None when there is none.

    `OverflowError` when more than `most` attempts would have to be looked at.
    """
    level: list[tuple[tuple[str, ...], Attempt]] = [((), start)]
    seen: set[Any] = set()
    looked = 0
    for left in reversed(range(depth)):
        following: list[tuple[tuple[str, ...], Attempt]] = []
        for way, attempt in level:
            rules = attempt.game
            for move in rules.legal(attempt.position):
                looked += 1
                if looked > most:
                    raise OverflowError
                text = rules.write(attempt.position, move)
                try:
                    # What answers the last move costs most, and seldom solves anything.
                    after = attempt.play(text) if left else attempt.move(text)
                except TablierError:
                    continue
                if after.solved:
                    return (*way, text)
                key = (after.position, after.left, _achieved(after))
                if not after.failed and key not in seen:
                    seen.add(key)
                    following.append(((*way, text), after))
        level = following
    return None


def _achieved(attempt: Attempt) -> tuple[int, ...]:
    """What counts for a goal besides the position: how often each clause was cited, how many pieces were taken."""
    events = [event for turn in attempt.own for event in turn.step.events]
    cited = [getattr(goal, "clause", "") for goal in attempt.exercise.goals]
    return (*(sum(event.because.id == clause for event in events) for clause in cited), sum(event.verb == "remove" for event in events))
