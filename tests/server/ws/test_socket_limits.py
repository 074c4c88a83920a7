"""Sockets that misbehave in other ways than by a flood: how each is closed, and with which code."""

import asyncio
import socket
from contextlib import asynccontextmanager, suppress

import pytest
from tests.server.ws.test_floods import CONTINUATION, FINAL, PING, TEXT, frame
from tests.support.limited_server import limited_server

from tablier.server import stalled
from tablier.server.ws.protocol import MOST_PARTS

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n%s\r\n"
)
CLOSE = 0x8
UNMASKED = bytes([TEXT | FINAL, 1]) + b"x"


class Listener:
    """An application that accepts sockets and keeps what it is told."""

    def __init__(self):
        self.accepts, self.told, self.gone = asyncio.Event(), [], asyncio.Event()
        self.accepts.set()

    async def __call__(self, scope, receive, send):
        assert (await receive())["type"] == "websocket.connect"
        await self.accepts.wait()
        try:
            await send({"type": "websocket.accept"})  # raises where the client is gone by now
            while (message := await receive())["type"] != "websocket.disconnect":
                self.told.append(message["text"])
        finally:
            self.gone.set()


def run(story, app):
    async def all_of_it():
        async with asyncio.timeout(30), limited_server(app) as port:
            await story(port)

    asyncio.run(all_of_it())


@asynccontextmanager
async def connect(port, *, shaken=True, headers=b""):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(HANDSHAKE % headers)
        if shaken:
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield reader, writer
    finally:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def close_code(reader):
    """The code of the close frame that the server sends, after which it closes the connection."""
    said = await reader.read()
    assert said[0] == CLOSE | FINAL, said
    return int.from_bytes(said[2:4], "big")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"a", final=False) + frame(CONTINUATION, final=False) * MOST_PARTS, 1008),
        (frame(PING) * 2_000, None),
        (UNMASKED, 1002),
        (frame(CONTINUATION, b"a"), 1002),
        (frame(TEXT, b"\xff"), 1007),
    ],
    ids=["parts", "flood", "unmasked", "continuation of nothing", "no UTF-8"],
)
def test_each_fault_has_its_close_code(sent, code):
    app = Listener()

    async def story(port):
        async with connect(port) as (reader, writer):
            writer.write(sent)
            if code is not None:
                assert await close_code(reader) == code
            else:
                assert b"\x03\xf0flood" in await reader.read()  # 1008, after some pongs
            await app.gone.wait()
            assert not app.told

    run(story, app)


def test_a_message_in_some_parts_is_one_message():
    app = Listener()

    async def story(port):
        async with connect(port) as (reader, writer):
            writer.write(
                frame(TEXT, b"a", final=False) + frame(CONTINUATION, b"b", final=False) * (MOST_PARTS - 2) + frame(CONTINUATION, b"c")
            )
            writer.write(frame(CLOSE, b"\x03\xe8"))
            assert await close_code(reader) == 1000
            await app.gone.wait()
            assert app.told == ["a" + "b" * (MOST_PARTS - 2) + "c"]

    run(story, app)


@pytest.mark.parametrize("sent", [frame(PING, b"x") * 1000, frame(TEXT, b"{}"), UNMASKED, frame(CLOSE, b"\x03\xe8")])
def test_frames_before_the_handshake_is_answered_close_the_socket(sent):
    app = Listener()

    async def story(port):
        app.accepts.clear()
        async with connect(port, shaken=False) as (reader, writer):
            await asyncio.sleep(0.1)
            writer.write(sent)
            with suppress(ConnectionError):
                assert await reader.read() == b""
            app.accepts.set()
            await app.gone.wait()
            assert not app.told

    run(story, app)


def test_a_handshake_that_the_library_refuses_is_answered():
    async def story(port):
        async with connect(port, shaken=False, headers=b"Cookie: a=" + b"x" * 10_000 + b"\r\n") as (reader, _):
            assert (await reader.read()).startswith(b"HTTP/1.1 431")

    run(story, Listener())


def test_sockets_that_do_not_read_are_given_up(monkeypatch):
    monkeypatch.setattr(stalled, "STALL_SECONDS", 0.3)
    left = 0

    async def talks(scope, receive, send):
        nonlocal left
        await receive()
        await send({"type": "websocket.accept"})
        with suppress(Exception):
            while True:
                await send({"type": "websocket.send", "bytes": bytes(1 << 18)})
        left += 1

    async def story(port):
        loop = asyncio.get_running_loop()
        clients = [socket.socket() for _ in range(20)]
        for client in clients:
            client.setblocking(False)
            await loop.sock_connect(client, ("127.0.0.1", port))
            await loop.sock_sendall(client, HANDSHAKE % b"")
        while left < len(clients):
            await asyncio.sleep(0.05)
        for client in clients:
            client.close()

    run(story, talks)


def test_a_socket_that_is_idle_is_left_alone(monkeypatch):
    monkeypatch.setattr(stalled, "STALL_SECONDS", 0.05)
    app = Listener()

    async def story(port):
        async with connect(port) as (_, writer):
            await asyncio.sleep(0.5)
            writer.write(frame(TEXT, b"still here"))
            while app.told != ["still here"]:
                await asyncio.sleep(0.01)

    run(story, app)
