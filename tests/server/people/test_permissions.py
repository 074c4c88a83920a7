"""Who may do what: every endpoint, by every kind of visitor. A number is the status; the table is the promise."""

import shutil
from functools import partial

import pytest
from tests.support.site import PASSWORD, WORKER_TOKEN, follow, visit

from tablier.server.http.routes import endpoints
from tablier.server.people.cookies import COOKIE

STRANGERS = "no_one guest account revoked reader manager foreign_token bad_token worker evil_page".split()
"""`reader` and `manager` are tokens of the owner's; `foreign_token` is another account's, with all scopes; `evil_page` has the owner's cookie."""

TABLE = """
                                no_one guest account revoked reader manager foreign_token bad_token worker evil_page
POST   /accounts                   201   201     409     201    403     403           403       401    403       403
POST   /me/password                401   401     200     401    403     200           200       401    403       403
POST   /sessions                   201   201     201     201    403     403           403       401    403       403
DELETE /sessions/current           200   200     200     200    403     403           403       401    403       403
GET    /sessions                   401   401     200     401    403     200           200       401    403       200
DELETE /sessions/{id}              401   401     404     401    403     200           404       401    403       403
GET    /tokens                     401   401     200     401    403     200           200       401    403       200
POST   /tokens                     401   401     201     401    403     201           201       401    403       403
DELETE /tokens/{id}                401   401     404     401    403     200           404       401    403       403
GET    /me                         200   200     200     200    200     200           200       401    403       200
PUT    /me/name                    200   200     409     200    403     409           409       401    403       403
PUT    /me/settings                200   200     200     200    403     200           200       401    403       403
GET    /me/export                  200   200     200     200    403     200           200       401    403       200
DELETE /me                         200   200     200     200    403     200           200       401    403       403
GET    /me/tables                  200   200     200     200    200     200           200       401    403       200
GET    /players/{name}             200   200     200     200    200     200           200       401    200       200
GET    /leaderboards/{game}        200   200     200     200    200     200           200       401    200       200
GET    /archive                    200   200     200     200    200     200           200       401    200       200
GET    /stream                     200   200     200     200    200     200           200       401    403       200
POST   /challenges                 201   201     201     201    403     403           201       401    403       403
GET    /challenges                 200   200     200     200    200     200           200       401    403       200
GET    /challenges/{challenge}     404   404     404     404    200     200           404       401    403       200
POST   /challenges/{challenge}/accept 404 404    404     404    403     403           404       401    403       403
POST   /challenges/{challenge}/decline 404 404   404     404    403     403           404       401    403       403
DELETE /challenges/{challenge}     404   404     404     404    403     403           404       401    403       403
GET    /decline-reasons            200   200     200     200    200     200           200       401    200       200
GET    /bots                       200   200     200     200    200     200           200       401    200       200
GET    /me/challenges              200   200     200     200    200     200           200       401    403       200
PUT    /me/challenges              200   200     200     200    403     403           200       401    403       403
GET    /games                      200   200     200     200    200     200           200       401    200       200
GET    /openapi.json               200   200     200     200    200     200           200       401    200       200
GET    /games/{game}               200   200     200     200    200     200           200       401    200       200
GET    /games/{game}/positions     200   200     200     200    200     200           200       401    200       200
GET    /games/{game}/lessons       200   200     200     200    200     200           200       401    200       200
POST   /lessons                    422   422     422     422    422     422           422       401    422       403
GET    /me/lessons                 401   401     200     401    200     200           200       401    403       200
PUT    /me/lessons                 401   401     200     401    403     200           200       401    403       403
GET    /endings                    200   200     200     200    200     200           200       401    200       200
GET    /endings/{game}             422   422     422     422    422     422           422       401    422       422
GET    /openings                   422   422     422     422    422     422           422       401    422       422
POST   /positions/compose          422   422     422     422    422     422           422       401    422       403
POST   /analysis/game              422   422     422     422    422     422           422       401    422       403
GET    /tables/{table}/analysis    404   404     404     404    409     409           404       401    404       409
POST   /tables/{table}/analysis    404   404     404     404    409     409           404       401    404       403
GET    /studies                    401   401     200     401    200     200           200       401    403       200
POST   /studies                    401   401     201     401    403     201           201       401    403       403
GET    /studies/{study}            200   200     200     200    200     200           200       401    200       200
PUT    /studies/{study}            401   401     403     401    403     200           403       401    403       403
DELETE /studies/{study}            401   401     403     401    403     200           403       401    403       403
GET    /puzzles                    200   200     200     200    200     200           200       401    403       200
GET    /puzzles/{game}/next        200   200     200     200    200     200           200       401    403       200
GET    /puzzles/{game}/daily       200   200     200     200    200     200           200       401    403       200
GET    /puzzles/{game}/history     200   200     200     200    200     200           200       401    403       200
GET    /puzzles/{game}/{puzzle}    404   404     404     404    404     404           404       401    403       404
POST   /puzzles/{game}/{puzzle}/attempts 404 404 404     404    403     403           404       401    403       403
POST   /positions                  422   422     422     422    422     422           422       401    422       403
POST   /analysis                   422   422     422     422    422     422           422       401    422       403
POST   /verify-dice                413   413     413     413    413     413           413       401    413       403
POST   /tables                     201   201     201     201    403     403           201       401    403       403
GET    /tables                     200   200     200     200    200     200           200       401    200       200
GET    /tables/{table}             404   404     404     404    200     200           404       401    404       200
POST   /tables/{table}/acts        404   404     404     404    403     403           404       401    403       403
GET    /tables/{table}/events      404   404     404     404    200     200           404       401    404       200
GET    /tables/{table}/stream      404   404     404     404    200     200           404       401    404       200
GET    /tables/{table}/look        404   404     404     404    200     200           404       401    404       200
GET    /tables/{table}/record.txt  404   404     404     404    200     200           404       401    404       200
GET    /tables/{table}/record.json 404   404     404     404    200     200           404       401    404       200
GET    /tables/{table}/record.pgn  404   404     404     404    404     404           404       401    404       404
GET    /tables/{table}/record.pdn  404   404     404     404    404     404           404       401    404       404
POST   /records                    422   422     422     422    422     422           422       401    422       403
GET    /tables/{table}/qr.svg      404   404     404     404    200     200           404       401    404       200
GET    /invites/{code}             200   200     200     200    200     200           200       401    200       200
POST   /jobs/take                  403   403     403     403    403     403           403       401    200       403
POST   /jobs/{job}/progress        403   403     403     403    403     403           403       401    200       403
POST   /jobs/{job}/answer          403   403     403     403    403     403           403       401    200       403
POST   /jobs/leave                 403   403     403     403    403     403           403       401    200       403
"""
"""The table is a private one of the owner's. What costs an engine's time is asked wrongly: 413 and 422 say that one was let in.

A safe request from an evil page is answered, but its script is not let read the answer: there is no CORS header, ever."""

