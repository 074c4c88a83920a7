"""Passwords: hashed by argon2id in threads, a few at a time, so that nobody's login delays anybody's move."""

import asyncio
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from tablier.core.text import Text
from tablier.server.errors import Problem

Result = TypeVar("Result")

SHORTEST, LONGEST = 8, 200
AT_ONCE, WAITING = 2, 64

COMMON = frozenset(
    "password password1 password123 motdepasse motdepasse1 12345678 123456789 1234567890 11111111 00000000 87654321 qwertyuiop azertyuiop "
    "qwerty123 azerty123 iloveyou sunshine princess football baseball superman trustno1 letmein1 bonjour1 doudou123 "
    "tablier1 tablier123".split()
)
"""The first that anybody tries."""

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID)  # OWASP's figures for argon2id


class Passwords:
    """Hashes and checks. An unknown name is checked too, against a hash that no password has, so that it takes as long as a known one."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self.hasher = hasher
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """What is stored."""
        return await self._calmly(lambda: self.hasher.hash(_normal(password)))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether this is the password; never for somebody who has none."""
        if self._nobody is None:
            self._nobody = await self.hash("nobody's password")
        against = stored or self._nobody
        return await self._calmly(lambda: self._matches(against, password)) and stored is not None

    def is_old(self, stored: str) -> bool:
        """Whether it was hashed with other costs than today's."""
        return self.hasher.check_needs_rehash(stored)

    def _matches(self, stored: str, password: str) -> bool:
        try:
            return self.hasher.verify(stored, _normal(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _calmly(self, work: Callable[[], Result]) -> Result:
        if self._waiting >= WAITING:
            why = Text("Trop de connexions à la fois : réessayez dans un instant.", "Too many logins at once: try again in a moment.")
            raise Problem(503, "unavailable", why, retry=2)
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def fitting(password: str, name: str) -> str:
    """The password if it may be one."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise _refused(f"entre {SHORTEST} et {LONGEST} caractères.", f"between {SHORTEST} and {LONGEST} characters.")
    if password.casefold() in COMMON or password.casefold() == name.casefold() or len(set(password)) < 4:
        raise _refused("moins facile à deviner.", "one that is harder to guess.")
    return password


def _normal(password: str) -> str:
    return unicodedata.normalize("NFC", password)


def _refused(fr: str, en: str) -> Problem:
    return Problem(422, "bad_password", Text(f"Un mot de passe : {fr}", f"A password: {en}"))
