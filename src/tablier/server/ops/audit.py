"""The audit: replays every stored game by the current rules. A difference is a bug of now or then; it is reported, never repaired."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import msgspec
from sqlalchemy import func, select

from tablier.api.frames import ending_of
from tablier.api.primitives import BoardEvent, board_event
from tablier.api.tables import AnyTableEvent, Created, Declared, Ended, Moved
from tablier.core.actors import CHANCE
from tablier.core.errors import TablierError
from tablier.core.record import result_text
from tablier.core.text import Text
from tablier.server.storage.database import Database
from tablier.server.storage.log import Log, LogEntry
from tablier.server.storage.schema import tables
from tablier.server.tables.dice import commitment_of, draw
from tablier.server.tables.live_table import decode_event
from tablier.server.tables.state import Table, fold, new_table

PAGE = 100


@dataclass(frozen=True)
class Difference:
    """A log entry that the current rules contradict: its table, its version, and how."""

    table: str
    version: int
    what: Text


@dataclass(frozen=True)
class TableRow:
    """The columns of a stored table that are compared with its log."""

    id: str
    state: str
    ranks: str | None
    seed: bytes | None


@dataclass(frozen=True)
class Audited:
    """The result for one table, and how many of all tables are done."""

    table: str
    done: int
    tables: int
    differences: tuple[Difference, ...]


async def audit(database: Database, after: str = "") -> AsyncIterator[Audited]:
    """Replay every stored table whose id comes after `after`, in the order of ids."""
    log, last, done = Log(database), after, 0
    async with database.read(bounded=False) as connection:
        count = await connection.scalar(select(func.count()).select_from(tables).where(tables.c.id > after)) or 0
    while True:
        page = select(tables).where(tables.c.id > last).order_by(tables.c.id).limit(PAGE)
        async with database.read(bounded=False) as connection:
            rows = [TableRow(row.id, row.state, row.ranks, row.seed) for row in await connection.execute(page)]
        if not rows:
            return
        for row in rows:
            done += 1
            yield Audited(row.id, done, max(count, done), tuple(replay(row, await log.read(row.id))))
        last = rows[-1].id


def replay(row: TableRow, entries: list[LogEntry]) -> Iterator[Difference]:
    """The differences at one table. Stops at one that leaves no position to continue from."""
    table: Table | None = None
    version = 0
    try:
        for entry in entries:
            version += 1
            if entry.version != version:
                yield Difference(row.id, version, Text("il manque une ligne du journal", "a line of the log is missing"))
                return
            event = decode_event(entry.body)
            if table is None:
                table = _create(row, entry, event)
            else:
                after = fold(table, event, entry.at)
                yield from (Difference(row.id, version, what) for what in _compare(table, after, event, row.seed))
                table = after
    except (TablierError, msgspec.MsgspecError, ValueError, LookupError) as error:
        text = error.text if isinstance(error, TablierError) else Text(str(error), str(error))
        yield Difference(row.id, version, text)
        return
    if table is None:
        yield Difference(row.id, 0, Text("le journal est vide", "the log is empty"))
        return
    ranks = result_text(table.match.outcome) if table.state == "over" and table.ending is not None else None
    if (table.state, ranks) != (row.state, row.ranks):
        stored, found = f"{row.state} {row.ranks or '*'}", f"{table.state} {ranks or '*'}"
        what = Text(f"la liste dit « {stored} », le journal « {found} »", f"the list says '{stored}', the log '{found}'")
        yield Difference(row.id, version, what)


def _create(row: TableRow, entry: LogEntry, event: AnyTableEvent) -> Table:
    if not isinstance(event, Created):
        raise ValueError("the log does not begin with the creation of the table")
    if event.commitment is not None and row.seed is not None and commitment_of(row.seed) != event.commitment:
        raise TablierError(Text("la graine du dé n'est pas celle d'abord annoncée", "the seed of the dice is not the one first announced"))
    return new_table(row.id, entry.at, event)


def _compare(table: Table, after: Table, event: AnyTableEvent, seed: bytes | None) -> Iterator[Text]:
    """What the current rules contradict in an event that led from one state to the next."""
    match event:
        case Moved(text, seat):
            actor = table.match.actor
            if actor is CHANCE and seed is not None:
                yield from _compare_roll(table, text, seed)
            if (None if actor is CHANCE else actor) != seat:
                yield Text(f"{text} : c'était à {actor}, pas à {seat}", f"{text}: it was {actor}'s turn, not {seat}'s")
            table.game.read(table.match.position, text)  # raises if the current rules refuse it
        case Ended(ending) if ending is not None:
            now = ending_of(table.game, table.match.outcome) if table.match.outcome else None
            if now is None or (now.ranks, now.clause) != (ending.ranks, ending.clause):
                stored = f"{ending.ranks} {ending.clause}"
                found = f"{now.ranks} {now.clause}" if now else "*"
                yield Text(f"la fin était {stored}, elle serait {found}", f"the end was {stored}, it would be {found}")
    if isinstance(event, Moved | Declared):
        played = after.match.entries[-1]
        yield from _compare_events(played.text, event.events, tuple(map(board_event, played.step.events)))


def _compare_events(text: str, stored: tuple[BoardEvent, ...], found: tuple[BoardEvent, ...]) -> Iterator[Text]:
    if stored != found:
        was, now = (msgspec.json.encode(events).decode()[:300] for events in (stored, found))
        yield Text(f"{text} faisait {was}, et ferait {now}", f"{text} did {was}, and would do {now}")


def _compare_roll(table: Table, text: str, seed: bytes) -> Iterator[Text]:
    game, pos = table.game, table.match.position
    drawn = game.write(pos, draw(game, pos, seed, table.id, table.play.rolls + 1, table.nonces))
    if drawn != text:
        yield Text(f"le dé {text} serait {drawn} d'après la graine", f"the roll {text} would be {drawn} by the seed")
