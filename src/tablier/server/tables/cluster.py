"""What the processes of a server tell each other about tables, through the bus. The bus is a hint: what must not be lost is in the log."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import msgspec
import structlog
from msgspec import Struct

from tablier.api.jobs import MoveResult
from tablier.api.messages import Ack, AnyAct, Nak
from tablier.api.tables import Player
from tablier.server.storage.bus import Bus
from tablier.server.storage.log import LogEntry

log = structlog.get_logger("tablier.cluster")
encode = msgspec.json.Encoder().encode
OUTBOX = 10_000
"""Messages that may wait for the bus; further ones are dropped, and the log is compared later."""
ANSWER_TIMEOUT = 1.5
"""Seconds to wait for the owner of a table in another process."""


class EntryWritten(Struct, tag="wrote"):
    """The owner wrote an entry."""

    version: int
    at: int
    key: str | None
    body: bytes


class PresenceUpdate(Struct, tag="here"):
    """Who is connected to a process."""

    process: str
    players: frozenset[str]


class LogRewritten(Struct, tag="rewritten"):
    """A process has replaced entries of the log: what is held must be read again."""

    process: str


class ForwardedAct(Struct, tag="please"):
    """Do this at a table that you own: the act of a player, or the move of an engine."""

    table: str
    player: Player | None
    k: str
    v: int
    do: AnyAct | None = None
    found: MoveResult | None = None
    waited: int = 0
    lag: int = 0
    epoch: int | None = None
    """The only epoch of the table under which a player's act may be decided; None until it is known."""
    id: str = ""
    back: str = ""


class ForwardedAnswer(Struct, tag="reply"):
    """What became of a forwarded act."""

    id: str
    answer: Ack | Nak


class PresenceQuestion(Struct, tag="who"):
    """Which players are connected to you at this table?"""

    table: str
    id: str
    back: str


class PresenceAnswer(Struct, tag="those"):
    """The players that are connected to a process."""

    id: str
    players: frozenset[str]


TableMessage = EntryWritten | PresenceUpdate | LogRewritten
_decode_table = msgspec.json.Decoder(TableMessage).decode
_decode_process = msgspec.json.Decoder(ForwardedAct | ForwardedAnswer | PresenceQuestion | PresenceAnswer).decode
Perform = Callable[[ForwardedAct], Awaitable[Ack | Nak]]
Connected = Callable[[str], frozenset[str]]
"""The players that are connected to this process at a table."""


class Cluster:
    """The messages of one process. Without a shared bus there is no other process, and nothing is sent about tables."""

    def __init__(self, process: str, bus: Bus) -> None:
        self.process, self.bus = process, bus
        self._outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(OUTBOX)
        self._sender: asyncio.Task[None] | None = None
        self._listeners: dict[str, Callable[[bytes], None]] = {}
        self._asked: dict[str, asyncio.Future[ForwardedAnswer | PresenceAnswer]] = {}
        self._answering: set[asyncio.Task[None]] = set()

    @property
    def shared(self) -> bool:
        """Whether there may be other processes."""
        return self.bus.shared

    async def open(self, perform: Perform, connected: Connected) -> None:
        """Begin to send, and to answer other processes: forwarded acts with `perform`, questions about presence with `connected`."""
        self._sender = asyncio.create_task(self._send_all())
        await self.bus.listen(f"p:{self.process}", lambda data: self._hear(data, perform, connected))

    async def close(self) -> None:
        """Stop sending."""
        for task in (self._sender, *self._answering):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    # -- about tables --------------------------------------------------------------------------------------

    async def listen(self, table: str, hear: Callable[[TableMessage], None]) -> None:
        """Call `hear` with what other processes tell about a table."""
        if self.shared:
            await self.unlisten(table)
            self._listeners[table] = lambda data: hear(_decode_table(data))
            await self.bus.listen(f"t:{table}", self._listeners[table])

    async def unlisten(self, table: str) -> None:
        """No longer."""
        listener = self._listeners.pop(table, None)
        if listener is not None:
            await self.bus.unlisten(f"t:{table}", listener)

    def announce_entries(self, table: str, entries: Sequence[LogEntry]) -> None:
        """Tell that the log of a table has these entries more."""
        if self.shared:
            for entry in entries:
                self.publish(f"t:{table}", encode(EntryWritten(entry.version, entry.at, entry.key, entry.body)))

    def announce_presence(self, table: str, players: frozenset[str]) -> None:
        """Tell which players are connected to this process at a table."""
        if self.shared:
            self.publish(f"t:{table}", encode(PresenceUpdate(self.process, players)))

    def announce_rewrite(self, table: str) -> None:
        """Tell that entries of the log of a table were replaced."""
        if self.shared:
            self.publish(f"t:{table}", encode(LogRewritten(self.process)))

    def publish(self, channel: str, data: bytes) -> None:
        """Queue a message for the bus; never waits."""
        with suppress(asyncio.QueueFull):
            self._outbox.put_nowait((channel, data))

    async def _send_all(self) -> None:
        while True:
            channel, data = await self._outbox.get()
            try:
                await self.bus.publish(channel, data)
            except Exception as error:  # the bus is away: followers elsewhere learn from the log
                log.warning("cluster.publish", error=str(error))

    # -- questions to other processes ----------------------------------------------------------------------

    async def forward(self, owner: str, act: ForwardedAct) -> Ack | Nak | None:
        """Ask the owner of a table to perform an act; None when it does not answer in time."""
        said = await self._ask(owner, msgspec.structs.replace(act, id=secrets.token_hex(8), back=self.process))
        return said.answer if isinstance(said, ForwardedAnswer) else None

    async def ask_presence(self, process: str, table: str) -> frozenset[str] | None:
        """The players of a table that are connected to another process; None when it does not answer in time."""
        said = await self._ask(process, PresenceQuestion(table, secrets.token_hex(8), self.process))
        return said.players if isinstance(said, PresenceAnswer) else None

    async def _ask(self, process: str, question: ForwardedAct | PresenceQuestion) -> ForwardedAnswer | PresenceAnswer | None:
        answer: asyncio.Future[ForwardedAnswer | PresenceAnswer] = asyncio.get_running_loop().create_future()
        self._asked[question.id] = answer
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await self.bus.publish(f"p:{process}", encode(question))
                return await answer
        except TimeoutError:
            return None
        finally:
            del self._asked[question.id]

    def _hear(self, data: bytes, perform: Perform, connected: Connected) -> None:
        match _decode_process(data):
            case ForwardedAct() as act:
                task = asyncio.create_task(self._answer(act, perform))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
            case PresenceQuestion(table, number, back):
                self.publish(f"p:{back}", encode(PresenceAnswer(number, connected(table))))
            case ForwardedAnswer() | PresenceAnswer() as said:
                answer = self._asked.get(said.id)
                if answer is not None and not answer.done():
                    answer.set_result(said)

    async def _answer(self, act: ForwardedAct, perform: Perform) -> None:
        self.publish(f"p:{act.back}", encode(ForwardedAnswer(act.id, await perform(act))))
