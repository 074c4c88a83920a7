"""Actions and positions of Malawi as texts and clicks."""

import re
from collections.abc import Sequence

from tablier.core.actors import Seat
from tablier.core.grid import Cells, GridGame
from tablier.core.play import Gesture, Outcome, Step, Token
from tablier.core.text import Text
from tablier.games.malawi.position import BOARD, NAMES, PAWNS_EACH, RINGS, RINGS_EACH, Action, Distribute, Move, Position, Strike, pawns

_ACTION = re.compile(r"([a-z][0-9]{1,2})([-*>])((?:[a-z][0-9]{1,2})+)")
_CELL = re.compile(r"[a-z][0-9]+")


class Notation(GridGame[Position, Action]):
    """The texts of Malawi."""

    board = BOARD
    separator = ","
    codes = {code: Token("white" if code[0] == "w" else "black", rings) for code, rings in RINGS.items()}

    def parse(self, text: str) -> Action:
        found = _ACTION.fullmatch(text)
        targets = _CELL.findall(found[3]) if found else []
        if not found or (found[2] != ">" and len(targets) > 1):
            self.mistyped(text, "a1-a3", "a1>b1c1", "a1*a3")
        origin, cells = BOARD.index(found[1]), sorted(BOARD.index(name) for name in targets)
        if found[2] == ">":
            return Distribute(origin, tuple(cells))
        return (Move if found[2] == "-" else Strike)(origin, cells[0])

    def write(self, pos: Position, move: Action) -> str:
        return written(move)

    def notate(self, pos: Position, move: Action, step: Step[Position] | None, outcome: Outcome | None) -> Text:
        origin = NAMES[move.origin]
        match move:
            case Move(_, to):
                return Text(f"{origin}-{NAMES[to]}", f"{origin}-{NAMES[to]}")
            case Strike(_, to):
                return Text(f"{origin} frappe {NAMES[to]}", f"{origin} strikes {NAMES[to]}")
            case Distribute(_, receivers):
                given = ", ".join(NAMES[at] for at in receivers)
                return Text(f"{origin} donne à {given}", f"{origin} gives to {given}")

    def gesture(self, move: Action) -> Gesture:
        if isinstance(move, Distribute):
            return Gesture((NAMES[move.origin],), frozenset(NAMES[at] for at in move.receivers))
        return Gesture((NAMES[move.origin], NAMES[move.to]))

    def fields(self, pos: Position) -> tuple[str, ...]:
        return ()

    def build(self, cells: Cells, side: Seat, fields: Sequence[str], problems: list[Text]) -> Position:
        total = 0
        for seat, piece in enumerate(self.pieces):
            own = pawns(cells, seat)
            if len(own) != PAWNS_EACH:
                problems.append(
                    Text(
                        f"{len(own)} fois {piece.name.fr} au lieu de {PAWNS_EACH}",
                        f"{len(own)} times {piece.name.en} instead of {PAWNS_EACH}",
                    )
                )
            rings = sum(own.values())
            if rings > RINGS_EACH:
                name = self.seats[seat].name
                problems.append(
                    Text(f"{name.fr} : {rings} anneaux, {RINGS_EACH} au plus", f"{name.en}: {rings} rings, {RINGS_EACH} at most")
                )
            total += rings
        if not total:
            problems.append(Text("aucun anneau sur le plateau", "no ring on the board"))
        return Position(cells, side)


def written(move: Action) -> str:
    """The action as text."""
    match move:
        case Move(origin, to):
            return f"{NAMES[origin]}-{NAMES[to]}"
        case Strike(origin, to):
            return f"{NAMES[origin]}*{NAMES[to]}"
        case Distribute(origin, receivers):
            return f"{NAMES[origin]}>{''.join(NAMES[at] for at in receivers)}"
