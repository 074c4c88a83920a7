"""The rules of Malawi: what can be done, what comes of it, and why anything else is refused."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import ClassVar

from tablier.core.game import Info, Option, Place, Showcase, Value
from tablier.core.grid import gauge_changes, nothing_on, replaced
from tablier.core.law import Clause
from tablier.core.play import Candidate, Outcome, Prompt, Refusal, Step, altered, drawn, moved, won
from tablier.core.scene import Gauge, Piece
from tablier.core.text import Text
from tablier.games.malawi.clauses import (
    DISTRIBUTE,
    EMPTY,
    FIRST,
    FOUR,
    FREE,
    GOAL,
    MOVE,
    NO_RINGS,
    ORTHOGONALLY,
    RECEIVED,
    RECEIVERS,
    REPETITION,
    SETUP,
    STANDING,
    STRAIGHT,
    STRIKE,
    SURPLUS,
    TARGET,
    TURN,
    law,
)
from tablier.games.malawi.notation import Notation, written
from tablier.games.malawi.position import (
    BLACK,
    BOARD,
    LETTERS,
    MOST_GIVEN,
    NAMES,
    RAYS,
    RINGS,
    RINGS_EACH,
    RINGS_OF,
    WHITE,
    Action,
    Distribute,
    Move,
    Position,
    Strike,
    arrived,
    pawns,
)

RINGS_HELD = Text("Anneaux", "Rings")
ARRIVED = Text("Un pion est arrivé !", "A pawn has arrived!")
STRIKE_IT = Text("Frappez-le, ou il gagne au prochain tour.", "Strike it, or it wins next turn.")
THREE_ACTIONS = Text("Déplacez un pion, frappez ou distribuez.", "Move a pawn, strike, or give rings away.")
RING_NAME, RINGS_NAME = Text("anneau", "ring"), Text("anneaux", "rings")


class Malawi(Notation):
    """Malawi, by Gerhard Kodys: the weight of a pawn is its stride."""

    info = Info(
        "malawi",
        Text("Malawi", "Malawi"),
        1,
        Text(
            "Des pions chargés d'anneaux, qui vont et frappent à une distance égale à leur charge.",
            "Pawns laden with rings, which move and strike exactly as many squares as they carry rings.",
        ),
        Text("Fiche « Malawi », jeu de Gerhard Kodys, Piatnik 1986", "Sheet 'Malawi', a game by Gerhard Kodys, Piatnik 1986"),
    )
    showcase = Showcase(order=2, minutes=15, difficulty=2, position="2,b1,2,b2/6/1,b1,b0,b3,2/w2,w1,w0,3/4,b1,1/1,w1,2,w1,w3 w")
    choices: ClassVar[tuple[Option, ...]] = (
        Option(
            "directions",
            "8",
            Text("Directions", "Directions"),
            Text("Celles dans lesquelles un pion va et frappe.", "Those in which a pawn goes and strikes."),
            values=(
                Value("8", Text("huit", "eight"), Text("Comme sur la fiche.", "As on the sheet.")),
                Value(
                    "4",
                    Text("quatre, sans les diagonales", "four, without the diagonals"),
                    Text("Comme dans les sources allemandes.", "As in German sources."),
                ),
            ),
        ),
    )
    clauses = tuple(law)
    setup = SETUP
    pieces = (
        Piece("white", "pawn", "white", "○", Text("pion blanc", "white pawn"), WHITE, RINGS_NAME, RING_NAME),
        Piece("black", "pawn", "black", "●", Text("pion noir", "black pawn"), BLACK, RINGS_NAME, RING_NAME),
    )
    seats = (Place(Text("Blanc", "White"), "white"), Place(Text("Noir", "Black"), "black"))
    gauges = (
        Gauge("rings0", Text("Anneaux de Blanc", "White's rings"), WHITE, short=RINGS_HELD),
        Gauge("rings1", Text("Anneaux de Noir", "Black's rings"), BLACK, short=RINGS_HELD),
        Gauge("box", Text("Anneaux dans la boîte", "Rings in the box")),
    )

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.rays = RAYS[str(self.options["directions"])]

    def wording(self, clause: Clause) -> Text:
        return ORTHOGONALLY if clause == STRAIGHT and self.options["directions"] == "4" else clause.text

    def start(self) -> Position:
        middle = ("",) * (BOARD.width * (BOARD.height - 2))
        return Position(("w2",) * BOARD.width + middle + ("b2",) * BOARD.width, WHITE)

    # -- what can be done --------------------------------------------------------------------------

    def candidates(self, pos: Position) -> Iterator[Candidate[Action]]:
        yield from self._along_lines(pos)
        own = pawns(pos.cells, pos.side)
        for origin, rings in own.items():
            if rings:
                others = [at for at in own if at != origin]
                for receivers in combinations(others, min(rings, MOST_GIVEN)):
                    yield Candidate(Distribute(origin, receivers))

    def _along_lines(self, pos: Position) -> Iterator[Candidate[Action]]:
        """Moves and strikes at the distance that the rings give, blocked or not."""
        for origin, rings in pawns(pos.cells, pos.side).items():
            for ray in self.rays[origin] if rings else ():
                if rings <= len(ray):
                    way, to = ray[: rings - 1], ray[rings - 1]
                    between = next((NAMES[at] for at in way if pos.cells[at]), None)
                    yield Candidate(Move(origin, to), _move_barred(pos, origin, to, between))
                    yield Candidate(Strike(origin, to), _strike_barred(pos, to, between))

    def outcome(self, pos: Position) -> Outcome | None:
        cells, mover, other = pos.cells, pos.side, 1 - pos.side
        for seat in (mover, other):
            if not any(pawns(cells, seat).values()):
                return won(1 - seat, NO_RINGS)
        # The player who has just acted comes first: an action that wins is not undone by what the other had already reached.
        if (reached := arrived(cells, other)) and reached - self._strikable(pos):
            return won(other, GOAL)
        if arrived(cells, mover):
            return won(mover, STANDING)
        return None

    def _strikable(self, pos: Position) -> set[int]:
        """The cells that the player to act can strike."""
        return {move.to for move, barred in self._along_lines(pos) if barred is None and isinstance(move, Strike)}

    def repeated(self, pos: Position) -> Outcome:
        return drawn(REPETITION)

    # -- what comes of it --------------------------------------------------------------------------

    def apply(self, pos: Position, move: Action) -> Step[Position]:
        code = pos.cells[move.origin]
        match move:
            case Move(origin, to):
                changes = {origin: "", to: code}
                events = [moved(MOVE, NAMES[origin], NAMES[to])]
            case Strike(_, to):
                changes = {to: f"{LETTERS[1 - pos.side]}0"}
                events = [altered(STRIKE, NAMES[to], self.codes[changes[to]])]
            case Distribute(origin, receivers):
                changes = {origin: f"{code[0]}0"}
                changes |= {at: f"{code[0]}{RINGS[pos.cells[at]] + 1}" for at in receivers}
                far = arrived(replaced(pos.cells, changes), pos.side)
                because = {origin: DISTRIBUTE} | {at: RECEIVED for at in receivers if at in far and not RINGS[pos.cells[at]]}
                events = [altered(because.get(at, RECEIVERS), NAMES[at], self.codes[new]) for at, new in changes.items()]
        after = Position(replaced(pos.cells, changes), 1 - pos.side)
        if not isinstance(move, Move):  # a pawn that moves keeps its rings
            loss = STRIKE if isinstance(move, Strike) else SURPLUS
            events += gauge_changes(self.gauge_values(pos), self.gauge_values(after), dict.fromkeys(("rings0", "rings1", "box"), loss))
        return Step(after, tuple(events))

    def prompt(self, pos: Position) -> Prompt:
        # A pawn that has arrived and did not win at once can be struck.
        if danger := arrived(pos.cells, 1 - pos.side):
            return Prompt(STRIKE_IT, ARRIVED, tuple(NAMES[at] for at in sorted(danger)))
        return Prompt(THREE_ACTIONS)

    def decisive(self, pos: Position, because: Clause) -> tuple[str, ...]:
        if because not in (GOAL, STANDING):
            return ()
        winner = 1 - pos.side if because == GOAL else pos.side
        return tuple(NAMES[at] for at in sorted(arrived(pos.cells, winner)))

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        white, black = (sum(map(rings.__getitem__, pos.cells)) for rings in RINGS_OF)
        return {"rings0": white, "rings1": black, "box": 2 * RINGS_EACH - white - black}

    # -- why anything else is refused --------------------------------------------------------------

    def refuse(self, pos: Position, move: Action) -> Refusal:
        own = pawns(pos.cells, pos.side)
        name = NAMES[move.origin]
        if not pos.cells[move.origin]:
            return Refusal(TURN, (name,), detail=nothing_on(name))
        if move.origin not in own:
            return Refusal(
                FIRST if pos == self.start() else TURN,
                (name,),
                detail=Text(f"Le pion en {name} est à l'adversaire.", f"The pawn on {name} is the opponent's."),
            )
        rings = own[move.origin]
        if not rings:
            return Refusal(EMPTY, (name,), detail=_has_no_ring(name))
        if isinstance(move, Distribute):
            return _wrong_receivers(pos, move, rings)
        if isinstance(move, Strike) and (refusal := _wrong_target(pos, move.to)):
            return refusal
        return self._wrong_line(pos, move, rings)

    def _wrong_line(self, pos: Position, move: Move | Strike, rings: int) -> Refusal:
        """Why the target is not where the pawn's rings take it: the direction, else the distance."""
        origin, to = BOARD.cells[move.origin], BOARD.cells[move.to]
        across, up = abs(to.x - origin.x), abs(to.y - origin.y)
        instead = tuple(
            self.write(pos, other)
            for other, barred in self._along_lines(pos)
            if barred is None and other.origin == move.origin and type(other) is type(move)
        )
        shown = (origin.name, to.name)
        if across and up:
            if across != up:
                return Refusal(self.tell(STRAIGHT), shown, instead)
            if self.options["directions"] == "4":
                return Refusal(FOUR, shown, instead)
        distance = max(across, up)
        carried = rings_text(rings)
        reach = counted(rings, Text("case", "square"), Text("cases", "squares"))
        does = (
            Text(f"se déplace de {reach.fr}, pas de {distance}", f"moves {reach.en}, not {distance}")
            if isinstance(move, Move)
            else Text(f"frappe à {reach.fr}, pas à {distance}", f"strikes at {reach.en}, not {distance}")
        )
        detail = Text(f"Ce pion porte {carried.fr} : il {does.fr}.", f"This pawn carries {carried.en}: it {does.en}.")
        return Refusal(MOVE if isinstance(move, Move) else STRIKE, shown, instead, detail)


