"""Tests run in French on 80 columns by default."""

import pytest
from tests.support.cli import Done, run


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")


@pytest.fixture
def tablier(capsys, monkeypatch):
    def call(*words: str, typed: str = "") -> Done:
        return run(capsys, monkeypatch, *words, typed=typed)

    return call
