"""The part of `fuzz` that feeds a real server: messages and frames over WebSocket, bodies over HTTP, by a spectator of a table."""

import asyncio
import json
import random
import struct
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import websockets
from tests.support.server_process import ServerProcess
from tools.fuzz import TOKENS, messages, mutate, mutate_bytes

AT_ONCE = 200
"""Inputs between two looks at the table."""
PATHS = ("/tables", "/tables/TABLE/acts", "/sessions", "/accounts", "/positions", "/tokens", "/verify-dice", "/me/settings", "/analysis")
BODIES = (
    {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}], "options": {"quiet": 40}},
    {"k": "k1", "v": 4, "do": {"type": "move", "text": "a3-a4"}},
    {"name": "Anne", "password": "trois petits tokens"},
    {"game": "makyek", "position": "x", "moves": ["a3-a4"], "clicks": ["a3"]},
    {"record": "[Game makyek]", "settings": {"theme": "dark"}},
)


async def fuzz_server(inputs: int, seed: int, told: dict[str, int]) -> int:
    """Feed so many inputs to a server of its own; returns how many findings there were."""
    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.to_thread(ServerProcess, Path(folder), "--engines", "0")
        try:
            findings = await _feed_all(server, inputs, seed, told)
            if "Traceback" in server.log or "request.failed" in server.log:
                findings += 1
                print(f"FOUND an error in the log of the server (seed {seed})\n{server.log[-3000:]}", flush=True)
        finally:
            server.kill()
    return findings


async def _feed_all(server: ServerProcess, inputs: int, seed: int, told: dict[str, int]) -> int:
    async with (
        httpx.AsyncClient(base_url=f"{server.url}/api", timeout=30) as player,
        httpx.AsyncClient(base_url=f"{server.url}/api", timeout=30) as spectator,
    ):
        plan = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "you"}]}
        table = (await player.post("/tables", json=plan)).json()["id"]
        before = await _state(player, table)
        for first in range(0, inputs, AT_ONCE):
            for number in range(first, min(first + AT_ONCE, inputs)):
                rng = random.Random(f"server {seed} {number}")
                feed = rng.choices((_feed_socket, _feed_http, _feed_frames), (70, 20, 10))[0]
                wrong = await feed(server, spectator, table, rng, told)
                if wrong:
                    print(f"FOUND server:{seed}:{number} {wrong}", flush=True)
                    return 1
            if await _state(player, table) != before:
                print(f"FOUND the table was changed by server:{seed}:{first} … {first + AT_ONCE - 1}", flush=True)
                return 1
    return 0


async def _state(player: httpx.AsyncClient, table: str) -> Any:
    """All of a table but the chat and what changes by itself."""
    view = (await player.get(f"/tables/{table}")).json()
    events = (await player.get(f"/tables/{table}/events", params={"v": 0})).json()
    return {name: view[name] for name in ("seats", "state", "moves") if name in view}, [
        one["event"] for one in events if one["event"]["type"] != "said"
    ]


async def _feed_socket(server: ServerProcess, who: httpx.AsyncClient, table: str, rng: random.Random, told: dict[str, int]) -> str:
    """Messages of a spectator; the server answers a ping after them, or has closed the socket with a code that says why."""
    try:
        async with websockets.connect(server.socket_url, open_timeout=20) as socket:
            await socket.send(json.dumps({"type": "sub", "table": table}))
            for _ in range(rng.randint(1, 10)):
                text = mutate(rng, rng.choice(messages()).replace("TABLE", table), messages())
                await socket.send(text.encode("utf-8", "replace") if rng.random() < 0.1 else text.encode("utf-8", "replace").decode())
            await socket.send('{"type": "ping", "t": 77}')
            async with asyncio.timeout(30):
                while json.loads(await socket.recv()).get("t") != 77:
                    pass
        told["accepted"] += 1
    except websockets.ConnectionClosed as closed:
        told["refused"] += 1
        if closed.rcvd is None or closed.rcvd.code not in (1002, 1003, 1007, 1008, 1009):
            return f"closed without a reason: {closed}"
    except TimeoutError:
        return "no answer within 30 s"
    return ""


async def _feed_http(server: ServerProcess, who: httpx.AsyncClient, table: str, rng: random.Random, told: dict[str, int]) -> str:
    """A request that is answered, and not by 500."""
    body = mutate(rng, json.dumps(rng.choice(BODIES)), [json.dumps(one) for one in BODIES]).encode("utf-8", "surrogatepass")
    path = rng.choice(PATHS).replace("TABLE", table)
    if rng.random() < 0.3:
        path += "/" + httpx.QueryParams({"q": rng.choice(TOKENS).encode("utf-8", "replace").decode()[:500]}).get("q").replace("/", "")
    method = rng.choice(("POST", "POST", "POST", "PUT", "GET", "DELETE"))
    try:
        answer = await who.request(
            method,
            httpx.URL(path="/api" + path, scheme="http", host="127.0.0.1", port=server.port),
            content=body,
            headers={"Content-Type": "application/json"},
        )
    except (httpx.InvalidURL, httpx.LocalProtocolError):
        return ""
    told["accepted" if answer.is_success else "refused"] += 1
    if answer.status_code >= 500 and answer.status_code != 503:
        return f"{method} {path} {body[:300]!r}: {answer.status_code}"
    return (
        ""
        if answer.is_success or answer.status_code in (404, 405) or "why" in answer.text
        else f"{method} {path}: {answer.status_code} without words"
    )


async def _feed_frames(server: ServerProcess, who: httpx.AsyncClient, table: str, rng: random.Random, told: dict[str, int]) -> str:
    """Frames that are broken; the server closes the connection or waits for more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    handshake = (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    payload = rng.choice(messages()).replace("TABLE", table).encode()
    frame = (
        bytes([rng.choice((0x81, 0x82, 0x01, 0x00, 0x88, 0x89, 0x8A, 0x83, 0xC1)), 0x80 | 126])
        + struct.pack("!H", len(payload))
        + bytes(4)
        + payload
    )
    try:
        writer.write(mutate_bytes(rng, handshake) if rng.random() < 0.2 else handshake)
        writer.write(mutate_bytes(rng, frame) + frame)
        writer.write_eof()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                while await reader.read(65_536):
                    pass
    except OSError:  # the server has closed the connection meanwhile
        pass
    finally:
        writer.close()
    told["refused"] += 1
    return ""
