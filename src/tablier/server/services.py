"""The services: all parts of the server, made together and passed to whoever needs them. There is no other global state."""

import asyncio
import secrets

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tablier.api.messages import Closing
from tablier.api.tables import Rated
from tablier.core.actors import Seat
from tablier.server.engines.move_task import build_move_task, is_live
from tablier.server.engines.pool import Pool, with_worker_token
from tablier.server.engines.queue import JobQueue, Priority
from tablier.server.http.rate_limits import RateLimits
from tablier.server.ops.metrics import Metrics
from tablier.server.people.accounts import Accounts
from tablier.server.people.auth import Authenticator
from tablier.server.people.privacy import Privacy
from tablier.server.people.ratings import Ratings
from tablier.server.people.tokens import Tokens
from tablier.server.positions.service import PositionService
from tablier.server.settings import Settings, secret_of
from tablier.server.storage.bus import make_bus
from tablier.server.storage.database import Database
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.room import Room
from tablier.server.timestamps import now_ms
from tablier.server.ws.endpoint import SocketEndpoint


class Services:
    """One process of the server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings = with_worker_token(settings)
        self.name = f"services-{secrets.token_hex(6)}"
        self.secret = secret_of(settings)
        self.metrics = Metrics(self)
        self.database = Database(settings.database_url)
        self.bus = make_bus(settings.bus)
        self.rate_limits = RateLimits(settings.quotas.rate, bus=self.bus)
        self.auth = Authenticator(settings, self.secret, self.database, self.rate_limits)
        self.accounts = Accounts(self.database, self.auth, self.rate_limits, self.secret)
        self.tokens = Tokens(self.database, self.auth)
        self.ratings = Ratings(self.database)
        self.privacy = Privacy(self.database, self.accounts, self.tokens)
        self.tables = TableRegistry(self)
        self.sockets = SocketEndpoint(self)
        self._rechecking: set[asyncio.Future[None]] = set()
        self.auth.told += [self.sockets.recheck, self._tell_others]
        self.positions = PositionService()
        self.jobs = JobQueue(self.database, self.bus, self.tables.engine_move, count_fault=self.metrics.engine_fault)
        self.pool = Pool(self.name, settings, self.jobs.release_worker)
        self.closing = False

    async def open(self) -> None:
        """Make ready for visitors."""
        await self.bus.open()
        await self.bus.listen("auth", self._heard_of)
        if not self.bus.shared:
            await self.jobs.requeue_all()
        await self.tables.open()
        await self.metrics.open()
        self.pool.start()

    async def farewell(self) -> None:
        """Tell everybody who waits here that the services closes: they come back by themselves, to another process or to the next one."""
        if self.closing:
            return
        self.closing = True
        for room in self.tables.rooms.values():
            room.tell(Closing())
        await self.sockets.close()
        await self.jobs.close()
        await self.pool.stop()

    async def close(self) -> None:
        """Hand over what is going on, and lock up."""
        await self.farewell()
        await self.tables.close()
        self.positions.close()
        await self.metrics.close()
        await self.bus.close()
        await self.database.close()

    async def ready(self) -> bool:
        """Whether the database answers."""
        try:
            async with self.database.read() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return False
        return True

    async def _tell_others(self, player: str) -> None:
        if self.bus.shared:
            await self.bus.publish("auth", player.encode())

    def _heard_of(self, data: bytes) -> None:
        """Another process says that somebody has changed."""
        self.auth.forget(data.decode())
        task = asyncio.ensure_future(self.sockets.recheck(data.decode()))
        self._rechecking.add(task)
        task.add_done_callback(self._rechecking.discard)

    async def engine_thinks(self, room: Room, seat: Seat) -> None:
        """Ask for an engine's move."""
        table = room.table
        task = build_move_task(table, seat, now_ms(), self.secret)
        await self.jobs.request_move(table.id, table.changed, task, Priority.LIVE if is_live(table) else Priority.UNTIMED)

    async def rate(self, room: Room) -> Rated | None:
        """What a finished game does to the ratings of those who played it; None where nothing is rated."""
        table = room.table
        if table.ending is None or any(chair.player and chair.player.guest for chair in table.chairs):
            return None  # nor does a game count for somebody who got an account when it went well
        seated = [chair.player.id if chair.player else None for chair in table.chairs]
        # Whoever left their seat to an engine comes last, whatever the engine made of it.
        ranks = [len(seated) + 1 if chair.level else rank for chair, rank in zip(table.chairs, table.ending.ranks, strict=True)]
        changes = await self.ratings.settle(table.id, table.plan.game, seated, ranks)
        return Rated(changes) if changes else None
