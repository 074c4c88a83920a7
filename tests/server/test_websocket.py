"""The WebSocket protocol, frame by frame, over real connections; and beside another implementation of it, which must hear the same."""

import asyncio
import socket
import struct
from contextlib import asynccontextmanager, nullcontext
from itertools import accumulate, pairwise

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.protocol import Protocol, Side, State

from tablier.server import websocket
from tablier.server.websocket import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, WebSocket

LONGEST = 70_000
KEY, PROOF = b"dGhlIHNhbXBsZSBub25jZQ==", b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # the example of the standard
REQUEST = {
    b"host": b"localhost",
    b"upgrade": b"websocket",
    b"connection": b"keep-alive, Upgrade",
    b"sec-websocket-key": KEY,
    b"sec-websocket-version": b"13",
}
MASK = b"\x12\xf3\x00\x9a"


def frame(opcode, payload=b"", *, final=True, mask=MASK, reserved=0, masked=True):
    size = len(payload)
    length = bytes([size]) if size < 126 else b"\x7e" + struct.pack("!H", size) if size < 1 << 16 else b"\x7f" + struct.pack("!Q", size)
    head = bytes([final << 7 | reserved << 4 | opcode, length[0] | masked << 7]) + length[1:]
    hidden = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)) if masked else payload
    return head + (mask if masked else b"") + hidden


class Services:
    """An application that repeats what it hears, and remembers it."""

    def __init__(self):
        self.heard, self.paths, self.listen = [], [], asyncio.Event()
        self.listen.set()
        self.told = 0

    async def __call__(self, scope, receive, send):
        assert scope["type"] == "websocket"
        assert await receive() == {"type": "websocket.connect"}
        self.paths.append((scope["path"], scope["query_string"]))
        if scope["path"] == "/closed":
            await send({"type": "websocket.close", "code": 4001})
            return
        if scope["path"] == "/broken":
            raise ZeroDivisionError
        await send({"type": "websocket.accept", "headers": [(b"set-cookie", b"who=you")]})
        if scope["path"] == "/flood":
            await self.flood(send)
        while True:
            await self.listen.wait()
            message = await receive()
            self.heard.append({name: value for name, value in message.items() if name != "reason" and value is not None})
            if message["type"] == "websocket.disconnect":
                return
            if message.get("text") == "goodbye":
                await send({"type": "websocket.close", "code": 4000, "reason": "as you wish"})
            elif message.get("text") == "go":
                return
            elif scope["path"] == "/":
                await send({"type": "websocket.send", "text": message.get("text"), "bytes": message.get("bytes")})

    async def flood(self, send):
        for number in range(200):
            await send({"type": "websocket.send", "text": f"{number:06}" * 5_000})
            self.told = number + 1


