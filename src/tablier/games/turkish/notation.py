"""Moves and positions of Turkish draughts as texts and clicks."""

from collections.abc import Sequence

from tablier.core.actors import Seat
from tablier.core.grid import Cells, GridGame, read_number
from tablier.core.play import Gesture, Token
from tablier.core.scene import Fact
from tablier.core.text import Text
from tablier.games.turkish.position import BLACK, BOARD, FAR_RANK, PIECES_EACH, QUIET_LIMIT, WHITE, Fault, Path, Position, standing


class Notation(GridGame[Position, Path]):
    """The texts of Turkish draughts."""

    board = BOARD
    codes = {"w": Token("white"), "b": Token("black"), "W": Token("white_dame"), "B": Token("black_dame")}
    defaults = ("0", Fault.NONE.value)
    facts = (Fact("quiet", Text("Coups sans prise ni coup de Pion", "Moves without a capture or a Pion move")),)
    fact_fields = {"quiet": 0}
    _strict: bool  # whether a move against the duty to take is played and loses

    def parse(self, text: str) -> Path:
        takes = "x" in text
        names = text.split("x" if takes else "-")
        if len(names) < 2 or (len(names) > 2 and not takes):
            self.mistyped(text, "a3-a4", "d6xd8xh8")
        return Path(tuple(map(BOARD.index, names)), takes)

    def write(self, pos: Position, move: Path) -> str:
        return written(move)

    def gesture(self, move: Path) -> Gesture:
        return Gesture(tuple(BOARD.names[cell] for cell in move.cells))

    def fields(self, pos: Position) -> tuple[str, ...]:
        return str(pos.quiet), pos.fault.value

    def build(self, cells: Cells, side: Seat, fields: Sequence[str], problems: list[Text]) -> Position:
        counts = [len(standing(cells, seat)) for seat in (WHITE, BLACK)]
        for place, count in zip(self.seats, counts, strict=True):
            if count > PIECES_EACH:
                problems.append(
                    Text(
                        f"{place.name.fr} : {count} pièces, {PIECES_EACH} au plus",
                        f"{place.name.en}: {count} pieces, {PIECES_EACH} at most",
                    )
                )
        if not any(counts):
            problems.append(Text("aucune pièce sur le plateau", "no piece on the board"))
        for cell, code in zip(BOARD.cells, cells, strict=True):
            if cell.y == FAR_RANK.get(code):
                problems.append(Text(f"{cell.name} : un Pion y serait Dame", f"{cell.name}: a Pion there would be a Dame"))
        quiet = read_number(fields[0], Text("coups sans prise ni Pion", "moves without capture or Pion"), problems, high=QUIET_LIMIT)
        return Position(cells, side, quiet, self._read_fault(fields[1], problems))

    def _read_fault(self, text: str, problems: list[Text]) -> Fault:
        known = [fault.value for fault in Fault] if self._strict else [Fault.NONE.value]
        if text in known:
            return Fault(text)
        problems.append(
            Text(f"faute : « {text[:20]} » au lieu de {' ou '.join(known)}", f"fault: '{text[:20]}' instead of {' or '.join(known)}")
        )
        return Fault.NONE


def written(move: Path) -> str:
    """The move as text."""
    return ("x" if move.takes else "-").join(BOARD.names[cell] for cell in move.cells)
