"""Studies over HTTP: an author writes, a reader with the link reads, the law checks, an export and an erasure find them."""

import pytest
from tests.support.site import PASSWORD, visit

MATE = "3k4/7R/3K4/8/8/8/8/8 w"


def study(**changes):
    chapter = {
        "title": "The last rank",
        "game": "makruk",
        "position": MATE,
        "text": "White mates. <b>How?</b>",
        "exercise": True,
        "moves": [{"move": "h7-h8", "comment": "Checkmate.", "mark": "!"}, {"move": "h7-h1", "mark": "?"}, {"move": "d8-c8", "after": 1}],
    }
    return {"title": "Rook endings", "text": "For Friday.", "chapters": [chapter | changes]}


def test_an_author_writes_and_a_reader_with_the_link_reads(tmp_path):
    async def story(site):
        teacher, pupil = await site.account("Anong"), await site.guest()
        made = await teacher.post("/studies", json=study())
        assert made.status_code == 201, made.text
        view = made.json()
        assert view["own"] and view["content"]["chapters"][0]["position"].startswith(f"{MATE} ")
        path = f"/studies/{view['id']}"
        read = (await pupil.get(path)).json()
        assert "own" not in read and read["author"]["name"] == "Anong" and read["content"] == view["content"]
        assert read["content"]["chapters"][0]["text"] == "White mates. <b>How?</b>"  # a text, which pages escape
        assert [(one["title"], one["chapters"]) for one in (await teacher.get("/studies")).json()] == [("Rook endings", 1)]
        changed = await teacher.put(path, json=study() | {"title": "Endings"})
        assert changed.json()["content"]["title"] == "Endings"
        other = await site.account("Bao")
        for client, status in ((pupil, 401), (other, 403)):
            assert (await client.put(path, json=study())).status_code == status
            assert (await client.delete(path)).status_code == status
        assert (await pupil.post("/studies", json=study())).status_code == 401
        assert (await teacher.delete(path)).status_code == 200
        assert (await pupil.get(path)).status_code == 404 and (await teacher.delete(path)).status_code == 404

    visit(tmp_path, story)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (study(position="9/8 w"), "Chapter 1, “The last rank”: board: 2 ranks"),
        (study(moves=[{"move": "h7-g8"}]), "Chapter 1"),
        (study(moves=[{"move": "h7-h8", "after": 3}]), "follows one that comes after it"),
        (study(game="chess"), "chess"),
        (study() | {"title": ""}, "length"),
        (study(text="x" * 4_001), "length"),
        (study() | {"chapters": [study()["chapters"][0]] * 65}, "length"),
        (study(moves=[{"move": "h7-h1"}] * 1_001), "At most 1000 moves"),
    ],
)
def test_what_cannot_be_is_told(tmp_path_factory, content, told):
    async def story(site):
        refused = await (await site.account("Anong")).post("/studies", json=content)
        assert refused.status_code == 422, refused.text
        assert told in refused.json()["why"]["en"]

    visit(tmp_path_factory.mktemp("site"), story)


def test_an_export_holds_the_studies_and_an_erasure_ends_them(tmp_path):
    async def story(site):
        teacher = await site.account("Anong")
        made = (await teacher.post("/studies", json=study())).json()
        [exported] = (await teacher.get("/me/export")).json()["studies"]
        assert exported["content"] == made["content"]
        erased = await teacher.request("DELETE", "/me", json={"password": PASSWORD})
        assert erased.status_code == 200, erased.text
        assert (await (await site.guest()).get(f"/studies/{made['id']}")).status_code == 404

    visit(tmp_path, story)
