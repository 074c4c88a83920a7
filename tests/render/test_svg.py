"""Pictures of boards: sound XML that fetches nothing, the same every time, and readable without colours."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from tests.support.template_game import Tapatan

from tablier import games
from tablier.core.board import Board, Tag
from tablier.core.play import Token
from tablier.core.scene import Piece, Scene
from tablier.core.text import Text
from tablier.render.shapes import PAINTS, SHAPES, drawing, key
from tablier.render.svg import board_svg

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [Tapatan(), *(cls() for cls in games().values())]


class Table:
    """Just enough of a game to be drawn."""

    def __init__(self, board: Board, *pieces: Piece):
        self.info = replace(GAMES[0].info, name=Text("Essai <1>", "Trial <1>"))
        self.board, self.pieces = board, pieces


def word(text: str) -> Text:
    return Text(text, text)


def disc(colour: str = "white", shape: str = "disc", glyph: str = "x") -> Piece:
    return Piece("it", shape, colour, glyph, word("pièce"))


def draw(table: Table, tokens: dict[str, Token], **marks) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(table, Scene(tokens), **marks))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_opening_can_be_drawn_and_is_small(game):
    picture = board_svg(game, game.scene(game.start()))
    ElementTree.fromstring(picture)
    assert picture == board_svg(game, game.scene(game.start()))
    assert len(picture) < 20_000


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_picture_fetches_and_runs_nothing(game):
    picture = board_svg(game, game.scene(game.start()))
    assert not re.search(r"<script|<image|<style|\bon\w+=|url\(", picture)
    assert set(re.findall(r"https?://[^\"]*", picture)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_everything_used_is_defined_in_the_picture(game):
    root = ElementTree.fromstring(board_svg(game, game.scene(game.start())))
    known = {"#" + element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert {element.attrib["href"] for element in root.iter(f"{SVG}use")} <= known


def test_title_and_description_say_what_is_seen_in_words():
    pawn = replace(disc(shape="pawn"), value=Text("anneaux", "rings"), name=Text("pion", "pawn"))
    root = draw(Table(Board(3, 3), pawn), {"b2": Token("it", 2)})
    assert root.findtext(f"{SVG}title") == "Essai <1>"
    assert root.findtext(f"{SVG}desc") == "pion : b2 (anneaux : 2)"
    assert draw(Table(Board(3, 3), pawn), {}, lang="en").findtext(f"{SVG}desc") == "empty board"


def test_a_pawn_bears_its_rings_and_their_number():
    pawn = replace(disc(shape="pawn"), value=word("anneaux"))
    rings = draw(Table(Board(3, 3), pawn), {"b2": Token("it", 3)}).find(".//*[@id='rings-3']")
    assert rings is not None
    assert len(rings.findall(f".//{SVG}path")) == 3 * 3
    assert rings.findtext(f".//{SVG}text") == "3"


@pytest.mark.parametrize("shape", SHAPES)
def test_the_colours_of_a_shape_differ_by_more_than_colour(shape):
    bare = [re.sub(r"#[0-9a-f]{6}", "", drawing(disc(colour, shape))) for colour in PAINTS]
    if shape in ("disc", "square", "pawn", "boat", "mine"):
        assert len(set(bare)) == len(PAINTS)
    ElementTree.fromstring(f"<g>{bare[0]}</g>")


def test_an_unknown_shape_is_a_disc_with_its_glyph_escaped():
    drawn = drawing(disc(shape="teapot", glyph="<"))
    assert "<circle" in drawn and ">&lt;</text>" in drawn
    assert key(disc(shape="teapot", glyph="<")) != key(disc(shape="teapot", glyph=">"))


def test_a_board_with_lines_has_points_and_lines_instead_of_squares():
    path = "M46 142L142 46"  # from the middle of a1 to that of c3
    lined = board_svg(Table(Board(3, 3, lines=[("a1", "c3")]), disc()), Scene())
    plain = board_svg(Table(Board(3, 3), disc()), Scene())
    assert path in lined and path not in plain
    assert "stroke-dasharray" in plain and "stroke-dasharray" not in lined


def test_a_piece_with_a_drawing_of_its_own_is_drawn_so_in_the_paint_of_its_colour():
    pieces = [replace(disc(colour), id=colour, drawing='<path d="M0 0h9" stroke="currentColor"/>') for colour in ("white", "black")]
    root = draw(
        Table(Board(3, 3), *pieces, replace(disc(), id="plain")), {"a1": Token("white"), "b1": Token("black"), "c1": Token("plain")}
    )
    groups = [g for g in root.iter(f"{SVG}g") if "color" in g.attrib]
    assert [(g.attrib["fill"], g.attrib["color"]) for g in groups] == [(PAINTS[c].fill, PAINTS[c].detail) for c in ("black", "white")]
    assert all(g.find(f"{SVG}path").attrib["d"] == "M0 0h9" for g in groups)
    assert len({use.attrib["href"] for use in root.iter(f"{SVG}use")}) == 3


def test_higher_cells_stand_higher():
    table = Table(Board(3, 3, level=lambda x, y: int((x, y) == (1, 1))), disc())
    uses = draw(table, {"a2": Token("it"), "b2": Token("it")}).findall(f"{SVG}use")
    low, high = (int(use.attrib["y"]) for use in uses)
    assert high < low


def test_of_two_tags_of_one_colour_the_rarer_has_a_border():
    legend = (Tag("goal", word("arrivée"), "red"), Tag("port", word("port"), "red"), Tag("plain", word("eau")))
    board = Board(4, 1, tags=lambda x, y: (("goal",), ("goal",), ("port",), ("plain",))[x], legend=legend)
    groups = {g.findtext(f"{SVG}title"): g for g in draw(Table(board, disc()), {}).iter(f"{SVG}g") if g.find(f"{SVG}title") is not None}
    assert set(groups) == {"arrivée", "port"}
    assert len(groups["port"].findall(f"{SVG}path")) == len(groups["arrivée"].findall(f"{SVG}path")) + 1


def test_an_arrow_into_a_crossed_cell_is_dashed():
    table = Table(Board(3, 3), disc())
    played = board_svg(table, Scene(), arrows=[("a1", "c3")])
    refused = board_svg(table, Scene(), arrows=[("a1", "c3")], crosses=["c3"])
    assert 'stroke-dasharray="8 6"' in refused and 'stroke-dasharray="8 6"' not in played
    assert "<circle" in board_svg(table, Scene(), arrows=[("a1", "a1")])


def test_coordinates_and_highlights_can_be_left_out_or_asked_for():
    table = Table(Board(3, 3), disc())
    assert not draw(table, {}, coordinates=False).findall(f".//{SVG}text")
    assert [text.text for text in draw(table, {}).iter(f"{SVG}text")] == ["a", "b", "c", "1", "2", "3"]
    assert len(board_svg(table, Scene(), highlight=["a1", "b2"])) > len(board_svg(table, Scene()))
