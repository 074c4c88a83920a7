"""The clients that follow a table in this process, and which players are connected to it anywhere."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from tablier.api.legal import LegalMove
from tablier.api.messages import FromServer, Present, Update
from tablier.api.tables import Absence
from tablier.core.actors import Seat
from tablier.server.people.identity import Identity
from tablier.server.tables.seating import time_left
from tablier.server.tables.state import Table
from tablier.server.timestamps import now_ms

encode = msgspec.json.Encoder().encode
PRESENCE_DELAY = 0.1
"""Seconds within which changes of presence are sent together."""
PRESENCE_LAPSE = 10_000
"""Milliseconds after which what another process said about its clients no longer counts."""

Presence = tuple[tuple[Seat, ...], int]
"""The seats whose players are connected, and the number of spectators."""


class Follower(Protocol):
    """A client that is sent what happens at a table."""

    who: Identity

    def send_encoded(self, message: bytes) -> None:
        """Queue a message; must not wait."""


class Audience:
    """Followers and presence of one table. `table` gives the table as it stands."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._told: dict[Follower, Presence | None] = {}
        """Each follower, with the presence it was last sent."""
        self._remote: dict[str, tuple[frozenset[str], int]] = {}
        """By process: the players connected there, and when it said so."""
        self._absent_since: dict[Seat, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return bool(self._told)

    # -- followers ---------------------------------------------------------------------------------------

    @property
    def followers(self) -> tuple[Follower, ...]:
        """The clients that follow the table here."""
        return tuple(self._told)

    def add(self, follower: Follower) -> None:
        """Begin to follow."""
        self._told[follower] = None

    def remove(self, follower: Follower) -> None:
        """Stop following."""
        self._told.pop(follower, None)

    def send(self, message: FromServer) -> None:
        """Send a message to every follower."""
        data = encode(message)
        for follower in tuple(self._told):
            follower.send_encoded(data)

    def send_each(self, message: Callable[[str], FromServer]) -> None:
        """Send every follower a message of its own, made for its player."""
        for follower in tuple(self._told):
            follower.send_encoded(encode(message(follower.who.player.id)))

    def send_update(self, update: Update, mover: str | None, legal: Iterable[LegalMove]) -> None:
        """Send an update to every follower; the player to move also gets the legal moves."""
        public = encode(update)
        for_mover: bytes | None = None
        for follower in tuple(self._told):
            if mover is None or follower.who.player.id != mover:
                follower.send_encoded(public)
                continue
            if for_mover is None:
                for_mover = b'%b,"legal":%b}' % (public[:-1], encode(tuple(legal)))  # the same message with one field more
            follower.send_encoded(for_mover)

    # -- presence ----------------------------------------------------------------------------------------

    @property
    def local_players(self) -> frozenset[str]:
        """The players connected to this process."""
        return frozenset(follower.who.player.id for follower in self._told)

    def presence(self) -> Presence:
        """Who is connected anywhere."""
        table, since = self._table(), now_ms() - PRESENCE_LAPSE
        connected = self.local_players.union(*(players for players, at in self._remote.values() if at >= since))
        seats = tuple(number for number, seat in enumerate(table.seats) if seat.person in connected)
        return seats, len(connected - table.people)

    def mark_told(self, follower: Follower) -> Presence:
        """The presence as it is now, which the caller sends to this follower."""
        self._told[follower] = presence = self.presence()
        return presence

    def hear(self, process: str, players: frozenset[str]) -> bool:
        """Note which players are connected to another process; True when that process was not known to have any."""
        known = self._remote.get(process, (frozenset(), 0))
        self._remote[process] = (players, now_ms())
        if known[0] != players or known[1] < now_ms() - PRESENCE_LAPSE:
            self.refresh()
        return process not in self._remote or not known[0]

    def refresh(self) -> None:
        """Note since when seats are absent, and schedule one message about all changes of this moment."""
        seats, _ = self.presence()
        now = now_ms()
        for seat in range(len(self._table().seats)):
            if seat in seats:
                self._absent_since.pop(seat, None)
            else:
                self._absent_since.setdefault(seat, now)
        if self._timer is None and self._told:
            self._timer = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._send_presence)

    def _send_presence(self) -> None:
        self._timer = None
        presence = self.presence()
        message = encode(Present(self._table().id, *presence, self.absences()))
        for follower, told in tuple(self._told.items()):
            if told != presence:
                self._told[follower] = presence
                follower.send_encoded(message)

    def restart_absences(self, player: str | None = None) -> None:
        """Count the absence of a player from now on, or that of all: the game has begun, or the player has acted without a socket."""
        seats, now = self._table().seats, now_ms()
        away = [seat for seat in self._absent_since if seats[seat].person and player in (None, seats[seat].person)]
        if away:
            self._absent_since.update(dict.fromkeys(away, now))
            self._told = dict.fromkeys(self._told)  # all are told again
            self.refresh()

    def absences(self) -> tuple[Absence, ...]:
        """The players who are not connected, and when the others may go on without each."""
        table, (present, _) = self._table(), self.presence()
        left = {seat: time_left(table, seat, self.absent_for(seat)) for seat in range(len(table.seats)) if seat not in present}
        return tuple(Absence(seat, wait) for seat, wait in left.items() if wait is not None)

    def absent_for(self, seat: Seat) -> int:
        """For how many milliseconds the player of a seat has not been connected."""
        since = self._absent_since.get(seat)
        return 0 if since is None or seat in self.presence()[0] else now_ms() - since
