import hypothesis.strategies as some
from hypothesis import HealthCheck, given, settings
from sqlalchemy import func, select
from tests.support.site import PASSWORD, both

from tablier.server.people.accounts import ensure_player
from tablier.server.people.cookies import COOKIE
from tablier.server.people.identity import guest_player
from tablier.server.storage.schema import players


def test_a_newcomer_is_a_guest_at_once_and_stays_the_same_one_without_a_row(with_site):
    async def story(site):
        client = await site.visitor()
        first = await client.get("/me")
        again = await client.get("/me")
        assert first.status_code == 200 and first.json()["account"] is False
        assert first.json()["player"] == again.json()["player"]
        assert "set-cookie" in first.headers and "set-cookie" not in again.headers
        async with site.services.database.read() as connection:
            assert (await connection.execute(select(func.count()).select_from(players))).scalar_one() == 0

    with_site(story)


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(with_site):
    async def story(site):
        plain = (await (await site.visitor()).get("/me")).headers["set-cookie"].lower()
        assert "httponly" in plain and "samesite=lax" in plain and "secure" not in plain

    async def proxied(site):
        assert "secure" in (await (await site.visitor()).get("/me")).headers["set-cookie"].lower()

    with_site(story)
    with_site(proxied, public_url="https://jeux.example")


def test_two_newcomers_are_two(with_site):
    async def story(site):
        one, other = await site.guest(), await site.guest()
        assert await site.player(one) != await site.player(other)

    with_site(story)


def test_the_id_of_a_guest_is_not_enough_to_be_that_guest(with_site):
    async def story(site):
        victim = await site.player(await site.guest())
        for forged in (victim["id"], f"{victim['id']}.", f"{victim['id']}.{'A' * 43}", f"s-{victim['id']}"):
            thief = await site.visitor(Cookie=f"{COOKIE}={forged}")
            assert (await site.player(thief))["id"] != victim["id"]

    with_site(story)


@both
def test_a_guest_sits_down_at_two_tables_at_once(with_site):
    async def story(site):
        import asyncio

        player = guest_player("0123456789abcdef01234567")
        await asyncio.gather(*(ensure_player(site.services.database, player) for _ in range(5)))
        async with site.services.database.read() as connection:
            assert [tuple(row) for row in await connection.execute(select(players.c.id, players.c.name))] == [(player.id, player.name)]

    with_site(story)


def test_an_old_guest_cookie_does_not_open_the_account_that_the_guest_became(with_site):
    async def story(site):
        client = await site.guest()
        old = client.cookies[COOKIE]
        before = await site.player(client)
        await client.post("/accounts", json={"name": "Zoé", "password": PASSWORD})
        assert (await site.player(client))["id"] == before["id"]
        copy = await site.visitor(Cookie=f"{COOKIE}={old}")
        assert (await site.player(copy))["id"] != before["id"]

    with_site(story)


LATIN = some.text(some.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_characters="\x7f"), max_size=120)
HEADERS = some.sampled_from(["Cookie", "Authorization", "Origin", "Host", "Referer", "User-Agent", "Sec-Fetch-Site", "Content-Type"])
BEGINNINGS = some.sampled_from(
    ["", f"{COOKIE}=", f"{COOKIE}=s-", "Bearer ", "Bearer tbl_", "http://", "https://[", f"{COOKIE}=a.b.c", "Basic "]
)


@given(
    drawn=some.lists(some.tuples(HEADERS, BEGINNINGS, LATIN), min_size=1, max_size=4), method=some.sampled_from(["GET", "PUT", "DELETE"])
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_garbage_in_headers_is_never_a_server_error(stories, drawn, method):
    async def story(site):
        client = await site.visitor()
        headers = [(name.encode(), (start + text).encode("latin-1")) for name, start, text in drawn]
        address = {"GET": "/me", "PUT": "/me/settings", "DELETE": "/sessions/current"}[method]
        answer = await client.request(method, address, headers=headers, content=b'{"settings": {}}')
        assert answer.status_code in (200, 401, 403, 415)

    stories(story)
