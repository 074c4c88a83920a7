"""Malawi's kernel plays random games without listing their moves: they must be the games that the lists give."""

import pytest

from tablier.kernels import kernel

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
GAMES = 4


def mixed(k: int) -> int:
    """splitmix64, as in bits.pxd."""
    k = k + GOLDEN & WORD
    k = (k ^ k >> 30) * 0xBF58476D1CE4E5B9 & WORD
    k = (k ^ k >> 27) * 0x94D049BB133111EB & WORD
    return k ^ k >> 31


def plies_by_lists(twin, seed: int, longest: int) -> int:
    """The length of one game, each move drawn from the list of legal moves; the kernel stands at its end."""
    state = mixed(mixed(seed))
    plies = 0
    while plies < longest and (moves := twin.legal_moves()):
        twin.push(moves[mixed(state) * len(moves) >> 64])
        state = state + GOLDEN & WORD
        plies += 1
    return plies


@pytest.mark.parametrize("directions", ["8", "4"])
def test_random_games_are_those_that_the_lists_of_moves_give(directions):
    for seed in range(GAMES):
        twin = kernel("malawi", directions=directions)
        played = twin.playouts(1, seed, longest=500)
        assert plies_by_lists(twin, seed, 500) == played.plies
        firsts = tuple(float(rank == 1) for rank in twin.ranks) if twin.ranks else (0.0, 0.0)
        assert firsts == played.firsts
