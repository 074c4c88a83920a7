"""Files that are no backups, or worse: each is refused in one sentence, in little memory, and leaves nothing behind."""

import asyncio
import gzip
import hashlib
import json
import re
import subprocess
import sys
import zlib

import pytest
from tests.server.test_backups import played, sqlite

from tablier.server.lifecycle import close_services, open_services
from tablier.server.ops.backup import backup
from tablier.server.services import Services
from tablier.server.settings import Settings
from tablier.server.storage.migrate import upgrade_schema

MEMORY = 1 << 30
"""Bytes of address space for restoring; importing the program takes half of it."""
RESIDENT = 300 << 20
"""Bytes that restoring may really use."""

RUN = """
import contextlib, io, json, pathlib, resource, sys
from tablier.cli.main import main
import tablier.server.ops.restore, alembic.command, aiosqlite
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
for path in sorted(pathlib.Path(sys.argv[2]).glob("*.bad")):
    said, code = io.StringIO(), 0
    target = path.with_suffix(".db")
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            main(["restore", str(path), "--database", f"sqlite+aiosqlite:///{target}", "--lang", "en"])
    except SystemExit as end:
        code = end.code
    except BaseException as error:
        code = repr(error)[:300]
    left = [other.name for other in path.parent.iterdir() if other.name.startswith(target.name)]
    print(json.dumps([path.stem, code, said.getvalue(), left]), flush=True)
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))  # not ru_maxrss, which a child inherits
print(int(peak.split()[1]) * 1024)
"""


def zeros(lead: bytes, size: int, fill: bytes = b" ") -> bytes:
    """A gzip file with `size` bytes of filling, packed without ever being in memory."""
    packer, packed = zlib.compressobj(wbits=31), [b""]
    packed.append(packer.compress(lead))
    packed.extend(packer.compress(fill * (1 << 20)) for _ in range(size >> 20))
    return b"".join([*packed, packer.flush()])


