"""The messages of two real pages at one table: what a move costs, and that nothing is asked that no player points at."""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, Request, WebSocket, expect
from tests.support.browser_tables import board_is_there, cell, expect_plies, set_table
from tests.support.page_traffic import (
    DETAILS_RECEIVED,
    DETAILS_SENT,
    FOLLOW_RECEIVED,
    FOLLOW_SENT,
    MOVE_RECEIVED,
    MOVE_SENT,
    OPEN_RECEIVED,
    OPEN_SENT,
    PING_FIELDS,
    PREVIEW_RECEIVED,
    PREVIEW_SENT,
    TIMED,
)
from tests.web.conftest import NewPage, Server

PLAN = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}], "private": False}
MOVES = (("a3", "a4"), ("a6", "a5"), ("b3", "b4"), ("b6", "b5"))
HOUR = 3600
PRESENCE = "present"
"""Who is there is told apart from moves."""


@dataclass
class Traffic:
    """The types of messages of a page's socket, in order; its timed messages as they are; and the addresses that it asked over HTTP."""

    sent: list[str] = field(default_factory=list)
    received: list[str] = field(default_factory=list)
    timed: list[dict[str, Any]] = field(default_factory=list)
    requested: list[str] = field(default_factory=list)

    def record(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._note(self.sent, text))
        socket.on("framereceived", lambda text: self._note(self.received, text))

    def request(self, request: Request) -> None:
        self.requested.append(f"{request.method} {request.url}")

    def clear(self) -> None:
        for notes in (self.sent, self.received, self.timed, self.requested):
            notes.clear()

    @property
    def pings(self) -> list[dict[str, Any]]:
        return [message for message in self.timed if message["type"] == "ping"]

    def _note(self, notes: list[str], text: str | bytes) -> None:
        message = json.loads(text)
        kind = message["type"]
        if kind in TIMED:
            self.timed.append(message)
        elif kind != PRESENCE:
            notes.append(kind)


def recorded(page: Page) -> Traffic:
    """The traffic of a page from now on."""
    traffic = Traffic()
    page.on("websocket", traffic.record)
    page.on("request", traffic.request)
    page.clock.install(time=0)
    return traffic


def stop_timers(page: Page) -> None:
    """From now on the page's timers run only by `page.clock`, so that no pointer rests on a cell by accident."""
    page.clock.pause_at(HOUR)


def settled(page: Page, traffic: Traffic, *, sent: int, received: int) -> None:
    """Waits until as many messages have been heard of as there should be, and any further one has had its time."""
    for _ in range(200):
        if len(traffic.sent) >= sent and len(traffic.received) >= received:
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(300)


def wait(page: Page, traffic: Traffic, seconds: int) -> None:
    """Lets time pass on the page's clock, and has the server answer each ping before the page takes its connection for lost."""
    for _ in range(seconds):
        page.clock.run_for(1000)
        for _ in range(200):
            if not traffic.timed or traffic.timed[-1]["type"] == "pong":
                break
            page.wait_for_timeout(10)


def test_a_page_at_its_players_only_table_sends_pings_and_no_request(new_page: NewPage, server: Server):
    page = new_page(1440, 900)
    traffic = recorded(page)
    set_table(page, server.address, PLAN)
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => localStorage.getItem('tablier.seated')")
    page.reload()  # a page that knows from its beginning that its player sits at a table
    board_is_there(page)
    page.wait_for_load_state("networkidle")
    assert any(asked.endswith("/api/me/tables") for asked in traffic.requested), "asked once, when the page opens"
    stop_timers(page)
    traffic.clear()
    wait(page, traffic, 65)
    assert traffic.requested == []
    assert traffic.sent == traffic.received == []
    assert len(traffic.pings) >= 4
    for ping in traffic.pings:
        assert {name: type(value) for name, value in ping.items()} == PING_FIELDS


def test_a_page_asks_for_the_other_tables_of_its_player(new_page: NewPage, server: Server):
    page = new_page(1440, 900)
    traffic = recorded(page)
    set_table(page, server.address, PLAN)
    page.wait_for_function("() => localStorage.getItem('tablier.seated')")
    set_table(page, server.address, PLAN)
    page.wait_for_load_state("networkidle")
    stop_timers(page)
    traffic.clear()
    wait(page, traffic, 65)
    assert traffic.requested == [f"GET {server.address}/api/me/tables"] * 2


def test_a_move_is_one_act_of_its_mover_and_nothing_of_its_follower(new_page: NewPage, server: Server):
    first, second = new_page(1440, 900), new_page(1440, 900)
    traffics = recorded(first), recorded(second)
    table = set_table(first, server.address, PLAN)
    settled(first, traffics[0], sent=1, received=3)
    assert traffics[0].sent == list(OPEN_SENT)
    assert [kind for kind in traffics[0].received if kind != "ev"] == list(OPEN_RECEIVED)
    second.goto(f"{server.address}/t/{table}")
    board_is_there(second)
    second.get_by_role("button", name="S'asseoir").click()
    expect(first.locator('tablier-board [data-cell="a3"].point')).to_be_attached()
    stop_timers(first)
    stop_timers(second)
    for number, (start, end) in enumerate(MOVES):
        pages, heard = (first, second), traffics
        if number % 2:
            pages, heard = (second, first), traffics[::-1]
        (mover, follower), (moving, following) = pages, heard
        expect(cell(mover, start)).to_have_class("grab point")
        moving.clear(), following.clear()
        cell(mover, start).click()
        cell(mover, end).click()
        expect_plies(mover, number + 1)
        expect_plies(follower, number + 1)
        settled(mover, moving, sent=len(MOVE_SENT), received=len(MOVE_RECEIVED))
        assert moving.sent == list(MOVE_SENT)
        assert sorted(moving.received) == sorted(MOVE_RECEIVED)
        assert following.sent == list(FOLLOW_SENT)
        assert following.received == list(FOLLOW_RECEIVED)


def test_previews_and_details_are_asked_for_once_when_the_pointer_rests_on_a_target_or_the_rules(new_page: NewPage, server: Server):
    page = new_page(1440, 900)
    traffic = recorded(page)
    set_table(page, server.address, {**PLAN, "seats": [{"kind": "you"}, {"kind": "you"}]})
    expect(cell(page, "a3")).to_have_class("grab point")
    stop_timers(page)
    page.mouse.move(*_middle(page, "d5"))
    page.clock.run_for(1000)
    assert not {"look", "preview"} & set(traffic.sent), "nothing is chosen, so nothing can be previewed"
    cell(page, "a3").click()
    traffic.clear()
    page.mouse.move(*_middle(page, "a4"))
    page.clock.run_for(100)
    page.mouse.move(*_middle(page, "a5"))
    page.clock.run_for(100)
    assert not traffic.sent, "the pointer did not rest"
    page.clock.run_for(100)
    settled(page, traffic, sent=1, received=1)
    page.mouse.move(*_middle(page, "d5"))
    page.mouse.move(*_middle(page, "a5"))
    page.clock.run_for(1000)
    settled(page, traffic, sent=1, received=1)
    assert traffic.sent == list(PREVIEW_SENT)
    assert traffic.received == list(PREVIEW_RECEIVED)
    traffic.clear()
    page.locator(".sheet").hover()
    page.locator(".sheet li.working").first.hover()
    page.clock.run_for(1000)
    settled(page, traffic, sent=1, received=1)
    assert traffic.sent == list(DETAILS_SENT)
    assert traffic.received == list(DETAILS_RECEIVED)


def _middle(page: Page, name: str) -> tuple[float, float]:
    box = cell(page, name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
