"""The rules of Makruk: what may move where, and how a game ends."""

from collections.abc import Hashable, Iterator, Mapping
from typing import ClassVar

from tablier.core.actors import Seat
from tablier.core.game import Info, Option, Place, Value
from tablier.core.grid import Cells, Shift, nothing_on, replaced
from tablier.core.law import Clause
from tablier.core.play import Candidate, Event, Outcome, Prompt, Refusal, Step, altered, drawn, moved, removed, won
from tablier.core.scene import Gauge
from tablier.core.text import Text
from tablier.games.makruk.clauses import (
    BARE,
    BIA,
    BIA_TAKES,
    CHECK,
    KHON,
    KHUN,
    MA,
    MATE,
    MET,
    NO_CASTLING,
    NO_DOUBLE,
    NO_MOVES,
    NO_PASSING,
    OWN,
    PATH,
    PIN,
    PROMOTION,
    REPETITION,
    RUA,
    SAFE,
    SETUP,
    STALEMATE,
    TAKING,
    THAI_BIA,
    THAI_END,
    TURN,
    TWO_BARE,
    law,
)
from tablier.games.makruk.count import COUNTS, Played, gauge_of
from tablier.games.makruk.notation import Notation
from tablier.games.makruk.position import (
    AHEAD,
    BIA_STEP,
    BLACK,
    BOARD,
    CODES,
    HOME_RANK,
    LINES,
    OWNER,
    PIECE,
    PIECES,
    PROMOTION_RANK,
    RUA_RAYS,
    STEPS,
    WHITE,
    Position,
    attackers,
    code_of,
    khun_cell,
    kind_of,
)

OPENING = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"
MAN_WORTH = {"M": 1.7, "S": 2.5, "N": 3.0, "R": 5.0, "P": 1.0}
CENTRAL = tuple(-0.3 * max(abs(cell.x - 3.5), abs(cell.y - 3.5)) for cell in BOARD.cells)
"""What a cell is worth to a Khun: it is mated at the edge. Both for engines."""
IN_CHECK = Text("Échec !", "Check!")
PARRY = Text("Déplacez le Khun, prenez l'attaquant ou barrez-lui la route.", "Move the Khun, take the attacker, or block its way.")


