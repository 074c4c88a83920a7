"""Bringing an act to the process that owns its table: this one, another one, or this one after taking over from a dead one."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import structlog

from tablier.api.jobs import MoveResult
from tablier.api.messages import Ack, AnyAct, ClaimAbsence, Nak, TakeSeat
from tablier.api.tables import AnyTableEvent, Resumed
from tablier.server.errors import Problem
from tablier.server.people.identity import Identity
from tablier.server.people.players import Players
from tablier.server.storage.log import ERRORS, AppendFailed
from tablier.server.tables import refusals as no
from tablier.server.tables.acts import ActRunner, Answer, nak
from tablier.server.tables.cluster import Cluster, ForwardedAct
from tablier.server.tables.live_table import LiveTable
from tablier.server.tables.ownership import DEAD_AFTER, Lease
from tablier.server.tables.registry import TableRegistry
from tablier.server.timestamps import now_ms

log = structlog.get_logger("tablier.dispatch")
RETRY = 0.1
"""Seconds before the owner of a table is asked again."""
LONGEST_KEY = 64
RESUME_PAUSE = 0.01
"""Seconds between two tables that are resumed although no client waits for it: after a restart, clients come first."""

Observe = Callable[[AnyAct, Answer, float], None]


class OwnerChanged(Exception):
    """The table has another owner than when the act came."""


class ActDispatcher:
    """Performs acts wherever their table is written."""

    def __init__(
        self,
        registry: TableRegistry,
        runner: ActRunner,
        players: Players,
        cluster: Cluster,
        observe: Observe = lambda act, answer, seconds: None,
    ) -> None:
        self.registry, self.runner, self.players, self.cluster, self.observe = registry, runner, players, cluster, observe
        self._to_resume: asyncio.Queue[LiveTable] = asyncio.Queue()

    async def open(self) -> None:
        """Begin to perform the acts that other processes forward."""
        await self.cluster.open(self._perform, self.registry.connected_players)

    # -- acts ----------------------------------------------------------------------------------------------

    async def act(self, table: str, who: Identity, k: str, v: int, act: AnyAct, *, lag: int = 0, code: str | None = None) -> Answer:
        """Perform an act of a player who saw version `v`. An `Ack` means that it is durable."""
        begun = time.perf_counter()
        answer = await self._act(table, who, k, v, act, lag, code)
        self.observe(act, answer, time.perf_counter() - begun)
        return answer

    async def _act(self, table: str, who: Identity, k: str, v: int, act: AnyAct, lag: int, code: str | None) -> Answer:
        try:
            live = await self.registry.find(table)
        except Problem as problem:
            return Nak(table, k, "unknown_table", problem.why)
        if not live.visible_to(who, code):
            return nak(table, k, "unknown_table", no.UNKNOWN)
        if not (0 < len(k) <= LONGEST_KEY and k.isascii() and k.isprintable()):
            return nak(table, k[:LONGEST_KEY], "bad_request", no.BAD_KEY)
        player = who.player
        if isinstance(act, TakeSeat):
            player = await self.players.introduce(player, live.table.plan.game)
        return await self._at_owner(live, ForwardedAct(table, player, k, v, act, lag=lag))

    async def engine_move(self, table: str, version: int, found: MoveResult, waited: int = 0) -> Answer:
        """Play the move of an engine that was asked at `version`; its clock is not charged for the milliseconds it `waited`."""
        try:
            live = await self.registry.find(table)
        except Problem:
            return nak(table, "", "unknown_table", no.UNKNOWN)
        return await self._at_owner(live, ForwardedAct(table, None, "", version, found=found, waited=waited))

    async def _at_owner(self, live: LiveTable, act: ForwardedAct) -> Answer:
        """Perform an act here or at the owner of its table; take over where the owner is dead."""
        deadline = now_ms() + DEAD_AFTER + 3_000
        while True:
            answer: Answer | None = None
            try:
                with suppress(*ERRORS):
                    answer = await (self._run(live, act) if live.epoch is not None else self._forward(live, act))
            except OwnerChanged:
                return nak(act.table, act.k, "unavailable", no.UNAVAILABLE)
            if answer is not None and not (isinstance(answer, Nak) and answer.code == "unavailable"):
                return answer
            if now_ms() >= deadline:
                return nak(act.table, act.k, "unavailable", no.UNAVAILABLE)
            await asyncio.sleep(RETRY)

    async def _forward(self, live: LiveTable, act: ForwardedAct) -> Answer | None:
        held = await self.registry.holding(live)
        if held is None:
            return nak(act.table, act.k, "unknown_table", no.UNKNOWN)
        if held.alive and held.owner is not None and held.owner != self.registry.process:
            _bind(act, held.epoch)
            return await self.cluster.forward(held.owner, act)
        await self.registry.take(live)
        return await self._run(live, act) if live.epoch is not None else None

    async def _run(self, live: LiveTable, act: ForwardedAct) -> Answer:
        if act.found is not None:
            return await self.runner.engine_move(live, act.v, act.found, act.waited)
        assert act.player is not None and act.do is not None
        _bind(act, live.epoch)
        if isinstance(act.do, ClaimAbsence) and not await self.registry.ask_presence(live):
            return nak(act.table, act.k, "unavailable", no.UNAVAILABLE)
        return await self.runner.act(live, act.player, act.k, act.v, act.do, act.lag)

    async def _perform(self, act: ForwardedAct) -> Ack | Nak:
        """Perform an act that another process forwards."""
        with suppress(OwnerChanged, *ERRORS):
            try:
                live = await self.registry.find(act.table)
            except Problem as problem:
                return Nak(act.table, act.k, "unknown_table", problem.why)
            if live.epoch is not None:
                return await self._run(live, act)
        return nak(act.table, act.k, "unavailable", no.UNAVAILABLE)

    # -- after taking over ---------------------------------------------------------------------------------

    async def resume(self, live: LiveTable, lease: Lease) -> None:
        """Go on where another owner stopped: no clock ran meanwhile, and engines are asked again."""
        if not live.table.acts_alone:
            self._to_resume.put_nowait(live)  # there may only be an end to write, and that can wait
            return
        clock, events = live.table.clock, list[AnyTableEvent]()
        if lease.gap > 0 and clock.ticks and clock.running is not None:
            events = [Resumed(min(lease.gap, max(0, now_ms() - clock.since)))]
        await self.runner.add_events(live, tuple(events))

    async def resume_all(self) -> None:
        """Resume tables that can wait, one after another; never ends."""
        while True:
            live = await self._to_resume.get()
            if live.epoch is not None:
                with suppress(AppendFailed, *ERRORS):  # it is tried again by itself
                    await self.runner.add_events(live)
            await asyncio.sleep(RESUME_PAUSE)


def _bind(act: ForwardedAct, epoch: int | None) -> None:
    """Decide a player's act under this epoch and no other: only its owner remembers whether a copy of the act, which the client sent
    through another process meanwhile, was refused."""
    if act.found is None and act.epoch is None:
        act.epoch = epoch
    if act.found is None and act.epoch != epoch:
        raise OwnerChanged(act.table)