def counted(number: int, one: Text, many: Text) -> Text:
    """A number and its noun: French says zero in the singular, English in the plural."""
    return Text(f"{number} {(one if number < 2 else many).fr}", f"{number} {(one if number == 1 else many).en}")


def rings_text(number: int) -> Text:
    """So many rings, in words."""
    return counted(number, RING_NAME, RINGS_NAME)


def _move_barred(pos: Position, origin: int, to: int, between: str | None) -> Refusal | None:
    if between:
        return _in_the_way(between)
    if not pos.cells[to]:
        return None
    name = NAMES[to]
    instead = () if _wrong_target(pos, to) else (written(Strike(origin, to)),)
    return Refusal(FREE, (name,), instead, Text(f"La case {name} est occupée.", f"The square {name} is occupied."))


def _strike_barred(pos: Position, to: int, between: str | None) -> Refusal | None:
    return _wrong_target(pos, to) or (_in_the_way(between) if between else None)


def _in_the_way(name: str) -> Refusal:
    return Refusal(FREE, (name,), detail=Text(f"Le pion en {name} barre la ligne.", f"The pawn on {name} is in the way."))


def _wrong_target(pos: Position, to: int) -> Refusal | None:
    """Why there is nothing to strike on a cell; None where an enemy pawn carries rings."""
    code, name = pos.cells[to], NAMES[to]
    if not code:
        return Refusal(TARGET, (name,), detail=nothing_on(name))
    if code[0] == LETTERS[pos.side]:
        return Refusal(TARGET, (name,), detail=Text(f"Le pion en {name} est du même camp.", f"The pawn on {name} is on the same side."))
    if not RINGS[code]:
        return Refusal(TARGET, (name,), detail=_has_no_ring(name))
    return None