class Makruk(Notation):
    """Makruk, by the sheet; with `count=thai` by the federation's count."""

    info = Info(
        "makruk",
        Text("Makruk", "Makruk"),
        1,
        Text("Les échecs thaïlandais : mater le Khun avant la fin du décompte.", "Thai chess: mate the Khun before the count runs out."),
        Text("Fiche « Makruk »", "Sheet 'Makruk'"),
    )
    choices: ClassVar[tuple[Option, ...]] = (
        Option(
            "count",
            "sheet",
            Text("Décompte", "Count"),
            Text("Celui de la fiche, celui de la fédération thaïlandaise, ou aucun.", "The sheet's, the Thai federation's, or none."),
            values=(
                Value("sheet", Text("de la fiche", "the sheet's"), BARE.text),
                Value("thai", Text("de la fédération thaïlandaise", "the Thai federation's"), THAI_BIA.text),
                Value("none", Text("aucun", "none")),
            ),
        ),
    )
    clauses = tuple(law)
    setup = SETUP
    pieces = PIECES
    seats = (Place(Text("Blanc", "White"), "white"), Place(Text("Noir", "Black"), "black"))
    gauges = (
        Gauge(gauge_of(WHITE), Text("Coups qui restent à Blanc", "Moves left to White"), WHITE),
        Gauge(gauge_of(BLACK), Text("Coups qui restent à Noir", "Moves left to Black"), BLACK),
    )
    movement: ClassVar[Mapping[str, Clause]] = {"K": KHUN, "M": MET, "S": KHON, "N": MA, "R": RUA, "P": BIA}

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.count = COUNTS[str(self.options["count"])]()

    def start(self) -> Position:
        return self.load(OPENING)

    # -- moves -------------------------------------------------------------------------------------

    def candidates(self, pos: Position) -> Iterator[Candidate[Shift]]:
        cells, side, guard = pos.cells, pos.side, Guard(pos)
        for origin, code in enumerate(cells):
            if code and OWNER[code] == side:
                for to, barred in _reach(cells, origin, code, side):
                    yield Candidate(Shift(origin, to), barred or guard.refusal(origin, to))

    def refuse(self, pos: Position, move: Shift) -> Refusal:
        names, code = BOARD.names, pos.cells[move.origin]
        origin, to = names[move.origin], names[move.to]
        if not code:
            return Refusal(TURN, (origin,), detail=nothing_on(origin))
        if OWNER[code] != pos.side:
            name = PIECE[code].name
            return Refusal(TURN, (origin,), detail=Text(f"En {origin} : {name.fr}.", f"On {origin}: {name.en}."))
        return Refusal(self._misstep(code, move), (origin, to), self._instead(pos, move.origin))

    def _misstep(self, code: str, move: Shift) -> Clause:
        """The clause that a man breaks by going where men of its kind never go."""
        origin, to, seat = BOARD.cells[move.origin], BOARD.cells[move.to], OWNER[code]
        across, up = to.x - origin.x, to.y - origin.y
        if kind_of(code) == "P" and seat is not None and (across, up) == (0, 2 * AHEAD[seat]):
            return NO_DOUBLE
        if kind_of(code) == "K" and seat is not None and origin.y == HOME_RANK[seat] and (abs(across), up) == (2, 0):
            return NO_CASTLING
        return self.movement[kind_of(code)]

    def _instead(self, pos: Position, origin: int) -> tuple[str, ...]:
        """What the man on a cell may do, where that is few enough to say: the Rua's moves are not."""
        if kind_of(pos.cells[origin]) == "R":
            return ()
        return tuple(self.write_shift(move) for move, barred in self.candidates(pos) if barred is None and move.origin == origin)

    def apply(self, pos: Position, move: Shift) -> Step[Position]:
        man, taken = pos.cells[move.origin], pos.cells[move.to]
        promotes = man in ("P", "p") and BOARD.cells[move.to].y == PROMOTION_RANK[pos.side]
        arrives = code_of("M", pos.side) if promotes else man
        cells = replaced(pos.cells, {move.origin: "", move.to: arrives})
        played = Played(cells, man, taken, promotes)
        after = Position(cells, 1 - pos.side, *self.count.after(pos, played), pos.number + pos.side)
        return Step(after, (*self._events(move, played, arrives), *self.count.events(pos, after, played)))

    def _events(self, move: Shift, played: Played, arrives: str) -> Iterator[Event]:
        origin, to = BOARD.names[move.origin], BOARD.names[move.to]
        if played.taken:
            yield removed(TAKING, to)
        takes = played.taken and played.man in ("P", "p")
        yield moved(BIA_TAKES if takes else self.movement[kind_of(played.man)], origin, to)
        if played.promotes:
            yield altered(PROMOTION, to, CODES[arrives])

    # -- the end -----------------------------------------------------------------------------------

    def outcome(self, pos: Position) -> Outcome | None:
        if not any(barred is None for _, barred in self.candidates(pos)):
            checked = any(True for _ in attackers(pos.cells, khun_cell(pos.cells, pos.side), 1 - pos.side))
            return won(1 - pos.side, MATE) if checked else drawn(STALEMATE)
        if pos.cells.count("") == len(BOARD.cells) - 2:
            return drawn(TWO_BARE)
        over = self.count.drawn(pos)
        return drawn(over) if over else None

    def warning(self, pos: Position, move: Shift) -> Clause | None:
        after = self.apply(pos, move).after
        begins = after.limit is not None and (after.limit != pos.limit or after.counted != pos.counted + 1)
        outcome = self.outcome(after) if begins else None
        return outcome.because if outcome is not None and outcome.because in (NO_MOVES, THAI_END) else None

    def worth(self, pos: Position) -> tuple[float, float]:
        worth = [0.0, 0.0]
        for at, code in enumerate(pos.cells):
            if (seat := OWNER[code]) is not None:
                worth[seat] += CENTRAL[at] if kind_of(code) == "K" else MAN_WORTH[kind_of(code)]
        return worth[WHITE], worth[BLACK]

    def key(self, pos: Position) -> Hashable:
        return pos.cells, pos.side

    def repeated(self, pos: Position) -> Outcome:
        return drawn(REPETITION)

    # -- what is shown -----------------------------------------------------------------------------

    def prompt(self, pos: Position) -> Prompt | None:
        khun = khun_cell(pos.cells, pos.side)
        if not any(True for _ in attackers(pos.cells, khun, 1 - pos.side)):
            return None
        return Prompt(PARRY, IN_CHECK, (BOARD.names[khun],))

    def decisive(self, pos: Position, because: Clause) -> tuple[str, ...]:
        khun = khun_cell(pos.cells, pos.side)
        if because == MATE:
            return tuple(BOARD.names[at] for at in (khun, *attackers(pos.cells, khun, 1 - pos.side)))
        return (BOARD.names[khun],) if because == STALEMATE else ()

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        return self.count.gauge_values(pos)


