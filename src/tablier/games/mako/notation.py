"""Moves and positions of Mako Naval as texts and clicks, and every reason why a position cannot be."""

import re
from collections.abc import Sequence

from tablier.core.actors import Seat
from tablier.core.grid import Cells, GridGame, read_number
from tablier.core.play import Gesture, Outcome, Step, Verb
from tablier.core.scene import Scene
from tablier.core.text import Text
from tablier.games.mako.position import Fleet, Lay, Move, Pass, Phase, Position, Roll, Sail
from tablier.games.mako.sea import BOATS, FACES, NAMES, PORTS, SEA, Waters

UNSAID = "-"
"""In a field: nothing there, or what goes without saying."""

Problems = list[Text]


class Notation(GridGame[Position, Move]):
    """The texts of Mako Naval."""

    separator = ","
    sides = BOATS
    defaults = (Phase.SAIL.value, UNSAID, UNSAID, UNSAID, UNSAID, UNSAID)
    fleet: Fleet
    waters: Waters

    def parse(self, text: str) -> Move:
        if text == "pass":
            return Pass()
        if re.fullmatch(rf"=[1-{FACES}]", text):
            return Roll(int(text[1:]))
        if text.startswith("+"):
            return Lay(SEA.index(text[1:]))
        if text.count("-") != 1:
            self.mistyped(text, "g1-g2", "pass", "=4", "+h6")
        shift = self.shift(text)
        return Sail(shift.origin, shift.to)

    def write(self, pos: Position, move: Move) -> str:
        match move:
            case Sail(origin, to):
                return f"{SEA.names[origin]}-{SEA.names[to]}"
            case Pass():
                return "pass"
            case Roll(value):
                return f"={value}"
            case Lay(cell):
                return f"+{SEA.names[cell]}"

    def notate(self, pos: Position, move: Move, step: Step[Position] | None, outcome: Outcome | None) -> Text:
        verbs = [event.verb for event in step.events] if step else []
        match move:
            case Sail(origin, to):
                way = f"{SEA.names[origin]}→{SEA.names[to]}"
                home = step is not None and len(step.after.arrived) > len(pos.arrived)
                fished = bool(pos.cells[to]) and step is not None
                return Text(
                    way + (", mine repêchée" if fished else "") + (", arrivé !" if home else ""),
                    way + (", mine fished up" if fished else "") + (", home!" if home else ""),
                )
            case Pass():
                return Text("passe", "passes")
            case Roll(value):
                stuck = Verb.PASS in verbs
                return Text(
                    f"dé {value}" + (", nulle part où miner" if stuck else ""), f"die {value}" + (", nowhere to mine" if stuck else "")
                )
            case Lay(cell):
                hit = NAMES[BOATS.index(code)] if (code := pos.cells[cell]) and code in BOATS else None
                name = SEA.names[cell]
                if hit is None:
                    return Text(f"mine en {name}", f"mine on {name}")
                return Text(f"mine en {name}, {hit.fr} retourne au port", f"mine on {name}, {hit.en} back to port")

    def gesture(self, move: Move) -> Gesture:
        match move:
            case Sail(origin, to):
                return Gesture((SEA.names[origin], SEA.names[to]))
            case Pass():
                return Gesture(("pass",))
            case Roll(value):
                return Gesture((f"die{value}",))
            case Lay(cell):
                return Gesture((SEA.names[cell],))

    def fields(self, pos: Position) -> tuple[str, ...]:
        """Phase, die, stocks, arrivals, turns, boats withdrawn."""
        return (
            pos.phase.value,
            str(pos.die or UNSAID),
            ",".join(map(str, pos.stocks)),
            _letters(pos.arrived),
            ",".join(map(str, pos.turns)),
            _letters(pos.left),
        )

    def composed_fields(self, scene: Scene, actor: Seat) -> tuple[str, ...]:
        """A boat that is not on the sea has arrived where its player has a place; a die that shows is there to lay a mine."""
        gauges, boats = scene.gauges, self.fleet.boats
        afloat = {token.piece for token in scene.tokens.values()}
        places = {boat: gauges.get(f"place{self.fleet.seat_of[boat]}", 0) for boat in boats if self.codes[BOATS[boat]].piece not in afloat}
        arrived = tuple(sorted((boat for boat, place in places.items() if place), key=lambda boat: places[boat]))
        at_sea = [boat for boat in self.fleet.crews[actor] if boat not in places] or self.fleet.crews[actor]
        die = gauges.get("die", 0)
        phase = Phase.MINE if die else Phase.SAIL
        return BOATS[at_sea[0]], phase.value, str(die or UNSAID), UNSAID, _letters(arrived)

    def build(self, cells: Cells, side: Seat, fields: Sequence[str], problems: list[Text]) -> Position:
        pos = _read_fields(cells, side, fields, self.fleet, problems)
        if not problems:
            _check(pos, self.fleet, self.waters, problems)
        if not problems and pos.phase is Phase.MINE and not any(barred is None for _, barred in self.candidates(pos)):
            problems.append(Text("phase : aucune case n'est libre pour la mine", "phase: no square is free for the mine"))
        return pos


def _letters(boats: tuple[int, ...]) -> str:
    return ",".join(BOATS[boat] for boat in boats) or UNSAID


