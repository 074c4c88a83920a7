"""Whose word counts about where a visitor comes from: real requests with forged headers."""

import asyncio
import json
import uuid

import httpx
import pytest
import websockets
from tests.support.server_process import run_server

from tablier.core.errors import TablierError
from tablier.server.main import check_settings
from tablier.server.settings import Settings

GUESSES = 10
BURST = 6


def guesses(url, header):
    """The answers to wrong passwords for one name; each says that it comes from another address."""
    name = f"Name-{uuid.uuid4().hex[:8]}"
    return [
        httpx.post(f"{url}/api/sessions", json={"name": name, "password": "wrong"}, headers={header: f"198.51.100.{n}"}).status_code
        for n in range(GUESSES)
    ]


@pytest.fixture(scope="module")
def direct(tmp_path_factory):
    """A server as `make play` starts it, with its rate limits."""
    with run_server(tmp_path_factory.mktemp("direct"), "--engines", "0", TABLIER_RATE="1", TABLIER_PROXIES="") as server:
        yield server.url


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """A server that was told that its proxy is at 127.0.0.1."""
    with run_server(tmp_path_factory.mktemp("behind"), "--engines", "0", TABLIER_RATE="1", TABLIER_PROXIES="127.0.0.1") as server:
        yield server.url


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_nothing_is_believed_from_an_unnamed_proxy(direct, header):
    assert guesses(direct, header) == [401] * BURST + [429] * (GUESSES - BURST)


def test_a_named_proxy_is_believed(behind):
    assert guesses(behind, "X-Forwarded-For") == [401] * GUESSES


def test_what_a_visitor_writes_before_the_proxy_is_not_believed(behind):
    name = f"Name-{uuid.uuid4().hex[:8]}"
    forged = [{"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.77"} for n in range(GUESSES)]
    seen = [httpx.post(f"{behind}/api/sessions", json={"name": name, "password": "wrong"}, headers=one).status_code for one in forged]
    assert seen == [401] * BURST + [429] * (GUESSES - BURST)


@pytest.mark.parametrize("which", ["direct", "behind"])
def test_no_header_opens_the_metrics(request, which):
    url = request.getfixturevalue(which)
    assert httpx.get(f"{url}/metrics").status_code == 200
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        for said in ("127.0.0.1", "203.0.113.5", "203.0.113.5, 127.0.0.1", "::1", "localhost", ""):
            assert httpx.get(f"{url}/metrics", headers={header: said}).status_code == 403, (header, said)


@pytest.mark.parametrize("proxies", ["*", "localhost", "10.0.0.0/99", "127.0.0.1,all"])
def test_what_is_no_address_of_a_proxy_is_refused(tmp_path, proxies):
    with pytest.raises(TablierError, match="neither an address nor a network"):
        asyncio.run(check_settings(Settings(tmp_path, trusted_proxies=proxies)))


@pytest.mark.parametrize("v", [-1, 99, 2**62])
def test_a_version_that_cannot_be_is_refused_over_both_ways(direct, v):
    with httpx.Client(base_url=f"{direct}/api") as me:
        table = me.post("/tables", json={"game": "makyek", "seats": [{"kind": "you"}, {"kind": "you"}]}).json()["id"]
        act = {"k": "k1", "v": v, "do": {"type": "move", "text": "a3-a4"}}
        answer = me.post(f"/tables/{table}/acts", json=act)
        assert answer.status_code == 422 and answer.json()["code"] == "bad_request" and "from 0 to 4" in answer.json()["why"]["en"]
        cookie = "; ".join(f"{name}={value}" for name, value in me.cookies.items())

        async def over_socket():
            async with websockets.connect(f"{direct.replace('http', 'ws', 1)}/ws", additional_headers={"Cookie": cookie}) as socket:
                await socket.send(json.dumps({"type": "sub", "table": table}))
                await socket.send(json.dumps({"type": "act", "table": table, **act}))
                heard = {}
                while heard.get("type") not in ("ack", "nak"):
                    heard = json.loads(await socket.recv())
                return heard

        heard = asyncio.run(over_socket())
        assert heard["type"] == "nak" and heard["code"] == "bad_request" and "from 0 to 4" in heard["why"]["en"]
        assert me.get(f"/tables/{table}/events", params={"v": 4}).json() == []