def _reach(cells: Cells, origin: int, code: str, side: Seat) -> Iterator[tuple[int, Refusal | None]]:
    """Where the man on a cell can go and what bars it there, check left aside."""
    kind = kind_of(code)
    if kind == "R":
        yield from _rua_reach(cells, origin, side)
        return
    names = BOARD.names
    for to in STEPS[code][origin]:
        if cells[to] and OWNER[cells[to]] == side:
            yield to, Refusal(OWN, (names[to],))
        elif kind == "P" and not cells[to]:
            yield to, _nothing_to_take(cells, origin, to, side)
        else:
            yield to, None
    if kind == "P" and (ahead := BIA_STEP[side][origin]) is not None:
        if not cells[ahead]:
            yield ahead, None
        else:
            yield ahead, Refusal(OWN if OWNER[cells[ahead]] == side else BIA_TAKES, (names[ahead],))


def _nothing_to_take(cells: Cells, origin: int, to: int, side: Seat) -> Refusal:
    """Why a Bia may not go diagonally onto a free cell: not even past an enemy Bia."""
    passed = origin + BOARD.cells[to].x - BOARD.cells[origin].x
    if cells[passed] == code_of("P", 1 - side):
        return Refusal(NO_PASSING, (BOARD.names[passed], BOARD.names[to]))
    return Refusal(BIA_TAKES, (BOARD.names[to],))


def _rua_reach(cells: Cells, origin: int, side: Seat) -> Iterator[tuple[int, Refusal | None]]:
    names = BOARD.names
    for ray in RUA_RAYS[origin]:
        blocked: Refusal | None = None
        for to in ray:
            if blocked or not cells[to]:
                yield to, blocked
                continue
            yield to, Refusal(OWN, (names[to],)) if OWNER[cells[to]] == side else None
            blocked = Refusal(PATH, (names[to],))


class Guard:
    """Finds the moves of one position that leave the Khun of the side to move attacked."""

    __slots__ = ("cells", "checkers", "enemy", "khun", "risky")

    def __init__(self, pos: Position) -> None:
        self.cells = list(pos.cells)
        self.enemy = 1 - pos.side
        self.khun = khun_cell(pos.cells, pos.side)
        self.checkers = frozenset(attackers(pos.cells, self.khun, self.enemy))
        # Only a Rua attacks from afar, so a man that stands on neither line of its Khun cannot uncover it.
        self.risky = LINES[self.khun] | {self.khun}

    def refusal(self, origin: int, to: int) -> Refusal | None:
        """Why a move would leave the Khun attacked; None when it does not."""
        if not self.checkers and origin not in self.risky:
            return None
        cells = self.cells
        man, taken = cells[origin], cells[to]
        cells[origin], cells[to] = "", man
        khun = to if origin == self.khun else self.khun
        against = tuple(attackers(cells, khun, self.enemy))
        cells[origin], cells[to] = man, taken
        return self._explain(origin, khun, against) if against else None

    def _explain(self, origin: int, khun: int, against: tuple[int, ...]) -> Refusal:
        names = BOARD.names
        if origin == self.khun:
            clause, so = SAFE, Text("serait attaqué", "would be attacked")
        elif self.checkers.intersection(against):
            clause, so = CHECK, Text("reste attaqué", "stays attacked")
        else:
            clause, so = PIN, Text("serait découvert", "would be uncovered")
        french = ", ".join(f"{PIECE[self.cells[at]].name.fr} en {names[at]}" for at in against)
        english = ", ".join(f"{PIECE[self.cells[at]].name.en} on {names[at]}" for at in against)
        return Refusal(
            clause,
            tuple(names[at] for at in against),
            detail=Text(f"Le Khun en {names[khun]} {so.fr} : {french}.", f"The Khun on {names[khun]} {so.en}: {english}."),
        )
