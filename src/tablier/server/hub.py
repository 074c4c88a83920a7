"""All tables, as one process reaches them: those it owns it writes; for the others it asks their owner, or takes over from a dead one."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import func, insert, select

from tablier.api.frames import Why
from tablier.api.tables import (
    AnyHappening,
    Created,
    Ended,
    Left,
    Player,
    Rematched,
    Replaced,
    Resumed,
    Sat,
    SeatPlan,
    Started,
    TablePlan,
)
from tablier.api.wire import Ack, AnyDeed, Nak, NakCode
from tablier.core.actors import CHANCE
from tablier.core.record import result_text
from tablier.core.text import Text
from tablier.games import game as game_named
from tablier.server import leases
from tablier.server.clock import now_ms
from tablier.server.problem import Problem
from tablier.server.room import Room, encode, happening_of
from tablier.server.store.log import Append, Fenced, Line, Log, NotKept
from tablier.server.store.schema import seats as seats_table
from tablier.server.store.schema import tables as tables_table
from tablier.server.table import verbs
from tablier.server.table.clocks import check_plan
from tablier.server.table.dice import SEED_BYTES, commitment_of, draw
from tablier.server.table.refusing import Refused
from tablier.server.table.state import Table
from tablier.server.table.verbs import Circumstances

if TYPE_CHECKING:
    from tablier.server.house import House
    from tablier.server.identity import Identity

log = structlog.get_logger("tablier.hub")
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that nobody confuses when a code is read out."""
IDLE = 120_000
"""Milliseconds after which a table that nobody follows leaves the memory."""
PATIENCE = 1.5
"""Seconds to wait for the owner of a table in another process."""
UNAVAILABLE = Text("La table est momentanément hors d'atteinte ; réessayez.", "The table cannot be reached just now; try again.")
UNKNOWN = Text("Il n'y a pas de table à cette adresse.", "There is no table at this address.")
BUSY = Text("Trop de tables ouvertes : finissez-en quelques-unes.", "Too many tables at once: finish some first.")


# -- what processes tell each other ------------------------------------------------------------------------------


class Wrote(Struct, tag="wrote"):
    """The owner wrote a line."""

    version: int
    at: int
    key: str | None
    body: bytes


class Here(Struct, tag="here"):
    """Who is connected to a process."""

    process: str
    seats: tuple[int, ...]
    watching: int


class Please(Struct, tag="please"):
    """Do this at a table that you own. Engines have no key."""

    id: str
    back: str
    table: str
    who: Player | None
    k: str
    v: int
    do: AnyDeed | None = None
    text: str = ""
    lag: int = 0


class Reply(Struct, tag="reply"):
    """What became of it."""

    id: str
    answer: Ack | Nak | None


_news = msgspec.json.Decoder(Wrote | Here)
_letters = msgspec.json.Decoder(Please | Reply)


