"""Players as tables show them."""

from tablier.api.tables import Player
from tablier.server.people.accounts import ensure_player
from tablier.server.people.ratings import Ratings
from tablier.server.storage.database import Database


class Players:
    """Stores players on first use."""

    def __init__(self, database: Database, ratings: Ratings) -> None:
        self.database, self.ratings = database, ratings

    async def introduce(self, player: Player, game: str) -> Player:
        """Store a player who is new, and give the player with the rating in a game."""
        await ensure_player(self.database, player)
        return await self.ratings.with_rating(player, game)