def _wrong_receivers(pos: Position, move: Distribute, rings: int) -> Refusal:
    """Why these pawns cannot receive the rings: one of them is wrong, else there are too few or too many."""
    for number, at in enumerate(move.receivers):
        name, code = NAMES[at], pos.cells[at]
        detail = None
        if at == move.origin:
            detail = Text("Un pion ne garde pas ses propres anneaux.", "A pawn does not keep its own rings.")
        elif not code:
            detail = nothing_on(name)
        elif code[0] != LETTERS[pos.side]:
            detail = Text(f"Le pion en {name} est à l'adversaire.", f"The pawn on {name} is the opponent's.")
        elif at in move.receivers[:number]:
            detail = Text(f"{name} est nommé deux fois.", f"{name} is named twice.")
        if detail:
            return Refusal(RECEIVERS, (name,), detail=detail)
    carried, named = rings_text(rings), len(move.receivers)
    given = min(rings, MOST_GIVEN)
    takers = counted(given, Text("autre pion", "other pawn"), Text("autres pions", "other pawns"))
    detail = Text(
        f"Ce pion porte {carried.fr} : il donne à {takers.fr}, pas à {named}.",
        f"This pawn carries {carried.en}: it gives to {takers.en}, not to {named}.",
    )
    return Refusal(SURPLUS if rings > MOST_GIVEN else DISTRIBUTE, (NAMES[move.origin],), detail=detail)


def _has_no_ring(name: str) -> Text:
    return Text(f"Le pion en {name} ne porte aucun anneau.", f"The pawn on {name} carries no ring.")
