"""The manifest of a game, as a client decodes it."""

import msgspec
import pytest
from tests.support.template_game import Tapatan

from tablier import game, games
from tablier.api.manifest import Manifest, manifest


def sent(rules) -> Manifest:
    return msgspec.json.decode(msgspec.json.encode(manifest(rules)), type=Manifest)


def test_lines_and_drawings_of_a_game_travel():
    told = sent(Tapatan())
    assert ("a1", "c3") in told.lines
    assert len(told.lines) == 8
    assert all(own.drawing in piece.drawing for own, piece in zip(Tapatan.pieces, told.pieces, strict=True))


def test_every_piece_has_a_drawing_in_its_colour():
    told = sent(game("makyek"))
    assert told.lines == ()
    assert len({piece.drawing for piece in told.pieces}) == 2


def test_a_client_is_told_what_floats_and_which_gauge_is_a_die():
    told = sent(game("mako"))
    assert {piece.shape for piece in told.pieces if piece.afloat} == {"boat"}
    assert [gauge.id for gauge in told.gauges if gauge.die] == ["die"]


@pytest.mark.parametrize("name", [name for name, cls in games().items() if not cls.dice])
def test_a_game_without_dice_has_no_gauge_that_is_one(name):
    assert not any(gauge.die for gauge in sent(game(name)).gauges)


def test_an_example_says_whether_its_last_move_is_refused():
    clauses = {clause.id: clause for clause in sent(game("makyek")).clauses}
    assert [(example.moves, example.refused) for example in clauses["makyek.slide"].examples] == [(("d3-d5",), False), (("d3-e4",), True)]
