"""Who may do what: every endpoint of identity, by every kind of visitor. A number is the status; the table is the promise."""

import re
import shutil
from functools import partial

import pytest
from tests.server.identity.site import ENDPOINTS, PASSWORD, WORKER_TOKEN, visit

from tablier.server.identity import COOKIE

STRANGERS = "nobody guest account revoked reader manager foreign_token bad_token worker evil_page".split()
"""`reader` and `manager` are tokens of the owner's; `foreign_token` is another account's, with all scopes; `evil_page` has the owner's cookie."""

TABLE = """
                             nobody guest account revoked reader manager foreign_token bad_token worker evil_page
POST   /accounts                201   201     409     201    403     403           403       401    403       403
POST   /me/password             401   401     200     401    403     200           200       401    403       403
POST   /sessions                201   201     201     201    403     403           403       401    403       403
DELETE /sessions/current        200   200     200     200    403     403           403       401    403       403
GET    /sessions                401   401     200     401    403     200           200       401    403       200
DELETE /sessions/{id}           401   401     404     401    403     200           404       401    403       403
GET    /tokens                  401   401     200     401    403     200           200       401    403       200
POST   /tokens                  401   401     201     401    403     201           201       401    403       403
DELETE /tokens/{id}             401   401     404     401    403     200           404       401    403       403
GET    /me                      200   200     200     200    200     200           200       401    403       200
PUT    /me/settings             200   200     200     200    403     200           200       401    403       403
GET    /me/export               200   200     200     200    403     200           200       401    403       200
DELETE /me                      200   200     200     200    403     200           200       401    403       403
GET    /players/{name}          200   200     200     200    200     200           200       401    200       200
GET    /leaderboards/{game}     200   200     200     200    200     200           200       401    200       200
GET    /archive                 200   200     200     200    200     200           200       401    200       200
"""
"""A safe request from an evil page is answered, but its script is not let read the answer: there is no CORS header, ever."""

BODIES = {
    "POST /accounts": {"name": "Newcomer", "password": PASSWORD},
    "POST /me/password": {"old": PASSWORD, "new": "tout autre chose"},
    "POST /sessions": {"name": "Other", "password": PASSWORD},
    "POST /tokens": {"name": "mine", "scopes": ["read"]},
    "PUT /me/settings": {"settings": {"theme": "dark"}},
    "DELETE /me": {"password": PASSWORD},
}


def expected():
    lines = [line.split() for line in TABLE.strip().splitlines()]
    assert lines[0] == STRANGERS
    return {f"{method} {path}": dict(zip(STRANGERS, map(int, row), strict=True)) for method, path, *row in lines[1:]}


async def strangers(site):
    """What one of each kind shows at the door; the owner is the one whose things they ask for."""
    owner, other, guest = await site.account("Owner"), await site.account("Other"), await site.guest()
    revoked = await site.login("Owner")
    session = next(session["id"] for session in (await owner.get("/sessions")).json() if not session["current"])
    await owner.delete(f"/sessions/{session}")

    def cookie(client):
        return {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}

    def bearer(client):
        return {"Authorization": client.headers["Authorization"]}

    shown = {
        "nobody": {},
        "guest": cookie(guest),
        "account": cookie(other),
        "revoked": cookie(revoked),
        "reader": bearer(await site.bot(owner, "read")),
        "manager": bearer(await site.bot(owner, "account", "read")),
        "foreign_token": bearer(await site.bot(other, "account", "read", "play")),
        "bad_token": {"Authorization": "Bearer tbl_" + "A" * 43},
        "worker": {"Authorization": f"Bearer {WORKER_TOKEN}"},
        "evil_page": {**cookie(owner), "Origin": "https://evil.test"},
    }
    things = {
        "/sessions/{id}": (await owner.get("/sessions")).json()[0]["id"],
        "/players/{name}": "Owner",
        "/leaderboards/{game}": "makruk",
        "/tokens/{id}": (await owner.get("/tokens")).json()[0]["id"],
    }
    return shown, things


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A house with its owner and all strangers, to be copied for each who asks."""
    folder, found = tmp_path_factory.mktemp("house"), []

    async def story(site):
        found.extend(await strangers(site))

    visit(folder, story)
    return folder, *found


@pytest.mark.parametrize("asked", expected())
def test_everybody_may_do_what_the_table_says(tmp_path, prepared, asked):
    original, shown, things = prepared
    method, path = asked.split()
    found = {}

    async def story(site, kind):
        client = await site.visitor(**shown[kind])
        address = re.sub(r"{\w+}", things.get(path, ""), path)
        answer = await client.request(method, address, json=BODIES.get(asked))
        found[kind] = answer.status_code
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert answer.status_code < 400 or set(answer.json()["why"]) == {"fr", "en"}

    async def all_at_once(site):
        for kind in STRANGERS:
            await story(site, kind)

    if method == "GET":  # changes nothing, so that all can come to the same house
        visit(shutil.copytree(original, tmp_path / "all"), all_at_once)
    else:
        for kind in STRANGERS:
            visit(shutil.copytree(original, tmp_path / kind), partial(story, kind=kind))
    assert found == expected()[asked]


def test_the_table_knows_every_endpoint():
    assert set(expected()) == {f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS}
