"""The counts that end a game without a winner: none, the sheet's, or the Thai federation's.

A count is a limit and a number of plies, both in the position; the classes here say when it starts, how it goes on, what
the gauges show of it, and when it has run out.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from tablier.core.actors import Seat
from tablier.core.grid import Cells
from tablier.core.law import Clause
from tablier.core.play import Event, gauged
from tablier.core.text import Text
from tablier.games.makruk.clauses import (
    BARE,
    MINUS,
    MOVES,
    NO_MOVES,
    ONE_KHON,
    ONE_MA,
    ONE_MET,
    ONE_RUA,
    ONLY_BIA,
    SMALLEST,
    STAYS,
    THAI_BIA,
    THAI_BOARD,
    THAI_END,
    THAI_PIECES,
    THAI_RESTART,
    TWO_BARE,
    TWO_KHON,
    TWO_MA,
    TWO_RUA,
)
from tablier.games.makruk.position import SEATS, Position, bare_side, kind_of, men


class Tally(NamedTuple):
    """The two fields of a position that belong to the count: limit and number, in plies."""

    limit: int | None = None
    counted: int = 0


class Played(NamedTuple):
    """What a count has to know of a move: the board it left, the man that moved and the one it took ("" for none)."""

    cells: Cells
    man: str
    taken: str
    promotes: bool


class Row(NamedTuple):
    """A row of the table: so many men of a kind, so many moves."""

    clause: Clause
    kind: str
    number: int
    moves: int


class Count:
    """No count at all (`count=none`), and what the two others share."""

    rows: ClassVar[tuple[Row, ...]] = (  # from the fewest moves to the most: the first that fits is the smallest
        Row(TWO_RUA, "R", 2, 8),
        Row(ONE_RUA, "R", 1, 16),
        Row(TWO_KHON, "S", 2, 22),
        Row(TWO_MA, "N", 2, 32),
        Row(ONE_KHON, "S", 1, 44),
        Row(ONE_MA, "N", 1, 64),
        Row(ONE_MET, "M", 1, 64),
    )

    def opened(self, cells: Cells, side: Seat, tally: Tally, problems: list[Text]) -> Tally:
        """The count of a position that is loaded; what cannot be is added to `problems`."""
        if tally.limit is not None:
            problems.append(Text("limite : sans décompte elle s'écrit « - »", "limit: without a count it is written '-'"))
        return Tally()

    def after(self, pos: Position, played: Played) -> Tally:
        """The count once a move is played."""
        return Tally()

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        """The gauges: the moves left to a side that may still mate."""
        return {}

    def events(self, pos: Position, after: Position, played: Played) -> Iterator[Event]:
        """What a move changes on the gauges, and why."""
        yield from ()

    def drawn(self, pos: Position) -> Clause | None:
        """The clause by which the count has ended the game; None while it has not."""
        return None

    def fitting(self, cells: Cells, seat: Seat) -> list[Row]:
        """The rows that a seat's men satisfy, the smallest first."""
        kinds = [kind_of(code) for code in men(cells, seat)]
        return [row for row in self.rows if kinds.count(row.kind) >= row.number]


