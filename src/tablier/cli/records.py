"""Records in files: read in our format or in those of others, written atomically."""

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tablier import read_record, write_json, write_text
from tablier.adapters.records import FORMATS, AnnotatedMatch, Format, GameText, recognise, split_games
from tablier.cli.language import user_error
from tablier.cli.messages import common as m
from tablier.cli.view import AnyMatch
from tablier.core.game import OptionValue
from tablier.core.record import LONGEST

HEAD = 65_536
"""Bytes that tell the format of a file."""
OWN_FORMATS = ("tablier", "json")


def save_record(match: AnyMatch, name: str) -> None:
    """Write the match to a file, in the format that its name ends with; the old content stays until the new is complete."""
    suffix = _path(name).suffix.lower().removeprefix(".")
    write_file(name, [write_as(AnnotatedMatch(match), suffix if suffix in (*FORMATS, "json") else "tablier")])


def write_as(annotated: AnnotatedMatch, form: str) -> str:
    """A game as text: `tablier`, `json` or a format of others that has its game."""
    if form == "tablier":
        return write_text(annotated.match)
    if form == "json":
        return write_json(annotated.match) + "\n"
    rules = annotated.match.game
    if form not in rules.formats:
        raise user_error(m.NOT_WRITTEN_SO, game=rules.info.name, format=form, formats=", ".join((*OWN_FORMATS, *rules.formats)))
    return FORMATS[form].write(annotated)


def write_file(name: str, texts: Iterable[str]) -> None:
    """Write texts to a file one after the other; the old content stays until the new is complete."""
    path = _path(name)
    target = path.resolve() if path.is_symlink() else path
    if target.is_dir():
        raise user_error(m.IS_FOLDER, file=name)
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("x", encoding="utf-8") as out:
            out.writelines(texts)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(target)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


class RecordFile(NamedTuple):
    """The games of a file, each read when it is asked for: as texts in a format of others, or one in our own."""

    form: Format | None
    texts: Iterable[GameText]
    own: AnyMatch | None

    def games(self, options: Mapping[str, OptionValue] | None = None) -> Iterator[AnnotatedMatch]:
        """The games; the options chosen are those of records in a format of others, our own have theirs."""
        if self.own is not None:
            if options:
                raise user_error(m.OPTIONS_OF_RECORD)
            yield AnnotatedMatch(self.own)
        for text in self.texts:
            if self.form is not None:
                yield self.form.read(text, options)


@contextlib.contextmanager
def open_records(name: str) -> Iterator[RecordFile]:
    """The games of a file; `-` is the standard input."""
    with contextlib.nullcontext(sys.stdin.buffer) if name == "-" else _path(name).open("rb") as source:
        head = source.read(HEAD)
        head += source.readline(LONGEST)
        form = recognise(head.decode("utf-8", "replace"), name)
        if form is not None:
            yield RecordFile(form, split_games(chain(_lines(BytesIO(head)), _lines(source))), None)
            return
        try:
            own = read_record((head + source.read(4 * LONGEST)).decode("utf-8"))
        except UnicodeDecodeError as error:
            raise user_error(m.NOT_TEXT, file=name) from error
        yield RecordFile(None, (), own)


def load_record(name: str, number: int = 1, options: Mapping[str, OptionValue] | None = None) -> AnyMatch:
    """A match of a file, the first unless another number is asked for; `-` is the standard input."""
    with open_records(name) as file:
        if file.form is None:
            matches = [annotated.match for annotated in file.games(options)]
            if number == 1:
                return matches[0]
            raise user_error(m.NO_SUCH_GAME, number=number, file=name, games=1)
        count = 0
        for count, text in enumerate(file.texts, 1):
            if count == number:
                return file.form.read(text, options).match
        raise user_error(m.NO_SUCH_GAME, number=number, file=name, games=count)


def _lines(source: BinaryIO) -> Iterator[str]:
    """The lines of a file, none longer than a record may be; those that are not UTF-8 are taken for Latin-1, as old files are."""
    while line := source.readline(LONGEST + 1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            yield line.decode("latin-1")


def is_other_file(name: str) -> bool:
    """True for an existing file that is no record and must not be overwritten by mistake."""
    path = _path(name)
    if not path.exists():
        return False
    try:
        start = path.read_bytes()[:200].decode("utf-8", "replace").lstrip()
    except OSError:
        return False
    return start != "" and not start.startswith(("[Tablier", "{")) and recognise(start) is None


def exists(name: str) -> bool:
    """True when there is a file of that name."""
    return _path(name).exists()


def _path(name: str) -> Path:
    if not name or "\0" in name:
        raise user_error(m.NO_FILE_NAME)
    try:
        return Path(name).expanduser()
    except RuntimeError:  # no such user: the tilde is part of the name
        return Path(name)
