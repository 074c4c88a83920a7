"""The rules of Turkish draughts: what may be played and why not, what a move does, and how it ends."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import ClassVar

from tablier.core.game import Info, Option, Place, Showcase, Value
from tablier.core.grid import Cells, gauge_changes, nothing_on, replaced
from tablier.core.law import Clause
from tablier.core.play import Candidate, Event, Outcome, Prompt, Refusal, Step, altered, drawn, moved, removed, won
from tablier.core.scene import Gauge, Piece
from tablier.core.text import Text
from tablier.games.turkish.captures import captures, crowned, leaps, most, steps
from tablier.games.turkish.clauses import (
    BLOCKED,
    CHOSEN,
    CROWN,
    CROWN_IN_CAPTURE,
    DAME_BEATS_PION,
    DAME_STEP,
    DAME_TAKES,
    FEWER,
    NO_PIECES,
    OMITTED,
    ONE_DAME_EACH,
    PION_STEP,
    PION_TAKES,
    QUIET,
    REPETITION,
    SETUP,
    SEVERAL,
    TURN,
    law,
)
from tablier.games.turkish.notation import Notation
from tablier.games.turkish.position import AHEAD, BLACK, BOARD, OWN, PIECES_EACH, QUIET_LIMIT, WHITE, Fault, Path, Position, standing
from tablier.games.turkish.refusals import must_take, must_take_more, no_capture, no_step, written_as_step

MOST_CAPTURES = 2_000
"""In seventeen thousand positions of games between engines and by chance there were never more than 73; a Dame among sixteen scattered
pieces may have a million."""
QUIET_WARNING = 20
"""From how many moves before the quiet limit the table shows what is left."""
TAKEN = Text("Prises", "Taken")
ONLY_PIONS = Text("Avancez un Pion d'une case, tout droit ou de côté.", "Move a Pion one square, straight ahead or sideways.")
WITH_DAME = Text(
    "Avancez un Pion d'une case, ou une Dame aussi loin que vous voulez.", "Move a Pion one square, or a Dame as far as you like."
)


class TurkishDraughts(Notation):
    """Turkish draughts, as the sheet that also holds Mak-Yek tells them."""

    info = Info(
        "turkish",
        Text("Dames turques", "Turkish draughts"),
        2,
        Text(
            "Des Pions qui marchent tout droit, des Dames qui balaient les lignes, et l'obligation de prendre le plus possible.",
            "Pions that walk straight, Dames that sweep the lines, and the duty to take as many as possible.",
        ),
        Text(
            "Fiche « Mak-Yek », autre jeu : Les Dames Turques, collection Ludens Planet",
            "Sheet 'Mak-Yek', other game: Turkish draughts, Ludens Planet collection",
        ),
    )
    showcase = Showcase(order=0, minutes=20, difficulty=2, position="8/bbb1bbbb/2bbb1bb/b3b1b1/bww1www1/2www1w1/wwww1www/8 w 0 -")
    choices: ClassVar[tuple[Option, ...]] = (
        Option(
            "turn_back",
            "off",
            Text("Demi-tour de la Dame", "Turning back"),
            Text(
                "Si une Dame peut repartir en sens inverse au cours d'une prise.",
                "Whether a Dame may set off in the opposite direction within a capture.",
            ),
            values=(Value("off", Text("interdit", "forbidden")), Value("on", Text("permis", "allowed"))),
        ),
        Option(
            "penalty",
            "guided",
            Text("Sanction", "Penalty"),
            Text(
                "Ce que vaut un coup qui omet une prise ou prend moins que possible.",
                "What becomes of a move that omits a capture or takes fewer than possible.",
            ),
            values=(
                Value(
                    "guided",
                    Text("le coup est refusé", "the move is refused"),
                    Text("Il faut en jouer un autre.", "Another move has to be played."),
                ),
                Value(
                    "strict",
                    Text("le coup perd la partie", "the move loses the game"),
                    Text("Il est joué, et il perd, comme sur la fiche.", "It is played, and loses, as on the sheet."),
                ),
            ),
        ),
        Option(
            "dame_beats_pion",
            "off",
            Text("Dame contre Pion", "Dame against Pion"),
            Text("Ce que vaut une Dame seule contre un Pion seul.", "What becomes of a single Dame against a single Pion."),
            values=(Value("off", Text("la partie continue", "the game goes on")), Value("on", Text("la Dame gagne", "the Dame wins"))),
        ),
    )
    formats: ClassVar[tuple[str, ...]] = ("pdn",)
    clauses = tuple(law)
    setup = SETUP
    pieces = (
        Piece("white", "disc", "white", "○", Text("Pion blanc", "white Pion"), WHITE),
        Piece("black", "disc", "black", "●", Text("Pion noir", "black Pion"), BLACK),
        Piece("white_dame", "stack", "white", "◎", Text("Dame blanche", "white Dame"), WHITE, feminine=True),
        Piece("black_dame", "stack", "black", "◉", Text("Dame noire", "black Dame"), BLACK, feminine=True),
    )
    seats = (Place(Text("Blanc", "White"), "white"), Place(Text("Noir", "Black"), "black"))
    gauges = (
        Gauge("taken0", Text("Prises de Blanc", "Taken by White"), WHITE, short=TAKEN),
        Gauge("taken1", Text("Prises de Noir", "Taken by Black"), BLACK, short=TAKEN),
        Gauge("left", Text("Coups avant la nulle", "Moves before the draw")),
    )

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._turn_back = self.options["turn_back"] == "on"
        self._strict = self.options["penalty"] == "strict"
        self._dame_beats_pion = self.options["dame_beats_pion"] == "on"

    def wording(self, clause: Clause) -> Text:
        changed = (CHOSEN[option.id] for option in self.choices if self.options[option.id] != option.default)
        return next((texts[clause] for texts in changed if clause in texts), clause.text)

    def start(self) -> Position:
        ranks = ["", "w", "w", "", "", "b", "b", ""]
        return Position(tuple(code for code in ranks for _ in range(BOARD.width)), WHITE)

    # -- legality ----------------------------------------------------------------------------------

    def candidates(self, pos: Position) -> Iterator[Candidate[Path]]:
        own = standing(pos.cells, pos.side)
        paths = list(self._captures(pos, own))
        best = most(paths)
        onward = _onward(best)
        tolerant = self._strict or not best
        omitting = None if tolerant else must_take(best)
        for origin in own:
            for to in steps(pos.cells, origin):
                yield Candidate(Path((origin, to), False), omitting)
        for path in paths:
            enough = self._strict or len(path) == len(best[0])
            yield Candidate(Path(path, True), None if enough else must_take_more(path, best, onward.get(path, ())))

    def _captures(self, pos: Position, own: Sequence[int]) -> Iterator[tuple[int, ...]]:
        return (path for origin in own for path in captures(pos.cells, origin, turn_back=self._turn_back))

    def compulsory_captures(self, pos: Position) -> int:
        paths = list(islice(self._captures(pos, standing(pos.cells, pos.side)), MOST_CAPTURES))
        return 0 if self._strict else len(most(paths))

    def too_many_moves(self, pos: Position) -> bool:
        return any(True for _ in islice(self._captures(pos, standing(pos.cells, pos.side)), MOST_CAPTURES, None))

    def refuse(self, pos: Position, move: Path) -> Refusal:
        cells = move.cells
        name, code = BOARD.names[cells[0]], pos.cells[cells[0]]
        if not code:
            return Refusal(TURN, (name,), detail=nothing_on(name))
        if code not in OWN[pos.side]:
            owner = self.seats[1 - pos.side].name
            return Refusal(TURN, (name,), detail=Text(f"La pièce en {name} est à {owner.fr}.", f"The piece on {name} is {owner.en}'s."))
        if move.takes:
            return no_capture(pos.cells, cells, turn_back=self._turn_back)
        if any(leap.to == cells[-1] for leap in leaps(pos.cells, cells[0], pos.cells[cells[0]])):
            return self.why_not(pos, Path(cells, True)) or written_as_step(pos.cells, move)
        return no_step(pos.cells, cells[0], cells[-1])

    # -- what a move does --------------------------------------------------------------------------

    def apply(self, pos: Position, move: Path) -> Step[Position]:
        cells, events = _taken(pos.cells, move.cells) if move.takes else _stepped(pos.cells, move.cells)
        quiet = pos.quiet + 1 if not move.takes and pos.cells[move.cells[0]] not in AHEAD else 0
        after = Position(cells, 1 - pos.side, quiet, self._fault(pos, move))
        if move.takes or max(pos.quiet, quiet) >= QUIET_LIMIT - QUIET_WARNING:
            events += gauge_changes(
                self.gauge_values(pos), self.gauge_values(after), {"taken0": NO_PIECES, "taken1": NO_PIECES, "left": QUIET}
            )
        return Step(after, tuple(events))

    def _fault(self, pos: Position, move: Path) -> Fault:
        if not self._strict:
            return Fault.NONE
        best = most(list(self._captures(pos, standing(pos.cells, pos.side))))
        if not best or (move.takes and len(move.cells) == len(best[0])):
            return Fault.NONE
        return Fault.FEWER if move.takes else Fault.OMITTED

    # -- how it ends -------------------------------------------------------------------------------

    def outcome(self, pos: Position) -> Outcome | None:
        if pos.fault is not Fault.NONE:
            return won(pos.side, self.tell(OMITTED if pos.fault is Fault.OMITTED else FEWER))
        for seat in (pos.side, 1 - pos.side):
            if not standing(pos.cells, seat):
                return won(1 - seat, NO_PIECES)
        return self._last_two(pos) or _blocked(pos) or (drawn(QUIET) if pos.quiet >= QUIET_LIMIT else None)

    def _last_two(self, pos: Position) -> Outcome | None:
        if len(pos.cells) - pos.cells.count("") > 2 or (self.rules > 1 and self._can_take(pos)):
            return None
        left = {code for code in pos.cells if code}
        if left == {"W", "B"}:
            return drawn(ONE_DAME_EACH)
        if self._dame_beats_pion and left in ({"W", "b"}, {"w", "B"}):
            return won(WHITE if "W" in left else BLACK, self.tell(DAME_BEATS_PION))
        return None

    def _can_take(self, pos: Position) -> bool:
        return any(True for _ in self._captures(pos, standing(pos.cells, pos.side)))

    def key(self, pos: Position) -> Hashable:
        return pos.cells, pos.side

    def repeated(self, pos: Position) -> Outcome:
        return drawn(REPETITION)

    # -- what is shown -----------------------------------------------------------------------------

    def prompt(self, pos: Position) -> Prompt:
        return Prompt(WITH_DAME if "WB"[pos.side] in pos.cells else ONLY_PIONS)

    def decisive(self, pos: Position, because: Clause) -> tuple[str, ...]:
        if because == BLOCKED:
            return tuple(BOARD.names[at] for at in standing(pos.cells, pos.side))
        if because not in (ONE_DAME_EACH, DAME_BEATS_PION):
            return ()
        return tuple(BOARD.names[at] for at, code in enumerate(pos.cells) if code)

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        white, black = (len(standing(pos.cells, seat)) for seat in (WHITE, BLACK))
        values = {"taken0": PIECES_EACH - black, "taken1": PIECES_EACH - white}
        if (left := QUIET_LIMIT - pos.quiet) <= QUIET_WARNING:
            values["left"] = left
        return values


def _onward(best: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """The best captures by each of their beginnings."""
    onward: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for path in best:
        for length in range(2, len(path)):
            onward.setdefault(path[:length], []).append(path)
    return onward


def _blocked(pos: Position) -> Outcome | None:
    """The loss of a player none of whose pieces can step or leap; a player who can do either has a legal move."""
    for at in standing(pos.cells, pos.side):
        if any(True for _ in steps(pos.cells, at)) or any(True for _ in leaps(pos.cells, at, pos.cells[at])):
            return None
    return won(1 - pos.side, BLOCKED)


def _stepped(cells: Cells, path: tuple[int, ...]) -> tuple[Cells, list[Event]]:
    """The board after a step, and what happened on it."""
    origin, to = path
    code = cells[origin]
    events = [moved(PION_STEP if code in AHEAD else DAME_STEP, BOARD.names[origin], BOARD.names[to])]
    if (now := crowned(code, to)) != code:
        events.append(altered(CROWN, BOARD.names[to], TurkishDraughts.codes[now]))
    return replaced(cells, {origin: "", to: now}), events


def _taken(cells: Cells, path: tuple[int, ...]) -> tuple[Cells, list[Event]]:
    """The board after a capture, and what happened on it, leap by leap."""
    board, code, names = list(cells), cells[path[0]], BOARD.names
    board[path[0]] = ""
    events: list[Event] = []
    for at, to in pairwise(path):
        over = next(leap.over for leap in leaps(board, at, code) if leap.to == to)
        board[over] = ""
        takes = PION_TAKES if code in AHEAD else DAME_TAKES
        events += moved(takes, names[at], names[to]), removed(SEVERAL if len(path) > 2 else takes, names[over])
        if (now := crowned(code, to)) != code:
            events.append(altered(CROWN if to == path[-1] else CROWN_IN_CAPTURE, names[to], TurkishDraughts.codes[now]))
        code = now
    board[path[-1]] = code
    return tuple(board), events
