"""Building sets: smaller ones first, on all cores, in a memory that is known before, to be continued after an interruption."""

import json
import os
import queue
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.endings.files import EndingFile, find_file, path_in, user_folder, write_file
from tablier.endings.layouts.base import Layout
from tablier.endings.locks import alone
from tablier.endings.retrograde import Solver, Tally
from tablier.endings.sets import EndingSet, all_sets, below, layout_of, name_of
from tablier.endings.slabs import Slabs
from tablier.files import replacing
from tablier.games import AnyGame, game
from tablier.kernels import kernel_of

FARTHEST = 220
"""Plies to the end that a byte holds beside the counts of an open position; as in slabs.pxd."""

CHUNK = 1 << 18
"""Numbers that a thread takes at once."""

CHECKPOINT = 60.0
"""Seconds between two notes of how far a build is."""


class Progress(NamedTuple):
    """How far a build is: the set, its layer in plies, what was decided in it, and how many numbers there are; all 0 while another process
    builds the set."""

    name: str
    layer: int
    decided: int
    entries: int

    @property
    def waits(self) -> bool:
        """Whether another process builds the set."""
        return not self.entries


Report = Callable[[Progress], None]


class TooLarge(TablierError):
    """A set needs more memory than is allowed."""


def rules_of(layout: type[Layout], rules: AnyGame, variant: str) -> AnyGame:
    """The rules that a variant is built with."""
    return game(rules.info.id, **layout.options(variant))


def needed(layout: type[Layout], rules: AnyGame, ending: EndingSet) -> Iterator[tuple[EndingSet, str]]:
    """The sets that one move leads to, with their variants, those whose games are over left out."""
    known = set(all_sets(layout))
    for smaller in sorted(below(layout, ending) & known, key=lambda one: (one.men, name_of(layout, one))):
        variant = layout.variant(dict(rules.options), smaller.strong, smaller.weak)
        if variant is not None:
            yield smaller, variant


def build_with_needed(
    rules: AnyGame, ending: EndingSet, *, threads: int = 0, memory: int = 4 << 30, report: Report | None = None, again: bool = False
) -> list[Path]:
    """Build a set after those it changes into; files that exist are kept, unless the set itself is asked for `again`."""
    layout, variant = layout_of(rules), variant_of(rules, ending)
    if not again and find_file(rules.info.id, name_of(layout, ending), variant) is not None:
        return []
    own, built = rules_of(layout, rules, variant), []
    for smaller, other in needed(layout, own, ending):
        built += build_with_needed(rules_of(layout, rules, other), smaller, threads=threads, memory=memory, report=report)
    path = build_alone(own, ending, variant, threads=threads, memory=memory, report=report, again=again)
    return built if path is None else [*built, path]


def variant_of(rules: AnyGame, ending: EndingSet) -> str:
    """The variant in which a set is kept for these rules."""
    variant = layout_of(rules).variant(dict(rules.options), ending.strong, ending.weak)
    if variant is None:
        raise TablierError(Text("Ces options n'ont pas de finales exactes.", "These options have no exact endings."))
    return variant


def build_alone(
    rules: AnyGame, ending: EndingSet, variant: str, *, threads: int, memory: int, report: Report | None = None, again: bool = False
) -> Path | None:
    """Build a set whose smaller ones are there; None where another process has built it meanwhile."""
    name = name_of(layout_of(rules), ending)

    def waits() -> None:
        if report is not None:
            report(Progress(name, 0, 0, 0))

    with alone(path_in(user_folder(), rules.info.id, name, variant), waits):
        if not again and find_file(rules.info.id, name, variant) is not None:
            return None
        return Builder(rules, ending, variant, threads=threads, memory=memory).build(report)


