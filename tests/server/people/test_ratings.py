import asyncio

import hypothesis.strategies as some
import pytest
from hypothesis import given
from sqlalchemy import select
from tests.support.site import both

from tablier.server.people.ratings import (
    DAY,
    ENGINE_DEVIATION,
    INITIAL_VALUE,
    MAX_DEVIATION,
    SKILL_SCALE,
    Rating,
    after_game,
    after_pause,
    glicko2,
    plackett_luce,
)
from tablier.server.storage.schema import rating_changes, ratings

GLICKMAN = {
    "source": "Mark E. Glickman, Example of the Glicko-2 system, glicko.net/glicko/glicko2.pdf: the worked example",
    "tau": 0.5,
    "player": (1500, 200, 0.06),
    "results": [((1400, 30, 0.06), 1), ((1550, 100, 0.06), 0), ((1700, 300, 0.06), 0)],
    "after": (1464.06, 151.52, 0.05999),
}

OPENSKILL = {
    "source": "openskill.py's user manual, 'The Basics': four newcomers in two teams, the first wins",
    "ranks": [1, 2],
    "winners": (26.964294621803063, 8.177962604389991),
    "losers": (23.035705378196937, 8.177962604389991),
}


def test_glickmans_worked_example():
    after = glicko2(Rating(*GLICKMAN["player"]), [(Rating(*other), score) for other, score in GLICKMAN["results"]], GLICKMAN["tau"])
    value, deviation, volatility = GLICKMAN["after"]
    assert after.value == pytest.approx(value, abs=0.01)  # the paper rounds on the way; unrounded it is 1464.0507
    assert after.deviation == pytest.approx(deviation, abs=0.005)
    assert after.volatility == pytest.approx(volatility, abs=0.00001)


def test_who_does_not_play_is_less_sure():
    after = glicko2(Rating(1500, 200, 0.06), [])
    assert after == after_pause(Rating(1500, 200, 0.06), DAY)
    assert after.deviation == pytest.approx(200.2714, abs=0.001)  # 173.7178 · √(1.1513² + 0.06²), step 6 of the paper
    assert after_pause(Rating(1500, 200), 400 * 365 * DAY).deviation == MAX_DEVIATION


def test_openskills_documented_example_on_our_scale():
    winners, losers = plackett_luce([[Rating(), Rating()], [Rating(), Rating()]], OPENSKILL["ranks"])
    for team, (mu, sigma) in ((winners, OPENSKILL["winners"]), (losers, OPENSKILL["losers"])):
        for one in team:
            assert (one.value - INITIAL_VALUE) / SKILL_SCALE + 25 == pytest.approx(mu)
            assert one.deviation / SKILL_SCALE == pytest.approx(sigma)


def test_four_newcomers_end_in_the_order_of_their_ranks():
    after = after_game([Rating()] * 4, [3, 1, 4, 2])
    values = [rating.value for rating in after]
    assert sorted(range(4), key=lambda seat: -values[seat]) == [1, 3, 0, 2]
    assert [round(rating.value) for rating in after_game([Rating()] * 3, [1, 1, 1])] == [1500] * 3


some_rating = some.builds(Rating, some.floats(400, 3000), some.floats(30, 350), some.floats(0.03, 0.1))


@given(some_rating, some_rating)
def test_a_win_raises_and_a_loss_lowers_and_a_game_never_breaks_the_scale(one, other):
    won, lost = after_game([one, other], [1, 2])
    assert won.value >= one.value and lost.value <= other.value
    mirrored_lost, mirrored_won = after_game([other, one], [2, 1])
    assert (mirrored_won, mirrored_lost) == (won, lost)
    for rating in (won, lost, *after_game([one, other], [1, 1])):
        assert 0 < rating.deviation <= MAX_DEVIATION and 0 < rating.volatility < 1


@given(some.lists(some_rating, min_size=3, max_size=4), some.permutations([1, 2, 3, 4]))
def test_several_players_stay_on_the_scale(before, ranks):
    for rating in after_game(before, ranks[: len(before)]):
        assert 0 < rating.deviation <= MAX_DEVIATION and -5000 < rating.value < 8000


