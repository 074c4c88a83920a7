"""The puzzles that come with the package: legal by the law, each once, with themes that have names."""

from datetime import date, timedelta

import pytest

from tablier import Match, games
from tablier.puzzles import NoPuzzle, puzzles_of
from tablier.puzzles.shares import Shares
from tablier.puzzles.similarity import likeness
from tablier.puzzles.store import DATA, write_puzzles
from tablier.puzzles.themes import COMMON, motifs_of, theme_name
from tablier.puzzles.words import puzzle_reasons

WITH_PUZZLES = [name for name in games() if (DATA / f"{name}.json.gz").exists()]


def test_some_games_have_puzzles():
    assert WITH_PUZZLES


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_solutions_are_legal_lines_that_the_solver_begins_and_ends(name):
    found = puzzles_of(name)
    rules = found.rules()
    for puzzle in found:
        match = Match(rules, rules.load(puzzle.position))
        assert rules.dump(match.position) == puzzle.position
        assert len(match.legal()) >= 3, puzzle.id
        assert puzzle.instead[0] != puzzle.moves[0]
        solver = match.actor
        for number, move in enumerate(puzzle.moves):
            assert (match.actor == solver) == (number % 2 == 0), puzzle.id
            match.play(move)
        assert len(puzzle.moves) % 2 == 1
        for move in puzzle.tail:
            match.play(move)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_no_puzzle_is_another_one_turned_or_mirrored(name):
    found = puzzles_of(name)
    rules = found.rules()
    alike = {likeness(rules, rules.load(puzzle.position)) for puzzle in found}
    assert len(alike) == len(found) == len(found.by_id)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_no_kind_of_puzzle_has_more_than_its_share(name):
    found = puzzles_of(name)
    shares = Shares(found.rules(), len(found))
    assert all(shares.admit(puzzle) for puzzle in found)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_themes_have_names_and_solutions_reasons(name):
    found = puzzles_of(name)
    rules = found.rules()
    named = {**COMMON, **motifs_of(rules).names}
    assert set(found.themes()) <= set(named)
    assert all(theme_name(rules, theme).fr and theme_name(rules, theme).en for theme in found.themes())
    assert all(puzzle.themes for puzzle in found)
    assert puzzle_reasons(rules, found.puzzles[0])


def test_a_puzzle_of_odds_is_explained_by_its_chances_and_not_as_a_quiet_move():
    found = puzzles_of("mako")
    for puzzle in found.puzzles[:5]:
        told = [reason.text.en for reason in puzzle_reasons(found.rules(), puzzle)]
        assert "A quiet move." not in told
        assert f"{round((puzzle.odds or {})[puzzle.moves[0]] / 10)}% chance" in told[-1]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_each_day_has_its_puzzle_and_none_comes_back_before_all_were_shown(name):
    found = puzzles_of(name)
    first = date(2026, 1, 1)
    days = [found.daily(first + timedelta(days=n)).id for n in range(len(found))]
    assert len(set(days)) == len(found)
    assert found.daily(first + timedelta(days=len(found))).id == days[0]


def test_what_is_written_is_read_again_and_equal_sets_are_equal_files(tmp_path):
    found = puzzles_of(WITH_PUZZLES[0])
    path = write_puzzles(found, tmp_path)
    assert puzzles_of(found.game, tmp_path) == found
    before = path.read_bytes()
    assert write_puzzles(found, tmp_path).read_bytes() == before


def test_an_unknown_puzzle_is_named():
    with pytest.raises(NoPuzzle, match="nowhere"):
        puzzles_of(WITH_PUZZLES[0]).get("nowhere")
