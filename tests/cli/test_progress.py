"""Long work that is interrupted says that the same command resumes it."""

from importlib import import_module

import pytest


def stopped(*arguments, **named):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("module", "work", "words"),
    [
        ("tablier.openings.make", "make_book", ("openings", "make", "makyek")),
        ("tablier.endings.build", "build_with_needed", ("endings", "build", "makyek", "2-1")),
        ("tablier.search.tune", "tune", ("tune", "makyek")),
    ],
    ids=["openings", "endings", "tune"],
)
def test_interrupted_work_can_be_resumed(tablier, monkeypatch, module, work, words):
    monkeypatch.setattr(import_module(module), work, stopped)
    done = tablier("--lang", "en", *words)
    assert done.code == 130
    assert "The same command will go on from here." in done.out + done.err
