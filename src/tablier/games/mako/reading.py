"""Position texts of Mako Naval: their fields, and every reason why a position cannot be."""

from collections.abc import Sequence

from tablier.core.grid import Cells, whole
from tablier.core.text import Text
from tablier.games.mako.geometry import BOATS, FACES, NAMES, PORTS, SEA, Waters
from tablier.games.mako.positions import Phase, Position
from tablier.games.mako.tables import Table

UNSAID = "-"
"""In a field: nothing there, or what goes without saying."""

Problems = list[Text]


def write_fields(pos: Position) -> tuple[str, ...]:
    """The fields after board and boat: phase, die, stocks, arrivals, turns, boats withdrawn."""
    return (
        pos.phase.value,
        str(pos.die or UNSAID),
        ",".join(map(str, pos.stocks)),
        _letters(pos.arrived),
        ",".join(map(str, pos.turns)),
        _letters(pos.left),
    )


def _letters(boats: tuple[int, ...]) -> str:
    return ",".join(BOATS[boat] for boat in boats) or UNSAID


def read_fields(cells: Cells, side: int, fields: Sequence[str], table: Table, problems: Problems) -> Position:
    """The position of these parts; a stock left out is what the mines on the board leave of it."""
    phase, die, stocks, arrived, turns, left = fields
    if phase not in list(Phase):
        problems.append(
            Text(f"phase : « {phase[:20]} » au lieu de sail, roll ou mine", f"phase: '{phase[:20]}' instead of sail, roll or mine")
        )
        phase = Phase.SAIL
    rest = tuple(max(table.mines(seat) - laid(cells, crew), 0) for seat, crew in enumerate(table.crews))
    return Position(
        cells,
        side,
        Phase(phase),
        0 if die == UNSAID else whole(die, Text("dé", "die"), problems, low=1, high=FACES),
        _numbers(stocks, rest, Text("réserves", "stocks"), problems),
        _boats(arrived, table, Text("arrivées", "arrivals"), problems),
        _numbers(turns, (0,) * len(table.crews), Text("tours", "turns"), problems),
        _boats(left, table, Text("retraits", "withdrawals"), problems),
    )


def laid(cells: Cells, crew: tuple[int, ...]) -> int:
    """How many mines of these boats lie on the board."""
    return sum(cells.count(BOATS[boat].lower()) for boat in crew)


def _numbers(text: str, unsaid: tuple[int, ...], name: Text, problems: Problems) -> tuple[int, ...]:
    if text == UNSAID:
        return unsaid
    words = text.split(",")
    if len(words) != len(unsaid):
        problems.append(
            Text(f"{name.fr} : {len(words)} nombres au lieu de {len(unsaid)}", f"{name.en}: {len(words)} numbers instead of {len(unsaid)}")
        )
        return unsaid
    return tuple(whole(word, name, problems) for word in words)


def _boats(text: str, table: Table, name: Text, problems: Problems) -> tuple[int, ...]:
    words = [] if text == UNSAID else text.split(",")
    there = [BOATS[boat] for boat in table.boats]
    if not set(words) <= set(there) or len(set(words)) != len(words):
        problems.append(
            Text(
                f"{name.fr} : « {text[:20]} » au lieu de navires différents parmi {', '.join(there)}",
                f"{name.en}: '{text[:20]}' instead of different boats among {', '.join(there)}",
            )
        )
        return ()
    return tuple(BOATS.index(word) for word in words)


def check(pos: Position, table: Table, sea: Waters, problems: Problems) -> None:
    """Note everything that cannot be in a position whose fields could be read."""
    for boat in table.boats:
        _check_boat(pos, boat, sea, problems)
    for cell, code in enumerate(pos.cells):
        if code and (cell in sea.outside or (code.islower() and cell in PORTS)):
            problems.append(
                Text(f"{SEA.names[cell]} : rien n'y est posé pendant la partie", f"{SEA.names[cell]}: nothing is put there in play")
            )
    for seat, (crew, stock) in enumerate(zip(table.crews, pos.stocks, strict=True)):
        if laid(pos.cells, crew) + stock != table.mines(seat):
            letters = "".join(BOATS[boat] for boat in crew)
            problems.append(
                Text(
                    f"{letters} : {laid(pos.cells, crew)} mines posées et {stock} en réserve ne font pas {table.mines(seat)}",
                    f"{letters}: {laid(pos.cells, crew)} mines laid and {stock} in stock do not make {table.mines(seat)}",
                )
            )
    _check_phase(pos, table, problems)
    if not _possible_course(pos, table):
        problems.append(
            Text("la partie était finie avant ces arrivées et ces retraits", "the game was over before these arrivals and withdrawals")
        )


def _check_boat(pos: Position, boat: int, sea: Waters, problems: Problems) -> None:
    name, count, places = NAMES[boat], pos.cells.count(BOATS[boat]), (*pos.arrived, *pos.left).count(boat)
    if count + places != 1:
        problems.append(
            Text(
                f"{name.fr} : {count} fois sur la mer et {places} fois ailleurs, au lieu d'une fois en tout",
                f"{name.en}: {count} times at sea and {places} times elsewhere, instead of once in all",
            )
        )
        return
    if not count:
        return
    at = pos.cells.index(BOATS[boat])
    if at in sea.goals[boat]:
        problems.append(Text(f"{name.fr} : en {SEA.names[at]} il est arrivé", f"{name.en}: on {SEA.names[at]} it has arrived"))
    if at in PORTS and at != PORTS[boat]:
        problems.append(Text(f"{name.fr} : {SEA.names[at]} n'est pas son port", f"{name.en}: {SEA.names[at]} is not its port"))


def _check_phase(pos: Position, table: Table, problems: Problems) -> None:
    if BOATS[pos.side] not in pos.cells:
        problems.append(Text(f"trait : {BOATS[pos.side]} n'est pas en mer", f"to act: {BOATS[pos.side]} is not at sea"))
    elif pos.phase is Phase.SAIL and pos.side != (first := table.crews[table.seat_of[pos.side]][0]):
        problems.append(
            Text(f"trait : avant d'avancer, la paire s'écrit {BOATS[first]}", f"to act: before it sails a pair is written {BOATS[first]}")
        )
    elif pos.phase is not Phase.SAIL and not pos.stocks[table.seat_of[pos.side]]:
        problems.append(Text("phase : sans mines on ne jette pas le dé", "phase: without mines no die is thrown"))
    if (pos.phase is Phase.MINE) != bool(pos.die):
        problems.append(Text("dé : il se montre dans la phase mine, et là seulement", "die: it shows in the phase mine, and only there"))


def _possible_course(pos: Position, table: Table) -> bool:
    """Whether the boats could arrive and leave so: nothing does once the game is over."""
    gone = len(pos.arrived) + len(pos.left)
    if len(table.crews) == 2 and pos.left:
        return False
    if not table.groups:
        return gone < len(table.boats)
    if pos.left:
        return len(pos.left) == 1 and not _winner(pos.arrived, table)
    return _winner(pos.arrived[:-1], table) is None


def _winner(arrived: tuple[int, ...], table: Table) -> tuple[int, ...] | None:
    return next((group for group in table.groups if sum(boat in arrived for boat in group) >= table.needed), None)
