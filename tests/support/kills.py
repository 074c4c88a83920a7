"""A server that is killed at random moments while tables move as fast as they can, and whose log must have all that was acknowledged."""

import asyncio
import random
from pathlib import Path

from tests.support.server_process import ServerProcess
from tests.support.ws_clients import Client, set_table

LIMIT = 300
"""Seconds to wait for what must come: on a busy machine a start takes long, and another kill may follow before a client is back."""
TABLES = 6


def kill_again_and_again(folder: Path, kills: int, seed: int = 3) -> int:
    """Kill a server at random moments under load, and compare its log with what was acknowledged; returns the number of moves."""
    server = ServerProcess(folder, "--engines", "0")
    try:
        return asyncio.run(_kill_under_load(server, kills, random.Random(seed)))
    finally:
        server.kill()


async def _kill_under_load(server: ServerProcess, kills: int, chosen: random.Random) -> int:
    tables = []
    for _ in range(TABLES):
        one = await Client.guest(server.url)
        await set_table(one, game="makruk", seats=[{"kind": "you"}, {"kind": "you"}])  # at random it lasts longer than this test
        tables.append(one)
    enough = asyncio.Event()
    playing = [asyncio.create_task(_move_fast(one, chosen, enough)) for one in tables]
    for _ in range(kills):
        mover = chosen.choice(tables)
        answered = len(mover.answers) + chosen.randint(1, 8)  # the others are anywhere between asking and being told
        await mover.until(lambda mover=mover, answered=answered: len(mover.answers) >= answered, LIMIT)
        server.kill()
        await asyncio.to_thread(server.start)
    for one in tables:
        await one.until(lambda one=one: len(one.answers) >= 2, LIMIT)
    enough.set()
    counts = await asyncio.gather(*playing)
    assert sum(counts) > 2 * TABLES
    for one, count in zip(tables, counts, strict=True):
        await _compare_log(one, count)
        await one.leave()
    return sum(counts)


async def _move_fast(one: Client, chosen: random.Random, enough: asyncio.Event) -> int:
    """Move for both sides until it is enough; returns how many moves were acknowledged."""
    count = 0
    while not enough.is_set():
        await one.until(lambda: one.legal, LIMIT)
        text, one.legal = chosen.choice(one.legal)["text"], []
        asked = await one.act(wait=False, type="move", text=text)
        await one.until(lambda k=asked["k"]: k in one.answers, LIMIT)
        answer = one.answers[asked["k"]]
        assert answer["type"] == "ack", answer
        count += 1
    return count


async def _compare_log(one: Client, count: int) -> None:
    """Check that the log of a table has every acknowledged move once, and no other."""
    acknowledged = {answer["v"] for answer in one.answers.values() if answer["type"] == "ack"}
    assert len(acknowledged) == count, "two moves share a version"
    async with one.http() as http:
        kept = (await http.get(f"/api/tables/{one.table}/events")).json()
    moved = {event["v"] for event in kept if event["event"]["type"] == "moved"}
    assert acknowledged <= moved and len(moved) == count
