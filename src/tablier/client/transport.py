"""Requests to a server, tried again where that is safe."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec

from tablier.api.http import ErrorBody
from tablier.api.primitives import WireText
from tablier.client.backoff import Backoff
from tablier.client.errors import ServerError, unreachable, unreadable

T = TypeVar("T")

TIMEOUT = 30.0
SILENCE = 45.0
"""Seconds without a line after which a stream counts as broken; the server sends an empty one every 15."""
BUSY = frozenset({429, 503})
"""The server did nothing, and asks to come back later."""
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Transport:
    """The connection to one server, as one player: the owner of a token, else a guest who is known by cookies."""

    def __init__(self, server: str, token: str | None, cookies: Mapping[str, str] | None, patience: float) -> None:
        if urlsplit(server).scheme not in ("http", "https") or not urlsplit(server).netloc:
            why = WireText(
                f"« {server[:80]} » n'est pas l'adresse d'un serveur ; par exemple : http://localhost:8000.",
                f"'{server[:80]}' is not the address of a server; for example: http://localhost:8000.",
            )
            raise ServerError(0, ErrorBody("bad_address", why))
        if token and not (token.isascii() and token.isprintable()):
            why = WireText(
                "Ce jeton a des caractères qu'aucun jeton n'a ; recopiez-le en entier depuis votre profil.",
                "This token has characters that no token has; copy the whole of it from your profile.",
            )
            raise ServerError(0, ErrorBody("bad_token", why))
        self.server, self.token, self.patience = server.rstrip("/"), token, patience
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.AsyncClient(base_url=f"{self.server}/api", headers=headers, cookies=dict(cookies or {}), timeout=TIMEOUT)

    async def __aenter__(self) -> "Transport":
        await self.http.__aenter__()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.http.__aexit__(kind, error, trace)

    @property
    def cookies(self) -> dict[str, str]:
        """What the server knows a guest by."""
        return dict(self.http.cookies.items())

    @property
    def socket_url(self) -> str:
        """Where tables are followed."""
        return self.server.replace("http", "ws", 1) + "/ws"

    @property
    def credentials(self) -> dict[str, str]:
        """The headers that say who asks."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    async def request(
        self,
        method: str,
        path: str,
        kind: type[T],
        body: msgspec.Struct | None = None,
        query: Mapping[str, str | int | None] | None = None,
        *,
        repeat: bool = True,
    ) -> T:
        """The answer as a value; `repeat` says that the request may be done twice, so that it is sent again when an answer is lost."""
        text = await self.text(method, path, body, query, repeat=repeat)
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.DecodeError as error:
            raise unreadable(self.server, 200) from error

    async def text(
        self,
        method: str,
        path: str,
        body: msgspec.Struct | None = None,
        query: Mapping[str, str | int | None] | None = None,
        *,
        repeat: bool = True,
    ) -> str:
        """The text of an answer."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        params = {name: value for name, value in (query or {}).items() if value is not None}
        backoff = Backoff(self.patience)
        while True:
            try:
                response = await self.http.request(method, path, content=content, headers=headers, params=params)
            except httpx.TransportError as error:
                if not repeat and not isinstance(error, NEVER_SENT):
                    raise unreachable(self.server, error) from error
                await backoff.pause(unreachable(self.server, error))
                continue
            if response.is_success:
                return response.text
            failure = refusal(self.server, response)
            if not (failure.passing if repeat else failure.status in BUSY):
                raise failure
            await backoff.pause(failure)

    @asynccontextmanager
    async def lines(self, path: str) -> AsyncIterator[AsyncIterator[str]]:
        """The lines of a stream as they come; raises `httpx.TransportError` when it breaks."""
        timeout = httpx.Timeout(TIMEOUT, read=SILENCE)
        async with self.http.stream("GET", path, timeout=timeout) as response:
            if not response.is_success:
                await response.aread()
                raise refusal(self.server, response)
            yield response.aiter_lines()


def refusal(server: str, response: httpx.Response) -> ServerError:
    """What a response says is wrong, and when to come back."""
    status, given = response.status_code, response.headers.get("Retry-After", "")
    try:
        return ServerError(status, msgspec.json.decode(response.content, type=ErrorBody), float(given) if given.isdecimal() else 0.0)
    except msgspec.DecodeError:
        return unreadable(server, status)
