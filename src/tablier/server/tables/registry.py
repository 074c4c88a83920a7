"""All tables, as one process reaches them: those it owns it writes; for the others it asks their owner, or takes over from a dead one."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from sqlalchemy import bindparam, func, insert, select

from tablier.api.jobs import MoveResult
from tablier.api.messages import Ack, AnyAct, Nak, TakeSeat
from tablier.api.tables import AnyTableEvent, Created, Player, Resumed, Sat, TablePlan
from tablier.core.text import Text
from tablier.games import game as game_named
from tablier.server.engines.queue import Unplayable
from tablier.server.http.errors import Problem
from tablier.server.people.accounts import ensure_player
from tablier.server.storage.log import Append, Log, LogEntry
from tablier.server.storage.schema import seats as seats_table
from tablier.server.storage.schema import tables as tables_table
from tablier.server.tables import ownership as leases
from tablier.server.tables.acts import UNAVAILABLE, Writer, nak
from tablier.server.tables.clock import check_plan
from tablier.server.tables.cluster import ForwardedAct, ForwardedAnswer, LogRewritten, PresenceUpdate, read_letter, read_news
from tablier.server.tables.dice import SEED_BYTES, commitment_of, is_nonce
from tablier.server.tables.refusals import BAD_NONCE
from tablier.server.tables.room import Room, encode, happening_of
from tablier.server.tables.state import Table
from tablier.server.timestamps import now_ms

if TYPE_CHECKING:
    from tablier.server.people.auth import Identity
    from tablier.server.services import Services

log = structlog.get_logger("tablier.hub")
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that nobody confuses when a code is read out."""
LONGEST_NAME = 32
IDLE = 120_000
"""Milliseconds after which a table that nobody follows leaves the memory."""
TIDY = 10.0
"""Seconds between two times that the database is tidied: commits are slower meanwhile."""
BREATH = 0.01
"""Seconds between two tables that go on where another process left them, when nobody waits for it: first, everybody comes back."""
PATIENCE = 1.5
"""Seconds to wait for the owner of a table in another process."""
UNKNOWN = Text("Il n'y a pas de table à cette adresse.", "There is no table at this address.")
BUSY = Text("Trop de tables ouvertes : finissez-en quelques-unes.", "Too many tables at once: finish some first.")
BAD_KEY = Text("La clé k a de 1 à 64 caractères ASCII.", "The key k has 1 to 64 ASCII characters.")
BAD_LEVEL = Text("Les niveaux vont de 1 à 8.", "Levels go from 1 to 8.")
NEW_TABLE, NEW_SEATS = insert(tables_table), insert(seats_table)
TABLES_OF = (
    select(func.count())
    .select_from(seats_table.join(tables_table, seats_table.c.table == tables_table.c.id))
    .where(seats_table.c.player == bindparam("wanted"), tables_table.c.state != "over")
)