async def three(site):
    return [(await site.player(await site.account(name)))["id"] for name in ("Ada", "Blaise", "Chloé")]


@both
def test_a_table_is_counted_once_however_often_it_is_asked(with_site):
    async def story(site):
        ada, blaise, _ = await three(site)
        rate = site.services.ratings.rate_game
        first = await rate("t1", "makruk", [ada, blaise], [1, 2])
        again = await asyncio.gather(*(rate("t1", "makruk", [ada, blaise], [2, 1]) for _ in range(4)))
        assert first == {"0": (1500, 1662), "1": (1500, 1338)} and again == [first] * 4
        async with site.services.database.read() as connection:
            assert {row.games for row in await connection.execute(select(ratings))} == {1}
            assert len((await connection.execute(select(rating_changes))).all()) == 2
        assert await site.services.ratings.read_ratings([ada, blaise], "makruk") == {ada: 1662, blaise: 1338}
        assert await site.services.ratings.read_ratings([ada], "apit") == {}

    with_site(story)


@both
def test_games_that_end_at_once_are_all_counted(with_site):
    async def story(site):
        ada, blaise, chloe = await three(site)
        pairs = [(ada, blaise), (blaise, chloe), (chloe, ada)] * 4
        await asyncio.gather(*(site.services.ratings.rate_game(f"t{n}", "apit", pair, [1, 2]) for n, pair in enumerate(pairs)))
        async with site.services.database.read() as connection:
            assert [row.games for row in await connection.execute(select(ratings))] == [8, 8, 8]

    with_site(story)


@both
def test_an_engine_is_a_rated_opponent_whose_elo_never_moves(with_site):
    async def story(site):
        ada, blaise, _ = await three(site)
        rate = site.services.ratings.rate_game
        after = after_game([Rating(), Rating(1242, ENGINE_DEVIATION)], [1, 2])[0]
        first = await rate("t1", "apit", [ada, 1242], [1, 2])
        assert first == {"0": (1500, round(after.value))} and await rate("t1", "apit", [ada, 1242], [2, 1]) == first
        mixed = await rate("t2", "mako", [1006, ada, 623, blaise], [1, 2, 3, 4])
        assert set(mixed) == {"1", "3"} and mixed["1"][1] > mixed["3"][1]
        async with site.services.database.read() as connection:
            assert {(row.player, row.game) for row in await connection.execute(select(ratings))} == {
                (ada, "apit"),
                (ada, "mako"),
                (blaise, "mako"),
            }

    with_site(story)


def test_who_loses_to_every_level_comes_down_to_the_lowest_and_who_beats_them_goes_up():
    player = Rating()
    for _ in range(12):
        player = after_game([player, Rating(500, ENGINE_DEVIATION)], [2, 1])[0]
    assert player.value < 500
    for _ in range(12):
        player = after_game([player, Rating(1500, ENGINE_DEVIATION)], [1, 2])[0]
    assert player.value > 1000


def test_a_game_with_an_engine_of_no_known_elo_a_guest_or_oneself_does_not_count(with_site):
    async def story(site):
        ada, blaise, _ = await three(site)
        guest = (await site.player(await site.guest()))["id"]
        for seated in ([ada, None], [ada, guest], [ada, ada], [ada, blaise, None], [ada, ada, 500], [500, 744]):
            assert await site.services.ratings.rate_game("t1", "makruk", seated, [1, 2, 3][: len(seated)]) == {}
        async with site.services.database.read() as connection:
            assert (await connection.execute(select(ratings))).all() == []

    with_site(story)


def test_three_players_are_rated_together(with_site):
    async def story(site):
        people = await three(site)
        changes = await site.services.ratings.rate_game("t1", "mako", people, [2, 1, 3])
        after = [changes[str(seat)][1] for seat in range(3)]
        assert after[1] > after[0] > after[2]

    with_site(story)
