"""Sockets live long: they end with what let them in."""

import asyncio
import json

from tests.support.outlets import Outlet
from tests.support.played_games import begun
from tests.support.site import OURS, PASSWORD, both

from tablier.server.people.cookies import COOKIE
from tablier.server.settings import Quotas
from tablier.server.ws.client import OUTLET


class Socket:
    """A client's end of /ws, without a network."""

    def __init__(self, site, **headers):
        self.heard: asyncio.Queue = asyncio.Queue()
        self._told: asyncio.Queue = asyncio.Queue()
        self._told.put_nowait({"type": "websocket.connect"})
        sent = [(name.lower().encode(), value.encode()) for name, value in {"Host": "tablier.test", **headers}.items()]
        scope = {
            "type": "websocket", "path": "/ws", "raw_path": b"/ws", "root_path": "", "headers": sent, "query_string": b"", "scheme": "ws",
            "subprotocols": [], "client": ("203.0.113.9", 1), "server": ("tablier.test", 80), "asgi": {"version": "3.0"}, "extensions": {OUTLET: Outlet(self._hear, self._close)},
        }  # fmt: skip
        self.task = asyncio.create_task(site.app(scope, self._told.get, self.heard.put))

    def _hear(self, message):
        self.heard.put_nowait({"type": "websocket.send", "text": message.decode()})

    def _close(self, code):
        self.heard.put_nowait({"type": "websocket.close", "code": code})

    async def until(self, kind):
        while True:
            message = await self.heard.get()
            if message["type"] == kind:
                return message

    async def hello(self):
        accepted = await self.until("websocket.accept")
        return accepted, json.loads((await self.until("websocket.send"))["text"])

    def say(self, message):
        self._told.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def leave(self):
        self._told.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


def cookie(client):
    return f"{COOKIE}={client.cookies[COOKIE]}"


def test_a_socket_knows_who_it_is(with_site):
    async def story(site):
        ada, guest = await site.account("Ada"), await site.guest()
        bot = await site.bot(ada, "play", "read")
        for client, headers in (
            (ada, {"Cookie": cookie(ada)}),
            (guest, {"Cookie": cookie(guest)}),
            (bot, {"Authorization": bot.headers["Authorization"]}),
        ):
            socket = Socket(site, **headers)
            accepted, hello = await socket.hello()
            assert hello["player"] == (await site.player(client))["id"] and not accepted.get("headers")
            await socket.leave()

    with_site(story)


def test_a_newcomer_is_given_a_cookie_with_the_handshake(with_site):
    async def story(site):
        socket = Socket(site)
        accepted, hello = await socket.hello()
        given = dict(accepted["headers"])[b"set-cookie"].decode()
        assert "HttpOnly" in given and "SameSite=Lax" in given and "Secure" in given
        client = await site.visitor(Cookie=given.partition(";")[0])
        assert (await site.player(client))["id"] == hello["player"]
        await socket.leave()

    with_site(story, secure_cookies=True)


def test_a_page_elsewhere_and_a_bad_token_open_no_socket(with_site):
    async def story(site):
        ada = await site.account("Ada")
        for headers in ({"Origin": "https://evil.test", "Cookie": cookie(ada)}, {"Authorization": "Bearer tbl_nothing"}):
            socket = Socket(site, **headers)
            first = await socket.heard.get()
            assert first["type"] == "websocket.close"
            await socket.task
        ours = Socket(site, Origin=OURS, Cookie=cookie(ada))
        await ours.hello()
        await ours.leave()

    with_site(story)


def test_a_socket_ends_with_its_session_and_only_that_one(with_site):
    async def story(site):
        here, there = await site.account("Ada"), await site.login("Ada")
        stays, goes = Socket(site, Cookie=cookie(here)), Socket(site, Cookie=cookie(there))
        await stays.hello()
        await goes.hello()
        await there.delete("/sessions/current")
        assert (await goes.until("websocket.close"))["code"] == 4001
        await goes.leave()
        assert stays.heard.empty()
        await here.post("/me/password", json={"old": PASSWORD, "new": "un autre secret"})
        assert (await stays.until("websocket.close"))["code"] == 4001
        await stays.leave()

    with_site(story)


