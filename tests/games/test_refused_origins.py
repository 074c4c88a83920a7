"""In every game a move from an empty cell is refused as such, and one with a piece of another player as that."""

import pytest
from tests.support.own_games import OWN_GAMES

from tablier.testing import refused

# By game: a position ("" for the opening), moves from an empty cell, moves with a piece of another player, and how it is told apart.
ORIGINS = {
    "achef": ("bbbbb/b3w/b3w/b3w/wwww1 b", ["c3-c4"], ["e4-d4"], ("à Blanc", "White's")),
    "apit": ("", ["a4-a5"], ["a6-a5"], ("à Noir", "Black's")),
    "mako": ("", ["c3-c4"], ["a8-b8"], ("le navire d'Ouest", "West's boat")),
    "makruk": ("", ["a4-a5"], ["a6-a5", "a8-a7"], ("noir", "black")),
    "makyek": ("", ["a4-a5"], ["a6-a5"], ("à Noir", "Black's")),
    "malawi": ("", ["a3-a5", "a3>b1c1", "a3*a5"], ["a6-a4", "a6>b6c6", "a6*a4"], ("à l'adversaire", "the opponent's")),
    "turkish": ("", ["a4-a5", "a4xa6"], ["a6-a5", "a6xa4"], ("à Noir", "Black's")),
}


@pytest.mark.parametrize("name", list(OWN_GAMES))
def test_an_empty_cell_is_refused_as_empty_and_a_foreign_piece_as_foreign(name):
    rules = OWN_GAMES[name]()
    text, empty, foreign, told = ORIGINS[name]
    pos = rules.load(text) if text else rules.start()
    for move in empty:
        cell, refusal = move[:2], refused(rules, pos, move)
        assert (refusal.cells, refusal.detail) == ((cell,), (f"Il n'y a rien en {cell}.", f"There is nothing on {cell}."))
    for move in foreign:
        refusal = refused(rules, pos, move)
        assert refusal.cells == (move[:2],)
        assert refusal.because.id.endswith((".turn", ".first"))
        assert all(words in detail for words, detail in zip(told, refusal.detail, strict=True)), refusal.detail
