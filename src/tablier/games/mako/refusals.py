"""Why a boat of Mako Naval may not sail to a cell, and why no mine may be laid on one."""

from tablier.core.game import Place
from tablier.core.grid import nothing_on
from tablier.core.play import Refusal
from tablier.core.text import Text
from tablier.games.mako.clauses import ABSENT, BAND, LAY, MINED, OCCUPIED, PORT, SAIL, SHELTER, TAKEN, TURN
from tablier.games.mako.position import Fleet, Lay, Position, Sail
from tablier.games.mako.sea import BOATS, NAMES, PORTS, RAYS, SEA, THROWS, WHOSE, Waters


def sail_refusal(pos: Position, boat: int, to: int, fleet: Fleet, sea: Waters) -> Refusal | None:
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
    if owner in fleet.friends[boat]:
        return None
    return Refusal(MINED, cell, detail=_mine_of(owner))


def lay_refusal(pos: Position, cell: int, fleet: Fleet, sea: Waters) -> Refusal | None:
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
    return Refusal(fleet.spared, name) if owner in fleet.friends[pos.side] else None


def far_sail(pos: Position, move: Sail, fleet: Fleet, seats: tuple[Place, ...]) -> Refusal:
    """Why a boat that is not one's own, or a cell that is not next to it, is no way to sail."""
    cells, code, seat = (SEA.names[move.origin], SEA.names[move.to]), pos.cells[move.origin], fleet.seat_of[pos.side]
    if code not in {BOATS[boat] for boat in fleet.crews[seat]}:
        return Refusal(TURN, cells[:1], detail=_not_ones_own(code, cells[0], seats[seat].name))
    if move.to == move.origin:
        return Refusal(SAIL, cells[:1], detail=Text("Pour rester sur place, on passe.", "To stay in place, pass."))
    far = _distance(move.origin, move.to)
    return Refusal(SAIL, cells, detail=Text(f"C'est à {far} cases.", f"That is {far} squares away."))


def _not_ones_own(code: str, cell: str, to_act: Text) -> Text:
    """What is wrong with sailing from a cell without a boat of the player to act."""
    if not code:
        return nothing_on(cell)
    whose = WHOSE[BOATS.index(code.upper())]
    if code not in BOATS:
        return Text(f"En {cell}, il n'y a qu'une mine {whose.fr}.", f"There is only {whose.en} mine on {cell}.")
    return Text(
        f"En {cell}, c'est le navire {whose.fr} ; c'est à {to_act.fr} de jouer.",
        f"It is {whose.en} boat on {cell}; it is {to_act.en}'s turn.",
    )


def far_lay(pos: Position, move: Lay, fleet: Fleet, instead: tuple[str, ...]) -> Refusal:
    """Why a cell that the die does not reach gets no mine."""
    origin, start, cell = pos.cells.index(BOATS[pos.side]), where(pos), SEA.names[move.cell]
    for other in fleet.crews[fleet.seat_of[pos.side]]:
        if other != pos.side and move.cell in THROWS[pos.cells.index(BOATS[other])][pos.die - 1]:
            return Refusal(fleet.spared, (start, cell), instead)
    far = _distance(origin, move.cell)
    if not far:
        detail = Text("C'est la case du navire lui-même.", "That is the boat's own square.")
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
