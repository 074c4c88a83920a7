"""Every exercise of every lesson: its texts, its position, its solution, and that there is no shorter one."""

import pytest
from tests.support.lessons import begun, exercises, solve

from tablier.core.lesson import MOST_STARS, Chapter, Exercise
from tablier.core.text import LANGS, Text
from tablier.games import chapters, games

GAMES = [name for name in games() if chapters(name)]
EVERY = [pytest.param(name, exercise, id=f"{name} {number}") for name, number, exercise in exercises()]
MOST_ATTEMPTS = 20_000
MOST_WORDS = 45
"""A sentence or two: a learner wants to play."""


@pytest.mark.parametrize(("name", "exercise"), EVERY)
def test_the_solution_earns_all_stars(name: str, exercise: Exercise):
    attempt = begun(name, exercise)
    for move in exercise.solution.split():
        assert not attempt.solved
        attempt = attempt.play(move)
    assert attempt.solved
    assert attempt.stars == MOST_STARS


@pytest.mark.parametrize(("name", "exercise"), EVERY)
def test_search_finds_no_shorter_way(name: str, exercise: Exercise):
    """Breadth first over the law: the length of the solution solves it, and nothing shorter does."""
    found = solve(begun(name, exercise), exercise.moves, MOST_ATTEMPTS)
    assert found is not None
    assert len(found) == exercise.moves


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_four_to_six_chapters_the_goal_first_and_a_whole_game_before_the_ideas(name: str):
    found = chapters(name)
    assert 4 <= len(found) <= 6
    assert found[0].id == "goal"
    assert [chapter.id for chapter in found][-2:] == ["play", "ideas"]
    assert len({chapter.id for chapter in found}) == len(found)
    assert [chapter.id for chapter in found if not chapter.exercises] == ["play"]
    assert len(found[-1].exercises) == 3


@pytest.mark.parametrize("name", GAMES)
def test_texts_are_short_and_in_both_languages(name: str):
    for chapter in chapters(name):
        for text in _texts(chapter):
            for lang in LANGS:
                words = text.say(lang)
                assert words == words.strip()
                assert words, chapter.id
                assert len(words.split()) <= MOST_WORDS, words
            assert text.fr != text.en


@pytest.mark.parametrize("name", GAMES)
def test_the_goal_is_won_in_the_first_chapter_within_two_moves(name: str):
    first = chapters(name)[0].exercises[0]
    attempt = begun(name, first)
    for move in first.solution.split():
        attempt = attempt.play(move)
    assert first.moves <= 2
    assert attempt.over
    assert attempt.turns[-1].outcome is not None
    assert attempt.turns[-1].outcome.winners == (attempt.seat,)


def _texts(chapter: Chapter) -> list[Text]:
    return [chapter.title, chapter.text, *(text for one in chapter.exercises for text in (one.text, one.praise))]