class TableRegistry:
    """The tables of the library, from where one process stands."""

    def __init__(self, services: "Services") -> None:
        self.services = services
        self.rooms: dict[str, Room] = {}
        self.log = Log(services.database, services.metrics.committed)
        self.leases = leases.Leases(services.database, services.name, alone=not services.bus.shared)
        self.writer = Writer(services)
        self._tidied = now_ms()
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._listening: dict[str, Callable[[bytes], None]] = {}
        self._asked: dict[str, asyncio.Future[Ack | Nak]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._to_resume: asyncio.Queue[Room] = asyncio.Queue()

    # -- coming and going ----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Show that this process is here, and look after tables that nobody looks after."""
        await self.leases.clear_up()
        await self.leases.beat()
        await self.services.bus.listen(f"p:{self.services.name}", self._letter)
        self._spawn(self._every_beat(self.leases.beat))
        self._spawn(self._every_beat(self._look_after))
        self._spawn(self._resume_one_by_one())
        self._spawn(self._every_beat(self.services.database.checkpoint, TIDY))

    async def close(self) -> None:
        """Finish what is being written, then hand the tables over."""
        stopped = tuple(self._tasks)
        for task in stopped:
            task.cancel()
        await asyncio.gather(*stopped, return_exceptions=True)  # one that was asking the database lets go of it
        deadline = now_ms() + 3_000
        while any(room.busy for room in self.rooms.values()) and now_ms() < deadline:
            await asyncio.sleep(0.01)
        for room in self.rooms.values():
            room.retire()
        await self.leases.release_all()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _every_beat(self, work: Callable[[], Coroutine[Any, Any, None]], seconds: float = leases.BEAT) -> None:
        while True:
            working = asyncio.ensure_future(work())
            try:
                await asyncio.shield(working)
            except asyncio.CancelledError:
                await asyncio.gather(working, return_exceptions=True)  # broken off, it would not give its connection back
                raise
            except Exception:
                log.exception("hub.beat")
            await asyncio.sleep(seconds)

    async def _look_after(self) -> None:
        """Take over what a dead process left, and forget what nobody needs."""
        for table in await self.leases.orphans():
            with suppress(Problem):
                room = await self.room(table)
                if room.epoch is None:
                    await self._take(room)
        for room in list(self.rooms.values()):
            if room.epoch is None and room.followers:
                held = await self.leases.look(room.table.id)
                if held is not None and not held.alive:
                    await self._take(room)
        await self._forget_idle()

    async def _forget_idle(self) -> None:
        if now_ms() < self._tidied + IDLE // 8:
            return
        self._tidied = now_ms()
        before = self._tidied - IDLE
        for table, room in list(self.rooms.items()):
            watched = room.epoch is not None and room.table.state == "playing" and room.table.watched
            if room.followers or room.busy or room.used >= before or watched:
                continue
            del self.rooms[table]
            room.retire()
            listener = self._listening.pop(table, None)
            if listener is not None:
                await self.services.bus.unlisten(f"t:{table}", listener)

    # -- setting a table -------------------------------------------------------------------------------------------

    async def create(self, plan: TablePlan, who: Player, players: Sequence[Player | None] = ()) -> Room:
        """Set a table. Whoever sets it takes the seats of kind "you"; a rematch brings its players along."""
        game = game_named(plan.game, **plan.options)
        plan = msgspec.structs.replace(plan, options=dict(game.options))
        _check_seats(plan, len(game.seats))
        check_plan(plan.clock)
        await self._not_too_many(who)
        await ensure_player(self.services.database, who)
        who = await self.services.ratings.shown(who, plan.game)
        table, code, now = _word(12), _word(8), now_ms()
        seed = secrets.token_bytes(SEED_BYTES) if game.dice else None
        created = Created(plan, who, game.info.version, commitment_of(seed) if seed else None)
        row = {
            "id": table,
            "game": plan.game,
            "state": "open",
            "private": plan.private,
            "rated": plan.rated,
            "code": code,
            "seed": seed,
            "host": who.id,
            "created": now,
            "updated": now,
            "ply": 0,
            "owner": self.services.name,
            "epoch": 1,
            "watch": False,
        }
        chairs = [{"table": table, "seat": seat, "player": None, "level": chair.level or None} for seat, chair in enumerate(plan.seats)]
        line = LogEntry(1, now, None, encode(created))
        await self.log.append(Append(table, 1, [line], before=[(NEW_TABLE, row), (NEW_SEATS, chairs)]))
        room = Room(Table.laid(table, now, created), [line], code=code, seed=seed, epoch=1)
        await self._listen(table, room)
        self.rooms[table] = room
        coming = players or [who if chair.kind == "you" else None for chair in plan.seats]
        nonce = plan.nonce if game.dice and not players else None
        sitting: list[AnyTableEvent] = [Sat(seat, player, nonce) for seat, player in enumerate(coming) if player is not None]
        await self.writer.in_turn(room, lambda: self.writer.write(room, sitting))
        return room

    async def _not_too_many(self, who: Player) -> None:
        ((count,),) = await self.services.database.fetch(TABLES_OF, {"wanted": who.id})
        if count >= self.services.settings.quotas.tables_per_player:
            raise Problem(429, "too_fast", BUSY)

    # -- finding a table --------------------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The room of a table, from memory or from its log; `Problem` 404 when there is none."""
        found = self.rooms.get(table)
        if found is not None:
            return found
        if not (table.isascii() and table.isalnum() and len(table) <= LONGEST_NAME):
            raise Problem(404, "unknown_table", UNKNOWN)  # not even the database is asked
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room:
        held = await self.leases.look(table)
        if held is None:
            raise Problem(404, "unknown_table", UNKNOWN)
        early: list[bytes] = []
        hear_early = early.append
        if self.services.bus.shared:
            await self.services.bus.listen(f"t:{table}", hear_early)
        lease = None if held.alive and held.owner != self.services.name else await self.leases.take(table)
        lines = await self.log.read_all(table)
        room = Room.replay(table, lines, code=held.code, seed=held.seed, epoch=lease.epoch if lease else None)
        await self._listen(table, room)
        if self.services.bus.shared:
            await self.services.bus.unlisten(f"t:{table}", hear_early)
        self.rooms[table] = room
        for data in early:
            self._news(room, data)
        if lease is not None:
            await self._resume(room, lease)
        return room

    async def _take(self, room: Room) -> None:
        """Become the owner of a table that is already in memory."""
        lease = await self.leases.take(room.table.id)
        if lease is None:
            return
        await self.catch_up(room)
        room.epoch = lease.epoch
        room.elsewhere.clear()
        log.info("table.taken", table=room.table.id, epoch=lease.epoch, gap=lease.gap)
        await self._resume(room, lease)

    async def _resume(self, room: Room, lease: leases.Lease) -> None:
        """Go on where another owner stopped: no clock ran meanwhile, and engines think again. At a table where nothing happens by itself
        there may only be an end to write down."""
        if not room.table.watched:
            self._to_resume.put_nowait(room)
            return
        clock, happened = room.table.clock, list[AnyTableEvent]()
        if lease.gap > 0 and clock.ticks and clock.running is not None:
            happened = [Resumed(min(lease.gap, max(0, now_ms() - clock.since)))]
        await self.writer.in_turn(room, lambda: self.writer.write(room, happened))

    async def _resume_one_by_one(self) -> None:
        while True:
            room = await self._to_resume.get()
            if room.epoch is not None:
                await self.writer.in_turn(room, partial(self.writer.write, room, []))
            await asyncio.sleep(BREATH)

    async def _listen(self, table: str, room: Room) -> None:
        if self.services.bus.shared:
            listener = self._listening[table] = lambda data: self._news(room, data)
            await self.services.bus.listen(f"t:{table}", listener)

    # -- what other processes tell ------------------------------------------------------------------------------------

    def _news(self, room: Room, data: bytes) -> None:
        news = read_news(data)
        if isinstance(news, PresenceUpdate):
            if news.process != self.services.name:
                room.elsewhere[news.process] = news.players
                room.presence_changed()
        elif isinstance(news, LogRewritten):
            if news.process != self.services.name:
                self._spawn(self._read_again(room))
        elif room.epoch is None and news.version > room.table.version:
            if news.version == room.table.version + 1 and not room.busy:
                room.happened(LogEntry(news.version, news.at, news.key, news.body), happening_of(news.body))
            else:
                room.post(lambda: self.catch_up(room))

    async def catch_up(self, room: Room) -> None:
        """Fold what the log has and this room has not."""
        for line in await self.log.read(room.table.id, room.table.version):
            if line.version == room.table.version + 1:
                room.happened(line, happening_of(line.body))

    async def renew(self, tables: Iterable[str]) -> None:
        """The log of these tables was written over: whoever has them in memory reads them anew, here before this returns."""
        for table in tables:
            if self.services.bus.shared:
                await self.services.bus.publish(f"t:{table}", encode(LogRewritten(self.services.name)))
            if table in self.rooms or table in self._loading:
                await self._read_again(await self.room(table))

    async def _read_again(self, room: Room) -> None:
        owned = room.epoch is not None

        async def work() -> None:
            await self.catch_up(room)
            room.read_again(await self.log.read(room.table.id, upto=room.table.version))

        await room.do(work)
        if owned and not room.retired:
            await self._take(room)

    def _letter(self, data: bytes) -> None:
        letter = read_letter(data)
        if isinstance(letter, ForwardedAct):
            self._spawn(self._oblige(letter))
            return
        waiting = self._asked.get(letter.id)
        if waiting is not None and not waiting.done():
            waiting.set_result(letter.answer)

    async def _oblige(self, letter: ForwardedAct) -> None:
        """Another process asks for something at a table that this one owns."""
        answer: Ack | Nak
        try:
            room = await self.room(letter.table)
            if room.epoch is None:
                answer = nak(letter.table, letter.k, "unavailable", UNAVAILABLE)
            elif letter.found is not None:
                answer = await self.writer.engine_move(room, letter.v, letter.found)
            else:
                assert letter.who is not None and letter.do is not None
                answer = await self.writer.act(room, letter.who, letter.k, letter.v, letter.do, letter.lag)
        except Problem as problem:
            answer = Nak(letter.table, letter.k, "unknown_table", problem.why)
        await self.services.bus.publish(f"p:{letter.back}", encode(ForwardedAnswer(letter.id, answer)))

    async def _ask_owner(self, room: Room, letter: ForwardedAct) -> Ack | Nak | None:
        """Ask the owner; None when there is no living one, and this process has taken over."""
        deadline = now_ms() + leases.DEAD + 3_000
        while now_ms() < deadline:
            held = await self.leases.look(room.table.id)
            if held is None or not held.alive:
                await self._take(room)
            if room.epoch is not None or held is None:
                return None
            answer = await self._write_to(str(held.owner), letter)
            if answer is not None and not (isinstance(answer, Nak) and answer.code == "unavailable"):
                return answer
            await asyncio.sleep(0.1)
        return nak(letter.table, letter.k, "unavailable", UNAVAILABLE)

    async def _write_to(self, process: str, letter: ForwardedAct) -> Ack | Nak | None:
        waiting: asyncio.Future[Ack | Nak] = asyncio.get_running_loop().create_future()
        self._asked[letter.id] = waiting
        try:
            await self.services.bus.publish(f"p:{process}", encode(letter))
            return await asyncio.wait_for(waiting, PATIENCE)
        except TimeoutError:
            return None
        finally:
            del self._asked[letter.id]

    # -- acting ---------------------------------------------------------------------------------------------------------

    async def act(self, table: str, who: "Identity", k: str, v: int, deed: AnyAct, *, lag: int = 0, code: str | None = None) -> Ack | Nak:
        """Do something at a table, wherever it is written. When this says ack, it is kept for good."""
        begun = time.perf_counter()
        answer = await self._act(table, who, k, v, deed, lag, code)
        self.services.metrics.answered(deed, answer, time.perf_counter() - begun)
        return answer

    async def _act(self, table: str, who: "Identity", k: str, v: int, deed: AnyAct, lag: int, code: str | None) -> Ack | Nak:
        try:
            room = await self.room(table)
        except Problem as problem:
            return Nak(table, k, "unknown_table", problem.why)
        if not room.may_see(who, code):
            return nak(table, k, "unknown_table", UNKNOWN)
        if not (0 < len(k) <= 64 and k.isascii() and k.isprintable()):
            return nak(table, k[:64], "bad_request", BAD_KEY)
        player = who.player
        if isinstance(deed, TakeSeat):
            await ensure_player(self.services.database, player)
            player = await self.services.ratings.shown(player, room.table.plan.game)
        if room.epoch is None:
            answer = await self._ask_owner(room, ForwardedAct(_word(12), self.services.name, table, player, k, v, deed, lag=lag))
            if answer is not None:
                return answer
        return await self.writer.act(room, player, k, v, deed, lag)

    async def engine_move(self, table: str, version: int, found: MoveResult) -> bool:
        """An engine has thought about version `version` of a table; False when that is no longer asked, `Unplayable` when the law
        refuses its move. `Problem` 503: ask again."""
        try:
            room = await self.room(table)
        except Problem:
            return False
        answer: Ack | Nak | None = None
        if room.epoch is None:
            answer = await self._ask_owner(room, ForwardedAct(_word(12), self.services.name, table, None, "", version, found=found))
        if answer is None:
            answer = await self.writer.engine_move(room, version, found)
        if isinstance(answer, Nak) and answer.code == "unavailable":
            raise Problem(503, "unavailable", UNAVAILABLE, retry=1)
        if isinstance(answer, Nak) and answer.code in ("illegal_move", "bad_notation", "not_now"):
            raise Unplayable(answer.why.en)
        return isinstance(answer, Ack)

    # -- presence ---------------------------------------------------------------------------------------------------------

    async def presence_changed(self, room: Room) -> None:
        """Somebody came to or left a room of this process."""
        room.presence_changed()
        if self.services.bus.shared:
            await self.services.bus.publish(f"t:{room.table.id}", encode(PresenceUpdate(self.services.name, room.here)))


def _word(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _check_seats(plan: TablePlan, seats: int) -> None:
    there = len(plan.seats)
    if there != seats:
        raise Problem(422, "bad_request", Text(f"Il faut {seats} places, pas {there}.", f"{seats} seats are needed, not {there}."))
    if not is_nonce(plan.nonce):
        raise Problem(422, "bad_request", BAD_NONCE)
    levels = [seat.level for seat in plan.seats if seat.kind == "engine"] + [plan.leaver_level]
    if not all(1 <= level <= 8 for level in levels):
        raise Problem(422, "bad_request", BAD_LEVEL)
