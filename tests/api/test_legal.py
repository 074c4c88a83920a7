"""What a client may click is what the law allows, listed by a kernel or by the law."""

import random

import pytest

from tablier import games
from tablier.api import legal
from tablier.core.match import Match
from tablier.testing import variants

VARIANTS = [variant for cls in games().values() for variant in variants(cls)]


def walked(game, plies=60):
    """A match after each of some random moves."""
    match, dice = Match(game), random.Random(repr(game))
    for _ in range(plies):
        yield match
        if match.outcome is not None:
            return
        match.apply(dice.choice(match.legal()))


def by_the_law(match):
    game, pos = match.game, match.position
    if match.outcome is not None:
        return {}
    return {game.write(pos, move): (g.ordered, tuple(sorted(g.unordered))) for move, g in game.gestures(pos).items()}


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_legal_moves_and_their_clicks_are_those_of_the_law(game):
    for match in walked(game):
        listed = {text: (move.ordered, move.unordered) for text, move in legal.legal_moves(match).items()}
        assert listed == by_the_law(match), game.dump(match.position)


def test_without_a_kernel_the_law_lists_the_same():
    lister = legal.MoveLister(games()["malawi"](), use_kernel=False)
    for match in walked(lister.game, 10):
        listed = lister.list_moves(match.position)
        assert {text: (move.ordered, move.unordered) for text, move in listed.items()} == by_the_law(match)


def test_the_cache_of_clicks_is_bounded(monkeypatch):
    monkeypatch.setattr(legal, "MOST_CACHED", 50)
    lister = legal.MoveLister(games()["malawi"]())
    for match in walked(lister.game, 20):
        listed = lister.list_moves(match.position)
        assert len(lister._cache) <= 50 + len(listed)
