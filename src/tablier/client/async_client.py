"""The client with asyncio."""

import secrets
from collections.abc import AsyncGenerator, Mapping
from types import TracebackType
from typing import Any, Literal

from tablier.api.accounts import Me, Profile
from tablier.api.challenges import BotView, Challenge, ChallengeRequest, ChallengeRules, DeclineReason, DeclineRequest
from tablier.api.http import ActBody, Invitation
from tablier.api.manifest import GameCard, Manifest
from tablier.api.messages import Ack, AnswerOffer, AnyAct, GiveNonce, LeaveSeat, MakeOffer, PlayMove, Resign, SeatEngine, SendChat, TakeSeat
from tablier.api.tables import OfferKind, TablePlan, TableView
from tablier.client.notices import Notice, NoticeStream
from tablier.client.socket import Follower, TableMessage
from tablier.client.transport import Transport
from tablier.core.match import Match
from tablier.games import read_record

PATIENCE = 60.0


class AsyncClient:
    """A player at a server: the owner of `token`, or without one a guest.

    To come back as the same guest give the `cookies` of the first time. While the server is away or asks for patience, requests wait
    and are tried again, for at most `patience` seconds. All that fails raises `ServerError`.
    """

    def __init__(
        self, server: str, *, token: str | None = None, cookies: Mapping[str, str] | None = None, patience: float = PATIENCE
    ) -> None:
        self._transport = Transport(server, token, cookies, patience)

    async def __aenter__(self) -> "AsyncClient":
        await self._transport.__aenter__()
        try:
            if not self._transport.token and not self.cookies:
                await self.me()  # a guest is made before requests can overtake each other
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._transport.__aexit__(None, None, None)

    @property
    def cookies(self) -> dict[str, str]:
        """What the server knows a guest by."""
        return self._transport.cookies

    # -- people and games ------------------------------------------------------------------------------------

    async def me(self) -> Me:
        """Who you are."""
        return await self._transport.request("GET", "/me", Me)

    async def profile(self, name: str) -> Profile:
        """The public profile of a player."""
        return await self._transport.request("GET", f"/players/{name}", Profile)

    async def games(self) -> list[GameCard]:
        """All games of the server."""
        return await self._transport.request("GET", "/games", list[GameCard])

    async def game(self, name: str, /, **options: str | int) -> Manifest:
        """A game as data, with its options chosen."""
        return await self._transport.request("GET", f"/games/{name}", Manifest, query=options)

    # -- tables ----------------------------------------------------------------------------------------------

    async def create_table(self, plan: TablePlan) -> TableView:
        """Create a table. Where the game has dice, your nonce is added."""
        table = await self._transport.request("POST", "/tables", TableView, plan, repeat=False)
        return await self.give_nonces(table)

    async def tables(self, game: str | None = None, state: Literal["open", "playing"] = "open", page: int = 0) -> list[TableView]:
        """The public tables, the latest first, without their moves."""
        return await self._transport.request("GET", "/tables", list[TableView], query={"game": game, "state": state, "page": page})

    async def my_tables(self) -> list[TableView]:
        """The tables that you sit at and that are not over, without their moves."""
        return await self._transport.request("GET", "/me/tables", list[TableView])

    async def archive(self, game: str | None = None, player: str | None = None, page: int = 0) -> list[TableView]:
        """The finished public games, the latest first, without their moves."""
        return await self._transport.request("GET", "/archive", list[TableView], query={"game": game, "player": player, "page": page})

    async def table(self, table: str, code: str | None = None) -> TableView:
        """A table as it stands; a private one by its code."""
        return await self._transport.request("GET", f"/tables/{table}", TableView, query={"code": code})

    async def invitation(self, code: str) -> Invitation:
        """The table behind a code."""
        return await self._transport.request("GET", f"/invites/{code}", Invitation)

    async def record(self, table: str, code: str | None = None) -> str:
        """The record of a game, as text."""
        return await self._transport.text("GET", f"/tables/{table}/record.txt", query={"code": code})

    async def match(self, table: str, code: str | None = None) -> Match[Any, Any]:
        """The game of a table, to think about."""
        return read_record(await self.record(table, code))

    # -- acts ------------------------------------------------------------------------------------------------

    async def act(self, table: str, act: AnyAct, version: int = 0, *, key: str | None = None, code: str | None = None) -> Ack:
        """Act at a table. `version` is the one that the act is based on; a move at an older position is refused as `stale`.
        It is sent under a key, by default a random one, and again when an answer is lost: it is done once."""
        body = ActBody(key or secrets.token_hex(12), version, act)
        return await self._transport.request("POST", f"/tables/{table}/acts", Ack, body, {"code": code})

    async def move(self, table: str, text: str, version: int, seat: int | None = None) -> Ack:
        """Play a move."""
        return await self.act(table, PlayMove(text, seat), version)

    async def sit(self, table: str, seat: int | None = None, code: str | None = None) -> Ack:
        """Take an open seat, this one or any."""
        return await self.act(table, TakeSeat(seat, secrets.token_hex(16)), code=code)

    async def leave(self, table: str) -> Ack:
        """Get up before the game has begun."""
        return await self.act(table, LeaveSeat())

    async def seat_engine(self, table: str, seat: int, level: int) -> Ack:
        """Let an engine take an open seat."""
        return await self.act(table, SeatEngine(seat, level))

    async def resign(self, table: str, seat: int | None = None) -> Ack:
        """Give up."""
        return await self.act(table, Resign(seat))

    async def offer(self, table: str, kind: OfferKind, version: int, seat: int | None = None) -> Ack:
        """Offer to stop, to take back, to call off or to meet again."""
        return await self.act(table, MakeOffer(kind, seat), version)

    async def answer(self, table: str, kind: OfferKind, yes: bool, version: int, seat: int | None = None) -> Ack:
        """Answer an offer, or take one's own back by saying no."""
        return await self.act(table, AnswerOffer(kind, yes, seat), version)

    async def say(self, table: str, text: str | None = None, *, phrase: str | None = None) -> Ack:
        """Say something at a table: in own words, or a phrase that is understood in every language (`tablier.api.messages.PHRASES`)."""
        return await self.act(table, SendChat(phrase, text))

    async def give_nonces(self, table: TableView) -> TableView:
        """Add your nonce to the dice of a table that waits for it; the table as it stands then."""
        if not table.awaited:
            return table
        me = (await self.me()).player.id
        mine = {number for number, seat in enumerate(table.seats) if seat.player is not None and seat.player.id == me}
        if not mine & set(table.awaited):
            return table
        await self.act(table.id, GiveNonce(secrets.token_hex(16)))
        return await self.table(table.id, table.code)

    # -- challenges ------------------------------------------------------------------------------------------

    async def bots(self, game: str | None = None) -> list[BotView]:
        """The bots online, with their games and ratings."""
        return await self._transport.request("GET", "/bots", list[BotView], query={"game": game})

    async def challenges(self) -> list[Challenge]:
        """The challenges that wait, to you and from you."""
        return await self._transport.request("GET", "/challenges", list[Challenge])

    async def challenge(self, request: ChallengeRequest) -> Challenge:
        """Challenge a player."""
        return await self._transport.request("POST", "/challenges", Challenge, request)

    async def accept(self, challenge: str) -> Challenge:
        """Accept a challenge: you sit at its `table`. Where the game has dice, your nonce is added."""
        accepted = await self._transport.request("POST", f"/challenges/{challenge}/accept", Challenge)
        if accepted.table is not None:
            await self.give_nonces(await self.table(accepted.table))
        return accepted

    async def decline(self, challenge: str, reason: DeclineReason | None = None) -> Challenge:
        """Decline a challenge, with a reason or without."""
        return await self._transport.request("POST", f"/challenges/{challenge}/decline", Challenge, DeclineRequest(reason))

    async def withdraw(self, challenge: str) -> Challenge:
        """Withdraw a challenge of yours."""
        return await self._transport.request("DELETE", f"/challenges/{challenge}", Challenge)

    async def challenge_rules(self) -> ChallengeRules:
        """By whom, and to which games, you may be challenged."""
        return await self._transport.request("GET", "/me/challenges", ChallengeRules)

    async def set_challenge_rules(self, rules: ChallengeRules) -> ChallengeRules:
        """Choose by whom, and to which games, you may be challenged."""
        return await self._transport.request("PUT", "/me/challenges", ChallengeRules, rules)

    # -- what happens ----------------------------------------------------------------------------------------

    def notices(self) -> AsyncGenerator[Notice, None]:
        """What concerns you at all tables, for ever: first how they stand, then what happens, each once, across connections."""
        return NoticeStream(self._transport).read()

    def follow(self, table: str, code: str | None = None, version: int = 0) -> AsyncGenerator[TableMessage, None]:
        """What happens at a table after a version, for ever, across connections. Who follows a table counts as present there."""
        return Follower(self._transport, table, code, version).read()
