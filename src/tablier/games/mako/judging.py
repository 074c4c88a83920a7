"""Where a boat may not sail and a mine may not fall, and the clause that says so."""

from tablier.core.play import Refusal
from tablier.core.text import Text
from tablier.games.mako.clauses import ABSENT, BAND, LAY, MINED, OCCUPIED, PORT, SAIL, SHELTER, TAKEN, TURN
from tablier.games.mako.geometry import BOATS, NAMES, PORTS, RAYS, SEA, THROWS, WHOSE, Waters
from tablier.games.mako.positions import Lay, Position, Sail
from tablier.games.mako.tables import Table


def sail_refusal(pos: Position, boat: int, to: int, table: Table, sea: Waters) -> Refusal | None:
    """Why a boat may not sail onto a neighbouring cell; None when it may."""
    code, cell = pos.cells[to], (SEA.names[to],)
    if to in sea.outside:
        return Refusal(BAND, cell, detail=_band(sea))
    if to in sea.closed:
        return Refusal(ABSENT, cell)
    if to in PORTS and to != PORTS[boat]:
        return Refusal(PORT, cell, detail=_port_of(sea.owner[to]))
    if not code:
        return None
    owner = BOATS.index(code.upper())
    if code in BOATS:
        return Refusal(OCCUPIED, cell, detail=Text(f"{NAMES[owner].fr} y est.", f"{NAMES[owner].en} is there."))
    if owner in table.friends[boat]:
        return None
    return Refusal(MINED, cell, detail=_mine_of(owner))


def lay_refusal(pos: Position, cell: int, table: Table, sea: Waters) -> Refusal | None:
    """Why no mine may be laid on a cell at the right distance; None when it may."""
    code, name = pos.cells[cell], (SEA.names[cell],)
    if cell in sea.outside:
        return Refusal(BAND, name, detail=_band(sea))
    if cell in sea.closed:
        return Refusal(ABSENT, name)
    if cell in PORTS:
        return Refusal(SHELTER, name, detail=_port_of(sea.owner[cell]))
    if not code:
        return None
    owner = BOATS.index(code.upper())
    if code not in BOATS:
        return Refusal(TAKEN, name, detail=_mine_of(owner))
    return Refusal(table.spared, name) if owner in table.friends[pos.side] else None


def far_sail(pos: Position, move: Sail, table: Table, to_act: Text) -> Refusal:
    """Why a boat that is not one's own, or a cell that is not next to it, is no way to sail."""
    cells = (SEA.names[move.origin], SEA.names[move.to])
    if pos.cells[move.origin] not in {BOATS[boat] for boat in table.crews[table.seat_of[pos.side]]}:
        return Refusal(TURN, cells[:1], detail=Text(f"Le tour est à {to_act.fr}.", f"The turn is {to_act.en}'s."))
    if move.to == move.origin:
        return Refusal(SAIL, cells[:1], detail=Text("Pour rester sur place, on passe.", "To stay in place, pass."))
    far = _distance(move.origin, move.to)
    return Refusal(SAIL, cells, detail=Text(f"C'est à {far} cases.", f"That is {far} cells away."))


def far_lay(pos: Position, move: Lay, table: Table, instead: tuple[str, ...]) -> Refusal:
    """Why a cell that the die does not reach gets no mine."""
    origin, start, cell = pos.cells.index(BOATS[pos.side]), where(pos), SEA.names[move.cell]
    for other in table.crews[table.seat_of[pos.side]]:
        if other != pos.side and move.cell in THROWS[pos.cells.index(BOATS[other])][pos.die - 1]:
            return Refusal(table.spared, (start, cell), instead)
    far = _distance(origin, move.cell)
    if not far:
        detail = Text("C'est la case du navire lui-même.", "That is the boat's own cell.")
    elif any(move.cell in ray for ray in RAYS[origin]):
        detail = Text(f"Le dé montre {pos.die}, et {cell} est à {far}.", f"The die shows {pos.die}, and {cell} is {far} away.")
    else:
        detail = Text(f"{cell} n'est pas en ligne droite avec {start}.", f"{cell} is not in a straight line from {start}.")
    return Refusal(LAY, (start, cell), instead, detail)


def where(pos: Position) -> str:
    """The cell of the boat that acts."""
    return SEA.names[pos.cells.index(BOATS[pos.side])]


def _band(sea: Waters) -> Text:
    return Text(f"Ici la bande va de {sea.band[0]} à {sea.band[-1]}.", f"Here the band goes from {sea.band[0]} to {sea.band[-1]}.")


def _port_of(boat: int) -> Text:
    return Text(f"C'est le port {WHOSE[boat].fr}.", f"It is {WHOSE[boat].en} port.")


def _mine_of(boat: int) -> Text:
    return Text(f"C'est une mine {WHOSE[boat].fr}.", f"It is {WHOSE[boat].en} mine.")


def _distance(one: int, other: int) -> int:
    """The number of steps between two cells, diagonal ones included."""
    a, b = SEA.cells[one], SEA.cells[other]
    return max(abs(a.x - b.x), abs(a.y - b.y))
