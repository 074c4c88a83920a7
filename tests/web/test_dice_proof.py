"""The proof of the dice, as a real page takes part in it: commitment received, nonce sent, game begun, die explained, rolls verified."""

import json

import pytest
from playwright.sync_api import expect
from tests.support.browser_tables import hotseat, set_table
from tests.web.conftest import NewPage, Server

ENGINE = {"game": "mako", "seats": [{"kind": "you"}, {"kind": "engine", "level": 1}], "options": {"mode": "a"}, "private": True}


@pytest.mark.parametrize("plan", [ENGINE, hotseat("mako", 2, mode="a")], ids=["engine", "one screen"])
def test_the_page_adds_its_nonce_after_the_commitment_and_before_the_game(new_page: NewPage, server: Server, plan: dict[str, object]):
    page = new_page(1280, 900)
    frames: list[tuple[str, dict[str, object]]] = []
    page.on(
        "websocket",
        lambda socket: (
            socket.on("framesent", lambda text: frames.append(("sent", json.loads(text)))),
            socket.on("framereceived", lambda text: frames.append(("received", json.loads(text)))),
        ),
    )
    table = set_table(page, server.address, plan)
    expect(page.locator(".die")).to_be_visible()
    view = page.context.request.get(f"{server.address}/api/tables/{table}").json()
    told = [json.dumps(message) for _, message in frames]
    committed = next(at for at, text in enumerate(told) if view["commitment"] in text)
    given = [at for at, (way, message) in enumerate(frames) if way == "sent" and '"nonce"' in json.dumps(message.get("do", {}))]
    begun = next(at for at, text in enumerate(told) if '"type": "started"' in text)
    seats = sum(seat["kind"] == "human" for seat in view["seats"])
    assert len(given) == seats and committed < given[0] and given[-1] < begun
    page.locator(".die").click()
    expect(page.locator("#dice-proof")).to_contain_text(view["commitment"])
    page.keyboard.press("Escape")
    expect(page.locator("#dice-proof")).to_be_hidden()
