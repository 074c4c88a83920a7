"""The rules of Achef: what may be played, what comes of it, and how it ends."""

from collections.abc import Iterator, Mapping

from tablier.core.game import Info, Place, Showcase
from tablier.core.grid import Shift, gauge_changes, nothing_on, replaced
from tablier.core.law import Clause
from tablier.core.play import Candidate, Event, Outcome, Prompt, Refusal, Step, added, altered, drawn, moved, removed, swapped, won
from tablier.core.scene import Gauge, Piece, Scene
from tablier.core.text import Text
from tablier.games.achef.clauses import (
    CAPTURE,
    CLIMB,
    DEFEAT,
    DESCEND,
    FOLLOWS,
    GROUNDED,
    KO,
    LEVEL,
    OPENS,
    OWN,
    PHASES,
    PLACE,
    REPETITION,
    SETUP,
    STEP,
    SWAP,
    TURN,
    law,
)
from tablier.games.achef.notation import HELD, Notation
from tablier.games.achef.position import (
    BLACK,
    BOARD,
    CENTRE,
    CODES,
    HEIGHT,
    LOST_AT,
    PAWNS_EACH,
    RING,
    STEPS,
    WHITE,
    Move,
    Placement,
    Position,
)

IN_HAND = Text("À poser", "To place")
ON_BOARD = Text("Pions", "Pawns")
STEPPING = Text("Déplacez un pion d'une case.", "Move a pawn one square.")


