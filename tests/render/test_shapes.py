"""The drawings of pieces as the manifest serves them: sound XML that runs and fetches nothing, in every set."""

import re
from xml.etree import ElementTree

import pytest

from tablier import games
from tablier.api.manifest import WirePiece, manifest
from tablier.render.shapes import SETS, SHAPES

PIECES = [(f"{name}-{piece.id}", piece) for name, rules in games().items() for piece in manifest(rules()).pieces]


@pytest.mark.parametrize("piece", [piece for _, piece in PIECES], ids=[name for name, _ in PIECES])
def test_every_piece_is_served_with_its_drawings(piece: WirePiece):
    assert piece.drawing
    for markup in (piece.drawing, *piece.drawings.values(), *piece.counters):
        ElementTree.fromstring(markup)
        assert not re.search(r"<script|<image|<style|<foreignObject|\bon\w+=|href|url\(", markup)


def test_other_sets_draw_known_shapes_otherwise():
    for shapes in SETS.values():
        assert set(shapes) <= set(SHAPES)
        assert all(shapes[name] != SHAPES[name] for name in shapes)


def test_a_card_names_the_sets_that_draw_its_pieces():
    for rules in games().values():
        served = manifest(rules())
        assert set(served.game.sets) == {name for piece in served.pieces for name in piece.drawings}
