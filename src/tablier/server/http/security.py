"""Security headers, and the refusal of requests that come from pages of other sites."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.errors import problem_response
from tablier.server.people.auth import bearer_of

SOCKET = "/ws"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")
ZERO_BYTE = Text("Une adresse ne contient pas de zéro.", "An address holds no zero byte.")
FOREIGN_PAGE = Text("Cette demande vient d'une autre page que les nôtres.", "This request comes from a page that is not ours.")

HEADERS = {
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
}


class SecurityHeaders:
    """Middleware around the whole app: adds the headers to every response, and refuses requests of other sites' pages.

    `sockets` serves WebSockets directly, because they stay open for long and each layer in between would cost memory.
    """

    def __init__(self, app: ASGIApp, public_url: str, sockets: ASGIApp | None = None) -> None:
        self.app, self.sockets, self.public_url = app, sockets or app, public_url.rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] == "http":
            await self._serve_request(scope, receive, send)
        elif scope["type"] != "websocket":
            await self.app(scope, receive, send)
        elif not same_origin(Headers(scope=scope), self.public_url):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "origin"})
        else:
            await (self.sockets if scope["path"] == SOCKET else self.app)(scope, receive, send)

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        added = self.headers(headers.get("host", ""))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in added.items():
                    sent.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    sent.setdefault("Cache-Control", "private, no-cache" if "etag" in sent else "no-store")
            await send(message)

        app = self.app
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:  # PostgreSQL stores no text with one
            app = problem_response(Problem(400, "bad_request", ZERO_BYTE))
        elif scope["method"] not in SAFE_METHODS and not same_origin(headers, self.public_url):
            app = problem_response(Problem(403, "foreign_origin", FOREIGN_PAGE))
        await app(scope, receive, send_with_headers)

    def headers(self, host: str) -> dict[str, str]:
        """The security headers. WebSocket addresses are listed because some browsers do not count them as 'self'."""
        public = self.public_url
        sockets = ""
        if public:
            sockets = " " + public.replace("http", "ws", 1)
        elif HOST.fullmatch(host):
            sockets = f" ws://{host} wss://{host}"
        policy = (
            f"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'{sockets}; "
            "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        )
        strict = {"Strict-Transport-Security": "max-age=31536000"} if public.startswith("https:") else {}
        return {"Content-Security-Policy": policy, **HEADERS, **strict}


def same_origin(headers: Mapping[str, str], public_url: str) -> bool:
    """Whether a request comes from a page of this server, or from no page. Pages of other sites have no token, so tokens are accepted."""
    if bearer_of(headers) is not None:
        return True
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin") or headers.get("referer")
    if origin is None:
        return True  # all current browsers send one of these headers with an unsafe request
    given = _origin(origin)
    return given is not None and (given == _origin(public_url) or given == _origin(f"{given[0]}://{headers.get('host', '')}"))


def _origin(address: str) -> tuple[str, str, int] | None:
    """Scheme, host and port."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or (443 if parts.scheme == "https" else 80)
