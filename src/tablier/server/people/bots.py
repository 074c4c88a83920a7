"""The bots online, with what they play and how well."""

from collections import defaultdict
from typing import Any

from sqlalchemy import Row, func, select

from tablier.api.challenges import BotView
from tablier.games import games
from tablier.server.people.challenges import rules_of
from tablier.server.people.online import Online
from tablier.server.people.ratings import rating_views
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, ratings, seats, tables


async def list_bots_online(database: Database, online: Online, game: str | None) -> list[BotView]:
    """The bots online that play a game, or all, in the order of their names."""
    bots = online.bots()
    if not bots:
        return []
    playing = (
        select(seats.c.player, func.count().label("many"))
        .join_from(seats, tables, tables.c.id == seats.c.table)
        .where(seats.c.player.in_(bots), tables.c.state == "playing")
        .group_by(seats.c.player)
    )
    async with database.read() as connection:
        rows = (await connection.execute(select(players).where(players.c.id.in_(bots)))).all()
        rated = (await connection.execute(select(ratings).where(ratings.c.player.in_(bots)).order_by(ratings.c.games.desc()))).all()
        busy = {row.player: row.many for row in await connection.execute(playing)}
    by_player: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in rated:
        by_player[row.player].append(row)
    found = []
    for row in rows:
        rules = rules_of(row)
        played = tuple(one for one in games() if not rules.games or one in rules.games)
        if game is None or game in played:
            found.append(BotView(bots[row.id], played, rules.accept, rating_views(by_player[row.id]), busy.get(row.id, 0)))
    return sorted(found, key=lambda bot: (bot.player.name.casefold(), bot.player.id))
