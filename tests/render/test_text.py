"""Scenes as text and as words."""

import io

import pytest
from rich.console import Console
from tests.support.template_game import Tapatan
from tests.support.toy_games import LAST, RACE, Afloat, Toy

from tablier import game, games
from tablier.core.board import Board
from tablier.core.play import Outcome, Token, Verb, added, altered, gauged, moved, passed, removed, rolled, swapped
from tablier.core.scene import Scene
from tablier.render import palette
from tablier.render.speech import say_events
from tablier.render.text import Mark, board_width, draw_board, draw_legend, glyphs, say_cell, say_event, say_outcome, window_around

toy, makyek, tapatan = Toy(), game("makyek"), Tapatan()
EVERY_GAME = [toy, tapatan, *(cls() for cls in games().values())]


def plain(*args, **kwargs):
    return draw_board(*args, **kwargs).plain.splitlines()


def test_a_board_has_coordinates_on_every_edge_and_seat_0_below():
    lines = plain(makyek, makyek.scene(makyek.start()))
    assert lines[0].split() == lines[-1].split() == list("abcdefgh")
    assert lines[1] == "8  ●  ●  ●  ●  ●  ●  ●  ●  8"
    assert lines[2] == "7  ·  ·  ·  ·  ·  ·  ·  ·  7"
    assert lines[8] == "1  ○  ○  ○  ○  ○  ○  ○  ○  1"


def test_marks_are_signs_and_not_colours_alone():
    lines = plain(makyek, makyek.scene(makyek.start()), marks={"a1": Mark.LAST, "b2": Mark.TARGET, "c3": Mark.REFUSED})
    assert lines[8].startswith("1 [○]")
    assert lines[7].startswith("2  · (·)")
    assert lines[6].startswith("3  ○  ○ !○!")


def test_lines_join_the_points_of_a_board_that_has_some():
    scene = tapatan.scene(tapatan.load("bb1/w1w/1wb w"))
    drawn = """
   a   b   c
3  ●───●──(·) 3
   │ ╲ │ ╱ │
2 [○]──·───○  2
   │ ╱ │ ╲ │
1  ·───○───●  1
   a   b   c
"""
    assert [line.rstrip() for line in plain(tapatan, scene, marks={"a2": Mark.LAST, "c3": Mark.TARGET})] == drawn.strip("\n").splitlines()
    part = [line.rstrip() for line in plain(tapatan, scene, window=(1, 0, 2, 1), ascii_only=True)]
    assert part == ["   b   c", "2  .---w  2", "   | \\ |", "1  w---b  1", "   b   c"]


def test_lines_that_cross_between_points_and_lines_that_are_not_there():
    class Crossed(Toy):
        board = Board(3, 3, lines=[("a1", "b2"), ("a2", "b1"), ("b2", "c2"), ("c1", "c3")])

    lines = [line.rstrip() for line in plain(Crossed(), Scene())]
    assert lines[1:-1] == [
        "3  ·     ·     ·    3",
        "               │",
        "2  ·     ·─────·    2",
        "      ╳        │",
        "1  ·     ·     ·    1",
    ]


def test_heights_numbers_owners_and_tags_are_all_shown():
    lines = plain(toy, toy.scene(Afloat((1, 2, 0))))
    assert lines[3].startswith("1  =  ⁰  △₁1⁰  ·  ¹")
    assert lines[2].startswith("2  =  ⁰  ·  ⁰  △₂2¹")
    assert "~" in lines[1]
    legend = draw_legend(toy, "fr")
    assert legend == ["△₁ bateau 0", "△₂ bateau 1", "△₃ bateau 2", "~ rive d'arrivée", "= port", "⁰…² hauteur de la case"]


def test_a_window_shows_the_neighbourhood_only():
    window = window_around(makyek.board, ["d3", "d6"])
    lines = plain(makyek, makyek.scene(makyek.start()), window=window)
    assert lines[0].split() == ["c", "d", "e"]
    assert [line.split()[0] for line in lines[1:-1]] == ["7", "6", "5", "4", "3", "2"]
    assert window_around(makyek.board, []) is None
    assert window_around(makyek.board, ["a1", "h8"]) is None


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_opening_fits_eighty_columns_and_all_its_lines_are_alike(rules, ascii_only):
    scene = rules.scene(rules.start())
    lines = draw_board(rules, scene, ascii_only=ascii_only).split()
    widths = {line.cell_len for line in list(lines)[1:-1]}
    assert widths == {board_width(rules, scene, ascii_only=ascii_only)}
    assert max(widths) <= 76
    assert not ascii_only or draw_board(rules, scene, ascii_only=True).plain.isascii()


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_without_colour_two_seats_never_look_alike(rules):
    signs = glyphs(rules, ascii_only=True)
    assert len(set(signs.values())) == len(signs)


def test_colours_are_drawn_where_the_terminal_has_them_and_left_out_where_it_has_not():
    board = draw_board(toy, toy.scene(toy.start()))
    for system, coloured in (("truecolor", True), (None, False)):
        out = io.StringIO()
        Console(file=out, color_system=system, force_terminal=True, width=80).print(board)
        assert ("38;2" in out.getvalue()) is coloured


def test_a_colour_that_cannot_be_read_on_its_ground_gives_way():
    assert palette.readable((255, 255, 255), (250, 250, 250)) == (140, 140, 140)
    assert palette.readable(None, (250, 250, 250)) == (0, 0, 0)
    assert palette.readable((255, 255, 255), (0, 0, 0)) == (255, 255, 255)
    assert palette.rgb("no-such-colour") is None
    assert palette.rgb("#ff0080") == (255, 0, 128)
    assert palette.rgb("White") == (255, 255, 255)


