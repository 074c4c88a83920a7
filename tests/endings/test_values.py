import shutil

import pytest
from tests.support.endings import check_by_moves, random_positions, result_of

from tablier import Match
from tablier.endings.build import build_with_needed
from tablier.endings.probe import Endings
from tablier.endings.sets import layout_of, named
from tablier.games import game

SETS = (
    ("makruk", {"count": "none"}, "KR-K"),
    ("makruk", {"count": "sheet"}, "KR-K"),
    ("makruk", {"count": "thai"}, "KR-K"),
    ("makruk", {"count": "thai"}, "KP-K"),
    ("makruk", {"count": "thai"}, "KR-KR"),
    ("turkish", {}, "D-P"),
    ("makyek", {}, "2-1"),
    ("apit", {}, "2-1"),
    ("achef", {}, "3-3"),
)


@pytest.mark.parametrize(("name", "options", "ending"), SETS)
def test_every_value_is_the_best_of_the_laws_moves(endings_folder, name, options, ending):
    check_by_moves(name, options, ending, 400, seed=1)


def brute_force(rules, pos, plies):
    """The shortest win or loss of the side to move within so many plies, by the law alone: (result, plies); (0, 0) where there is none."""
    outcome = rules.outcome(pos)
    if outcome is not None:
        return result_of(outcome, pos.side), 0
    if plies == 0:
        return 0, 0
    values = [brute_force(rules, rules.apply(pos, move).after, plies - 1) for move in rules.legal(pos)]
    wins = [distance + 1 for result, distance in values if result < 0]
    if wins:
        return 1, min(wins)
    if all(result > 0 for result, _ in values):
        return -1, 1 + max(distance for _, distance in values)
    return 0, 0


@pytest.mark.parametrize(
    ("name", "options", "ending"), [("makruk", {"count": "none"}, "KR-K"), ("turkish", {}, "D-P"), ("achef", {}, "3-3")]
)
def test_short_wins_are_those_of_a_search_of_the_law(endings_folder, name, options, ending):
    rules = game(name, **options)
    endings = Endings(rules)
    wins = 0
    for text in random_positions(rules, ending, 60, seed=2):
        pos = rules.load(text)
        value = endings.probe(rules.dump(pos))
        if value is None:
            continue
        found = brute_force(rules, pos, 3)
        near = (value.result, value.plies) if value.plies <= 3 else (0, 0)
        assert found == near, text
        wins += bool(value.result)
    assert wins


def play_on(match, endings):
    """Play the best moves of both sides to the end; gives the result."""
    while match.outcome is None:
        move, _ = endings.best(match.game.dump(match.position))
        match.play(move)
    return match.outcome


def test_mate_on_the_last_counted_move_wins_and_one_move_less_draws(endings_folder):
    rules = game("makruk")  # the sheet's count
    endings = Endings(rules)
    plain = Endings(game("makruk", count="none"))
    tried = 0
    for text in random_positions(plain.rules, "KR-K", 60, seed=3):
        value = plain.probe(text)
        if value is None or value.result != 1 or value.moves > 12:
            continue
        board, side = text.split()[:2]
        for left, result in ((value.moves, 1), (value.moves - 1, 0)):
            if not left:
                continue
            counted = 30 - (2 * left - (1 if left else 0))
            match = Match(rules, rules.load(f"{board} {side} - 30 {counted} 1"))
            exact = endings.probe(rules.dump(match.position))
            assert exact is not None and exact.left == left and exact.result == result, text
            assert result_of(play_on(match, endings), 0 if side == "w" else 1) == result, text
            tried += 1
        if tried >= 12:
            return
    pytest.fail("too few wins among the positions drawn")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "ending"), SETS)
def test_thousands_of_values_are_the_best_of_the_laws_moves(endings_folder, name, options, ending):
    check_by_moves(name, options, ending, 5_000, seed=7)


@pytest.mark.slow
def test_values_of_a_larger_set_of_achef_are_the_best_of_the_laws_moves(endings_folder, tmp_path, monkeypatch):
    shutil.copytree(endings_folder / "achef", tmp_path / "achef")
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    rules = game("achef")
    build_with_needed(rules, named(layout_of(rules), "4-3"))
    check_by_moves("achef", {}, "4-3", 5_000, seed=9)
