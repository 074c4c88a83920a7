"""Tapatan, from the Philippines: three pawns each on nine points, first placed, then moved, until three stand in a row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tablier.core.actors import Seat
from tablier.core.board import Board
from tablier.core.game import Info, Option, Place, Showcase, Value
from tablier.core.grid import Cells, GridGame, Shift, gauge_changes, replaced
from tablier.core.law import Example, Law
from tablier.core.play import Candidate, Gesture, Outcome, Refusal, Step, Token, added, drawn, moved, won
from tablier.core.scene import Gauge, Piece
from tablier.core.text import Text

law = Law("tapatan")

SETUP = law.sheet(
    "setup",
    fr="Le plateau a neuf points et il est vide ; chacun tient trois pions.",
    en="The board has nine points and is empty; each player holds three pawns.",
    examples=(Example(),),
)
TURN = law.sheet(
    "turn",
    fr="Blanc commence, puis chacun joue à son tour un de ses propres pions.",
    en="White begins, then each in turn plays a pawn of their own.",
    examples=(Example("c1-b2", "bb1/w1w/1wb w", refused=True),),
)
PLACE = law.sheet(
    "place",
    fr="Tant qu'il en tient, un joueur pose un pion sur un point libre.",
    en="While holding any, a player places a pawn on a free point.",
    examples=(Example("@b2"), Example("@b2 @b2", refused=True), Example("b2-a1", "3/1w1/2b w", refused=True)),
)
STEP = law.sheet(
    "step",
    fr="Tous les pions posés, on en glisse un le long d'une ligne jusqu'au point libre voisin (avec l'option fly : tout point libre).",
    en="Once all are placed, a pawn slides along a line to the next free point (with the option fly: to any free point).",
    examples=(
        Example("c2-c3", "bb1/w1w/1wb w"),
        Example("a2-c3", "bb1/w1w/1wb w", refused=True),
        Example("a2-c3", "bb1/w1w/1wb w", (("fly", "on"),)),
    ),
)
LINE = law.sheet(
    "line",
    fr="Qui a trois pions en ligne, sur une rangée, une colonne ou une grande diagonale, gagne.",
    en="Whoever has three pawns in a row, on a rank, a file or a long diagonal, wins.",
    examples=(Example("b1-b2", "bb1/w1w/1wb w"),),
)
REPETITION = law.ruling(
    "repetition",
    fr="Quand la même position revient pour la troisième fois, la partie est nulle.",
    en="When the same position occurs for the third time, the game is a draw.",
    why=Text(
        "La tradition n'en dit rien, et une partie pourrait tourner en rond.", "Tradition is silent, and a game could go round for ever."
    ),
    examples=(Example("b1-a1 b3-c3 a1-b1 c3-b3 b1-a1 b3-c3 a1-b1 c3-b3", "bb1/w1w/1wb w"),),
)

CODES, PAWNS = "wb", 3
RANKS, FILES = (("a1", "c1"), ("a2", "c2"), ("a3", "c3")), (("a1", "a3"), ("b1", "b3"), ("c1", "c3"))
DIAGONALS = (("a1", "c3"), ("a3", "c1"))
BOARD = Board(3, 3, lines=RANKS + FILES + DIAGONALS)
LINES = tuple(BOARD.along(*line) for line in BOARD.lines)

SHELL = '<circle r="15"/><path d="M0 13V-12M0 13-9-9M0 13 9-9" fill="none" stroke="currentColor"/>'
STONE = '<path d="M-7-15H8L16-3 10 13-9 15-16 1z"/><path d="M-7-15-3 0-16 1M-3 0 10 13" fill="none" stroke="currentColor"/>'


@dataclass(frozen=True, slots=True)
class Position:
    """What stands on the nine points, and who is to move."""

    cells: Cells
    side: Seat


@dataclass(frozen=True, slots=True)
class Drop:
    """A pawn from the hand onto a point; written `@b2`."""

    to: int


class Tapatan(GridGame[Position, Drop | Shift]):
    """Tapatan, with its option."""

    info = Info(
        "tapatan",
        Text("Tapatan", "Tapatan"),
        1,
        Text("Trois pions en ligne, posés puis glissés.", "Three pawns in a row, placed and then moved."),
        Text("Règle traditionnelle des Philippines", "Traditional rule from the Philippines"),
    )
    showcase = Showcase(minutes=5, difficulty=1, position="b1w/1b1/w2 w")
    choices = (
        Option(
            "fly",
            "off",
            Text("Vol", "Flying"),
            STEP.text,
            values=(Value("off", Text("de proche en proche", "step by step")), Value("on", Text("n'importe où", "anywhere"))),
        ),
    )
    clauses = tuple(law)
    setup = SETUP
    board = BOARD
    codes = {"w": Token("white"), "b": Token("black")}
    pieces = (
        Piece("white", "shell", "white", "○", Text("pion blanc", "white pawn"), 0, drawing=SHELL),
        Piece("black", "stone", "black", "●", Text("pion noir", "black pawn"), 1, drawing=STONE),
    )
    seats = (Place(Text("Blanc", "White"), "white"), Place(Text("Noir", "Black"), "black"))
    gauges = (
        Gauge("hand0", Text("Pions de Blanc à poser", "White pawns to place"), 0),
        Gauge("hand1", Text("Pions de Noir à poser", "Black pawns to place"), 1),
    )

    def start(self) -> Position:
        return Position(("",) * 9, 0)

    def candidates(self, pos: Position) -> Iterator[Candidate[Drop | Shift]]:
        cells, own = pos.cells, CODES[pos.side]
        placing = cells.count(own) < PAWNS
        for to, name in enumerate(BOARD.names):
            barred = Refusal(PLACE if placing else STEP, (name,)) if cells[to] else None
            if placing:
                yield Candidate(Drop(to), barred)
                continue
            for origin, code in enumerate(cells):
                if code == own and ((origin, to) in BOARD.joined or (self.options["fly"] == "on" and origin != to)):
                    yield Candidate(Shift(origin, to), barred)

    def refuse(self, pos: Position, move: Drop | Shift) -> Refusal:
        own, names = CODES[pos.side], BOARD.names
        if isinstance(move, Drop):
            return Refusal(STEP, detail=Text("Il n'y a plus de pion à poser.", "There is no pawn left to place."))
        if pos.cells.count(own) < PAWNS:
            return Refusal(PLACE, detail=Text("Il reste des pions à poser.", "There are pawns left to place."))
        if pos.cells[move.origin] != own:
            return Refusal(TURN, (names[move.origin],))
        return Refusal(STEP, (names[move.origin], names[move.to]))

    def apply(self, pos: Position, move: Drop | Shift) -> Step[Position]:
        own, names = CODES[pos.side], BOARD.names
        if isinstance(move, Shift):
            cells = replaced(pos.cells, {move.origin: "", move.to: own})
            return Step(Position(cells, 1 - pos.side), (moved(STEP, names[move.origin], names[move.to]),))
        after = Position(replaced(pos.cells, {move.to: own}), 1 - pos.side)
        hands = gauge_changes(self.gauge_values(pos), self.gauge_values(after), {"hand0": PLACE, "hand1": PLACE})
        return Step(after, (added(PLACE, names[move.to], self.codes[own]), *hands))

    def outcome(self, pos: Position) -> Outcome | None:
        # A player is never blocked: with six pawns and no line there is always a free neighbour, so a line is the only end.
        for seat in (1 - pos.side, pos.side):
            if any(all(pos.cells[cell] == CODES[seat] for cell in line) for line in LINES):
                return won(seat, LINE)
        return None

    def repeated(self, pos: Position) -> Outcome:
        return drawn(REPETITION)

    def parse(self, text: str) -> Drop | Shift:
        if text.startswith("@"):
            return Drop(BOARD.index(text[1:]))
        if "-" not in text:
            self.mistyped(text, "@b2", "b2-c3")
        return self.shift(text)

    def write(self, pos: Position, move: Drop | Shift) -> str:
        return f"@{BOARD.names[move.to]}" if isinstance(move, Drop) else self.write_shift(move)

    def notate(self, pos: Position, move: Drop | Shift, step: Step[Position] | None, outcome: Outcome | None) -> Text:
        text = BOARD.names[move.to] if isinstance(move, Drop) else self.write_shift(move)
        return Text(text, text)

    def gesture(self, move: Drop | Shift) -> Gesture:
        cells = (move.to,) if isinstance(move, Drop) else (move.origin, move.to)
        return Gesture(tuple(BOARD.names[cell] for cell in cells))

    def fields(self, pos: Position) -> tuple[str, ...]:
        return ()

    def build(self, cells: Cells, side: Seat, fields: Sequence[str], problems: list[Text]) -> Position:
        white, black = (cells.count(code) for code in CODES)
        if max(white, black) > PAWNS:
            problems.append(Text("trois pions de chaque couleur au plus", "three pawns of each colour at most"))
        elif min(white, black) < PAWNS and white - black != side:
            problems.append(
                Text(
                    "pendant la pose, Blanc a posé autant de pions que Noir ou, au tour de Noir, un de plus",
                    "while pawns are placed, White has as many on the board as Black or, at Black's turn, one more",
                )
            )
        return Position(cells, side)

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        return {f"hand{seat}": PAWNS - pos.cells.count(code) for seat, code in enumerate(CODES)}

    def worth(self, pos: Position) -> tuple[float, float]:
        white = black = 0.0
        for line in LINES:
            own, enemy = (sum(pos.cells[cell] == code for cell in line) for code in CODES)
            white += own**2 if not enemy else 0
            black += enemy**2 if not own else 0
        return white / 4, black / 4