class Achef(Notation):
    """Achef, in its two phases: placing on the rim, then climbing, capturing and swapping."""

    info = Info(
        "achef",
        Text("Achef", "Achef"),
        1,
        Text(
            "Une pyramide à gravir : on monte sur les cases libres, on capture en descendant, on échange de plain-pied.",
            "A pyramid to climb: go up onto free squares, capture on the way down, swap on the level.",
        ),
        Text("Fiche « Le Achef »", "Sheet 'Le Achef'"),
    )
    showcase = Showcase(order=3, minutes=10, difficulty=1, position="b3w/bwbwb/w4/1bwb1/ww1bb b 0,0 c4 c2d2")
    clauses = tuple(law)
    setup = SETUP
    pieces = (
        Piece("black", "disc", "black", "●", Text("pion noir", "black pawn"), BLACK),
        Piece("white", "disc", "white", "○", Text("pion blanc", "white pawn"), WHITE),
        Piece("black_grounded", "square", "black", "■", Text("pion noir retenu", "grounded black pawn"), BLACK),
        Piece("white_grounded", "square", "white", "□", Text("pion blanc retenu", "grounded white pawn"), WHITE),
    )
    seats = (Place(Text("Noir", "Black"), "black"), Place(Text("Blanc", "White"), "white"))
    gauges = (
        Gauge("hand0", Text("Pions que Noir doit poser", "Pawns Black has to place"), BLACK, short=IN_HAND),
        Gauge("hand1", Text("Pions que Blanc doit poser", "Pawns White has to place"), WHITE, short=IN_HAND),
        Gauge("pawns0", Text("Pions de Noir", "Black's pawns"), BLACK, short=ON_BOARD),
        Gauge("pawns1", Text("Pions de Blanc", "White's pawns"), WHITE, short=ON_BOARD),
    )

    def start(self) -> Position:
        return Position(("",) * len(BOARD.cells), BLACK, (PAWNS_EACH, PAWNS_EACH))

    # -- what may be played, and why not -----------------------------------------------------------

    def candidates(self, pos: Position) -> Iterator[Candidate[Move]]:
        if any(pos.hands):
            for cell in RING:
                yield Candidate(Placement(cell), _taken(cell) if pos.cells[cell] else None)
            return
        own = CODES[pos.side]
        for origin, code in enumerate(pos.cells):
            if code == own:
                for to in STEPS[origin]:
                    yield Candidate(Shift(origin, to), _bar(pos, origin, to))

    def refuse(self, pos: Position, move: Move) -> Refusal:
        names = BOARD.names
        if isinstance(move, Placement):
            cell = names[move.cell]
            if not any(pos.hands):
                return Refusal(PHASES, (cell,), detail=Text("Tous les pions sont posés.", "All pawns are placed."))
            height = HEIGHT[move.cell]
            return Refusal(PLACE, (cell,), detail=Text(f"{cell} est au niveau {height}.", f"{cell} is on level {height}."))
        origin, to = names[move.origin], names[move.to]
        if left := sum(pos.hands):
            return Refusal(PHASES, (origin,), detail=Text(f"Pions encore à poser : {left}.", f"Pawns still to place: {left}."))
        if pos.cells[move.origin] != CODES[pos.side]:
            return self._not_yours(pos, move.origin)
        return Refusal(STEP, (origin, to), _others(pos, move.origin), _how_far(move))

    def _not_yours(self, pos: Position, origin: int) -> Refusal:
        name, code = BOARD.names[origin], pos.cells[origin]
        if not code:
            return Refusal(TURN, (name,), detail=nothing_on(name))
        if pos.side == BLACK and pos.ko is None and all(pos.cells[cell] for cell in RING):
            return Refusal(OPENS, (name,))  # as the second phase begins
        owner = self.seats[CODES.index(code)].name
        return Refusal(TURN, (name,), detail=Text(f"Le pion en {name} est à {owner.fr}.", f"The pawn on {name} is {owner.en}'s."))

    # -- what a move does --------------------------------------------------------------------------

    def apply(self, pos: Position, move: Move) -> Step[Position]:
        return self._placed(pos, move) if isinstance(move, Placement) else self._stepped(pos, move)

    def _placed(self, pos: Position, move: Placement) -> Step[Position]:
        own, (black, white) = CODES[pos.side], pos.hands
        hands = (black - 1, white) if pos.side == BLACK else (black, white - 1)
        after = Position(replaced(pos.cells, {move.cell: own}), 1 - pos.side, hands)
        return Step(after, (added(PLACE, BOARD.names[move.cell], self.codes[own]), *self._counts(pos, after)))

    def _stepped(self, pos: Position, move: Shift) -> Step[Position]:
        own, there = CODES[pos.side], pos.cells[move.to]
        origin, to = BOARD.names[move.origin], BOARD.names[move.to]
        rise = HEIGHT[move.to] - HEIGHT[move.origin]
        ko, left_behind = None, ""
        events: tuple[Event, ...]
        if rise > 0:
            events = (moved(CLIMB, origin, to),)
        elif rise < 0:
            events = (*([removed(CAPTURE, to)] if there else []), moved(DESCEND, origin, to))
        elif there:
            events = (swapped(SWAP, origin, to),)
            ko, left_behind = (min(move.origin, move.to), max(move.origin, move.to)), there
        else:
            events = (moved(LEVEL, origin, to),)
        cells = replaced(pos.cells, {move.origin: left_behind, move.to: own})
        after = Position(cells, 1 - pos.side, (0, 0), _grounded_after(pos, move), ko)
        return Step(after, (*events, *self._marks(pos, move, after), *self._counts(pos, after)))

    def _marks(self, pos: Position, move: Shift, after: Position) -> Iterator[Event]:
        """What shows on the pawns that become grounded, stay so elsewhere, or are free again."""
        own, names = CODES[pos.side], BOARD.names
        if pos.grounded is not None and pos.cells[pos.grounded] == own:
            freed = move.to if pos.grounded == move.origin else pos.grounded
            yield altered(GROUNDED, names[freed], self.codes[own])
        if after.grounded == move.origin:
            yield altered(FOLLOWS, names[move.origin], HELD[CODES[after.side]])
        elif after.grounded == move.to:
            yield altered(GROUNDED, names[move.to], HELD[own])

    def _counts(self, pos: Position, after: Position) -> tuple[Event, ...]:
        placing = PLACE if any(after.hands) else PHASES
        because = {"hand0": placing, "hand1": placing, "pawns0": CAPTURE, "pawns1": CAPTURE}
        return gauge_changes(self.gauge_values(pos), self.gauge_values(after), because)

    # -- how it ends -------------------------------------------------------------------------------

    def outcome(self, pos: Position) -> Outcome | None:
        # Only pawns need counting: on this board a player always has a move. A player's pawns never fill the ring of
        # sixteen, so those on it have at least two ways along it to a free or enemy cell, and the ko bars at most one;
        # a player with none on the ring can step down onto it, or from the centre towards it.
        if any(pos.hands):
            return None
        for seat, code in enumerate(CODES):
            if pos.cells.count(code) <= LOST_AT:
                return won(1 - seat, DEFEAT)
        return None

    def repeated(self, pos: Position) -> Outcome:
        return drawn(REPETITION)

    # -- what is shown -----------------------------------------------------------------------------

    def prompt(self, pos: Position) -> Prompt:
        if not (left := pos.hands[pos.side]):
            return Prompt(STEPPING)
        more = Text(f"encore {left} à poser", f"{left} left to place")
        return Prompt(
            Text(f"Posez un pion sur une case libre du bord ({more.fr}).", f"Place a pawn on a free square of the rim ({more.en}).")
        )

    def decisive(self, pos: Position, because: Clause) -> tuple[str, ...]:
        lost = {code for code in CODES if pos.cells.count(code) <= LOST_AT}
        return tuple(BOARD.names[at] for at, code in enumerate(pos.cells) if code in lost) if because == DEFEAT else ()

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        values = {f"hand{seat}": hand for seat, hand in enumerate(pos.hands)} if any(pos.hands) else {}
        return values | {f"pawns{seat}": pos.cells.count(code) + pos.hands[seat] for seat, code in enumerate(CODES)}

    def scene(self, pos: Position) -> Scene:
        plain = super().scene(pos)
        if pos.grounded is None:
            return plain
        return Scene({**plain.tokens, BOARD.names[pos.grounded]: HELD[pos.cells[pos.grounded]]}, plain.gauges)


