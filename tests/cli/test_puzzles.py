"""`tablier puzzle` and `tablier puzzles`, as typed."""

import pytest
from tests.support.cli import piped

from tablier import Match, write_text
from tablier.puzzles import puzzles_of

GAME = "turkish"


def test_a_puzzle_is_solved_move_by_move_with_the_reasons_after_it():
    puzzle = next(one for one in puzzles_of(GAME) if len(one.solver_moves) == 2)
    typed = "\n".join([puzzle.instead[0], "a1-a9", *puzzle.solver_moves]) + "\n"
    said = piped("puzzle", GAME, "--id", puzzle.id, "--lang", "en", typed=typed).stdout
    assert f"Puzzle {puzzle.id}" in said
    assert f"{puzzle.instead[0]} is not the best move" in said
    assert f"The reply is {puzzle.moves[1]}" in said
    assert said.index("Solved!") < said.index("Solution: " + " ".join(puzzle.moves))
    assert "Streak: 0" in said  # not at the first try


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("puzzle", GAME, "--id", "nothing"), "There is no puzzle 'nothing'"),
        (("puzzle", GAME, "--theme", "nothing"), "has the theme 'nothing'"),
        (("puzzle", "nothing"), "nothing"),
    ],
)
def test_what_is_not_there_is_named(words, why):
    told = piped(*words, "--lang", "en")
    assert told.returncode == 1
    assert why in told.stderr
    assert "Traceback" not in told.stderr


def test_puzzles_are_counted_by_theme():
    said = piped("puzzles", "show", GAME, "--lang", "fr").stdout
    assert f"{len(puzzles_of(GAME))} problèmes" in said
    assert "Coup tranquille" in said


def test_puzzles_are_made_from_the_command_line(tmp_path):
    words = ("puzzles", "make", "achef", "--count", "1", "--nodes", "300", "--workers", "1")
    told = piped(*words, "--state", str(tmp_path / "state.jsonl"), "--into", str(tmp_path), "--lang", "en")
    assert told.returncode == 0, told.stderr
    assert len(puzzles_of("achef", tmp_path)) == 1


def test_puzzles_are_made_from_a_folder_of_records(tmp_path):
    found = puzzles_of("achef")
    rules, folder = found.rules(), tmp_path / "records"
    folder.mkdir()
    for number, puzzle in enumerate(found.puzzles[:8]):
        match = Match(rules, rules.load(puzzle.position))
        match.resign(0)
        (folder / f"{number}.tablier").write_text(write_text(match))
    words = ("puzzles", "make", "achef", "--count", "1", "--nodes", "300", "--workers", "1", "--from", str(folder))
    told = piped(*words, "--state", str(tmp_path / "state.jsonl"), "--into", str(tmp_path), "--lang", "en")
    assert told.returncode == 0, told.stderr
    assert {one.position for one in puzzles_of("achef", tmp_path)} <= {one.position for one in found}


def test_a_source_that_is_not_there_is_named(tmp_path):
    words = ("puzzles", "make", "achef", "--from", "nowhere", "--state", str(tmp_path / "state.jsonl"), "--lang", "en")
    told = piped(*words)
    assert told.returncode == 1 and "nowhere" in told.stderr and "Traceback" not in told.stderr
