"""The bot of the guide plays whole games of every kind on a real server, throttled and beside other tables of its account."""

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
from tests.support.accounts import make_token
from tests.support.own_games import OWN_GAMES
from tests.support.server_process import run_server
from tests.support.ws_clients import Client

BOT = Path(__file__).parents[2] / "docs" / "guides" / "bot.py"
PATIENCE = 120
"""Seconds for a whole game on a busy machine."""


@contextmanager
def bots(url: str, *tokens_and_games: tuple[str, str]) -> Iterator[list[subprocess.Popen[str]]]:
    """The bot of the guide, once for each token and game."""
    running = [
        subprocess.Popen([sys.executable, str(BOT), url, token, game], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for token, game in tokens_and_games
    ]
    try:
        yield running
    finally:
        for bot in running:
            bot.kill()
            bot.communicate()


async def open_tables(url: str, *names: str) -> list[dict]:
    """The tables that the bots have set, once all are there."""
    found: dict[str, dict] = {}
    async with httpx.AsyncClient(base_url=url) as http, asyncio.timeout(PATIENCE):
        while not found.keys() >= set(names):
            await asyncio.sleep(0.5)
            answer = await http.get("/api/tables?state=open")
            if answer.status_code == 200:
                found |= {table["plan"]["game"]: table for table in answer.json()}
    return [found[name] for name in names]


async def sit_down(url: str, table: dict) -> list[Client]:
    """Guests in all open seats of a bot's table."""
    guests = []
    for seat, held in enumerate(table["seats"]):
        if held["kind"] == "open":
            guest = await Client.guest(url)
            await guest.follow(table["id"])
            assert guest.sync["view"]["seats"][0]["player"]["bot"]
            assert (await guest.act(type="sit", seat=seat, nonce=""))["type"] == "ack"
            guests.append(guest)
    return guests


async def play_to_the_end(guest: Client, chosen: random.Random) -> None:
    """Random legal moves until the game is over."""

    def concerned() -> bool:
        return bool(guest.legal) or guest.view["state"] == "over"

    while True:
        await guest.until(concerned, PATIENCE)
        if guest.view["state"] == "over":
            break
        text, guest.legal = chosen.choice(guest.legal)["text"], []
        await guest.act(type="move", text=text)
    await guest.leave()


async def play_whole_games(url: str, names: list[str]) -> None:
    async def play(table: dict) -> None:
        guests = await sit_down(url, table)
        seeds = (random.Random(f"{table['plan']['game']} {number}") for number in range(len(guests)))
        await asyncio.gather(*map(play_to_the_end, guests, seeds))

    await asyncio.gather(*map(play, await open_tables(url, *names)))


def told(bot: subprocess.Popen[str]) -> str:
    with suppress(subprocess.TimeoutExpired):
        return bot.communicate(timeout=PATIENCE)[0]
    return "still running"


def test_the_bot_is_no_longer_than_promised():
    code = [line for line in BOT.read_text().splitlines() if line and not line.startswith(("import ", '"""'))]
    assert len(code) <= 40, len(code)


def test_the_bot_plays_all_games_to_their_ends_although_the_server_throttles_it(tmp_path):
    with run_server(tmp_path, "--engines", "0", TABLIER_RATE="1") as server:
        pairs = [(make_token(server.url, f"R2D2-{name}"), name) for name in OWN_GAMES]
        with bots(server.url, *pairs) as running:
            asyncio.run(play_whole_games(server.url, list(OWN_GAMES)))
            ends = {name: (told(bot).splitlines()[-1], bot.returncode) for (_, name), bot in zip(pairs, running, strict=True)}
    assert all(end.endswith("]") and code == 0 for end, code in ends.values()), ends


async def move_and_resign(guest: Client, moves: int) -> None:
    for _ in range(moves):
        await guest.until(lambda: guest.legal)
        text, guest.legal = guest.legal[0]["text"], []
        assert (await guest.move(text))["type"] == "ack"
    await guest.until(lambda: guest.legal)
    await guest.act(type="resign")
    await guest.until(lambda: guest.view["state"] == "over")


def test_a_bot_plays_on_when_another_table_of_its_account_ends_and_the_server_is_killed(tmp_path):
    async def story(server) -> None:
        (first,), (second,) = [await sit_down(server.url, table) for table in await open_tables(server.url, "turkish", "apit")]
        await second.until(lambda: second.legal)
        async with first.http() as http:
            challenged = await http.post("/api/challenges", json={"to": "R2D2", "game": "achef"})
            assert challenged.status_code == 201, challenged.text
        await move_and_resign(first, 3)
        await move(second)
        server.kill()
        await asyncio.to_thread(server.start)
        await move_and_resign(second, 4)
        for guest in (first, second):
            await guest.leave()

    async def move(guest: Client) -> None:
        text, guest.legal = guest.legal[0]["text"], []
        assert (await guest.move(text))["type"] == "ack"

    with run_server(tmp_path, "--engines", "0") as server:
        token = make_token(server.url, "R2D2")
        with bots(server.url, (token, "turkish"), (token, "apit")) as running:
            asyncio.run(story(server))
            ends = [told(bot).splitlines()[-1:] for bot in running]
    assert all(end and end[0].endswith("[1, 2]") for end in ends), ends
