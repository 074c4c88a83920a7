"""Sets of men: their names, what they can change into, and which of them a game has.

A set is two sides, the one with more first: `KR-K`; where a game has one kind of man, the numbers: `3-2`. A layout lives in
the module of the same name as its law (`games/makruk`, `endings/layouts/makruk.pyx`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.kernels import NoKernel, has_kernel, module_of

if TYPE_CHECKING:
    from tablier.endings.layouts.base import Layout

Counts = tuple[int, ...]
"""How many men of each kind one side has, in the order of the layout's letters."""


class NoEnding(TablierError):
    """There is no such set, or nothing is built of it."""


@dataclass(frozen=True, slots=True)
class EndingSet:
    """The men of both sides; the value of its positions is kept for either side to move."""

    strong: Counts
    weak: Counts

    @property
    def sides(self) -> tuple[tuple[Counts, Counts], ...]:
        """The mover's men and the other's: once, where both have the same."""
        both = (self.strong, self.weak), (self.weak, self.strong)
        return both[:1] if self.strong == self.weak else both

    @property
    def men(self) -> int:
        """How many stand on the board."""
        return sum(self.strong) + sum(self.weak)


def layout_of(rules: AnyGame) -> "type[Layout]":
    """How the men of a game are counted; `NoEnding` for a game without endings."""
    name, module = rules.info.id, f"tablier.endings.layouts.{module_of(type(rules))}"
    if not has_kernel(rules):
        raise NoKernel(
            Text(
                f"Les finales de « {name} » demandent son noyau compilé, qui manque ici.",
                f"The endings of '{name}' need its compiled kernel, which is missing here.",
            )
        )
    try:
        layouts: dict[str, type[Layout]] = import_module(module).LAYOUTS
        return layouts[name]
    except (ModuleNotFoundError, KeyError):
        raise NoEnding(Text(f"« {name} » n'a pas de finales exactes.", f"'{name}' has no exact endings.")) from None


def has_endings(rules: AnyGame) -> bool:
    """True for a game with a kernel and a layout."""
    try:
        layout_of(rules)
    except (NoEnding, NoKernel):
        return False
    return True


def set_of(layout: "type[Layout]", one: Counts, other: Counts) -> EndingSet:
    """The set of two sides, whichever of them is to move."""
    return EndingSet(*sorted((one, other), key=lambda men: (sum(men), men[::-1]), reverse=True))


def name_of(layout: "type[Layout]", ending: EndingSet) -> str:
    """How a set is written."""
    return "-".join(_side_text(layout, men) for men in (ending.strong, ending.weak))


def named(layout: "type[Layout]", name: str) -> EndingSet:
    """The set of this name, the sides and the men of a side in any order; `NoEnding` says what names look like."""
    sides = name.strip().upper().split("-")
    men = [_read_side(layout, side) for side in sides]
    known = layout.names()
    if len(men) == 2 and men[0] is not None and men[1] is not None:
        ending = set_of(layout, men[0], men[1])
        if name_of(layout, ending) in {name_of(layout, _plain(layout, other)) for other in known}:
            return ending
    shown = ", ".join(name_of(layout, _plain(layout, other)) for other in known[:12])
    raise NoEnding(Text(f"Pas de finale « {name[:40]} » ; il y a {shown}…", f"There is no ending '{name[:40]}'; there are {shown}…"))


def all_sets(layout: "type[Layout]") -> list[EndingSet]:
    """The sets that can be built, each after those it changes into."""
    return [_plain(layout, name) for name in layout.names()]


def below(layout: "type[Layout]", ending: EndingSet) -> set[EndingSet]:
    """The sets that one move can lead to, by captures or a promotion; those in which the game is over included."""
    found = {
        set_of(layout, after, left)
        for own, other in ending.sides
        for after in (own, *_promoted(layout, own))
        for left in _fewer(layout, other)
    }
    return found - {ending}


def _promoted(layout: "type[Layout]", men: Counts) -> Iterator[Counts]:
    """The men of a side after one of them is promoted."""
    for kind, better in layout.promotions.items():
        if men[kind]:
            yield _changed(men, kind, better)


def _fewer(layout: "type[Layout]", men: Counts) -> set[Counts]:
    """The men that one move can leave to the other side, down to the fewest with which the game goes on."""
    found = now = {men}
    for _ in range(min(layout.most_taken, sum(men) - max(1, sum(layout.least)))):
        now = {_changed(one, kind, None) for one in now for kind, number in enumerate(one) if number > layout.least[kind]}
        found |= now
    return found


def _changed(men: Counts, less: int, more: int | None) -> Counts:
    return tuple(number - (kind == less) + (kind == more) for kind, number in enumerate(men))


def _side_text(layout: "type[Layout]", men: Counts) -> str:
    if len(layout.letters) == 1:
        return str(men[0])
    return "".join(letter * number for letter, number in reversed(list(zip(layout.letters, men, strict=True))))


def _read_side(layout: "type[Layout]", text: str) -> Counts | None:
    if len(layout.letters) == 1:
        return (int(text),) if text.isascii() and text.isdecimal() and len(text) == 1 else None
    if not text or any(letter not in layout.letters for letter in text):
        return None
    return tuple(text.count(letter) for letter in layout.letters)


def _plain(layout: "type[Layout]", name: str) -> EndingSet:
    one, other = (_read_side(layout, side) for side in name.split("-"))
    if one is None or other is None:
        raise ValueError(name)
    return set_of(layout, one, other)
