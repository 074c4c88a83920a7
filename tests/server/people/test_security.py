import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.routing import WebSocketRoute
from tests.support.site import OURS

from tablier.server.http.security import SecurityHeaders, same_origin

PUBLIC = "https://jeux.example"


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({"host": "localhost:8000"}, True),  # no browser
        ({"host": "localhost:8000", "origin": "http://localhost:8000"}, True),
        ({"host": "localhost:8000", "origin": "http://localhost:8001"}, False),
        ({"host": "localhost", "origin": "http://localhost:80"}, True),
        ({"host": "LocalHost", "origin": "http://localhost"}, True),
        ({"host": "[::1]:8000", "origin": "http://[::1]:8000"}, True),
        ({"host": "localhost:8000", "origin": PUBLIC}, True),  # a proxy that names the inner host
        ({"host": "localhost:8000", "origin": "https://jeux.example:443"}, True),
        ({"host": "localhost:8000", "origin": "http://jeux.example"}, False),
        ({"host": "jeux.example", "origin": "https://jeux.example.evil.test"}, False),
        ({"host": "jeux.example", "origin": "https://evil.test"}, False),
        ({"host": "jeux.example", "origin": "null"}, False),
        ({"host": "jeux.example", "origin": ""}, True),
        ({"host": "jeux.example", "origin": "https://[bad"}, False),
        ({"host": "jeux.example", "origin": "https://jeux.example:port"}, False),
        ({"host": "", "origin": "http://"}, False),
        ({"host": "jeux.example", "referer": "https://jeux.example/t/1"}, True),
        ({"host": "jeux.example", "referer": "https://evil.test/"}, False),
        ({"host": "jeux.example", "sec-fetch-site": "cross-site"}, False),
        ({"host": "jeux.example", "sec-fetch-site": "same-site"}, False),
        ({"host": "jeux.example", "sec-fetch-site": "same-origin", "origin": PUBLIC}, True),
        ({"host": "jeux.example", "origin": "https://evil.test", "authorization": "Bearer tbl_x"}, True),  # then only the token counts
        ({"host": "jeux.example", "origin": "https://evil.test", "authorization": "Basic x"}, False),
    ],
)
def test_whose_pages_a_request_may_come_from(headers, ours):
    assert same_origin(Headers(headers), PUBLIC) is ours


def test_every_answer_carries_its_safety(with_site):
    async def story(site):
        client = await site.visitor()
        answers = [
            await client.get("/me"),
            await client.get("/nothing-here"),
            await client.get("/sessions"),
            await client.delete("/sessions/current", headers={"Origin": "https://evil.test"}),
        ]
        assert [answer.status_code for answer in answers] == [200, 404, 401, 403]
        for answer in answers:
            policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
            assert policy["default-src"] == "'self'" and policy["frame-ancestors"] == "'none'" and policy["base-uri"] == "'none'"
            assert policy["img-src"] == "'self' data:" and policy["form-action"] == "'self'"
            assert policy["connect-src"] == "'self' ws://tablier.test wss://tablier.test"
            assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["cache-control"] == "no-store" and "permissions-policy" in answer.headers
            assert "strict-transport-security" not in answer.headers

    async def proxied(site):
        answer = await (await site.visitor()).get("/me")
        assert "connect-src 'self' wss://jeux.example;" in answer.headers["content-security-policy"]
        assert "strict-transport-security" in answer.headers

    with_site(story)
    with_site(proxied, public_url=PUBLIC)


def test_a_host_header_cannot_write_the_policy(with_site):
    async def story(site):
        answer = await (await site.visitor()).get("/me", headers={"Host": "a; script-src *"})
        assert "script-src" not in answer.headers["content-security-policy"]

    with_site(story)


def test_a_form_on_another_page_cannot_post(with_site):
    async def story(site):
        client = await site.visitor()
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            answer = await client.post("/sessions", content=b'{"name":"Ada","password":"x"}', headers={"Content-Type": kind})
            assert answer.status_code == 415

    with_site(story)


@pytest.mark.parametrize(
    ("origin", "sent"), [(OURS, ["websocket.accept"]), ("https://evil.test", ["websocket.close"]), (None, ["websocket.accept"])]
)
def test_a_socket_opens_from_our_own_pages_only(origin, sent):
    import asyncio

    async def socket(websocket):
        await websocket.accept()

    app = SecurityHeaders(Starlette(routes=[WebSocketRoute("/ws", socket)]), public_url="")
    headers = [(b"host", b"tablier.test"), *([(b"origin", origin.encode())] if origin else [])]
    heard = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        heard.append(message["type"])

    scope = {"type": "websocket", "path": "/ws", "headers": headers, "query_string": b"", "scheme": "ws", "subprotocols": []}
    asyncio.run(app(scope, receive, send))
    assert heard == sent
