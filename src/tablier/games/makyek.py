"""Mak-Yek and its Malay cousin Apit-Sodok: rooks that take by closing in on the enemy, or by stepping between two.

The two games differ in how far a capture reaches, and in nothing else.
"""

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tablier.core.actors import Seat
from tablier.core.board import ORTHOGONAL, Board
from tablier.core.game import Info, Option, Place, Value
from tablier.core.grid import Cells, GridGame, Shift, gauge_changes, replaced, whole
from tablier.core.law import Clause, Example, Law
from tablier.core.play import Candidate, Gesture, Outcome, Refusal, Step, Token, drawn, moved, removed, won
from tablier.core.scene import Gauge, Piece
from tablier.core.text import Text

moving, taking, ending = Law("makyek"), Law("makyek"), Law("makyek")

SETUP = moving.sheet(
    "setup",
    fr="Chacun place ses seize pièces sur la première et la troisième rangée devant lui.",
    en="Each player sets up sixteen pieces on the first and third ranks in front of them.",
    examples=(Example(),),
)
AIM = moving.sheet(
    "aim",
    fr="Le but est de capturer le plus de pièces ; ce qui est pris ne revient pas.",
    en="The aim is to capture the most pieces; what is taken never comes back.",
    examples=(Example("d1-d3", "8/8/8/8/8/1wb5/8/3w3b w"),),
)
TURN = moving.sheet(
    "turn",
    fr="Blanc commence, puis chacun à son tour déplace une de ses propres pièces ; on ne passe pas.",
    en="White begins, then each in turn moves one piece of their own; there is no passing.",
    examples=(Example("a6-a5"), Example("a4-a5")),
)
SLIDE = moving.sheet(
    "slide",
    fr="Une pièce va d'une ou plusieurs cases en ligne droite, le long de sa rangée ou de sa colonne.",
    en="A piece goes one or more cells in a straight line, along its rank or its file.",
    examples=(Example("d3-d5"), Example("d3-e4")),
)
FREE = moving.sheet(
    "free",
    fr="Toutes les cases parcourues et la case d'arrivée sont libres : on ne saute rien et on ne prend pas en arrivant dessus.",
    en="Every cell crossed and the last one are free: nothing is jumped, and nothing is taken by landing on it.",
    examples=(Example("d1-d5"), Example("d3-d6")),
)
INTERCEPTION = taking.sheet(
    "interception",
    fr=(
        "Interception : la pièce jouée prend une pièce ennemie qu'elle serre contre une autre des siennes, les trois côte à côte "
        "en ligne ; dans chacune des quatre directions. Seule la pièce jouée prend, et les bords ne serrent rien."
    ),
    en=(
        "Interception: the piece that moved takes an enemy piece that it closes in against another of its own, the three side by "
        "side in a line; in each of the four directions. Only the piece that moved takes, and edges close in on nothing."
    ),
    examples=(Example("b1-b4", "8/8/8/8/2bw4/8/8/1w5b w"), Example("d1-d4", "8/8/3w4/3b4/1wb1bw2/8/8/3w3b w")),
)
INTERVENTION = taking.sheet(
    "intervention",
    fr="Intervention : la pièce jouée qui se glisse juste entre deux pièces ennemies, sur une même ligne, les prend toutes les deux.",
    en="Intervention: the piece that moved and slipped right between two enemy pieces of one line takes them both.",
    examples=(Example("c1-c4", "8/8/8/8/1b1b4/8/8/2w4b w"),),
)
NO_PIECES = ending.ruling(
    "no_pieces",
    fr="Celui qui n'a plus de pièce a perdu.",
    en="Whoever has no piece left has lost.",
    why=Text(
        "Il n'y a plus rien à prendre : l'autre a capturé le plus possible.",
        "Nothing is left to take: the other has captured all there was.",
    ),
    examples=(Example("b1-b4", "8/8/8/8/2bw4/8/8/1w6 w"),),
)
STOP = ending.sheet(
    "stop",
    fr="Quand les captures deviennent trop difficiles, les joueurs s'entendent pour arrêter : qui a capturé le plus gagne, à égalité la partie est nulle.",
    en="When captures become too hard, the players agree to stop: whoever has captured the most wins, an equal count is a draw.",
    examples=(Example("!agree", "8/8/8/8/2bw4/8/8/1w6 w"),),
)
_ONLY_CRITERION = Text(
    "La fiche ne connaît qu'un critère, le nombre de captures ; sans cela une partie obstinée ne finirait jamais.",
    "The sheet knows one criterion, the number of captures; without this a stubborn game would never end.",
)
QUIET = ending.ruling(
    "quiet",
    fr="Après 100 coups de suite sans capture (réglable), on compte les captures.",
    en="After 100 moves in a row without a capture (adjustable), the captures are counted.",
    why=_ONLY_CRITERION,
    examples=(Example("d4-d5", "8/8/b7/8/3w4/8/8/1w5b w 99"),),
)
REPETITION = ending.ruling(
    "repetition",
    fr="Quand la même position revient pour la troisième fois avec le même joueur au trait, on compte les captures.",
    en="When the same position stands for the third time with the same player to move, the captures are counted.",
    why=_ONLY_CRITERION,
    examples=(Example("d4-d5 h1-h2 d5-d4 h2-h1 d4-d5 h1-h2 d5-d4 h2-h1", "8/8/8/8/3w4/8/8/1w5b w"),),
)
BLOCKED = ending.ruling(
    "blocked",
    fr="Quand le joueur au trait ne peut plus rien jouer, on compte les captures.",
    en="When the player to move cannot move anything, the captures are counted.",
    why=_ONLY_CRITERION,
    examples=(Example("c2-b2", "8/8/8/8/8/8/w1w5/bw6 w"),),
)
ONE_EACH = ending.ruling(
    "one_each",
    fr="Quand il ne reste qu'une pièce de chaque côté, on compte les captures.",
    en="When one piece is left on each side, the captures are counted.",
    why=Text("Une pièce seule ne peut plus serrer personne.", "A single piece can no longer close in on anything."),
    examples=(Example("", "8/8/8/8/3w4/8/8/7b w"),),
)
line_taking = Law("apit")

