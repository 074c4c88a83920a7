"""Challenges between players. The database is the truth; both players are told of every change by their streams."""

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, case, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.challenges import Challenge, ChallengeRequest, ChallengeRules, DeclineReason
from tablier.api.notifications import ChallengeNotice
from tablier.api.tables import Player
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.people.accounts import ensure_player
from tablier.server.people.challenge_rows import Terms, encode_terms, find_challenge, views
from tablier.server.people.online import Online
from tablier.server.people.player_channel import channel_of
from tablier.server.people.profiles import find_account
from tablier.server.storage.bus import Bus
from tablier.server.storage.database import Database
from tablier.server.storage.schema import challenges, players
from tablier.server.timestamps import now_ms

LASTS = 3_600_000
"""Milliseconds for which a challenge waits."""
LASTS_DAYS = 3 * 86_400_000
"""The same where the clock counts days."""
GONE = 60_000
"""Milliseconds without a sign of the challenger after which a challenge lapses, unless the clock counts days."""
HEARD = 20_000
"""Milliseconds after which a sign of the challenger is noted again."""
KEPT = 86_400_000
"""Milliseconds for which a challenge that no longer waits is kept."""
MAX_SENT, MAX_RECEIVED = 20, 100
"""Challenges of one player that may wait at a time."""

UNKNOWN = Text("Ce défi n'existe pas, ou plus.", "This challenge does not exist, or no longer does.")
SENT = Text(f"Vous avez déjà {MAX_SENT} défis en attente.", f"{MAX_SENT} challenges of yours are waiting already.")
RECEIVED = Text("Ce joueur a déjà trop de défis en attente.", "Too many challenges wait for this player already.")
NOT_WAITING = {
    "accepted": Text("Ce défi a déjà été relevé.", "This challenge was accepted already."),
    "declined": Text("Ce défi a été décliné.", "This challenge was declined."),
    "withdrawn": Text("Ce défi a été retiré.", "This challenge was withdrawn."),
    "lapsed": Text("Ce défi n'a plus cours.", "This challenge has lapsed."),
}
_encode = msgspec.json.Encoder().encode


