"""The ASGI application behind /ws: plain ASGI, because thousands of clients wait here and each should cost little."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.requests import HTTPConnection

from tablier import __version__
from tablier.api.messages import Hello
from tablier.server.errors import Problem
from tablier.server.ops import gc_policy
from tablier.server.people.auth import Authenticator
from tablier.server.people.identity import Identity
from tablier.server.rate_limits import ADDRESS, RateLimits, address_of
from tablier.server.timestamps import now_ms
from tablier.server.ws.client import GOING_AWAY, OTHER_PLAYER, OUTLET, TOO_FAST, Client, TableAccess

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HANDSHAKE_COST = 2.0
"""What opening a socket takes of an address's rate."""


class SocketEndpoint:
    """Accepts clients, and knows which are connected."""

    def __init__(self, access: TableAccess, auth: Authenticator, rate_limits: RateLimits) -> None:
        self.access, self.auth, self.rate_limits = access, auth, rate_limits
        self.clients: dict[str, set[Client]] = {}
        """By player."""

    @property
    def connected(self) -> list[Client]:
        """All clients."""
        return [client for clients in self.clients.values() for client in clients]

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One connection, from its handshake to its end."""
        await receive()  # websocket.connect
        connection = HTTPConnection(scope)
        address = address_of(connection)
        who = await self._accept(connection, address, send)
        del connection  # thousands of clients wait below
        if who is None:
            return
        client = Client(self.access, who, scope["extensions"][OUTLET], address)
        clients = self.clients.setdefault(who.player.id, set())
        clients.add(client)
        self.access.hooks.opened()
        client.send(Hello(who.player.id, who.player.name, now_ms(), __version__))
        try:
            await self._receive_all(client, receive)
        finally:
            clients.discard(client)
            if not clients and self.clients.get(who.player.id) is clients:
                del self.clients[who.player.id]
            client.disconnected()
            gc_policy.socket_closed()

    async def _accept(self, connection: HTTPConnection, address: str, send: Send) -> Identity | None:
        """Accept a handshake, or refuse it; what only the handshake needs is freed when this returns."""
        try:
            self.rate_limits.charge(ADDRESS, address, HANDSHAKE_COST)
            who = await self.auth.identify(connection)
        except Problem as problem:
            await send({"type": "websocket.close", "code": TOO_FAST if problem.status == 429 else OTHER_PLAYER, "reason": problem.code})
            return None
        if len(self.clients.get(who.player.id, ())) >= self.access.quotas.sockets_per_player:
            await send({"type": "websocket.close", "code": TOO_FAST, "reason": "too_many"})
            return None
        accept: dict[str, Any] = {"type": "websocket.accept"}
        if who.fresh:
            cookies = self.auth.cookies
            accept["headers"] = [(b"set-cookie", cookies.header(cookies.sign(who.player.id)).encode())]
        await send(accept)
        return who

    async def _receive_all(self, client: Client, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if not client.within_rate():
                client.close(TOO_FAST)
                return
            data = message.get("text")
            await client.receive(data if data is not None else message.get("bytes") or b"")

    async def recheck(self, player: str) -> None:
        """Close the sockets of a player whose session or token no longer holds; their browsers come back as who they are now."""
        for client in tuple(self.clients.get(player, ())):
            who = await self.auth.renew(client.who)
            if who is None:
                client.close(OTHER_PLAYER)
            else:
                client.who = who  # a guest may have another name

    async def close(self) -> None:
        """Close all sockets: clients come back, to another process or to the next one."""
        clients = self.connected
        for client in clients:
            client.close(GOING_AWAY)
        await asyncio.sleep(0.05 if clients else 0)
