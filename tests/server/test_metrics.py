"""What /metrics shows after a real game, and who may read it."""

import asyncio

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import insert
from tests.support.server_process import run_server
from tests.support.ws_clients import pair

from tablier.server.app import make_app
from tablier.server.services import Services
from tablier.server.settings import Settings
from tablier.server.storage.schema import jobs, metadata
from tablier.server.timestamps import now_ms


def figures(text: str) -> dict[str, float]:
    """All samples, as `name{label=value,…}`."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


async def asked(settings: Settings, *, address: str = "127.0.0.1", **headers: str) -> httpx.Response:
    """The response of /metrics to a client at an address; one engine job waits, another is taken."""
    services = Services(settings)
    async with services.database.write() as connection:
        await connection.run_sync(metadata.create_all)
        await connection.execute(insert(jobs).values(id="j1", kind="move", priority=1, created=now_ms() - 90_000, body=b""))
        await connection.execute(insert(jobs).values(id="j2", kind="move", priority=1, created=0, taken=now_ms(), body=b""))
    transport = httpx.ASGITransport(make_app(services), client=(address, 1234))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://tablier.test") as client:
            return await client.get("/metrics", headers=headers)
    finally:
        await services.database.close()


def test_a_game_leaves_its_figures(tmp_path):
    async def story(url: str) -> dict[str, float]:
        one, two = await pair(url, game="apit")
        assert (await one.move(one.legal[0]["text"]))["type"] == "ack"
        assert (await one.move("a1-a1"))["type"] == "nak"
        await one._socket.close()
        await one.until(lambda: one.reconnects == 1 and one._socket is not None)
        await two.until(lambda: bool(two.legal))
        assert (await one.act(type="say", phrase="hello"))["type"] == "ack"
        async with httpx.AsyncClient(base_url=url) as http:
            assert (await http.get("/api/nothing")).status_code == 404
            answer = await http.get("/metrics")
        for client in (one, two):
            await client.leave()
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
        return figures(answer.text)

    with run_server(tmp_path, "--engines", "0") as server:
        told = asyncio.run(story(server.url))
    assert told["tablier_sockets"] == 2 and told["tablier_sockets_opened_total"] == 3
    assert told["tablier_rooms"] == told["tablier_tables_owned"] == 1
    assert told["tablier_reconnects_total"] == 1
    assert told["tablier_act_seconds_count{act=move}"] == 2 and told["tablier_act_seconds_count{act=sit}"] == 1
    assert sum(value for name, value in told.items() if name.startswith("tablier_refusals_total")) == 1
    assert told["tablier_commit_seconds_count"] == told["tablier_commit_entries_count"] >= 3
    assert told["tablier_requests_total{endpoint=/api/tables,method=POST,status=201}"] == 1
    assert told["tablier_requests_total{endpoint=/api/{rest:path},method=GET,status=404}"] == 1
    assert told["tablier_mailbox{of=all}"] == told["tablier_log_queue"] == 0 and "tablier_socket_queue{of=longest}" in told
    assert told["tablier_loop_lag_seconds_count"] > 0
    assert told["process_resident_memory_bytes"] > 0


def test_the_age_of_engine_jobs_is_told(tmp_path):
    told = figures(asyncio.run(asked(Settings(tmp_path))).text)
    assert told["tablier_jobs{kind=move,state=waiting}"] == told["tablier_jobs{kind=move,state=taken}"] == 1
    assert 90 <= told["tablier_job_age_seconds{kind=move}"] < 3600


@pytest.mark.parametrize(
    ("settings", "visit", "status"),
    [
        ({}, {"address": "127.0.0.1"}, 200),
        ({}, {"address": "::1"}, 200),
        ({}, {"address": "203.0.113.5"}, 403),
        ({}, {"address": "127.0.0.1", "X-Forwarded-For": "203.0.113.5"}, 403),
        ({}, {"address": "203.0.113.5", "Authorization": "Bearer "}, 403),
        ({"metrics_token": "measure"}, {"address": "203.0.113.5", "Authorization": "Bearer measure"}, 200),
        ({"metrics_token": "measure"}, {"address": "203.0.113.5", "Authorization": "Bearer mesure"}, 403),
        ({"metrics_token": "measure"}, {"address": "203.0.113.5"}, 403),
    ],
)
def test_only_this_machine_or_the_token_reads_them(tmp_path, settings, visit, status):
    answer = asyncio.run(asked(Settings(tmp_path, **settings), **visit))
    assert answer.status_code == status
    assert ("tablier_sockets" in answer.text) == (status == 200)


def test_two_servers_in_one_process_do_not_share_figures(tmp_path):
    one, two = Services(Settings(tmp_path / "one")), Services(Settings(tmp_path / "two"))
    one.metrics.reconnected()
    assert one.metrics.registry.get_sample_value("tablier_reconnects_total") == 1
    assert two.metrics.registry.get_sample_value("tablier_reconnects_total") == 0
