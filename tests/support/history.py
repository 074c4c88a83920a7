"""A random history of a simulated deployment: players, faults, and a checker of what was promised."""

import asyncio
import itertools
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec
from tests.support.simulated_cluster import MOST_SKEW, Attempt, Process, SimulatedClient, Violation, World
from tests.support.simulation import BEGIN, SimulatedLoop, SimulatedTime, in_world, run_simulation

from tablier.api.messages import AnswerOffer, AnyAct, ClaimAbsence, MakeOffer, PlayMove, SendChat, TakeSeat
from tablier.api.tables import ClockPlan, Player, SeatPlan, TablePlan
from tablier.server.people.identity import Identity
from tablier.server.storage.log import LogEntry
from tablier.server.tables.decide import Context, Refused, decide
from tablier.server.tables.live_table import decode_event
from tablier.server.tables.state import Table, fold, new_table

GAMES = ("apit", "makyek", "makruk", "turkish")
AGREEMENT = 5.0
"""Seconds after the last fault within which all followers are current."""
PRESENCE = 14.0
"""Seconds after the last fault within which presence is right: what is not said again lapses after ten, and is looked at every two."""


@dataclass
class Report:
    """What a history was like."""

    seed: int
    digest: str = ""
    acts: int = 0
    acknowledged: int = 0
    refused: int = 0
    entries: int = 0
    agreement: float = 0.0
    """Seconds from the last fault to the moment from which all followers were current."""
    faults: Counter[str] = field(default_factory=Counter)


def run_history(seed: int, plan: "HistoryPlan | None" = None) -> Report:
    """Run the history of a seed and check it; raises `Violation` with the seed."""
    history = History(seed, plan or HistoryPlan.drawn(seed))
    try:
        return run_simulation(seed, history.run)
    except Violation as violation:
        raise Violation(f"seed {seed}: {violation}") from violation


@dataclass(frozen=True)
class HistoryPlan:
    """What is drawn before a history begins."""

    game: str
    clock: ClockPlan
    engine: bool
    processes: int
    spectators: int
    faults: int

    @classmethod
    def drawn(cls, seed: int) -> "HistoryPlan":
        """The plan of a seed."""
        chosen = random.Random(seed * 7919 + 1)
        base = chosen.choice((0, 0, 6, 60))
        clock = ClockPlan("fischer", base=base, increment=1) if base else ClockPlan()
        return cls(chosen.choice(GAMES), clock, chosen.random() < 0.25, chosen.choice((2, 3, 3, 4)), 1, chosen.randint(2, 5))