class Good:
    """The lines of a good backup, to be spoilt one way or another, with a checksum that is right again."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        lines = gzip.decompress(data).splitlines()
        self.header, self.rows = json.loads(lines[0]), [json.loads(line) for line in lines[1:-1]]

    def find(self, table):
        return next(i for i, (name, _) in enumerate(self.rows) if name == table)

    def sealed(self, *lines: bytes, header=None) -> bytes:
        body = b"".join(line + b"\n" for line in (json.dumps(header or self.header).encode(), *lines))
        return gzip.compress(body + json.dumps({"end": True, "sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n", 1)

    def lines(self, *changed: tuple[int, bytes]) -> list[bytes]:
        found = [json.dumps(row).encode() for row in self.rows]
        for at, line in changed:
            found[at] = line
        return found

    def with_line(self, line: bytes, table="player") -> bytes:
        return self.sealed(*self.lines((self.find(table), line)))

    def with_cell(self, table, column, value) -> bytes:
        at = self.find(table)
        return self.with_line(json.dumps([table, {**self.rows[at][1], column: value}]).encode(), table)

    def with_raw_cell(self, table, column, raw: bytes) -> bytes:
        at = self.find(table)
        return self.with_line(json.dumps([table, {**self.rows[at][1], column: "@@"}]).encode().replace(b'"@@"', raw), table)

    def without(self, table, column) -> bytes:
        cells = {name: value for name, value in self.rows[self.find(table)][1].items() if name != column}
        return self.with_line(json.dumps([table, cells]).encode(), table)


DEEP = b"[" * 100_000 + b"]" * 100_000
HOSTILE = {
    "empty": (lambda good: b"", "not a Tablier backup"),
    "empty-packed": (lambda good: gzip.compress(b""), "not a Tablier backup"),
    "not-packed": (lambda good: gzip.decompress(good.data), "damaged"),
    "text": (lambda good: b"hello", "damaged"),
    "cut": (lambda good: good.data[: len(good.data) // 2], "damaged"),
    "cut-by-a-byte": (lambda good: good.data[:-1], "damaged"),
    "more-after": (lambda good: good.data + gzip.compress(b"[]\n"), "nothing is expected after"),
    "garbage-after": (lambda good: good.data + b"garbage", "damaged"),
    "wrong-crc": (lambda good: good.data[:-8] + b"\0" * 8, "damaged"),
    "one-line-of-spaces": (lambda good: zeros(b"", 500 << 20), "Line 1: a line has at most 4 MB"),
    "one-line-of-text": (
        lambda good: zeros(json.dumps(good.header).encode() + b'\n["player", {"id": "', 500 << 20, b"x"),
        "Line 2: a line has",
    ),
    "million-empty-lines": (lambda good: zeros(json.dumps(good.header).encode() + b"\n", 64 << 20, b"\n"), "Line 2: this is no JSON"),
    "no-header": (lambda good: good.sealed(*good.lines()[1:], header=good.rows[0]), "not a Tablier backup"),
    "header-is-deep": (lambda good: gzip.compress(DEEP + b"\n"), "not a Tablier backup"),
    "header-of-another": (lambda good: gzip.compress(b'{"tablier": "record"}\n'), "not a Tablier backup"),
    "header-without-shape": (lambda good: good.sealed(header={"tablier": "backup", "format": 1}), "another version"),
    "header-with-long-shape": (lambda good: good.sealed(header={**good.header, "shape": "9" * 100_000}), "another version"),
    "header-with-format-true": (lambda good: good.sealed(header={**good.header, "format": [1]}), "another version"),
    "header-without-rows": (lambda good: good.sealed(header={k: v for k, v in good.header.items() if k != "rows"}), "Line 1: the number"),
    "header-with-rows-as-text": (
        lambda good: good.sealed(header={**good.header, "rows": dict.fromkeys(good.header["rows"], "1")}),
        "Line 1",
    ),
    "header-with-negative-rows": (
        lambda good: good.sealed(header={**good.header, "rows": dict.fromkeys(good.header["rows"], -1)}),
        "Line 1",
    ),
    "header-with-unknown-table": (
        lambda good: good.sealed(*good.lines(), header={**good.header, "rows": {**good.header["rows"], "x": 0}}),
        "Line 1",
    ),
    "header-promises-more": (
        lambda good: good.sealed(*good.lines(), header={**good.header, "rows": {**good.header["rows"], "player": 10**30}}),
        "rows of player are missing",
    ),
    "header-promises-less": (
        lambda good: good.sealed(*good.lines(), header={**good.header, "rows": dict.fromkeys(good.header["rows"], 0)}),
        "Line 2: more rows of",
    ),
    "rows-missing": (lambda good: good.sealed(*good.lines()[:-1]), "rows of .* are missing"),
    "wrong-checksum": (lambda good: gzip.compress(gzip.decompress(good.data).replace(b"Anna", b"Anne")), "checksum"),
    "no-end": (lambda good: gzip.compress(b"\n".join(gzip.decompress(good.data).splitlines()[:-1])), "damaged"),
    "two-headers": (lambda good: good.sealed(json.dumps(good.header).encode(), *good.lines()), "checksum"),
    "unknown-table": (lambda good: good.with_line(b'["sqlite_master", {"name": 1}]'), "there is no table 'sqlite_master'"),
    "long-table": (lambda good: good.with_line(json.dumps(["x" * 100_000, {}]).encode()), "there is no table"),
    "unknown-column": (lambda good: good.with_cell("player", "admin", True), "player has no column 'admin'"),
    "missing-column": (lambda good: good.without("player", "name"), "player.name is missing"),
    "row-is-a-number": (lambda good: good.with_line(b"7"), "a table and its values"),
    "row-is-a-text": (lambda good: good.with_line(b'"player"'), "a table and its values"),
    "row-with-three": (lambda good: good.with_line(b'["player", {}, {}]'), "a table and its values"),
    "row-of-a-list": (lambda good: good.with_line(b'["player", ["id"]]'), "a table and its values"),
    "table-is-a-list": (lambda good: good.with_line(b'[["player"], {}]'), "a table and its values"),
    "deep-row": (lambda good: good.with_line(DEEP), "no JSON|a table and its values"),
    "deep-object": (lambda good: good.with_line(b'{"a":' * 100_000 + b"1" + b"}" * 100_000), "no JSON|checksum"),
    "deep-cell": (lambda good: good.with_raw_cell("player", "name", DEEP), "no JSON|player.name is not a text"),
    "wide-row": (lambda good: good.with_line(b"[" + b"{}," * 1_300_000 + b"0]"), "a table and its values"),
    "duplicate-key": (lambda good: good.with_raw_cell("player", "name", b'"a", "name": "b"'), "no JSON"),
    "same-row-twice": (
        lambda good: good.sealed(
            *good.lines(),
            good.lines()[good.find("player")],
            header={**good.header, "rows": {**good.header["rows"], "player": good.header["rows"]["player"] + 1}},
        ),
        "Two rows of the backup have the same key",
    ),
    "invalid-utf8": (lambda good: good.with_raw_cell("player", "name", b'"\xff\xfe"'), "no JSON"),
    "utf16": (lambda good: good.with_line('["player", {}]'.encode("utf-16-le").replace(b"\n", b"")), "no JSON"),
    "nul-in-a-text": (lambda good: good.with_cell("player", "name", "a\0b"), "player.name is not a text"),
    "half-a-surrogate": (lambda good: good.with_cell("player", "name", "\ud800"), "player.name is not a text"),
    "text-too-long": (lambda good: good.with_cell("player", "name", "x" * 41), "player.name is not a text"),
    "number-as-text": (lambda good: good.with_cell("player", "name", 7), "player.name is not a text"),
    "object-as-text": (lambda good: good.with_cell("player", "name", {"a": 1}), "player.name is not a text"),
    "null-where-none-may-be": (lambda good: good.with_cell("player", "name", None), "player.name is not a text"),
    "text-as-number": (lambda good: good.with_cell("player", "created", "1"), "player.created is not an integer"),
    "float-as-integer": (lambda good: good.with_cell("player", "created", 1.5), "player.created is not an integer"),
    "float-as-id": (lambda good: good.with_cell("player", "id", 1.0), "player.id is not a text"),
    "true-as-integer": (lambda good: good.with_cell("seat", "seat", True), "seat.seat is not an integer"),
    "one-as-true": (lambda good: good.with_cell("player", "bot", 1), "player.bot is not true or false"),
    "integer-above-64-bits": (lambda good: good.with_cell("player", "created", 2**63), "player.created is not an integer"),
    "integer-above-32-bits": (lambda good: good.with_cell("seat", "seat", 2**31), "seat.seat is not an integer"),
    "integer-of-a-million-digits": (lambda good: good.with_raw_cell("player", "created", b"9" * 1_000_000), "no JSON"),
    "nan": (lambda good: good.with_raw_cell("player", "created", b"NaN"), "no JSON"),
    "infinite": (lambda good: good.with_raw_cell("player", "created", b"1e999"), "player.created is not an integer"),
    "not-base64": (lambda good: good.with_cell("table_event", "body", "***"), "table_event.body is not what"),
    "body-is-no-event": (lambda good: good.with_cell("table_event", "body", "e30="), "table_event.body is not what"),
    "body-is-deep": (lambda good: good.with_cell("table_event", "body", "W1tb" * 50_000), "table_event.body is not what"),
    "unknown-state": (lambda good: good.with_cell("game_table", "state", "lost"), "game_table.state is not"),
    "ranks-are-words": (lambda good: good.with_cell("game_table", "ranks", "a-b"), "game_table.ranks is not"),
    "settings-are-no-json": (lambda good: good.with_cell("player", "settings", "{"), "player.settings is not"),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good")

    async def fill():
        services = Services(Settings(folder, workers=0))
        await upgrade_schema(services.database)
        await open_services(services)
        await played(services, "makyek", 2)
        await close_services(services)
        await backup(sqlite(folder / "tablier.db"), folder / "copy")

    asyncio.run(fill())
    return Good((folder / "copy").read_bytes())


@pytest.fixture(scope="module")
def restored(good, tmp_path_factory):
    """What restoring says to each file, all in one process whose memory is bounded, and the most memory it used."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, (make, _) in HOSTILE.items():
        (folder / f"{name}.bad").write_bytes(make(good))
    (folder / "whole.bad").write_bytes(good.sealed(*good.lines()))
    done = subprocess.run([sys.executable, "-c", RUN, str(MEMORY), str(folder)], capture_output=True, text=True, check=False, timeout=600)
    *lines, memory = done.stdout.splitlines() or [""]
    assert done.returncode == 0, done.stderr[-2000:]
    return {name: (code, said, left) for name, code, said, left in map(json.loads, lines)}, int(memory)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_sentence_and_leaves_nothing(restored, name):
    code, said, left = restored[0][name]
    assert (code, left) == (1, [])
    assert re.search(HOSTILE[name][1], said), said
    assert len(said.splitlines()) == 1 and len(said) < 400


def test_a_sound_file_made_the_same_way_is_restored(restored):
    code, said, left = restored[0]["whole"]
    assert code == 0 and left == ["whole.db"], said


def test_memory_is_bounded(restored):
    assert restored[1] < RESIDENT
