"""No engine helps a player in a rated game that goes on."""

from collections.abc import Sequence

from sqlalchemy import select

from tablier.api.tables import Player
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.storage.database import Database
from tablier.server.storage.schema import seats, tables
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.state import Table

WAIT = Text(
    "Vous jouez cette partie, et elle est classée : l'analyse attend qu'elle soit finie.",
    "You are playing this game, and it is rated: analysis waits until it is over.",
)


async def check_no_help(
    database: Database, registry: TableRegistry, player: Player, game: str, position: str | None, moves: Sequence[str]
) -> None:
    """Refuse to analyse a rated game that the player plays, or what may follow in it."""
    if player.guest:
        return
    wanted = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(seats.c.player == player.id, tables.c.state == "playing", tables.c.rated.is_(True), tables.c.game == game)
    )
    async with database.read() as connection:
        found = [row.id for row in await connection.execute(wanted.distinct())]
    for table in found:
        if _is_of((await registry.find(table)).table, position, tuple(moves)):
            raise Problem(409, "rated", WAIT)


def _is_of(table: Table, position: str | None, moves: tuple[str, ...]) -> bool:
    """Whether a line begins with the game of a table, or at its position."""
    if position is not None:
        return position == table.game.dump(table.match.position)
    played = table.match.moves
    return moves[: len(played)] == played if played else not moves
