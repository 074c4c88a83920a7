"""Who counts as absent: never a player whose socket did not drop, though the processes may not have heard of each other for minutes."""

import asyncio

from tests.support.simulated_cluster import Attempt, SimulatedClient, World
from tests.support.simulation import SimulatedLoop, SimulatedTime, run_simulation

from tablier.api.messages import ClaimAbsence
from tablier.api.tables import Player, SeatPlan, TablePlan
from tablier.server.people.identity import Identity


async def two_players_at_two_processes(world: World) -> tuple[SimulatedClient, SimulatedClient]:
    one, two = await world.start_process(), await world.start_process()
    people = [Player("one", "One"), Player("two", "Two")]
    live = await one.run(one.creator.create(TablePlan("apit", (SeatPlan("open"),) * 2), people[0], people))
    clients = [SimulatedClient(world, Identity(person), live.table.id, seat) for seat, person in enumerate(people)]
    for client, home in zip(clients, (one, two), strict=True):
        client.home = home
        world.loop.create_task(client.stay())
    await asyncio.sleep(2)
    assert [client.present for client in clients] == [((0, 1), 0)] * 2
    return clients[0], clients[1]


async def claim(client: SimulatedClient, seconds: float) -> Attempt:
    """Claim that the other player is absent, and wait for the answer."""
    attempt = client.act(ClaimAbsence(1))
    for _ in range(round(seconds / 0.1)):
        if attempt.answer is not None:
            break
        await asyncio.sleep(0.1)
    return attempt


def test_no_claim_counts_against_a_connected_player_though_the_bus_was_away_for_minutes():
    async def story(loop: SimulatedLoop, time: SimulatedTime) -> None:
        world = World(loop, time)
        one, two = await two_players_at_two_processes(world)
        world.hub.out.add("")
        await asyncio.sleep(200)
        assert one.present == ((0,), 0), "what is not said again lapses"
        attempt = await claim(one, 8)
        assert attempt.answer is None, "while the other process cannot be asked, nothing is decided"
        world.hub.out.clear()
        await asyncio.sleep(5)
        assert attempt.answer is not None and attempt.answer["type"] == "nak" and attempt.answer["code"] == "not_now"
        assert one.present == two.present == ((0, 1), 0) and two.drops == 0

    run_simulation(1, story)


def test_a_claim_counts_against_a_player_who_left():
    async def story(loop: SimulatedLoop, time: SimulatedTime) -> None:
        world = World(loop, time)
        one, two = await two_players_at_two_processes(world)
        two.leaving = True
        assert two.socket is not None
        two.socket.lost()
        await asyncio.sleep(50)
        assert ((await claim(one, 8)).answer or {})["type"] == "nak"
        await asyncio.sleep(15)
        assert ((await claim(one, 8)).answer or {})["type"] == "ack"

    run_simulation(1, story)
