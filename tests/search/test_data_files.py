"""Files of lines that are sound though a program was stopped while it wrote one."""

import pytest

from tablier import TablierError
from tablier.search.data_files import LineFile


@pytest.mark.parametrize("before", ["", "one\n", "one\nhalf a li", "half a li"])
def test_a_line_that_was_cut_off_is_taken_away(tmp_path, before):
    path = tmp_path / "folder" / "lines"
    path.parent.mkdir()
    path.write_text(before, encoding="utf-8")
    with LineFile(path) as file:
        file.add("next")
    assert path.read_text(encoding="utf-8").splitlines() == [*(["one"] if before.startswith("one") else []), "next"]


def test_two_cannot_write_to_a_file_at_once(tmp_path):
    with LineFile(tmp_path / "lines") as first:
        first.add("one")
        with pytest.raises(TablierError, match="another command"):
            LineFile(tmp_path / "lines")
    with LineFile(tmp_path / "lines") as second:
        second.add("two")
    assert (tmp_path / "lines").read_text(encoding="utf-8") == "one\ntwo\n"
