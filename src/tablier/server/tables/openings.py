"""The openings of the library's own games: one row for each move of an early position, by who played, level, month and winner.

Games that are over are counted a moment later, each exactly once: the row of its table says so in the same transaction. Counted are
games by standard options from the opening, that came to a result, under the rules of today.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tablier.api.openings import OpeningPlayers, OpeningResults
from tablier.api.tables import AnyTableEvent, Created, Declared, Moved, Player, Replaced, Sat, TookBack
from tablier.core.actors import CHANCE
from tablier.core.errors import TablierError
from tablier.games import game
from tablier.openings.book import has_standard_options
from tablier.openings.keys import position_key
from tablier.server.storage.database import Database
from tablier.server.storage.schema import openings, table_events, tables
from tablier.server.storage.statements import Execute

log = structlog.get_logger("tablier.openings")
_decode = msgspec.json.Decoder(AnyTableEvent).decode
PLIES = 20
"""Moves of the seats that are counted of each game."""
LONGEST_MOVE = 80
PORTION = 20
"""Games that are looked for at a time."""
PAUSE = 0.02
"""Seconds between two games that are counted."""
STEP = 200
"""Points of rating that count as one level."""
FEW_PRIVATE = 3
"""Games of private tables are told of from this number on: fewer would disclose a single one."""
NO_WINNER = -1
KEYS = [column.name for column in openings.primary_key]
FINISHED = (
    select(tables.c.id, tables.c.private, tables.c.ranks, tables.c.from_position)
    .where(tables.c.state == "over", tables.c.counted.is_(False))
    .limit(PORTION)
)
EVENTS = select(table_events.c.at, table_events.c.body).where(table_events.c.table == bindparam("table")).order_by(table_events.c.version)
MARK = update(tables).where(tables.c.id == bindparam("table_id"), tables.c.counted.is_(False)).values(counted=True)


class Finished(NamedTuple):
    """A table whose game is over."""

    id: str
    private: bool
    ranks: str | None
    from_position: bool


class Filters(NamedTuple):
    """Which games are asked for: of these players, of at least this level, since a month (202611)."""

    players: OpeningPlayers | None = None
    level: int = 0
    since: int = 0


ALL = Filters()


class Openings:
    """Counts finished games, and tells how often each move was played."""

    def __init__(self, database: Database) -> None:
        self.database = database
        new = (sqlite if database.sqlite else postgresql).insert(openings)
        self._upsert = new.on_conflict_do_update(index_elements=KEYS, set_={"games": openings.c.games + new.excluded.games})
        """Insert a row, or add its games to those that are there."""

    async def read(self, name: str, key: str, filters: Filters = ALL) -> dict[str, OpeningResults]:
        """By move: the results of the games that went on from a position with it."""
        seats = len(game(name).seats)
        wanted = select(openings).where(openings.c.game == name, openings.c.position == key)
        if filters.players:
            wanted = wanted.where(openings.c.players == filters.players)
        if filters.level:
            wanted = wanted.where(openings.c.level >= filters.level)
        if filters.since:
            wanted = wanted.where(openings.c.month >= filters.since)
        async with self.database.read() as connection:
            rows = (await connection.execute(wanted)).all()
        counts: dict[tuple[str, bool], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for row in rows:
            counts[row.move, row.private][row.winner] += row.games
        told: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for (move, private), winners in counts.items():
            if not private or sum(winners.values()) >= FEW_PRIVATE:
                for winner, many in winners.items():
                    told[move][winner] += many
        return {
            move: OpeningResults(sum(winners.values()), tuple(winners.get(seat, 0) for seat in range(seats)), winners.get(NO_WINNER, 0))
            for move, winners in told.items()
        }

    async def count_finished(self) -> int:
        """Count some games that are over and were not counted yet, one after the other; how many there were.

        Each is replayed in the event loop (a millisecond) and written in a transaction of its own, with a pause after it. A thread that
        replays many at once would take the interpreter from the moves being played, and a long transaction the database.
        """
        found = [Finished(*row) for row in await self.database.fetch(FINISHED, {})]
        for table in found:
            counts = table.ranks and not table.from_position
            rows = _rows_of(table, await self.database.fetch(EVENTS, {"table": table.id})) if counts else []
            await self.database.transact(partial(self._record, table.id, rows))
            await asyncio.sleep(PAUSE)
        return len(found)

    def _record(self, table: str, rows: Sequence[dict[str, Any]], execute: Execute) -> None:
        if execute(MARK, {"table_id": table}).rowcount and rows:  # else another process has counted it meanwhile
            execute(self._upsert, rows)

    async def count_all(self) -> None:
        """Count all games that are over."""
        while await self.count_finished():
            pass


def _rows_of(table: Finished, entries: Sequence[tuple[int, bytes]]) -> list[dict[str, Any]]:
    """The rows that a finished game adds; none where it does not count."""
    try:
        return _count(table, entries)
    except TablierError as error:  # its game is not here any more, or has other rules
        log.warning("openings.not_counted", table=table.id, why=str(error))
        return []


def _count(table: Finished, entries: Sequence[tuple[int, bytes]]) -> list[dict[str, Any]]:
    events = [_decode(body) for _, body in entries]
    created = events[0]
    if not isinstance(created, Created):
        return []
    rules = game(created.plan.game, **created.plan.options)
    if not has_standard_options(rules) or created.rules != rules.info.version:
        return []
    players, level = _who(created, events)
    ended = datetime.fromtimestamp(entries[-1][0] / 1000, UTC)
    ranks = [int(rank) for rank in (table.ranks or "").split("-")]
    facts = {
        "game": rules.info.id,
        "players": players,
        "level": level,
        "month": 100 * ended.year + ended.month,
        "winner": ranks.index(1) if ranks.count(1) == 1 else NO_WINNER,
        "private": bool(table.private),
        "games": 1,
    }
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    pos = rules.start()
    for text in _moves(events):
        if text.startswith("!") or len(rows) >= PLIES or len(text) > LONGEST_MOVE:
            break
        if rules.turn(pos) is not CHANCE:
            key = position_key(rules, pos)
            rows[key, text] = {**facts, "position": key, "move": text}  # a move repeated in one game counts once
        pos = rules.apply(pos, rules.parse(text)).after
    return [rows[key] for key in sorted(rows)]  # in one order everywhere, so that two processes never wait for each other


def _moves(events: Sequence[AnyTableEvent]) -> list[str]:
    """The entries that stood in the end."""
    moves: list[str] = []
    for event in events:
        match event:
            case Moved(text) | Declared(text):
                moves.append(text)
            case TookBack(plies):
                del moves[len(moves) - plies :]
    return moves


def _who(created: Created, events: Sequence[AnyTableEvent]) -> tuple[OpeningPlayers, int]:
    """Who played, and at which level: the strongest of the engines; of people their mean rating in steps, 0 where one has none."""
    levels = [seat.level for seat in created.plan.seats if seat.kind == "engine"]
    seated: dict[int, Player] = {}
    for event in events:
        match event:
            case Sat(seat, player):
                seated[seat] = player
            case Replaced(seat, level, None):
                levels.append(level)
                seated.pop(seat, None)
    if levels:
        return ("mixed" if seated else "engines"), max(levels)
    ratings = [player.rating for player in seated.values()]
    if not ratings or None in ratings:
        return "people", 0
    mean = sum(rating for rating in ratings if rating is not None) / len(ratings)
    return "people", int(mean // STEP * STEP)
