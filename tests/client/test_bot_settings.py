"""What a bot is told by a TOML file, and what it says of a wrong one."""

import pytest

from tablier.api.tables import ClockPlan, Player
from tablier.client.bot_settings import EXAMPLE, BadSettings, Conditions, read_settings

ADA, R2D2 = Player("1", "Ada", guest=False), Player("2", "R2D2", guest=False, bot=True)
BLITZ = ClockPlan("fischer", 180, 2)


def test_the_example_is_read_with_and_without_its_comments():
    settings = read_settings(EXAMPLE)
    assert settings.player == "level:5" and settings.accept is not None and settings.sit is not None and not settings.challenge
    commented = EXAMPLE.partition("# [[challenge]]")
    told = commented[0] + "\n".join(line.removeprefix("# ") for line in (commented[1] + commented[2]).splitlines())
    (own,) = read_settings(told).challenge
    assert (own.to, own.game, own.clock.base, own.every) == ("Ada", "makruk", 300, 600)


@pytest.mark.parametrize(
    ("text", "key", "right"),
    [
        ("max_tables = 0", "max_tables", "int >= 1"),
        ('max_tables = "many"', "max_tables", "expected int, not str"),
        ("max_table = 2", "max_table", "Did you mean 'max_tables'?"),
        ("[accept]\nclock = []", "accept.clock", "Did you mean 'clocks'?"),
        ('[accept]\nclocks = ["fisher"]', "accept.clocks", "Did you mean 'fischer'?"),
        ('[sit]\nrated = "yes"', "sit.rated", "any, rated, casual"),
        ('[sit]\ngames = ["makrukk"]', "sit.games", "Did you mean 'makruk'?"),
        ('[accept.reasons]\nfull = "no"', "accept.reasons", "later, busy, game"),
        ('[[challenge]]\nto = "Ada"', "challenge[0].game", "missing"),
        ('[[challenge]]\nto = "Ada"\ngame = "chess"', "challenge[0].game", "makruk"),
        ('[[challenge]]\nto = "Ada"\ngame = "makruk"\nclock = { bas = 3 }', "challenge[0].clock.bas", "Did you mean 'base'?"),
        ("server = 1 2", "is not TOML", "line 1"),
    ],
)
def test_a_wrong_file_is_told_with_its_key_and_what_would_be_right(text, key, right):
    with pytest.raises(BadSettings) as wrong:
        read_settings(text, "my.toml")
    said = wrong.value.say("en")
    assert said.startswith("my.toml") and key in said and right in said, said
    assert wrong.value.say("fr").startswith("my.toml")


@pytest.mark.parametrize(
    ("conditions", "fault"),
    [
        (Conditions(), None),
        (Conditions(games=("achef",)), "game"),
        (Conditions(clocks=("none",)), "clock"),
        (Conditions(min_base=300), "clock"),
        (Conditions(max_base=60), "clock"),
        (Conditions(rated="rated"), "casual"),
        (Conditions(rated="casual"), None),
        (Conditions(opponents="people"), "bot"),
        (Conditions(players=("ada",)), "player"),
        (Conditions(blocked=("r2d2",)), "player"),
    ],
)
def test_conditions_name_the_first_thing_that_does_not_suit(conditions, fault):
    assert conditions.fault("makruk", BLITZ, False, [ADA, R2D2]) == fault


def test_a_reason_names_what_would_be_accepted_and_may_be_chosen():
    assert Conditions().reason("rated") == "casual" and Conditions().reason("full") == "busy"
    assert Conditions(reasons={"full": "later"}).reason("full") == "later"