def _taken(cell: int) -> Refusal:
    name = BOARD.names[cell]
    return Refusal(PLACE, (name,), detail=Text(f"{name} est déjà occupée.", f"{name} is already occupied."))


def _bar(pos: Position, origin: int, to: int) -> Refusal | None:
    """What bars a pawn of the side to move from stepping to a neighbouring cell; None when nothing does."""
    there, rise, names = pos.cells[to], HEIGHT[to] - HEIGHT[origin], BOARD.names
    if rise > 0:
        if there:
            return Refusal(CLIMB, (names[to],))
        return Refusal(GROUNDED, (names[origin],), _others(pos, origin, to)) if origin == pos.grounded else None
    if there == CODES[pos.side]:
        return Refusal(OWN, (names[to],))
    # Only a swap can bring back an earlier position at once: any other move leaves the enemy pawn where it went.
    if pos.ko is not None and origin in pos.ko and to in pos.ko:
        one, other = (names[cell] for cell in pos.ko)
        detail = Text(f"Les pions de {one} et {other} viennent d'être échangés.", f"The pawns of {one} and {other} have just been swapped.")
        return Refusal(KO, (one, other), detail=detail)
    return None


def _others(pos: Position, origin: int, but: int | None = None) -> tuple[str, ...]:
    """The legal steps of a pawn, leaving out one cell, as they are written."""
    names = BOARD.names
    return tuple(f"{names[origin]}-{names[to]}" for to in STEPS[origin] if to != but and _bar(pos, origin, to) is None)


def _how_far(move: Shift) -> Text:
    """What is wrong with a step that leads to no neighbouring cell."""
    one, other = BOARD.cells[move.origin], BOARD.cells[move.to]
    across, along = abs(one.x - other.x), abs(one.y - other.y)
    if across and along:
        return Text(f"De {one.name}, {other.name} n'est pas en ligne droite.", f"From {one.name}, {other.name} is not in a straight line.")
    if across or along:
        return Text(
            f"{other.name} est à {across + along} cases de {one.name}.", f"{other.name} is {across + along} squares from {one.name}."
        )
    return Text("Le pion ne quitterait pas sa case.", "The pawn would not leave its square.")


def _grounded_after(pos: Position, move: Shift) -> int | None:
    """The cell of the pawn that is grounded once a move is made."""
    if move.origin == CENTRE and pos.cells[move.to]:
        return move.to
    if pos.grounded is None or pos.cells[pos.grounded] == CODES[pos.side]:
        return None  # its owner's next turn is this one, and it is over
    return move.origin if move.to == pos.grounded else pos.grounded
