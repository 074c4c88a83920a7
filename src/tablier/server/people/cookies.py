"""The cookie of a browser: a session's secret, or a guest's signed id."""

import hashlib

from itsdangerous import BadSignature, Signer

COOKIE = "tablier"
YEAR = 365 * 24 * 3600


class Cookies:
    """Signs guest ids and writes Set-Cookie headers."""

    def __init__(self, secret: bytes, *, secure: bool) -> None:
        key = Signer(secret, salt="tablier.guest", digest_method=hashlib.sha256).derive_key()  # once, not for every request
        self._signer = Signer(key, key_derivation="none", digest_method=hashlib.sha256)
        self._secure = "; Secure" if secure else ""

    def sign(self, guest: str) -> str:
        """The cookie of a guest."""
        return self._signer.sign(guest).decode()

    def guest_of(self, cookie: str) -> str | None:
        """The guest id in a cookie; None when the signature is wrong."""
        try:
            return self._signer.unsign(cookie.encode()).decode()
        except (BadSignature, UnicodeError):
            return None

    def header(self, cookie: str, name: str = COOKIE) -> str:
        """The Set-Cookie header: out of reach of scripts, and not sent with forms of other sites."""
        return f"{name}={cookie}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{self._secure}"
