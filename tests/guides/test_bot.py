"""The bot of the guide plays a whole game on a real server."""

import asyncio
import subprocess
import sys
from pathlib import Path

import httpx
from tests.support.server_process import house
from tests.support.ws_clients import Client

BOT = Path(__file__).parents[2] / "docs" / "guides" / "bot.py"


def test_the_bot_is_no_longer_than_promised_and_plays_a_game_to_its_end(tmp_path):
    assert len(BOT.read_text().splitlines()) <= 50
    with house(tmp_path, "--engines", "0") as server:
        with httpx.Client(base_url=f"{server.url}/api") as browser:
            browser.post("/accounts", json={"name": "R2D2", "password": "beep boop beep"}).raise_for_status()
            made = browser.post("/tokens", json={"name": "bot", "scopes": ["play", "read"]})
            made.raise_for_status()
        bot = subprocess.Popen([sys.executable, str(BOT), server.url, made.json()["secret"], "turkish"], stdout=subprocess.PIPE, text=True)
        try:
            asyncio.run(play_against(server.url))
            told, _ = bot.communicate(timeout=60)
        finally:
            bot.kill()
            bot.communicate()
        assert bot.returncode == 0 and "1" in told


async def play_against(url: str) -> None:
    """Somebody sits down at the bot's table and plays the first legal move, then gives up."""
    me = await Client.guest(url)
    async with me.http() as http:
        for _ in range(200):
            tables = (await http.get("/api/tables?state=open&game=turkish")).json()
            if tables:
                break
            await asyncio.sleep(0.1)
    await me.follow(tables[0]["id"])
    assert me.sync["view"]["seats"][0]["player"]["bot"]
    await me.act(type="sit")
    for _ in range(4):
        await me.until(lambda: me.legal)
        text, me.legal = me.legal[0]["text"], []
        assert (await me.move(text))["type"] == "ack"
    await me.until(lambda: me.legal)
    await me.act(type="resign")
    await me.until(lambda: me.view["state"] == "over")
    await me.leave()
