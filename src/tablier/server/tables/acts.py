"""From an act to its consequences, at a table that this process owns. Read from top to bottom:

decide → append → acknowledge → record and tell → announce → follow up
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

import structlog

from tablier.api.frames import RefusalView
from tablier.api.jobs import MoveResult
from tablier.api.messages import Ack, AnyAct, Nak, NakCode
from tablier.api.tables import AnyTableEvent, Player
from tablier.core.text import Text
from tablier.server.storage.log import Append, AppendFailed, Fenced, Log, LogEntry
from tablier.server.tables import notifications
from tablier.server.tables import refusals as no
from tablier.server.tables.audience import encode
from tablier.server.tables.cluster import Cluster
from tablier.server.tables.decide import Decision, decide, decide_engine_move, decide_events
from tablier.server.tables.live_table import LiveTable
from tablier.server.tables.refusals import Refused
from tablier.server.tables.rows import changed_rows
from tablier.server.tables.state import Table
from tablier.server.timestamps import now_ms

log = structlog.get_logger("tablier.acts")
RETRY = 1.0
"""Seconds after which what could not be written is tried again."""
LONGEST_TIMER = 86_400
"""Seconds; a flag that falls later is looked at again then."""

Answer = Ack | Nak
Reply = Callable[[Answer], None]


class EngineRequests(Protocol):
    """Where engines are asked for moves."""

    async def request(self, table: Table) -> None:
        """Ask for a move of the seat to move."""

    async def cancel(self, table: Table) -> None:
        """A move is no longer wanted."""


class ActRunner:
    """Performs acts, one after another for each table."""

    def __init__(self, log: Log, cluster: Cluster, engines: EngineRequests) -> None:
        self.log, self.cluster, self.engines = log, cluster, engines
        self.finish: Callable[[Table], Awaitable[tuple[AnyTableEvent, ...]]] = _nothing
        """What else happens at a table whose game is over (ratings, a rematch); set by the wiring."""

    # -- what is asked -------------------------------------------------------------------------------------

    async def act(self, live: LiveTable, player: Player, k: str, v: int, act: AnyAct, lag: int) -> Answer:
        """Perform the act of a player. A key that was used before gives the answer of then."""
        key = f"{player.id}:{k}"

        async def job(reply: Reply) -> None:
            table = live.table
            if key in live.versions:
                reply(Ack(table.id, k, live.versions[key]))
                return
            if (key, v, act) in live.refused:
                reply(live.refused[key, v, act])
                return
            live.audience.restart_absences(player.id)
            try:
                decision = decide(table, player, act, v, live.context(lag))
            except Refused as refused:
                await self._check_owned(live)
                live.refused[key, v, act] = refusal = _refusal(table, k, refused)
                reply(refusal)
                await self.proceed(live)
                return
            await self.commit(live, decision, key, lambda version: reply(Ack(table.id, k, version)))

        return await self._in_turn(live, k, job)

    async def engine_move(self, live: LiveTable, version: int, found: MoveResult, waited: int = 0) -> Answer:
        """Play the move of an engine that was asked at `version`, unless the position has changed since."""

        async def job(reply: Reply) -> None:
            table, turn = live.table, live.table.turn
            if turn is None or not table.seats[turn].level or table.changed > version:
                await self._check_owned(live)
                reply(nak(table.id, "", "stale", no.STALE))
                return
            try:
                decision = decide_engine_move(table, found.text, live.context(), waited)
            except Refused as refused:
                await self._check_owned(live)
                reply(_refusal(table, "", refused))
                return
            live.engine_asked = False
            if found.chance is not None:
                live.chances[turn] = found.chance
            await self.commit(live, decision, None, lambda at: reply(Ack(table.id, "", at)))

        return await self._in_turn(live, "", job)

    async def add_events(self, live: LiveTable, events: tuple[AnyTableEvent, ...] = ()) -> None:
        """Write events that the server causes, in turn with all acts, and what follows by itself."""
        await live.run(lambda: self._if_owned(live, lambda: self.proceed(live, events)))

    async def _in_turn(self, live: LiveTable, k: str, job: Callable[[Reply], Awaitable[None]]) -> Answer:
        """Run a job after those that wait, and give its answer; it is finished even when the asker goes away."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def reply(said: Answer) -> None:
            if not answer.done():
                answer.set_result(said)

        async def answered() -> None:
            try:
                with suppress(AppendFailed):
                    await self._if_owned(live, lambda: job(reply))
            finally:
                if not answer.done():
                    answer.set_result(nak(live.table.id, k, "unavailable", no.UNAVAILABLE))

        live.post(answered)
        return await answer

    async def _if_owned(self, live: LiveTable, job: Callable[[], Awaitable[None]]) -> None:
        """Run a job that writes. Where another process owns the table by now, read what it wrote instead."""
        try:
            if live.epoch is None:
                raise Fenced(live.table.id)
            if live.uncertain:  # an append failed: the log tells whether it was written all the same
                live.follow_log(await self.log.read(live.table.id))
                live.uncertain = False
            await job()
        except Fenced:
            log.warning("table.fenced", table=live.table.id)
            live.epoch = None
            live.follow_log(await self.log.read(live.table.id))
        except Exception as error:
            log.error("table.not_written", table=live.table.id, error=str(error))
            live.uncertain = True
            self._set_timer(live, RETRY)  # flags fall, engines are asked and games end although no client acts
            raise

    async def _check_owned(self, live: LiveTable) -> None:
        """Raise `Fenced` where another process may have written meanwhile: a refusal is not written, so the log would not fence it."""
        if live.epoch is None or await self.log.epoch(live.table.id) != live.epoch:
            raise Fenced(live.table.id)

    # -- from a decision to its consequences ---------------------------------------------------------------

    async def proceed(self, live: LiveTable, events: tuple[AnyTableEvent, ...] = ()) -> None:
        """Commit events that the server causes, and what follows by itself; only in turn."""
        await self.commit(live, decide_events(live.table, events, live.context()))

    async def commit(
        self, live: LiveTable, decision: Decision, key: str | None = None, acknowledge: Callable[[int], None] = lambda version: None
    ) -> None:
        """Write a decision, then acknowledge it, tell it, and do what follows; only in turn."""
        if decision.steps:
            entries = await self._append(live, decision, key)
            acknowledge(entries[0].version)
            for entry, step in zip(entries, decision.steps, strict=True):
                live.record(entry, step.event, step.after)
            self.cluster.announce_entries(live.table.id, entries)
            notifications.publish(self.cluster, decision)
        await self._follow_up(live)

    async def _append(self, live: LiveTable, decision: Decision, key: str | None) -> list[LogEntry]:
        """Make the events durable. Meanwhile, compute what the followers will be shown."""
        if live.epoch is None:
            raise Fenced(live.table.id)
        first = decision.before.version + 1
        entries = [LogEntry(first + i, decision.at, None if i else key, encode(step.event)) for i, step in enumerate(decision.steps)]
        row, seats = changed_rows(decision.before, decision.after, decision.at)
        durable = self.log.append(Append(live.table.id, live.epoch, entries, row, seats))
        if live.audience:
            _compute_views(decision)
        await durable
        return entries

    # -- what follows --------------------------------------------------------------------------------------

    async def _follow_up(self, live: LiveTable) -> None:
        """Set the timer of the flag, ask an engine for its move, and finish a game that is over."""
        self._set_flag_timer(live)
        table = live.table
        if table.turn is not None and table.seats[table.turn].level:
            live.engine_asked = True
            await self.engines.request(table)
        elif live.engine_asked:  # a move was taken back, or the game is over
            live.engine_asked = False
            await self.engines.cancel(table)
        if table.state == "over" and (events := await self.finish(table)):
            await self.proceed(live, events)

    def _set_flag_timer(self, live: LiveTable) -> None:
        wakes = live.table.wakes_at
        self._set_timer(live, None if wakes is None else min(max(0, wakes - now_ms()) / 1000, LONGEST_TIMER) + 0.005)

    def _set_timer(self, live: LiveTable, wait: float | None) -> None:
        """Do what is due by itself after so many seconds, instead of when it was to be done."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        if wait is not None and not live.retired:
            job = lambda: self._if_owned(live, lambda: self.proceed(live))  # noqa: E731  # a job is a callable without arguments
            live.timer = asyncio.get_running_loop().call_later(wait, live.post, job)


def _compute_views(decision: Decision) -> None:
    """Compute the frames after each step, and the legal moves after the last; the states keep them."""
    changed = decision.before.changed
    for step in decision.steps:
        if step.after.changed != changed:
            changed = step.after.changed
            _ = step.after.frame
    if decision.after.changed != decision.before.changed:
        _ = decision.after.legal


async def _nothing(table: Table) -> tuple[AnyTableEvent, ...]:
    return ()


def nak(table: str, k: str, code: NakCode, why: Text) -> Nak:
    """A refusal in plain words."""
    return _nak(table, k, code, Refused(code, why).why)


def _refusal(table: Table, k: str, refused: Refused) -> Nak:
    return _nak(table.id, k, refused.code, refused.why, table.version)


def _nak(table: str, k: str, code: NakCode, why: RefusalView, v: int | None = None) -> Nak:
    return Nak(table, k, code, why.why, why.clause, why.cells, why.instead, v)
