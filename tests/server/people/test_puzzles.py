"""Puzzles over the API: drawn, tried, rated once, and erased with the account."""

from tests.support.site import PASSWORD, both

from tablier.puzzles import puzzles_of

GAME = "turkish"


def of_several_moves():
    return next(puzzle for puzzle in puzzles_of(GAME) if len(puzzle.solver_moves) > 1)


def of_one_move():
    return next(puzzle for puzzle in puzzles_of(GAME) if len(puzzle.solver_moves) == 1)


async def tried(client, puzzle, **body):
    return await client.post(f"/puzzles/{GAME}/{puzzle.id}/attempts", json=body)


def test_puzzles_are_listed_drawn_by_theme_and_daily_without_their_solution(with_site):
    async def story(site):
        guest = await site.guest()
        listed = {one["game"]: one for one in (await guest.get("/puzzles")).json()}
        assert listed[GAME]["count"] == len(puzzles_of(GAME))
        theme = listed[GAME]["themes"][0]["id"]
        drawn = (await guest.get(f"/puzzles/{GAME}/next", params={"theme": theme})).json()
        assert theme in puzzles_of(GAME).get(drawn["id"]).themes
        assert "moves" not in drawn
        days = [(await guest.get(f"/puzzles/{GAME}/daily")).json()["id"] for _ in range(2)]
        assert days == [listed[GAME]["daily"]] * 2
        assert (await guest.get(f"/puzzles/{GAME}/{drawn['id']}")).json()["position"] == drawn["position"]

    with_site(story)


def test_what_is_not_there_is_refused_in_words(with_site):
    async def story(site):
        guest = await site.guest()
        assert (await guest.get(f"/puzzles/{GAME}/nothing")).status_code == 404
        assert (await guest.get("/puzzles/nothing/next")).status_code == 404
        assert (await guest.get(f"/puzzles/{GAME}/next", params={"theme": "nothing"})).status_code == 404
        empty = await tried(guest, of_one_move())
        assert (empty.status_code, empty.json()["code"]) == (422, "bad_request")

    with_site(story)


def test_a_guest_is_answered_move_by_move_and_not_rated(with_site):
    async def story(site):
        guest, puzzle = await site.guest(), of_several_moves()
        assert (await tried(guest, puzzle, moves=["a1-a2"])).json() == {"right": False}
        first = (await tried(guest, puzzle, moves=puzzle.solver_moves[:1])).json()
        assert first == {"right": True, "reply": puzzle.moves[1]}
        last = (await tried(guest, puzzle, moves=puzzle.solver_moves)).json()
        assert last["right"]
        assert "standing" not in last
        solution = last["solution"]
        assert [move["text"] for move in solution["moves"]] == list(puzzle.moves)
        assert solution["reasons"]
        assert {theme["id"] for theme in solution["themes"]} == set(puzzle.themes)
        assert (await guest.get(f"/puzzles/{GAME}/history")).json() == []

    with_site(story)


@both
def test_an_account_is_rated_once_for_each_puzzle(with_site):
    async def story(site):
        ada, puzzle, other = await site.account("Ada"), of_one_move(), of_several_moves()
        solved = (await tried(ada, puzzle, moves=puzzle.solver_moves)).json()
        assert solved["change"] > 0
        assert solved["standing"]["streak"] == 1
        again = (await tried(ada, puzzle, moves=puzzle.solver_moves)).json()
        assert "change" not in again
        assert again["standing"] == solved["standing"]
        wrong = (await tried(ada, other, moves=[other.instead[0]])).json()
        assert wrong["change"] < 0
        assert "solution" not in wrong
        after = (await tried(ada, other, moves=other.solver_moves)).json()
        assert "change" not in after
        assert (after["standing"].get("streak", 0), after["standing"]["best_streak"]) == (0, 1)
        history = (await ada.get(f"/puzzles/{GAME}/history")).json()
        assert {one["puzzle"]: one["solved"] for one in history} == {puzzle.id: True, other.id: False}
        view = (await ada.get(f"/puzzles/{GAME}/{puzzle.id}")).json()
        assert view["done"]
        assert view["rating"] < puzzle.rating  # it was solved by one with a doubtful 1500
        listed = {one["game"]: one for one in (await ada.get("/puzzles")).json()}
        assert listed[GAME]["standing"] == after["standing"]

    with_site(story)


def test_who_asks_for_the_solution_has_failed(with_site):
    async def story(site):
        ada, puzzle = await site.account("Ada"), of_one_move()
        shown = (await tried(ada, puzzle, give_up=True)).json()
        assert not shown["right"]
        assert shown["solution"]["moves"][0]["text"] == puzzle.moves[0]
        assert (shown["standing"]["failed"], shown["change"] < 0) == (1, True)
        drawn = {(await ada.get(f"/puzzles/{GAME}/next")).json()["id"] for _ in range(5)}
        assert puzzle.id not in drawn

    with_site(story)


@both
def test_puzzles_tried_are_exported_and_erased_with_the_account(with_site):
    async def story(site):
        ada, puzzle = await site.account("Ada"), of_one_move()
        await tried(ada, puzzle, moves=puzzle.solver_moves)
        (told,) = (await ada.get("/me/export")).json()["puzzle_tries"]
        assert (told["puzzle"], told["solved"]) == (puzzle.id, True)
        player = await site.player(ada)
        assert (await ada.request("DELETE", "/me", json={"password": PASSWORD})).status_code == 200
        assert await site.services.puzzle_standings.history(player["id"], GAME) == []

    with_site(story)
