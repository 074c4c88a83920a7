"""What every answer says to a browser for its own protection, and the refusal of what a page elsewhere makes a browser send."""

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.http.routing import trouble
from tablier.server.people.auth import Authenticator

SOCKET = "/ws"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")

HEADERS = {
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
}


class SecurityHeaders:
    """Wraps the whole app, so that no answer goes without it."""

    def __init__(self, app: ASGIApp, auth: Authenticator, sockets: ASGIApp | None = None) -> None:
        self.app, self.auth = app, auth
        self.sockets = sockets or app
        """Sockets go straight to where they are served: they stay for long, and each layer in between would cost memory."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        foreign = (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS) and not self.auth.same_origin(headers)
        if scope["type"] == "websocket":
            if foreign:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "origin"})
            else:
                del headers
                await (self.sockets if scope["path"] == SOCKET else self.app)(scope, receive, send)
            return
        added = self.headers(headers.get("host", ""))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in added.items():
                    answered.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    answered.setdefault("Cache-Control", "private, no-cache" if "etag" in answered else "no-store")
            await send(message)

        if "\0" in scope["path"] or b"%00" in scope["query_string"]:  # no text of ours holds one, and PostgreSQL keeps none
            why = Text("Une adresse ne contient pas de zéro.", "An address holds no zero byte.")
            await trouble(Problem(400, "bad_request", why))(scope, receive, send_with_headers)
        elif foreign:
            why = Text("Cette demande vient d'une autre page que les nôtres.", "This request comes from a page that is not ours.")
            await trouble(Problem(403, "foreign_origin", why))(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    def headers(self, host: str) -> dict[str, str]:
        """What every answer carries. Some browsers do not count a socket as 'self', so it is named."""
        public = self.auth.settings.public_url.rstrip("/")
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
