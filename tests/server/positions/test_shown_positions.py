"""The positions that the pages of a game show, sent all at once as the page would ask for each, and compressed."""

import msgspec
from tests.support.site import visit

from tablier import game, games
from tablier.api.http import ShownPosition
from tablier.server.positions.questions import position_view


def test_the_opening_and_every_example_of_every_game_are_shown(tmp_path):
    async def story(site):
        client = await site.guest()
        for name in games():
            answer = await client.get(f"/games/{name}/positions")
            shown = [(one.asked, one.view) for one in msgspec.json.decode(answer.content, type=list[ShownPosition])]
            examples = [example for clause in game(name).clauses for example in clause.examples]
            tried = [(list(asked.moves), asked.position or "") for asked, _ in shown]
            assert all((example.moves.split(), example.position) in tried for example in examples)
            assert not any(asked.clicks for asked, _ in shown)
            for asked, view in shown[:3]:
                assert view == position_view(asked)

    visit(tmp_path, story)


def test_what_is_the_same_for_all_is_sent_once_and_compressed(tmp_path):
    async def story(site):
        client = await site.guest()
        for path in ("/games", "/games/makruk", "/games/makruk/positions"):
            plain = await client.get(path, headers={"Accept-Encoding": "identity"})
            packed = await client.get(path, headers={"Accept-Encoding": "gzip"})
            assert packed.json() == plain.json()
            assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
            assert int(packed.headers["Content-Length"]) < len(plain.content) / 2
            again = await client.get(path, headers={"If-None-Match": packed.headers["ETag"]})
            assert again.status_code == 304 and again.content == b""
        assert (await client.get("/games/nowhere/positions")).status_code == (await client.get("/games/nowhere")).status_code == 422

    visit(tmp_path, story)
