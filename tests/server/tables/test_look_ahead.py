"""What is worked out while a move is being written, or only when somebody looks, is what would be worked out after the move."""

import random

import pytest

from tablier import games
from tablier.api.frames import frame_of
from tablier.api.legal import legal_moves
from tablier.api.primitives import WireText
from tablier.api.tables import ClockPlan, Created, Moved, Player, SeatPlan, Started, TablePlan, TookBack
from tablier.core.actors import CHANCE
from tablier.core.errors import BadNotation
from tablier.core.match import Match
from tablier.server.tables import decide as verbs
from tablier.server.tables.decide import Circumstances
from tablier.server.tables.state import Table
from tablier.testing import variants

VARIANTS = [variant for cls in games().values() for variant in variants(cls)]
PLIES = 80


def begun(game, clock=None):
    """A table at which a game has just begun."""
    plan = TablePlan(game.info.id, tuple(SeatPlan("open") for _ in game.seats), dict(game.options), clock or ClockPlan())
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


@pytest.mark.parametrize("clock", [ClockPlan(), ClockPlan("fischer", 600)], ids=["no clock", "a clock"])
@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_a_game_read_from_the_log_is_the_game_that_was_played(game, clock):
    played, dice = begun(game, clock), random.Random(repr(game))
    happened = []
    while len(happened) < PLIES and played.match.outcome is None:
        happened.append(next_move(played, dice))
        fold(played, happened[-1])
    read = begun(game, clock)
    for left, happening in reversed([*enumerate(reversed(happened))]):
        read.fold(read.version + 1, read.version + 1, happening, last=not left)
    assert (read.version, read.changed, read.clock, read.turn) == (played.version, played.changed, played.clock, played.turn)
    assert read.match.moves == played.match.moves and read.match.outcome == played.match.outcome
    assert read.frame == played.frame and read.legal == played.legal


def test_nothing_is_played_before_somebody_looks(monkeypatch):
    game = games()["makyek"]()
    table, counted = begun(game), []
    move = next_move(begun(game), random.Random(1))
    monkeypatch.setattr(type(table.game), "apply", lambda *_: counted.append(1))
    fold(table, move)
    assert table.version == 3 and not counted
    monkeypatch.undo()
    assert table.match.moves == (move.text,)


def test_a_move_that_nobody_looked_at_can_be_taken_back():
    table, other, dice = begun(games()["makyek"]()), begun(games()["makyek"]()), random.Random(1)
    moves = []
    for _ in range(3):
        moves.append(next_move(other, dice))
        fold(other, moves[-1])
    for move in moves:
        fold(table, move)
    fold(table, TookBack(2))
    assert table.match.moves == (moves[0].text,) and table.frame == frame_of(table.match)


def test_a_line_of_the_log_that_cannot_be_read_troubles_everybody_who_looks():
    table = begun(games()["makyek"]())
    for text in ("a1-a2", "nonsense", "a8-a7"):
        fold(table, Moved(text, 0, (), WireText("", "")))
    for _ in range(2):
        with pytest.raises(BadNotation, match="nonsense"):
            table.match  # noqa: B018
