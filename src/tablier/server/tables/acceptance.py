"""From a challenge to a table: whether its terms can be played, and the table at which both sit once it is accepted."""

import secrets

import msgspec

from tablier.api.challenges import Challenge, ChallengeRequest
from tablier.api.tables import Player, SeatPlan, TablePlan
from tablier.core.text import Text
from tablier.games import game as game_named
from tablier.server.errors import Problem
from tablier.server.people.challenges import Challenges
from tablier.server.people.players import Players
from tablier.server.storage.log import AppendFailed
from tablier.server.tables.creation import TableCreator, check_plan, new_table_id
from tablier.server.tables.registry import TableRegistry

SEATS = (SeatPlan("open"), SeatPlan("open"))
FOR_TWO = Text(
    "Un défi se joue à deux : pour plus de joueurs, ouvrez une table et invitez.",
    "A challenge is for two: for more players, open a table and invite.",
)


class Acceptance:
    """Makes challenges that can be played, and the tables of those that are accepted."""

    def __init__(self, challenges: Challenges, creator: TableCreator, registry: TableRegistry, players: Players) -> None:
        self.challenges, self.creator, self.registry, self.players = challenges, creator, registry, players

    async def challenge(self, challenger: Player, asked: ChallengeRequest) -> Challenge:
        """Challenge a player, to a table that can be."""
        game = game_named(asked.game, **asked.options)
        if len(game.seats) != len(SEATS):
            raise Problem(422, "not_for_two", FOR_TWO)
        check_plan(TablePlan(asked.game, SEATS, clock=asked.clock), game)
        await self.creator.check_count(challenger)
        return await self.challenges.create(challenger, msgspec.structs.replace(asked, options=dict(game.options)))

    async def accept(self, challenge: str, challenged: Player) -> Challenge:
        """Accept a challenge: both sit at a new table. Asked again, it gives the same table, which is created if it was not then."""
        await self.creator.check_count(challenged)
        table = new_table_id()
        accepted = await self.challenges.claim(challenge, challenged.id, table)
        if accepted.table == table:
            await self._create_or_release(accepted, challenged)
            await self.challenges.publish(accepted)
        elif not await self._exists(accepted):
            await self._create(accepted, challenged)
        return accepted

    async def _exists(self, accepted: Challenge) -> bool:
        try:
            await self.registry.find(accepted.table or "")
        except Problem:
            return False
        return True

    async def _create_or_release(self, accepted: Challenge, challenged: Player) -> None:
        try:
            await self._create(accepted, challenged)
        except Problem as error:
            await self.challenges.release(accepted.id)
            name = accepted.challenger.name
            why = Text(f"{name} joue déjà à trop de tables.", f"{name} plays at too many tables already.")
            raise Problem(409, "challenger_busy", why) from error

    async def _create(self, accepted: Challenge, challenged: Player) -> None:
        seat = secrets.randbelow(len(SEATS)) if accepted.seat is None else accepted.seat
        introduced = await self.players.introduce(challenged, accepted.game)
        players = [introduced, introduced]
        players[seat] = accepted.challenger
        plan = TablePlan(accepted.game, SEATS, accepted.options, accepted.clock, accepted.private, accepted.rated)
        try:
            await self.creator.create(plan, accepted.challenger, players, accepted.table or "")
        except AppendFailed:
            if not await self._exists(accepted):  # else the same request, sent twice, has created it meanwhile
                raise
