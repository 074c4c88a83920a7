"""`tablier backup`, `restore`, `audit` and `worker`: what they say and the codes they exit with."""

import asyncio

import pytest
from tests.server.test_keeping import changed, filled, sqlite

from tablier.server.store.database import Database
from tablier.server.store.migrating import prepare
from tablier.server.store.schema import tables


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
        await prepare(database)
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
