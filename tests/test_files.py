"""Files that are whole or as they were."""

import errno
import os

import pytest

from tablier.files import write_whole


def test_a_file_is_whole_or_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "whole"
    write_whole(path, b"before")

    def full(descriptor):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full") as error:
        write_whole(path, b"after")
    assert error.value.filename == str(path)
    assert path.read_bytes() == b"before" and list(tmp_path.iterdir()) == [path]
