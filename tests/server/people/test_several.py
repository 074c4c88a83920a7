"""Several processes: a session that ends in one ends in all, and challenges and bots online are known in all."""

import asyncio
import shutil

from tests.server.people.test_challenges import challenge, listen
from tests.server.people.test_sockets import Socket, cookie
from tests.support.site import PASSWORD, open_site


def test_a_session_ended_at_one_process_is_out_at_the_others(tmp_path, postgres, redis):
    shared = {"database": postgres.database(), "bus": redis}

    async def story():
        async with open_site(tmp_path / "one", **shared) as one:
            shutil.copytree(tmp_path / "one", tmp_path / "two")  # the same secret
            async with open_site(tmp_path / "two", **shared) as two:
                here = await one.account("Ada")
                there = await two.login("Ada")
                guest = await two.guest()
                socket, guests_socket = Socket(two, Cookie=cookie(there)), Socket(two, Cookie=cookie(guest))
                await socket.hello()
                await guests_socket.hello()
                other = next(session["id"] for session in (await here.get("/sessions")).json() if not session["current"])
                await here.delete(f"/sessions/{other}")
                assert (await socket.until("websocket.close"))["code"] == 4001
                assert (await there.get("/sessions")).status_code == 401
                await socket.leave()

                grown = await one.visitor(Cookie=cookie(guest))
                assert (await grown.post("/accounts", json={"name": "Chloé", "password": PASSWORD})).status_code == 201
                assert (await guests_socket.until("websocket.close"))["code"] == 4001
                assert (await guest.get("/me")).json()["player"]["name"] != "Chloé"
                await guests_socket.leave()

    asyncio.run(story())


def test_a_challenge_goes_from_one_process_to_another_and_back(tmp_path, postgres, redis):
    shared = {"database": postgres.database(), "bus": redis}

    async def story():
        async with open_site(tmp_path / "one", **shared) as one:
            shutil.copytree(tmp_path / "one", tmp_path / "two")  # the same secret
            async with open_site(tmp_path / "two", **shared) as two:
                ada, bot = await one.account("Ada"), await two.bot(await two.account("Blaise"), "play", "read")
                asking, answering = await listen(one, ada), await listen(two, bot)
                while not (listed := (await ada.get("/bots")).json()):
                    await asyncio.sleep(0.01)
                assert listed[0]["player"]["name"] == "Blaise"
                made = await challenge(ada, seat=0)
                assert (await asking.next())["challenge"] == (await answering.next())["challenge"] == made
                accepted = (await bot.post(f"/challenges/{made['id']}/accept")).json()
                for stream, kinds in ((asking, {"challenge", "start", "turn"}), (answering, {"challenge", "start"})):
                    told = [await stream.next() for _ in kinds]
                    assert {notice["type"] for notice in told} == kinds
                    await stream.close()
                assert (await ada.get(f"/tables/{accepted['table']}")).json()["state"] == "playing"

    asyncio.run(story())
