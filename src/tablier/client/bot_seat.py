"""One seat of one table, played by a bot."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import Any

from tablier.api.messages import PlayMove
from tablier.api.notifications import Notification
from tablier.client.async_client import AsyncClient
from tablier.client.bot_player import Chooser
from tablier.client.errors import ServerError
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import AnyGame, game

ATTEMPTS = 2
"""How often a player that fails is asked for a move before the bot resigns."""
GONE_ON = frozenset({"stale", "over", "not_your_turn", "not_now", "forbidden", "unknown_table"})
"""Refusals of a move that was right when it was chosen."""

Report = Callable[[Text], None]
MakeChooser = Callable[[AnyGame], Chooser]


class BotSeat:
    """Plays a seat: moves are chosen in threads of `threads`, so that several tables are thought about at once."""

    def __init__(self, client: AsyncClient, first: Notification, make: MakeChooser, threads: Executor, report: Report) -> None:
        self.client, self.make, self.threads, self.report = client, make, threads, report
        self.table, self.seat = first.table, first.seat
        rules = game(first.game, **first.options)
        self.origin = rules.start() if first.start is None else rules.load(first.start)
        self.match: Match[Any, Any] = Match(rules, self.origin)
        self.chooser: Chooser | None = None
        self._turns: asyncio.Queue[Notification] = asyncio.Queue()
        self._over = False

    def tell(self, notice: Notification) -> None:
        """It is this seat's turn."""
        self._turns.put_nowait(notice)

    async def run(self) -> None:
        """Play until cancelled; meanwhile the player counts as present at the table."""
        presence = asyncio.create_task(self._stay())
        try:
            while True:
                notice = await self._turns.get()
                if self._turns.empty():  # otherwise the game has gone on
                    await self._play(notice)
        finally:
            presence.cancel()
            with suppress(asyncio.CancelledError):
                await presence
            self._over = True
            self.threads.submit(self._close)

    async def _stay(self) -> None:
        with suppress(ServerError):
            async for _ in self.client.follow(self.table):
                pass

    async def _play(self, notice: Notification) -> None:
        for _ in range(ATTEMPTS):
            try:
                text = await asyncio.get_running_loop().run_in_executor(self.threads, partial(self._choose, notice))
                await self.client.act(self.table, PlayMove(text, self.seat), notice.v)
                return
            except ServerError as error:
                if error.status == 401:
                    raise
                if error.code in GONE_ON:
                    return
                fault = error.text
            except TablierError as error:
                fault = error.text
            except Exception as error:  # a function of the user's may raise anything
                fault = Text(repr(error), repr(error))
            self.report(Text(f"{self.table} : {fault.fr}", f"{self.table}: {fault.en}"))
        self.report(Text(f"{self.table} : abandon, faute de coup.", f"{self.table}: resigns for want of a move."))
        with suppress(ServerError):
            await self.client.resign(self.table, self.seat)

    def _choose(self, notice: Notification) -> str:
        """The move, in a thread. A player that failed is replaced by a new one."""
        self._catch_up(notice.moves)
        left = notice.clocks.left[self.seat] / 1000 if notice.clocks else None
        chooser, self.chooser = self.chooser or self.make(self.match.game), None
        try:
            text = chooser.choose(self.match, left)
        except BaseException:
            chooser.close()
            raise
        self.chooser = chooser
        if self._over:  # meanwhile
            self._close()
        return text

    def _close(self) -> None:
        chooser, self.chooser = self.chooser, None
        if chooser is not None:
            chooser.close()

    def _catch_up(self, moves: tuple[str, ...]) -> None:
        """Bring the match to these moves: mostly there are only new ones."""
        known = self.match.moves
        if moves[: len(known)] != known:
            self.match, known = Match(self.match.game, self.origin), ()
        for text in moves[len(known) :]:
            self.match.enter(text)
