"""Moves and positions of Mak-Yek as texts and clicks."""

from collections.abc import Sequence

from tablier.core.actors import Seat
from tablier.core.grid import Cells, GridGame, Shift, read_number
from tablier.core.play import Gesture, Outcome, Step, Token, Verb
from tablier.core.scene import Fact
from tablier.core.text import Text
from tablier.games.makyek.position import BOARD, CODES, PIECES_EACH, Position


class Notation(GridGame[Position, Shift]):
    """The texts that Mak-Yek and Apit-Sodok share."""

    board = BOARD
    codes = {"w": Token("white"), "b": Token("black")}
    defaults = ("0",)
    facts = (Fact("quiet", Text("Coups sans capture", "Moves without a capture")),)
    fact_fields = {"quiet": 0}

    def parse(self, text: str) -> Shift:
        return self.shift(text)

    def write(self, pos: Position, move: Shift) -> str:
        return self.write_shift(move)

    def notate(self, pos: Position, move: Shift, step: Step[Position] | None, outcome: Outcome | None) -> Text:
        taken = [event.cell or "" for event in step.events if event.verb is Verb.REMOVE] if step else []
        text = self.write_shift(move) + (f"x{'/'.join(taken)}" if taken else "")
        return Text(text, text)

    def gesture(self, move: Shift) -> Gesture:
        return Gesture((BOARD.names[move.origin], BOARD.names[move.to]))

    def fields(self, pos: Position) -> tuple[str, ...]:
        return (str(pos.quiet),)

    def build(self, cells: Cells, side: Seat, fields: Sequence[str], problems: list[Text]) -> Position:
        for code, piece in zip(CODES, self.pieces, strict=True):
            if (count := cells.count(code)) > PIECES_EACH:
                problems.append(
                    Text(f"{count} fois {piece.name.fr}, {PIECES_EACH} au plus", f"{count} times {piece.name.en}, {PIECES_EACH} at most")
                )
        quiet = read_number(fields[0], Text("coups sans capture", "moves without capture"), problems)
        return Position(cells, side, quiet)