class Wire:
    """A connection of bytes."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    async def shake(self, path=b"/", method=b"GET", **changed):
        headers = {**REQUEST, **{name.replace("_", "-").encode(): value for name, value in changed.items()}}
        self.send(method + b" " + path + b" HTTP/1.1\r\n" + b"".join(b"%s: %s\r\n" % pair for pair in headers.items() if pair[1]) + b"\r\n")
        return await self.reader.readuntil(b"\r\n\r\n")

    def send(self, data):
        self.writer.write(data)

    async def frame(self):
        first, second = await self.reader.readexactly(2)
        assert first & 0xF0 == 0x80 and not second & 0x80, "whole, and not masked"
        size = second
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return first & 15, await self.reader.readexactly(size)

    async def code(self):
        """The code of the goodbye that ends this."""
        while True:
            opcode, payload = await self.frame()
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big") if payload else None

    async def ended(self):
        assert await self.reader.read() == b""


@asynccontextmanager
async def served(house, **more):
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        house,
        ws=WebSocket,
        http="httptools",
        log_config=None,
        lifespan="off",
        ws_max_size=LONGEST,
        timeout_graceful_shutdown=1,
        **{"ws_ping_interval": None, **more},
    )
    server = uvicorn.Server(config)
    server.capture_signals = nullcontext  # pytest keeps its own
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.005)
    server.port = listening.getsockname()[1]
    try:
        yield server
    finally:
        server.should_exit = True
        await running
        listening.close()


@asynccontextmanager
async def wired(server):
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1 << 22)
    try:
        yield Wire(reader, writer)
    finally:
        writer.close()


def over_a_wire(work, **more):
    """Do this with a house and a connection to it."""

    async def whole():
        house = Services()
        async with asyncio.timeout(30), served(house, **more) as server, wired(server) as wire:
            await work(house, wire)

    asyncio.run(whole())


# -- the handshake ----------------------------------------------------------------------------------------------------


def test_the_handshake_proves_that_the_request_was_understood():
    async def work(house, wire):
        head = (await wire.shake(b"/caf%C3%A9?code=1")).split(b"\r\n")
        assert head[0] == b"HTTP/1.1 101 Switching Protocols"
        assert {b"upgrade: websocket", b"connection: Upgrade", b"sec-websocket-accept: " + PROOF, b"set-cookie: who=you"} <= set(head)
        assert house.paths == [("/café", b"code=1")]

    over_a_wire(work)


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ({"sec_websocket_version": b"8"}, b"426 Upgrade Required"),
        ({"sec_websocket_key": b"c2hvcnQ="}, b"400 Bad Request"),
        ({"sec_websocket_key": b"no key at all"}, b"400 Bad Request"),
        ({"sec_websocket_key": b""}, b"400 Bad Request"),
        ({"method": b"POST"}, b"400 Bad Request"),
        ({"path": b"/closed"}, b"403 Forbidden"),
        ({"path": b"/broken"}, b"500 Internal Server Error"),
    ],
)
def test_a_request_that_cannot_be_granted_is_refused_and_the_connection_closed(request_, answer):
    async def work(house, wire):
        head = await wire.shake(**request_)
        assert head.startswith(b"HTTP/1.1 " + answer + b"\r\n")
        assert (b"sec-websocket-version: 13" in head) == (b"426" in answer)
        await wire.ended()

    over_a_wire(work)


# -- messages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, LONGEST])
def test_a_message_of_any_size_comes_whole_and_goes_back_whole(size):
    async def work(house, wire):
        await wire.shake()
        wire.send(frame(TEXT, b"x" * size) + frame(BINARY, bytes(i % 256 for i in range(size))))
        assert await wire.frame() == (TEXT, b"x" * size)
        assert await wire.frame() == (BINARY, bytes(i % 256 for i in range(size)))

    over_a_wire(work)


def test_parts_make_one_message_and_a_ping_between_them_is_answered_at_once():
    async def work(house, wire):
        await wire.shake()
        accent = "é".encode()
        wire.send(
            frame(TEXT, b"caf" + accent[:1], final=False) + frame(PING, b"?") + frame(CONTINUED, b"", final=False) + frame(PONG, b"late")
        )
        assert await wire.frame() == (PONG, b"?")
        wire.send(frame(CONTINUED, accent[1:]) + frame(TEXT, b"next"))
        assert await wire.frame() == (TEXT, "café".encode())
        assert await wire.frame() == (TEXT, b"next")

    over_a_wire(work)


def test_bytes_may_come_one_by_one():
    async def work(house, wire):
        await wire.shake()
        for byte in frame(TEXT, "là".encode()) + frame(BINARY, b"\0" * 200) + frame(PING):
            wire.send(bytes([byte]))
            await wire.writer.drain()
            await asyncio.sleep(0)
        assert [await wire.frame() for _ in range(3)] == [(TEXT, "là".encode()), (BINARY, b"\0" * 200), (PONG, b"")]

    over_a_wire(work)


# -- what is not allowed ----------------------------------------------------------------------------------------------

BREACHES = {
    "not masked": (frame(TEXT, b"x", masked=False), 1002),
    "a reserved bit": (frame(TEXT, b"x", reserved=4), 1002),
    "no such kind": (frame(3, b"x"), 1002),
    "no such control frame": (frame(11), 1002),
    "a ping in parts": (frame(PING, final=False), 1002),
    "a long ping": (frame(PING, b"x" * 126), 1002),
    "a part of nothing": (frame(CONTINUED, b"x"), 1002),
    "a message within another": (frame(TEXT, b"x", final=False) + frame(TEXT, b"y"), 1002),
    "not text": (frame(TEXT, b"\xff"), 1007),
    "not text, in parts": (frame(TEXT, b"\xc3", final=False) + frame(CONTINUED, b"x"), 1007),
    "too long": (frame(TEXT, b"x" * (LONGEST + 1)), 1009),
    "much too long": (b"\x81\xff" + b"\xff" * 8, 1009),
    "too long, in parts": (frame(TEXT, b"x" * LONGEST, final=False) + frame(CONTINUED, b"y"), 1009),
    "half a code": (frame(CLOSE, b"\x03"), 1002),
    "a code that is never sent": (frame(CLOSE, struct.pack("!H", 1005)), 1002),
    "a code that is none": (frame(CLOSE, struct.pack("!H", 5000)), 1002),
    "a reason that is no text": (frame(CLOSE, struct.pack("!H", 1000) + b"\xff"), 1007),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_of_the_protocol_ends_the_connection_with_its_code(breach):
    sent, code = BREACHES[breach]

    async def work(house, wire):
        await wire.shake()
        wire.send(sent)
        assert await wire.code() == code
        wire.send(frame(TEXT, b"more") + b"\xff" * 100)  # nobody listens any more
        wire.writer.write_eof()
        await wire.ended()
        assert house.heard == [{"type": "websocket.disconnect", "code": code}]

    over_a_wire(work)


# -- goodbyes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "answer", "code"), [(struct.pack("!H", 1001) + "déjà".encode(), 1001, 1001), (b"", None, 1005)])
def test_the_goodbye_of_a_client_is_answered(said, answer, code):
    async def work(house, wire):
        await wire.shake()
        wire.send(frame(CLOSE, said) + frame(TEXT, b"not heard"))
        assert await wire.code() == answer
        await wire.ended()
        assert house.heard == [{"type": "websocket.disconnect", "code": code}]

    over_a_wire(work)


def test_the_house_says_goodbye_and_waits_for_the_answer():
    async def work(house, wire):
        await wire.shake()
        wire.send(frame(TEXT, b"goodbye"))
        assert await wire.frame() == (CLOSE, struct.pack("!H", 4000) + b"as you wish")
        wire.send(frame(TEXT, b"already sent") + frame(CLOSE, struct.pack("!H", 4000)))
        await wire.ended()
        assert house.heard[1:] == [{"type": "websocket.disconnect", "code": 4000}]

    over_a_wire(work)


def test_a_client_that_never_answers_a_goodbye_is_left(monkeypatch):
    monkeypatch.setattr(websocket, "GOODBYE", 0.1)

    async def work(house, wire):
        await wire.shake()
        wire.send(frame(TEXT, b"goodbye"))
        assert await wire.code() == 4000
        await wire.ended()

    over_a_wire(work)


def test_a_house_that_goes_without_a_word_says_goodbye_all_the_same():
    async def work(house, wire):
        await wire.shake()
        wire.send(frame(TEXT, b"go"))
        assert await wire.code() == 1000

    over_a_wire(work)


def test_a_client_that_vanishes_is_noticed():
    async def work(house, wire):
        await wire.shake()
        wire.send(frame(TEXT, b"x")[:-1])
        await wire.writer.drain()
        wire.writer.transport.abort()
        while not house.heard:
            await asyncio.sleep(0.01)
        assert house.heard == [{"type": "websocket.disconnect", "code": 1006}]

    over_a_wire(work)


def test_a_server_that_ends_says_so():
    async def whole():
        house = Services()
        async with asyncio.timeout(30):
            async with served(house) as server:
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                wire = Wire(reader, writer)
                await wire.shake()
            assert await wire.code() == 1012
            await wire.ended()
            writer.close()
        assert house.heard == [{"type": "websocket.disconnect", "code": 1012}]

    asyncio.run(whole())


def test_a_client_that_says_nothing_is_asked_and_then_gone_while_one_that_answers_stays():
    async def work(house, wire):
        await wire.shake()
        for _ in range(4):
            assert await wire.frame() == (PING, b"")
            wire.send(frame(PONG))
        assert not house.heard
        while not house.heard:
            await asyncio.sleep(0.01)
        assert house.heard == [{"type": "websocket.disconnect", "code": 1006}]

    over_a_wire(work, ws_ping_interval=0.2)


# -- pressure ---------------------------------------------------------------------------------------------------------


def test_a_house_waits_for_a_client_that_reads_slowly():
    async def work(house, wire):
        wire.writer.transport.pause_reading()
        wire.send(b"GET /flood HTTP/1.1\r\n" + b"".join(b"%s: %s\r\n" % pair for pair in REQUEST.items()) + b"\r\n")
        before = -1
        while house.told != before or not house.told:  # until it does not go on any more
            before = house.told
            await asyncio.sleep(0.1)
        assert house.told < 200
        wire.writer.transport.resume_reading()
        await wire.reader.readuntil(b"\r\n\r\n")
        assert [await wire.frame() for _ in range(200)] == [(TEXT, (f"{number:06}" * 5_000).encode()) for number in range(200)]

    over_a_wire(work)


def test_a_house_that_is_busy_reads_no_more_than_it_can_bear_and_later_all():
    async def work(house, wire):
        house.listen.clear()
        await wire.shake(b"/quiet")
        large = frame(BINARY, b"x" * 60_000)
        for number in range(400):
            wire.send(frame(TEXT, b"%d" % number) + large)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(wire.writer.drain(), 0.5)
        house.listen.set()
        await wire.writer.drain()
        wire.send(frame(CLOSE))
        assert await wire.code() is None
        while house.heard[-1]["type"] != "websocket.disconnect":
            await asyncio.sleep(0.01)
        assert [one["text"] for one in house.heard[:-1:2]] == [str(number) for number in range(400)]
        assert all(one["bytes"] == b"x" * 60_000 for one in house.heard[1:-1:2])

    over_a_wire(work)


def test_pings_of_a_client_that_does_not_read_fill_no_memory():
    async def whole():
        house = Services()
        async with asyncio.timeout(60), served(house) as server, wired(server) as wire:
            await wire.shake(b"/quiet")
            wire.writer.transport.pause_reading()
            pings = frame(PING, b"x" * 125) * 10_000
            for _ in range(20):  # many times what the system's own buffers hold
                wire.send(pings)
                await wire.writer.drain()
            wire.send(frame(TEXT, b"all of them were read"))
            while not house.heard:
                await asyncio.sleep(0.01)
            (connection,) = server.server_state.connections
            assert connection._transport.get_write_buffer_size() < 1 << 20

    asyncio.run(whole())


# -- beside another implementation ------------------------------------------------------------------------------------

PAYLOADS = st.one_of(st.binary(max_size=8), st.text(max_size=60).map(str.encode), st.sampled_from([b"x" * 126, struct.pack("!H", 1000)]))
FRAMES = st.builds(
    frame,
    st.sampled_from([TEXT, TEXT, TEXT, BINARY, CONTINUED, CONTINUED, PING, PONG, CLOSE, 3, 15]),
    PAYLOADS,
    final=st.sampled_from([True, True, False]),
    mask=st.binary(min_size=4, max_size=4),
    reserved=st.sampled_from([0] * 30 + [1]),
    masked=st.sampled_from([True] * 30 + [False]),
)


def as_another_hears_it(data):
    """What the `websockets` library makes of these bytes: the messages, and the code with which the connection ends."""
    reader = Protocol(Side.SERVER, state=State.OPEN, max_size=LONGEST)
    reader.receive_data(data)
    reader.receive_eof()
    heard, kind, parts = [], TEXT, b""
    for event in reader.events_received():
        if event.opcode in (PING, PONG, CLOSE):
            continue
        kind, parts = (kind, parts + event.data) if event.opcode == CONTINUED else (event.opcode, bytes(event.data))
        if event.fin:
            try:
                heard.append({"type": "websocket.receive", **({"text": parts.decode()} if kind == TEXT else {"bytes": parts})})
            except UnicodeDecodeError:
                return [*heard, {"type": "websocket.disconnect", "code": 1007}]
    if reader.close_rcvd is not None:
        code = reader.close_rcvd.code
    elif reader.parser_exc is not None and not isinstance(reader.parser_exc, EOFError):
        code = reader.close_sent.code
    else:
        code = 1006  # it simply ended
    return [*heard, {"type": "websocket.disconnect", "code": code}]


async def heard_in(chunks, house, server):
    house.heard.clear()
    async with asyncio.timeout(20), wired(server) as wire:
        await wire.shake(b"/quiet")
        for chunk in chunks:
            wire.send(chunk)
            await asyncio.sleep(0)
        wire.writer.write_eof()
        while not house.heard or house.heard[-1]["type"] != "websocket.disconnect":
            await asyncio.sleep(0.001)
    return house.heard


def test_whatever_is_sent_is_heard_as_another_implementation_hears_it():
    async def beside_each_other():
        house, loop = Services(), asyncio.get_running_loop()
        async with served(house) as server:

            @settings(max_examples=150, deadline=None)
            @given(st.lists(FRAMES, max_size=6), st.integers(0, 8), st.lists(st.integers(1, 200), max_size=5))
            def the_same(frames, begun, cuts):
                data = b"".join([*frames, frame(TEXT, b"abc")[:begun]])
                ends = [0, *(cut for cut in accumulate(cuts) if cut < len(data)), len(data)]
                chunks = [data[begin:end] for begin, end in pairwise(ends)]
                heard = asyncio.run_coroutine_threadsafe(heard_in(chunks, house, server), loop).result()
                assert heard == as_another_hears_it(data)

            await asyncio.to_thread(the_same)

    asyncio.run(beside_each_other())
