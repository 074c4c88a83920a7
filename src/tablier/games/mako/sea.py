"""The sea of Mako Naval: fourteen by fourteen cells, four ports, four shores, and the band of the short duel."""

from functools import cache

from tablier.core.board import ALL_EIGHT, Board, Tag
from tablier.core.grid import Cells, replaced, write_rows
from tablier.core.text import Text

SIZE = 14
FACES = 6
"""The sides of the die, hence the farthest throw."""

BOATS = "SWNE"
"""The letter of each boat; its mines bear the small one. Clockwise, as the turn goes."""

NAMES = (Text("Sud", "South"), Text("Ouest", "West"), Text("Nord", "North"), Text("Est", "East"))
WHOSE = (Text("de Sud", "South's"), Text("d'Ouest", "West's"), Text("de Nord", "North's"), Text("d'Est", "East's"))
COLOURS = ("red", "blue", "green", "yellow")

SEA = Board(SIZE, SIZE)
STEPS = SEA.steps(ALL_EIGHT)
RAYS = SEA.rays(ALL_EIGHT)
THROWS = tuple(tuple(tuple(ray[n] for ray in rays if len(ray) > n) for n in range(FACES)) for rays in RAYS)
"""For each cell and each face of the die (from 0), the cells a mine can reach."""


def _turned(index: int, quarters: int) -> int:
    """The cell that quarter turns clockwise about the centre lead to."""
    x, y = SEA.cells[index].x, SEA.cells[index].y
    for _ in range(quarters):
        x, y = y, SIZE - 1 - x
    return y * SIZE + x


PORTS = tuple(_turned(SEA.index("g1"), boat) for boat in range(4))
_NORTH_SHORE = frozenset(range(SIZE * (SIZE - 1) + 1, SIZE * SIZE - 1)) - {PORTS[2]}
GOALS = tuple(frozenset(_turned(cell, boat) for cell in _NORTH_SHORE) for boat in range(4))
"""For each boat its eleven arrival cells: the shore opposite its port, less the corners and the port there."""

TO_GO = tuple(tuple(SIZE - 1 - SEA.cells[_turned(cell, -boat % 4)].y for cell in range(SIZE * SIZE)) for boat in range(4))
"""By boat and cell the rows that are left to the shore opposite, for engines."""

RING = frozenset(i for i, cell in enumerate(SEA.cells) if {cell.x, cell.y} & {0, SIZE - 1})


def chart(stands: dict[str, str]) -> Cells:
    """The cells with boats and mines on them: `{"S": "g1", "n": "g6 h6"}`."""
    return replaced(("",) * len(SEA.cells), {SEA.index(name): code for code, where in stands.items() for name in where.split()})


def sea(**stands: str) -> str:
    """The board of a position text with these boats and mines: `sea(S="g1", n="g6 h6")`."""
    return write_rows(chart(stands), SEA, ",")


class Waters:
    """The sea of one mode: which boats are there, and how wide it is."""

    def __init__(self, boats: tuple[int, ...], band: str) -> None:
        first, last = (ord(letter) - ord("a") for letter in (band[0], band[-1]))
        self.boats, self.band = boats, band
        self.outside = frozenset(i for i, cell in enumerate(SEA.cells) if not first <= cell.x <= last)
        self.owner = {PORTS[boat]: boat for boat in boats}
        self.closed = frozenset(PORTS) - frozenset(self.owner) - self.outside
        self.goals = tuple(goals - self.outside if boat in boats else frozenset() for boat, goals in enumerate(GOALS))
        self.board = Board(SIZE, SIZE, tags=lambda x, y: self._tags(y * SIZE + x), legend=self._legend())

    def _tags(self, cell: int) -> list[str]:
        if cell in self.outside:
            return ["outside"]
        if cell in self.owner:
            return [f"port-{BOATS[self.owner[cell]].lower()}"]
        if cell in self.closed:
            return ["closed"]
        if cell in (0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1):
            return ["corner"]
        return [f"shore-{BOATS[boat].lower()}" for boat in self.boats if cell in self.goals[boat]]

    def _legend(self) -> tuple[Tag, ...]:
        tags: list[Tag] = []
        for boat in self.boats:
            letter, whose, colour = BOATS[boat].lower(), WHOSE[boat], COLOURS[boat]
            tags += [
                Tag(f"port-{letter}", Text(f"port {whose.fr}", f"{whose.en} port"), colour),
                Tag(f"shore-{letter}", Text(f"rivage d'arrivée {whose.fr}", f"{whose.en} arrival shore"), colour),
            ]
        if self.outside:
            return (*tags, Tag("outside", Text("hors de la bande", "outside the band"), "grey"))
        tags.append(Tag("corner", Text("coin : de l'eau comme une autre", "corner: water like any other")))
        if self.closed:
            tags.append(Tag("closed", Text("port fermé", "closed port"), "grey"))
        return tuple(tags)


@cache
def waters(boats: tuple[int, ...], band: str) -> Waters:
    """The sea of these boats and this band, made once."""
    return Waters(boats, band)
