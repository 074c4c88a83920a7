"""The API as it describes itself: the description is sound and complete, and the server does what it says."""

import copy
import re
import subprocess
import sys

import httpx
import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance
from tests.support.server_process import run_server

from tablier.server.http.openapi import openapi
from tablier.server.http.routes import endpoints

DOCUMENT = msgspec.json.decode(msgspec.json.encode(openapi(endpoints())))
TOKEN = "a-token-for-workers"
PROMISES = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def operations():
    return {(method, path): told for path, methods in DOCUMENT["paths"].items() for method, told in methods.items()}


def test_the_description_is_sound_openapi():
    schemathesis.openapi.from_dict(copy.deepcopy(DOCUMENT)).validate()
    broken = copy.deepcopy(DOCUMENT)
    broken["paths"]["/api/games"]["get"]["parameters"] = "none"
    with pytest.raises(Exception, match="parameters"):
        schemathesis.openapi.from_dict(broken).validate()


def test_everything_that_can_be_asked_is_described():
    declared = {(endpoint.method.lower(), f"/api{endpoint.path}"): endpoint for endpoint in endpoints()}
    told = operations()
    assert set(told) == set(declared) and len({one["operationId"] for one in told.values()}) == len(told)
    for key, endpoint in declared.items():
        one = told[key]
        assert one["summary"] == endpoint.summary and one["description"]
        assert ("requestBody" in one) == (endpoint.body is not None)
        assert {str(endpoint.status), "4XX", "5XX"} == set(one["responses"])
        assert {parameter["name"] for parameter in one["parameters"] if parameter["in"] == "query"} == set(endpoint.query)
        assert ({} in one["security"]) == (endpoint.scope not in ("work", "account"))


def test_texts_name_what_is_code_as_code():
    plain = re.compile(r"`[^`]*`|https?://\S+")
    words = {key: plain.sub("", f"{one['summary']} {one['description']}") for key, one in operations().items()}
    assert {key: found for key, text in words.items() if (found := re.findall(r"\w+_\w+", text))} == {}


def schema_of(method, path):
    (content,) = operations()[method, path]["responses"]["200"]["content"].items()
    return content


def test_every_kind_of_line_of_a_stream_is_described():
    for operation, kinds in {
        ("get", "/api/tables/{table}/stream"): ["Update", "Sync", "Present", "Closing"],
        ("post", "/api/analysis"): ["Analysis", "ErrorBody"],
    }.items():
        media, told = schema_of(*operation)
        assert media == "application/x-ndjson"
        assert [one["$ref"].rpartition("/")[2] for one in told["schema"]["anyOf"]] == kinds


def test_the_options_of_a_game_are_asked_for_by_their_own_names(server):
    (options,) = (one for one in operations()["get", "/api/games/{game}"]["parameters"] if one["in"] == "query")
    assert options["schema"] == {"type": "object", "additionalProperties": {"type": "string"}} and options["explode"] is True
    chosen = httpx.get(f"{server.url}/api/games/makyek", params={"quiet": "40"})
    assert chosen.status_code == 200 and chosen.json()["options"]["quiet"] == 40


def test_a_stream_tells_what_it_describes(server):
    """The lines of a real table, each checked by its schema; a stream never ends, so it is read until the first sync."""
    me = httpx.Client(base_url=f"{server.url}/api")
    table = me.post("/tables", json={"game": "makyek", "seats": [{"kind": "you"}, {"kind": "you"}]}).json()["id"]
    lines = schema_of("get", "/api/tables/{table}/stream")[1]["schema"]
    checker = jsonschema_rs.Draft202012Validator({**lines, "components": DOCUMENT["components"]})
    with me.stream("GET", f"/tables/{table}/stream") as stream:
        for line in stream.iter_lines():
            checker.validate(msgspec.json.decode(line))
            if msgspec.json.decode(line)["type"] == "sync":
                break
    me.close()


