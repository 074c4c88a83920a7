"""A bot: sits down, accepts, challenges and plays by its settings, at several tables at once, until it is stopped."""

import asyncio
import math
import random
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from tablier.api.challenges import Challenge, ChallengeRequest, ChallengeRules
from tablier.api.notifications import ChallengeNotice, Notification
from tablier.api.tables import Player, TableView
from tablier.client.async_client import AsyncClient
from tablier.client.bot_player import make_chooser
from tablier.client.bot_seat import BotSeat, Report
from tablier.client.bot_settings import BotSettings, Conditions, Fault, OwnChallenge
from tablier.client.errors import ServerError
from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.games import game

ANY_BOT = "*"
"""As the name of whom to challenge: any other bot online."""
LAST_WORDS = 5.0
"""Seconds that a bot may take to get up from its tables."""


class Bot:
    """Runs at a server. It knows nothing that the server does not tell again: a bot that was killed goes on where it was."""

    def __init__(self, client: AsyncClient, settings: BotSettings, report: Report = lambda words: None) -> None:
        self.client, self.settings, self.report = client, settings, report
        self.ended = 0
        """Games that ended so far."""
        self.limit: int | None = None
        self._threads = ThreadPoolExecutor(settings.max_tables, "tablier-bot")
        self._seats: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._players: dict[tuple[str, int], BotSeat] = {}
        self._playable: dict[str, bool] = {}
        self._challenged: dict[int, float] = {}
        """When each challenge of the settings was last made."""
        self._joined: set[str] = set()
        """Tables at which this bot sat down by itself: the account may have others."""
        self._claiming = asyncio.Lock()
        """Held while a free table is looked for and taken."""
        self._finished = asyncio.Event()

    async def run(self, games: int | None = None) -> None:
        """Play until `games` have ended, or for ever; raises `ServerError` when the server refuses the token."""
        self.limit, self.me = games, (await self.client.me()).player
        self.report(Text(f"En ligne sous le nom de {self.me.name}.", f"Online as {self.me.name}."))
        await self._set_rules()
        try:
            async with asyncio.TaskGroup() as self._group:
                work = [self._group.create_task(self._listen()), self._group.create_task(self._look_around())]
                await self._finished.wait()
                for task in (*work, *self._seats.values()):
                    task.cancel()
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        finally:
            self._threads.shutdown()
            with suppress(ServerError, TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    await self._leave_open_tables()

    async def _leave_open_tables(self) -> None:
        """Get up where a game has not begun, so that the others do not wait for a bot that is gone."""
        for table in await self.client.my_tables():
            if table.state == "open" and table.id in self._joined:
                await self.client.leave(table.id)

    async def _set_rules(self) -> None:
        accept = self.settings.accept
        await self.client.set_challenge_rules(ChallengeRules("none") if accept is None else ChallengeRules("all", accept.games))

    # -- what happens ----------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for notice in self.client.notices():
            if isinstance(notice, ChallengeNotice):
                if notice.challenge.state == "waiting" and notice.challenge.challenged.id == self.me.id:
                    self._start(self._answer(notice.challenge))
            elif notice.type == "end":
                self._end(notice)
            elif notice.type == "offer":
                self._start(self._answer_offer(notice))
            else:
                self._seat_of(notice, begun=notice.type == "start")

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the rest; what the server refuses is reported."""

        async def reported() -> None:
            try:
                await work
            except ServerError as error:
                if error.status == 401:
                    raise
                self.report(error.text)

        self._group.create_task(reported())

    def _seat_of(self, notice: Notification, *, begun: bool) -> None:
        """Tell the seat of a turn; one that is new begins to play."""
        key = notice.table, notice.seat
        if key not in self._players:
            others = ", ".join(view.player.name for number, view in enumerate(notice.seats) if view.player and number != notice.seat)
            self.report(
                Text(
                    f"{notice.table} : {notice.game}, contre {others or 'un moteur'}.",
                    f"{notice.table}: {notice.game}, against {others or 'an engine'}.",
                )
            )
            seat = BotSeat(self.client, notice, lambda rules: make_chooser(rules, self.settings.player), self._threads, self.report)
            self._players[key] = seat
            self._seats[key] = self._group.create_task(seat.run())
        if not begun:
            self._players[key].tell(notice)

    def _end(self, notice: Notification) -> None:
        key = notice.table, notice.seat
        if key not in self._players:
            return
        self._seats.pop(key).cancel()
        del self._players[key]
        result = "–".join(map(str, notice.ranks)) or "×"
        self.report(Text(f"{notice.table} : fini, {result}.", f"{notice.table}: over, {result}."))
        self.ended += 1
        if self.limit is not None and self.ended >= self.limit:
            self._finished.set()

    async def _answer_offer(self, notice: Notification) -> None:
        if notice.offer is not None:
            yes = self.settings.offers.answer(notice.offer)
            await self.client.answer(notice.table, notice.offer, yes, notice.v, notice.seat)

    # -- challenges to the bot -------------------------------------------------------------------------------

    async def _answer(self, challenge: Challenge) -> None:
        async with self._claiming:
            accept = self.settings.accept or Conditions()
            fault = await self._fault(accept, challenge)
            if fault is None:
                await self.client.accept(challenge.id)
                return
        reason = accept.reason(fault)
        name = challenge.challenger.name
        self.report(Text(f"Défi de {name} décliné : {reason or '–'}.", f"Challenge of {name} declined: {reason or '–'}."))
        await self.client.decline(challenge.id, reason)

    async def _fault(self, accept: Conditions, challenge: Challenge) -> Fault | None:
        fault = accept.fault(challenge.game, challenge.clock, challenge.rated, [challenge.challenger])
        if fault is None and not await self._can_play(challenge.game, challenge.options):
            return "game"
        if fault is None and len(await self.client.my_tables()) >= self.settings.max_tables:
            return "full"
        return fault

    async def _can_play(self, name: str, options: dict[str, str | int]) -> bool:
        """Whether the player of the settings plays this game."""
        key = f"{name} {sorted(options.items())}"
        if key not in self._playable:
            try:
                chooser = await asyncio.to_thread(lambda: make_chooser(game(name, **options), self.settings.player))
                await asyncio.to_thread(chooser.close)
                self._playable[key] = True
            except TablierError as error:
                self.report(error.text)
                self._playable[key] = False
        return self._playable[key]

    # -- what the bot does by itself -------------------------------------------------------------------------

    async def _look_around(self) -> None:
        while True:
            try:
                async with self._claiming:
                    await self._use_free_tables()
            except ServerError as error:
                if error.status == 401:
                    raise
                self.report(error.text)
            await asyncio.sleep(self.settings.look_every)

    async def _use_free_tables(self) -> None:
        """Sit down and challenge while there are free tables."""
        mine = await self.client.my_tables()
        for table in mine:
            await self.client.give_nonces(table)
        free = self.settings.max_tables - len(mine)
        if self.settings.sit is not None and free > 0:
            free -= await self._sit_down(self.settings.sit, free, {table.id for table in mine})
        if self.settings.challenge and free > 0:
            await self._challenge(free)

    async def _sit_down(self, wanted: Conditions, free: int, known: set[str]) -> int:
        """Sit down at open tables; at how many."""
        taken = 0
        for table in [view for name in wanted.games or (None,) for view in await self.client.tables(name)]:
            others = [table.host, *(seat.player for seat in table.seats if seat.player)]
            if taken < free and table.id not in known and await self._suits(wanted, table, others):
                try:
                    await self.client.sit(table.id)
                    self._joined.add(table.id)
                    taken += 1
                except ServerError as error:
                    if error.status == 401:
                        raise  # any other refusal: the seat was taken by another player
        return taken

    async def _suits(self, wanted: Conditions, table: TableView, others: list[Player]) -> bool:
        plan = table.plan
        if self.me.id in (player.id for player in others) or wanted.fault(plan.game, plan.clock, plan.rated, others) is not None:
            return False
        return await self._can_play(plan.game, plan.options)

    async def _challenge(self, free: int) -> None:
        """Make the challenges that are due, no more than there are free tables for those that wait."""
        waiting = [one for one in await self.client.challenges() if one.challenger.id == self.me.id]
        free -= len(waiting)
        for number, own in enumerate(self.settings.challenge):
            due = self._challenged.get(number, -math.inf) + own.every <= time.monotonic()
            if free <= 0 or not due or (name := await self._whom(own)) is None:
                continue
            self._challenged[number] = time.monotonic()
            request = ChallengeRequest(name, own.game, own.options, own.clock, own.seat, own.rated)
            try:
                made = await self.client.challenge(request)
                self.report(Text(f"{made.challenged.name} est défié : {own.game}.", f"{made.challenged.name} is challenged: {own.game}."))
                free -= 1
            except ServerError as error:
                if error.status == 401:
                    raise
                self.report(error.text)

    async def _whom(self, own: OwnChallenge) -> str | None:
        if own.to != ANY_BOT:
            return own.to
        others = [bot.player.name for bot in await self.client.bots(own.game) if bot.player.id != self.me.id and bot.accept != "none"]
        return random.choice(others) if others else None
