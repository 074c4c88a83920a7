"""Positions composed of placed tokens, as an editor sends them, for every game."""

import msgspec
import pytest

from tablier import game, games
from tablier.api.http import ComposedPosition, ComposeRequest
from tablier.api.manifest import manifest
from tablier.api.primitives import WireToken, wire_token
from tablier.server.positions.questions import compose_position


def compose(name, tokens, **more):
    good, reply = compose_position(msgspec.json.encode(ComposeRequest(name, tokens, **more)))
    return msgspec.json.decode(reply, type=ComposedPosition) if good else msgspec.json.decode(reply)


@pytest.mark.parametrize("name", games())
def test_the_opening_can_be_placed_token_by_token(name):
    rules = game(name)
    scene, told = rules.scene(rules.start()), manifest(rules)
    tokens = {cell: wire_token(token) for cell, token in scene.tokens.items()}
    gauges = {gauge.id: scene.gauges[gauge.id] for gauge in told.gauges if gauge.composed and gauge.id in scene.gauges}
    assert set(tokens.values()) <= set(told.placeable)
    assert {token.piece for token in told.placeable} == {piece.id for piece in told.pieces}, "every piece can be placed"
    assert compose(name, tokens, gauges=gauges).position == rules.dump(rules.start())


@pytest.mark.parametrize("name", games())
def test_all_that_is_wrong_is_said_in_both_languages(name):
    one = manifest(game(name)).placeable[0]
    crowded = dict.fromkeys(game(name).board.names, one)
    told = compose(name, crowded)
    assert told.position is None and told.problems
    assert all(problem.fr and problem.en for problem in told.problems)


def test_several_faults_are_told_at_once():
    pieces = {piece.glyph: piece.id for piece in game("makruk").pieces}
    told = compose("makruk", {"a8": WireToken(pieces["P"])})
    assert len(told.problems) == 3, "two Khun are missing, and a Bia stands where it cannot"


@pytest.mark.parametrize("tokens", [{"z9": WireToken("white")}, {"a1": WireToken("dragon")}, {"a1": WireToken("white", 7)}])
def test_what_is_not_of_this_board_is_refused_by_name(tokens):
    told = compose("makyek", tokens)
    assert (told.position is None and "z9" in told.problems[0].en) or "not placed" in told.problems[0].en


def test_a_seat_that_is_not_there_is_a_bad_request():
    assert compose("makyek", {}, actor=2)["code"] == "bad_request"


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("achef", "wbbww/b3b/b3w/w3b/bwwwb w 0,0 - e3e4"),
        ("makruk", "8/8/4k3/8/8/4K3/8/R7 w - 30 12 1"),
        ("makyek", "8/8/8/8/1b1b4/8/8/2w3wb w 42"),
        ("turkish", "8/2w2B2/8/8/8/7w/8/8 w 7 -"),
    ],
)
def test_bans_and_counts_are_composed_too(name, position):
    rules = game(name)
    pos = rules.load(position)
    tokens = {cell: wire_token(token) for cell, token in rules.scene(pos).tokens.items()}
    facts = dict(rules.fact_values(pos))
    assert set(facts) == {fact.id for fact in manifest(rules).facts}
    assert compose(name, tokens, actor=rules.turn(pos), facts=facts).position == position
    last = list(facts)[-1]
    assert compose(name, tokens, actor=rules.turn(pos), facts=facts | {last: "zz 9"}).problems


def test_rules_without_a_count_ask_for_none():
    assert manifest(game("makruk", count="none")).facts == ()
