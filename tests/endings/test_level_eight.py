"""The strongest level never misses a win that its endings know, with the endings that come with the package."""

import shutil
from dataclasses import replace

import pytest
from tests.support.endings import random_positions

from tablier import Match
from tablier.endings.files import EndingFile, files_of, shipped_folder
from tablier.endings.probe import Endings
from tablier.endings.sets import has_endings
from tablier.games import game, games
from tablier.search.analysis import Limits
from tablier.search.levels import STRONGEST, LevelPlayer

WITH_ENDINGS = [name for name in games() if has_endings(game(name))]
DRAWN = 60
"""Positions drawn from each set."""
PLAYED = 3
"""Wins played from each set."""


def hurried(rules):
    """The strongest level with a hundredth of its time: what it finds then it finds in a second too."""
    player = LevelPlayer(rules, STRONGEST)
    player.level = replace(player.level, limits=Limits(seconds=0.01))
    return player


def missed_wins(rules, ending, drawn, played):
    """The known wins of a set that the level lets go by its next move, and how many were tried."""
    endings, player = Endings(rules), hurried(rules)
    missed, tried = [], 0
    for text in random_positions(rules, ending, drawn, seed=11):
        value = endings.probe(text)
        if value is None or value.result != 1:
            continue
        chosen = player.choose(Match(rules, rules.load(text)))
        after = endings.moves(text).get(chosen)
        if after is None or after.result != 1:
            missed.append((text, chosen))
        tried += 1
        if tried == played:
            break
    return missed, tried


def check(name, files):
    rules, tried = game(name), 0
    for path in files:
        missed, number = missed_wins(rules, path.name.split(".")[0], DRAWN, PLAYED)
        assert not missed
        tried += number
    assert tried >= PLAYED, "too few wins among the positions drawn"


def with_wins(name):
    """The files of sets that are often won, the smallest first."""
    files = [path for path in files_of(name) if any(20 * side["wins"] > side["positions"] for side in EndingFile(path).about["sides"])]
    return sorted(files, key=lambda path: path.stat().st_size)


@pytest.mark.parametrize("name", WITH_ENDINGS)
def test_it_plays_on_every_win_of_the_smaller_sets(name):
    check(name, with_wins(name)[:2])


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_ENDINGS)
def test_it_plays_on_every_win_of_all_shipped_sets(name):
    check(name, with_wins(name))


def test_it_wins_though_some_moves_lead_to_endings_that_are_not_there(tmp_path, monkeypatch):
    # Where a Pion becomes a Dame nothing is known: the moves that win without it are known all the same.
    for path in (shipped_folder() / "turkish").glob("*P-P.*"):
        (tmp_path / "turkish").mkdir(exist_ok=True)
        shutil.copy(path, tmp_path / "turkish")
    for path in tmp_path.rglob("DD*"):
        path.unlink()
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    monkeypatch.setattr("tablier.endings.files.shipped_folder", lambda: tmp_path / "none")
    rules = game("turkish")
    endings, player, tried = Endings(rules), hurried(rules), 0
    for text in random_positions(rules, "DP-P", 3000, seed=3):
        value, moves = endings.probe(text), endings.moves(text)
        if value is None or value.result != 1 or endings.ranked(text) or all(one.result < 1 for one in moves.values()):
            continue
        chosen = player.choose(Match(rules, rules.load(text)))
        assert chosen in moves and moves[chosen].result == 1, (text, chosen)
        tried += 1
        if tried == 20:
            return
    pytest.fail(f"only {tried} such positions among those drawn")
