"""WebSockets (RFC 6455) for uvicorn: as little work and memory as a message and a waiting client need, because thousands wait here.

uvicorn makes one of these for each request that asks for a socket and hands it the request again; from then on every byte comes
here. Nothing is compressed: messages are short, and a compressor per client would outweigh all the rest of it.
"""

import asyncio
import binascii
import logging
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import MutableMapping
from hashlib import sha1
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected, get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState

log = logging.getLogger("uvicorn.error")

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL, RESERVED, OPCODE, MASKED, LENGTH = 0x80, 0x70, 0x0F, 0x80, 0x7F
TWO_BYTES, EIGHT_BYTES = 126, 127
LONGEST_CONTROL = 125
NORMAL, WRONG, NO_CODE, LOST, NOT_TEXT, TOO_BIG, RESTARTING = 1000, 1002, 1005, 1006, 1007, 1009, 1012
SAYABLE = frozenset({*range(1000, 1004), *range(1007, 1015)})
"""The codes of the protocol that may be sent; from 3000 to 4999 they belong to applications."""
SALT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
MOST_UNREAD = 16
"""Messages of a client that wait to be dealt with; then no more is read."""
MOST_UNSENT = 8
"""Messages to a client that go to the network together; with more, it tells when the client is too slow."""
GOODBYE = 10.0
"""Seconds in which a client answers a goodbye."""

KINDS = frozenset({CONTINUED, TEXT, BINARY, CLOSE, PING, PONG})
ASKING, DECIDING, OPEN, LEAVING, DEAF, OVER = range(6)
"""A connection's life: its request is awaited; the server decides about it; messages go to and fro; the server has said goodbye and waits
for the client's; it listens no more, because the client broke the protocol; nothing can be said any more."""

Message = MutableMapping[str, Any]


