"""Moves as players of each game write them, what a player is told to do, and the cells that show an ending."""

import ast
import re
from pathlib import Path

import pytest

from tablier import Match, game

ROOT = Path(__file__).parents[2]


def written(name, position, *moves, **options):
    """The last of some moves, as players write it in French and in English."""
    rules = game(name, **options)
    match = Match(rules, rules.load(position) if position else None)
    for move in moves:
        before = match.position
        match.enter(move)
    entry = match.entries[-1]
    words = rules.notate(before, rules.parse(entry.text), entry.step, entry.outcome)
    return words.fr if words.fr == words.en else tuple(words)


@pytest.mark.parametrize(
    ("position", "move", "expected"),
    [
        ("4k3/8/8/8/8/8/8/1N2K3 w", "b1-d2", "♘d2"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w", "b1-d2", "♘bd2"),
        ("4k3/8/8/8/1N6/8/8/1N2K3 w", "b1-d2", "♘d2"),
        ("4k3/8/8/8/8/1N6/8/1N2K3 w", "b1-d2", "♘1d2"),
        ("4k3/8/8/8/8/1N3N2/8/1N2K3 w", "b3-d2", "♘b3d2"),
        ("8/4k3/8/8/4r3/8/4N3/1N2K3 w", "b1-c3", "♘c3"),  # the other is pinned
        ("4k3/8/8/8/8/8/R6n/4K3 w", "a2-h2", "♖xh2"),
        ("4k3/8/8/8/8/8/R7/4K3 w", "a2-a8", "♖a8+"),
        ("4k3/8/R6R/8/8/8/8/4K3 w", "a6-a7", "♖a7"),
        ("3k4/R7/7R/8/8/8/8/4K3 w", "h6-h8", "♖h8#"),
        ("4k3/8/8/8/8/P7/8/4K3 w", "a3-a4", "a4"),
        ("4k3/8/8/8/1p6/P7/8/4K3 w", "a3-b4", "axb4"),
        ("4k3/8/8/4P3/8/8/8/K7 w", "e5-e6", "e6=♕"),
    ],
)
def test_makruk_is_written_in_figurines(position, move, expected):
    assert written("makruk", position, move) == expected


@pytest.mark.parametrize(
    ("name", "position", "move", "expected"),
    [
        ("turkish", "8/8/8/8/8/b7/w7/8 w", "a2xa4", "a2xa4"),
        ("turkish", "", "a3-a4", "a3-a4"),
        ("makyek", "8/8/8/8/1b1b4/8/8/2w3wb w", "c1-c4", "c1-c4xd4/b4"),
        ("makyek", "", "a3-a4", "a3-a4"),
        ("apit", "8/8/8/8/wbb5/8/8/3w3b w", "d1-d4", "d1-d4xc4/b4"),
        ("achef", "", "@c1", "c1"),
        ("achef", "b3b/5/2b2/2w2/w1w1w b", "c3-c2", "c3xc2"),
        ("achef", "b1w1b/5/5/5/wb2w b", "b1-a1", "b1⇄a1"),
        ("achef", "b1w1b/5/5/5/wb2w b", "b1-c1", "b1-c1"),
        ("malawi", "", "a1-a3", "a1-a3"),
        ("malawi", "", "a1>b1c1", ("a1 donne à b1, c1", "a1 gives to b1, c1")),
        ("malawi", "b2,1,b2,b2,b2,b1/6/6/1,b3,4/6/w2,w2,w2,w2,w2,w2 w", "b1*b3", ("b1 frappe b3", "b1 strikes b3")),
    ],
)
def test_the_other_games_are_written_as_their_players_would(name, position, move, expected):
    assert written(name, position, move) == expected


def test_mako_is_written_by_the_parts_of_a_turn():
    assert written("mako", "", "g1-g2") == "g1→g2"
    assert written("mako", "", "g1-g2", "=4") == ("dé 4", "die 4")
    assert written("mako", "", "g1-g2", "=4", "+g6") == ("mine en g6", "mine on g6")
    assert written("mako", "", "pass") == ("passe", "passes")
    hit = next(clause for clause in game("mako").clauses if clause.id == "mako.hit").examples[0]
    assert written("mako", hit.position, *hit.moves.split(), **dict(hit.options))[0].endswith("retourne au port")
    home = next(clause for clause in game("mako").clauses if clause.id == "mako.home").examples[0]
    assert written("mako", home.position, *home.moves.split(), **dict(home.options))[0].endswith("arrivé !")


def test_a_refused_move_is_written_too():
    rules = game("makruk")
    assert rules.notate(rules.start(), rules.parse("b1-b3"), None, None).fr == "♘b1xb3"
    assert rules.notate(rules.start(), rules.parse("e4-e5"), None, None).fr == "e4-e5"


@pytest.mark.parametrize(
    ("name", "position", "said", "danger"),
    [
        ("makruk", "R3k3/8/8/8/8/8/8/4K3 b", "Échec !", ("e8",)),
        ("makruk", "4k3/8/8/8/8/8/R7/4K3 b", None, ()),
        ("malawi", "w1,b2,b2,b2,b2,b2/6/b2,5/6/6/1,w2,w2,w2,w2,w2 b", "Un pion est arrivé !", ("a6",)),
        ("malawi", "", "Déplacez un pion", ()),
        ("achef", "", "encore 8 à poser", ()),
        ("achef", "b3b/5/2b2/2w2/w1w1w b", "Déplacez un pion d'une case", ()),
        ("mako", "", "Avancez votre navire", ()),
        ("makyek", "", "Faites glisser une pièce", ()),
        ("apit", "", "Faites glisser une pièce", ()),
        ("turkish", "", "Avancez un Pion", ()),
    ],
)
def test_a_player_is_told_what_to_do_and_what_is_in_danger(name, position, said, danger):
    rules = game(name)
    prompt = rules.prompt(rules.load(position) if position else rules.start())
    if said is None:
        assert prompt is None
        return
    assert prompt is not None
    assert said in f"{prompt.alert.fr if prompt.alert else ''} {prompt.text.fr}"
    assert prompt.danger == danger


def test_a_captain_is_told_how_far_to_lay_the_mine():
    match = Match(game("mako"))
    for move in ("g1-g2", "=2"):
        match.enter(move)
    prompt = match.game.prompt(match.position)
    assert prompt is not None and prompt.text.fr == "Mouillez une mine à 2 cases de votre navire."


@pytest.mark.parametrize(
    ("name", "position", "cells"),
    [
        ("makruk", "3k3R/R7/8/8/8/8/8/4K3 b", {"d8", "h8"}),
        ("malawi", "w1,b2,b2,b2,b2,b2/6/6/5,b2/6/1,w2,w2,w2,w2,w2 b", {"a6"}),
        ("turkish", "8/8/8/8/8/W7/8/7B w", {"a3", "h1"}),
        ("makyek", "8/8/8/8/1b6/8/8/2w5 w", {"b4", "c1"}),
    ],
)
def test_the_cells_that_show_an_ending_are_named(name, position, cells):
    rules = game(name)
    pos = rules.load(position)
    outcome = rules.outcome(pos)
    assert outcome is not None
    assert set(rules.decisive(pos, outcome.because)) == cells


def test_the_last_pawns_of_a_beaten_player_are_shown():
    match = Match(game("achef"), game("achef").load("b3b/5/2b2/2w2/w1w2 b"))
    match.enter("c3-c2")
    assert match.outcome is not None
    assert set(match.game.decisive(match.position, match.outcome.because)) == {"a1", "c1"}


def english(call):
    """The English text that a call makes, as it is written: what is filled in is left out."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    given = [one.value for one in call.keywords if one.arg == "en"]
    if name in ("Text", "WireText") and len(call.args) == 2:
        given.append(call.args[1])
    parts = (part.value for one in given for part in ast.walk(one) if isinstance(part, ast.Constant) and isinstance(part.value, str))
    return re.sub(r"\{\w+\}", "", "".join(parts))


@pytest.mark.parametrize("folder", ["games", "api", "core", "render", "search", "puzzles", "server", "cli"])
def test_players_read_of_squares_never_of_cells(folder):
    """A place on a board is a square to players; `cell` is the word of the code."""
    sources = sorted((ROOT / "src/tablier" / folder).rglob("*.py"))
    calls = [(source, node) for source in sources for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Call)]
    assert calls
    assert [f"{source.name}:{node.lineno}" for source, node in calls if re.search(r"\bcells?\b", english(node), re.IGNORECASE)] == []
