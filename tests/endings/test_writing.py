"""Builds that meet a full disk, another build of the same set, or what a killed one left."""

import errno
import os
import resource
import signal
import threading

import pytest
from tests.support.endings import LayeredBuilder

from tablier.endings.build import build_with_needed
from tablier.endings.files import EndingFile
from tablier.endings.locks import alone
from tablier.endings.sets import layout_of, named
from tablier.files import ASIDE, replacing
from tablier.games import game

RULES = game("makruk", count="none")
ROOK = named(layout_of(RULES), "KR-K")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    monkeypatch.setattr("tablier.endings.files.shipped_folder", lambda: tmp_path / "none")
    return tmp_path


@pytest.fixture
def full_disk():
    """No file may grow beyond 4,000 bytes."""
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_is_told_with_the_file_and_leaves_nothing(folder, full_disk):
    with pytest.raises(OSError, match=r"KR-K\.none") as error:
        build_with_needed(RULES, ROOK, threads=1)
    assert error.value.filename == str(folder / "makruk" / "KR-K.none.ending") and error.value.strerror
    assert list((folder / "makruk").iterdir()) == []


def test_a_full_disk_keeps_the_last_note_of_a_build(folder, monkeypatch, request):
    monkeypatch.setattr("tablier.endings.build.CHECKPOINT", 0.0)

    def fill_disk(done):
        if done.layer == 5:
            request.getfixturevalue("full_disk")

    with pytest.raises(OSError, match=r"KR-K\.none") as error:
        LayeredBuilder(RULES, ROOK, "none", threads=1).build(fill_disk)
    assert error.value.errno == errno.EFBIG
    assert [path.name for path in (folder / "makruk").iterdir()] == ["KR-K.none.part"]
    layers = []
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    LayeredBuilder(RULES, ROOK, "none", threads=1).build(lambda done: layers.append(done.layer))
    assert layers[0] == 5


def test_a_note_that_cannot_be_read_is_not_taken_up(folder):
    (folder / "makruk").mkdir()
    (folder / "makruk" / "KR-K.none.part").write_bytes(b"\xff no note\n")
    layers = []
    LayeredBuilder(RULES, ROOK, "none", threads=1).build(lambda done: layers.append(done.layer))
    assert layers[0] == 1


def test_two_writers_of_one_file_do_not_share_what_is_aside(tmp_path):
    path = tmp_path / "one"
    with replacing(path) as one, replacing(path) as other:
        one.write(b"one")
        other.write(b"other")
        assert len(list(tmp_path.iterdir())) == 2
    assert path.read_bytes() == b"one" and list(tmp_path.iterdir()) == [path]


def test_a_second_build_of_a_set_waits_for_the_first_and_takes_its_file(folder):
    path = folder / "makruk" / "KR-K.none.ending"
    waiting, told, built = threading.Event(), [], []

    def report(done):
        told.append(done)
        if done.waits:
            waiting.set()

    second = threading.Thread(target=lambda: built.append(build_with_needed(RULES, ROOK, threads=1, report=report)))
    with alone(path, lambda: None):
        second.start()
        assert waiting.wait(60)
        LayeredBuilder(RULES, ROOK, "none", threads=1).build()
        written = path.stat().st_ino
    second.join(60)
    assert built == [[]] and [one.name for one in told] == ["KR-K"] and path.stat().st_ino == written
    assert list((folder / "makruk").iterdir()) == [path]


def test_what_a_killed_build_left_aside_is_removed(folder):
    (folder / "makruk").mkdir()
    (folder / "makruk" / f"KR-K.none.ending.{os.getpid()}-00{ASIDE}").write_bytes(b"half")
    path = build_with_needed(RULES, ROOK, threads=1)[0]
    assert list((folder / "makruk").iterdir()) == [path] and EndingFile(path).about["set"] == "KR-K"
