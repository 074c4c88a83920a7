"""The clients of the load bench send what a real page sends (tests/web/test_traffic.py records one)."""

import asyncio
import json
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support.page_traffic import DETAILS_SENT, FOLLOW_SENT, MOVE_SENT, OPEN_SENT, PING_FIELDS, PREVIEW_SENT

ROOT = Path(__file__).parents[2]


class RecordedSocket:
    """Takes down the messages that a client sends."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    @property
    def sent(self) -> list[str]:
        """The types of the messages."""
        return [message["type"] for message in self.messages]

    def send(self, data: bytes) -> None:
        self.messages.append(json.loads(data))


@pytest.fixture
def clients(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    for name in ("clients", "client_sockets", "peer_clients"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import clients

    return clients


def table_of(clients: Any) -> tuple[Any, list[RecordedSocket]]:
    """A table of two bench clients and a spectator, with sockets that record."""
    bench = SimpleNamespace(chosen=random.Random(1), rematches=False, heard=0, synced=0, error=lambda what: pytest.fail(what))
    game = clients.Game(bench, "t")
    sockets = [RecordedSocket() for _ in range(3)]
    for seat, socket in enumerate(sockets):
        clients.Client(game, "", seat).socket = socket
    return game, sockets


def test_a_client_opens_a_table_as_a_page_does(clients):
    game, sockets = table_of(clients)
    game.clients[0].subscribe()
    assert tuple(sockets[0].sent) == OPEN_SENT


@pytest.mark.parametrize(
    ("previewed", "looked", "before"),
    [(0.0, 0.0, ()), (1.0, 0.0, PREVIEW_SENT), (0.0, 1.0, DETAILS_SENT)],
    ids=["a quick move", "a move with a preview", "a move after a look at the rules"],
)
def test_a_move_is_sent_as_a_page_sends_it(clients, monkeypatch, previewed, looked, before):
    monkeypatch.setattr(clients, "PREVIEWED", previewed)
    monkeypatch.setattr(clients, "LOOKED", looked)
    game, sockets = table_of(clients)
    game.clients[0].legal = ["a3-a4"]
    assert game.play()
    assert tuple(sockets[0].sent) == (*before, *MOVE_SENT)
    update = {"type": "ev", "table": "t", "v": 1, "event": {"type": "moved"}, "frame": {"ply": 1}}
    game.moves = game.sent_at = 0
    for client in game.clients:
        client.hear(json.dumps(update).encode())
    assert all(tuple(socket.sent) == FOLLOW_SENT for socket in sockets[1:])


@pytest.mark.parametrize(
    "said", [{"type": "hello", "player": "p", "now": 7}, {"type": "pong", "t": 1, "now": 7}], ids=["after hello", "after a pong"]
)
def test_a_ping_has_the_fields_of_a_pages_ping(clients, said):
    game, sockets = table_of(clients)

    async def hear_and_ping() -> None:
        game.clients[0].hear(json.dumps(said).encode())
        game.clients[0].ping()

    asyncio.run(hear_and_ping())
    (ping,) = sockets[0].messages
    assert {name: type(value) for name, value in ping.items()} == PING_FIELDS
    assert ping["heard"] == 7
