"""Numbers that others have published, and the files that are shipped."""

import pytest

from tablier.endings.build import Builder
from tablier.endings.files import EndingFile, find_file, shipped_folder
from tablier.endings.sets import layout_of, named
from tablier.games import game

MA_AND_MET_WINS = 472_900
"""Won with Khun, Ma and Met to move against a bare Khun: all legal positions on the board, symmetric ones counted each."""


def test_khun_and_rua_mate_in_sixteen_as_king_and_rook_do(endings_folder):
    strong, weak = EndingFile(find_file("makruk", "KR-K", "none")).about["sides"]
    assert (strong["positions"], strong["wins"], strong["longest"]) == (175_168, 175_168, 2 * 16 - 1)
    assert (weak["positions"], weak["draws"], weak["longest"]) == (223_944, 22_244, 2 * 16)


def test_a_lone_met_or_bia_never_mates(endings_folder):
    for name, variant in (("KM-K", "none"), ("KP-K", "thai")):
        assert all(side["longest"] is None for side in EndingFile(find_file("makruk", name, variant)).about["sides"])


@pytest.mark.parametrize("path", sorted(shipped_folder().rglob("*.ending")), ids=lambda path: f"{path.parent.name} {path.name}")
def test_shipped_files_are_whole_and_of_these_rules(path):
    file = EndingFile(path)
    about, layout = file.about, layout_of(game(path.parent.name))
    assert (about["game"], about["rules"]) == (path.parent.name, game(path.parent.name).info.version)
    assert path.name == f"{about['set']}.{about['variant']}.ending" and about["variant"] in layout.variants()
    assert [len(file.slab(which)) for which in range(len(file.sizes))] == file.sizes


def test_the_shipped_ma_and_met_win_as_often_as_published():
    side = EndingFile(shipped_folder() / "makruk" / "KNM-K.none.ending").about["sides"][0]
    assert side["wins"] == MA_AND_MET_WINS


@pytest.mark.slow
def test_ma_and_met_built_here_win_as_often_as_published(endings_folder, tmp_path, monkeypatch):
    monkeypatch.setattr("tablier.endings.files.shipped_folder", shipped_folder)
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    rules = game("makruk", count="none")
    built = EndingFile(Builder(rules, named(layout_of(rules), "KNM-K"), "none").build())
    shipped = EndingFile(shipped_folder() / "makruk" / "KNM-K.none.ending")
    assert built.about["sides"][0]["wins"] == MA_AND_MET_WINS
    assert [built.slab(which) for which in range(2)] == [shipped.slab(which) for which in range(2)]