LINE_INTERCEPTION = line_taking.sheet(
    "interception",
    fr=(
        "Interception : la pièce jouée prend toute une file ininterrompue de pièces ennemies, d'une ou plusieurs, qu'une autre de ses "
        "pièces ferme au bout ; dans chacune des quatre directions. Seule la pièce jouée prend, et les bords ne ferment rien."
    ),
    en=(
        "Interception: the piece that moved takes a whole unbroken run of enemy pieces, one or more, that another of its own closes at "
        "the far end; in each of the four directions. Only the piece that moved takes, and edges close nothing."
    ),
    examples=(Example("a1-a4", "8/8/8/8/1bbbw3/8/8/w6b w"),),
)
LINE_INTERVENTION = line_taking.sheet(
    "intervention",
    fr=(
        "Intervention : la pièce jouée qui se glisse entre deux pièces ennemies voisines, sur une même ligne, prend de chaque côté toute "
        "la file ininterrompue."
    ),
    en=(
        "Intervention: the piece that moved and slipped between two adjacent enemy pieces of one line takes the whole unbroken run on "
        "either side."
    ),
    examples=(Example("d1-d4", "8/8/8/8/1bb1bbb1/8/8/3w3b w"),),
)

WHITE, BLACK = 0, 1
CODES = "wb"
PIECES_EACH = 16
BOARD = Board(8, 8)
RAYS = BOARD.rays(ORTHOGONAL)
QUIET_WARNING = 20
"""From how many moves before the quiet limit the table shows what is left."""


@dataclass(frozen=True, slots=True)
class Position:
    """The board, who is to move, and for how many moves nothing has been taken."""

    cells: Cells
    side: Seat
    quiet: int = 0


