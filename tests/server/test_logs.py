"""What the server writes about itself: lines that a machine can read, each with the request it belongs to."""

import asyncio
import io
import json
import logging
import subprocess
import sys

import httpx
import pytest
import structlog
from tests.support.server_process import run_server
from tests.support.ws_clients import pair

from tablier.core.errors import TablierError
from tablier.server.ops import logging as logs

REQUEST = "X-Request-ID"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def _configured_again():
    """What a test configures is undone."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def test_requests_are_logged_as_json_with_their_table_and_their_own_id(tmp_path):
    async def story(url: str) -> tuple[str, list[str]]:
        one, two = await pair(url, game="apit")
        async with httpx.AsyncClient(base_url=url) as http:
            ids = []
            for given in ("from-the-proxy-1", 'a "quoted" word', "short", "x" * 65, None):
                headers = {REQUEST: given} if given else {}
                ids.append((await http.get(f"/api/tables/{one.table}", headers=headers)).headers[REQUEST])
        for client in (one, two):
            await client.leave()
        return one.table, ids

    with run_server(tmp_path, "--engines", "0", TABLIER_LOG="info") as server:
        table, ids = asyncio.run(story(server.url))
        server.stop()
        told = lines(server.log)
    assert ids[0] == "from-the-proxy-1" and len(set(ids)) == 5
    assert all(logs.REQUEST_ID.fullmatch(one) for one in ids)
    noted = {line["request"]: line for line in told if line["event"] == "request" and line.get("table") == table}
    assert set(ids) <= set(noted)
    line = noted["from-the-proxy-1"]
    assert (line["method"], line["endpoint"], line["status"], line["level"]) == ("GET", "/api/tables/{table}", 200, "info")
    assert str(line["timestamp"]).endswith("Z") and line["ms"] >= 0


def test_what_an_invitation_says_is_not_logged(tmp_path):
    with run_server(tmp_path, "--engines", "0") as server:
        assert httpx.get(f"{server.url}/api/invites/secretcode").status_code == 404
        server.stop()
        assert "/api/invites/{code}" in server.log and "secretcode" not in server.log


@pytest.mark.usefixtures("_configured_again")
def test_other_libraries_errors_become_lines_too(monkeypatch):
    monkeypatch.delenv("TABLIER_LOG", raising=False)
    stream = io.StringIO()
    logs.configure(stream)
    logs.REQUEST.set("r-12345678")
    try:
        raise ValueError("oh")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in %s", "ASGI")
    logging.getLogger("uvicorn.error").info("chatter")
    structlog.get_logger("tablier.test").info("own", table="t1")
    logs.REQUEST.set("")
    foreign, own = lines(stream.getvalue())
    assert foreign["event"] == "Exception in ASGI" and foreign["logger"] == "uvicorn.error" and foreign["level"] == "error"
    assert foreign["exception"][0]["exc_value"] == "oh" and foreign["request"] == "r-12345678"
    assert own["event"] == "own" and own["table"] == "t1" and own["request"] == "r-12345678"


@pytest.mark.usefixtures("_configured_again")
def test_a_person_at_a_terminal_reads_words_and_only_what_is_wrong(monkeypatch):
    monkeypatch.delenv("TABLIER_LOG", raising=False)
    terminal = Terminal()
    logs.configure(terminal)
    structlog.get_logger().info("request")
    structlog.get_logger().warning("table.fenced", table="t1")
    assert "table.fenced" in terminal.getvalue() and "request" not in terminal.getvalue() and "{" not in terminal.getvalue()


@pytest.mark.usefixtures("_configured_again")
def test_the_level_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv("TABLIER_LOG", "error")
    stream = io.StringIO()
    logs.configure(stream)
    structlog.get_logger().warning("no")
    structlog.get_logger().error("yes")
    assert [line["event"] for line in lines(stream.getvalue())] == ["yes"]
    monkeypatch.setenv("TABLIER_LOG", "loud")
    with pytest.raises(TablierError, match="debug, info, warning, error"):
        logs.configure(stream)


@pytest.mark.parametrize(("variable", "value"), [("TABLIER_LOG", "loud"), ("TABLIER_RATE", "fast"), ("TABLIER_RATE", "-1")])
def test_a_setting_that_makes_no_sense_is_said_in_one_line(tmp_path, variable, value):
    done = subprocess.run(
        [sys.executable, "-c", "from tablier.cli.main import main; main()", "serve", "--folder", str(tmp_path)],
        env={"PATH": "", "PYTHONPATH": ":".join(sys.path), variable: value, "LANG": "en_GB.UTF-8"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0 and variable in done.stderr and "Traceback" not in done.stderr
