"""The rules of Mak-Yek and Apit-Sodok: what may be played, what comes of it, and how it ends."""

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping
from typing import ClassVar

from tablier.core.actors import Seat
from tablier.core.game import Info, Option, Place, Showcase, Value
from tablier.core.grid import Cells, Shift, gauge_changes, nothing_on, replaced
from tablier.core.law import Clause
from tablier.core.play import Candidate, Outcome, Prompt, Refusal, Step, drawn, moved, removed, won
from tablier.core.scene import Gauge, Piece
from tablier.core.text import Text
from tablier.games.makyek.clauses import (
    AIM,
    BLOCKED,
    FIRST,
    FREE,
    INTERCEPTION,
    INTERVENTION,
    ITSELF,
    LINE_INTERCEPTION,
    LINE_INTERVENTION,
    NO_PIECES,
    ONE_EACH,
    OPTIONAL,
    QUIET,
    REPETITION,
    SAFE,
    SECOND,
    SETUP,
    SLIDE,
    STOP,
    TURN,
    ending,
    first_text,
    line_taking,
    moving,
    quiet_text,
    setup_text,
    taking,
)
from tablier.games.makyek.notation import Notation
from tablier.games.makyek.position import BLACK, BOARD, CODES, PIECES_EACH, RAYS, WHITE, Position

QUIET_WARNING = 20
"""From how many moves before the quiet limit the table shows what is left."""
TAKEN = Text("Captures", "Captures")
SLIDING = Text("Faites glisser une pièce en ligne droite.", "Slide a piece in a straight line.")