def moves_left(pos: Position, seat: Seat, plies: int) -> int:
    """How many of so many plies to come are the seat's own."""
    return max(0, (plies + (seat == pos.side)) // 2)


def gauge_of(seat: Seat) -> str:
    """The gauge that shows the moves left to a seat."""
    return f"left{seat}"


class SheetCount(Count):
    """The sheet's count: the table less the pieces, for the moves of the side that has pieces left."""

    def opened(self, cells: Cells, side: Seat, tally: Tally, problems: list[Text]) -> Tally:
        limit = tally.limit
        if limit is None:
            return self._begun(cells) or Tally()
        most = 2 * (self.rows[-1].moves - 1)
        if limit > most or limit % 2:
            problems.append(
                Text(
                    f"limite : {limit} devrait être un nombre pair jusqu'à {most}", f"limit: {limit} should be an even number up to {most}"
                )
            )
        if all(len(men(cells, seat)) > 1 for seat in SEATS):
            problems.append(Text("limite : aucun Khun n'est seul, rien ne se compte", "limit: no Khun is bare, nothing is counted"))
        if tally.counted > limit:
            problems.append(
                Text(
                    f"demi-coups comptés : {tally.counted} dépasse la limite {limit}",
                    f"plies counted: {tally.counted} is beyond the limit {limit}",
                )
            )
        return tally

    def after(self, pos: Position, played: Played) -> Tally:
        if pos.limit is not None:
            return Tally(pos.limit, pos.counted + 1)
        begins = played.taken or played.promotes
        return (self._begun(played.cells) if begins else None) or Tally()

    def _begun(self, cells: Cells) -> Tally | None:
        """The count that begins on this board; None when no Khun is bare or no row fits."""
        bare = bare_side(cells)
        if bare is None:
            return None
        rows = self.fitting(cells, 1 - bare)
        others = len(men(cells, 1 - bare)) - 1
        return Tally(2 * max(0, rows[0].moves - others)) if rows else None

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        if pos.limit is None or (bare := bare_side(pos.cells)) is None:
            return {}
        stronger = 1 - bare
        return {gauge_of(stronger): moves_left(pos, stronger, pos.limit - pos.counted)}

    def events(self, pos: Position, after: Position, played: Played) -> Iterator[Event]:
        if after.limit is None:
            return
        before, now = self.gauge_values(pos), self.gauge_values(after)
        for gauge in before.keys() - now.keys():
            yield gauged(TWO_BARE, gauge, None)
        for gauge, left in now.items():
            if pos.limit is None:
                yield from self._beginning(pos, after, gauge, left)
            elif played.taken or played.promotes:
                yield gauged(STAYS, gauge, left)
            elif left != before[gauge]:
                yield gauged(MOVES, gauge, left)

    def _beginning(self, pos: Position, after: Position, gauge: str, left: int) -> Iterator[Event]:
        rows = self.fitting(after.cells, pos.side)
        moves = rows[0].moves
        yield gauged(BARE if bare_side(pos.cells) is None else ONLY_BIA, gauge, moves)
        yield gauged(rows[0].clause, gauge, moves)
        if len(rows) > 1:
            yield gauged(SMALLEST, gauge, moves)
        yield gauged(MINUS, gauge, left)

    def drawn(self, pos: Position) -> Clause | None:
        if pos.limit is None or any(self.gauge_values(pos).values()):
            return None
        return MOVES if pos.limit else NO_MOVES


class ThaiCount(Count):
    """The federation's count, number for number as Fairy-Stockfish keeps it.

    Without a limit the second number is that engine's other counter: the plies since a capture or a move of a Bia.
    """

    board_honour: ClassVar[int] = 64

    def opened(self, cells: Cells, side: Seat, tally: Tally, problems: list[Text]) -> Tally:
        limit = tally.limit
        if limit is None:
            return tally
        known = sorted({2 * row.moves for row in self.rows})
        if limit not in known:
            choice = ", ".join(map(str, known))
            problems.append(Text(f"limite : {limit} au lieu de {choice}", f"limit: {limit} instead of {choice}"))
        if _has_bia(cells):
            problems.append(
                Text("limite : on ne compte pas tant qu'un Bia est sur le plateau", "limit: nothing is counted while a Bia is on the board")
            )
        if limit < known[-1] and all(len(men(cells, seat)) > 1 for seat in SEATS):
            problems.append(
                Text(f"limite : aucun Khun n'est seul, ce serait {known[-1]}", f"limit: no Khun is bare, it would be {known[-1]}")
            )
        return tally

    def after(self, pos: Position, played: Played) -> Tally:
        cells, us, them = played.cells, pos.side, 1 - pos.side
        if not _has_bia(cells):
            ours, theirs = len(men(cells, us)), len(men(cells, them))
            bares = bool(played.taken) and theirs == 1
            if ours > 1 and (pos.limit is None or bares):
                if theirs > 1:
                    return Tally(2 * self.board_honour)
                return Tally(2 * self.fitting(cells, us)[0].moves, 2 * (ours + theirs))
            if pos.limit is None and ours == 1 < theirs and played.taken in ("P", "p"):
                # A bare Khun took the last Bia itself: the engine counts its move as the first half of a turn. Its version 11.1, which
                # Debian has, counts nothing then; newer ones do (pyffish 0.0.90: equal in 3,000 such captures).
                return Tally(2 * self.fitting(cells, them)[0].moves, 2 * (ours + theirs) - 1)
        restarts = pos.limit is None and (played.taken or played.man in ("P", "p"))
        return Tally(pos.limit, 0 if restarts else pos.counted + 1)

    def gauge_values(self, pos: Position) -> Mapping[str, int]:
        if pos.limit is None:
            return {}
        plies = pos.limit + 1 - pos.counted
        return {gauge_of(seat): moves_left(pos, seat, plies) for seat in SEATS if len(men(pos.cells, seat)) > 1}

    def events(self, pos: Position, after: Position, played: Played) -> Iterator[Event]:
        before, now = self.gauge_values(pos), self.gauge_values(after)
        for gauge in sorted(before.keys() - now.keys()):
            yield gauged(THAI_RESTART if now else TWO_BARE, gauge, None)
        begins = after.limit is not None and (pos.limit is None or after.counted != pos.counted + 1 or after.limit != pos.limit)
        for gauge, left in now.items():
            if begins:
                yield from self._beginning(pos, after, gauge, left)
            elif left != before[gauge]:
                yield gauged(THAI_END, gauge, left)

    def _beginning(self, pos: Position, after: Position, gauge: str, left: int) -> Iterator[Event]:
        bare = bare_side(after.cells)
        if bare is None:
            clause, moves, start = THAI_BOARD, self.board_honour, THAI_BOARD
        else:
            row = self.fitting(after.cells, 1 - bare)[0]
            clause, moves, start = row.clause, row.moves, THAI_PIECES
        if _has_bia(pos.cells):
            yield gauged(THAI_BIA, gauge, moves)
        if pos.limit is not None:
            yield gauged(THAI_RESTART, gauge, moves)
        yield gauged(clause, gauge, moves)
        yield gauged(start, gauge, left)

    def drawn(self, pos: Position) -> Clause | None:
        return THAI_END if pos.limit is not None and pos.counted > pos.limit else None


def _has_bia(cells: Cells) -> bool:
    return "P" in cells or "p" in cells


COUNTS: Mapping[str, type[Count]] = {"sheet": SheetCount, "thai": ThaiCount, "none": Count}
"""By the value of the option `count`."""