class Broken(Exception):
    """The client does not keep to the protocol."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class WebSocket(asyncio.Protocol):
    """One connection, from its handshake to its end."""

    __slots__ = (
        "_app_state",
        "_buffer",
        "_config",
        "_heard",
        "_key",
        "_kind",
        "_loop",
        "_parts",
        "_quiet",
        "_reading",
        "_server_state",
        "_size",
        "_stage",
        "_timer",
        "_transport",
        "_unsent",
        "_waiting",
        "_writable",
    )

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self._config, self._server_state, self._app_state = config, server_state, app_state
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._stage = ASKING
        self._key = b""
        self._heard: deque[Message] = deque()
        self._waiting: asyncio.Future[None] | None = None
        """Of the services, which waits for a message."""
        self._reading = True
        self._writable: asyncio.Future[None] | None = None
        """Where the network takes no more: what those who want to write wait for."""
        self._unsent: list[bytes] = []
        self._buffer = b""
        self._kind, self._size = CONTINUED, 0
        self._parts: list[bytes] = []
        """Of a message that comes in parts."""
        self._quiet = False
        """Whether nothing was heard since the client was asked if it is there."""
        self._timer: asyncio.TimerHandle | None = None

    # -- what uvicorn and the network tell ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """There is a connection."""
        self._transport = cast(asyncio.Transport, transport)
        self._server_state.connections.add(cast(Any, self))

    def data_received(self, data: bytes) -> None:
        """Bytes came: the request first, then frames."""
        if self._stage == ASKING:
            self._stage = DECIDING
            self._begin(data)
            return
        if self._stage >= DEAF:
            return
        self._quiet = False
        if self._buffer:
            data = self._buffer + data
        try:
            used = self._read_frames(data)
        except Broken as broken:
            self._buffer = b""
            self._leave(broken.code, str(broken), DEAF)
        else:
            self._buffer = data[used:]

    def connection_lost(self, exc: Exception | None) -> None:
        """There is no connection any more."""
        self._server_state.connections.discard(cast(Any, self))
        if self._timer is not None:
            self._timer.cancel()
        self._over(LOST)
        self.resume_writing()

    def pause_writing(self) -> None:
        """The client reads too slowly."""
        if self._writable is None:
            self._writable = self._loop.create_future()

    def resume_writing(self) -> None:
        """The client has read."""
        if self._writable is not None:
            self._writable.set_result(None)
            self._writable = None

    def shutdown(self) -> None:
        """The server ends."""
        if self._stage == OPEN:
            self._write(CLOSE, RESTARTING.to_bytes(2, "big"))
        elif self._stage < OPEN:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        self._over(RESTARTING)
        self._close()

    # -- the handshake ------------------------------------------------------------------------------------------

    def _begin(self, request: bytes) -> None:
        line, *lines = request.removesuffix(b"\r\n\r\n").split(b"\r\n")
        method, target, _ = line.split(b" ", 2)
        headers = [(name, value) for name, _, value in (one.partition(b": ") for one in lines)]
        given = dict(headers)
        self._key = given.get(b"sec-websocket-key", b"")
        if method != b"GET" or not _is_key(self._key):
            self._refuse(HTTPStatus.BAD_REQUEST)
        elif given.get(b"sec-websocket-version") != b"13":
            self._refuse(HTTPStatus.UPGRADE_REQUIRED, b"sec-websocket-version: 13\r\n")
        else:
            self._heard.append({"type": "websocket.connect"})
            task = self._loop.create_task(self._serve(self._scope(target, headers)))
            self._server_state.tasks.add(task)
            task.add_done_callback(self._server_state.tasks.discard)

    def _scope(self, target: bytes, headers: list[tuple[bytes, bytes]]) -> Message:
        path, _, query = target.partition(b"?")
        root = self._config.root_path
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(self._transport) else "ws",
            "server": get_local_addr(self._transport),
            "client": get_remote_addr(self._transport),
            "root_path": root,
            "path": root + unquote(path.decode("latin-1")),
            "raw_path": root.encode() + path,
            "query_string": query,
            "headers": headers,
            "subprotocols": [],
            "state": self._app_state.copy(),
        }

    async def _serve(self, scope: Message) -> None:
        try:
            await self._config.loaded_app(cast(Any, scope), cast(Any, self.receive), cast(Any, self.send))
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("Exception in ASGI application\n")
        finally:
            if self._stage < OPEN:
                self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
            elif self._stage == OPEN:
                self._leave(NORMAL, "", LEAVING)

    def _accept(self, headers: list[tuple[bytes, bytes]]) -> None:
        self._stage = OPEN
        proof = b64encode(sha1(self._key + SALT, usedforsecurity=False).digest())
        headers = [(b"upgrade", b"websocket"), (b"connection", b"Upgrade"), (b"sec-websocket-accept", proof), *headers]
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        self._later(b"HTTP/1.1 101 Switching Protocols\r\n" + lines + b"\r\n")
        self._ask_later()

    def _refuse(self, status: HTTPStatus, header: bytes = b"") -> None:
        if self._stage < OVER:
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n"
            self._transport.write(line.encode() + header + b"\r\n")
            self._over(LOST)
            self._close()

    # -- whether the client is there ----------------------------------------------------------------------------

    def _ask_later(self) -> None:
        if self._config.ws_ping_interval:
            self._timer = self._loop.call_later(self._config.ws_ping_interval, self._ask)

    def _ask(self) -> None:
        """Ask the client whether it is there; one that said nothing since the last time is gone."""
        if self._quiet:
            self._over(LOST)
            self._transport.abort()
            return
        self._quiet = True
        self._write(PING, b"")
        self._ask_later()

    # -- from the client ----------------------------------------------------------------------------------------

    async def receive(self) -> Message:
        """The next message of the client, or that there will be none."""
        while not self._heard:
            if self._stage == OVER:
                return {"type": "websocket.disconnect", "code": LOST, "reason": ""}
            self._waiting = self._loop.create_future()
            await self._waiting
            self._waiting = None
        message = self._heard.popleft()
        if not self._heard:
            self._read_on()
        return message

    def _hear(self, message: Message) -> None:
        self._heard.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _read_on(self) -> None:
        if not self._reading and not self._transport.is_closing():
            self._reading = True
            self._transport.resume_reading()

    def _read_frames(self, data: bytes) -> int:
        """Deal with all frames that are complete; gives how many bytes they were."""
        at, end = 0, len(data)
        while end - at >= 2 and self._stage < DEAF:
            first, second = data[at], data[at + 1]
            begin, length = at + 2, second & LENGTH
            _check_head(first, second, length)
            if length >= TWO_BYTES:
                wide = 2 if length == TWO_BYTES else 8
                if end - begin < wide:
                    break
                length = int.from_bytes(data[begin : begin + wide], "big")
                begin += wide
            if length + self._size > self._config.ws_max_size:
                raise Broken(TOO_BIG, "too long")
            begin += 4
            if end - begin < length:
                break
            at = begin + length
            self._frame(first & OPCODE, bool(first & FINAL), _unmasked(data[begin - 4 : begin], data[begin:at]))
        return at

    def _frame(self, opcode: int, final: bool, payload: bytes) -> None:
        if opcode == PING:
            if self._stage == OPEN and self._writable is None:  # one who reads too slowly is not answered: answers would pile up
                self._write(PONG, payload)
        elif opcode == CLOSE:
            self._goodbye(payload)
        elif opcode != PONG:
            self._part(opcode, final, payload)

    def _part(self, opcode: int, final: bool, payload: bytes) -> None:
        """A message, or one of those that it comes in."""
        if (opcode == CONTINUED) != (self._kind != CONTINUED):
            raise Broken(WRONG, "a message begins where the one before has ended")
        if final and opcode != CONTINUED:
            self._message(opcode, payload)
            return
        self._kind = self._kind or opcode
        self._parts.append(payload)
        self._size += len(payload)
        if final:
            kind, whole = self._kind, b"".join(self._parts)
            self._kind, self._parts, self._size = CONTINUED, [], 0
            self._message(kind, whole)

    def _message(self, kind: int, payload: bytes) -> None:
        said = {"bytes": payload} if kind == BINARY else {"text": _text(payload)}
        if self._stage == OPEN:  # after our goodbye nobody wants to know
            self._hear({"type": "websocket.receive", **said})
            if len(self._heard) >= MOST_UNREAD and self._reading:
                self._reading = False
                self._transport.pause_reading()

    def _goodbye(self, payload: bytes) -> None:
        """The client says goodbye, or answers ours."""
        code, reason = _farewell(payload)
        if self._stage == OPEN:
            self._write(CLOSE, payload[:2])
        self._over(code, reason)
        self._close()

    # -- to the client ------------------------------------------------------------------------------------------

    async def send(self, message: Message) -> None:
        """Tell the client something; waits while it reads too slowly."""
        while self._writable is not None:
            await asyncio.shield(self._writable)
        if self._stage > OPEN:
            raise ClientDisconnected
        match message["type"]:
            case "websocket.send":
                text = message.get("text")
                if text is not None:
                    self._write(TEXT, text.encode())
                else:
                    self._write(BINARY, message["bytes"])
            case "websocket.accept":
                self._accept(list(message.get("headers", ())))
            case "websocket.close" if self._stage < OPEN:
                self._refuse(HTTPStatus.FORBIDDEN)
            case "websocket.close":
                self._leave(message.get("code", NORMAL), message.get("reason") or "", LEAVING)
            case other:
                raise RuntimeError(f"{other!r} is no message for a socket")

    def _write(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        if size < TWO_BYTES:
            head = bytes((FINAL | opcode, size))
        elif size < 1 << 16:
            head = bytes((FINAL | opcode, TWO_BYTES, size >> 8, size & 0xFF))
        else:
            head = bytes((FINAL | opcode, EIGHT_BYTES)) + size.to_bytes(8, "big")
        self._later(head + payload)

    def _later(self, data: bytes) -> None:
        """Going to the network costs most of all: what is said in the same moment goes together, such as an event and the answer to
        whoever caused it, who hears of it one turn of the loop later."""
        if not self._unsent:
            self._loop.call_soon(self._loop.call_soon, self._flush)
        self._unsent.append(data)
        if len(self._unsent) >= MOST_UNSENT:
            self._flush()

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and not self._transport.is_closing():
            self._transport.write(b"".join(unsent))

    # -- the end ------------------------------------------------------------------------------------------------

    def _leave(self, code: int, reason: str, stage: int) -> None:
        """Say goodbye, and give the client some time to hear it."""
        if self._stage == OPEN:
            self._write(CLOSE, code.to_bytes(2, "big") + reason.encode()[: LONGEST_CONTROL - 2])
            self._hear({"type": "websocket.disconnect", "code": code, "reason": reason})
        self._stage = stage
        self._read_on()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(GOODBYE, self._close)

    def _close(self) -> None:
        self._flush()
        self._transport.close()

    def _over(self, code: int, reason: str = "") -> None:
        if self._stage <= OPEN:
            self._hear({"type": "websocket.disconnect", "code": code, "reason": reason})
        self._stage = OVER


def _is_key(key: bytes) -> bool:
    try:
        return len(b64decode(key, validate=True)) == 16
    except binascii.Error:
        return False


def _check_head(first: int, second: int, length: int) -> None:
    opcode = first & OPCODE
    if first & RESERVED or opcode not in KINDS:
        raise Broken(WRONG, "no such frame")
    if opcode >= CLOSE and (length > LONGEST_CONTROL or not first & FINAL):
        raise Broken(WRONG, "a control frame is short and whole")
    if not second & MASKED:
        raise Broken(WRONG, "a client masks its frames")


def _unmasked(mask: bytes, payload: bytes) -> bytes:
    size = len(payload)
    repeated = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(repeated, "little")).to_bytes(size, "little")


def _text(payload: bytes) -> str:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise Broken(NOT_TEXT, "text is UTF-8") from None


def _farewell(payload: bytes) -> tuple[int, str]:
    """Code and reason of a goodbye."""
    if not payload:
        return NO_CODE, ""
    code, reason = int.from_bytes(payload[:2], "big"), _text(payload[2:])
    if len(payload) == 1 or not (code in SAYABLE or code in range(3000, 5000)):
        raise Broken(WRONG, "no such code")
    return code, reason
