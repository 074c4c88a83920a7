"""Moves and rules in words, for players: every example of every clause, in both languages, without an identifier."""

from collections.abc import Iterator

import msgspec
import pytest
from tests.support.identifiers import identifiers

from tablier import Match, game, games
from tablier.api.http import PositionRequest
from tablier.api.manifest import manifest
from tablier.api.move_words import move_words
from tablier.api.primitives import WireText
from tablier.server.positions.questions import position_view


def texts(value: object) -> Iterator[str]:
    """All words in both languages that a message holds."""
    if isinstance(value, WireText):
        yield from (value.fr, value.en)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from texts(getattr(value, field))
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


def test_the_pattern_finds_what_it_should():
    for text in ("(makruk.taking)", "dame_beats_pion=on", "penalty=strict", "=2", "+h6", "@c1", "a1>b1", "!resign:0"):
        assert identifiers(f" {text} "), text
    for text in ("c1-c4xd4/b4", "e6=♕", "g1→g2, dé 4, mine en h6", "3 + 2", "10 min + 5 s par coup", "b1⇄a1"):
        assert not identifiers(f" {text} "), text


@pytest.mark.parametrize("name", games())
def test_no_words_of_a_game_hold_an_identifier(name):
    rules = game(name)
    assert [found for text in texts(manifest(rules)) for found in identifiers(text)] == []
    for clause in rules.clauses:
        for example in clause.examples:
            view = position_view(PositionRequest(name, dict(example.options), example.position or None, tuple(example.moves.split())))
            assert [found for text in texts(view) for found in identifiers(text)] == [], (clause.id, example)


def test_a_move_is_written_only_where_that_is_not_its_text():
    match = Match(game("achef"))
    match.enter("@c1")
    words = move_words(match.game, match.origin, match.entries[0])
    assert words.written == WireText("c1", "c1")
    assert words.said == WireText("un pion noir est posé en c1", "a black pawn is placed on c1")
    draughts = Match(game("turkish"))
    draughts.enter("a3-a4")
    assert move_words(draughts.game, draughts.origin, draughts.entries[0]).written is None


def test_a_refused_move_is_named_and_others_are_suggested_as_players_write_them():
    view = position_view(PositionRequest("mako", moves=("g1-g2", "=2", "g2-g3")))
    assert view.why is not None and "mine en" in view.why.why.fr
    assert view.tried == WireText("g2→g3", "g2→g3")
