"""Small sets, built once for all tests in a folder of their own."""

import pytest

from tablier.endings.build import build_with_needed
from tablier.endings.sets import layout_of, named
from tablier.games import game

SMALL = (
    ("makruk", {}, "KR-K"),
    ("makruk", {}, "KM-K"),
    ("makruk", {"count": "thai"}, "KP-K"),
    ("makruk", {"count": "thai"}, "KR-KR"),
    ("turkish", {}, "D-D"),
    ("turkish", {}, "D-P"),
    ("makyek", {}, "2-1"),
    ("apit", {}, "2-1"),
    ("achef", {}, "3-3"),
)


@pytest.fixture(scope="session")
def small_sets(tmp_path_factory):
    """The folder of the small sets."""
    folder = tmp_path_factory.mktemp("endings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLIER_ENDINGS", str(folder))
        patch.setattr("tablier.endings.files.shipped_folder", lambda: folder / "none")
        for name, options, ending in SMALL:
            rules = game(name, **options)
            build_with_needed(rules, named(layout_of(rules), ending), threads=1)
    return folder


@pytest.fixture
def endings_folder(small_sets, monkeypatch):
    """Only the small sets are there."""
    monkeypatch.setenv("TABLIER_ENDINGS", str(small_sets))
    monkeypatch.setattr("tablier.endings.files.shipped_folder", lambda: small_sets / "none")
    return small_sets
