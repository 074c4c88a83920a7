"""Building sets side by side, in processes or on many machines: waves of sets that need nothing of each other.

An executor (`arena.executors`, which is above this package) runs `build_for` for each order of a wave. A set is built in the folder of the
machine that builds it, where an interrupted build goes on; files travel as bytes, so that no folder need be shared.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.endings.build import Progress, build_alone, needed, rules_of, variant_of
from tablier.endings.files import find_file, path_in, user_folder
from tablier.endings.sets import EndingSet, layout_of, name_of, named
from tablier.files import replacing
from tablier.games import AnyGame, game

S = TypeVar("S")
T = TypeVar("T")


class Planned(NamedTuple):
    """A set to build: its game, its name, its variant."""

    game: str
    name: str
    variant: str

    @property
    def rules(self) -> AnyGame:
        """The rules that it is built with."""
        plain = game(self.game)
        return rules_of(layout_of(plain), plain, self.variant)

    @property
    def ending(self) -> EndingSet:
        """The set."""
        return named(layout_of(self.rules), self.name)

    @property
    def needed(self) -> list["Planned"]:
        """The sets that one move leads to."""
        layout = layout_of(self.rules)
        return [Planned(self.game, name_of(layout, one), variant) for one, variant in needed(layout, self.rules, self.ending)]

    @property
    def file(self) -> Path | None:
        """Its file here, shipped or built; None where there is none."""
        return find_file(*self)

    @property
    def path(self) -> Path:
        """Where it is built."""
        return path_in(user_folder(), *self)


class Order(NamedTuple):
    """What a process is asked to build, with the files that it needs, by set."""

    planned: Planned
    again: bool
    files: tuple[tuple[Planned, bytes], ...]


class Built(NamedTuple):
    """A set that was built, and its file; or why it was not."""

    planned: Planned
    file: bytes
    error: Text | None = None


class Runner(Protocol):
    """What runs a task for each item, as executors of the arena do."""

    def run(self, task: Callable[[S], T], items: Iterable[S]) -> Generator[T, None, None]:
        """Yield what the task returns, in the order in which it ends."""


def waves(rules: AnyGame, endings: Sequence[EndingSet], *, again: bool = False) -> list[list[Planned]]:
    """The sets that are not there, those asked for and those they lead to; a set leads only to sets of earlier waves. With `again`, those
    asked for are built though they are there."""
    asked = [Planned(rules.info.id, name_of(layout_of(rules), one), variant_of(rules, one)) for one in endings]
    ranks: dict[Planned, int] = {}

    def rank(planned: Planned) -> int:
        """The wave of a set; -1 where it is there."""
        if planned not in ranks:
            there = planned.file is not None and not (again and planned in asked)
            ranks[planned] = -1 if there else 1 + max(map(rank, planned.needed), default=-1)
        return ranks[planned]

    last = max(map(rank, asked), default=-1)
    return [[planned for planned, wave in ranks.items() if wave == number] for number in range(last + 1)]


def build_planned(
    planned: Sequence[list[Planned]], runner: Runner, *, memory: int, stopping: Callable[[], bool], again: bool = False
) -> Iterator[Path]:
    """Build waves with a runner, one core for each set; yields each file as it arrives here. `stopping` is asked in the processes."""
    for wave in planned:
        with closing(runner.run(partial(build_for, memory, stopping), (_order(one, again) for one in wave))) as results:
            for built in results:
                if built.error is not None:
                    raise TablierError(built.error)
                yield _kept(built)


class Stopped(Exception):
    """The runner has been closed."""


def build_for(memory: int, stopping: Callable[[], bool], order: Order) -> Built:
    """Build a set in the present process. An error is returned as its text, which every process can unpickle."""
    planned = order.planned

    def report(done: Progress) -> None:
        if stopping():
            raise Stopped

    try:
        for smaller, data in order.files:
            if smaller.file is None:
                _write(smaller, data)
        build_alone(planned.rules, planned.ending, planned.variant, threads=1, memory=memory, report=report, again=order.again)
    except TablierError as error:
        return Built(planned, b"", error.text)
    except OSError as error:
        return Built(planned, b"", Text(f"{error.filename} : {error.strerror}", f"{error.filename}: {error.strerror}"))
    return Built(planned, _data(planned))


def _order(planned: Planned, again: bool) -> Order:
    return Order(planned, again, tuple((smaller, _data(smaller)) for smaller in planned.needed))


def _kept(built: Built) -> Path:
    """The file of a set here, written unless it was built here."""
    path = built.planned.path
    if not path.is_file() or path.read_bytes() != built.file:
        _write(built.planned, built.file)
    return path


def _write(planned: Planned, data: bytes) -> None:
    with replacing(planned.path) as out:
        out.write(data)


def _data(planned: Planned) -> bytes:
    """The bytes of a file that is there."""
    file = planned.file
    if file is None:
        raise TablierError(Text(f"Il faut d'abord construire {planned.name}.", f"{planned.name} has to be built first."))
    return file.read_bytes()
