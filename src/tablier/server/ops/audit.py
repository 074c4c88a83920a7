"""The audit: every stored game replayed against today's rules. A difference is a bug of today or of then, and is told, never mended."""

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
    """Something that today's rules see otherwise: at which table, by which version of it, and what."""

    table: str
    version: int
    what: Text


@dataclass(frozen=True)
class Row:
    """What the list of tables tells of one."""

    id: str
    state: str
    ranks: str | None
    seed: bytes | None


@dataclass(frozen=True)
class Audited:
    """One table was replayed."""

    table: str
    done: int
    tables: int
    differences: tuple[Difference, ...]


async def audit(database: Database, after: str = "") -> AsyncIterator[Audited]:
    """Replay every stored table whose id comes after `after`, in the order of ids."""
    log, last, done = Log(database), after, 0
    async with database.read() as connection:
        count = await connection.scalar(select(func.count()).select_from(tables).where(tables.c.id > after)) or 0
    while True:
        page = select(tables).where(tables.c.id > last).order_by(tables.c.id).limit(PAGE)
        async with database.read() as connection:
            rows = [Row(row.id, row.state, row.ranks, row.seed) for row in await connection.execute(page)]
        if not rows:
            return
        for row in rows:
            done += 1
            yield Audited(row.id, done, max(count, done), tuple(replayed(row, await log.read(row.id))))
        last = rows[-1].id


def replayed(row: Row, lines: list[LogEntry]) -> Iterator[Difference]:
    """What differs at one table. After a difference that leaves no position to go on from, the rest is not looked at."""
    table: Table | None = None
    version = 0
    try:
        for line in lines:
            version += 1
            if line.version != version:
                yield Difference(row.id, version, Text("il manque une ligne du journal", "a line of the log is missing"))
                return
            happening = decode_event(line.body)
            if table is None:
                table = _laid(row, line, happening)
            else:
                after = fold(table, happening, line.at)
                yield from (Difference(row.id, version, what) for what in _compare(table, after, happening, row.seed))
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
        told, found = f"{row.state} {row.ranks or '*'}", f"{table.state} {ranks or '*'}"
        what = Text(f"la liste dit « {told} », le journal « {found} »", f"the list says '{told}', the log '{found}'")
        yield Difference(row.id, version, what)


def _laid(row: Row, line: LogEntry, happening: AnyTableEvent) -> Table:
    if not isinstance(happening, Created):
        raise ValueError("the log does not begin with the table being set")
    if happening.commitment is not None and row.seed is not None and commitment_of(row.seed) != happening.commitment:
        raise TablierError(Text("la graine du dé n'est pas celle d'abord annoncée", "the seed of the dice is not the one first announced"))
    return new_table(row.id, line.at, happening)


def _compare(table: Table, after: Table, happening: AnyTableEvent, seed: bytes | None) -> Iterator[Text]:
    """What today's rules see otherwise in an event that led from one state to the next."""
    match happening:
        case Moved(text, seat):
            actor = table.match.actor
            if actor is CHANCE and seed is not None:
                yield from _die(table, text, seed)
            if (None if actor is CHANCE else actor) != seat:
                yield Text(f"{text} : c'était à {actor}, pas à {seat}", f"{text}: it was {actor}'s turn, not {seat}'s")
            table.game.read(table.match.position, text)  # raises what today's rules say against it
        case Ended(ending) if ending is not None:
            now = ending_of(table.game, table.match.outcome) if table.match.outcome else None
            if now is None or (now.ranks, now.clause) != (ending.ranks, ending.clause):
                told = f"{ending.ranks} {ending.clause}"
                found = f"{now.ranks} {now.clause}" if now else "*"
                yield Text(f"la fin était {told}, elle serait {found}", f"the end was {told}, it would be {found}")
    if isinstance(happening, Moved | Declared):
        entry = after.match.entries[-1]
        yield from _events(entry.text, happening.events, tuple(map(board_event, entry.step.events)))


def _events(text: str, told: tuple[BoardEvent, ...], found: tuple[BoardEvent, ...]) -> Iterator[Text]:
    if told != found:
        was, now = (msgspec.json.encode(events).decode()[:300] for events in (told, found))
        yield Text(f"{text} faisait {was}, et ferait {now}", f"{text} did {was}, and would do {now}")


def _die(table: Table, text: str, seed: bytes) -> Iterator[Text]:
    game, pos = table.game, table.match.position
    drawn = game.write(pos, draw(game, pos, seed, table.id, table.play.rolls + 1, table.nonces))
    if drawn != text:
        yield Text(f"le dé {text} serait {drawn} d'après la graine", f"the roll {text} would be {drawn} by the seed")
