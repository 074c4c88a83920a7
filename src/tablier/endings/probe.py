"""Exact values of positions, from the files that are there."""

from collections.abc import Iterator
from functools import cached_property
from math import inf

from tablier.endings.files import BadEnding, EndingFile, find_file, logger, readable_files
from tablier.endings.index import Index
from tablier.endings.layouts.base import Layout
from tablier.endings.prober import Prober
from tablier.endings.sets import EndingSet, NoEnding, layout_of, name_of, named, set_of
from tablier.endings.slabs import Slabs
from tablier.endings.value import Exact
from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel

NEAR = 4
"""Men beyond the largest set in memory with which a search still asks the endings."""

IN_MEMORY = 24 << 20
"""Bytes of values that a search holds, the smallest sets first."""


class Endings:
    """What is exactly known of the positions of one game; files are opened when a position first needs them.

    A file that cannot be read is told of in the log and left out, as no ending is ever required; where `strict`, it is an error.
    """

    def __init__(self, rules: AnyGame, *, strict: bool = False) -> None:
        self.rules, self.strict = rules, strict
        self.layout = layout_of(rules)
        self.kernel = kernel_of(rules)
        self.prober = Prober(self.layout(self.kernel), Slabs())
        self._files: dict[EndingSet, EndingFile | None] = {}
        self._indexes: dict[tuple[int, ...], Index] = {}

    def probe(self, position: str) -> Exact | None:
        """The value of a position, as the law writes it; None where it is not known."""
        self.kernel.stand(position)
        return self._standing()

    def moves(self, position: str) -> dict[str, Exact]:
        """The value that each legal move has for the player of it, the best first: the soonest win, a draw, the longest defence; moves of
        unknown value are left out."""
        self.kernel.stand(position)
        known = [(move, value) for move, value in self._after_moves() if value is not None]
        return dict(sorted(known, key=lambda move: _worth(move[1]), reverse=True))

    def ranked(self, position: str) -> list[tuple[str, Exact]]:
        """All moves with their values, the best first; none unless every move is known."""
        values = self.moves(position)
        self.kernel.stand(position)
        return list(values.items()) if len(values) == self.kernel.perft(1) else []

    def wins(self, position: str) -> list[tuple[str, Exact]]:
        """The moves that are known to win, the soonest win first, though the values of others may not be known."""
        return [(move, value) for move, value in self.moves(position).items() if value.result > 0]

    def best(self, position: str) -> tuple[str, Exact] | None:
        """The move to play and its value; None unless every move is known."""
        ranked = self.ranked(position)
        return ranked[0] if ranked else None

    def near(self, position: str) -> bool:
        """True where so few men are left that a search may reach the endings that it would hold."""
        self.kernel.stand(position)
        return self.prober.counts() and sum(map(sum, self.prober.men())) <= self._most_held + NEAR

    @cached_property
    def _most_held(self) -> float:
        return max((ending.men for _, ending in _to_hold(self.rules)), default=-inf)

    def _after_moves(self) -> Iterator[tuple[str, Exact | None]]:
        """Each legal move of the position that stands, and its value for the player of it where it is known."""
        other = 1 - (self.kernel.turn or 0)
        for move in self.kernel.legal_moves():
            self.kernel.push(move)
            value = self._standing() or self._ended(other)
            self.kernel.pop()
            yield move, None if value is None else _for_player(value)

    def _best_after(self) -> Exact | None:
        """The value of the best move; None unless every move is known."""
        values = [value for _, value in self._after_moves()]
        known = [value for value in values if value is not None]
        return max(known, key=_worth) if len(known) == len(values) else None

    def _ended(self, seat: int) -> Exact | None:
        """The value for a seat of a position in which the game is over; None where it is not."""
        ranks = self.kernel.ranks
        if ranks is None:
            return None
        result = (ranks[seat] < ranks[1 - seat]) - (ranks[seat] > ranks[1 - seat])
        balance = self.prober.balance() if self.layout.captures_decide else None
        return Exact("", result, 0, without_count=result, balance=balance)

    def _standing(self) -> Exact | None:
        if self.kernel.ranks is not None:
            return None
        own, other = self.prober.men()
        ending = set_of(self.layout, own, other)
        try:
            return self._read(ending, own, other)
        except BadEnding as error:
            if self.strict:
                raise
            logger.warning(error.say("en"))
            self._files[ending] = None
            return None

    def _read(self, ending: EndingSet, own: tuple[int, ...], other: tuple[int, ...]) -> Exact | None:
        file = self._file(ending)
        if file is None:
            return None
        counts, which = own + other, ending.sides.index((own, other))
        if counts not in self._indexes:
            index = self.prober.layout.index(own, other)
            file.expect(which, index.size)
            self._indexes[counts] = index
        number = self.prober.number(self._indexes[counts])
        if number < 0:
            return None
        code = file.value(which, number)
        gain = file.value(len(ending.sides) + which, number) if self.layout.captures_decide else 0
        return self._value(name_of(self.layout, ending), file, code, gain)

    def _value(self, name: str, file: EndingFile, code: int, gain: int) -> Exact | None:
        balance = self.prober.balance() + (-gain if code % 2 else gain) if self.layout.captures_decide else None
        if not code:
            return Exact(name, 0 if balance is None else (balance > 0) - (balance < 0), balance=balance)
        plies, won = code - 1, code % 2 == 0
        left = self.prober.left(won)
        if left == -1:  # the moves decide what will be counted
            best = self._best_after()
            return None if best is None else best._replace(ending=name)
        if left is not None and plies > left and not self.prober.layout.limit_draws:
            return None
        side = 1 if won else -1
        result = side if balance is None else (balance > 0) - (balance < 0)
        fits = left is None or plies <= left
        moves_left = None if left is None or not self.prober.layout.limit_draws else (left + 1) // 2
        change = file.about["metric"] == "change"
        return Exact(name, result if fits else 0, plies, change, moves_left, side, balance)

    def _file(self, ending: EndingSet) -> EndingFile | None:
        if ending not in self._files:
            variant = self.layout.variant(dict(self.rules.options), ending.strong, ending.weak)
            path = None if variant is None else find_file(self.rules.info.id, name_of(self.layout, ending), variant)
            self._files[ending] = None if path is None else EndingFile(path)
        return self._files[ending]


