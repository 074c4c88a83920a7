"""The notices with which the stream of a player opens: running games, and challenges that wait."""

from sqlalchemy import select

from tablier.api.notifications import ChallengeNotice, Notification
from tablier.server.people.challenges import Challenges, notice_of
from tablier.server.storage.database import Database
from tablier.server.storage.schema import seats, tables
from tablier.server.tables.notifications import start, turn
from tablier.server.tables.registry import TableRegistry


class OpeningNotices:
    """What a player who opens a stream is told first."""

    def __init__(self, database: Database, registry: TableRegistry, challenges: Challenges) -> None:
        self.database, self.registry, self.challenges = database, registry, challenges

    async def of(self, player: str) -> list[Notification | ChallengeNotice]:
        """A notice for each running game of a player and for each challenge that waits."""
        mine = (
            select(tables.c.id)
            .join(seats, seats.c.table == tables.c.id)
            .where(seats.c.player == player, tables.c.state == "playing")
            .distinct()
        )
        async with self.database.read() as connection:
            found = [row.id for row in await connection.execute(mine)]
        states = [(await self.registry.find(table)).table for table in found]
        games = [turn(table, seat) if table.turn == seat else start(table, seat) for table in states for seat in table.seats_of(player)]
        return [*games, *map(notice_of, reversed(await self.challenges.waiting(player)))]
