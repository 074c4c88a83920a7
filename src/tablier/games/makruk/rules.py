"""The rules of Makruk: what may move where, and how a game ends."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import ClassVar

from tablier.core.actors import Seat
from tablier.core.game import Info, Option, OptionValue, Place, Showcase, Value
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
    ONLY_AT_FIRST,
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
from tablier.games.makruk.reach import REACHES

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
ATTACKED = {
    SAFE: Text("serait attaqué", "would be attacked"),
    CHECK: Text("reste attaqué", "stays attacked"),
    PIN: Text("serait découvert", "would be uncovered"),
}
"""What a move that one of these clauses bars would do to the Khun."""
SHOWN = (
    *"f3-f4 g8-e7 g1-f3 c6-c5 d1-c2 a6-a5 a3-a4 c8-c7 c1-b2 e8-f7 e3-e4 g6-g5 d3-d4 f8-g7 f1-g2".split(),
    *"g5-f4 g3-f4 f6-f5 e4-e5 b8-d7 e1-f2 c5-d4 c3-d4 e7-d5 b1-c3 d5-f4 g2-g3 d6-e5 g3-f4 e5-f4".split(),
)
"""The beginning of an engine game at level 5."""


class Makruk(Notation):
    """Makruk, by the sheet; the count may be the federation's, and a Bia's first step a double one."""

    info = Info(
        "makruk",
        Text("Makruk", "Makruk"),
        1,
        Text("Les échecs thaïlandais : mater le Khun avant la fin du décompte.", "Thai chess: mate the Khun before the count runs out."),
        Text("Fiche « Makruk »", "Sheet 'Makruk'"),
    )
    showcase = Showcase(
        order=1, minutes=30, difficulty=3, position="r2m3r/2sn1ks1/1p2p2p/p4p2/P2P1p2/1PN2N1P/1SK2M2/R6R w - - 0 16", moves=SHOWN
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
        if self.options["count"] == "none":
            self.facts = ()
        self._double_step = self.options["double_step"] == "on"

    def wording(self, clause: Clause) -> Text:
        chosen = {NO_DOUBLE: ONLY_AT_FIRST, DOUBLE: DOUBLE_CHOSEN} if self.options["double_step"] == "on" else {}
        return chosen.get(clause, clause.text)

    def start(self) -> Position:
        return self.load(OPENING)

    # -- moves -------------------------------------------------------------------------------------

    def candidates(self, pos: Position) -> Iterator[Candidate[Shift]]:
        return chain.from_iterable(self._reaches(pos))

    def _reaches(self, pos: Position) -> Iterator[Iterable[Candidate[Shift]]]:
        """The candidates, man by man."""
        cells, side, guard = pos.cells, pos.side, Guard(pos)
        own, suspects = MEN[side], guard.suspects
        for origin, code in enumerate(cells):
            if code and code in own:
                reach = REACHES[code](cells, origin, code, side)
                if self._double_step and code in ("P", "p") and BOARD.cells[origin].y == BIA_HOME_RANK[side]:
                    reach.append(self._two_steps(cells, origin, side))
                yield guard.judge(origin, reach) if origin in suspects else reach

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

    def judge(self, origin: int, reach: list[Candidate[Shift]]) -> Iterator[Candidate[Shift]]:
        """The candidates of the man on a cell, those barred that would leave the Khun attacked."""
        return self._judge_khun(reach) if origin == self.khun else self._judge_man(origin, reach)

    def _judge_khun(self, reach: list[Candidate[Shift]]) -> Iterator[Candidate[Shift]]:
        # A Rua that gives check also attacks the cell behind the Khun, along its line.
        cells, enemy = replaced(self.cells, {self.khun: ""}) if self.checkers else self.cells, self.enemy
        for candidate in reach:
            move, barred = candidate
            if barred is None and (against := attackers(cells, move.to, enemy)):
                yield Candidate(move, self._refusal(SAFE, move.to, against))
            else:
                yield candidate

    def _judge_man(self, origin: int, reach: list[Candidate[Shift]]) -> Iterator[Candidate[Shift]]:
        # A man takes the attacker, comes between, or leaves a line that it alone closed.
        met = [threat for threat in self.threats if threat.shield is None or threat.shield == origin]
        for candidate in reach:
            move, barred = candidate
            if barred is None and (against := [threat.origin for threat in met if move.to not in threat.line]):
                clause = PIN if set(against).isdisjoint(self.checkers) else CHECK
                yield Candidate(move, self._refusal(clause, self.khun, against))
            else:
                yield candidate

    def _refusal(self, clause: Clause, khun: int, against: list[int]) -> Refusal:
        return attacked(clause, khun, *[(self.cells[at], at) for at in against])


@lru_cache(maxsize=4096)  # the same again and again: the Khun seldom moves, nor do most men around it
def attacked(clause: Clause, khun: int, *men: tuple[str, int]) -> Refusal:
    """A move refused because of these men, each with its cell, by which the Khun on a cell is or would be attacked."""
    where, so = BOARD.names[khun], ATTACKED[clause]
    french, english = map(", ".join, zip(*(MAN_ON[code][at] for code, at in men), strict=True))
    detail = Text(f"Le Khun en {where} {so.fr} : {french}.", f"The Khun on {where} {so.en}: {english}.")
    return Refusal(clause, tuple(BOARD.names[at] for _, at in men), detail=detail)
