"""Backups that come back into either database, and the audit that sees every difference."""

import asyncio
import gzip
import itertools
import json
import shutil

import msgspec
import pytest
from sqlalchemy import delete, select, update

from tablier import CHANCE, TablierError, game
from tablier.api.messages import Ack, GiveNonce, PlayMove, Resign
from tablier.api.tables import Moved, Player, SeatPlan, TablePlan
from tablier.server.lifecycle import close_services, open_services
from tablier.server.ops.audit import audit
from tablier.server.ops.backup import backup
from tablier.server.ops.restore import restore
from tablier.server.people.identity import Identity
from tablier.server.services import Services
from tablier.server.settings import Settings
from tablier.server.storage.database import Database
from tablier.server.storage.migrate import upgrade_schema
from tablier.server.storage.schema import metadata, table_events, tables
from tablier.server.tables.live_table import decode_event, encode

ANNA = Player("a" * 24, "Anna")
KEYS = itertools.count()


async def act(services, table, action):
    room = await services.registry.find(table)
    answer = await services.dispatcher.act(table, Identity(ANNA), f"k{next(KEYS)}", room.table.version, action)
    assert isinstance(answer, Ack), answer
    return room


async def played(services, name, moves, *, over=False):
    """A table at which one player has all seats."""
    room = await services.creator.create(TablePlan(name, (SeatPlan("you"),) * len(game(name).seats)), ANNA)
    table = room.table.id
    if room.table.awaited:
        await act(services, table, GiveNonce("anna"))
    for _ in range(moves):
        match = room.table.match
        while match.actor is CHANCE:  # the die is rolled once the move before it is stored
            await asyncio.sleep(0.001)
        await act(services, table, PlayMove(match.game.write(match.position, match.legal()[0])))
    if over:
        await act(services, table, Resign())
    return table


async def fill(url, folder):
    """A database with games that go on and games that are over."""
    services = Services(Settings(folder, database=url, workers=0))
    await upgrade_schema(services.database)
    await open_services(services)
    made = [
        await played(services, "makyek", 5),
        await played(services, "turkish", 4, over=True),
        await played(services, "mako", 12),
        await played(services, "mako", 8, over=True),
    ]
    await close_services(services)
    return made


def filled(url, folder):
    return asyncio.run(fill(url, folder))


