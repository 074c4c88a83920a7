"""A PostgreSQL that hangs is one that is away: within bounded time, and without a wrong answer about what is in the log."""

import asyncio
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert, text
from tests.support.faulty_services import faulty_postgres, faulty_redis
from tests.support.server_process import run_server
from tests.support.ws_clients import pair

from tablier.server.errors import Problem
from tablier.server.rate_limits import Allowance, RateLimits
from tablier.server.storage import database as storage
from tablier.server.storage import log as logs
from tablier.server.storage.database import Database
from tablier.server.storage.log import Append, AppendFailed, Log, LogEntry
from tablier.server.storage.redis_bus import RedisBus
from tablier.server.storage.schema import metadata, tables

LONG = 60.0
"""Seconds within which what is bounded must have ended, also on a busy machine."""
ROW = {"game": "makruk", "state": "open", "private": False, "rated": False, "created": 1, "updated": 1, "epoch": 3}


@pytest.fixture
def proxy(postgres, monkeypatch):
    """A proxy, and the address of a database behind it; queries are given up soon."""
    monkeypatch.setattr(storage, "QUERY_TIMEOUT", 0.5)
    monkeypatch.setattr(logs, "PATIENCE", 0.5)
    with (
        tempfile.TemporaryDirectory(prefix="tablier-proxy-") as folder,
        faulty_postgres(Path(folder), postgres.database()) as (proxy, address),
    ):
        yield proxy, address


@asynccontextmanager
async def open_log(address, names="a"):
    database = Database(address)
    try:
        async with asyncio.timeout(LONG):
            async with database.write(bounded=False) as connection:
                await connection.run_sync(metadata.create_all)
                await connection.execute(insert(tables), [{"id": name, "code": name, **ROW} for name in names])
            yield database, Log(database)
    finally:
        await database.close()


def entry(version):
    return LogEntry(version, 1000 + version, f"k{version}", b"{}")


def test_a_query_is_given_up_and_its_connection_is_not_lost(proxy):
    proxy, address = proxy

    async def story():
        async with open_log(address) as (database, log):
            proxy.hanging.set()
            for _ in range(3):
                with pytest.raises(TimeoutError):
                    await log.read("a")
                with pytest.raises(TimeoutError):
                    async with database.write() as connection:
                        await connection.execute(text("SELECT 1"))
            proxy.hanging.clear()
            assert await log.read("a") == []
            assert database.engine.pool.checkedout() == 0

    asyncio.run(story())


def test_all_appends_fail_together_and_are_told(proxy):
    proxy, address = proxy
    names = [f"t{number}" for number in range(100)]

    async def story():
        async with open_log(address, names) as (_database, log):
            proxy.hanging.set()
            failed = await asyncio.gather(*(log.append(Append(name, 3, [entry(1)])) for name in names), return_exceptions=True)
            assert {type(one) for one in failed} == {AppendFailed}
            assert log.trouble == "the database cannot be written"
            proxy.hanging.clear()
            await log.append(Append("t1", 3, [entry(1)]))
            assert log.trouble == "" and await log.read("t1") == [entry(1)]

    asyncio.run(story())


def test_a_commit_that_is_late_is_waited_for(proxy):
    """Its client has given up and asks what the log has: not yet known is no answer, for the commit counts in the end."""
    proxy, address = proxy

    async def story():
        async with open_log(address) as (_database, log):
            proxy.holding_commits.set()
            with pytest.raises(AppendFailed):
                await log.append(Append("a", 3, [entry(1)]))
            assert proxy.held == 1
            with pytest.raises(TimeoutError):
                await log.read("a")
            proxy.holding_commits.clear()
            while True:
                try:
                    found = await log.read("a")
                    break
                except TimeoutError:
                    continue
            assert found == [entry(1)]

    asyncio.run(story())


def test_players_are_told_and_go_on_when_it_is_back(tmp_path, postgres):
    async def story(server, proxy):
        one, two = await pair(server.url, game="makyek")
        assert (await one.move(one.legal[0]["text"]))["type"] == "ack"
        await two.until(lambda: two.legal)
        proxy.hanging.set()
        answer = await two.move(two.legal[0]["text"])
        assert answer["type"] == "nak" and answer["code"] == "unavailable"
        async with httpx.AsyncClient(base_url=server.url, headers={"Cookie": one.cookie}, timeout=LONG) as http:
            refused = await http.post("/api/tables", json={"game": "makyek", "seats": [{"kind": "you"}, {"kind": "you"}]})
            assert refused.status_code == 503 and refused.json()["code"] == "unavailable"
            ready = await http.get("/ready")
            assert ready.status_code == 503 and ready.text == "not ready: the database does not answer\n"
        proxy.hanging.clear()
        del two.answers[answer["k"]]
        assert (await two.insist(type="move", text=two.legal[0]["text"], k=answer["k"]))["type"] == "ack"
        await one.until(lambda: len(one.moves) == 2)
        for client in (one, two):
            await client.leave()

    with (
        tempfile.TemporaryDirectory(prefix="tablier-proxy-") as folder,
        faulty_postgres(Path(folder), postgres.database()) as (proxy, address),
        run_server(tmp_path, "--engines", "0", "--database", address) as server,
    ):
        asyncio.run(story(server, proxy))


def test_a_shared_limit_does_not_wait_for_a_redis_that_hangs(need):
    need("Redis")

    async def story(redis):
        bus = RedisBus(redis.url)
        limits, allowance = RateLimits(bus=bus), Allowance("few", rate=0.01, burst=2)
        await bus.redis.ping()
        redis.hang()
        async with asyncio.timeout(4):  # a socket of Redis is given up after five
            await limits.charge_shared(allowance, "a")
            await limits.reset(allowance, "b")
        await limits.charge_shared(allowance, "a")
        with pytest.raises(Problem, match="429"):
            await limits.charge_shared(allowance, "a")
        redis.go_on()
        await bus.redis.aclose()

    with faulty_redis() as redis:
        asyncio.run(story(redis))