class Hub:
    """The tables of the library, from where one process stands."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.rooms: dict[str, Room] = {}
        self.log = Log(house.database)
        self.leases = leases.Leases(house.database, house.name, alone=not house.bus.shared)
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._listening: dict[str, Any] = {}
        self._asked: dict[str, asyncio.Future[Ack | Nak | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- coming and going ----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Show that this process is here, and look after tables that nobody looks after."""
        await self.leases.beat()
        await self.house.bus.listen(f"p:{self.house.name}", self._letter)
        self._spawn(self._beat())
        self._spawn(self._look_after())

    async def close(self) -> None:
        """Finish what is being written, then hand the tables over."""
        for task in tuple(self._tasks):
            task.cancel()
        deadline = now_ms() + 3_000
        while any(room.busy for room in self.rooms.values()) and now_ms() < deadline:
            await asyncio.sleep(0.01)
        for room in self.rooms.values():
            room.retired, room.epoch = True, None
            if room.timer:
                room.timer.cancel()
        await self.leases.release_all()

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(leases.BEAT)
            try:
                await self.leases.beat()
            except Exception:
                log.exception("hub.beat")

    async def _look_after(self) -> None:
        """Take over what a dead process left, and forget what nobody needs."""
        while True:
            try:
                for table in await self.leases.orphans():
                    await self._own(table)
                for room in list(self.rooms.values()):
                    if room.epoch is None and room.followers:
                        await self._own_if_orphaned(room)
                await self._forget_idle()
            except Exception:
                log.exception("hub.look_after")
            await asyncio.sleep(leases.BEAT)

    async def _own(self, table: str) -> None:
        with suppress(Problem):
            room = await self.room(table)
            if room.epoch is None:
                await self._take(room)

    async def _own_if_orphaned(self, room: Room) -> None:
        held = await self.leases.look(room.table.id)
        if held is not None and not held.alive:
            await self._take(room)

    async def _forget_idle(self) -> None:
        before = now_ms() - IDLE
        for table, room in list(self.rooms.items()):
            watched = room.epoch is not None and self._needs_watching(room.table)
            if not room.followers and not room.busy and room.used < before and not watched:
                await self._drop(table)

    async def _drop(self, table: str) -> None:
        room = self.rooms.pop(table, None)
        if room is not None:
            room.retired = True
            if room.timer:
                room.timer.cancel()
        listener = self._listening.pop(table, None)
        if listener is not None:
            await self.house.bus.unlisten(f"t:{table}", listener)

    # -- setting a table -------------------------------------------------------------------------------------------

    async def create(self, plan: TablePlan, who: "Identity", nonce: str | None = None, players: Sequence[Player | None] = ()) -> Room:
        """Set a table. Whoever sets it takes the seats of kind "you"; a rematch brings its players along."""
        game = game_named(plan.game, **plan.options)
        plan = msgspec.structs.replace(plan, options=dict(game.options))
        _check_seats(plan, len(game.seats))
        check_plan(plan.clock)
        await self._not_too_many(who)
        table, now = _word(12), now_ms()
        seed = secrets.token_bytes(SEED_BYTES) if game.dice else None
        created = Created(plan, who.player, game.info.version, commitment_of(seed) if seed else None)
        row = {
            "id": table, "game": plan.game, "state": "open", "private": plan.private, "rated": plan.rated, "code": _word(8), "seed": seed,
            "created": now, "updated": now, "ply": 0, "owner": self.house.name, "epoch": 1, "watch": False,
        }
        line = Line(1, now, None, encode(created))
        async with self.house.database.write() as connection:
            await connection.execute(insert(tables_table).values(row))
            await connection.execute(
                insert(seats_table),
                [{"table": table, "seat": seat, "player": None, "level": chair.level or None} for seat, chair in enumerate(plan.seats)],
            )
        await self.log.append(Append(table, 1, [line]))
        room = Room(Table.laid(table, now, created), [line], code=str(row["code"]), seed=seed, epoch=1)
        await self._listen(table, room)
        self.rooms[table] = room
        sitting: list[AnyHappening] = [
            Sat(seat, players[seat] if players and players[seat] else who.player, nonce if game.dice else None)  # type: ignore[arg-type]
            for seat, chair in enumerate(plan.seats)
            if chair.kind == "you" or (players and players[seat])
        ]
        await self._in_turn(room, self._write_and_follow_up(room, sitting, None))
        return room

    async def _not_too_many(self, who: "Identity") -> None:
        mine = (
            select(func.count()).select_from(seats_table.join(tables_table, seats_table.c.table == tables_table.c.id))
            .where(seats_table.c.player == who.player.id, tables_table.c.state != "over")
        )
        async with self.house.database.read() as connection:
            count = (await connection.execute(mine)).scalar_one()
        if count >= self.house.settings.limits.tables_per_player:
            raise Problem(429, "too_fast", BUSY)

    # -- finding a table --------------------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The room of a table, from memory or from its log; `Problem` 404 when there is none."""
        found = self.rooms.get(table)
        if found is not None:
            return found
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
        if self.house.bus.shared:
            await self.house.bus.listen(f"t:{table}", early.append)
        lease = None if held.alive and held.owner != self.house.name else await self.leases.take(table)
        room = Room.replay(
            table, await self.log.read(table), code=held.code, seed=held.seed, epoch=lease.epoch if lease else None
        )
        await self._listen(table, room)
        if self.house.bus.shared:
            await self.house.bus.unlisten(f"t:{table}", early.append)
        self.rooms[table] = room
        for data in early:
            self._news(room, data)
        if lease is not None:
            await self._in_turn(room, self._resume(room, lease))
        return room

    async def _take(self, room: Room) -> None:
        """Become the owner of a table that is already in memory."""
        lease = await self.leases.take(room.table.id)
        if lease is None:
            return
        await self._catch_up(room)
        room.epoch = lease.epoch
        room.elsewhere.clear()
        log.info("hub.took", table=room.table.id, epoch=lease.epoch, gap=lease.gap)
        await self._in_turn(room, self._resume(room, lease))

    async def _resume(self, room: Room, lease: leases.Lease) -> None:
        """Go on where another owner stopped: no clock ran meanwhile, and engines think again."""
        happened: list[AnyHappening] = []
        if lease.gap > 0 and room.table.clock.running is not None and room.table.clock.ticks:
            down = min(lease.gap, max(0, now_ms() - room.table.clock.since))
            happened = [Resumed(down)]
        await self._write_and_follow_up(room, happened, None)

    async def _listen(self, table: str, room: Room) -> None:
        if self.house.bus.shared:
            listener = self._listening[table] = lambda data: self._news(room, data)
            await self.house.bus.listen(f"t:{table}", listener)

    # -- what other processes tell ------------------------------------------------------------------------------------

    def _news(self, room: Room, data: bytes) -> None:
        news = _news.decode(data)
        if isinstance(news, Here):
            if news.process != self.house.name:
                room.elsewhere[news.process] = (news.seats, news.watching)
                room.presence_changed()
        elif room.epoch is None and news.version > room.table.version:
            if news.version == room.table.version + 1 and not room.busy:
                room.happened(Line(news.version, news.at, news.key, news.body), happening_of(news.body))
            else:
                room.post(lambda: self._catch_up(room))

    async def _catch_up(self, room: Room) -> None:
        for line in await self.log.read(room.table.id, room.table.version):
            if line.version == room.table.version + 1:
                room.happened(line, happening_of(line.body))

    def _letter(self, data: bytes) -> None:
        letter = _letters.decode(data)
        if isinstance(letter, Reply):
            waiting = self._asked.get(letter.id)
            if waiting is not None and not waiting.done():
                waiting.set_result(letter.answer)
        else:
            self._spawn(self._oblige(letter))

    async def _oblige(self, letter: Please) -> None:
        """Another process asks for something at a table that this one owns."""
        answer: Ack | Nak | None
        try:
            room = await self.room(letter.table)
            if room.epoch is None:
                answer = nak(letter.table, letter.k, "unavailable", UNAVAILABLE)
            elif letter.do is None or letter.who is None:
                answer = await self._engine_here(room, letter.v, letter.text)
            else:
                answer = await self._act_here(room, letter.who, letter.k, letter.v, letter.do, letter.lag)
        except Problem as problem:
            answer = Nak(letter.table, letter.k, "unknown_table", problem.why)
        await self.house.bus.publish(f"p:{letter.back}", encode(Reply(letter.id, answer)))

    async def _ask_owner(self, room: Room, letter: Please) -> Ack | Nak | None:
        """Ask the owner; if it is dead, take over and let the caller do it here (None)."""
        deadline = now_ms() + leases.DEAD + 3_000
        while now_ms() < deadline:
            held = await self.leases.look(room.table.id)
            if held is None or not held.alive:
                await self._take(room)
            if room.epoch is not None:
                return None
            waiting: asyncio.Future[Ack | Nak | None] = asyncio.get_running_loop().create_future()
            self._asked[letter.id] = waiting
            await self.house.bus.publish(f"p:{held.owner if held else ''}", encode(letter))
            try:
                answer = await asyncio.wait_for(waiting, PATIENCE)
            except TimeoutError:
                continue
            finally:
                self._asked.pop(letter.id, None)
            if not (isinstance(answer, Nak) and answer.code == "unavailable"):
                return answer
            await asyncio.sleep(0.1)
        return nak(letter.table, letter.k, "unavailable", UNAVAILABLE)

    # -- acting ---------------------------------------------------------------------------------------------------------

    async def act(self, table: str, who: "Identity", k: str, v: int, deed: AnyDeed, *, lag: int = 0, code: str | None = None) -> Ack | Nak:
        """Do something at a table, wherever it is written. When this says ack, it is kept for good."""
        try:
            room = await self.room(table)
        except Problem as problem:
            return Nak(table, k, "unknown_table", problem.why)
        if not room.may_see(who, code):
            return nak(table, k, "unknown_table", UNKNOWN)
        if not 0 < len(k) <= 64:
            return nak(table, k[:64], "bad_request", Text("La clé k a de 1 à 64 caractères.", "The key k has 1 to 64 characters."))
        if room.epoch is None:
            letter = Please(_word(12), self.house.name, table, who.player, k, v, deed, lag=lag)
            answer = await self._ask_owner(room, letter)
            if answer is not None:
                return answer
        return await self._act_here(room, who.player, k, v, deed, lag)

    async def engine_move(self, table: str, version: int, text: str) -> bool:
        """An engine has thought about version `version` of a table; False when that is no longer asked."""
        try:
            room = await self.room(table)
        except Problem:
            return False
        if room.epoch is None:
            answer = await self._ask_owner(room, Please(_word(12), self.house.name, table, None, "", version, text=text))
            if answer is not None:
                return isinstance(answer, Ack)
        return isinstance(await self._engine_here(room, version, text), Ack)

    async def _act_here(self, room: Room, who: Player, k: str, v: int, deed: AnyDeed, lag: int) -> Ack | Nak:
        answered: asyncio.Future[Ack | Nak] = asyncio.get_running_loop().create_future()
        key = f"{who.id}:{k}"

        async def work() -> None:
            table = room.table
            if key in table.keys:
                _answer(answered, Ack(table.id, k, table.keys[key]))
                return
            try:
                happened = verbs.decide(table, who, deed, v, Circumstances(now_ms(), lag, room.away))
            except Refused as refused:
                _answer(answered, _nak_of(table, k, refused))
                await self._write_and_follow_up(room, [], None)
                return
            await self._write_and_follow_up(room, happened, key, lambda version: _answer(answered, Ack(table.id, k, version)))

        self._post(room, work, lambda code, why: _answer(answered, nak(room.table.id, k, code, why)))
        return await asyncio.shield(answered)

    async def _engine_here(self, room: Room, version: int, text: str) -> Ack | Nak:
        answered: asyncio.Future[Ack | Nak] = asyncio.get_running_loop().create_future()
        stale = nak(room.table.id, "", "stale", Text("La position a changé.", "The position has changed."))

        async def work() -> None:
            table = room.table
            turn = table.turn
            if turn is None or not table.chairs[turn].level or table.changed > version:
                _answer(answered, stale)
                return
            try:
                happened = verbs.moved(table, text, Circumstances(now_ms()))
            except Refused as refused:
                log.error("hub.engine", table=table.id, move=text, why=str(refused))
                _answer(answered, _nak_of(table, "", refused))
                return
            await self._write_and_follow_up(room, [happened], None, lambda at: _answer(answered, Ack(table.id, "", at)))

        self._post(room, work, lambda code, why: _answer(answered, nak(room.table.id, "", code, why)))
        return await asyncio.shield(answered)

    # -- writing ---------------------------------------------------------------------------------------------------------

    def _post(self, room: Room, work: Any, failed: Any) -> None:
        async def guarded() -> None:
            try:
                if room.epoch is None:
                    raise Fenced(room.table.id)
                await work()
            except Fenced:
                log.warning("hub.fenced", table=room.table.id)
                room.epoch = None
                await self._catch_up(room)
                failed("unavailable", UNAVAILABLE)
            except NotKept:
                failed("unavailable", UNAVAILABLE)
            except Exception:
                failed("unavailable", UNAVAILABLE)
                raise

        room.post(guarded)

    async def _in_turn(self, room: Room, work: Any) -> None:
        """Do this as the writer of a room, and wait until it is done."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def guarded() -> None:
            try:
                await work
            except Fenced:
                room.epoch = None
            finally:
                _answer(done, None)

        room.post(guarded)
        await asyncio.shield(done)

    async def _write_and_follow_up(self, room: Room, happened: list[AnyHappening], key: str | None, kept: Any = None) -> None:
        """Write what happened, and then what happens by itself because of it."""
        if happened:
            await self._write(room, happened, key)
            if kept is not None:
                kept(room.table.version - len(happened) + 1)
        while more := verbs.automatic(room.table, now_ms(), lambda: self._roll(room), room.seed.hex() if room.seed else None):
            await self._write(room, more, None)
        await self._afterwards(room)

    async def _write(self, room: Room, happened: list[AnyHappening], key: str | None) -> None:
        table, now = room.table, now_ms()
        assert room.epoch is not None
        lines = [
            Line(table.version + step, now, key if step == 1 else None, encode(happening)) for step, happening in enumerate(happened, 1)
        ]
        row, seated = self._row(room, happened, now)
        await self.log.append(Append(table.id, room.epoch, lines, row, seated))
        for line, happening in zip(lines, happened, strict=True):
            room.happened(line, happening)
            if self.house.bus.shared:
                await self.house.bus.publish(f"t:{table.id}", encode(Wrote(line.version, line.at, line.key, line.body)))

    def _row(self, room: Room, happened: list[AnyHappening], now: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """What the happenings change in the row of the table, and in its seats."""
        row: dict[str, Any] = {}
        seated: list[dict[str, Any]] = []
        table = room.table
        for happening in happened:
            match happening:
                case Sat(seat, player):
                    seated.append({"seat": seat, "player": player.id, "level": None})
                case Left(seat):
                    seated.append({"seat": seat, "player": None, "level": None})
                case Replaced(seat, level):
                    held = table.chairs[seat].player
                    seated.append({"seat": seat, "player": held.id if held else None, "level": level})
                    row["watch"] = True
                case Started():
                    engines = any(chair.level for chair in table.chairs)
                    row |= {"state": "playing", "watch": engines or table.clock.ticks or table.game.dice}
                case Ended(ending):
                    ranks = result_text(table.match.outcome) if ending else None
                    row |= {"state": "over", "ply": len(table.match.entries), "ranks": ranks, "watch": False}
        if row or seated:
            row["updated"] = now
        return row, seated

    def _roll(self, room: Room) -> str:
        table = room.table
        assert room.seed is not None
        nonces = tuple(chair.nonce for chair in table.chairs)
        move = draw(table.game, table.match.position, room.seed, table.id, table.rolls + 1, nonces)
        return table.game.write(table.match.position, move)

    def _needs_watching(self, table: Table) -> bool:
        if table.state != "playing":
            return False
        return table.clock.ticks or any(chair.level for chair in table.chairs) or table.match.actor is CHANCE

    async def _afterwards(self, room: Room) -> None:
        """After a change: the flag is watched, an engine is asked to think, and those who want to meet again do."""
        table = room.table
        if room.timer:
            room.timer.cancel()
            room.timer = None
        turn, flagged = table.turn, table.clock.flagged_at()
        if flagged is not None and turn is not None and not room.retired:
            wait = max(0, flagged - now_ms()) / 1000
            room.timer = asyncio.get_running_loop().call_later(min(wait, 86_400) + 0.005, self._flag, room)
        if turn is not None and table.chairs[turn].level:
            await self.house.engine_thinks(room, turn)
        if table.state == "over":
            await self._after_the_end(room)

    async def _after_the_end(self, room: Room) -> None:
        await self.house.game_over(room)
        if verbs.rematch_agreed(room.table):
            table = room.table
            turned = [*table.chairs[1:], table.chairs[0]]
            plan = msgspec.structs.replace(
                table.plan, seats=tuple(SeatPlan("engine", chair.level) if chair.level else SeatPlan("open") for chair in turned)
            )
            again = await self.create(
                plan, self.house.identity_of(table.owner), players=[None if chair.level else chair.player for chair in turned]
            )
            await self._write(room, [Rematched(again.table.id)], None)

    def _flag(self, room: Room) -> None:
        if not room.retired and room.epoch is not None:
            self._post(room, lambda: self._write_and_follow_up(room, [], None), lambda code, why: None)

    # -- presence ---------------------------------------------------------------------------------------------------------

    async def presence_changed(self, room: Room) -> None:
        """Somebody came to or left a room of this process."""
        room.presence_changed()
        if self.house.bus.shared:
            seats, watching = room.here
            await self.house.bus.publish(f"t:{room.table.id}", encode(Here(self.house.name, seats, watching)))


def nak(table: str, k: str, code: NakCode, why: Text) -> Nak:
    """A refusal in plain words."""
    return _nak_of_why(table, k, code, Refused(code, why).why)


def _nak_of(table: Table, k: str, refused: Refused) -> Nak:
    return _nak_of_why(table.id, k, refused.code, refused.why, table.version)


def _nak_of_why(table: str, k: str, code: NakCode, why: Why, v: int | None = None) -> Nak:
    return Nak(table, k, code, why.why, why.clause, why.cells, why.instead, v)


def _answer(future: "asyncio.Future[Any]", value: Any) -> None:
    if not future.done():
        future.set_result(value)


def _word(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _check_seats(plan: TablePlan, seats: int) -> None:
    if len(plan.seats) != seats:
        there = len(plan.seats)
        raise Problem(422, "bad_request", Text(f"Il faut {seats} places, pas {there}.", f"{seats} seats are needed, not {there}."))
    levels = [seat.level for seat in plan.seats if seat.kind == "engine"] + [plan.leaver_level]
    if not all(1 <= level <= 8 for level in levels):
        raise Problem(422, "bad_request", Text("Les niveaux vont de 1 à 8.", "Levels go from 1 to 8."))