def test_a_bots_socket_ends_with_its_token(with_site):
    async def story(site):
        ada = await site.account("Ada")
        bot = await site.bot(ada, "play")
        socket = Socket(site, Authorization=bot.headers["Authorization"])
        await socket.hello()
        (token,) = (await ada.get("/tokens")).json()
        await ada.delete(f"/tokens/{token['id']}")
        assert (await socket.until("websocket.close"))["code"] == 4001
        await socket.leave()

    with_site(story)


def test_a_guest_who_gets_an_account_comes_back_under_the_new_name(with_site):
    async def story(site):
        client = await site.guest()
        socket = Socket(site, Cookie=cookie(client))
        await socket.hello()
        await client.post("/accounts", json={"name": "Ada", "password": PASSWORD})
        assert (await socket.until("websocket.close"))["code"] == 4001
        await socket.leave()
        again = Socket(site, Cookie=cookie(client))
        assert (await again.hello())[1]["name"] == "Ada"
        await again.leave()

    with_site(story)


def test_sockets_are_counted_by_player_and_by_address(with_site):
    async def story(site):
        guest = await site.guest()
        sockets = [Socket(site, Cookie=cookie(guest)), Socket(site, Cookie=cookie(guest))]
        for socket in sockets:
            await socket.hello()
        assert (await Socket(site, Cookie=cookie(guest)).heard.get())["type"] == "websocket.close"
        await sockets[0].leave()
        again = Socket(site, Cookie=cookie(guest))
        await again.hello()
        await again.leave()
        await sockets[1].leave()
        assert site.services.sockets.clients == {}

    async def hurried(site):
        site.services.rate_limits.clock = lambda: 1.0
        firsts = []
        for _ in range(12):
            socket = Socket(site)
            firsts.append((await socket.heard.get())["type"])
            await socket.leave()
        assert firsts == ["websocket.accept"] * 10 + ["websocket.close"] * 2

    with_site(story, quotas=Quotas(rate=0, sockets_per_player=2))
    with_site(hurried, quotas=Quotas(rate=0.04))


@both
def test_a_zero_byte_is_refused_and_does_no_harm(with_site):
    async def story(site):
        guest = await site.guest()
        table = (await guest.post("/tables", json={"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}]})).json()["id"]
        for key in ("a\0b", "😀", "", "k" * 65):
            refused = await guest.post(f"/tables/{table}/acts", json={"k": key, "v": 2, "do": {"type": "say", "phrase": "hello"}})
            assert (refused.status_code, refused.json()["code"]) == (422, "bad_request")
        socket = Socket(site, Cookie=cookie(guest))
        await socket.hello()
        for name in ("a\0b", "", "x" * 5000, "../secret"):
            socket.say({"type": "sub", "table": name})
            assert json.loads((await socket.until("websocket.send"))["text"])["type"] == "gone"
        await socket.leave()

    with_site(story)


def test_only_a_client_that_was_shown_the_latest_version_is_told_that_nothing_changed(with_site):
    async def story(site):
        ada, guest = await site.account("Ada"), await site.guest()
        table = await begun(ada, guest)
        me, other = (await site.player(ada))["id"], (await site.player(guest))["id"]
        socket = Socket(site, Cookie=cookie(ada))
        await socket.hello()
        version = (await ada.get(f"/tables/{table['id']}")).json()["version"]

        async def told(**claim):
            socket.say({"type": "sub", "table": table["id"], **claim})
            while (message := json.loads((await socket.until("websocket.send"))["text"]))["type"] not in ("sync", "still"):
                pass
            return message["type"], message["v"]

        assert await told() == ("sync", version)
        assert await told(v=version) == ("sync", version)
        assert await told(v=version, shown=other) == ("sync", version)
        assert await told(v=version - 1, shown=me) == ("sync", version)
        assert await told(v=version + 1, shown=me) == ("sync", version)
        assert await told(v=version, shown=me) == ("still", version)
        await socket.leave()

    with_site(story)
