"""Checks of exact endings by the law."""

import random
from collections.abc import Iterator
from typing import Any

from tablier.core.play import Outcome
from tablier.endings.build import Builder
from tablier.endings.files import EndingFile, files_of
from tablier.endings.probe import Endings
from tablier.endings.retrograde import Solver
from tablier.endings.sets import has_endings, layout_of, named
from tablier.endings.slabs import Slabs
from tablier.endings.value import Exact
from tablier.games import AnyGame, game, games
from tablier.kernels import kernel_of
from tablier.testing import variants


class LayeredBuilder(Builder):
    """Builds layer by layer where a layout would solve the set at once."""

    def _room_to_solve(self) -> int | None:
        return None


def random_positions(rules: AnyGame, name: str, number: int, seed: int) -> Iterator[str]:
    """So many positions of a set, drawn by their numbers, either side to move."""
    layout = layout_of(rules)
    ending = named(layout, name)
    standing = layout(kernel_of(rules))
    slabs, sizes = Slabs(), []
    for own, other in ending.sides:
        index = standing.index(own, other)
        slabs.add(index, bytes(index.size), bytes(index.size) if layout.captures_decide else None, inside=False, through=True)
        sizes.append(index.size)
    solver, rng = Solver(standing, slabs), random.Random(seed)
    while number:
        which = rng.randrange(len(sizes))
        text = solver.position(which, rng.randrange(sizes[which]))
        if text is not None:
            number -= 1
            yield text


def result_of(outcome: Outcome, seat: int) -> int:
    """1 for a seat that has won, -1 for one that has lost, 0 for a draw."""
    return (outcome.ranks[seat] < outcome.ranks[1 - seat]) - (outcome.ranks[seat] > outcome.ranks[1 - seat])


def by_moves(endings: Endings, pos: Any, within: str | None = None) -> Exact | None:
    """The value that the law's moves give a position, over the values of what they lead to; None where one of those is not known. The
    distance leads to the end, or out of the set `within`."""
    rules = endings.rules
    best: Exact | None = None
    for move in rules.legal(pos):
        after = rules.apply(pos, move).after
        value = after_move(endings, after)
        if value is not None and within is not None and value.ending not in ("", within):
            value = value._replace(plies=int(value.result > 0))  # of the winner's own moves none is left
        if value is None:
            return None
        if best is None or _better(value, best):
            best = value
    return best


def kept_sets(largest: int) -> Iterator[tuple[AnyGame, str]]:
    """The sets that are at hand, of so many values at most, with each rules that they hold for."""
    for name in filter(lambda name: has_endings(game(name)), games()):
        for about, sizes in ((file.about, file.sizes) for file in map(EndingFile, files_of(name))):
            for rules in variants(games()[name]) if sum(sizes) <= largest else ():
                layout = layout_of(rules)
                ending = named(layout, about["set"])
                if layout.variant(dict(rules.options), ending.strong, ending.weak) == about["variant"]:
                    yield rules, about["set"]


def check_by_moves(name: str, options: dict[str, Any], ending: str, number: int, seed: int) -> int:
    """Compare the values of so many positions of a set with what the law's moves lead to, every second one with a count that runs
    already; gives how many of them ran."""
    rules, rng = game(name, **options), random.Random(seed)
    endings, running = Endings(rules), 0
    for text in random_positions(rules, ending, number, seed):
        pos = rules.load(" ".join(text.split()[:2]) if "count" in options else text)  # a count begins as the law has it
        if "count" in options and rng.random() < 0.5 and (limit := _limit_of(rules, pos)) is not None:
            pos = rules.load(f"{' '.join(text.split()[:2])} - {limit} {rng.randrange(limit + 1)} 1")
            running += 1
        _check(endings, pos)
    return running


def _limit_of(rules: AnyGame, pos: Any) -> int | None:
    """The limit of the count that runs with these men, or will after a move; None where there is none."""
    men = _men(rules.dump(pos))
    for text in (rules.dump(one) for one in (pos, *(rules.apply(pos, move).after for move in rules.legal(pos)))):
        limit = text.split()[3]
        if limit != "-" and _men(text) == men:
            return int(limit)
    return None


def _men(text: str) -> list[str]:
    return sorted(filter(str.isalpha, text.split()[0]))


def _check(endings: Endings, pos: Any) -> None:
    rules = endings.rules
    text, value = rules.dump(pos), endings.probe(rules.dump(pos))
    if rules.outcome(pos) is not None:
        assert value is None, text  # the law has spoken
        return
    expected = by_moves(endings, pos, value.ending if value is not None and value.to_change else None)
    assert value is not None and expected is not None, text
    if value.balance is not None:
        assert value.balance == expected.balance, text
        return
    assert value.result == expected.result, text
    if value.result:
        assert value.plies == expected.plies, text


def after_move(endings: Endings, after: Any) -> Exact | None:
    """The value of a move for its player, by what it leads to."""
    rules = endings.rules
    outcome = rules.outcome(after)
    if outcome is not None:
        result = -result_of(outcome, int(str(rules.turn(after))))
        return Exact("", result, 1, without_count=result, balance=_balance(rules, after))
    value = endings.probe(rules.dump(after))
    if value is None:
        return None
    balance = None if value.balance is None else -value.balance
    return value._replace(result=-value.result, without_count=-value.without_count, plies=value.plies + 1, balance=balance)


def _balance(rules: AnyGame, pos: Any) -> int | None:
    """Captures of the side not to move less those of the other, where they decide."""
    if not layout_of(rules).captures_decide:
        return None
    mine, other = "wb"[1 - pos.side], "wb"[pos.side]
    return int(pos.cells.count(mine)) - int(pos.cells.count(other))


def _better(one: Exact, other: Exact) -> bool:
    """Whether a value is better for the player: the balance, the result, then a near win or a far loss."""
    if one.balance is not None and other.balance is not None:
        return one.balance > other.balance
    if one.result != other.result:
        return one.result > other.result
    return one.plies < other.plies if one.result > 0 else one.plies > other.plies
