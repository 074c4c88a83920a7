"""The rules of Makruk: what may move where, and how a game ends."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import ClassVar

from tablier.core.actors import Seat
from tablier.core.game import Info, Option, OptionValue, Place, Value
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
    DOUBLE,
    DOUBLE_CHOSEN,
    KHON,
    KHUN,
    MA,
    MATE,
    MET,
    NO_CASTLING,
    NO_DOUBLE,
    NO_MOVES,
    NO_PASSING,
    ONLY_AT_FIRST,
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
    BIA_HOME_RANK,
    BIA_STEP,
    BLACK,
    BOARD,
    CODES,
    HOME_RANK,
    MEN,
    NAMES,
    OWNER,
    PIECE,
    PIECES,
    PROMOTION_RANK,
    RUA_RAYS,
    STEPS,
    TERMS,
    WHITE,
    Position,
    attackers,
    code_of,
    khun_cell,
    kind_of,
    men,
    threats,
)

OPENING = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"
MAN_WORTH = {"M": 1.7, "S": 2.5, "N": 3.0, "R": 5.0, "P": 1.0}
CENTRAL = tuple(-0.3 * max(abs(cell.x - 3.5), abs(cell.y - 3.5)) for cell in BOARD.cells)
"""What a cell is worth to a Khun: it is mated at the edge. Both for engines."""
LEFT = Text("Coups restants", "Moves left")
IN_CHECK = Text("Échec !", "Check!")
PARRY = Text("Déplacez le Khun, prenez l'attaquant ou barrez-lui la route.", "Move the Khun, take the attacker, or block its way.")
MAN_ON = {
    code: tuple(Text(f"{piece.name.fr} en {cell}", f"{piece.name.en} on {cell}") for cell in BOARD.names) for code, piece in PIECE.items()
}
EVERYWHERE = range(len(BOARD.cells))
WOULD_BE_ATTACKED = Text("serait attaqué", "would be attacked")
STAYS_ATTACKED = Text("reste attaqué", "stays attacked")
WOULD_BE_UNCOVERED = Text("serait découvert", "would be uncovered")
Targets = tuple[tuple[int, Candidate[Shift], Candidate[Shift]], ...]
"""Cells a man can come to, each with its candidate where nothing bars the way and where an own man stands."""


def _targets(origin: int, cells: Iterable[int]) -> Targets:
    shifts = ((to, Shift(origin, to)) for to in cells)
    return tuple((to, Candidate(shift), Candidate(shift, Refusal(OWN, (BOARD.names[to],)))) for to, shift in shifts)


STEP_CANDIDATES = {code: tuple(_targets(origin, cells) for origin, cells in enumerate(steps)) for code, steps in STEPS.items()}
BIA_CANDIDATES = tuple(tuple(_targets(origin, () if to is None else (to,)) for origin, to in enumerate(ahead)) for ahead in BIA_STEP)
RUA_CANDIDATES = tuple(tuple(_targets(origin, ray) for ray in rays) for origin, rays in enumerate(RUA_RAYS))


def _bia_cannot(origin: int) -> dict[int, Candidate[Shift]]:
    """By target, a Bia that neither finds what it takes nor a free way ahead."""
    return {to: Candidate(Shift(origin, to), Refusal(BIA_TAKES, (BOARD.names[to],))) for to in STEPS["K"][origin]}


def _behind(origin: int, ray: tuple[int, ...]) -> Iterator[tuple[int, list[Candidate[Shift]]]]:
    """By the first cell of a ray that is not free, what a Rua cannot reach beyond it."""
    for number, at in enumerate(ray, 1):
        blocked = Refusal(PATH, (BOARD.names[at],))
        yield at, [Candidate(Shift(origin, to), blocked) for to in ray[number:]]


BIA_CANNOT = tuple(map(_bia_cannot, EVERYWHERE))
BEHIND = tuple({at: beyond for ray in rays for at, beyond in _behind(origin, ray)} for origin, rays in enumerate(RUA_RAYS))


class Makruk(Notation):
    """Makruk, by the sheet; the count may be the federation's, and a Bia's first step a double one."""

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
        Option(
            "double_step",
            "off",
            Text("Double pas du Bia", "Double step of the Bia"),
            Text(
                "Si un Bia peut avancer de deux cases depuis sa rangée de départ.",
                "Whether a Bia may advance two squares from its starting rank.",
            ),
            values=(
                Value("off", Text("interdit", "forbidden"), Text("Comme on joue en Thaïlande.", "As in Thailand.")),
                Value(
                    "on",
                    Text("permis", "allowed"),
                    Text(
                        "Comme les pions aux échecs occidentaux, mais jamais pris en passant.",
                        "Like the pawns of Western chess, but never taken en passant.",
                    ),
                ),
            ),
        ),
    )
    uci_options: ClassVar[Mapping[str, OptionValue]] = {"count": "thai"}
    formats: ClassVar[tuple[str, ...]] = ("pgn",)
    clauses = tuple(law)
    setup = SETUP
    pieces = PIECES
    terms = TERMS
    seats = (Place(Text("Blanc", "White"), "white"), Place(Text("Noir", "Black"), "black"))
    gauges = (
        Gauge(gauge_of(WHITE), Text("Coups qui restent à Blanc", "Moves White has left"), WHITE, short=LEFT),
        Gauge(gauge_of(BLACK), Text("Coups qui restent à Noir", "Moves Black has left"), BLACK, short=LEFT),
    )
    movement: ClassVar[Mapping[str, Clause]] = {"K": KHUN, "M": MET, "S": KHON, "N": MA, "R": RUA, "P": BIA}

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.count = COUNTS[str(self.options["count"])]()
        self._double_step = self.options["double_step"] == "on"

    def wording(self, clause: Clause) -> Text:
        chosen = {NO_DOUBLE: ONLY_AT_FIRST, DOUBLE: DOUBLE_CHOSEN} if self.options["double_step"] == "on" else {}
        return chosen.get(clause, clause.text)

    def start(self) -> Position:
        return self.load(OPENING)

    # -- moves -------------------------------------------------------------------------------------

    def candidates(self, pos: Position) -> Iterator[Candidate[Shift]]:
        cells, side, guard = pos.cells, pos.side, Guard(pos)
        own = MEN[side]
        for origin, code in enumerate(cells):
            if code and code in own:
                reach = REACHES[code](cells, origin, code, side)
                if self._double_step and code in ("P", "p") and BOARD.cells[origin].y == BIA_HOME_RANK[side]:
                    reach.append(self._two_steps(cells, origin, side))
                yield from map(guard.judge, reach) if origin in guard.suspects else reach

    def _two_steps(self, cells: Cells, origin: int, side: Seat) -> Candidate[Shift]:
        """A Bia's two steps from its starting rank, and what stands in its way."""
        to = origin + 2 * AHEAD[side] * BOARD.width
        in_the_way = next((cell for cell in ((origin + to) // 2, to) if cells[cell]), None)
        return Candidate(Shift(origin, to), None if in_the_way is None else Refusal(self.tell(DOUBLE), (BOARD.names[in_the_way],)))

    def refuse(self, pos: Position, move: Shift) -> Refusal:
        names, code = BOARD.names, pos.cells[move.origin]
        origin, to = names[move.origin], names[move.to]
        if not code:
            return Refusal(TURN, (origin,), detail=nothing_on(origin))
        if OWNER[code] != pos.side:
            name, article = PIECE[code].name, "une" if NAMES[kind_of(code)][2] else "un"
            detail = Text(f"En {origin}, c'est {article} {name.fr}.", f"There is a {name.en} on {origin}.")
            return Refusal(TURN, (origin,), detail=detail)
        return Refusal(self._misstep(code, move), (origin, to), self._instead(pos, move.origin))

    def _misstep(self, code: str, move: Shift) -> Clause:
        """The clause that a man breaks by going where men of its kind never go."""
        origin, to, seat = BOARD.cells[move.origin], BOARD.cells[move.to], OWNER[code]
        across, up = to.x - origin.x, to.y - origin.y
        if kind_of(code) == "P" and seat is not None and (across, up) == (0, 2 * AHEAD[seat]):
            return self.tell(NO_DOUBLE)
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
        yield moved(self._manner(move, played), origin, to)
        if played.promotes:
            yield altered(PROMOTION, to, CODES[arrives])

    def _manner(self, move: Shift, played: Played) -> Clause:
        """The clause by which a man moves."""
        if played.man in ("P", "p"):
            if played.taken:
                return BIA_TAKES
            if abs(move.to - move.origin) == 2 * BOARD.width:
                return self.tell(DOUBLE)
        return self.movement[kind_of(played.man)]

    # -- the end -----------------------------------------------------------------------------------

    def outcome(self, pos: Position) -> Outcome | None:
        if all(barred for _, barred in self.candidates(pos)):
            checked = attackers(pos.cells, khun_cell(pos.cells, pos.side), 1 - pos.side)
            return won(1 - pos.side, MATE) if checked else drawn(STALEMATE)
        if pos.cells.count("") == len(BOARD.cells) - 2:
            return drawn(TWO_BARE)
        over = self.count.drawn(pos)
        return drawn(over) if over else None

    def warnings(self, pos: Position) -> Mapping[Shift, Clause]:
        if len(men(pos.cells, 1 - pos.side)) > 2:  # no move bares the other Khun
            return {}
        return {move: over for move in self.legal(pos) if (over := self._drawn_at_once(pos, move)) is not None}

    def _drawn_at_once(self, pos: Position, move: Shift) -> Clause | None:
        """The clause by which the count that a move begins has already run out."""
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


def _step_reach(cells: Cells, origin: int, code: str, side: Seat) -> list[Candidate[Shift]]:
    """Where a man that steps or leaps can go, and what bars it there; check is left aside, here and below."""
    own = MEN[side]
    return [barred if cells[to] in own else free for to, free, barred in STEP_CANDIDATES[code][origin]]


def _bia_reach(cells: Cells, origin: int, code: str, side: Seat) -> list[Candidate[Shift]]:
    own = MEN[side]
    reach = []
    for to, free, barred in STEP_CANDIDATES[code][origin]:
        if cells[to]:
            reach.append(barred if cells[to] in own else free)
        else:
            reach.append(_nothing_to_take(cells, origin, to, side))
    for to, free, barred in BIA_CANDIDATES[side][origin]:
        if not cells[to]:
            reach.append(free)
        else:
            reach.append(barred if cells[to] in own else BIA_CANNOT[origin][to])
    return reach


def _nothing_to_take(cells: Cells, origin: int, to: int, side: Seat) -> Candidate[Shift]:
    """A Bia does not go diagonally onto a free cell: not even past an enemy Bia."""
    passed = origin // BOARD.width * BOARD.width + to % BOARD.width
    if cells[passed] == "Pp"[1 - side]:
        return Candidate(Shift(origin, to), Refusal(NO_PASSING, (BOARD.names[passed], BOARD.names[to])))
    return BIA_CANNOT[origin][to]


def _rua_reach(cells: Cells, origin: int, code: str, side: Seat) -> list[Candidate[Shift]]:
    own = MEN[side]
    reach = []
    for ray in RUA_CANDIDATES[origin]:
        for to, free, barred in ray:
            if cells[to]:
                reach.append(barred if cells[to] in own else free)
                reach += BEHIND[origin][to]
                break
            reach.append(free)
    return reach


REACHES = {**dict.fromkeys("Rr", _rua_reach), **dict.fromkeys("Pp", _bia_reach), **dict.fromkeys("KkMmSsNn", _step_reach)}


class Guard:
    """Finds the moves of one position that leave the Khun of the side to move attacked."""

    __slots__ = ("cells", "checkers", "enemy", "khun", "suspects", "threats")

    def __init__(self, pos: Position) -> None:
        self.cells = pos.cells
        self.enemy = 1 - pos.side
        self.khun = khun_cell(pos.cells, pos.side)
        self.threats = threats(pos.cells, self.khun, self.enemy)
        self.checkers = [threat.origin for threat in self.threats if threat.shield is None]
        # The men whose moves must be looked at one by one.
        self.suspects = EVERYWHERE if self.checkers else (self.khun, *[threat.shield for threat in self.threats])

    def judge(self, candidate: Candidate[Shift]) -> Candidate[Shift]:
        """The candidate, barred if its move would leave the Khun attacked."""
        move, barred = candidate
        if barred is not None:
            return candidate
        origin, to, khun = move.origin, move.to, self.khun
        if origin == khun:
            khun = to
            # A Rua that gives check also attacks the cell behind the Khun, along its line.
            against = attackers(replaced(self.cells, {origin: ""}) if self.checkers else self.cells, to, self.enemy)
        else:
            # A man takes the attacker, comes between, or leaves a line that it alone closed.
            against = [threat.origin for threat in self.threats if threat.shield in (None, origin) and to not in threat.line]
        return Candidate(move, self._explain(origin, khun, against)) if against else candidate

    def _explain(self, origin: int, khun: int, against: list[int]) -> Refusal:
        names = BOARD.names
        if origin == self.khun:
            clause, so = SAFE, WOULD_BE_ATTACKED
        elif self.checkers and not set(against).isdisjoint(self.checkers):
            clause, so = CHECK, STAYS_ATTACKED
        else:
            clause, so = PIN, WOULD_BE_UNCOVERED
        men = [MAN_ON[self.cells[at]][at] for at in against]
        french, english = men[0] if len(men) == 1 else map(", ".join, zip(*men, strict=True))
        detail = Text(f"Le Khun en {names[khun]} {so.fr} : {french}.", f"The Khun on {names[khun]} {so.en}: {english}.")
        return Refusal(clause, tuple([names[at] for at in against]), detail=detail)
