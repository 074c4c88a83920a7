"""The stars that players have earned in lessons."""

from sqlalchemy import insert, select, update

from tablier.api.lessons import Earned
from tablier.server.storage.database import Database
from tablier.server.storage.schema import lesson_stars


class LessonStars:
    """Stores the most stars of each exercise."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def read(self, player: str) -> Earned:
        """The stars of a player."""
        async with self.database.read() as connection:
            rows = (await connection.execute(select(lesson_stars).where(lesson_stars.c.player == player))).all()
        found: Earned = {}
        for row in rows:
            found.setdefault(row.game, {})[row.exercise] = row.stars
        return found

    async def merge(self, player: str, earned: Earned) -> Earned:
        """Add stars to those of a player, the most of each exercise; what the player has then."""
        async with self.database.write() as connection:
            rows = (await connection.execute(select(lesson_stars).where(lesson_stars.c.player == player).with_for_update())).all()
            known = {(row.game, row.exercise): row.stars for row in rows}
            for game, exercises in earned.items():
                for exercise, stars in exercises.items():
                    key = {"player": player, "game": game, "exercise": exercise}
                    before = known.get((game, exercise))
                    if before is None:
                        await connection.execute(insert(lesson_stars).values(stars=stars, **key))
                    elif before < stars:
                        here = (
                            column == key[column.name] for column in (lesson_stars.c.player, lesson_stars.c.game, lesson_stars.c.exercise)
                        )
                        await connection.execute(update(lesson_stars).where(*here).values(stars=stars))
        return await self.read(player)