BODIES = {
    "POST /accounts": {"name": "Newcomer", "password": PASSWORD},
    "POST /me/password": {"old": PASSWORD, "new": "tout autre chose"},
    "POST /sessions": {"name": "Other", "password": PASSWORD},
    "POST /tokens": {"name": "mine", "scopes": ["read"]},
    "PUT /me/name": {"name": "Élodie M."},
    "PUT /me/settings": {"settings": {"theme": "dark"}},
    "DELETE /me": {"password": PASSWORD},
    "POST /positions": {"game": "no such game"},
    "POST /lessons": {"game": "no such game", "exercise": "goal-1"},
    "PUT /me/lessons": {"stars": {"malawi": {"goal-1": 3}}},
    "POST /positions/compose": {"game": "no such game", "tokens": {}},
    "POST /analysis": {"game": "makruk", "lines": 0},
    "POST /analysis/game": {"game": "no such game", "moves": []},
    "POST /studies": {"title": "Les finales"},
    "PUT /studies/{study}": {"title": "Les finales, suite"},
    "POST /records": {"text": "1. e4 e5"},
    "POST /verify-dice": {"record": "x" * 200_000},
    "POST /challenges": {"to": "Owner", "game": "makyek"},
    "POST /challenges/{challenge}/decline": {"reason": "later"},
    "PUT /me/challenges": {"accept": "accounts"},
    "POST /puzzles/{game}/{puzzle}/attempts": {"give_up": True},
    "POST /tables": {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}]},
    "POST /tables/{table}/acts": {"k": "k", "v": 2, "do": {"type": "say", "phrase": "hello"}},
    "POST /jobs/take": {"worker": "w", "wait": 0},
    "POST /jobs/{job}/progress": {"worker": "w"},
    "POST /jobs/{job}/answer": {"worker": "w", "answer": {"type": "move", "text": "a1-a2"}},
    "POST /jobs/leave": {"worker": "w"},
}