async def everything(url):
    database = Database(url)
    async with database.read() as connection:
        found = {
            table.name: [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }
    await database.close()
    return found


def sqlite(path):
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A filled SQLite database, made once."""
    folder = tmp_path_factory.mktemp("shelf")
    return folder / "tablier.db", filled(sqlite(folder / "tablier.db"), folder)


@pytest.fixture
def library(shelf, tmp_path):
    """A copy of it and its tables."""
    shutil.copy(shelf[0], tmp_path / "tablier.db")
    return sqlite(tmp_path / "tablier.db"), shelf[1]


# -- backups ----------------------------------------------------------------------------------------------------------


def test_a_backup_comes_back_the_same_in_either_database_and_the_games_go_on(tmp_path, database_url, postgres):
    made = filled(database_url, tmp_path)
    copy, told = tmp_path / "copy.tablier", []
    rows = asyncio.run(backup(database_url, copy, lambda done, of: told.append((done, of))))
    assert told[-1] == (rows, rows) and copy.stat().st_mode & 0o777 == 0o600
    before = asyncio.run(everything(database_url))
    for target in (sqlite(tmp_path / "again.db"), postgres.database()):
        assert asyncio.run(restore(target, copy)) == rows
        assert asyncio.run(everything(target)) == before

        async def go_on(target=target):
            services = Services(Settings(tmp_path, database=target, workers=0))
            await open_services(services)
            room = await services.registry.find(made[0])
            assert len(room.table.match.entries) == 5
            match = room.table.match
            await act(services, made[0], PlayMove(match.game.write(match.position, match.legal()[0])))
            await close_services(services)

        asyncio.run(go_on())


def test_a_backup_overwrites_nothing_and_leaves_no_halves(tmp_path, library):
    copy = tmp_path / "copy"
    copy.write_text("mine")
    with pytest.raises(TablierError, match="exists already"):
        asyncio.run(backup(library[0], copy))
    assert copy.read_text() == "mine"

    def stumble(done, rows):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        asyncio.run(backup(library[0], tmp_path / "other", stumble))
    assert [path.name for path in tmp_path.iterdir() if "other" in path.name] == []


def test_a_mistyped_database_is_not_made(tmp_path):
    with pytest.raises(TablierError, match="There is no database"):
        asyncio.run(backup(sqlite(tmp_path / "nothing.db"), tmp_path / "copy"))
    assert list(tmp_path.iterdir()) == []


def test_only_an_empty_database_is_filled(tmp_path, library):
    asyncio.run(backup(library[0], tmp_path / "copy"))
    before = asyncio.run(everything(library[0]))
    with pytest.raises(TablierError, match="not empty"):
        asyncio.run(restore(library[0], tmp_path / "copy"))
    assert asyncio.run(everything(library[0])) == before


def _cut(data):
    return data[: len(data) // 2]


def _flip(data, at):
    where = int(at * len(data))
    return data[:where] + bytes([data[where] ^ 255]) + data[where + 1 :]


def _rewritten(change):
    def damage(data):
        return gzip.compress(b"".join(change(gzip.decompress(data).splitlines(keepends=True))))

    return damage


def _another_shape(lines):
    header = json.loads(lines[0])
    return [json.dumps({**header, "shape": "9999"}).encode() + b"\n", *lines[1:]]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_cut, "damaged"),
        *((lambda data, at=at: _flip(data, at), "damaged|Nothing was restored") for at in (0.2, 0.4, 0.5, 0.6, 0.8)),
        (lambda data: b"", "damaged|not a Tablier backup"),
        (lambda data: b"hello", "damaged"),
        (lambda data: gzip.compress(b"{}\n"), "not a Tablier backup"),
        (_rewritten(lambda lines: lines[:-1]), "damaged"),
        (_rewritten(lambda lines: [*lines[:3], *lines[4:]]), "damaged"),
        (_rewritten(lambda lines: [*lines, lines[3]]), "nothing is expected after"),
        (_rewritten(_another_shape), "another version"),
    ],
)
def test_what_is_damaged_changes_nothing(tmp_path, library, damage, said):
    asyncio.run(backup(library[0], tmp_path / "copy"))
    bad = tmp_path / "bad"
    bad.write_bytes(damage((tmp_path / "copy").read_bytes()))
    target = sqlite(tmp_path / "again.db")
    with pytest.raises(TablierError, match=said):
        asyncio.run(restore(target, bad))
    asyncio.run(restore(target, tmp_path / "copy"))
    assert asyncio.run(everything(target)) == asyncio.run(everything(library[0]))


# -- the audit --------------------------------------------------------------------------------------------------------


def audited(url, after=""):
    async def run():
        database = Database(url)
        seen = [one async for one in audit(database, after)]
        await database.close()
        return seen

    return asyncio.run(run())


def differences(url):
    return [(one.table, one.version, one.what.en) for seen in audited(url) for one in seen.differences]


def changed(url, *statements):
    async def run():
        database = Database(url)
        async with database.write() as connection:
            for statement in statements:
                await connection.execute(statement)
        await database.close()

    asyncio.run(run())


def log_of(url, table):
    async def run():
        database = Database(url)
        async with database.read() as connection:
            rows = (
                await connection.execute(select(table_events).where(table_events.c.table == table).order_by(table_events.c.version))
            ).all()
        await database.close()
        return {row.version: decode_event(row.body) for row in rows}

    return asyncio.run(run())


def rewrite(url, table, version, happening):
    here = (table_events.c.table == table, table_events.c.version == version)
    changed(url, update(table_events).where(*here).values(body=encode(happening)))


def moves_of(url, table, die=False):
    return {version: one for version, one in log_of(url, table).items() if isinstance(one, Moved) and (one.seat is None) == die}


def test_games_of_today_differ_in_nothing(database_url, tmp_path):
    made = filled(database_url, tmp_path)
    seen = audited(database_url)
    assert [one.table for one in seen] == sorted(made) and not any(one.differences for one in seen)
    assert (seen[-1].done, seen[-1].tables) == (4, 4)
    assert [one.table for one in audited(database_url, after=sorted(made)[1])] == sorted(made)[2:]


def test_a_move_that_is_no_longer_legal_is_told(library):
    url, (table, *_) = library
    version, move = list(moves_of(url, table).items())[1]
    rewrite(url, table, version, Moved("a1-h8", move.seat, move.events, move.said))
    assert [one[:2] for one in differences(url)] == [(table, version)]


def test_a_move_that_would_do_something_else_is_told(library):
    url, (table, *_) = library
    version, move = list(moves_of(url, table).items())[1]
    rewrite(url, table, version, Moved(move.text, move.seat, (), move.said))
    [(_, at, what)] = differences(url)
    assert at == version and what.startswith(f"{move.text} did []")


def test_a_die_that_was_turned_is_told(library):
    url, (_, _, table, _) = library
    version, roll = next(iter(moves_of(url, table, die=True).items()))
    other = next(f"={face}" for face in range(1, 7) if f"={face}" != roll.text)
    rewrite(url, table, version, Moved(other, None, roll.events, roll.said))
    assert (table, version, f"the roll {other} would be {roll.text} by the seed") in differences(url)


def test_another_seed_a_missing_line_and_another_result_are_told(library):
    url, (first, second, third, _) = library
    changed(
        url,
        update(tables).where(tables.c.id == third).values(seed=b"x" * 32),
        update(tables).where(tables.c.id == second).values(ranks="1-2-3"),
        delete(table_events).where(table_events.c.table == first, table_events.c.version == 4),
    )
    found = {table: (version, what) for table, version, what in differences(url)}
    assert set(found) == {first, second, third}
    assert found[first] == (4, "a line of the log is missing")
    assert "the list says 'over 1-2-3'" in found[second][1]
    assert found[third] == (1, "the seed of the dice is not the one first announced")


def test_a_game_that_left_the_library_is_told(library):
    url, (table, *_) = library
    created = log_of(url, table)[1]
    rewrite(url, table, 1, msgspec.structs.replace(created, plan=msgspec.structs.replace(created.plan, game="gone")))
    [(_, version, what)] = differences(url)
    assert version == 1 and "'gone' is not in the collection" in what
