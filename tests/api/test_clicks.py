"""Clicks that lead nowhere are answered in words: from the law and the scene, without the notation of moves."""

import itertools
import random
import re

import pytest

from tablier import games
from tablier.api.clicks import why_not_clicks
from tablier.core.match import Match

GAMES = list(games())
MOVE = re.compile(r"[a-n]\d+[-x>*~][a-n]\d|[@+=]\s?[a-n]?\d|s'écrit|is written|n'est pas un coup|is no move")
"""What notation looks like in any of the games."""


def positions(name, plies=20):
    """A match after each of some random moves, where a player is to move."""
    match, dice = Match(games()[name]()), random.Random(name)
    for _ in range(plies):
        if isinstance(match.game.turn(match.position), int):
            yield match
        match.apply(dice.choice(match.legal()))
        if match.outcome is not None:
            return


def begun(match):
    """The clicks with which legal moves begin."""
    return frozenset().union(*(gesture.next() for gesture in match.game.gestures(match.position).values()))


@pytest.mark.parametrize("name", GAMES)
def test_every_first_click_is_answered_unless_a_move_begins_there(name):
    for match in positions(name):
        first = begun(match)
        for cell in match.game.board.names:
            why = why_not_clicks(match, [cell])
            assert (why is None) == (cell in first), (match.game.dump(match.position), cell)


@pytest.mark.parametrize("name", GAMES)
def test_answers_to_clicks_hold_no_notation_and_suggest_only_legal_moves(name):
    dice = random.Random(name)
    for match in itertools.islice(positions(name), 0, None, 4):
        legal = {match.game.write(match.position, move) for move in match.legal()}
        starts = sorted(begun(match))
        second = [(one, other) for one in starts for other in dice.sample(match.game.board.names, 6)]
        for clicks in [(cell,) for cell in match.game.board.names] + second:
            why = why_not_clicks(match, clicks)
            if why is not None:
                assert why.why.fr and why.why.en
                assert not MOVE.search(why.why.fr) and not MOVE.search(why.why.en), why.why
                assert set(why.instead) <= legal


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_of_another_player_is_said_to_be_theirs(name):
    found = 0
    for match in positions(name):
        game, actor = match.game, match.game.turn(match.position)
        tokens = game.scene(match.position).tokens
        owner = {piece.id: piece.seat for piece in game.pieces}
        if not any(tokens.get(cell) for cell in begun(match)):
            continue  # pieces are being placed, or a button is to be pressed
        for cell, token in tokens.items():
            if owner[token.piece] not in (None, actor) and (why := why_not_clicks(match, [cell])) and why.clause is None:
                assert f"est à {game.seats[owner[token.piece]].name.fr}" in why.why.fr or "prise" in why.why.fr
                found += 1
    assert found or name == "mako"


def test_an_empty_cell_a_blocked_piece_and_a_wrong_target_are_said_as_such():
    match = Match(games()["makyek"]())
    assert why_not_clicks(match, ["e4"]).why.fr == "Il n'y a rien en e4."
    assert "bloquée" in why_not_clicks(Match(games()["turkish"]()), ["a2"]).why.fr
    assert why_not_clicks(match, ["a8"]).why.en == "That piece is Black's; it is White's turn."
    wrong = why_not_clicks(match, ["a3", "b4"])
    assert wrong.why.fr.startswith("Cette pièce ne peut pas aller en b4.")
    assert wrong.clause == "makyek.slide"


def test_the_player_to_move_is_spoken_to():
    makyek, mako = Match(games()["makyek"]()), Match(games()["mako"]())
    why = why_not_clicks(makyek, ["a8"], mine=(0,)).why
    assert why.fr == "C'est une pièce de Noir ; à vous de jouer avec les blancs."
    assert why.en == "That is Black's piece; it is your turn, with White."
    assert why_not_clicks(makyek, ["a8"], mine=(1,)) == why_not_clicks(makyek, ["a8"])
    assert why_not_clicks(mako, ["n7"], mine=(0, 1)).why.fr == "C'est une pièce d'Est ; à vous de jouer avec Sud."


def test_a_full_cell_is_refused_while_pieces_are_placed():
    match = Match(games()["achef"]())
    match.play(match.legal()[0])
    (full,) = match.game.scene(match.position).tokens
    assert f"{full} est" in why_not_clicks(match, [full]).why.fr or "prise" in why_not_clicks(match, [full]).why.fr


def test_over_is_over():
    match = Match(games()["makyek"]())
    match.enter("!resign:0")
    assert why_not_clicks(match, ["a3"]).clause == "tablier.over"