def expected():
    lines = [line.split() for line in TABLE.strip().splitlines()]
    assert lines[0] == STRANGERS
    return {f"{method} {path}": dict(zip(STRANGERS, map(int, row), strict=True)) for method, path, *row in lines[1:]}


async def strangers(site):
    """The headers that each kind of client sends; the owner is the player whose things they ask for."""
    owner, other, guest = await site.account("Owner"), await site.account("Other"), await site.guest()
    revoked = await site.login("Owner")
    session = next(session["id"] for session in (await owner.get("/sessions")).json() if not session["current"])
    await owner.delete(f"/sessions/{session}")

    def cookie(client):
        return {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}

    def bearer(client):
        return {"Authorization": client.headers["Authorization"]}

    shown = {
        "no_one": {},
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
    private = (await owner.post("/tables", json={**BODIES["POST /tables"], "private": True})).json()
    challenge = (await (await site.account("Third")).post("/challenges", json=BODIES["POST /challenges"])).json()
    session, token = (await owner.get("/sessions")).json()[0]["id"], (await owner.get("/tokens")).json()[0]["id"]
    named = {"name": "Owner", "game": "makruk", "table": private["id"], "code": private["code"], "job": "nothing", "puzzle": "nothing"}
    named["challenge"] = challenge["id"]
    named["study"] = (await owner.post("/studies", json=BODIES["POST /studies"])).json()["id"]
    return shown, {"/sessions": session, "/tokens": token, **named}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A server with the owner and all strangers, to be copied for each request."""
    folder, found = tmp_path_factory.mktemp("server"), []

    async def story(site):
        found.extend(await strangers(site))

    visit(folder, story)
    return folder, *found


async def first_status(site, path, headers):
    """The status of a response that does not end; the client then disconnects."""
    answer = await follow(site, path, headers)
    await answer.begun.wait()
    answer.gone.set()
    await answer.task
    return answer.status


@pytest.mark.parametrize("asked", expected())
def test_everybody_may_do_what_the_table_says(tmp_path, prepared, asked):
    original, shown, things = prepared
    method, path = asked.split()
    found = {}

    async def story(site, kind):
        client = await site.visitor(**shown[kind])
        address = path.replace("{id}", things.get(path.removesuffix("/{id}"), "")).format(**things)
        if path.endswith("/stream"):
            found[kind] = await first_status(site, f"/api{address}", shown[kind])
            return
        answer = await client.request(method, address, json=BODIES.get(asked))
        found[kind] = answer.status_code
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert answer.status_code < 400 or set(answer.json()["why"]) == {"fr", "en"}

    async def all_at_once(site):
        for kind in STRANGERS:
            await story(site, kind)

    if (
        method == "GET" or min(expected()[asked].values()) >= 400 or path.startswith("/jobs")
    ):  # changes nothing: all can ask the same server
        visit(shutil.copytree(original, tmp_path / "all"), all_at_once)
    else:
        for kind in STRANGERS:
            visit(shutil.copytree(original, tmp_path / kind), partial(story, kind=kind))
    assert found == expected()[asked]


def test_the_table_knows_every_endpoint():
    assert set(expected()) == {f"{endpoint.method} {endpoint.path}" for endpoint in endpoints()}
