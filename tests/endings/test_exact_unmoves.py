"""Where unmoves are exact, wins are not judged, and losses only by the moves that leave the set: the same values as by all moves."""

import pytest

from tablier.endings.build import Builder
from tablier.endings.files import EndingFile
from tablier.endings.sets import layout_of, named
from tablier.games import game

RULES = game("achef")


class JudgedLayout(layout_of(RULES)):
    exact = False


def built_with(layout, ending, folder, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(folder))
    monkeypatch.setattr("tablier.endings.build.layout_of", lambda rules: layout)
    return EndingFile(Builder(RULES, ending, "any", threads=1).build())


def check_same(name, tmp_path, monkeypatch):
    ending = named(layout_of(RULES), name)
    exact = built_with(layout_of(RULES), ending, tmp_path / "exact", monkeypatch)
    judged = built_with(JudgedLayout, ending, tmp_path / "judged", monkeypatch)
    assert [exact.slab(which) for which in range(len(ending.sides))] == [judged.slab(which) for which in range(len(ending.sides))]
    assert exact.about["sides"] == judged.about["sides"]


def test_a_set_with_exact_unmoves_has_the_values_that_a_judge_gives(tmp_path, monkeypatch):
    check_same("3-3", tmp_path, monkeypatch)


@pytest.mark.slow
def test_a_larger_set_with_exact_unmoves_has_the_values_that_a_judge_gives(tmp_path, monkeypatch):
    check_same("4-3", tmp_path, monkeypatch)  # leads to 3-3, which comes with the package
