"""The one error of the client."""

from tablier.api.http import ErrorBody
from tablier.api.primitives import WireText
from tablier.core.errors import TablierError
from tablier.core.text import Text

PASSING = frozenset({0, 429, 502, 503, 504})


class ServerError(TablierError):
    """The server refused a request, in its own words, or could not be reached.

    `status` is that of HTTP, 0 where no answer came. `code` names the reason for programs: that of the server, `unreachable`, or
    `unreadable` for an answer that is none of Tablier's. `clause`, `cells` and `instead` tell more of a refused move.
    """

    def __init__(self, status: int, body: ErrorBody, retry_after: float = 0.0) -> None:
        super().__init__(Text(body.why.fr, body.why.en))
        self.status, self.body = status, body
        self.retry_after = max(retry_after, body.retry or 0.0)
        """Seconds that the server asks to wait before the next attempt."""

    @property
    def passing(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status in PASSING

    @property
    def code(self) -> str:
        """The reason, for programs."""
        return self.body.code

    @property
    def clause(self) -> str | None:
        """The clause of the rules that refuses a move."""
        return self.body.clause

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that show why a move is refused."""
        return self.body.cells

    @property
    def instead(self) -> tuple[str, ...]:
        """Moves that would be legal."""
        return self.body.instead


def unreachable(server: str, error: Exception) -> ServerError:
    """No answer came."""
    reason = str(error) or type(error).__name__
    why = WireText(f"{server} ne répond pas : {reason}.", f"{server} does not answer: {reason}.")
    return ServerError(0, ErrorBody("unreachable", why))


def unreadable(server: str, status: int) -> ServerError:
    """An answer that is none of Tablier's."""
    why = WireText(
        f"{server} répond {status}, et pas comme un serveur Tablier.", f"{server} answers {status}, and not as a Tablier server does."
    )
    return ServerError(status, ErrorBody("unreadable", why))
