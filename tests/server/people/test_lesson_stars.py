"""What is earned in lessons: attempts over HTTP, and the stars that an account keeps."""

from tests.support.lessons import exercises
from tests.support.site import PASSWORD, both

NAME, NUMBER, EXERCISE = next(exercises("malawi"))


def test_an_attempt_is_answered_with_what_is_to_be_seen_and_done(with_site):
    async def story(site):
        guest = await site.guest()
        asked = {"game": NAME, "exercise": NUMBER}
        start = (await guest.post("/lessons", json=asked)).json()
        assert start["state"] == "going" and start["left"] == list(EXERCISE.cells) and start["legal"] and len(start["steps"]) == 1
        refused = (await guest.post("/lessons", json={**asked, "moves": ["a4-a5"]})).json()
        assert refused["why"]["clause"] == "malawi.move" and refused["state"] == "going"
        clicked = (await guest.post("/lessons", json={**asked, "clicks": ["a4", "a5"]})).json()
        assert clicked["why"]["why"]["fr"]
        solved = (await guest.post("/lessons", json={**asked, "moves": EXERCISE.solution.split()})).json()
        assert solved["state"] == "solved" and solved["stars"] == 3 and solved["steps"][0]["frame"]["ending"]

    with_site(story)


def test_lessons_that_do_not_exist_are_refused_in_words(with_site):
    async def story(site):
        guest = await site.guest()
        for asked in ({"game": NAME, "exercise": "nothing-1"}, {"game": "chess", "exercise": NUMBER}):
            answer = await guest.post("/lessons", json=asked)
            assert answer.status_code == 422 and answer.json()["why"]["fr"]
        assert (await guest.get("/games/chess/lessons")).status_code == 422
        chapters = (await guest.get(f"/games/{NAME}/lessons")).json()
        assert chapters[0]["exercises"][0]["id"] == NUMBER

    with_site(story)


@both
def test_an_account_keeps_the_most_stars_of_each_exercise(with_site):
    async def story(site):
        ada = await site.account("Ada")
        await ada.put("/me/lessons", json={"stars": {NAME: {NUMBER: 2, "move-1": 1, "gone-9": 3}, "chess": {"goal-1": 3}}})
        merged = (await ada.put("/me/lessons", json={"stars": {NAME: {NUMBER: 1, "move-1": 3, "play-1": 3}}})).json()
        assert merged == {"stars": {NAME: {NUMBER: 2, "move-1": 3, "play-1": 3}}}
        there = await site.login("Ada")
        assert (await there.get("/me/lessons")).json() == merged
        assert (await ada.get("/me/export")).json()["lessons"] == merged["stars"]
        await ada.request("DELETE", "/me", json={"password": PASSWORD})
        assert (await there.get("/me/lessons")).status_code == 401

    with_site(story)