class Builder:
    """Builds one set whose smaller sets are there."""

    def __init__(self, rules: AnyGame, ending: EndingSet, variant: str, *, threads: int = 0, memory: int = 4 << 30) -> None:
        self.rules, self.ending, self.variant = rules, ending, variant
        self.kind = layout_of(rules)
        self.name = name_of(self.kind, ending)
        self.threads = threads or os.cpu_count() or 1
        self.metric = self.kind.metric(variant, ending.strong, ending.weak)
        self.solving = self._room_to_solve()
        self.slabs = Slabs()
        self.codes: list[bytearray] = []
        self.gains: list[bytearray] = []
        self._take_room(self.kind(kernel_of(rules)), memory)
        self.solvers: queue.SimpleQueue[Solver] = queue.SimpleQueue()
        for _ in range(self.threads):
            self.solvers.put(Solver(self.kind(kernel_of(rules)), self.slabs))
        self.path = path_in(user_folder(), rules.info.id, self.name, variant)

    def _take_room(self, layout: Layout, memory: int) -> None:
        """Make the slabs: those to build, and unless the set is solved at once those that it leads to."""
        indexes = [layout.index(own, other) for own, other in self.ending.sides]
        room = sum(index.size * (1 + self.kind.captures_decide) + index.room for index in indexes)
        smaller = [] if self.solving else [(one, self._open(one, variant)) for one, variant in needed(self.kind, self.rules, self.ending)]
        self.room = room + (self.solving or 0) + sum(sum(file.sizes) for _, file in smaller)
        if self.room > memory:
            need, have = f"{self.room / 2**30:.2f}", f"{memory / 2**30:.2f}"
            raise TooLarge(
                Text(
                    f"{self.name} demande {need} Go de mémoire, plus que {have}.",
                    f"{self.name} needs {need} GB of memory, more than {have}.",
                )
            )
        for index in indexes:
            self.codes.append(bytearray(index.size))
            gains = bytearray(index.size) if self.kind.captures_decide else None
            if gains is not None:
                self.gains.append(gains)
            self.slabs.add(index, self.codes[-1], gains, inside=True, through=self.metric == "end")
        for one, file in smaller:
            sides = one.sides
            for which, (own, other) in enumerate(sides):
                gained = file.slab(len(sides) + which) if self.kind.captures_decide else None
                index = layout.index(own, other)
                file.expect(which, index.size)
                self.slabs.add(index, file.slab(which), gained, inside=False, through=True)

    def _room_to_solve(self) -> int | None:
        return self.kind.room_to_solve(self.variant, self.ending.strong, self.ending.weak)

    def _open(self, ending: EndingSet, variant: str) -> EndingFile:
        name = name_of(self.kind, ending)
        path = find_file(self.rules.info.id, name, variant)
        if path is None:
            raise TablierError(Text(f"Il faut d'abord construire {name}.", f"{name} has to be built first."))
        return EndingFile(path)

    # -- layers ----------------------------------------------------------------------------------------

    def build(self, report: Report | None = None) -> Path:
        """Build the set and write its file."""
        begin = time.perf_counter()
        if self.solving is not None:
            self._solve(report)
            return self._finish(time.perf_counter() - begin)
        gain, layer, highest, before = self._resumed()
        first = layer == 0
        while gain > 0:
            if layer == 0:
                highest = self._each("begin", gain, first)
                first = False
            self._spread(gain, layer, highest, before + time.perf_counter() - begin, report)
            gain, layer = gain - 1, 0
        return self._finish(before + time.perf_counter() - begin)

    def _solve(self, report: Report | None) -> None:
        """Fill the slabs from a set that its layout solves in a quicker way."""
        entries = sum(map(len, self.codes))

        def tell(layer: int, changed: int) -> None:
            if report is not None:
                report(Progress(self.name, layer, changed, entries))

        self._each("fill", self.kind.solve(self.variant, self.ending.strong, self.ending.weak, tell, self.threads))

    def _spread(self, gain: int, layer: int, highest: int, spent: float, report: Report | None) -> None:
        """Layer after layer, until nothing is left to decide."""
        begin = saved = time.perf_counter()
        while layer <= highest:
            layer += 1
            decided = sum(self._parts("mark", layer, gain))
            if decided:
                highest = max(highest, self._each("settle", layer, gain))
            if highest > FARTHEST:
                raise TablierError(
                    Text(f"{self.name} : des gains de plus de {FARTHEST} coups.", f"{self.name}: wins of more than {FARTHEST} plies.")
                )
            if report is not None:
                report(Progress(self.name, layer, decided, sum(map(len, self.codes))))
            if time.perf_counter() - saved > CHECKPOINT:
                saved = time.perf_counter()
                self._save({"gain": gain, "layer": layer, "highest": highest, "seconds": spent + saved - begin, "farthest": FARTHEST})
        self._parts("close")

    def _each(self, phase: str, *given: Any) -> int:
        highest = max(self._parts(phase, *given))
        for solver in self._all_solvers():
            if solver.missing is not None:
                raise AssertionError(f"{self.name} leads to {solver.missing}, which is in none of its smaller sets")
        return highest

    def _parts(self, phase: str, *given: Any) -> list[int]:
        ranges = [(slab, low, min(low + CHUNK, len(codes))) for slab, codes in enumerate(self.codes) for low in range(0, len(codes), CHUNK)]

        def work(part: tuple[int, int, int]) -> int:
            solver = self.solvers.get()
            try:
                result: int = getattr(solver, phase)(*part, *given)
                return result
            finally:
                self.solvers.put(solver)

        if self.threads == 1:
            return [work(part) for part in ranges]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(work, ranges))

    def _all_solvers(self) -> list[Solver]:
        solvers = [self.solvers.get() for _ in range(self.threads)]
        for solver in solvers:
            self.solvers.put(solver)
        return solvers

    # -- interruption ----------------------------------------------------------------------------------

    @property
    def _part(self) -> Path:
        return self.path.with_suffix(".part")

    def _save(self, state: dict[str, Any]) -> None:
        with replacing(self._part) as out:
            out.write(json.dumps(state).encode() + b"\n")
            for slab in (*self.codes, *self.gains):
                out.write(slab)

    def _resumed(self) -> tuple[int, int, int, float]:
        """Gain, layer, highest code and seconds spent: of the last note, else of a beginning."""
        gains = max(sum(self.ending.strong), sum(self.ending.weak)) if self.kind.captures_decide else 1
        if not self._part.is_file():
            return gains, 0, 0, 0.0
        slabs = (*self.codes, *self.gains)
        with self._part.open("rb") as file:
            state = _noted(file.readline())
            if self._part.stat().st_size - file.tell() != sum(map(len, slabs)) or state.get("farthest") != FARTHEST:
                return gains, 0, 0, 0.0
            for slab in slabs:
                file.readinto(slab)
        return state["gain"], state["layer"], state["highest"], state["seconds"]

    # -- the end ---------------------------------------------------------------------------------------

    def _finish(self, seconds: float) -> Path:
        solver = self.solvers.get()
        sides = [self._about_side(solver, which) for which in range(len(self.codes))]
        for which in range(len(self.codes)):
            solver.smooth(which)
        about = {
            "game": self.rules.info.id,
            "rules": self.rules.info.version,
            "set": self.name,
            "variant": self.variant,
            "metric": self.metric,
            "sides": sides,
            "seconds": round(seconds, 1),
            "threads": self.threads,
        }
        write_file(self.path, about, (*self.codes, *self.gains), threads=self.threads)
        self._part.unlink(missing_ok=True)
        return self.path

    def _about_side(self, solver: Solver, which: int) -> dict[str, Any]:
        found: Tally = solver.tally(which, 0, len(self.codes[which]))
        distances = list(found.distances)
        while distances and not distances[-1]:
            distances.pop()
        position = solver.position(which, found.longest_at) if found.longest else None
        return {
            "entries": found.entries,
            "positions": found.positions,
            "wins": found.wins,
            "draws": found.draws,
            "losses": found.losses,
            "longest": found.longest - 1 if found.longest else None,
            "position": position,
            "distances": distances,
        }


def _noted(line: bytes) -> dict[str, Any]:
    """The state in the first line of a note; an empty one where it is none."""
    try:
        state = json.loads(line)
    except ValueError:
        return {}
    return state if isinstance(state, dict) else {}
