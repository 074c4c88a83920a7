"""`tablier serve`, `backup`, `restore`, `audit` and `worker`: output and exit codes."""

import asyncio
import socket

import pytest
from tests.server.test_backups import changed, filled, sqlite
from tests.support.services import free_port

from tablier.server.storage.database import Database
from tablier.server.storage.migrate import upgrade_schema
from tablier.server.storage.schema import tables


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("library")
    filled(sqlite(place / "tablier.db"), place)
    return place


def test_a_library_is_copied_and_brought_back(tablier, folder, tmp_path):
    copy = tmp_path / "copie"
    done = tablier("backup", "--folder", str(folder), str(copy))
    assert done.code == 0 and str(copy) in done.out.replace("\n", "")
    again = tablier("backup", "--folder", str(folder), str(copy))
    assert again.code == 1 and "existe déjà" in again.err
    done = tablier("restore", "--folder", str(tmp_path / "again"), str(copy), "--lang", "en")
    assert done.code == 0 and "Everything is back" in done.out
    assert "not empty" in tablier("restore", "--folder", str(tmp_path / "again"), str(copy), "--lang", "en").err
    assert tablier("audit", "--folder", str(tmp_path / "again")).code == 0


def test_what_is_not_there_is_said_without_a_traceback(tablier, tmp_path):
    for words in (["backup", "x"], ["audit"], ["restore", str(tmp_path / "nothing")]):
        done = tablier(*words, "--folder", str(tmp_path / "empty"))
        assert done.code == 1 and done.err.strip() and "Traceback" not in done.err


def test_the_audit_says_how_many_and_exits_with_3_when_something_differs(tablier, folder, tmp_path):
    done = tablier("audit", "--folder", str(folder))
    assert done.code == 0 and "Tables rejouées : 4. Différences : 0." in done.out
    assert "Tables rejouées : 0." in tablier("audit", "--folder", str(folder), "--after", "zzz").out
    tablier("backup", "--folder", str(folder), str(tmp_path / "copy"))
    tablier("restore", "--folder", str(tmp_path), str(tmp_path / "copy"))
    url = sqlite(tmp_path / "tablier.db")
    changed(url, tables.update().where(tables.c.state == "over").values(ranks="9-9"))
    done = tablier("audit", "--folder", str(tmp_path), "--lang", "en")
    assert done.code == 3 and "Differences: 1." in done.out and "the list says 'over 9-9'" in done.out.replace("\n", " ")


def test_an_empty_library_differs_in_nothing(tablier, tmp_path):
    async def make():
        database = Database(sqlite(tmp_path / "tablier.db"))
        await upgrade_schema(database)
        await database.close()

    asyncio.run(make())
    assert tablier("audit", "--folder", str(tmp_path)).code == 0


def test_a_worker_needs_an_address_and_a_token(tablier, monkeypatch):
    monkeypatch.delenv("TABLIER_WORKER_TOKEN", raising=False)
    done = tablier("worker", "--server", "example.org", "--token", "x")
    assert done.code == 1 and "http://" in done.err
    done = tablier("worker", "--server", "http://127.0.0.1:1")
    assert done.code == 1 and "TABLIER_WORKER_TOKEN" in done.err
    assert tablier("worker").code == 2


NOWHERE = "127.0.0.1:1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--folder", "{file}/under"], "Cannot write in"),
        (["--host", "203.0.113.7"], "Cannot listen on 203.0.113.7"),
        (["--database", "nonsense"], "begins with sqlite+aiosqlite:///"),
        (["--database", "mysql://x/y"], "or postgresql+asyncpg://"),
        (["--database", "postgresql://x/y"], "or postgresql+asyncpg://"),
        (["--database", f"postgresql+asyncpg://tablier@{NOWHERE}/x"], "The database does not answer"),
        (["--database", "sqlite+aiosqlite:///{file}"], "file is not a database"),
        (["--database", "sqlite+aiosqlite:///{file}/under/x.db"], "unable to open database file"),
        (["--bus", "nonsense"], "redis://host:6379/0"),
        (["--bus", "redis://127.0.0.1:port/0"], "redis://host:6379/0"),
        (["--bus", f"redis://{NOWHERE}/0"], "Redis does not answer"),
        (["--public-url", "games.example.org"], "begins with http://"),
    ],
)
def test_a_server_that_cannot_begin_says_why_in_one_sentence(tablier, tmp_path, words, said):
    file = tmp_path / "file"
    file.write_text("no database, and long enough for a header " * 10)
    given = [word.replace("{file}", str(file)) for word in words]
    folder = [] if "--folder" in words else ["--folder", str(tmp_path / "library")]
    done = tablier("serve", *folder, *given, "--engines", "0", "--port", str(free_port()), "--lang", "en")
    assert done.code == 1 and said in done.err.replace("\n", " ") and len(done.err.strip().splitlines()) <= 3
    assert "Traceback" not in done.err and not done.out


def test_a_port_that_is_taken_is_told(tablier, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = tablier("serve", "--folder", str(tmp_path), "--port", str(taken.getsockname()[1]), "--lang", "en")
    assert done.code == 1 and "choose another --port" in done.err and not done.out


@pytest.mark.parametrize("words", [["--port", "0"], ["--port", "x"], ["--engines", "-1"], ["--folder"], ["games"]])
def test_options_that_are_none_are_refused(tablier, words):
    done = tablier("serve", *words)
    assert done.code == 2 and "Traceback" not in done.err


def test_a_secret_that_is_too_short_is_refused(tablier, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_SECRET", "short")
    done = tablier("serve", "--folder", str(tmp_path), "--lang", "en")
    assert done.code == 1 and "at least 32 characters" in done.err