def test_every_reference_leads_somewhere():
    def references(value):
        if isinstance(value, dict):
            yield from ([value["$ref"]] if "$ref" in value else [])
            for inner in value.values():
                yield from references(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from references(inner)

    names = {name.rpartition("/")[2] for name in references(DOCUMENT)}
    assert {"ErrorBody", "TableView", "Analysis"} <= names <= set(DOCUMENT["components"]["schemas"])


@pytest.fixture(scope="module")
def server(tmp_path_factory, postgres):
    """On PostgreSQL, which is the more particular of the two about what it is given."""
    with run_server(
        tmp_path_factory.mktemp("server"), "--engines", "0", "--database", postgres.database(), TABLIER_WORKER_TOKEN=TOKEN
    ) as running:
        yield running


@pytest.fixture(scope="module")
def served(server):
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    assert schema.raw_schema == DOCUMENT
    return {(one.ok().method, one.ok().path): one.ok() for one in schema.get_all_operations()}


ENDLESS = ("get", "/api/stream")
"""A stream of notices goes on until its reader leaves; tests/guides/test_bot.py reads it."""


@pytest.mark.parametrize(("method", "path"), sorted(set(operations()) - {("get", "/api/openapi.json"), ENDLESS}))
def test_the_server_does_what_it_describes(served, method, path):
    @settings(max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(case=served[method, path].as_strategy())
    def ask(case):
        case.call_and_validate(checks=PROMISES, timeout=30)

    ask()


@pytest.mark.parametrize(
    "path", ["tables/%00", "tables/a%00b", "invites/%00", "players/%00", "leaderboards/%00", "archive?game=%00", "tables?game=%00"]
)
def test_a_null_character_is_refused_everywhere(server, path):
    answer = httpx.get(f"{server.url}/api/{path}")
    assert 400 <= answer.status_code < 500 and answer.json()["why"]["fr"]


def test_a_null_character_in_a_body_is_refused(server):
    for path, body in (("accounts", {"name": "a\0b", "password": "p" * 12}), ("jobs/leave", {"worker": "\0"})):
        answer = httpx.post(f"{server.url}/api/{path}", json=body, headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 422 and "null" in answer.json()["why"]["en"]


@pytest.mark.parametrize("path", ["/api/jobs/{job}/progress", "/api/jobs/{job}/answer", "/api/jobs/leave"])
def test_workers_are_answered_as_described(served, path):
    @settings(max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(case=served["post", path].as_strategy())
    def ask(case):
        case.call_and_validate(checks=PROMISES, timeout=30, headers={"Authorization": f"Bearer {TOKEN}"})

    ask()


def guest_cookie(url):
    with httpx.Client(base_url=url) as guest:
        guest.get("/api/me")
        return "; ".join(f"{name}={value}" for name, value in guest.cookies.items())


STREAMS = "^/api/(tables/[^/]+/)?stream$"
"""They go on until their reader leaves: read above, and in tests/guides/test_bot.py."""


@pytest.mark.slow
@pytest.mark.parametrize("who", ["guest", "worker"])
def test_all_phases_of_schemathesis_find_nothing(server, who, tmp_path):
    """Examples, coverage of the schemas, fuzzing, and sequences of requests in which one uses what another gave."""
    shown = f"Cookie: {guest_cookie(server.url)}" if who == "guest" else f"Authorization: Bearer {TOKEN}"
    chosen = ["--exclude-path-regex", f"{STREAMS}|^/api/jobs"] if who == "guest" else ["--include-path-regex", "^/api/jobs"]
    checks = ",".join(check.__name__ for check in PROMISES)
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/openapi.json", "--header", shown, *chosen]
    command += ["--phases", "examples,coverage,fuzzing,stateful", "--checks", checks, "--max-examples", "20", "--seed", "1"]
    command += ["--request-timeout", "60", "--suppress-health-check", "all", "--generation-database", "none", "--no-color"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=1800)
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
    for phase in ("Coverage", "Fuzzing", *(["Stateful"] if who == "guest" else [])):
        assert f"{phase} (in " in ran.stdout, ran.stdout[-3000:]  # it was not left out
    assert "Traceback" not in server.log