class Bracketing(GridGame[Position, Shift]):
    """What both games share: everything but the reach of a capture."""

    choices: ClassVar[tuple[Option, ...]] = (
        Option("quiet", 100, Text("Coups sans capture", "Moves without capture"), QUIET.text, low=2, high=1000),
    )
    setup = SETUP
    board = BOARD
    codes = {"w": Token("white"), "b": Token("black")}
    defaults = ("0",)
    pieces = (
        Piece("white", "disc", "white", "○", Text("pièce blanche", "white piece"), WHITE),
        Piece("black", "disc", "black", "●", Text("pièce noire", "black piece"), BLACK),
    )
    seats = (Place(Text("Blanc", "White"), "white"), Place(Text("Noir", "Black"), "black"))
    gauges = (
        Gauge("taken0", Text("Captures de Blanc", "Captures by White"), WHITE),
        Gauge("taken1", Text("Captures de Noir", "Captures by Black"), BLACK),
        Gauge("left", Text("Coups avant le décompte", "Moves before the count")),
    )
    home_ranks = (0, 2)

    @abstractmethod
    def captures(self, cells: Cells, at: int, own: str, enemy: str) -> dict[int, Clause]:
        """What a piece of `own` that has just come to `at` takes, and by which clause."""

    def start(self) -> Position:
        width = BOARD.width
        ranks = [""] * BOARD.height
        for rank in self.home_ranks:
            ranks[rank], ranks[-1 - rank] = "w", "b"
        return Position(tuple(code for code in ranks for _ in range(width)), WHITE)

    def candidates(self, pos: Position) -> Iterator[Candidate[Shift]]:
        cells, own, names = pos.cells, CODES[pos.side], BOARD.names
        for origin, code in enumerate(cells):
            if code != own:
                continue
            for ray in RAYS[origin]:
                barred: Refusal | None = None
                for to in ray:
                    if cells[to] and barred is None:
                        barred = Refusal(FREE, (names[to],))
                    yield Candidate(Shift(origin, to), barred)

    def beyond(self, pos: Position, move: Shift) -> Refusal:
        origin, to = BOARD.names[move.origin], BOARD.names[move.to]
        if pos.cells[move.origin] != CODES[pos.side]:
            return Refusal(TURN, (origin,))
        return Refusal(SLIDE, (origin, to))

    def apply(self, pos: Position, move: Shift) -> Step[Position]:
        own, enemy, names = CODES[pos.side], CODES[1 - pos.side], BOARD.names
        cells = replaced(pos.cells, {move.origin: "", move.to: own})
        taken = self.captures(cells, move.to, own, enemy)
        if taken:
            cells = replaced(cells, dict.fromkeys(taken, ""))
        after = Position(cells, 1 - pos.side, 0 if taken else pos.quiet + 1)
        gauges = gauge_changes(self.levels(pos), self.levels(after), {"taken0": AIM, "taken1": AIM, "left": QUIET})
        return Step(
            after,
            (moved(SLIDE, names[move.origin], names[move.to]), *(removed(clause, names[at]) for at, clause in taken.items()), *gauges),
        )

    def outcome(self, pos: Position) -> Outcome | None:
        white, black = pos.cells.count("w"), pos.cells.count("b")
        if not white or not black:
            return won(BLACK if not white else WHITE, NO_PIECES)
        if white == black == 1:
            return self._count(pos, ONE_EACH)
        if pos.quiet >= int(self.options["quiet"]):
            return self._count(pos, QUIET)
        if not any(barred is None for _, barred in self.candidates(pos)):
            return self._count(pos, BLOCKED)
        return None

    def _count(self, pos: Position, because: Clause) -> Outcome:
        by_white, by_black = self._taken(pos)
        if by_white == by_black:
            return drawn(because)
        return won(WHITE if by_white > by_black else BLACK, because)

    def _taken(self, pos: Position) -> tuple[int, int]:
        return PIECES_EACH - pos.cells.count("b"), PIECES_EACH - pos.cells.count("w")

    def settle(self, pos: Position) -> Outcome:
        return self._count(pos, STOP)

    def key(self, pos: Position) -> Hashable:
        return pos.cells, pos.side

    def repeated(self, pos: Position) -> Outcome:
        return self._count(pos, REPETITION)

    def parse(self, text: str) -> Shift:
        return self.shift(text)

    def write(self, pos: Position, move: Shift) -> str:
        return self.write_shift(move)

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
        quiet = whole(fields[0], Text("coups sans capture", "moves without capture"), problems)
        return Position(cells, side, quiet)

    def levels(self, pos: Position) -> Mapping[str, int]:
        by_white, by_black = self._taken(pos)
        levels = {"taken0": by_white, "taken1": by_black}
        left = int(self.options["quiet"]) - pos.quiet
        if left <= QUIET_WARNING:
            levels["left"] = max(left, 0)
        return levels


