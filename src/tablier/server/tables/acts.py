"""Writing at the tables that this process owns: judged by the verbs, durable in the log, then folded, told, and followed up."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from tablier.api.frames import RefusalView
from tablier.api.jobs import MoveResult
from tablier.api.messages import Ack, AnyAct, Nak, NakCode
from tablier.api.tables import AnyTableEvent, Ended, Left, Player, Rematched, Replaced, Sat, SeatPlan, Started
from tablier.core.record import result_text
from tablier.core.text import Text
from tablier.server.storage.log import Append, AppendFailed, Fenced, LogEntry
from tablier.server.tables import decide as verbs
from tablier.server.tables import notifications as notices
from tablier.server.tables import refusals as no
from tablier.server.tables.cluster import EntryWritten
from tablier.server.tables.decide import Circumstances
from tablier.server.tables.dice import draw
from tablier.server.tables.refusals import Refused
from tablier.server.tables.room import Room, encode
from tablier.server.tables.state import Table
from tablier.server.timestamps import now_ms

if TYPE_CHECKING:
    from tablier.server.services import Services

log = structlog.get_logger("tablier.writing")
UNAVAILABLE = Text("La table est momentanément hors d'atteinte ; réessayez.", "The table cannot be reached just now; try again.")

Answer = Ack | Nak
Happened = list[AnyTableEvent]
Say = Callable[[Answer], None]
Work = Callable[[], Awaitable[None]]


class Writer:
    """Does what is asked at a room that this process owns, one thing after another."""

    def __init__(self, services: "Services") -> None:
        self.services = services

    # -- what is asked -----------------------------------------------------------------------------------------

    async def act(self, room: Room, who: Player, k: str, v: int, deed: AnyAct, lag: int) -> Answer:
        """Somebody does something. A key that was used before gives the answer of before."""
        key = f"{who.id}:{k}"

        async def work(answer: Say) -> None:
            table = room.table  # as it is when this one's turn has come: it may have been read anew
            if key in table.keys:
                answer(Ack(table.id, k, table.keys[key]))
                return
            try:
                happened = verbs.decide(table, who, deed, v, Circumstances(now_ms(), lag, room.away, room.chances.get))
            except Refused as refused:
                answer(_refusal(table, k, refused))
                happened = []
            await self.write(room, happened, key, lambda version: answer(Ack(table.id, k, version)))

        return await self._ask(room, k, work)

    async def engine_move(self, room: Room, version: int, found: MoveResult) -> Answer:
        """An engine moves, if it is still asked to."""

        async def work(answer: Say) -> None:
            table = room.table
            turn = table.turn
            if turn is None or not table.chairs[turn].level or table.changed > version:
                answer(nak(table.id, "", "stale", no.STALE))
                return
            try:
                happened = verbs.moved(table, found.text, Circumstances(now_ms()))
            except Refused as refused:
                answer(_refusal(table, "", refused))
                return
            room.thinking = False  # whoever brought the answer drops the job
            if found.chance is not None:
                room.chances[turn] = found.chance
            await self.write(room, [happened], None, lambda at: answer(Ack(table.id, "", at)))

        return await self._ask(room, "", work)

    async def _ask(self, room: Room, k: str, work: Callable[[Say], Awaitable[None]]) -> Answer:
        """Do this in turn and give the answer. Whoever asks may go away; what is begun is finished."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def answer(said: Answer) -> None:
            if not answered.done():
                answered.set_result(said)

        async def guarded() -> None:
            try:
                await work(answer)
            finally:
                if not answered.done():
                    answered.set_result(nak(room.table.id, k, "unavailable", UNAVAILABLE))

        self.post(room, guarded)
        return await answered

    def post(self, room: Room, work: Work) -> None:
        """Do this in turn, if the table is still ours."""
        room.post(lambda: self._if_ours(room, work))

    async def in_turn(self, room: Room, work: Work) -> None:
        """The same, and wait until it is done."""
        await room.do(lambda: self._if_ours(room, work))

    async def _if_ours(self, room: Room, work: Work) -> None:
        try:
            if room.epoch is None:
                raise Fenced(room.table.id)
            await work()
        except Fenced:
            log.warning("table.fenced", table=room.table.id)
            await self.services.tables.catch_up(room)
            if room.epoch is not None:  # it seemed ours until now: somebody may have written over what was there before
                room.read_again(await self.services.tables.log.read(room.table.id, upto=room.table.version))
        except AppendFailed as error:
            log.error("table.not_kept", table=room.table.id, error=str(error))

    # -- writing -----------------------------------------------------------------------------------------------

    async def write(self, room: Room, happened: Happened, key: str | None = None, kept: Callable[[int], None] | None = None) -> None:
        """Write what happened, and then what happens by itself because of it. `kept` is told the version once it is durable."""
        if happened:
            first = await self._append(room, happened, key)
            if kept is not None:
                kept(first)
        seed = room.seed.hex() if room.seed else None
        while more := verbs.automatic(room.table, now_ms(), lambda: self._roll(room), seed):
            await self._append(room, more, None)
        await self._follow_up(room)

    async def _append(self, room: Room, happened: Happened, key: str | None) -> int:
        table, now = room.table, now_ms()
        if room.epoch is None:
            raise Fenced(table.id)
        first = table.version + 1
        lines = [LogEntry(first + i, now, None if i else key, encode(happening)) for i, happening in enumerate(happened)]
        row, seated = _row(table, happened, now)
        durable = self.services.tables.log.append(Append(table.id, room.epoch, lines, row, seated))
        if room.followers:
            table.look_ahead()
        await durable
        for line, happening in zip(lines, happened, strict=True):
            room.happened(line, happening)
            if self.services.bus.shared:
                await self.services.bus.publish(f"t:{table.id}", encode(EntryWritten(line.version, line.at, line.key, line.body)))
        await notices.tell(self.services.bus, room, happened)
        return first

    def _roll(self, room: Room) -> str:
        table, pos = room.table, room.table.match.position
        assert room.seed is not None
        nonces = tuple(chair.nonce for chair in table.chairs)
        return table.game.write(pos, draw(table.game, pos, room.seed, table.id, table.rolls + 1, nonces))

    # -- following up --------------------------------------------------------------------------------------------

    async def _follow_up(self, room: Room) -> None:
        """After a change: the flag is watched, an engine is asked to think, and those who want to meet again do."""
        table = room.table
        if room.timer:
            room.timer.cancel()
            room.timer = None
        turn, flagged = table.turn, table.clock.flagged_at()
        if flagged is not None and not room.retired:
            wait = min(max(0, flagged - now_ms()) / 1000, 86_400)
            room.timer = asyncio.get_running_loop().call_later(wait + 0.005, self.post, room, lambda: self.write(room, []))
        if turn is not None and table.chairs[turn].level:
            room.thinking = True
            await self.services.engine_thinks(room, turn)
        elif room.thinking:  # a move was taken back, or the game is over
            room.thinking = False
            await self.services.jobs.cancel_moves(table.id)
        if table.state == "over":
            await self._after_the_end(room)

    async def _after_the_end(self, room: Room) -> None:
        table = room.table
        if not table.rated and table.plan.rated and table.ending is not None:
            rated = await self.services.rate(room)
            if rated is not None:
                await self._append(room, [rated], None)
        if verbs.rematch_agreed(table):
            turned = [*table.chairs[1:], table.chairs[0]]
            seats = tuple(SeatPlan("engine", chair.level) if chair.level else SeatPlan("open") for chair in turned)
            plan = msgspec.structs.replace(table.plan, seats=seats)
            players = [None if chair.level else chair.player for chair in turned]
            again = await self.services.tables.create(plan, table.owner, players=players)
            await self._append(room, [Rematched(again.table.id)], None)


def _row(table: Table, happened: Happened, now: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What the happenings change in the row of the table, and in its seats."""
    row: dict[str, Any] = {}
    seated: list[dict[str, Any]] = []
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
                row |= {"state": "playing", "watch": table.watched}
            case Ended(ending):
                ranks = result_text(table.match.outcome) if ending else None
                row |= {"state": "over", "ply": len(table.match.entries), "ranks": ranks, "watch": False}
    if row or seated:
        row["updated"] = now
    return row, seated


def nak(table: str, k: str, code: NakCode, why: Text) -> Nak:
    """A refusal in plain words."""
    return _nak(table, k, code, Refused(code, why).why)


def _refusal(table: Table, k: str, refused: Refused) -> Nak:
    return _nak(table.id, k, refused.code, refused.why, table.version)


def _nak(table: str, k: str, code: NakCode, why: RefusalView, v: int | None = None) -> Nak:
    return Nak(table, k, code, why.why, why.clause, why.cells, why.instead, v)
