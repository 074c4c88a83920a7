"""A refused act does not count, though a copy of it waits in another process and the table changes hands."""

import asyncio

from tests.simulation.test_presence import two_players_at_two_processes
from tests.support.simulated_cluster import World
from tests.support.simulation import SimulatedLoop, SimulatedTime, run_simulation

from tablier.api.messages import Ack, AnswerOffer, MakeOffer, Nak


def test_a_late_copy_of_a_refused_act_is_not_decided_by_another_owner():
    async def story(loop: SimulatedLoop, time: SimulatedTime) -> None:
        world = World(loop, time)
        first, second = await two_players_at_two_processes(world)
        owner, other = world.processes
        table, act = first.table, AnswerOffer("stop", True)
        world.hub.lossy = 1.0
        waiting = loop.create_task(other.run(other.dispatcher.act(table, first.who, "k", 4, act)))  # the owner does not hear of it
        await asyncio.sleep(0.1)
        refused = await owner.run(owner.dispatcher.act(table, first.who, "k", 4, act))  # the client came back elsewhere
        assert isinstance(refused, Nak) and refused.code == "no_offer"
        offered = await owner.run(owner.dispatcher.act(table, second.who, "o", 4, MakeOffer("stop")))
        assert isinstance(offered, Ack)
        world.crash(owner)
        answer = await waiting
        assert isinstance(answer, Nak) and answer.code == "unavailable", "the copy would count now"
        assert not [entry for entry in world.database.entries(table) if entry.key == f"{first.who.player.id}:k"]

    run_simulation(1, story)