@pytest.mark.parametrize(
    ("lang", "cell", "said"),
    [
        ("fr", "c2", "c2, bateau 1, 2 milles, niveau 1"),
        ("en", "c2", "c2, boat 1, 2 miles, level 1"),
        ("fr", "b1", "b1, bateau 0, milles : 1, niveau 0"),
        ("en", "b1", "b1, boat 0, miles: 1, level 0"),
        ("fr", "a3", "a3, bateau 2, milles : 0, port, niveau 0"),
        ("fr", "e1", "e1, vide, rive d'arrivée, niveau 2"),
        ("en", "e1", "e1, empty, far shore, level 2"),
    ],
)
def test_a_cell_is_said_with_all_that_is_seen(lang, cell, said):
    assert say_cell(toy, toy.scene(Afloat((1, 2, 0))), cell, lang) == said


def test_a_plain_cell_is_said_plainly():
    assert say_cell(makyek, Scene({"b3": Token("white")}), "b3", "fr") == "b3, pièce blanche"


@pytest.mark.parametrize(
    ("event", "fr", "en"),
    [
        (moved(RACE, "a2", "a4"), "la pièce va de a2 à a4", "the piece goes from a2 to a4"),
        (swapped(RACE, "a2", "a3"), "les pièces en a2 et a3 échangent leurs places", "the pieces on a2 and a3 change places"),
        (added(RACE, "c3", Token("boat0", 2)), "un bateau 0, 2 milles est posé en c3", "a boat 0, 2 miles is placed on c3"),
        (removed(RACE, "c3"), "la pièce en c3 est prise", "the piece on c3 is taken"),
        (altered(RACE, "c3", Token("boat1", 3)), "le bateau 1 en c3 porte 3 milles", "the boat 1 on c3 carries 3 miles"),
        (rolled(RACE, 4), "le dé donne 4", "the die shows 4"),
        (passed(RACE), "on passe", "the turn is passed"),
        (gauged(RACE, "die", 3), "Dé : 3", "Die: 3"),
        (gauged(RACE, "die", None), "« Dé » ne compte plus", "'Die' no longer counts"),
    ],
)
def test_an_event_is_said_in_both_languages(event, fr, en):
    assert say_event(toy, event, "fr") == fr
    assert say_event(toy, event, "en") == en


def test_every_verb_has_its_sentence():
    said = {case[0].verb for case in test_an_event_is_said_in_both_languages.pytestmark[0].args[1]}
    assert said == set(Verb)


def test_a_result_names_winners_and_places():
    assert say_outcome(makyek, Outcome((2, 1), RACE), "fr") == "Noir gagne."
    assert say_outcome(makyek, Outcome((1, 1), RACE), "en") == "A draw."
    assert say_outcome(makyek, Outcome((1, 2), RACE), "en", {0: "Awa (White)"}) == "Awa (White) wins."
    assert say_outcome(toy, Outcome((2, 1, 3), RACE), "fr") == "Ouest gagne. 1er : Ouest · 2e : Sud · 3e : Nord"
    assert say_outcome(toy, Outcome((1, 3, 1), RACE), "en") == "South and North win. 1st: South and North · 3rd: West"


def test_the_toy_is_played_to_its_shore():
    assert toy.outcome(Afloat((LAST, 0, 1))) == Outcome((1, 3, 2), RACE)


@pytest.mark.parametrize(
    ("name", "position", "move", "fr", "en"),
    [
        ("achef", "", "@c1", "un pion noir est posé en c1", "a black pawn is placed on c1"),
        (
            "makyek",
            "8/8/8/8/1b1b4/8/8/2w3wb w",
            "c1-c4",
            "la pièce blanche va de c1 à c4, la pièce noire en d4 est prise, la pièce noire en b4 est prise",
            "the white piece goes from c1 to c4, the black piece on d4 is taken, the black piece on b4 is taken",
        ),
        (
            "makruk",
            "4k3/8/8/8/R6p/8/8/4K3 w",
            "a4-h4",
            "la Rua blanche va de a4 à h4 et prend le Bia noir",
            "the white Rua goes from a4 to h4 and takes the black Bia",
        ),
        (
            "makruk",
            "4k3/8/8/4P3/8/8/8/4K3 w",
            "e5-e6",
            "le Bia blanc va de e5 à e6, le Bia blanc en e6 devient une Met blanche",
            "the white Bia goes from e5 to e6, the white Bia on e6 becomes a white Met",
        ),
        (
            "malawi",
            "",
            "a1>b1c1",
            "le pion blanc en a1 ne porte plus d'anneaux, le pion blanc en b1 porte 3 anneaux, le pion blanc en c1 porte 3 anneaux",
            "the white pawn on a1 carries no rings, the white pawn on b1 carries 3 rings, the white pawn on c1 carries 3 rings",
        ),
        ("mako", "", "pass", "on passe", "the turn is passed"),
        ("mako", "", "g1-g2", "le navire de Sud va de g1 à g2", "South's boat goes from g1 to g2"),
    ],
)
def test_a_move_is_said_with_its_pieces(name, position, move, fr, en):
    rules = game(name)
    pos = rules.load(position) if position else rules.start()
    events = rules.play(pos, rules.parse(move)).events
    assert tuple(", ".join(words) for words in say_events(rules, rules.scene(pos), events, rules.turn(pos))) == (fr, en)
