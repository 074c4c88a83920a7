"""Games over HTTP, as short as they can be."""

import itertools
from typing import Any

import httpx

_keys = (f"k{n}" for n in itertools.count())


async def act(client: httpx.AsyncClient, table: str, kind: str, /, *, code: str | None = None, **words: Any) -> httpx.Response:
    """Act at a table, at its current version."""
    query = {"code": code} if code else {}
    seen = (await client.get(f"/tables/{table}", params=query)).json()
    answer = await client.post(
        f"/tables/{table}/acts", params=query, json={"k": next(_keys), "v": seen["version"], "do": {"type": kind, **words}}
    )
    assert answer.status_code == 200, answer.text
    return answer


async def begun(one: httpx.AsyncClient, other: httpx.AsyncClient, **plan: Any) -> dict[str, Any]:
    """A table at which both sit."""
    chosen = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}], **plan}
    made = await one.post("/tables", json=chosen)
    assert made.status_code == 201, made.text
    table: dict[str, Any] = made.json()
    await act(other, table["id"], "sit", code=table["code"])
    return table


async def played(winner: httpx.AsyncClient, loser: httpx.AsyncClient, **plan: Any) -> str:
    """A finished game; the loser resigns after saying something."""
    table: str = (await begun(winner, loser, **plan))["id"]
    await act(loser, table, "say", text="mes mots à moi")
    await act(loser, table, "say", phrase="bye")
    await act(loser, table, "resign")
    return table


async def until(client: httpx.AsyncClient, table: str, kind: str) -> dict[str, Any]:
    """The first table event of a type, once it is there."""
    version = 0
    while True:
        for event in (await client.get(f"/tables/{table}/events", params={"v": version, "wait": 10})).json():
            version = event["v"]
            happened: dict[str, Any] = event["event"]
            if happened["type"] == kind:
                return happened