class Challenges:
    """Makes, answers and lapses challenges."""

    def __init__(self, database: Database, bus: Bus, online: Online) -> None:
        self.database, self.bus, self.online = database, bus, online

    # -- making -------------------------------------------------------------------------------------------

    async def create(self, challenger: Player, asked: ChallengeRequest) -> Challenge:
        """Challenge a player; the terms are those of a table that can be. The same asked again gives the same challenge."""
        await ensure_player(self.database, challenger)
        terms = Terms(asked.options, asked.clock, asked.seat, asked.rated, asked.private, challenger.bot)
        async with self.database.write() as connection:
            # Locked, so that the same request sent twice at once makes one challenge.
            await connection.execute(select(players.c.id).where(players.c.id == challenger.id).with_for_update())
            challenged = await find_account(connection, asked.to)
            _check_players(challenger, challenged, asked)
            known = await self._waiting_for(connection, challenger.id, str(challenged.id))
            if known is not None:
                if (known.game, known.body) != (asked.game, encode_terms(terms)):
                    raise _already_challenged(challenged.name)
                return (await self._views(connection, [known]))[0]
            await _check_counts(connection, challenger.id, str(challenged.id))
            await connection.execute(delete(challenges).where(challenges.c.state != "waiting", challenges.c.changed < now_ms() - KEPT))
            identifier = secrets.token_hex(8)
            await connection.execute(insert(challenges).values(_new_row(identifier, challenger.id, challenged.id, asked, terms)))
            made = await self._read(connection, identifier)
        await self.publish(made)
        return made

    async def _waiting_for(self, connection: AsyncConnection, challenger: str, challenged: str) -> Row[Any] | None:
        pair = (challenges.c.challenger == challenger, challenges.c.challenged == challenged)
        return (await connection.execute(select(challenges).where(*pair, *_alive()))).first()

    # -- reading ------------------------------------------------------------------------------------------

    async def waiting(self, player: str) -> list[Challenge]:
        """The challenges to a player and from them that wait, the latest first. The player is heard of."""
        mine = or_(challenges.c.challenger == player, challenges.c.challenged == player)
        wanted = select(challenges).where(mine, *_alive()).order_by(challenges.c.created.desc(), challenges.c.id)
        async with self.database.read() as connection:
            rows = (await connection.execute(wanted)).all()
            found = await self._views(connection, rows)
        await self._hear(row for row in rows if row.challenger == player)
        return found

    async def stored(self, player: str) -> list[Challenge]:
        """All challenges to a player and from them that are kept."""
        mine = or_(challenges.c.challenger == player, challenges.c.challenged == player)
        async with self.database.read() as connection:
            rows = (await connection.execute(select(challenges).where(mine).order_by(challenges.c.created))).all()
            return await self._views(connection, rows)

    async def find(self, challenge: str, player: str) -> Challenge:
        """A challenge to a player or from them. The player is heard of."""
        async with self.database.read() as connection:
            row = await find_challenge(connection, challenge)
            if row is None or player not in (row.challenger, row.challenged):
                raise Problem(404, "unknown_challenge", UNKNOWN)
            (found,) = await self._views(connection, [row])
        if row.challenger == player:
            await self._hear([row])
        return found

    # -- answering ----------------------------------------------------------------------------------------

    async def claim(self, challenge: str, challenged: str, table: str) -> Challenge:
        """Accept a challenge, for a table that the caller creates then; one that was accepted before keeps the table it has."""
        return await self._settle(challenge, challenges.c.challenged == challenged, "accepted", table=table)

    async def release(self, challenge: str) -> None:
        """Let a challenge wait again whose table could not be created."""
        async with self.database.write() as connection:
            accepted = (challenges.c.id == challenge, challenges.c.state == "accepted")
            await connection.execute(update(challenges).where(*accepted).values(state="waiting", table=None))

    async def decline(self, challenge: str, challenged: str, reason: DeclineReason | None) -> Challenge:
        """Decline a challenge."""
        done = await self._settle(challenge, challenges.c.challenged == challenged, "declined", reason=reason)
        await self.publish(done)
        return done

    async def withdraw(self, challenge: str, challenger: str) -> Challenge:
        """Withdraw a challenge."""
        done = await self._settle(challenge, challenges.c.challenger == challenger, "withdrawn")
        await self.publish(done)
        return done

    async def _settle(self, challenge: str, allowed: ColumnElement[bool], state: str, **values: Any) -> Challenge:
        """Give a challenge that waits its last state; one that has it already stays as it is."""
        async with self.database.write() as connection:
            mine = (challenges.c.id == challenge, allowed)
            settled = update(challenges).where(*mine, *_alive()).values(state=state, changed=now_ms(), **values)
            changed = (await connection.execute(settled)).rowcount
            row = (await connection.execute(select(challenges).where(*mine))).first()
            if row is None:
                raise Problem(404, "unknown_challenge", UNKNOWN)
            if not changed and row.state != state:
                raise Problem(409, "not_waiting", NOT_WAITING.get(row.state, NOT_WAITING["lapsed"]))
            return await self._read(connection, challenge)

    # -- lapsing ------------------------------------------------------------------------------------------

    async def tend(self) -> None:
        """Note that challengers who are online here are, and let lapse what has waited too long."""
        async with self.database.read() as connection:
            soon = select(challenges).where(challenges.c.state == "waiting", challenges.c.until < now_ms() + GONE - HEARD)
            rows = (await connection.execute(soon)).all()
        here = self.online.players
        await self._hear(row for row in rows if row.challenger in here)
        now = now_ms()
        for row in rows:
            if row.until <= now:
                await self._lapse(row.id)

    async def _lapse(self, challenge: str) -> None:
        async with self.database.write() as connection:
            late = (challenges.c.id == challenge, challenges.c.state == "waiting", challenges.c.until <= now_ms())
            if not (await connection.execute(update(challenges).where(*late).values(state="lapsed", changed=now_ms()))).rowcount:
                return  # answered meanwhile, or lapsed by another process
            lapsed = await self._read(connection, challenge)
        await self.publish(lapsed)

    async def _hear(self, rows: Iterable[Row[Any]]) -> None:
        """Note a sign of the challengers of these rows, where the last one is some time ago."""
        now = now_ms()
        heard = [row.id for row in rows if now < row.until < now + GONE - HEARD]
        if not heard:
            return
        until = case((challenges.c.lapses < now + GONE, challenges.c.lapses), else_=now + GONE)
        async with self.database.write() as connection:
            await connection.execute(update(challenges).where(challenges.c.id.in_(heard), *_alive()).values(until=until))

    # -- which challenges reach a player ------------------------------------------------------------------

    async def read_rules(self, player: str) -> ChallengeRules:
        """By whom, and to which games, a player may be challenged."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(players).where(players.c.id == player))).first()
        return rules_of(row) if row else ChallengeRules()

    async def write_rules(self, player: Player, rules: ChallengeRules) -> None:
        """Choose by whom, and to which games, a player may be challenged."""
        await ensure_player(self.database, player)
        values = {"accepts": rules.accept, "plays": " ".join(dict.fromkeys(rules.games))}
        async with self.database.write() as connection:
            await connection.execute(update(players).where(players.c.id == player.id).values(values))

    # -- news ---------------------------------------------------------------------------------------------

    async def publish(self, challenge: Challenge) -> None:
        """Tell both players."""
        data = _encode(notice_of(challenge))
        for player in (challenge.challenger, challenge.challenged):
            await self.bus.publish(channel_of(player.id), data)

    async def _read(self, connection: AsyncConnection, challenge: str) -> Challenge:
        row = await find_challenge(connection, challenge)
        assert row is not None
        return (await self._views(connection, [row]))[0]

    async def _views(self, connection: AsyncConnection, rows: Any) -> list[Challenge]:
        return await views(connection, rows, self.online.bots())


def notice_of(challenge: Challenge) -> ChallengeNotice:
    """How a challenge stands, as a line of a stream."""
    return ChallengeNotice("challenge", f"challenge:{challenge.id}:{challenge.state}", challenge)


def rules_of(row: Row[Any]) -> ChallengeRules:
    """Which challenges reach a player, from a row of `players`."""
    return ChallengeRules(row.accepts, tuple(row.plays.split()))


def _alive() -> tuple[ColumnElement[bool], ...]:
    """Waiting, and not for too long."""
    return (challenges.c.state == "waiting", challenges.c.until > now_ms())


def _new_row(identifier: str, challenger: str, challenged: Any, asked: ChallengeRequest, terms: Terms) -> dict[str, Any]:
    now, patient = now_ms(), asked.clock.kind == "correspondence"
    lapses = now + (LASTS_DAYS if patient else LASTS)
    return {
        "id": identifier,
        "challenger": challenger,
        "challenged": challenged,
        "game": asked.game,
        "body": encode_terms(terms),
        "state": "waiting",
        "created": now,
        "changed": now,
        "until": lapses if patient else now + GONE,
        "lapses": lapses,
    }


def _check_players(challenger: Player, challenged: Row[Any], asked: ChallengeRequest) -> None:
    """Refuse what these two cannot play."""
    name, rules = challenged.name, rules_of(challenged)
    if challenged.id == challenger.id:
        raise Problem(422, "yourself", Text("On ne se défie pas soi-même.", "You cannot challenge yourself."))
    if asked.rated and challenger.guest:
        raise Problem(
            422, "not_rated", Text("Une partie classée se joue entre deux comptes.", "A rated game is played between two accounts.")
        )
    if rules.accept == "none":
        raise Problem(409, "not_accepted", Text(f"{name} n'accepte pas de défis.", f"{name} does not accept challenges."))
    if rules.accept == "accounts" and challenger.guest:
        why = Text(f"{name} ne joue qu'avec des joueurs qui ont un compte.", f"{name} only plays with players who have an account.")
        raise Problem(409, "not_accepted", why)
    if rules.games and asked.game not in rules.games:
        raise Problem(409, "not_accepted", Text(f"{name} ne joue pas à ce jeu.", f"{name} does not play this game."))


async def _check_counts(connection: AsyncConnection, challenger: str, challenged: str) -> None:
    """Refuse what would be too much for either."""
    for party, most, why in (
        (challenges.c.challenger == challenger, MAX_SENT, SENT),
        (challenges.c.challenged == challenged, MAX_RECEIVED, RECEIVED),
    ):
        if (await connection.execute(select(func.count()).where(party, *_alive()))).scalar_one() >= most:
            raise Problem(429, "too_many", why, retry=GONE // 1000)


def _already_challenged(name: str) -> Problem:
    why = Text(
        f"Vous avez déjà défié {name} : attendez la réponse, ou retirez ce défi.",
        f"You have challenged {name} already: wait for the answer, or withdraw that challenge.",
    )
    return Problem(409, "already_challenged", why)
