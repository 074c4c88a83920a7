"""Public lists: profiles, leaderboards, and the archive of finished games. Private tables show in none of them."""

from sqlalchemy import ColumnElement, select

from tablier.api.accounts import LeaderboardRow, Profile
from tablier.api.tables import TableView
from tablier.core.text import Text
from tablier.games import games
from tablier.server.errors import Problem
from tablier.server.http.routing import LAST_PAGE, Call, Endpoint
from tablier.server.people.player_events import seated_at
from tablier.server.people.profiles import find_account, read_leaderboard, read_profile
from tablier.server.storage.database import Database
from tablier.server.storage.schema import tables
from tablier.server.tables.archive import summaries

PAGE = 20


async def profile(call: Call, database: Database) -> Profile:
    """The public profile of an account."""
    async with database.read() as connection:
        return await read_profile(connection, call.path["name"])


async def leaderboard(call: Call, database: Database) -> list[LeaderboardRow]:
    """The strongest players of a game, among those whose rating is established and who played within a year."""
    game, page = call.path["game"], call.number("page", LAST_PAGE)
    if game not in games():
        raise Problem(404, "unknown", Text("La ludothèque n'a pas ce jeu.", "The library does not have this game."))
    async with database.read() as connection:
        return await read_leaderboard(connection, game, page)


async def archive(call: Call, database: Database) -> list[TableView]:
    """Finished public games, the latest first; with `mine=1` your own, private ones too."""
    async with database.read() as connection:
        finished: list[ColumnElement[bool]] = [tables.c.state == "over", tables.c.ranks.is_not(None)]
        if call.query.get("mine") == "1":
            if not call.who.may("read"):
                raise Problem(403, "forbidden", Text("Ce jeton ne permet pas « read ».", "This token does not allow “read”."))
            finished.append(tables.c.id.in_(seated_at(call.who.player.id)))
        else:
            finished.append(tables.c.private.is_(False))
        if "game" in call.query:
            finished.append(tables.c.game == call.query["game"])
        if "player" in call.query:
            player = (await find_account(connection, call.query["player"])).id
            finished.append(tables.c.id.in_(seated_at(player)))
        wanted = select(tables.c.id).where(*finished).order_by(tables.c.updated.desc(), tables.c.id)
        page = wanted.offset(call.number("page", LAST_PAGE) * PAGE).limit(PAGE)
        return await summaries(connection, [row.id for row in await connection.execute(page)])


ENDPOINTS = (
    Endpoint("GET", "/players/{name}", "The profile of a player", profile, None, Profile, cost=3),
    Endpoint(
        "GET", "/leaderboards/{game}", "The strongest players of a game", leaderboard, None, list[LeaderboardRow], query=("page",), cost=3
    ),
    Endpoint("GET", "/archive", "Finished public games", archive, None, list[TableView], query=("game", "player", "mine", "page"), cost=3),
)
