"""A real server with a real database in this process, and clients with addresses and cookies of their own."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from tests.support.schema import give_schema

from tablier.server.app import make_app
from tablier.server.lifecycle import close_services, open_services
from tablier.server.people.passwords import Passwords
from tablier.server.services import Services
from tablier.server.settings import Quotas, Settings

OURS = "http://tablier.test"
PASSWORD = "trois petits tokens"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
WORKER_TOKEN = "worker-secret-of-the-tests"


both = pytest.mark.parametrize("with_site", ["sqlite", "postgresql"], indirect=True)
"""Runs a test with SQLite and with PostgreSQL."""


class Site:
    """A server, and the clients of a test."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.accounts.passwords = Passwords(QUICK)
        self.app = make_app(services)
        self._addresses: Iterator[str] = (f"203.0.113.{n % 250 + 1}" for n in itertools.count())
        self._clients = contextlib.AsyncExitStack()

    async def visitor(self, address: str | None = None, **headers: str) -> httpx.AsyncClient:
        """A client without a cookie, at an address of its own."""
        transport = httpx.ASGITransport(self.app, client=(address or next(self._addresses), 4321))
        client = httpx.AsyncClient(transport=transport, base_url=f"{OURS}/api", headers=headers)
        return await self._clients.enter_async_context(client)

    async def guest(self) -> httpx.AsyncClient:
        """A browser with a guest's cookie."""
        client = await self.visitor()
        await client.get("/me")
        return client

    async def account(self, name: str) -> httpx.AsyncClient:
        """A browser that has just made an account."""
        client = await self.visitor()
        made = await client.post("/accounts", json={"name": name, "password": PASSWORD})
        assert made.status_code == 201, made.text
        return client

    async def login(self, name: str, password: str = PASSWORD) -> httpx.AsyncClient:
        """Another browser of an account."""
        client = await self.visitor()
        assert (await client.post("/sessions", json={"name": name, "password": password})).status_code == 201
        return client

    async def bot(self, owner: httpx.AsyncClient, *scopes: str) -> httpx.AsyncClient:
        """A program with a token of the owner's."""
        made = await owner.post("/tokens", json={"name": "test", "scopes": list(scopes)})
        assert made.status_code == 201, made.text
        return await self.visitor(Authorization=f"Bearer {made.json()['secret']}")

    async def player(self, client: httpx.AsyncClient) -> dict[str, Any]:
        """Who the server takes a visitor for."""
        player: dict[str, Any] = (await client.get("/me")).json()["player"]
        return player


@contextlib.asynccontextmanager
async def open_site(folder: Path, **settings: Any) -> AsyncIterator[Site]:
    """A server for one test."""
    chosen = {"quotas": Quotas(rate=0), "workers": 0, "worker_token": WORKER_TOKEN, **settings}
    services = Services(Settings(folder, **chosen))
    await give_schema(services.database)
    await open_services(services)  # as the lifespan does
    site = Site(services)
    try:
        async with site._clients:
            yield site
    finally:
        await close_services(services)


def visit(folder: Path, story: Callable[[Site], Awaitable[None]], **settings: Any) -> None:
    """Run a test's coroutine with a server of its own."""

    async def run() -> None:
        async with open_site(folder, **settings) as site:
            await story(site)

    asyncio.run(run())


class Answer:
    """A response that does not end by itself: set `gone` to disconnect."""

    def __init__(self) -> None:
        self.begun, self.gone = asyncio.Event(), asyncio.Event()
        self.status = 0
        self.lines: asyncio.Queue[Any] = asyncio.Queue()
        """The lines of JSON that were sent, decoded; signs of life are left out."""
        self.task: asyncio.Task[None]

    async def next(self) -> Any:
        """The next line."""
        return await asyncio.wait_for(self.lines.get(), 30)

    async def close(self) -> None:
        """Disconnect."""
        self.gone.set()
        await self.task


async def follow(site: Site, path: str, headers: dict[str, str]) -> Answer:
    """Request a stream; httpx would wait for its end."""
    answer = Answer()
    sent = [(name.lower().encode(), value.encode()) for name, value in {"Host": "tablier.test", **headers}.items()]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "headers": sent,
        "query_string": b"",
        "scheme": "http",
        "client": ("203.0.113.9", 1),
        "server": ("tablier.test", 80),
        "http_version": "1.1",
        "asgi": {"version": "3.0"},
    }

    async def receive() -> dict[str, Any]:
        await answer.gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        answer.status = message.get("status", answer.status)
        answer.begun.set()
        for line in message.get("body", b"").splitlines():
            if line.strip() and answer.status == 200:
                answer.lines.put_nowait(json.loads(line))

    answer.task = asyncio.create_task(site.app(scope, receive, send))
    return answer
