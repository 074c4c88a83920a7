"""Servers with workers that are killed: no process is left behind, and no job is lost."""

import time
from pathlib import Path

import httpx
import pytest
from tests.support.server_process import run_server

LONG_ENOUGH = 60.0


def until(ask, what):
    """Wait until something is so."""
    deadline = time.monotonic() + LONG_ENOUGH
    while not (found := ask()):
        assert time.monotonic() < deadline, what
        time.sleep(0.05)
    return found


def workers_of(process):
    """The worker processes that a server has started."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            command = (status.parent / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue
        if parent == process.pid and b"tablier.server.engines.worker" in command:
            found.add(status.parent)
    return found


def table_with_engine(client, level):
    seats = [{"kind": "you"}, {"kind": "engine", "level": level}]
    made = client.post("/api/tables", json={"game": "makruk", "seats": seats}).json()
    table, act = made["id"], {"k": "k", "v": made["version"], "do": {"type": "move", "text": "e3-e4"}}
    assert client.post(f"/api/tables/{table}/acts", json=act).status_code == 200
    return table


def plies(client, table):
    return client.get(f"/api/tables/{table}").json()["ply"]


def test_a_killed_server_leaves_no_worker_and_its_engines_move_after_a_restart(tmp_path):
    with run_server(tmp_path, "--engines", "1") as server:
        workers = until(lambda: workers_of(server.process), "no worker was started")
        with httpx.Client(base_url=server.url, timeout=30) as client:
            tables = [table_with_engine(client, 8) for _ in range(3)]  # a second each: one worker cannot have done them all
            server.kill()
            until(lambda: not any((worker / "cmdline").exists() for worker in workers), "a worker outlived its server")
            server.start()
            for table in tables:
                until(lambda table=table: plies(client, table) == 2, "the engine has forgotten its move")
        workers = until(lambda: workers_of(server.process), "no worker was started again")
        server.stop()
        assert "job.failed" not in server.log and "job.given_up" not in server.log
        assert not any((worker / "cmdline").exists() for worker in workers)


@pytest.mark.parametrize("engines", [("0", "1"), ("1", "0")], ids=["elsewhere", "here"])
def test_an_engine_of_one_process_moves_at_the_table_of_another(tmp_path, postgres, redis, engines):
    shared = ("--database", postgres.database(), "--bus", redis)
    with (
        run_server(tmp_path / "a", *shared, "--engines", engines[0]) as first,
        run_server(tmp_path / "b", *shared, "--engines", engines[1]) as second,
        httpx.Client(base_url=first.url, timeout=30) as client,
    ):
        table = table_with_engine(client, 2)
        until(lambda: plies(client, table) == 2, "no engine moved")
        body = {"game": "makyek", "position": "8/8/8/8/1b1b4/8/8/2w3wb w", "seconds": 0.3}
        told = client.post("/api/analysis", json=body).text.splitlines()
        assert '"done":true' in told[-1] and "c1-c4" in told[-1]
    assert "job.failed" not in first.log + second.log
