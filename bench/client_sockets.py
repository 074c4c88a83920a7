"""A WebSocket client for benches: thousands of them must cost little beside the server that is measured. Loopback only."""

import asyncio
from typing import Protocol

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10

write = msgspec.json.Encoder().encode


def frame(opcode: int, payload: bytes) -> bytes:
    """A client's WebSocket frame; the mask is zero, which is a mask like any other and costs nothing."""
    size = len(payload)
    head = bytes((0x80 | opcode, 0x80 | size)) if size < 126 else bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


class Receiver(Protocol):
    """What a socket reports to."""

    def opened(self, socket: "WebSocket", head: bytes) -> None:
        """The handshake is done; `head` is the server's answer."""

    def hear(self, data: bytes) -> None:
        """A text message."""

    def lost(self, why: str) -> None:
        """The socket is closed."""


class WebSocket(asyncio.Protocol):
    """A minimal WebSocket client."""

    def __init__(self, port: int, path: str, cookie: str, receiver: Receiver) -> None:
        self.port, self.path, self.cookie = port, path, cookie
        self.receiver = receiver
        self.buffer = bytearray()
        self.open = False
        self.close_reason = ""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a socket can be written to
        """Ask for the socket."""
        self.transport = transport
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGFibGllcidzIGJlbmNoIQ==\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is lost."""
        self.receiver.lost(self.close_reason or str(exc or "connection lost"))

    def data_received(self, data: bytes) -> None:
        """Bytes of the handshake, then of frames."""
        buffer = self.buffer
        buffer += data
        if not self.open:
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in (answer := head.partition(b"\r\n")[0]):
                self.close_reason = answer.decode("latin-1")
                self.transport.abort()
                return
            self.open, self.buffer = True, bytearray(rest)
            buffer = self.buffer
            self.receiver.opened(self, head)
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, begin = buffer[at + 1], at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                length, begin = int.from_bytes(buffer[begin : begin + wide], "big"), begin + wide
            if begin + length > size:
                break
            opcode = buffer[at] & 15
            payload = bytes(buffer[begin : begin + length])
            at = begin + length
            if opcode == TEXT:
                self.receiver.hear(payload)
            elif opcode == PING:
                self.transport.write(frame(PONG, payload))
            elif opcode == CLOSE:
                self.close_reason = f"{int.from_bytes(payload[:2], 'big')} {payload[2:].decode()}"
                self.transport.close()
        del buffer[:at]

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self.transport.write(frame(TEXT, text))
