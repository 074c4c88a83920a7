"""Players as everybody may see them: profiles, leaderboards, and the archive of finished games. Private tables show in none of them."""

from sqlalchemy import ColumnElement, Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.accounts import GameCount, LeaderboardRow, Profile, RatingPoint
from tablier.api.tables import Player, TableView
from tablier.core.text import Text
from tablier.games import games
from tablier.server.errors import Problem
from tablier.server.http.routing import LAST_PAGE, Call, Endpoint
from tablier.server.people.names import key_of, name_of
from tablier.server.people.ratings import DAY, KNOWN, rating_views
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, rating_changes, ratings, seats, tables
from tablier.server.tables.archive import summaries
from tablier.server.timestamps import now_ms

PAGE, BOARD_PAGE = 20, 50
HISTORY = 100
ACTIVE = 365 * DAY
"""Whoever has not played for a year leaves the leaderboard until they do."""


async def profile(call: Call, database: Database) -> Profile:
    """Somebody with an account."""
    async with database.read() as connection:
        row = await _account(connection, call.path["name"])
        rated = await connection.execute(select(ratings).where(ratings.c.player == row.id).order_by(ratings.c.games.desc()))
        views = rating_views(rated.all())
        history = {view.game: await _history(connection, row.id, view.game) for view in views}
        counts = await _counts(connection, row.id)
    return Profile(Player(row.id, row.name, guest=False, bot=row.bot), row.created, views, counts, history)


async def leaderboard(call: Call, database: Database) -> list[LeaderboardRow]:
    """Who is strongest at a game, among those whose rating is sure and who played within a year."""
    game, page = call.path["game"], call.number("page", LAST_PAGE)
    if game not in games():
        raise Problem(404, "unknown", Text("La bibliothèque n'a pas ce jeu.", "The library does not have this game."))
    wanted = (
        select(players, ratings.c.value, ratings.c.deviation, ratings.c.games)
        .join_from(ratings, players, players.c.id == ratings.c.player)
        .where(ratings.c.game == game, ratings.c.deviation <= KNOWN, ratings.c.updated > now_ms() - ACTIVE)
        .order_by(ratings.c.value.desc(), players.c.id)
        .offset(page * BOARD_PAGE)
        .limit(BOARD_PAGE)
    )
    async with database.read() as connection:
        rows = (await connection.execute(wanted)).all()
    return [
        LeaderboardRow(rank, Player(row.id, row.name, guest=False, bot=row.bot), round(row.value), round(row.deviation), row.games)
        for rank, row in enumerate(rows, page * BOARD_PAGE + 1)
    ]


async def archive(call: Call, database: Database) -> list[TableView]:
    """Finished public games, the newest first; with `mine=1` your own, private ones too."""
    async with database.read() as connection:
        finished: list[ColumnElement[bool]] = [tables.c.state == "over", tables.c.ranks.is_not(None)]
        if call.query.get("mine") == "1":
            if not call.who.may("read"):
                raise Problem(403, "forbidden", Text("Ce jeton ne permet pas « read ».", "This token does not allow “read”."))
            finished.append(_with_player(call.who.player.id))
        else:
            finished.append(tables.c.private.is_(False))
        if "game" in call.query:
            finished.append(tables.c.game == call.query["game"])
        if "player" in call.query:
            finished.append(_with_player((await _account(connection, call.query["player"])).id))
        wanted = select(tables.c.id).where(*finished).order_by(tables.c.updated.desc(), tables.c.id)
        page = wanted.offset(call.number("page", LAST_PAGE) * PAGE).limit(PAGE)
        return await summaries(connection, [row.id for row in await connection.execute(page)])


async def _account(connection: AsyncConnection, name: str) -> Row[tuple[object, ...]]:
    unknown = Problem(404, "unknown_player", Text("Il n'y a pas de joueur de ce nom.", "There is no player of this name."))
    try:
        key = key_of(name_of(name))
    except Problem as no_name:
        raise unknown from no_name
    row = (await connection.execute(select(players).where(players.c.name_key == key))).first()
    if row is None:
        raise unknown
    return row


def _with_player(player: str) -> ColumnElement[bool]:
    return tables.c.id.in_(select(seats.c.table).where(seats.c.player == player))


async def _history(connection: AsyncConnection, player: str, game: str) -> tuple[RatingPoint, ...]:
    wanted = (
        select(rating_changes.c.at, rating_changes.c.after)
        .where(rating_changes.c.player == player, rating_changes.c.game == game)
        .order_by(rating_changes.c.at.desc())
        .limit(HISTORY)
    )
    rows = (await connection.execute(wanted)).all()
    return tuple(RatingPoint(row.at, round(row.after)) for row in reversed(rows))


async def _counts(connection: AsyncConnection, player: str) -> tuple[GameCount, ...]:
    """Finished public games against others, counted by how they ended; those at which one held all seats oneself are no contests."""
    other = seats.alias("other")
    wanted = (
        select(tables.c.game, seats.c.seat, tables.c.ranks, func.count().label("many"))
        .join_from(seats, tables, tables.c.id == seats.c.table)
        .where(
            seats.c.player == player,
            tables.c.state == "over",
            tables.c.private.is_(False),
            tables.c.ranks.is_not(None),
            ~select(other.c.seat).where(other.c.table == seats.c.table, other.c.player == player, other.c.seat != seats.c.seat).exists(),
        )
        .group_by(tables.c.game, seats.c.seat, tables.c.ranks)
    )
    found: dict[str, list[int]] = {}
    for row in await connection.execute(wanted):
        won_drawn_lost = found.setdefault(row.game, [0, 0, 0])
        won_drawn_lost[_how(row.ranks, row.seat)] += row.many
    return tuple(GameCount(game, sum(ends), *ends) for game, ends in sorted(found.items()))


def _how(ranks: str, seat: int) -> int:
    """0 for a win, 1 for a draw, 2 for a loss."""
    placed = [int(rank) for rank in ranks.split("-")]
    if len(set(placed)) == 1:
        return 1
    return 0 if placed[seat] == 1 else 2


ENDPOINTS = (
    Endpoint("GET", "/players/{name}", "Somebody's profile", profile, None, Profile, cost=3),
    Endpoint("GET", "/leaderboards/{game}", "Who is strongest at a game", leaderboard, None, list[LeaderboardRow], query=("page",), cost=3),
    Endpoint("GET", "/archive", "Finished public games", archive, None, list[TableView], query=("game", "player", "mine", "page"), cost=3),
)
