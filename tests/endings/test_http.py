"""The endings over HTTP: which are there, and what they say of a position."""

import httpx
from tests.support.server_process import run_server


def test_a_server_lists_its_endings_and_says_what_they_know(small_sets, tmp_path):
    with (
        run_server(tmp_path / "server", TABLIER_ENDINGS=str(small_sets)) as server,
        httpx.Client(base_url=f"{server.url}/api", timeout=60) as client,
    ):
        listed = client.get("/endings", params={"game": "makruk"}).json()
        rook = next(one for one in listed if one["ending"] == "KR-K" and one["variant"] == "none")
        assert rook["longest"] == 16 and rook["positions"] == 175_168 + 223_944
        found = client.get("/endings/makruk", params={"position": "k7/8/K7/8/8/8/8/7R w", "count": "thai"}).json()
        assert found["value"]["result"] == 1 and found["value"]["words"]["en"] == "exact: won in 1 (the count leaves 14)"
        assert found["moves"]["h1-h8"]["moves"] == 1
        assert client.get("/endings/mako", params={"position": "x"}).status_code == 422
        assert client.get("/endings/makruk", params={"position": "8/8 w"}).status_code == 422
        assert client.get("/endings/makruk").status_code == 422
        assert client.get("/endings", params={"game": "chess"}).status_code in (404, 422)
