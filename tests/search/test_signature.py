"""The number that tells a refactoring of the search from a change in how it plays."""

from tablier import game
from tablier.search.registry import has_tree, tree_games
from tablier.search.signature import PLIES, bench_positions, nodes


def test_two_runs_count_the_same_nodes():
    for rules in tree_games():
        assert nodes(rules, depth=3) == nodes(rules, depth=3) > 0


def test_the_positions_are_the_same_each_time_and_stand_apart():
    rules = next(tree_games())
    once, twice = ([rules.dump(match.position) for match in bench_positions(rules)] for _ in range(2))
    assert once == twice and len(set(once)) == len(PLIES)
    assert once[0] == rules.dump(rules.start())


def test_games_with_dice_have_no_tree():
    assert has_tree(game("makyek")) and not has_tree(game("mako"))
