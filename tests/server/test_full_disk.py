"""A disk that is full: refused in words, told by /ready, and over as soon as there is room again. On a real, small file system."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.support.server_process import ServerProcess
from tests.support.ws_clients import pair

LINE = "x" * 300


@contextmanager
def mounted(folder, size):
    """A small file system in memory."""
    folder.mkdir()
    mounting = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=False, capture_output=True, text=True
    )
    if mounting.returncode:
        pytest.skip(f"cannot mount a file system here: {mounting.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def disk(tmp_path):
    """A file system of four megabytes."""
    with mounted(tmp_path / "disk", "4m") as folder:
        yield folder


def fill(folder):
    """Use all that is left of a file system."""
    with (folder / "filler").open("ab", buffering=0) as filler:
        for size in (65_536, 4_096, 1):
            try:
                while filler.write(b"x" * size):
                    pass
            except OSError:
                continue


async def until(condition, seconds=30):
    for _ in range(seconds * 10):
        if await condition():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("waited in vain")


async def said_until_refused(client):
    """Chat until the server refuses; the keys that were acknowledged."""
    for number in range(5000):
        answer = await client.act(type="say", text=f"{number} {LINE[:280]}")
        if answer["type"] == "nak":
            assert answer["code"] in ("unavailable", "too_fast"), answer
            return answer["code"]
    raise AssertionError("never refused")


def test_a_full_disk_is_told_and_nothing_acknowledged_is_lost(disk):
    async def story(url):
        one, two = await pair(url, game="makyek")
        assert (await one.move(one.legal[0]["text"]))["type"] == "ack"
        fill(disk)
        async with httpx.AsyncClient(base_url=url, headers={"Cookie": one.cookie}, timeout=30) as http:
            plan = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "you"}]}
            created = []

            async def refused():
                answer = await http.post("/api/tables", json=plan)
                assert answer.status_code in (201, 503), answer.text
                if answer.status_code == 201:
                    created.append(answer.json()["id"])
                    return False
                assert answer.json()["code"] == "unavailable" and answer.headers["retry-after"]
                return True

            await until(refused)
            assert await said_until_refused(two) == "unavailable"
            ready = await http.get("/ready")
            assert ready.status_code == 503 and ready.text == "not ready: the disk is full\n"
            assert (await http.get("/health")).status_code == 200
            seen = await http.get(f"/api/tables/{one.table}")
            assert seen.status_code == 200  # what is stored can be read

            (disk / "filler").unlink()

            async def ready_again():
                return (await http.get("/ready")).status_code == 200

            await until(ready_again)
            two.unanswered.clear()
            assert (await two.move(two.legal[0]["text"]))["type"] == "ack"
            assert (await http.post("/api/tables", json=plan)).status_code == 201
            events = (await http.get(f"/api/tables/{one.table}/events", params={"v": 0})).json()
            for table in created:
                assert len((await http.get(f"/api/tables/{table}")).json()["seats"]) == 2
        acknowledged = [answer["v"] for client in (one, two) for answer in client.answers.values() if answer["type"] == "ack"]
        assert {event["v"] for event in events} >= set(acknowledged)
        await one.leave()
        await two.leave()
        return one.cookie, one.table, events

    server = ServerProcess(disk, "--engines", "0")
    try:
        cookie, table, events = asyncio.run(story(server.url))
        assert "Traceback" not in server.log, server.log[-3000:]
        server.kill()
        server.start()
        again = httpx.get(f"{server.url}/api/tables/{table}/events", params={"v": 0}, headers={"Cookie": cookie}).json()
        assert [one["event"] for one in again] == [one["event"] for one in events]
    finally:
        server.kill()


def test_a_full_disk_under_postgresql_is_told_and_the_game_goes_on(tmp_path, postgres):
    async def story(url, files):
        one, two = await pair(url, game="makyek")
        assert (await one.move(one.legal[0]["text"]))["type"] == "ack"
        fill(files)
        async with httpx.AsyncClient(base_url=url, headers={"Cookie": one.cookie}, timeout=60) as http:
            plan = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "you"}]}

            async def refused():
                answer = await http.post("/api/tables", json=plan)
                assert answer.status_code in (201, 503), answer.text
                return answer.status_code == 503

            await until(refused, 120)
            ready = await http.get("/ready")
            assert ready.status_code == 503 and ready.text == "not ready: the disk is full\n"
            assert (await http.get(f"/api/tables/{one.table}")).status_code == 200
            (files / "filler").unlink()
            await two.until(lambda: two.legal)
            assert (await two.insist(type="move", text=two.legal[0]["text"]))["type"] == "ack"
            assert (await http.post("/api/tables", json=plan)).status_code == 201
            assert (await http.get("/ready")).status_code == 200
            events = (await http.get(f"/api/tables/{one.table}/events", params={"v": 0})).json()
            assert len([event for event in events if event["event"]["type"] == "moved"]) == 2
        for client in (one, two):
            await client.leave()

    with tempfile.TemporaryDirectory(prefix="tablier-disk-") as name, mounted(Path(name) / "disk", "24m") as files:
        Path(name).chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(files, "postgres", "postgres")
        with postgres.database_on(files) as address:
            server = ServerProcess(tmp_path, "--engines", "0", "--database", address)
            try:
                asyncio.run(story(server.url, files))
                assert "Traceback" not in server.log, server.log[-3000:]
            finally:
                server.kill()


@pytest.mark.parametrize("before", ["nothing", "a secret", "a database"])
def test_a_server_does_not_start_on_a_full_disk(disk, before):
    command = [
        sys.executable,
        "-c",
        "from tablier.cli.main import main; main()",
        "serve",
        "--folder",
        str(disk),
        "--port",
        "0",
        "--lang",
        "en",
    ]
    if before == "a secret":
        (disk / "secret").write_text("0" * 64)
    if before == "a database":
        server = ServerProcess(disk, "--engines", "0")
        server.kill()
    fill(disk)
    command[command.index("--port") + 1] = "18999"
    environment = {name: value for name, value in os.environ.items() if name != "TABLIER_SECRET"}
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    said = ended.stderr.strip().splitlines()
    assert ended.returncode == 1 and len(said) == 1, ended.stderr
    assert "space" in said[0] or "full" in said[0]
    (disk / "filler").unlink()
    server = ServerProcess(disk, "--engines", "0", TABLIER_SECRET="")
    server.kill()
    assert len((disk / "secret").read_bytes()) == 64
