"""Files of lines that programs add to, sound though a program was stopped in the middle of one."""

import mmap
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.files import named_errors

try:
    import fcntl
except ImportError:  # not on Windows: no lock there
    fcntl = None  # type: ignore[assignment]


class LineFile:
    """A file of lines to add to, locked against a second writer; a last line that was cut off is taken away."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file = path.open("a", encoding="utf-8")
        if not lock(self._file.fileno()):
            self._file.close()
            raise TablierError(
                Text(f"{path} : une autre commande y écrit en ce moment.", f"{path}: another command is writing to it right now.")
            )
        with path.open("rb+") as file:
            if size := file.seek(0, os.SEEK_END):
                with mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) as written:
                    whole = written.rfind(b"\n") + 1
                file.truncate(whole)

    def add(self, line: str) -> None:
        """Add a line, which other programs can read at once."""
        with named_errors(self.path):
            self._file.write(line + "\n")
            self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with named_errors(self.path):
            self._file.close()


def lock(file: int) -> bool:
    """Lock an open file until it is closed; False where another process has locked it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
