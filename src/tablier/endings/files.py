"""Ending files: a header that can be read at once, then the values in compressed blocks, each with a checksum.

    TABLIER-ENDING 1\\n
    one line of JSON (what it is, how many of what, where the blocks are)\\n
    SHA-256 of the two lines before, as hexadecimal digits\\n
    the blocks, one after the other

A file is written beside its place under a name of its own and moved there when it is complete: no reader meets half a file, no two
writers the same one, and nothing of it stays where writing fails.
"""

import hashlib
import json
import logging
import lzma
import os
import shutil
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.files import replacing

logger = logging.getLogger(__name__)

MAGIC = b"TABLIER-ENDING"
FORMAT = 1
BLOCK = 1 << 16
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": BLOCK}]
BLOCKS_KEPT = 64
SUFFIX = ".ending"


class BadEnding(TablierError):
    """An ending file is damaged, or of another format."""


def user_folder() -> Path:
    """Where endings are built: `TABLIER_ENDINGS`, else beside the user's other data."""
    if chosen := os.environ.get("TABLIER_ENDINGS"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tablier" / "endings"


def shipped_folder() -> Path:
    """The endings that come with the package."""
    return Path(__file__).parent / "data"


def path_in(folder: Path, game: str, name: str, variant: str) -> Path:
    """Where the file of a set lies."""
    return folder / game / f"{name}.{variant}{SUFFIX}"


def find_file(game: str, name: str, variant: str) -> Path | None:
    """The file of a set, the user's own first; None where there is none."""
    paths = (path_in(folder, game, name, variant) for folder in (user_folder(), shipped_folder()))
    return next((path for path in paths if path.is_file()), None)


def files_of(game: str) -> Iterator[Path]:
    """The ending files of a game that are there, the user's own before the shipped ones."""
    seen = set()
    for folder in (user_folder(), shipped_folder()):
        for path in sorted((folder / game).glob(f"*{SUFFIX}")):
            if path.name not in seen:
                seen.add(path.name)
                yield path


def readable_files(game: str) -> Iterator["EndingFile"]:
    """The files of a game that can be read; the log names those that cannot."""
    for path in files_of(game):
        try:
            yield EndingFile(path)
        except BadEnding as error:
            logger.warning(error.say("en"))


def write_file(path: Path, about: Mapping[str, Any], slabs: Sequence[bytes | bytearray], *, threads: int = 0) -> int:
    """Write a file of these slabs; gives its size. The blocks wait on the disk for the header, which says where they are."""
    blocks: list[list[list[Any]]] = []
    with replacing(path) as out, TemporaryFile(dir=path.parent) as packed, ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for slab in slabs:
            view = memoryview(slab)
            blocks.append([])
            for block in pool.map(_compressed, (view[start : start + BLOCK] for start in range(0, len(view), BLOCK))):
                packed.write(block)
                blocks[-1].append([len(block), _sum(block)])
        lines = MAGIC + b" %d\n" % FORMAT
        lines += json.dumps({**about, "sizes": [len(slab) for slab in slabs], "blocks": blocks}, separators=(",", ":")).encode() + b"\n"
        out.write(lines + hashlib.sha256(lines).hexdigest().encode() + b"\n")
        packed.seek(0)
        shutil.copyfileobj(packed, out)
    return path.stat().st_size


def _compressed(block: memoryview) -> bytes:
    return lzma.compress(block, lzma.FORMAT_RAW, filters=FILTERS)


def _sum(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


class EndingFile:
    """A file of values: read whole, or byte by byte with some blocks kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            magic, about, digest = file.readline(64), file.readline(1 << 26), file.readline(80)
            self._start = file.tell()
        words = magic.split()
        if len(words) != 2 or words[0] != MAGIC:
            raise self._bad(Text("ce n'est pas un fichier de finales", "it is no ending file"))
        if words[1] != b"%d" % FORMAT:
            said = words[1][:8].decode("ascii", "replace")
            raise self._bad(Text(f"son format est {said}, pas {FORMAT}", f"its format is {said}, not {FORMAT}"))
        if hashlib.sha256(magic + about).hexdigest().encode() != digest.strip():
            raise self._bad(Text("son en-tête est abîmé", "its header is damaged"))
        self.about: dict[str, Any] = json.loads(about)
        told = path_in(Path(), self.about["game"], self.about["set"], self.about["variant"])
        if told != Path(path.parent.name, path.name):
            raise self._bad(Text(f"c'est le fichier {told}, sous un autre nom", f"it is the file {told} under another name"))
        self.sizes: list[int] = self.about.pop("sizes")
        self._blocks = list(self._places(self.about.pop("blocks")))
        self._kept: OrderedDict[tuple[int, int], bytes] = OrderedDict()

    def _places(self, blocks: list[list[tuple[int, str]]]) -> Iterator[list[tuple[int, int, str]]]:
        at = self._start
        for slab in blocks:
            places = []
            for length, digest in slab:
                places.append((at, length, digest))
                at += length
            yield places

    def expect(self, which: int, size: int) -> None:
        """Refuse a slab that was numbered in another way than positions are now."""
        if self.sizes[which] != size:
            raise self._bad(Text("ses positions sont numérotées autrement", "its positions are numbered in another way"))

    def slab(self, which: int) -> bytearray:
        """All values of a slab."""
        values = bytearray(self.sizes[which])
        with self.path.open("rb") as file:
            for number in range(len(self._blocks[which])):
                block = self._read(file.fileno(), which, number)
                values[number * BLOCK : number * BLOCK + len(block)] = block
        return values

    def value(self, which: int, number: int) -> int:
        """One value of a slab."""
        key = which, number // BLOCK
        if key not in self._kept:
            with self.path.open("rb") as file:
                self._kept[key] = self._read(file.fileno(), *key)
            if len(self._kept) > BLOCKS_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key][number % BLOCK]

    def _read(self, file: int, which: int, number: int) -> bytes:
        at, length, digest = self._blocks[which][number]
        data = os.pread(file, length, at)
        if _sum(data) != digest:
            raise self._bad(Text(f"son bloc {number} est abîmé", f"its block {number} is damaged"))
        return lzma.decompress(data, lzma.FORMAT_RAW, filters=FILTERS)

    def _bad(self, why: Text) -> BadEnding:
        return BadEnding(
            Text(
                f"{self.path} : {why.fr}. Effacez-le, puis reconstruisez avec « tablier endings build ».",
                f"{self.path}: {why.en}. Delete it, then build it again with 'tablier endings build'.",
            )
        )
