"""Clients that others' generators make from /api/openapi.json: they are complete, and the Python one plays on a real server."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.support.server_process import run_server

from tablier.server.http.routes import endpoints

WEB = Path(__file__).parents[2] / "web"
UNREAD = {"application/x-chess-pgn", "application/x-ndjson", "image/svg+xml"}
"""What no generated client reads: a game in the format of others, lines of JSON, and a picture."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with run_server(tmp_path_factory.mktemp("server"), "--engines", "0") as running:
        yield running


@pytest.fixture(scope="module")
def document(server, tmp_path_factory):
    file = tmp_path_factory.mktemp("api") / "openapi.json"
    file.write_bytes(httpx.get(f"{server.url}/api/openapi.json").content)
    return file


@pytest.fixture(scope="module")
def client(document):
    """The package that openapi-python-client writes."""
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", document, "--meta", "none"]
    ran = subprocess.run([*command, "--output-path", document.parent / "generated_client"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    warned = set(re.findall(r"Unsupported content_type ([\w/+-]+)", ran.stdout + ran.stderr))
    assert warned <= UNREAD and "Unable to process" not in ran.stdout and "Could not find" not in ran.stdout, ran.stdout
    sys.path.insert(0, str(document.parent))
    yield importlib.import_module("generated_client")
    sys.path.remove(str(document.parent))


def call(name):
    """The function of an operation, such as `challenges.create_challenge`."""
    module = importlib.import_module(f"generated_client.api.{name.partition('.')[0]}.{name.replace('.', '_')}")
    return module.sync


def model(name):
    return getattr(importlib.import_module("generated_client.models"), name)


def test_the_python_client_has_every_operation(client):
    for endpoint in endpoints():
        assert call(f"{endpoint.handler.__module__.rpartition('.')[2]}.{endpoint.handler.__name__}")


def test_two_players_with_the_python_client_meet_by_a_challenge_and_play(server, client):
    def player(name):
        with httpx.Client(base_url=f"{server.url}/api") as browser:
            browser.post("/accounts", json={"name": name, "password": "trois petits tokens"}).raise_for_status()
            secret = browser.post("/tokens", json={"name": "client", "scopes": ["play", "read"]}).raise_for_status().json()["secret"]
        return client.AuthenticatedClient(base_url=server.url, token=secret)

    def act(who, table, key, deed):
        seen = call("tables.show")(table, client=who)
        return call("tables.act")(table, client=who, body=model("ActBody")(k=key, v=seen.version, do=deed))

    with player("Ada") as ada, player("Blaise") as blaise:
        clock = model("ClockPlan")(kind=model("ClockPlanKind").FISCHER, base=300, increment=3)
        asked = model("ChallengeRequest")(to="Blaise", game="makyek", seat=0, clock=clock)
        made = call("challenges.create_challenge")(client=ada, body=asked)
        assert made.state == "waiting" and made.challenged.name == "Blaise"
        (waiting,) = call("challenges.list_challenges")(client=blaise)
        assert waiting.id == made.id and waiting.clock.base == 300
        table = call("challenges.accept_challenge")(waiting.id, client=blaise).table
        assert act(ada, table, "one", model("PlayMove").from_dict({"type": "move", "text": "a3-a4"})).v
        refused = act(ada, table, "two", model("PlayMove").from_dict({"type": "move", "text": "a4-a5"}))
        assert refused.code == "not_your_turn" and refused.why.fr
        act(blaise, table, "three", model("Resign").from_dict({"type": "resign"}))
        over = call("tables.show")(table, client=ada)
        assert over.state == "over" and over.moves == ["a3-a4", "!resign:1"] and over.ending.ranks == [1, 2]


USE = """
import type { paths, components } from "./api";
const asked: components["schemas"]["ChallengeRequest"] = { to: "Ada", game: "makyek" };
type Made = paths["/api/challenges"]["post"]["responses"]["201"]["content"]["application/json"];
export const stateOf = (made: Made): "waiting" | "accepted" | "declined" | "withdrawn" | "lapsed" => made.state;
export const name: string = asked.to;
"""


def test_the_types_of_openapi_typescript_are_sound(document):
    tools, folder = WEB / "node_modules/.bin", document.parent
    command = [tools / "openapi-typescript", document, "-o", folder / "api.ts", "--default-non-nullable=false"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (folder / "use.ts").write_text(USE)
    checked = subprocess.run([tools / "tsc", "--noEmit", "--strict", folder / "use.ts"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