class MakYek(Bracketing):
    """Mak-Yek, as it is played in Thailand: captures reach the neighbouring cell."""

    info = Info(
        "makyek",
        Text("Mak-Yek", "Mak-Yek"),
        1,
        Text(
            "Deux armées de tours qui prennent en encadrant, ou en se glissant entre deux ennemis.",
            "Two armies of rooks that take by closing in, or by slipping between two enemies.",
        ),
        Text("Fiche « Mak-Yek », collection Ludens Planet", "Sheet 'Mak-Yek', Ludens Planet collection"),
    )
    clauses = (*moving, *taking, *ending)

    def captures(self, cells: Cells, at: int, own: str, enemy: str) -> dict[int, Clause]:
        taken: dict[int, Clause] = {}
        adjacent = [ray[0] if ray and cells[ray[0]] == enemy else None for ray in RAYS[at]]
        for near, ray in zip(adjacent, RAYS[at], strict=True):
            if near is not None and len(ray) > 1 and cells[ray[1]] == own:
                taken[near] = INTERCEPTION
        for one, other in zip(adjacent[:2], adjacent[2:], strict=True):
            if one is not None and other is not None:
                taken.setdefault(one, INTERVENTION)
                taken.setdefault(other, INTERVENTION)
        return taken


class ApitSodok(Bracketing):
    """Apit-Sodok, as it is played in Malaysia: captures reach along whole lines."""

    info = Info(
        "apit",
        Text("Apit-Sodok", "Apit-Sodok"),
        1,
        Text(
            "Le Mak-Yek de Malaisie : les captures emportent des files entières.",
            "The Mak-Yek of Malaysia: captures sweep away whole lines.",
        ),
        Text(
            "Fiche « Mak-Yek », variante Apit-Sodok, collection Ludens Planet",
            "Sheet 'Mak-Yek', variant Apit-Sodok, Ludens Planet collection",
        ),
    )
    choices = (
        *Bracketing.choices,
        Option(
            "setup",
            "1-3",
            Text("Disposition", "Setup"),
            Text("Les rangées de départ, comptées de son propre bord.", "The starting ranks, counted from one's own edge."),
            values=(
                Value("1-3", Text("rangées 1 et 3", "ranks 1 and 3"), Text("Comme sur la fiche.", "As on the sheet.")),
                Value(
                    "1-2",
                    Text("rangées 1 et 2", "ranks 1 and 2"),
                    Text("Comme dans d'anciens récits malais.", "As in older Malay accounts."),
                ),
            ),
        ),
    )
    clauses = (*moving, *line_taking, *ending)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.home_ranks = (0, 1) if self.options["setup"] == "1-2" else (0, 2)

    def captures(self, cells: Cells, at: int, own: str, enemy: str) -> dict[int, Clause]:
        taken: dict[int, Clause] = {}
        runs: list[list[int]] = []
        for ray in RAYS[at]:
            run: list[int] = []
            for cell in ray:
                if cells[cell] != enemy:
                    if cells[cell] == own:
                        taken |= dict.fromkeys(run, LINE_INTERCEPTION)
                    break
                run.append(cell)
            runs.append(run)
        for one, other in zip(runs[:2], runs[2:], strict=True):
            if one and other:
                for cell in (*one, *other):
                    taken.setdefault(cell, LINE_INTERVENTION)
        return taken