class Bracketing(Notation):
    """What both games share: everything but the reach of a capture."""

    choices: ClassVar[tuple[Option, ...]] = (
        Option(
            "first",
            "white",
            Text("Premier coup", "First move"),
            Text("Qui commence : la fiche laisse les joueurs en décider.", "Who begins: the sheet lets the players decide."),
            values=(Value("white", Text("à Blanc", "White's")), Value("black", Text("à Noir", "Black's"))),
        ),
        Option(
            "quiet",
            100,
            Text("Coups sans capture", "Moves without capture"),
            Text(
                "Après tant de coups de suite sans capture, on compte les captures.",
                "After so many moves in a row without a capture, the captures are counted.",
            ),
            low=2,
            high=1000,
        ),
    )
    setup = SETUP
    pieces = (
        Piece("white", "disc", "white", "○", Text("pièce blanche", "white piece"), WHITE, feminine=True),
        Piece("black", "disc", "black", "●", Text("pièce noire", "black piece"), BLACK, feminine=True),
    )
    seats = (Place(Text("Blanc", "White"), "white"), Place(Text("Noir", "Black"), "black"))
    gauges = (
        Gauge("taken0", Text("Captures de Blanc", "Captures by White"), WHITE, short=TAKEN),
        Gauge("taken1", Text("Captures de Noir", "Captures by Black"), BLACK, short=TAKEN),
        Gauge("left", Text("Coups avant le décompte", "Moves before the count")),
    )
    home_ranks = (0, 2)

    @abstractmethod
    def captures(self, cells: Cells, at: int, own: str, enemy: str) -> dict[int, Clause]:
        """What a piece of `own` that has just come to `at` takes, and by which clause."""

    def wording(self, clause: Clause) -> Text:
        if clause == FIRST:
            return first_text(self.seats[self._first].name)
        return quiet_text(int(self.options["quiet"])) if clause == QUIET else clause.text

    @property
    def _first(self) -> Seat:
        return BLACK if self.options["first"] == "black" else WHITE

    def start(self) -> Position:
        width = BOARD.width
        ranks = [""] * BOARD.height
        for rank in self.home_ranks:
            ranks[rank], ranks[-1 - rank] = "w", "b"
        return Position(tuple(code for code in ranks for _ in range(width)), self._first)

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

    def refuse(self, pos: Position, move: Shift) -> Refusal:
        origin, to = BOARD.names[move.origin], BOARD.names[move.to]
        if not (code := pos.cells[move.origin]):
            return Refusal(TURN, (origin,), detail=nothing_on(origin))
        if code != CODES[pos.side]:
            owner = self.seats[CODES.index(code)].name
            detail = Text(f"La pièce en {origin} est à {owner.fr}.", f"The piece on {origin} is {owner.en}'s.")
            return Refusal(self.tell(FIRST) if pos == self.start() else TURN, (origin,), detail=detail)
        return Refusal(SLIDE, (origin, to))

    def apply(self, pos: Position, move: Shift) -> Step[Position]:
        own, enemy, names = CODES[pos.side], CODES[1 - pos.side], BOARD.names
        cells = replaced(pos.cells, {move.origin: "", move.to: own})
        taken = self.captures(cells, move.to, own, enemy)
        if taken:
            cells = replaced(cells, dict.fromkeys(taken, ""))
        after = Position(cells, 1 - pos.side, 0 if taken else pos.quiet + 1)
        gauges = gauge_changes(self.gauge_values(pos), self.gauge_values(after), {"taken0": AIM, "taken1": AIM, "left": self.tell(QUIET)})
        return Step(
            after,
            (moved(SLIDE, names[move.origin], names[move.to]), *(removed(clause, names[at]) for at, clause in taken.items()), *gauges),
        )

    def notes(self, pos: Position, move: Shift) -> tuple[Clause, ...]:
        taken = self._taken_by(pos, move)
        if {INTERVENTION, LINE_INTERVENTION} & set(taken.values()):
            return (ITSELF, SAFE)
        if taken:
            return (ITSELF,)
        return (OPTIONAL,) if self._could_take(pos) else ()

    def _taken_by(self, pos: Position, move: Shift) -> Mapping[int, Clause]:
        own, enemy = CODES[pos.side], CODES[1 - pos.side]
        return self.captures(replaced(pos.cells, {move.origin: "", move.to: own}), move.to, own, enemy)

    def _could_take(self, pos: Position) -> bool:
        return any(barred is None and self._taken_by(pos, move) for move, barred in self.candidates(pos))

    def outcome(self, pos: Position) -> Outcome | None:
        white, black = pos.cells.count("w"), pos.cells.count("b")
        if not white or not black:
            return won(BLACK if not white else WHITE, NO_PIECES)
        if white == black == 1:
            return self._count(pos, ONE_EACH)
        if pos.quiet >= int(self.options["quiet"]):
            return self._count(pos, self.tell(QUIET))
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

    def prompt(self, pos: Position) -> Prompt:
        return Prompt(SLIDING)

    def decisive(self, pos: Position, because: Clause) -> tuple[str, ...]:
        if because not in (ONE_EACH, BLOCKED):
            return ()
        shown = set(CODES) if because == ONE_EACH else {CODES[pos.side]}
        return tuple(BOARD.names[at] for at, code in enumerate(pos.cells) if code in shown)

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        by_white, by_black = self._taken(pos)
        values = {"taken0": by_white, "taken1": by_black}
        left = int(self.options["quiet"]) - pos.quiet
        if left <= QUIET_WARNING:
            values["left"] = max(left, 0)
        return values


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
    showcase = Showcase(order=4, minutes=15, difficulty=1, position="b1bb2bb/1b1b1b1b/b3bbb1/3b3w/wbb2w2/1wwww1w1/w3w3/1www1www w 22")
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
    showcase = Showcase(order=5, minutes=15, difficulty=1, position="bb1b1b1b/2b2bbb/bb2bb2/2b4b/1w1b2w1/w1wwww2/w5w1/2wwwwww w 14")
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
        self.setup = self.tell(SETUP)

    def wording(self, clause: Clause) -> Text:
        if clause == SETUP and self.options["setup"] == "1-2":
            return setup_text(SECOND)
        return super().wording(clause)

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
