"""The stream of what concerns a player at all tables, across connections."""

from collections.abc import AsyncGenerator, AsyncIterator

import httpx
import msgspec

from tablier.api.notifications import ChallengeNotice, Notification
from tablier.api.tables import TableView
from tablier.client.backoff import Backoff
from tablier.client.errors import ServerError, unreachable
from tablier.client.transport import Transport

Notice = Notification | ChallengeNotice
"""What a player is told: of a table (a game began, your turn, an offer, the end) or of a challenge."""

ENDED = ConnectionError("the stream ended")


class _Kind(msgspec.Struct):
    """The part of a line that tells how to read the rest."""

    type: str = ""


class NoticeStream:
    """Notices, each once. A connection begins with how all stands: what was told before is left out, and ends missed are told."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._told: dict[tuple[str, str, int], str] = {}
        """The id last told of each kind at each table and seat, or of each challenge."""
        self._playing: dict[tuple[str, int], Notification] = {}
        """The last notice of each seat whose game goes on."""

    async def read(self) -> AsyncGenerator[Notice, None]:
        """Notices for ever; raises `ServerError` when the server refuses, or is away for longer than the client's patience."""
        backoff = Backoff(self._transport.patience)
        while True:
            try:
                async with self._transport.lines("/stream") as lines:
                    async for notice in self._connected(lines):
                        backoff.reset()
                        yield notice
                failure = unreachable(self._transport.server, ENDED)
            except httpx.TransportError as error:
                failure = unreachable(self._transport.server, error)
            except ServerError as error:
                if not error.passing:
                    raise
                failure = error
            await backoff.pause(failure)

    async def _connected(self, lines: AsyncIterator[str]) -> AsyncGenerator[Notice, None]:
        """What is new in one connection."""
        for end in await self._missed_ends():
            yield end
        unsure = bool(self._playing)
        async for line in lines:
            if unsure:  # look once more, now that the server is known to listen
                unsure = False
                for end in await self._missed_ends():
                    yield end
            if line and (notice := self._new(line)):
                yield notice

    def _new(self, line: str) -> Notice | None:
        """The notice of a line; None where it was told before, or is of a kind that this client does not know."""
        notice = decode(line)
        if notice is None:
            return None
        key = (notice.type, notice.table, notice.seat) if isinstance(notice, Notification) else (notice.type, notice.challenge.id, 0)
        if notice.id and self._told.get(key) == notice.id:
            return None
        self._told[key] = notice.id
        if isinstance(notice, ChallengeNotice):
            if notice.challenge.state != "waiting":
                del self._told[key]
        elif notice.type == "end":
            self._forget(notice.table, notice.seat)
        else:
            self._playing[notice.table, notice.seat] = notice
        return notice

    async def _missed_ends(self) -> list[Notification]:
        """The ends of games that were over before this connection."""
        ends = []
        for last in tuple(self._playing.values()):
            view = await self._transport.request("GET", f"/tables/{last.table}", TableView)
            if view.state == "over":
                self._forget(last.table, last.seat)
                ranks, told = view.ending.ranks if view.ending else (), f"end:{last.table}:{last.seat}"
                ends.append(Notification("end", last.table, last.game, view.version, last.seat, told, ranks=ranks))
        return ends

    def _forget(self, table: str, seat: int) -> None:
        self._playing.pop((table, seat), None)
        self._told = {key: told for key, told in self._told.items() if key[1:] != (table, seat)}


def decode(line: str) -> Notice | None:
    """A line of the stream; None for a kind that this client does not know."""
    try:
        if msgspec.json.decode(line, type=_Kind).type == "challenge":
            return msgspec.json.decode(line, type=ChallengeNotice)
        return msgspec.json.decode(line, type=Notification)
    except msgspec.DecodeError:
        return None
