"""Who may still say something at a table where much was said."""

import pytest
from tests.server.tables.test_decide import ANNE, BO, CLEO, EVE, Scene

from tablier.api.messages import SendChat
from tablier.server.tables.chat import PLAYERS_LINES, SPECTATORS_LINES
from tablier.server.tables.refusals import Refused

HELLO = SendChat(phrase="hello")


def talk(scene, who, lines):
    for _ in range(lines):
        scene.do(who, HELLO)


def test_spectators_cannot_use_up_what_the_players_may_say():
    scene = Scene("makyek", ANNE, BO)
    talk(scene, EVE, SPECTATORS_LINES)
    for spectator in (EVE, CLEO):
        with pytest.raises(Refused, match="limit of messages"):
            scene.do(spectator, HELLO)
    talk(scene, ANNE, PLAYERS_LINES - 1)
    talk(scene, BO, 1)
    for player in (ANNE, BO):
        with pytest.raises(Refused, match="limit of messages"):
            scene.do(player, HELLO)


def test_players_do_not_use_up_what_spectators_may_say():
    scene = Scene("makyek", ANNE, BO)
    talk(scene, ANNE, PLAYERS_LINES)
    scene.do(EVE, HELLO)


@pytest.mark.parametrize("seen", [-1, -(2**63), 2**63, "next"])
def test_a_version_that_the_table_never_had_is_refused(seen):
    scene = Scene("makyek", ANNE, BO)
    with pytest.raises(Refused, match="from 0 to 4") as refused:
        scene.do(ANNE, HELLO, scene.table.version + 1 if seen == "next" else seen)
    assert refused.value.code == "bad_request"
