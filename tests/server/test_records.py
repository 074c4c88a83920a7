"""Records over HTTP: of tables in the formats of others, and texts that a client has."""

from pathlib import Path

from tests.support.site import visit

from tablier.adapters.records import read_games

GAMES = Path(__file__).parents[1] / "adapters" / "games"


async def play(client, game, *moves):
    """A finished game of a client against itself, resigned by seat 1."""
    table = (await client.post("/tables", json={"game": game, "seats": [{"kind": "you"}, {"kind": "you"}]})).json()
    for number, move in enumerate(moves):
        version = (await client.get(f"/tables/{table['id']}")).json()["version"]
        done = await client.post(
            f"/tables/{table['id']}/acts", json={"k": f"k{number}", "v": version, "do": {"type": "move", "text": move}}
        )
        assert done.status_code == 200, done.text
    return table["id"]


def test_a_table_gives_its_record_in_the_format_of_its_game(tmp_path):
    async def story(site):
        client = await site.account("Anong")
        chess, draughts = await play(client, "makruk", "e3-e4", "e6-e5"), await play(client, "turkish", "a3-a4")
        pgn = await client.get(f"/tables/{chess}/record.pgn")
        assert pgn.headers["content-type"].startswith("application/x-chess-pgn")
        assert "1. e4 e5 *" in pgn.text and '[White "Anong"]' in pgn.text and f"/t/{chess}" in pgn.text
        [annotated] = read_games(pgn.text.splitlines())
        assert annotated.match.moves == ("e3-e4", "e6-e5") and annotated.match.game.options["count"] == "sheet"
        assert "1. a3-a4 *" in (await client.get(f"/tables/{draughts}/record.pdn")).text
        refused = await client.get(f"/tables/{draughts}/record.pgn")
        assert refused.status_code == 404 and "not written as pgn" in refused.json()["why"]["en"]
        assert (await client.get("/games/makruk")).json()["formats"] == ["pgn"]

    visit(tmp_path, story)


def test_a_text_is_read_game_by_game(tmp_path):
    async def story(site):
        client = await site.guest()
        text = (GAMES / "three.pgn").read_text(encoding="utf-8")
        first = (await client.post("/records", json={"text": text})).json()
        assert (first["format"], first["game"], first["options"]) == ("pgn", "makruk", {"count": "thai"})
        assert first["moves"] == ["e3-e4", "e6-e5", "c1-d2", "g8-e7", "g1-e2", "!resign:1"]
        assert [heading["players"][1] for heading in first["headings"]] == ["Bao", "Dao", "Eak"]
        assert first["notes"][0] == {"ply": 0, "comments": ["A quiet opening, on two lines."]}
        assert [note["ply"] for note in first["notes"]] == [0, 3, 4]  # a clock alone is no word
        second = (await client.post("/records", json={"text": text, "number": 2})).json()
        assert second["position"].startswith("3k4/7R/3K4") and second["moves"] == ["h7-h8"]
        seen = await client.post("/positions", json={key: second[key] for key in ("game", "options", "position", "moves")})
        assert seen.json()["frame"]["ending"]["clause"] == "makruk.mate"
        own = (
            await client.post(
                "/records", json={"text": (await client.get(f"/tables/{await play(client, 'makyek', 'e3-e4')}/record.txt")).text}
            )
        ).json()
        assert (own["format"], own["moves"]) == ("tablier", ["e3-e4"])

    visit(tmp_path, story)


FAULTS = [
    ('[Variant "Makruk"]\n\n1. e4 e5\n2. Nf3 *', 1, 4, "Legal: Nd2, Ne2"),
    ('[GameType "30"]\n\n1. a3-a4 a6-a5 2. b3-b4', 1, 3, "Whoever can take must take"),
    ('[Variant "Makruk"]\n\n1. e4 *', 2, None, "There is no game 2"),
    ("hello", 1, None, "this is no record of a game"),
    ('[Tablier "1"]\n[Game "makyek"]\n[Rules "1"]\n[Result "*"]\n\n1. e3-e8\n*', 1, 6, "e3-e8"),
]


def test_what_is_wrong_is_told_with_its_line(tmp_path):
    async def story(site):
        client = await site.guest()
        for text, number, line, told in FAULTS:
            answer = await client.post("/records", json={"text": text, "number": number})
            assert answer.status_code == 422 and told in answer.json()["why"]["en"]
            assert answer.json().get("line") == line

    visit(tmp_path, story)
