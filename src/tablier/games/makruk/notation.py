"""Moves and positions of Makruk as texts and clicks, and which positions cannot be."""

import re
from collections.abc import Iterator, Sequence

from tablier.core.actors import Seat
from tablier.core.grid import Cells, GridGame, Shift, read_number, replaced
from tablier.core.play import Gesture, Outcome, Step
from tablier.core.scene import Fact
from tablier.core.text import Text
from tablier.games.makruk.count import Count, Tally
from tablier.games.makruk.position import (
    BIA_RANKS,
    BLACK,
    BOARD,
    CODES,
    SEATS,
    WHITE,
    Position,
    attackers,
    code_of,
    khun_cell,
    kind_of,
    men,
)

FIGURES = {"K": "♔", "M": "♕", "S": "♗", "N": "♘", "R": "♖"}
"""How players write a man; a Bia is written by its cell alone."""
LATEST = 99_999
"""The highest move number and count that a position text may claim."""


class Notation(GridGame[Position, Shift]):
    """The texts of Makruk, those of the count that is chosen included."""

    board = BOARD
    codes = CODES
    defaults = ("-", "-", "0", "1")
    facts: tuple[Fact, ...] = (
        Fact("limit", Text("Décompte : limite, en demi-coups", "Count: limit, in plies")),
        Fact("counted", Text("Décompte : demi-coups comptés", "Count: plies counted")),
    )
    fact_fields = {"limit": 1, "counted": 2}
    count: Count

    def parse(self, text: str) -> Shift:
        return self.shift(text)

    def write(self, pos: Position, move: Shift) -> str:
        return self.write_shift(move)

    def notate(self, pos: Position, move: Shift, step: Step[Position] | None, outcome: Outcome | None) -> Text:
        man, to = pos.cells[move.origin], BOARD.names[move.to]
        kind, takes = kind_of(man or "P"), "x" if pos.cells[move.to] else ""
        if step is None or not man:
            text = f"{FIGURES.get(kind, '')}{BOARD.names[move.origin]}{takes or '-'}{to}"
        elif kind == "P":
            promotes = f"={FIGURES['M']}" if step.after.cells[move.to] != man else ""
            text = f"{BOARD.names[move.origin][0] + takes if takes else ''}{to}{promotes}{_check_sign(step.after, outcome)}"
        else:
            text = f"{FIGURES[kind]}{_told_apart(pos, move, man)}{takes}{to}{_check_sign(step.after, outcome)}"
        return Text(text, text)

    def gesture(self, move: Shift) -> Gesture:
        return Gesture((BOARD.names[move.origin], BOARD.names[move.to]))

    def load(self, text: str) -> Position:
        # Fairy-Stockfish writes M~ for a Met that was a Bia when it is told to; nothing in the game depends on it.
        return super().load(re.sub("(?<=[Mm])~", "", text))

    def fields(self, pos: Position) -> tuple[str, ...]:
        return "-", "-" if pos.limit is None else str(pos.limit), str(pos.counted), str(pos.number)

    def build(self, cells: Cells, side: Seat, fields: Sequence[str], problems: list[Text]) -> Position:
        rights, limit, counted, number = fields
        if rights != "-":
            problems.append(
                Text(
                    f"« {rights[:20]} » : on ne roque pas, ce champ s'écrit « - »",
                    f"'{rights[:20]}': there is no castling, this field is written '-'",
                )
            )
        tally = Tally(
            None if limit == "-" else read_number(limit, Text("limite", "limit"), problems, high=LATEST),
            read_number(counted, Text("demi-coups comptés", "plies counted"), problems, high=LATEST),
        )
        turn = read_number(number, Text("numéro du coup", "move number"), problems, low=1, high=LATEST)
        problems += _impossible(cells, side)
        return Position(cells, side, *self.count.opened(cells, side, tally, problems), turn)


def _check_sign(after: Position, outcome: Outcome | None) -> str:
    if not any(True for _ in attackers(after.cells, khun_cell(after.cells, after.side), 1 - after.side)):
        return ""
    return "#" if outcome is not None and not outcome.drawn else "+"


def _told_apart(pos: Position, move: Shift, man: str) -> str:
    """The file, the rank or the cell of a man, where another of its kind could go to the same cell."""
    others = [BOARD.cells[at] for at in attackers(pos.cells, move.to, pos.side) if at != move.origin and _may_go(pos, at, move.to, man)]
    if not others:
        return ""
    origin = BOARD.cells[move.origin]
    if all(other.x != origin.x for other in others):
        return origin.name[0]
    return origin.name[1:] if all(other.y != origin.y for other in others) else origin.name


def _may_go(pos: Position, origin: int, to: int, man: str) -> bool:
    """Whether a man of this kind that reaches a cell may go there without uncovering its Khun."""
    if pos.cells[origin] != man:
        return False
    cells = replaced(pos.cells, {origin: "", to: man})
    return not any(True for _ in attackers(cells, khun_cell(cells, pos.side), 1 - pos.side))


def _impossible(cells: Cells, side: Seat) -> Iterator[Text]:
    """What no game can lead to; more Rua than a set holds are accepted, as composed studies have them."""
    for seat, french, english in ((WHITE, "Blanc", "White"), (BLACK, "Noir", "Black")):
        kinds = [kind_of(code) for code in men(cells, seat)]
        if (khuns := kinds.count("K")) != 1:
            yield Text(f"{french} : {khuns} Khun au lieu d'un", f"{english}: {khuns} Khun instead of one")
        if len(kinds) > 16:
            yield Text(f"{french} : {len(kinds)} pièces, plus que 16", f"{english}: {len(kinds)} pieces, more than 16")
        bia, met = kinds.count("P"), kinds.count("M")
        if bia > 8 or bia + met > 9:
            yield Text(
                f"{french} : {bia} Bia et {met} Met, plus que 8 Bia et une Met n'en peuvent donner",
                f"{english}: {bia} Bia and {met} Met, more than 8 Bia and one Met can give",
            )
        for cell, code in zip(BOARD.cells, cells, strict=True):
            if code == code_of("P", seat) and cell.y not in BIA_RANKS[seat]:
                yield Text(
                    f"{cell.name} : un Bia de {french} ne peut pas s'y trouver", f"{cell.name}: a Bia of {english} cannot stand there"
                )
    if all(code_of("K", seat) in cells for seat in SEATS) and attackers(cells, khun_cell(cells, 1 - side), side):
        yield Text("le Khun du joueur qui n'est pas au trait est en échec", "the Khun of the player not to move is in check")
