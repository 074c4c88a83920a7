"""The rules of Mako Naval: what may be played and why not, what comes of it, and how it ends."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from tablier.core.actors import CHANCE, Actor, Seat
from tablier.core.game import Info, Option, Place, Showcase, Value
from tablier.core.grid import gauge_changes, replaced
from tablier.core.law import Clause
from tablier.core.play import Candidate, Event, Outcome, Prompt, Refusal, Step, Token, added, moved, passed, removed, rolled
from tablier.core.scene import Button, Gauge, Piece
from tablier.core.text import Text
from tablier.games.mako.clauses import (
    AGAIN,
    AGREEMENT,
    ARRIVAL,
    BAND,
    DIE,
    DUEL,
    EMPTY,
    FACING,
    FISH,
    FLIGHT,
    HIT,
    HOME,
    LANE,
    LAY,
    LEAVING,
    MUST,
    NO_TARGET,
    PASS,
    ROUNDS,
    SAIL,
    SHORES,
    TEAMS,
    band_text,
    facing_text,
    law,
    rounds_text,
)
from tablier.games.mako.notation import Notation
from tablier.games.mako.position import ADJACENT, OPPOSITE, Lay, Move, Pass, Phase, Position, Roll, Sail, fleet_of
from tablier.games.mako.refusals import far_lay, far_sail, lay_refusal, sail_refusal, where
from tablier.games.mako.sea import BOATS, COLOURS, FACES, NAMES, PORTS, RAYS, RING, SEA, SIZE, STEPS, THROWS, TO_GO, WHOSE, chart, waters

WHOLE_SEA = "a-n"
BANDS = (("d", "k"), ("c", "l"), ("b", "m"), ("e", "j"))
"""First and last file of the bands to choose from, the usual one first."""
ROUNDS_WARNING = 10
"""From how many rounds before the technical end the table shows what is left."""

SAIL_ONE = Text("Avancez votre navire d'une case, ou passez.", "Sail your boat one square, or pass.")
SAIL_PAIR = Text("Avancez l'un de vos navires d'une case, ou passez.", "Sail one of your boats one square, or pass.")


class MakoNaval(Notation):
    """Mako Naval, for two to four players."""

    info = Info(
        "mako",
        Text("Mako Naval", "Mako Naval"),
        2,
        Text(
            "Traverser l'océan le premier, en minant la route des autres et en les renvoyant au port.",
            "Be the first across the ocean, mining the others' way and sending them back to port.",
        ),
        Text("Fiche « Mako Naval »", "Sheet 'Mako Naval'"),
    )
    showcase = Showcase(
        order=6,
        minutes=40,
        difficulty=2,
        position="14/8,n,5/w,w,3,w,8/3,n,4,n,n,2,e,1/8,e,5/3,n,1,s,4,e,s,2/W,6,n,1,N,2,n,1/s,w,w,w,10/1,s,3,w,8/n,3,w,1,s,2,n,2,n,1"
        "/2,w,s,s,1,s,1,s,5/2,n,2,S,w,1,e,E,4/2,s,4,e,s,5/5,s,1,e,2,e,3 E sail - 18,20,19,23 - 12,12,12,10 -",
    )
    choices: ClassVar[tuple[Option, ...]] = (
        Option(
            "mode",
            "race",
            Text("Partie", "Game"),
            Text(
                "À trois ou quatre chacun pour soi, l'une des parties à deux de la fiche, ou deux équipes de deux.",
                "With three or four, everyone for themselves, one of the sheet's games for two, or two against two.",
            ),
            values=(
                Value("race", Text("chacun pour soi", "everyone for themselves"), ARRIVAL.text),
                Value("a", Text("à deux, avec deux navires chacun (A)", "for two, with two boats each (A)"), FACING.text),
                Value("b", Text("à deux, face à face (B)", "for two, face to face (B)"), DUEL.text),
                Value("c", Text("à deux, dans une bande (C)", "for two, within a band (C)"), LANE.text),
                Value("teams", Text("par équipes", "in teams"), TEAMS.text),
            ),
        ),
        Option(
            "seats",
            4,
            Text("Joueurs", "Players"),
            Text("Trois ou quatre joueurs, dans la partie chacun pour soi.", "Three or four players, when everyone plays for themselves."),
            low=3,
            high=4,
            only=("mode", "race"),
        ),
        Option(
            "pairs",
            "facing",
            Text("Paires", "Pairs"),
            Text("Les deux navires de chaque joueur dans la partie A.", "The two boats of each player in game A."),
            only=("mode", "a"),
            values=(
                Value(
                    "facing",
                    Text("face à face", "facing one another"),
                    Text("Sud et Nord contre Ouest et Est.", "South and North against West and East."),
                ),
                Value(
                    "adjacent",
                    Text("côte à côte", "side by side"),
                    Text("Sud et Ouest contre Nord et Est.", "South and West against North and East."),
                ),
            ),
        ),
        Option(
            "rounds",
            200,
            Text("Tours au plus", "Rounds at most"),
            Text(
                "Quand chaque joueur encore en course a eu tant de tours, la partie s'arrête.",
                "When every player still racing has had so many turns, the game stops.",
            ),
            low=1,
            high=1000,
        ),
        Option(
            "band",
            "d-k",
            Text("Bande", "Band"),
            Text("Les colonnes de la partie C.", "The files of game C."),
            only=("mode", "c"),
            values=tuple(Value(f"{first}-{last}", Text(f"colonnes {first} à {last}", f"files {first} to {last}")) for first, last in BANDS),
        ),
    )
    clauses = tuple(law)
    dice = True
    buttons = (Button("pass", Text("passer", "pass")), *(Button(f"die{n}", Text(f"dé : {n}", f"die: {n}")) for n in range(1, FACES + 1)))

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        mode = str(self.options["mode"])
        self.fleet = fleet_of(mode, int(self.options["seats"]), str(self.options["pairs"]), self.rules)
        self.waters = waters(self.fleet.boats, str(self.options["band"]) if mode == "c" else WHOLE_SEA)
        self.setup = self.tell(self.fleet.setup)
        self.board = self.waters.board
        self.seats = tuple(Place(_names(crew), COLOURS[crew[0]]) for crew in self.fleet.crews)
        self.pieces = tuple(piece for boat in self.fleet.boats for piece in _pieces(boat, self.fleet.seat_of[boat]))
        self.codes = {piece.glyph: Token(piece.id) for piece in self.pieces}
        self.gauges = tuple(self._gauges())
        self.composed = tuple(gauge.id for gauge in self.gauges if gauge.die or gauge.id.startswith("place"))

    def wording(self, clause: Clause) -> Text:
        if clause == ROUNDS:
            return rounds_text(int(self.options["rounds"]))
        if clause == FACING:
            return facing_text(*(_names(crew) for crew in (ADJACENT if self.options["pairs"] == "adjacent" else OPPOSITE)))
        if clause == BAND:
            return band_text(*str(self.options["band"]).split("-"))
        return clause.text

    def _gauges(self) -> Iterator[Gauge]:
        for stock, boats in enumerate(self.fleet.stocks):
            name = _names(boats)
            short = (
                Text("Mines", "Mines") if len(self.fleet.stocks) == len(self.seats) else Text(f"Mines ({name.fr})", f"Mines ({name.en})")
            )
            words = Text(f"Mines en réserve ({name.fr})", f"Mines in stock ({name.en})")
            yield Gauge(f"stock{stock}", words, self.fleet.seat_of[boats[0]], short=short)
        for seat, place in enumerate(self.seats):
            name = place.name
            if not self.fleet.groups:
                yield Gauge(f"place{seat}", Text(f"Place ({name.fr})", f"Place ({name.en})"), seat, short=Text("Place", "Place"))
        yield Gauge("die", Text("Dé", "Die"), die=True)
        yield Gauge("left", Text("Tours avant la fin", "Rounds before the end"))

    def start(self) -> Position:
        seats = range(len(self.seats))
        return Position(
            chart({BOATS[boat]: SEA.names[PORTS[boat]] for boat in self.fleet.boats}),
            0,
            Phase.SAIL,
            0,
            tuple(map(self.fleet.mines, range(len(self.fleet.stocks)))),
            (),
            (0,) * len(seats),
            (),
        )

    def turn(self, pos: Position) -> Actor:
        return CHANCE if pos.phase is Phase.ROLL else self.fleet.seat_of[pos.side]

    # -- what may be played ------------------------------------------------------------------------

    def candidates(self, pos: Position) -> Iterator[Candidate[Move]]:
        match pos.phase:
            case Phase.SAIL:
                for boat in self.fleet.crews[self.fleet.seat_of[pos.side]]:
                    origin = pos.cells.index(BOATS[boat])
                    for to in STEPS[origin]:
                        yield Candidate(Sail(origin, to), sail_refusal(pos, boat, to, self.fleet, self.waters))
                yield Candidate(Pass())
            case Phase.ROLL:
                for value in range(1, FACES + 1):
                    yield Candidate(Roll(value))
            case Phase.MINE:
                origin = pos.cells.index(BOATS[pos.side])
                for cell in THROWS[origin][pos.die - 1]:
                    yield Candidate(Lay(cell), lay_refusal(pos, cell, self.fleet, self.waters))

    def refuse(self, pos: Position, move: Move) -> Refusal:
        match pos.phase, move:
            case Phase.SAIL, Sail():
                return far_sail(pos, move, self.fleet, self.seats)
            case Phase.MINE, Lay():
                return far_lay(pos, move, self.fleet, self._lays(pos))
            case Phase.MINE, _:
                return Refusal(MUST, (where(pos),), self._lays(pos))
            case Phase.ROLL, _:
                return Refusal(DIE, (where(pos),), detail=Text("C'est au dé.", "The die comes next."))
            case _:
                return Refusal(DIE, detail=Text("Il faut d'abord avancer.", "Sailing comes first."))

    def _lays(self, pos: Position) -> tuple[str, ...]:
        return tuple(self.write(pos, move) for move, barred in self.candidates(pos) if barred is None)

    # -- what comes of it --------------------------------------------------------------------------

    def apply(self, pos: Position, move: Move) -> Step[Position]:
        match move:
            case Sail():
                return self._sail(pos, move)
            case Pass():
                return self._step(pos, self._next(pos), passed(PASS))
            case Roll():
                return self._roll(pos, move)
            case Lay():
                return self._lay(pos, move)

    def _sail(self, pos: Position, move: Sail) -> Step[Position]:
        boat, fished = BOATS.index(pos.cells[move.origin]), pos.cells[move.to]
        origin, to = SEA.names[move.origin], SEA.names[move.to]
        events: list[Event] = []
        stocks = pos.stocks
        if fished:
            owner = BOATS.index(fished.upper())
            events.append(removed(FISH if owner == boat else self.fleet.fished, to))
            stocks = _changed(stocks, self.fleet.stock_of[owner], 1)
        home = move.to in self.waters.goals[boat]
        foreign_shore = move.to in RING and not home and move.to != PORTS[boat]
        events.append(moved(SHORES if foreign_shore else SAIL, origin, to))
        cells = replaced(pos.cells, {move.origin: "", move.to: "" if home else BOATS[boat]})
        sailed = replace(pos, cells=cells, side=boat, stocks=stocks)
        if home:
            after = self._next(replace(sailed, arrived=(*pos.arrived, boat)))
            return self._step(pos, after, *events, removed(HOME, to))
        if not stocks[self.fleet.stock_of[boat]]:
            return self._step(pos, self._next(sailed), *events, passed(EMPTY))
        return self._step(pos, replace(sailed, phase=Phase.ROLL), *events)

    def _roll(self, pos: Position, move: Roll) -> Step[Position]:
        shown = replace(pos, phase=Phase.MINE, die=move.value)
        if self._lays(shown):
            return self._step(pos, shown, rolled(DIE, move.value))
        return self._step(pos, self._next(shown), rolled(DIE, move.value), passed(NO_TARGET))

    def _lay(self, pos: Position, move: Lay) -> Step[Position]:
        hit, code, name = pos.cells[move.cell], BOATS[pos.side].lower(), SEA.names[move.cell]
        changes = {move.cell: code}
        events: tuple[Event, ...]
        if hit:
            home = PORTS[BOATS.index(hit)]
            changes[home] = hit
            events = (moved(HIT, name, SEA.names[home]), added(AGAIN, name, self.codes[code]))
        else:
            events = (added(FLIGHT if self._flies_over(pos, move.cell) else LAY, name, self.codes[code]),)
        stocks = _changed(pos.stocks, self.fleet.stock_of[pos.side], -1)
        laid = replace(pos, cells=replaced(pos.cells, changes), stocks=stocks)
        return self._step(pos, self._next(laid, again=bool(hit)), *events)

    def _flies_over(self, pos: Position, cell: int) -> bool:
        ray = next(ray for ray in RAYS[pos.cells.index(BOATS[pos.side])] if cell in ray)
        return any(pos.cells[crossed] for crossed in ray[: pos.die - 1])

    def _next(self, pos: Position, *, again: bool = False, counts: bool = True) -> Position:
        """The position when the turn of the boat that acts is over; the same player goes on when it is theirs again."""
        seat = self.fleet.seat_of[pos.side]
        turns = _changed(pos.turns, seat, 1) if counts else pos.turns
        order = [(seat + n) % len(self.seats) for n in range(0 if again else 1, len(self.seats) + 1)]
        following = next(other for other in order if other in self._racing(pos))
        return replace(pos, side=self.fleet.crews[following][0], phase=Phase.SAIL, die=0, turns=turns)

    def _racing(self, pos: Position) -> list[Seat]:
        """The players who have not brought a boat home nor left."""
        return [seat for seat, crew in enumerate(self.fleet.crews) if not set(crew) & {*pos.arrived, *pos.left}]

    def _step(self, before: Position, after: Position, *events: Event) -> Step[Position]:
        because = {"die": DIE, "left": self.tell(ROUNDS)}
        left = {self.fleet.seat_of[boat] for boat in after.left}
        for stock, (old, new) in enumerate(zip(before.stocks, after.stocks, strict=True)):
            because[f"stock{stock}"] = LAY if new < old else FISH
        for seat in range(len(self.seats)):
            because[f"place{seat}"] = LEAVING if seat in left else ARRIVAL
        return Step(after, (*events, *gauge_changes(self.gauge_values(before), self.gauge_values(after), because)))

    # -- the end -----------------------------------------------------------------------------------

    def outcome(self, pos: Position) -> Outcome | None:
        if self._decided(pos):
            by_leaving = pos.left and (self.rules == 1 or pos.side in pos.left)
            return Outcome(self._ranks(pos), self.fleet.left if by_leaving else self.fleet.ended)
        if pos.phase is Phase.SAIL and self._rounds_left(pos) == 0:
            return Outcome(self._ranks(pos), self.tell(ROUNDS))
        return None

    def _decided(self, pos: Position) -> bool:
        if self.fleet.groups:
            return self._ahead(pos) is not None
        return len(self._racing(pos)) == 1

    def _ahead(self, pos: Position) -> tuple[int, ...] | None:
        """Of boats that win together, those that have won."""
        for group in self.fleet.groups:
            others_left = any(boat not in group for boat in pos.left)
            if others_left or sum(boat in pos.arrived for boat in group) >= self.fleet.needed:
                return group
        return None

    def _ranks(self, pos: Position) -> tuple[int, ...]:
        """The places as they stand: those at sea share the best one left."""
        if not self.fleet.groups:
            places = self._places(pos)
            return tuple(places.get(seat, len(pos.arrived) + 1) for seat in range(len(self.seats)))
        ahead = self._ahead(pos)
        if ahead is None:
            return (1,) * len(self.seats)
        winners = [bool(set(crew) & set(ahead)) for crew in self.fleet.crews]
        return tuple(1 if won else 1 + sum(winners) for won in winners)

    def _places(self, pos: Position) -> dict[Seat, int]:
        """The places that are settled: the first for those who arrived, the last for those who left."""
        seat_of, seats = self.fleet.seat_of, len(self.seats)
        first = {seat_of[boat]: place for place, boat in enumerate(pos.arrived, 1)}
        return first | {seat_of[boat]: seats - n for n, boat in enumerate(pos.left)}

    def _rounds_left(self, pos: Position) -> int:
        fewest = min(pos.turns[seat] for seat in self._racing(pos))
        return max(int(self.options["rounds"]) - fewest, 0)

    def settle(self, pos: Position) -> Outcome:
        return Outcome(self._ranks(pos), AGREEMENT)

    def withdraw(self, pos: Position, seat: Seat) -> Step[Position] | None:
        if len(self.seats) == 2:
            return None
        because: Clause = self.fleet.left
        if seat not in self._racing(pos):
            return Step(pos, (passed(because),))
        (boat,) = self.fleet.crews[seat]
        at = pos.cells.index(BOATS[boat])
        gone = replace(pos, cells=replaced(pos.cells, {at: ""}), left=(*pos.left, boat))
        if self.rules > 1 and self._decided(gone):
            after = replace(gone, side=boat, phase=Phase.SAIL, die=0)  # the leaver acted last, and ended it
        else:
            after = self._next(gone, counts=False) if pos.side == boat else gone
        return self._step(pos, after, removed(because, SEA.names[at]))

    def worth(self, pos: Position) -> tuple[float, ...]:
        ranks, at = self._ranks(pos), {code: cell for cell, code in enumerate(pos.cells) if code and code in BOATS}
        ways = [[TO_GO[boat][at[BOATS[boat]]] for boat in crew if BOATS[boat] in at] for crew in self.fleet.crews]
        return tuple(-float(min(way, default=SIZE * (rank - len(ways)))) for rank, way in zip(ranks, ways, strict=True))

    # -- what is shown -------------------------------------------------------------------------------------

    def prompt(self, pos: Position) -> Prompt | None:
        match pos.phase:
            case Phase.SAIL:
                return Prompt(SAIL_PAIR if len(self.fleet.crews[self.fleet.seat_of[pos.side]]) > 1 else SAIL_ONE)
            case Phase.MINE:
                cells = Text("1 case" if pos.die == 1 else f"{pos.die} cases", "1 square" if pos.die == 1 else f"{pos.die} squares")
                return Prompt(Text(f"Mouillez une mine à {cells.fr} de votre navire.", f"Lay a mine {cells.en} away from your boat."))
            case Phase.ROLL:
                return None

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        values = {f"stock{number}": stock for number, stock in enumerate(pos.stocks)}
        if not self.fleet.groups:
            values |= {f"place{seat}": place for seat, place in self._places(pos).items()}
        if pos.die:
            values["die"] = pos.die
        if (left := self._rounds_left(pos)) <= ROUNDS_WARNING:
            values["left"] = left
        return values


def _names(boats: tuple[int, ...]) -> Text:
    return Text(" et ".join(NAMES[boat].fr for boat in boats), " and ".join(NAMES[boat].en for boat in boats))


def _pieces(boat: int, seat: Seat) -> tuple[Piece, Piece]:
    name, whose, colour, letter = NAMES[boat], WHOSE[boat], COLOURS[boat], BOATS[boat]
    ident = name.en.lower()
    return (
        Piece(ident, "boat", colour, letter, Text(f"navire {whose.fr}", f"{whose.en} boat"), seat, afloat=True),
        Piece(f"{ident}-mine", "mine", colour, letter.lower(), Text(f"mine {whose.fr}", f"{whose.en} mine"), seat, feminine=True),
    )


def _changed(numbers: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return tuple(number + by if i == at else number for i, number in enumerate(numbers))
