"""A small game with all that an interface must handle: three seats, a die, levels, tags, numbers, a button."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tablier.core.actors import CHANCE, Actor
from tablier.core.board import Board, Tag
from tablier.core.errors import BadNotation
from tablier.core.game import Game, Info, Place
from tablier.core.law import Law
from tablier.core.play import Candidate, Gesture, Outcome, Refusal, Step, Token, altered, gauged, moved, passed, removed, rolled
from tablier.core.scene import Button, Gauge, Piece, Scene
from tablier.core.text import Text

law = Law("toy")
RACE = law.sheet("race", fr="Le premier au bout a gagné.", en="First to the end wins.")
ROW = law.sheet("row", fr="On avance du nombre du dé.", en="One goes as far as the die says.")
REST = law.sheet("rest", fr="On peut passer.", en="One may pass.")
LAST = 4


@dataclass(frozen=True, slots=True)
class Afloat:
    boats: tuple[int, ...] = (0, 0, 0)  # the file of each; -1 once it has left
    side: int = 0
    die: int = 0
    rolling: bool = False


class Toy(Game[Afloat, str]):
    """A regatta of three boats on three rows."""

    info = Info("toy", Text("Régate", "Regatta"), 1, Text("Une course.", "A race."), Text("Essai", "Trial"))
    clauses = tuple(law)
    setup = RACE
    board = Board(
        LAST + 1,
        3,
        level=lambda x, y: x // 2,
        tags=lambda x, y: ("shore",) if x == LAST else ("port",) if x == 0 else (),
        legend=(Tag("shore", Text("rive d'arrivée", "far shore"), "#2288cc"), Tag("port", Text("port", "port"), "gold")),
    )
    pieces = tuple(
        Piece(f"boat{seat}", "boat", colour, "△", Text(f"bateau {seat}", f"boat {seat}"), seat, Text("milles", "miles"))
        for seat, colour in enumerate(("red", "blue", "no-such-colour"))
    )
    seats = tuple(Place(Text(fr, en), "red") for fr, en in (("Sud", "South"), ("Ouest", "West"), ("Nord", "North")))
    gauges = (Gauge("die", Text("Dé", "Die")),)
    buttons = (Button("rest", Text("passer", "pass")),)

    def start(self) -> Afloat:
        return Afloat()

    def turn(self, pos: Afloat) -> Actor:
        return CHANCE if pos.rolling else pos.side

    def outcome(self, pos: Afloat) -> Outcome | None:
        afloat = [seat for seat, file in enumerate(pos.boats) if file >= 0]
        best = max(pos.boats)
        if best < LAST and len(afloat) > 1:
            return None
        return Outcome(tuple(1 + sum(other > own for other in pos.boats) for own in pos.boats), RACE)

    def candidates(self, pos: Afloat) -> Iterator[Candidate[str]]:
        if pos.rolling:
            yield from (Candidate(f"={n}") for n in (1, 2))
            return
        for seat in range(3):
            yield Candidate(f"row{seat}", None if seat == pos.side else Refusal(ROW, (self._cell(pos, seat),)))
        yield Candidate("rest")

    def refuse(self, pos: Afloat, move: str) -> Refusal:
        return Refusal(ROW)

    def _cell(self, pos: Afloat, seat: int) -> str:
        return self.board.names[self.board.at(max(pos.boats[seat], 0), seat) or 0]

    def _pass_on(self, pos: Afloat) -> Afloat:
        side = (pos.side + 1) % 3
        while pos.boats[side] < 0:
            side = (side + 1) % 3
        return replace(pos, side=side, rolling=False)

    def apply(self, pos: Afloat, move: str) -> Step[Afloat]:
        if move == "rest":
            return Step(self._pass_on(pos), (passed(REST),))
        if not pos.rolling:
            return Step(replace(pos, rolling=True), (passed(ROW),))
        die = int(move[1:])
        boats = list(pos.boats)
        boats[pos.side] = min(boats[pos.side] + die, LAST)
        after = replace(pos, boats=tuple(boats), die=die)
        to = self._cell(after, pos.side)
        return Step(
            self._pass_on(after),
            (
                rolled(ROW, die),
                moved(ROW, self._cell(pos, pos.side), to),
                altered(ROW, to, self._token(after, pos.side)),
                gauged(ROW, "die", die),
            ),
        )

    def withdraw(self, pos: Afloat, seat: int) -> Step[Afloat] | None:
        boats = tuple(-1 if other == seat else file for other, file in enumerate(pos.boats))
        after = replace(pos, boats=boats)
        return Step(self._pass_on(after) if pos.side == seat else after, (removed(REST, self._cell(pos, seat)),))

    def _token(self, pos: Afloat, seat: int) -> Token:
        return Token(f"boat{seat}", pos.boats[seat])

    def parse(self, text: str) -> str:
        if text not in ("rest", "row0", "row1", "row2", "=1", "=2"):
            raise BadNotation(Text(f"« {text} » ?", f"'{text}'?"))
        return text

    def write(self, pos: Afloat, move: str) -> str:
        return move

    def dump(self, pos: Afloat) -> str:
        return f"{','.join(map(str, pos.boats))} {pos.side} {pos.die} {int(pos.rolling)}"

    def load(self, text: str) -> Afloat:
        boats, side, die, rolling = text.split()
        return Afloat(tuple(map(int, boats.split(","))), int(side), int(die), rolling == "1")

    def gesture(self, move: str) -> Gesture:
        home = self.board.names[self.board.at(0, int(move[3])) or 0] if move.startswith("row") else move
        return Gesture((home,))

    def scene(self, pos: Afloat) -> Scene:
        gauges: Mapping[str, int] = {"die": pos.die} if pos.die else {}
        return Scene({self._cell(pos, seat): self._token(pos, seat) for seat, file in enumerate(pos.boats) if file >= 0}, gauges)
