"""A table is a value: what a decision carries, what a log gives when it is read, and a plain match agree."""

import random

import pytest

from tablier import games
from tablier.api.frames import frame_of
from tablier.api.legal import legal_moves
from tablier.api.primitives import WireText
from tablier.api.tables import ClockPlan, Created, Moved, Player, Said, SeatPlan, Started, TablePlan, TookBack
from tablier.core.actors import CHANCE
from tablier.core.errors import BadNotation
from tablier.core.match import Match
from tablier.server.tables.decide import Context, decide_engine_move, decide_events
from tablier.server.tables.decision import Decision
from tablier.server.tables.refusals import Refused
from tablier.server.tables.state import fold, fold_all, new_table
from tablier.testing import variants

VARIANTS = [variant for cls in games().values() for variant in variants(cls)]
PLIES = 80
ANNE = Player("p", "Awa")


def created(game, clock=None):
    """The first event of a table."""
    return Created(
        TablePlan(game.info.id, tuple(SeatPlan("open") for _ in game.seats), dict(game.options), clock or ClockPlan()),
        ANNE,
        game.info.version,
    )


def begun(game, clock=None):
    """A table at which a game has just begun."""
    return fold(new_table("t", 1, created(game, clock)), Started(), 2)


def next_moves(table, dice) -> Decision:
    """A random move and what follows by itself, not yet folded."""
    if table.match.actor is CHANCE:
        return decide_events(table, (), Context(1, seed=bytes(32)))
    return decide_engine_move(table, dice.choice(list(table.legal)), Context(1, seed=bytes(32)))


def moves_of(decision):
    return [step.event for step in decision.steps if isinstance(step.event, Moved)]


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_what_a_decision_carries_is_what_a_plain_match_shows(game):
    table, plain, dice = begun(game), Match(game), random.Random(repr(game))
    while len(plain.entries) < PLIES and plain.outcome is None:
        decision = next_moves(table, dice)
        for step in decision.steps:
            if isinstance(step.event, Moved):
                plain.play(step.event.text)
                assert step.after.match.entries == plain.entries
                assert step.after.frame == frame_of(plain)
                assert step.after.legal == ({} if step.after.turn is None else legal_moves(plain))
        table = decision.after


def test_a_decision_leaves_the_table_as_it_was():
    table = begun(games()["makyek"]())
    before = table.frame, table.legal, table.match.position
    decision = next_moves(table, random.Random(1))
    assert decision.after.frame and decision.after.legal and decision.after.match.entries
    assert (table.frame, table.legal, table.match.position) == before and not table.match.entries


def test_a_refused_move_leaves_nothing_behind_to_be_listed(monkeypatch):
    """A position that is too crowded to list was once listed by the chat line after the refusal."""
    table, listed = begun(games()["makyek"]()), []
    (move, *_) = table.legal
    monkeypatch.setattr(type(table.game), "too_many_moves", lambda self, pos: True)
    with pytest.raises(Refused):
        decide_engine_move(table, move, Context(1))
    monkeypatch.setattr("tablier.server.tables.match_state.legal_moves", lambda match: listed.append(match))
    after = decide_events(table, (Said(ANNE, None, "oh"),), Context(2)).after
    assert after.legal == table.legal and after.frame == table.frame and not listed


def test_the_third_occurrence_is_the_end():
    table = begun(games()["makyek"]())
    for text in ("a1-a2", "a8-a7", "a2-a1", "a7-a8") * 2:
        assert table.match.outcome is None
        table = decide_engine_move(table, text, Context(1)).after
    assert table.match.outcome is not None and table.frame.ending is not None and not table.legal and table.state == "over"


@pytest.mark.parametrize("clock", [ClockPlan(), ClockPlan("fischer", 600)], ids=["no clock", "a clock"])
@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_a_game_read_from_the_log_is_the_game_that_was_played(game, clock):
    played, dice = begun(game, clock), random.Random(repr(game))
    events = [(1, created(game, clock)), (2, Started())]
    while len(events) < PLIES and played.state == "playing":
        decision = next_moves(played, dice)
        events += [(1, step.event) for step in decision.steps]
        played = decision.after
    read = fold_all("t", events)
    assert (read.version, read.changed, read.clock, read.turn) == (played.version, played.changed, played.clock, played.turn)
    assert read.match.moves == played.match.moves and read.match.outcome == played.match.outcome
    assert read.frame == played.frame and read.legal == played.legal and read.view() == played.view()


def test_moves_of_a_log_are_played_on_first_use(monkeypatch):
    game = games()["makyek"]()
    (move,) = moves_of(next_moves(begun(game), random.Random(1)))
    table, applied = begun(game), []
    monkeypatch.setattr(type(table.game), "apply", lambda *_: applied.append(1))
    table = fold(table, move, 3)
    assert table.version == 3 and not applied
    monkeypatch.undo()
    assert table.match.moves == (move.text,)


def test_a_move_that_was_not_played_yet_can_be_taken_back():
    table, dice = begun(games()["makyek"]()), random.Random(1)
    other, moves = table, []
    for _ in range(3):
        decision = next_moves(other, dice)
        moves += moves_of(decision)
        other = decision.after
    for event in (*moves, TookBack(2)):
        table = fold(table, event, 3)
    assert table.match.moves == (moves[0].text,) and table.frame == frame_of(table.match)


def test_an_entry_of_the_log_that_cannot_be_read_is_reported_at_every_use():
    table = begun(games()["makyek"]())
    for text in ("a1-a2", "nonsense", "a8-a7"):
        table = fold(table, Moved(text, 0, (), WireText("", "")), 3)
    for _ in range(2):
        with pytest.raises(BadNotation, match="nonsense"):
            table.match  # noqa: B018


def test_a_table_goes_on_under_the_rules_it_began_with():
    rules = games()["turkish"]()
    assert rules.info.version > 1, "the test needs a game whose rules have changed"
    old = Created(created(rules).plan, ANNE, 1)
    assert new_table("t", 1, old).game.rules == 1 and new_table("t", 1, created(rules)).game.rules == rules.info.version
