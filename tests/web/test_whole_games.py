"""Every game, with every value of every option, played to its very end in a real browser against the real server."""

import pytest
from tests.support.browser_moves import AnyGame, Player, Score, name_of, plan, scores, shortest, sit_alone
from tests.support.browser_tables import board_is_there, set_table
from tests.web.conftest import NewPage, Server

from tablier import Match, game, games
from tablier.search.levels import LevelPlayer
from tablier.testing import variants

pytestmark = pytest.mark.slow  # minutes: `make test-slow`

SCORES = scores()
SHORTEST = shortest(SCORES)
DICE = [name for name, rules in games().items() if rules.dice]
OWN_MOVES = 60
"""A game is abandoned after this many own moves."""


def replay(player: Player, score: Score) -> None:
    player.look(0)
    for text in score.moves:
        assert not player.over
        player.play(text)
        player.look(len(player.match.entries) + 1)
        assert player.match.moves[-1] == text


@pytest.mark.parametrize("score", SCORES, ids=[score.name for score in SCORES])
def test_every_variant_is_played_to_its_end_by_clicking(new_page: NewPage, server: Server, score: Score):
    player, table = sit_alone(new_page(1440, 900), server, score.game)
    replay(player, score)
    player.check_ending(server, table)
    assert player.match.moves == score.moves


@pytest.mark.parametrize("score", SHORTEST, ids=[score.name for score in SHORTEST])
def test_every_game_is_played_to_its_end_by_keys_alone(new_page: NewPage, server: Server, score: Score):
    player, table = sit_alone(new_page(1440, 900), server, score.game, by_keys=True)
    replay(player, score)
    player.check_ending(server, table)


def play_with_dice(player: Player, level: int) -> None:
    """The server rolls; what is clicked is what a level that makes headway would play."""
    chooser = LevelPlayer(player.match.game, level, seed=1)
    player.look(0)
    while not player.over:
        player.play(chooser.choose(player.match))
        player.look(len(player.match.entries) + 1)


def short_dice_games() -> list[AnyGame]:
    """Every variant with dice, of one round where the game has as many as one likes."""
    return [
        type(one)(**dict(one.options) | {"rounds": 1}) for name in DICE for one in variants(games()[name]) if one.options["rounds"] != 1
    ]


@pytest.mark.parametrize("rules", short_dice_games(), ids=name_of)
def test_every_variant_with_dice_is_played_through_its_rounds_by_clicking(new_page: NewPage, server: Server, rules: AnyGame):
    player, table = sit_alone(new_page(1440, 900), server, rules)
    play_with_dice(player, 1)
    player.check_ending(server, table)


@pytest.mark.parametrize("mode", ["b", "c"])
def test_a_game_with_dice_is_won_by_clicking(new_page: NewPage, server: Server, mode: str):
    player, table = sit_alone(new_page(1440, 900), server, game("mako", mode=mode))
    play_with_dice(player, 3)
    player.check_ending(server, table)
    assert player.match.outcome and not player.match.outcome.drawn


def test_a_game_with_dice_is_played_to_its_end_by_keys_alone(new_page: NewPage, server: Server):
    player, table = sit_alone(new_page(1440, 900), server, game("mako", rounds=1), by_keys=True)
    play_with_dice(player, 1)
    player.check_ending(server, table)


@pytest.mark.parametrize("name", list(games()))
def test_every_game_is_played_against_an_engine_to_its_end(new_page: NewPage, server: Server, name: str):
    rules = game(name, mode="b") if name in DICE else game(name)
    page = new_page(1440, 900)
    others: list[dict[str, object]] = [{"kind": "engine", "level": 1}] * (len(rules.seats) - 1)
    table = set_table(page, server.address, plan(rules, [{"kind": "you"}, *others]))
    player = Player(page, Match(rules))
    chooser = LevelPlayer(rules, 5, seed=1)
    player.look(0)
    for _ in range(OWN_MOVES):
        if player.over:
            break
        player.play(chooser.choose(player.match))
        player.look(len(player.match.entries) + 1)
    if not player.over:
        page.get_by_role("button", name="Abandonner").click()
        page.get_by_role("alertdialog").get_by_role("button", name="Abandonner").click()
        page.wait_for_selector(".state[data-state=over]")
        player.look(len(player.match.entries) + 1)
    player.check_ending(server, table)


@pytest.mark.parametrize("score", SHORTEST, ids=[score.name for score in SHORTEST])
def test_two_browsers_play_to_the_end_and_both_are_told(new_page: NewPage, server: Server, score: Score):
    host, guest = new_page(1440, 900), new_page(1440, 900)
    table = set_table(host, server.address, plan(score.game, [{"kind": "you"}, {"kind": "open"}]))
    guest.goto(host.get_by_label("Lien d'invitation").input_value())
    board_is_there(guest)
    guest.get_by_role("button", name="S'asseoir").click()
    players = [Player(host, Match(score.game)), Player(guest, Match(score.game))]
    for number, text in enumerate(score.moves):
        mover = players[number % 2]
        mover.look(number)
        mover.play(text)
    for player in players:
        player.look(len(score.moves))
        player.check_ending(server, table)
        assert player.match.moves == score.moves
