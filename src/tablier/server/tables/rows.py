"""A table as the database lists it: columns that are derived from its state, so that tables are found without replaying their logs."""

from typing import Any

from tablier.core.record import result_text
from tablier.server.tables.state import SeatState, Table

Row = dict[str, Any]


def changed_rows(before: Table, after: Table, now: int) -> tuple[Row, list[Row]]:
    """The columns of the table, and the rows of its seats, that differ after a decision."""
    was, row = _row(before), _row(after)
    changes = {column: value for column, value in row.items() if was[column] != value}
    seats = [
        {"seat": number, **_seat_row(seat)}
        for number, (old, seat) in enumerate(zip(before.seats, after.seats, strict=True))
        if _seat_row(old) != _seat_row(seat)
    ]
    return ({**changes, "updated": now} if changes or seats else {}), seats


def _row(table: Table) -> Row:
    over = table.state == "over"
    return {
        "state": table.state,
        "watch": table.acts_alone if table.state == "playing" else table.begins_at is not None,
        "ply": len(table.match.entries) if over else 0,
        "ranks": result_text(table.match.outcome) if over and table.ending is not None else None,
    }


def _seat_row(seat: SeatState) -> Row:
    return {"player": seat.player.id if seat.player else None, "level": seat.level or None}