def _read_fields(cells: Cells, side: int, fields: Sequence[str], fleet: Fleet, problems: Problems) -> Position:
    """The position of these parts; a stock left out is what the mines on the board leave of it."""
    phase, die, stocks, arrived, turns, left = fields
    if phase not in list(Phase):
        problems.append(
            Text(f"phase : « {phase[:20]} » au lieu de sail, roll ou mine", f"phase: '{phase[:20]}' instead of sail, roll or mine")
        )
        phase = Phase.SAIL
    rest = tuple(max(fleet.mines(stock) - _laid(cells, boats), 0) for stock, boats in enumerate(fleet.stocks))
    return Position(
        cells,
        side,
        Phase(phase),
        0 if die == UNSAID else read_number(die, Text("dé", "die"), problems, low=1, high=FACES),
        _numbers(stocks, rest, Text("réserves", "stocks"), problems),
        _boats(arrived, fleet, Text("arrivées", "arrivals"), problems),
        _numbers(turns, (0,) * len(fleet.crews), Text("tours", "turns"), problems),
        _boats(left, fleet, Text("retraits", "withdrawals"), problems),
    )


def _laid(cells: Cells, boats: tuple[int, ...]) -> int:
    """How many mines of these boats lie on the board."""
    return sum(cells.count(BOATS[boat].lower()) for boat in boats)


def _numbers(text: str, unsaid: tuple[int, ...], name: Text, problems: Problems) -> tuple[int, ...]:
    if text == UNSAID:
        return unsaid
    words = text.split(",")
    if len(words) != len(unsaid):
        problems.append(
            Text(f"{name.fr} : {len(words)} nombres au lieu de {len(unsaid)}", f"{name.en}: {len(words)} numbers instead of {len(unsaid)}")
        )
        return unsaid
    return tuple(read_number(word, name, problems) for word in words)


def _boats(text: str, fleet: Fleet, name: Text, problems: Problems) -> tuple[int, ...]:
    words = [] if text == UNSAID else text.split(",")
    there = [BOATS[boat] for boat in fleet.boats]
    if not set(words) <= set(there) or len(set(words)) != len(words):
        problems.append(
            Text(
                f"{name.fr} : « {text[:20]} » au lieu de navires différents parmi {', '.join(there)}",
                f"{name.en}: '{text[:20]}' instead of different boats among {', '.join(there)}",
            )
        )
        return ()
    return tuple(BOATS.index(word) for word in words)


def _check(pos: Position, fleet: Fleet, sea: Waters, problems: Problems) -> None:
    """Note everything that cannot be in a position whose fields could be read."""
    for boat in fleet.boats:
        _check_boat(pos, boat, sea, problems)
    for cell, code in enumerate(pos.cells):
        if code and (cell in sea.outside or (code.islower() and cell in PORTS)):
            problems.append(
                Text(f"{SEA.names[cell]} : rien n'y est posé pendant la partie", f"{SEA.names[cell]}: nothing is put there in play")
            )
    for number, (boats, stock) in enumerate(zip(fleet.stocks, pos.stocks, strict=True)):
        if _laid(pos.cells, boats) + stock != fleet.mines(number):
            letters = "".join(BOATS[boat] for boat in boats)
            problems.append(
                Text(
                    f"{letters} : {_laid(pos.cells, boats)} mines posées et {stock} en réserve ne font pas {fleet.mines(number)}",
                    f"{letters}: {_laid(pos.cells, boats)} mines laid and {stock} in stock do not make {fleet.mines(number)}",
                )
            )
    _check_phase(pos, fleet, problems)
    if not _possible_course(pos, fleet):
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


def _check_phase(pos: Position, fleet: Fleet, problems: Problems) -> None:
    over = bool(fleet.groups) or len(fleet.boats) - len(pos.arrived) - len(pos.left) == 1
    if over and pos.side in pos.left[-1:] and pos.phase is Phase.SAIL:
        return  # the last player to leave has ended the game
    if BOATS[pos.side] not in pos.cells:
        problems.append(Text(f"trait : {BOATS[pos.side]} n'est pas en mer", f"to act: {BOATS[pos.side]} is not at sea"))
    elif pos.phase is Phase.SAIL and pos.side != (first := fleet.crews[fleet.seat_of[pos.side]][0]):
        problems.append(
            Text(f"trait : avant d'avancer, la paire s'écrit {BOATS[first]}", f"to act: before it sails a pair is written {BOATS[first]}")
        )
    elif pos.phase is not Phase.SAIL and not pos.stocks[fleet.stock_of[pos.side]]:
        problems.append(Text("phase : sans mines on ne jette pas le dé", "phase: without mines no die is thrown"))
    if (pos.phase is Phase.MINE) != bool(pos.die):
        problems.append(Text("dé : il se montre dans la phase mine, et là seulement", "die: it shows in the phase mine, and only there"))


def _possible_course(pos: Position, fleet: Fleet) -> bool:
    """Whether the boats could arrive and leave so: nothing does once the game is over."""
    gone = len(pos.arrived) + len(pos.left)
    if len(fleet.crews) == 2 and pos.left:
        return False
    if not fleet.groups:
        return gone < len(fleet.boats)
    if pos.left:
        return len(pos.left) == 1 and not _winner(pos.arrived, fleet)
    return _winner(pos.arrived[:-1], fleet) is None


def _winner(arrived: tuple[int, ...], fleet: Fleet) -> tuple[int, ...] | None:
    return next((group for group in fleet.groups if sum(boat in arrived for boat in group) >= fleet.needed), None)
