"""Ratings. Games of two are rated by Glicko-2 (one game is one rating period), games of more by OpenSkill's Plackett-Luce; both on one
scale, on which a new player has 1500 ± 350, so that a game for two to four players has one rating. Engines stand on it with the measured
Elo of their level, which no game moves."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.accounts import RatingView
from tablier.api.tables import Player
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, rating_changes, ratings
from tablier.server.timestamps import now_ms

INITIAL_VALUE, MAX_DEVIATION, INITIAL_VOLATILITY = 1500.0, 350.0, 0.06
ESTABLISHED_DEVIATION = 110.0
"""A rating with a larger deviation is provisional, and in no leaderboard."""
ENGINE_DEVIATION = 50.0
"""Of an engine's level: as little as that of a player who has played much."""
TAU = 0.5
"""How much the volatility may change in one game; Glickman advises 0.3 to 1.2."""
GLICKO_SCALE = 173.7178
CONVERGENCE = 1e-6
DAY = 24 * 3600 * 1000
"""Milliseconds without a game that widen the deviation as one rating period does: after a year, 60 becomes about 200."""

_model = PlackettLuce()
SKILL_SCALE = MAX_DEVIATION / _model.sigma


@dataclass(frozen=True)
class Rating:
    """Glicko-2's three numbers; Plackett-Luce keeps the volatility as it is."""

    value: float = INITIAL_VALUE
    deviation: float = MAX_DEVIATION
    volatility: float = INITIAL_VOLATILITY


