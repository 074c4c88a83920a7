"""A table followed over a WebSocket, across connections."""

from collections.abc import AsyncGenerator

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from tablier.api.accounts import Me
from tablier.api.http import ErrorBody
from tablier.api.messages import AnyFromServer, Gone, Hello, Present, Still, Sub, Sync, Update
from tablier.client.backoff import Backoff
from tablier.client.errors import ServerError, unreachable
from tablier.client.transport import Transport

TableMessage = Update | Sync | Still | Present
"""What is told of a followed table: what happened (in order, each once), how it stands, that nothing was missed, who is there."""

CLOSED = ConnectionError("the socket was closed")
_decode = msgspec.json.Decoder(AnyFromServer).decode


class Follower:
    """Follows one table from a version on, and resumes there after each loss of the connection."""

    def __init__(self, transport: Transport, table: str, code: str | None = None, version: int = 0) -> None:
        self._transport, self._table, self._code = transport, table, code
        self._version, self._catching_up = version, False
        self._me: str | None = None
        self._shown: str | None = None
        """To whom all of the version was shown; None while only the table events are known."""

    async def read(self) -> AsyncGenerator[TableMessage, None]:
        """Messages for ever; raises `ServerError` when the table is not to be seen, or the server is away for longer than the patience."""
        backoff = Backoff(self._transport.patience)
        while True:
            try:
                async with connect(self._transport.socket_url, additional_headers=self._transport.credentials) as socket:
                    await self._subscribe(socket)
                    async for data in socket:
                        backoff.reset()
                        if message := await self._receive(socket, data):
                            yield message
                failure = unreachable(self._transport.server, CLOSED)
            except websockets.InvalidStatus as error:
                failure = unreachable(self._transport.server, error)
                await self._transport.request("GET", "/me", Me)  # says in words why a token is refused, and waits where that was too fast
            except (OSError, websockets.WebSocketException, TimeoutError) as error:
                failure = unreachable(self._transport.server, error)
            await backoff.pause(failure)

    async def _subscribe(self, socket: ClientConnection) -> None:
        self._catching_up = True
        await socket.send(msgspec.json.encode(Sub(self._table, self._version, self._code, self._shown)).decode())

    async def _receive(self, socket: ClientConnection, data: str | bytes) -> TableMessage | None:
        """The message to pass on, if any."""
        try:
            message = _decode(data)
        except msgspec.ValidationError:
            return None  # of a newer server
        match message:
            case Hello(player=player):
                self._me = player
            case Update():
                return await self._update(socket, message)
            case Sync() | Still():
                self._version, self._shown, self._catching_up = message.v, self._me, False
                return message
            case Present():
                return message
            case Gone(why=why):
                raise ServerError(404, ErrorBody("gone", why))
        return None

    async def _update(self, socket: ClientConnection, message: Update) -> Update | None:
        if message.v <= self._version:
            return None
        if message.v > self._version + 1:
            if not self._catching_up:  # a gap: what comes meanwhile comes again with the answer
                await self._subscribe(socket)
            return None
        self._version = message.v
        if message.frame is None and message.view is None:
            self._shown = None
        return message
