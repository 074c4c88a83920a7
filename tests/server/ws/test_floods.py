"""One socket that floods is closed, and other clients do not notice it."""

import asyncio
import base64
import os
import struct
from contextlib import suppress

import pytest
from tests.support.server_process import run_server
from tests.support.ws_clients import Client, set_table

CONTINUATION, TEXT, PING, PONG, FINAL = 0x0, 0x1, 0x9, 0xA, 0x80
FLOOD = 200_000
"""Frames; the library alone takes seconds for so many."""
MOST_ANSWERED = 200_000
"""Bytes that a socket may be sent in answer to a flood: pongs until its budget is used up."""


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    head = bytes([opcode | (FINAL if final else 0), 0x80 | (len(payload) if len(payload) < 126 else 126)])
    return head + (b"" if len(payload) < 126 else struct.pack("!H", len(payload))) + bytes(4) + payload


async def connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket after its handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def answers_to(port: int, flood: bytes) -> int:
    """How many bytes the server answers to a flood before it closes the connection; it must."""
    reader, writer = await connect(port)
    received = 0

    async def read() -> None:
        nonlocal received
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                received += len(data)

    reading = asyncio.create_task(read())
    with suppress(ConnectionError):
        writer.write(flood)
        await writer.drain()
    await asyncio.wait_for(reading, 60)
    writer.close()
    return received


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING, b"x") * FLOOD,
        frame(PONG) * FLOOD,
        frame(TEXT, b"{", final=False) + frame(CONTINUATION, final=False) * FLOOD,
        frame(TEXT, b"x" * 60_000, final=False) * 20,
        frame(PING, b"x" * 125) * 20_000,
    ],
    ids=["pings", "pongs", "empty continuations", "large parts", "large pings"],
)
def test_a_flood_is_closed_and_others_play_on(tmp_path, flood):
    async def story(port: int, url: str) -> None:
        other = await Client.guest(url)
        await set_table(other, game="makyek", seats=[{"kind": "you"}, {"kind": "you"}])
        flooding = asyncio.create_task(answers_to(port, flood))
        while not flooding.done() or len(other.moves) < 3:
            await other.until(lambda: other.legal)
            assert (await other.move(other.legal[0]["text"]))["type"] == "ack"
        assert await flooding < MOST_ANSWERED, "the flood was answered"
        await other.leave()

    with run_server(tmp_path) as server:
        asyncio.run(story(server.port, server.url))


def test_an_ordinary_client_may_send_a_burst(tmp_path):
    async def story(port: int) -> None:
        reader, writer = await connect(port)
        writer.write(frame(TEXT, b'{"type":"ping","t":1}') * 100 + frame(PING, b"last"))
        async with asyncio.timeout(30):
            await reader.readuntil(bytes([PONG | FINAL, 4]) + b"last")
        writer.close()

    with run_server(tmp_path) as server:
        asyncio.run(story(server.port))
