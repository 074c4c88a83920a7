"""The move of an engine is wanted until it is played, though it is brought to a process that does not know the game any more."""

import asyncio

from tests.support.simulated_cluster import World
from tests.support.simulation import SimulatedLoop, SimulatedTime, run_simulation

from tablier.api.jobs import MoveResult
from tablier.api.messages import Ack, Nak, PlayMove
from tablier.api.tables import Player, SeatPlan, TablePlan
from tablier.server.people.identity import Identity


def test_a_process_that_slept_does_not_call_a_wanted_move_stale():
    async def story(loop: SimulatedLoop, time: SimulatedTime) -> None:
        world = World(loop, time)
        owner, other = await world.start_process(), await world.start_process()
        person = Player("one", "One")
        plan = TablePlan("apit", (SeatPlan("you"), SeatPlan("engine", level=1)))
        live = await owner.run(owner.creator.create(plan, person, [person, None]))
        name, first = live.table.id, next(iter(live.table.legal))
        loop.pause(owner.name)
        answer: Ack | Nak | None = None
        while not isinstance(answer, Ack):  # until the lease of the owner has lapsed
            await asyncio.sleep(1)
            answer = await other.run(other.dispatcher.act(name, Identity(person), "k", live.table.version, PlayMove(first)))
        while name not in world.jobs:
            await asyncio.sleep(0.01)
        wanted = world.jobs[name]
        loop.resume(owner.name)
        found = MoveResult(next(iter(wanted.legal)))
        brought = await owner.run(owner.dispatcher.engine_move(name, wanted.changed, found))
        assert isinstance(brought, Ack) or brought.code == "unavailable"

    run_simulation(1, story)
