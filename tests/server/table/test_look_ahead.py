"""What is worked out while a move is being written is what would be worked out after it."""

import random

import pytest

from tablier import games
from tablier.api.frames import frame_of
from tablier.api.legal import legal_moves
from tablier.api.tables import Created, Player, SeatPlan, Started, TablePlan, TookBack
from tablier.core.actors import CHANCE
from tablier.core.match import Match
from tablier.server.table import verbs
from tablier.server.table.state import Table
from tablier.server.table.verbs import Circumstances
from tablier.testing import variants

VARIANTS = [variant for cls in games().values() for variant in variants(cls)]
PLIES = 80


def begun(game):
    """A table at which a game has just begun."""
    plan = TablePlan(game.info.id, tuple(SeatPlan("open") for _ in game.seats), dict(game.options))
    table = Table.laid("t", 1, Created(plan, Player("p", "Awa"), 1))
    table.fold(2, 2, Started())
    return table


def next_move(table, dice):
    """A move or a throw, judged but not yet folded."""
    text = dice.choice([table.game.write(table.match.position, move) for move in table.match.legal()])
    return verbs.rolled(table, text) if table.match.actor is CHANCE else verbs.moved(table, text, Circumstances(1))


def fold(table, happening):
    table.fold(table.version + 1, table.version + 1, happening)


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_frame_and_moves_are_the_same_whether_foreseen_or_not(game):
    table, plain, dice = begun(game), Match(game), random.Random(repr(game))
    for _ in range(PLIES):
        move = next_move(table, dice)
        table.look_ahead()
        fold(table, move)
        plain.play(move.text)
        assert table.match.entries == plain.entries
        assert table.frame == frame_of(plain)
        assert table.legal == ({} if table.turn is None else legal_moves(plain))
        if plain.outcome is not None:
            return


def test_nothing_changes_before_the_move_has_happened():
    table = begun(games()["makyek"]())
    before = table.frame, table.legal, table.match.position
    next_move(table, random.Random(1))
    table.look_ahead()
    assert (table.frame, table.legal, table.match.position) == before and not table.match.entries


def test_another_move_than_the_foreseen_one_is_folded_as_itself():
    table, other, dice = begun(games()["makyek"]()), begun(games()["makyek"]()), random.Random(1)
    foreseen = next_move(table, dice)
    table.look_ahead()
    while (played := next_move(other, dice)).text == foreseen.text:
        pass
    fold(table, played)
    assert table.match.moves == (played.text,) and table.frame == frame_of(table.match) and table.legal == legal_moves(table.match)


def test_what_was_foreseen_is_forgotten_when_the_position_changes():
    table, dice = begun(games()["makyek"]()), random.Random(1)
    fold(table, next_move(table, dice))
    foreseen = next_move(table, dice)
    table.look_ahead()
    fold(table, TookBack(1))
    again = next_move(table, dice)
    fold(table, again)
    assert table.match.moves == (again.text,) and table.frame == frame_of(table.match)
    assert foreseen.text not in table.match.moves


def test_the_third_time_is_foreseen_as_the_end():
    game = games()["makyek"]()
    table = begun(game)
    for text in ("a1-a2", "a8-a7", "a2-a1", "a7-a8") * 2:
        assert table.match.outcome is None
        move = verbs.moved(table, text, Circumstances(1))
        table.look_ahead()
        fold(table, move)
    assert table.match.outcome is not None and table.frame.ending is not None and not table.legal