class History:
    """One history."""

    def __init__(self, seed: int, plan: HistoryPlan) -> None:
        self.seed, self.plan = seed, plan
        self.report = Report(seed)
        self.acting = True
        self.failure: BaseException | None = None

    async def run(self, loop: SimulatedLoop, time: SimulatedTime) -> Report:
        """Play with faults, let it settle, and check."""
        self.world = world = World(loop, time)
        await asyncio.gather(*(world.start_process() for _ in range(self.plan.processes)))
        await self._seat_players()
        tasks = [loop.create_task(player.stay()) for player in world.clients]
        tasks += [loop.create_task(self._play(player)) for player in world.clients]
        tasks.append(loop.create_task(world.run_engine()))
        await asyncio.sleep(0.5)
        await self._inject_faults()
        self.acting = False
        await self._settle(loop.now)
        for task in tasks:
            if task.done() and not task.cancelled() and task.exception():
                raise Violation(f"a task of the history failed: {task.exception()!r}")
        self._check()
        return self._reported()

    async def _seat_players(self) -> None:
        world, plan = self.world, self.plan
        people = [Player(f"player{number}", f"P{number}") for number in range(2 + plan.spectators)]
        seats = (SeatPlan("open"), SeatPlan("engine", 1) if plan.engine else SeatPlan("open"))
        table_plan = TablePlan(plan.game, seats, clock=plan.clock)
        owner = world.processes[0]
        live = await owner.run(owner.creator.create(table_plan, people[0], [people[0], None if plan.engine else people[1]]))
        self.table = live.table.id
        for number, person in enumerate(people):
            seat = number if number < (1 if plan.engine else 2) else None
            world.clients.append(SimulatedClient(world, Identity(person), self.table, seat))

    # -- what players do ---------------------------------------------------------------------------------------

    async def _play(self, player: SimulatedClient) -> None:
        chosen = self.world.random
        while self.acting:
            await asyncio.sleep(chosen.uniform(0.02, 0.5))
            if player.caught_up and len(player.waiting) < 2 and self.acting:
                act = self._choose(player)
                if act is not None:
                    player.act(act)

    def _choose(self, player: SimulatedClient) -> AnyAct | None:
        chosen = self.world.random
        if player.seat is None:
            return chosen.choice((None, None, None, SendChat(phrase="hello"), TakeSeat(), PlayMove("a1-a9")))
        if player.legal and chosen.random() < 0.75:
            return PlayMove(chosen.choice(player.legal))
        rare: tuple[AnyAct | None, ...] = (
            None,
            SendChat(phrase="nice"),
            MakeOffer("takeback"),
            AnswerOffer("takeback", True),
            AnswerOffer("takeback", False),
            ClaimAbsence(1 - player.seat),
            PlayMove("a1-a9"),
        )
        return chosen.choice(rare)

    # -- faults ------------------------------------------------------------------------------------------------

    async def _inject_faults(self) -> None:
        """Some faults, at times several at once."""
        chosen = self.world.random
        under_way = []
        for _ in range(self.plan.faults):
            fault = chosen.choice(FAULTS)
            under_way.append(asyncio.ensure_future(fault(self)))
            if chosen.random() < 0.6:
                await under_way[-1]
                await asyncio.sleep(chosen.uniform(0, 1.5))
        await asyncio.gather(*under_way)

    def _any_process(self) -> Process | None:
        healthy = self.world.healthy
        return self.world.random.choice(healthy) if healthy else None

    async def _crash(self) -> None:
        process = self._any_process()
        if process is not None:
            self.world.faults["crash"] += 1
            self.world.crash(process)
            await asyncio.sleep(self.world.random.choice((0.3, 2.0, 5.0)))
            await self.world.start_process()

    async def _stop(self) -> None:
        process = self._any_process()
        if process is not None:
            self.world.faults["stop"] += 1
            await process.stop()
            await self.world.start_process()

    async def _pause(self) -> None:
        process = self._any_process()
        if process is None:
            return
        loop, chosen = self.world.loop, self.world.random
        self.world.faults["pause"] += 1
        seconds = chosen.choice((0.8, 3.5, 6.0, 9.0))
        loop.pause(process.name)
        for socket in list(process.sockets):
            if chosen.random() < 0.5:  # its ping is not answered in time
                loop.call_later(chosen.uniform(0.5, seconds), socket.lost, context=in_world())
        await asyncio.sleep(seconds)
        loop.resume(process.name)

    async def _database_away(self) -> None:
        await self._without(self.world.database.out, "database away", (0.5, 2.0, 5.0))

    async def _bus_away(self) -> None:
        await self._without(self.world.hub.out, "bus away", (0.5, 3.0, 8.0, 14.0))

    async def _without(self, out: set[str], name: str, seconds: tuple[float, ...]) -> None:
        process = self._any_process()
        cut_off = process.name if process is not None and self.world.random.random() < 0.4 else ""
        self.world.faults[name] += 1
        out.add(cut_off)
        await asyncio.sleep(self.world.random.choice(seconds))
        out.discard(cut_off)

    async def _database_slow(self) -> None:
        await self._for_a_while(self.world.database, "slow", self.world.random.choice((0.3, 1.5)), 3.0)

    async def _database_lossy(self) -> None:
        await self._for_a_while(self.world.database, "lossy", self.world.random.uniform(0.05, 0.5), 4.0)

    async def _bus_lossy(self) -> None:
        await self._for_a_while(self.world.hub, "lossy", self.world.random.choice((0.3, 0.9, 1.0)), 6.0)

    async def _bus_doubling(self) -> None:
        await self._for_a_while(self.world.hub, "doubling", 0.5, 4.0)

    async def _bus_delayed(self) -> None:
        await self._for_a_while(self.world.hub, "delay", self.world.random.choice((0.2, 2.0)), 4.0)

    async def _bus_hangs(self) -> None:
        await self._for_a_while(self.world.hub, "hangs", True, 4.0)

    async def _for_a_while(self, where: Any, fault: str, value: Any, most: float) -> None:
        self.world.faults[f"{type(where).__name__.removeprefix('Simulated').lower()} {fault}"] += 1
        setattr(where, fault, value)
        await asyncio.sleep(self.world.random.uniform(0.5, most))
        setattr(where, fault, type(value)())

    async def _clients_drop(self) -> None:
        for player in self.world.clients:
            if player.socket is not None and self.world.random.random() < 0.6:
                self.world.faults["connection dropped"] += 1
                player.socket.lost()
        await asyncio.sleep(0.5)

    # -- what is promised --------------------------------------------------------------------------------------

    async def _settle(self, end: float) -> None:
        """Wait after the last fault, and note how long followers were behind."""
        world, loop = self.world, self.world.loop
        while loop.now < end + PRESENCE:
            if loop.exceptions:
                raise loop.exceptions[0]
            version = world.database.version(self.table)
            current = all(player.v == version and player.caught_up for player in world.clients)
            waited = loop.now - max(end, world.database.written)
            if not current:
                self.report.agreement = max(self.report.agreement, waited)
            if not current and waited > AGREEMENT:
                behind = {player.who.player.id: (player.v, player.caught_up) for player in world.clients}
                raise Violation(f"{waited:.1f} s after the last fault or entry the log is at {version}, followers at {behind}")
            await asyncio.sleep(0.05)

    def _check(self) -> None:
        entries = self.world.database.entries(self.table)
        states = _states(self.table, entries)
        self._check_versions(entries)
        for player in self.world.clients:
            self._check_follower(player, entries, states[-1])
            for attempt in player.attempts.values():
                self._check_attempt(player, attempt, entries)
                self._check_refusal(player, attempt, states)
        self._check_progress(states[-1])

    def _check_versions(self, entries: list[LogEntry]) -> None:
        if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
            raise Violation("the log has a gap")
        keys = [entry.key for entry in entries if entry.key]
        if len(keys) != len(set(keys)):
            raise Violation(f"an act counts twice: {[key for key, count in Counter(keys).items() if count > 1]}")

    def _check_follower(self, player: SimulatedClient, entries: list[LogEntry], table: Table) -> None:
        name = player.who.player.id
        for version, (at, event) in player.events.items():
            entry = entries[version - 1]
            if entry.at != at or msgspec.json.decode(entry.body) != event:
                raise Violation(f"{name} was told another version {version} than the log has")
        if player.position != table.frame.position:
            raise Violation(f"{name} sees another position than the log gives")
        people = {one.who.player.id for one in self.world.clients}
        seats = tuple(number for number, seat in enumerate(table.seats) if seat.person in people)
        if player.present != (seats, len(people - table.people)):
            raise Violation(f"{name} sees {player.present} connected, not {seats}")

    def _check_attempt(self, player: SimulatedClient, attempt: Attempt, entries: list[LogEntry]) -> None:
        key = f"{player.who.player.id}:{attempt.key}"
        found = [entry.version for entry in entries if entry.key == key]
        if attempt.answer is None:
            raise Violation(f"{attempt.key} was not answered")
        if attempt.answer["type"] == "ack" and found != [attempt.answer["v"]]:
            raise Violation(f"{attempt.key} was acknowledged as {attempt.answer['v']}, but the log has it as {found}")
        if attempt.answer["type"] == "nak" and found:
            raise Violation(f"{attempt.key} was refused ({attempt.answer['code']}), but the log has it as {found}")
        if isinstance(attempt.act, ClaimAbsence) and found:
            raise Violation(f"{attempt.key}: a claim against a player who was never away for long was accepted")

    def _check_refusal(self, player: SimulatedClient, attempt: Attempt, states: list[Table]) -> None:
        """A refusal is right for the table as it was at some moment between question and answer."""
        if attempt.answer is None or attempt.answer["type"] == "ack" or isinstance(attempt.act, ClaimAbsence):
            return
        committed = self.world.database.committed
        first = max(1, sum(at <= attempt.asked for at in committed))
        last = sum(at <= attempt.answered for at in committed)
        now = round((BEGIN + attempt.answered) * 1000)
        for table, skew in itertools.product(
            states[first - 1 : last], (0, round(MOST_SKEW * 1000))
        ):  # by a clock that is ahead, time is up earlier
            try:
                decide(table, player.who.player, attempt.act, attempt.seen, Context(now + skew))
            except Refused as refused:
                if refused.code == attempt.answer["code"]:
                    return
        raise Violation(f"{attempt.key} was refused ({attempt.answer['code']}), but the table was never so from {first} to {last}")

    def _check_progress(self, table: Table) -> None:
        """Whatever is to happen by itself has happened: flags fall, engines are asked."""
        flagged = table.flagged_at
        now = (BEGIN + self.world.loop.now) * 1000
        if table.state == "playing" and flagged is not None and flagged < now - 5_000:
            raise Violation(f"a flag has not fallen for {now - flagged:.0f} ms")
        if table.state == "playing" and table.turn is not None and table.seats[table.turn].level and self.table not in self.world.jobs:
            raise Violation("no engine was asked for its move")

    def _reported(self) -> Report:
        report, world = self.report, self.world
        attempts = [attempt for player in world.clients for attempt in player.attempts.values()]
        report.acts = len(attempts)
        report.acknowledged = sum(attempt.answer is not None and attempt.answer["type"] == "ack" for attempt in attempts)
        report.refused = report.acts - report.acknowledged
        report.entries = world.database.version(self.table)
        report.faults = world.faults
        report.digest = world.digest.hexdigest()
        return report


FAULTS = (
    History._crash,
    History._crash,
    History._stop,
    History._pause,
    History._pause,
    History._database_away,
    History._database_slow,
    History._database_lossy,
    History._database_lossy,
    History._bus_away,
    History._bus_lossy,
    History._bus_doubling,
    History._bus_delayed,
    History._bus_hangs,
    History._clients_drop,
)


def _states(table: str, entries: list[LogEntry]) -> list[Table]:
    """The table after each entry of its log."""
    first = decode_event(entries[0].body)
    states = [new_table(table, entries[0].at, first)]
    for entry in entries[1:]:
        states.append(fold(states[-1], decode_event(entry.body), entry.at))
    return states
