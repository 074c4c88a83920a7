"""Positions of the exact endings, drawn by chance."""

from collections.abc import Iterator
from random import Random

from tablier.endings.files import find_file
from tablier.endings.retrograde import Solver
from tablier.endings.sets import EndingSet, has_endings, layout_of, name_of, named
from tablier.endings.slabs import Slabs
from tablier.games import AnyGame
from tablier.kernels import kernel_of


def known_sets(rules: AnyGame) -> list[EndingSet]:
    """The sets of a game whose values are there; none for a game without endings."""
    if not has_endings(rules):
        return []
    layout = layout_of(rules)
    found = []
    for ending in (named(layout, name) for name in layout.names()):
        variant = layout.variant(dict(rules.options), ending.strong, ending.weak)
        if variant is not None and find_file(rules.info.id, name_of(layout, ending), variant) is not None:
            found.append(ending)
    return found


def drawn_positions(rules: AnyGame, ending: EndingSet, rng: Random, tries: int) -> Iterator[str]:
    """Positions of a set by numbers drawn so many times, either side to move; a number may have none."""
    layout = layout_of(rules)
    standing = layout(kernel_of(rules))
    slabs, sizes = Slabs(), []
    for own, other in ending.sides:
        index = standing.index(own, other)
        gains = bytes(index.size) if layout.captures_decide else None
        slabs.add(index, bytes(index.size), gains, inside=False, through=True)
        sizes.append(index.size)
    solver = Solver(standing, slabs)
    for _ in range(tries):
        which = rng.randrange(len(sizes))
        text = solver.position(which, rng.randrange(sizes[which]))
        if text is not None:
            yield text
