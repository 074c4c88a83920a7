"""What one HTTP connection may make the server keep: pipelined requests, heads, and requests that never arrive."""

import asyncio
import socket
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from tests.support.limited_server import limited_server
from tests.support.server_process import run_server

from tablier.server import stalled
from tablier.server.http import protocol
from tablier.server.http.protocol import LimitedHttpProtocol

GET = b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n"
MANY = 40_000
"""Requests on one connection: more than a server should hold of them."""


async def echo(scope, receive, send):
    """Answers with the path and the body of a request."""
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    await asyncio.sleep(0)
    text = scope["path"].encode() + b" " + body + b"\n"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(text))]})
    await send({"type": "http.response.body", "body": text})


def run(story, app=echo):
    async def all_of_it():
        async with asyncio.timeout(60), limited_server(app) as port:
            await story(port)

    asyncio.run(all_of_it())


@asynccontextmanager
async def connect(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def rest(reader):
    """What is still sent, until the server closes the connection."""
    with suppress(ConnectionError):
        return await reader.read()
    return b""


def test_pipelined_requests_are_all_answered_in_order():
    async def story(port):
        async with connect(port) as (reader, writer):
            requests = [
                GET % n if n % 3 else b"POST /%d HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n" % n + b"b" * 5000 for n in range(2000)
            ]
            writer.write(b"".join(requests))
            for n in range(2000):
                line = b""
                while not line.startswith(b"/"):
                    line = await reader.readline()
                assert line == b"/%d %s\n" % (n, b"" if n % 3 else b"b" * 5000)

    run(story)


def test_requests_cut_anywhere_are_understood():
    async def story(port):
        async with connect(port) as (reader, writer):
            sent = b"POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n" + GET % 7
            for at in range(0, len(sent), 3):
                writer.write(sent[at : at + 3])
                await writer.drain()
                await asyncio.sleep(0.001)
            assert b"/a hello" in await reader.readuntil(b"hello\n")
            assert b"/7" in await reader.readuntil(b"/7 \n")

    run(story)


def test_only_few_requests_wait_and_the_connection_is_not_read_meanwhile(monkeypatch):
    longest, answered = 0, asyncio.Event()
    found: list[protocol.LimitedHttpProtocol] = []
    made = protocol.LimitedHttpProtocol.connection_made

    def noted(self, transport):
        found.append(self)
        made(self, transport)

    monkeypatch.setattr(protocol.LimitedHttpProtocol, "connection_made", noted)

    async def waits(scope, receive, send):
        await answered.wait()
        await echo(scope, receive, send)

    async def story(port):
        nonlocal longest
        async with connect(port) as (reader, writer):
            requests = b"".join(GET % n for n in range(MANY))
            writer.write(requests)
            for _ in range(20):
                await asyncio.sleep(0.02)
                longest = max([longest, *(len(one.pipeline) for one in found)])
            assert 0 < longest < 200
            assert all(len(one._unparsed) < len(requests) // 2 for one in found)
            answered.set()
            seen = 0
            while seen < MANY:
                seen += (await reader.read(1 << 20)).count(b" 200 ")

    run(story, waits)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"x" * 200_000,
        b"GET / HTTP/1.1\r\nHost: x\r\nLong: " + b"x" * 200_000,
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 40_000,
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n" + b"Trailer: x\r\n" * 40_000,
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;" + b"x" * 200_000,
    ],
    ids=["request line", "one header", "many headers", "trailers", "chunk extension"],
)
def test_a_head_without_end_is_refused(head):
    async def story(port):
        async with connect(port) as (reader, writer):
            with suppress(ConnectionError):
                writer.write(head)
                await writer.drain()
            answer = await rest(reader)  # ends when the server closes; a reset may overtake what it said
            assert not answer or answer.startswith(b"HTTP/1.1 400")

    run(story)


@pytest.mark.parametrize(
    "sent", [b"", b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\nA: ", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"]
)
def test_a_request_that_does_not_arrive_is_not_waited_for(monkeypatch, sent):
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", 0.5)

    async def story(port):
        async with connect(port) as (reader, writer):
            closed = asyncio.create_task(rest(reader))
            with suppress(ConnectionError):
                writer.write(sent)
                while not closed.done():
                    if sent:
                        writer.write(b"x")
                    await asyncio.sleep(0.1)
            assert await closed == b""

    run(story)


def test_a_slow_second_request_is_not_waited_for_either_but_a_long_answer_is(monkeypatch):
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", 0.3)

    timed_out, close = asyncio.Event(), LimitedHttpProtocol._not_arrived

    def not_arrived(connection):
        timed_out.set()
        close(connection)

    monkeypatch.setattr(LimitedHttpProtocol, "_not_arrived", not_arrived)

    async def slow(scope, receive, send):
        if scope["path"] == "/2":
            await timed_out.wait()
        await echo(scope, receive, send)

    async def story(port):
        async with connect(port) as (reader, writer):
            writer.write(GET % 1)
            assert await reader.readuntil(b"/1 \n")
            writer.write(GET % 2 + b"GET /3 HT")
            answer = await rest(reader)
            assert b"/2 \n" in answer and b"/3" not in answer

    run(story, slow)


def test_a_client_that_does_not_read_is_given_up(monkeypatch):
    monkeypatch.setattr(stalled, "STALL_SECONDS", 0.3)
    gone = asyncio.Event()

    async def large(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1000):
            await send({"type": "http.response.body", "body": bytes(1 << 20), "more_body": True})
        gone.set()

    async def story(port):
        with socket.socket() as client:
            client.setblocking(False)
            await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", port))
            await asyncio.get_running_loop().sock_sendall(client, GET % 1)
            await gone.wait()

    run(story, large)


def test_the_request_that_is_answered_learns_that_its_client_left_although_another_waits():
    gone = asyncio.Event()

    async def listens(scope, receive, send):
        while (await receive())["type"] != "http.disconnect":
            pass
        gone.set()

    async def story(port):
        async with connect(port) as (_, writer):
            writer.write(GET % 1 + GET % 2)
            await asyncio.sleep(0.2)
            writer.transport.abort()
            await gone.wait()

    run(story, listens)


def resident(process: int) -> int:
    """Megabytes of memory that a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def wait_until_idle(process: int) -> None:
    """Wait until a process has nothing to do for a moment, and so has taken in all that it will."""
    used = None
    while used != (used := processor_time(process)):
        time.sleep(0.3)


def processor_time(process: int) -> int:
    """Ticks of the processor that a process has used."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(words[11]) + int(words[12])


def test_twenty_megabytes_of_requests_whose_answers_are_not_read_cost_nothing(tmp_path):
    with run_server(tmp_path) as server:
        before = resident(server.process.pid)
        flood = memoryview(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 600_000)
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.settimeout(3)
            sent = 0
            with suppress(TimeoutError, ConnectionError):
                while sent < len(flood):
                    sent += client.send(flood[sent : sent + 65_536])
            wait_until_idle(server.process.pid)
            assert resident(server.process.pid) - before < 50