def _for_player(value: Exact) -> Exact:
    """The value of what a move has led to, for the player of the move, which counts as one of the winner's own."""
    wins = value.without_count < 0
    return value._replace(
        result=-value.result,
        plies=value.plies + 1 if value.without_count else 0,
        left=value.left + 1 if value.left is not None and wins else value.left,
        without_count=-value.without_count,
        balance=None if value.balance is None else -value.balance,
    )


def _worth(value: Exact) -> tuple[int, int, int]:
    """What is better for the player of a move: the result, then the balance, then the nearer win or the farther loss."""
    return value.result, value.balance or 0, -value.plies if value.without_count > 0 else value.plies


def prober_for(rules: AnyGame, kernel: Kernel, held: Slabs) -> Prober:
    """A prober for a search over this kernel."""
    return Prober(layout_of(rules)(kernel), held)


def hold(rules: AnyGame) -> Slabs:
    """The values of the smaller sets in memory, for searches."""
    slabs, standing = Slabs(), layout_of(rules)(kernel_of(rules))
    for file, ending in _to_hold(rules):
        try:
            read = list(_slabs(standing, file, ending))
        except BadEnding as error:
            logger.warning(error.say("en"))
            continue
        for index, values in read:
            slabs.add(index, values, None, inside=False, through=True)
    return slabs


def _to_hold(rules: AnyGame) -> Iterator[tuple[EndingFile, EndingSet]]:
    """The files that a search holds in memory, smaller ones first; those whose distances do not lead to the end are left out."""
    layout, room = layout_of(rules), IN_MEMORY
    for file in sorted(readable_files(rules.info.id), key=lambda file: sum(file.sizes)):
        ending = _set_in(layout, file)
        if ending is None or file.about["metric"] != "end" or layout.captures_decide:
            continue
        if file.about["variant"] != layout.variant(dict(rules.options), ending.strong, ending.weak) or sum(file.sizes) > room:
            continue
        room -= sum(file.sizes)
        yield file, ending


def _slabs(standing: Layout, file: EndingFile, ending: EndingSet) -> Iterator[tuple[Index, bytearray]]:
    """The values of both sides, with how they are numbered."""
    for which, (own, other) in enumerate(ending.sides):
        index = standing.index(own, other)
        file.expect(which, index.size)
        yield index, file.slab(which)


def _set_in(layout: type[Layout], file: EndingFile) -> EndingSet | None:
    """The set of a file; None for one that this version does not know."""
    try:
        return named(layout, file.about["set"])
    except NoEnding:
        return None
