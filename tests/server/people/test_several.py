"""Several processes: a session that ends in one ends in all."""

import asyncio
import shutil

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
