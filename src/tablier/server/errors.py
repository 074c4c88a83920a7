"""Errors of the server: what was asked cannot be done. `http.errors` turns them into responses."""

from typing import Any

from tablier.api.frames import refusal_view
from tablier.api.http import ErrorBody
from tablier.api.primitives import WireText, wire_text
from tablier.core.errors import BadRecord, IllegalMove, TablierError
from tablier.core.text import Text


class Problem(Exception):
    """What was asked cannot be done; nothing has changed. `details` are further fields of `ErrorBody`."""

    def __init__(self, status: int, code: str, why: WireText | Text, **details: Any) -> None:
        super().__init__(f"{status} {code}: {why.en}")
        self.status, self.code = status, code
        self.why = why if isinstance(why, WireText) else wire_text(why)
        self.details = details

    @property
    def body(self) -> ErrorBody:
        """The JSON body of the response."""
        return ErrorBody(self.code, self.why, **self.details)


def problem_of(error: TablierError) -> Problem:
    """The problem (422) for an error of the library: the request was understood, and is wrong."""
    if isinstance(error, IllegalMove):
        why = refusal_view(error.refusal)
        return Problem(422, "illegal_move", why.why, clause=why.clause, cells=why.cells, instead=why.instead)
    if isinstance(error, BadRecord) and error.line:
        return Problem(422, "bad_request", error.text, line=error.line)
    return Problem(422, "bad_request", error.text)
