"""Sets against a bare Khun are solved 64 positions at a time: the same values as layer by layer, position by position."""

import pytest
from tests.support.endings import LayeredBuilder, check_by_moves

from tablier.endings.build import Builder, build_with_needed
from tablier.endings.files import EndingFile
from tablier.endings.sets import layout_of, named
from tablier.games import game

RULES = game("makruk", count="none")


def build(kind, name, folder, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(folder))
    return EndingFile(kind(RULES, named(layout_of(RULES), name), "none", threads=1).build())


def check_same(name, tmp_path, monkeypatch):
    quick = build(Builder, name, tmp_path / "quick", monkeypatch)
    layered = build(LayeredBuilder, name, tmp_path / "layered", monkeypatch)
    assert [quick.slab(which) for which in range(2)] == [layered.slab(which) for which in range(2)]
    assert quick.about["sides"] == layered.about["sides"]


@pytest.mark.parametrize("name", ["KR-K", "KN-K", "KS-K", "KM-K", "KP-K"])
def test_a_set_has_the_values_that_its_layers_give(name, tmp_path, monkeypatch):
    check_same(name, tmp_path, monkeypatch)


def test_two_threads_find_the_values_of_one(tmp_path, monkeypatch):
    written = []
    for threads in (1, 2):
        monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path / str(threads)))
        file = EndingFile(Builder(RULES, named(layout_of(RULES), "KRR-K"), "none", threads=threads).build())
        written.append([file.slab(which) for which in range(2)])
    assert written[0] == written[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["KSM-K", "KRP-K", "KPP-K"])
def test_a_set_with_two_men_has_the_values_that_its_layers_give(name, tmp_path, monkeypatch):
    for folder in ("quick", "layered"):
        monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path / folder))
        build_with_needed(RULES, named(layout_of(RULES), name))
        (tmp_path / folder / "makruk" / f"{name}.none.ending").unlink(missing_ok=True)  # some are shipped
    check_same(name, tmp_path, monkeypatch)


@pytest.mark.slow
def test_values_of_three_men_are_the_best_of_the_laws_moves(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    build_with_needed(RULES, named(layout_of(RULES), "KMMM-K"))
    check_by_moves("makruk", {"count": "none"}, "KMMM-K", 5_000, seed=1)
    check_by_moves("makruk", {"count": "sheet"}, "KMMM-K", 1_000, seed=2)