def glicko2(rating: Rating, results: Sequence[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """The rating after these games: opponents, and 1 for a win, ½ for a draw, 0 for a loss. The steps are those of Glickman's paper."""
    mu, phi = (rating.value - INITIAL_VALUE) / GLICKO_SCALE, rating.deviation / GLICKO_SCALE  # step 2
    if not results:
        return Rating(rating.value, min(MAX_DEVIATION, GLICKO_SCALE * math.hypot(phi, rating.volatility)), rating.volatility)
    precision = surprise = 0.0
    for other, score in results:  # steps 3 and 4
        damping = 1 / math.sqrt(1 + 3 * (other.deviation / GLICKO_SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-damping * (mu - (other.value - INITIAL_VALUE) / GLICKO_SCALE)))
        precision += damping**2 * expected * (1 - expected)
        surprise += damping * (score - expected)
    volatility = _volatility(rating.volatility, phi, 1 / precision, surprise / precision, tau)
    widened = math.hypot(phi, volatility)  # step 6
    deviation = 1 / math.sqrt(1 / widened**2 + precision)  # step 7
    return Rating(INITIAL_VALUE + GLICKO_SCALE * (mu + deviation**2 * surprise), min(MAX_DEVIATION, GLICKO_SCALE * deviation), volatility)


def _volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Step 5: the volatility under which the results are likeliest, by the Illinois method."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - start) / tau**2

    low, k = start, 1
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        while f(start - k * tau) < 0:
            k += 1
        high = start - k * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CONVERGENCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def plackett_luce(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """The ratings after a game of several teams, of one player or more; rank 1 is the best, and ranks may be shared."""
    skills = [
        [
            _model.rating(mu=_model.mu + (rating.value - INITIAL_VALUE) / SKILL_SCALE, sigma=rating.deviation / SKILL_SCALE)
            for rating in team
        ]
        for team in teams
    ]
    rated = _model.rate(skills, ranks=[float(rank) for rank in ranks])
    return [
        [
            Rating(INITIAL_VALUE + SKILL_SCALE * (skill.mu - _model.mu), min(MAX_DEVIATION, SKILL_SCALE * skill.sigma), before.volatility)
            for skill, before in zip(team, earlier, strict=True)
        ]
        for team, earlier in zip(rated, teams, strict=True)
    ]


def after_game(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after one game, seat by seat."""
    if len(before) == 2:
        score = 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1])
        return [glicko2(before[0], [(before[1], score)]), glicko2(before[1], [(before[0], 1 - score)])]
    return [rating for (rating,) in plackett_luce([[rating] for rating in before], ranks)]


def after_pause(rating: Rating, milliseconds: int) -> Rating:
    """The rating of a player who has not played for a while: the same value with a larger deviation."""
    phi, periods = rating.deviation / GLICKO_SCALE, max(0.0, milliseconds / DAY)
    return Rating(rating.value, min(MAX_DEVIATION, GLICKO_SCALE * math.sqrt(phi**2 + periods * rating.volatility**2)), rating.volatility)


Seated = str | int | None
"""Who plays a seat: a player by id, an engine by the Elo of its level, None where that is not known."""


class Ratings:
    """Stores the ratings; rates each table once."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def rate_game(self, table: str, game: str, seated: Sequence[Seated], ranks: Sequence[int]) -> dict[str, tuple[int, int]]:
        """Rate a finished game; by seat, the ratings of its accounts before and after. Asked again, it gives the same and changes nothing.

        Only games of different accounts, with or without engines of a known Elo, are rated; for others the result is empty.
        """
        people = [one for one in seated if isinstance(one, str)]
        if None in seated or len(set(people)) != len(people) or not people or len(seated) < 2:
            return {}
        async with self.database.write() as connection:
            # Locked in one order, so that two games of the same players that end at once do not deadlock.
            accounts = select(players.c.id).where(players.c.id.in_(people), players.c.password.is_not(None)).order_by(players.c.id)
            if len((await connection.execute(accounts.with_for_update())).all()) != len(people):
                return {}
            changes = await _read_changes(connection, table)
            if not changes:
                changes = await _rate(connection, table, game, seated, ranks)
        return {str(seat): changes[one] for seat, one in enumerate(seated) if isinstance(one, str) and one in changes}

    async def read_ratings(self, people: Sequence[str], game: str) -> dict[str, int]:
        """The rating at a game of each player who has one."""
        wanted = select(ratings.c.player, ratings.c.value).where(ratings.c.player.in_(people), ratings.c.game == game)
        async with self.database.read() as connection:
            return {row.player: round(row.value) for row in await connection.execute(wanted)}

    async def with_rating(self, player: Player, game: str) -> Player:
        """Copy of the player with the rating at a game."""
        if player.guest:
            return player
        return msgspec.structs.replace(player, rating=(await self.read_ratings([player.id], game)).get(player.id))


def rating_views(rows: Sequence[Row[Any]]) -> tuple[RatingView, ...]:
    """Rows of ratings as the API shows them."""
    return tuple(
        RatingView(row.game, round(row.value), round(row.deviation), row.games, row.deviation <= ESTABLISHED_DEVIATION, row.updated)
        for row in rows
    )


async def _read_changes(connection: AsyncConnection, table: str) -> dict[str, tuple[int, int]]:
    rows = await connection.execute(select(rating_changes).where(rating_changes.c.table == table))
    return {row.player: (round(row.before), round(row.after)) for row in rows}


async def _rate(
    connection: AsyncConnection, table: str, game: str, seated: Sequence[Seated], ranks: Sequence[int]
) -> dict[str, tuple[int, int]]:
    now = now_ms()
    people = [one for one in seated if isinstance(one, str)]
    rows = await connection.execute(select(ratings).where(ratings.c.player.in_(people), ratings.c.game == game))
    stored = {row.player: row for row in rows}
    before = [_rating_of(one, stored, now) for one in seated]
    after = after_game(before, ranks)
    changes: dict[str, tuple[int, int]] = {}
    for one, old, new in zip(seated, before, after, strict=True):
        if not isinstance(one, str):
            continue
        values = {"value": new.value, "deviation": new.deviation, "volatility": new.volatility, "updated": now}
        if one in stored:
            mine = update(ratings).where(ratings.c.player == one, ratings.c.game == game)
            await connection.execute(mine.values(games=ratings.c.games + 1, **values))
        else:
            await connection.execute(insert(ratings).values(player=one, game=game, games=1, **values))
        change = {"table": table, "player": one, "game": game, "at": now, "before": old.value, "after": new.value}
        await connection.execute(insert(rating_changes).values(change))
        changes[one] = (round(old.value), round(new.value))
    return changes


def _rating_of(one: Seated, stored: Mapping[str, Row[Any]], now: int) -> Rating:
    if isinstance(one, int):
        return Rating(float(one), ENGINE_DEVIATION)
    row = stored.get(one) if one else None
    return after_pause(Rating(row.value, row.deviation, row.volatility), now - row.updated) if row else Rating()
