"""What happens at a table after its game is over: ratings, and a rematch."""

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from tablier.api.tables import AnyTableEvent, Player, Rated, Rematched, SeatPlan, TablePlan
from tablier.server.people.ratings import Ratings
from tablier.server.tables.live_table import LiveTable
from tablier.server.tables.offers import rematch_agreed
from tablier.server.tables.rated import why_not_rated
from tablier.server.tables.state import Table

Create = Callable[[TablePlan, Player, Sequence[Player | None]], Awaitable[LiveTable]]


class Completion:
    """Rates finished games and creates the tables of rematches."""

    def __init__(self, ratings: Ratings, create: Create) -> None:
        self.ratings, self.create = ratings, create

    async def finish(self, table: Table) -> tuple[AnyTableEvent, ...]:
        """The events that a table whose game is over still lacks."""
        events: list[AnyTableEvent] = []
        if not table.rated and table.plan.rated and (rated := await self._rate(table)):
            events.append(rated)
        if rematch_agreed(table):
            events.append(Rematched(await self._rematch(table)))
        return tuple(events)

    async def _rate(self, table: Table) -> Rated | None:
        """The change of ratings; None where the game is not rated: aborted, or played by a guest."""
        if table.ending is None or any(seat.player and seat.player.guest for seat in table.seats):
            return None
        seated = [seat.player.id if seat.player else seat.elo for seat in table.seats]
        # A player who left the seat to an engine comes last, whatever the engine achieved.
        left = [bool(seat.player and seat.level) for seat in table.seats]
        ranks = [len(seated) + 1 if gone else rank for gone, rank in zip(left, table.ending.ranks, strict=True)]
        changes = await self.ratings.rate_game(table.id, table.plan.game, seated, ranks)
        return Rated(changes) if changes else None

    async def _rematch(self, table: Table) -> str:
        """Create a table with the same players, each one seat further."""
        turned = [*table.seats[1:], table.seats[0]]
        seats = tuple(SeatPlan("engine", seat.level) if seat.level else SeatPlan("open") for seat in turned)
        plan = msgspec.structs.replace(table.plan, seats=seats)
        if why_not_rated(plan, table.game, table.host):  # an engine plays on for a player who left
            plan = msgspec.structs.replace(plan, rated=False)
        players = [None if seat.level else seat.player for seat in turned]
        return (await self.create(plan, table.host, players)).table.id
