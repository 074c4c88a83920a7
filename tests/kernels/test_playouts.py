"""Random games: a seed names its games, and a kernel that draws moves in a quicker way plays the very same ones."""

import pytest

from tablier import games
from tablier.kernels import has_kernel, kernel_of
from tablier.testing import variants

VARIANTS = [variant for cls in games().values() if has_kernel(cls()) for variant in variants(cls)]
GAMES, LONGEST = 3, 400
WORD = 2**64


def mixed(k: int) -> int:
    """splitmix64, as in bits.pxd."""
    k = (k + 0x9E3779B97F4A7C15) % WORD
    k = (k ^ k >> 30) * 0xBF58476D1CE4E5B9 % WORD
    k = (k ^ k >> 27) * 0x94D049BB133111EB % WORD
    return k ^ k >> 31


def replayed(rules, seed: int, number: int):
    """One game of a seed, each move drawn from the list of legal moves."""
    twin, state = kernel_of(rules), mixed((mixed(seed) + number) % WORD)
    for plies in range(LONGEST):
        legal = twin.legal_moves()
        if not legal:
            return plies, twin.ranks
        twin.push(legal[mixed(state) * len(legal) // WORD])
        state = (state + 0x9E3779B97F4A7C15) % WORD
    return LONGEST, twin.ranks


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_playouts_are_the_games_that_their_seed_names(rules):
    found = kernel_of(rules).playouts(GAMES, 11, longest=LONGEST)
    expected = [replayed(rules, 11, number) for number in range(GAMES)]
    assert found.plies == sum(plies for plies, _ in expected)
    assert found.unfinished == sum(ranks is None for _, ranks in expected)
    for seat, firsts in enumerate(found.firsts):
        assert firsts == pytest.approx(sum((ranks[seat] == 1) / ranks.count(1) for _, ranks in expected if ranks))
