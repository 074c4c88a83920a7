"""Passwords, hashed by argon2id in a few threads, so that logins do not delay moves."""

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

MIN_LENGTH, MAX_LENGTH = 8, 200
MAX_THREADS, MAX_WAITING = 2, 64

COMMON = frozenset(
    "password password1 password123 motdepasse motdepasse1 12345678 123456789 1234567890 11111111 00000000 87654321 qwertyuiop azertyuiop "
    "qwerty123 azerty123 iloveyou sunshine princess football baseball superman trustno1 letmein1 bonjour1 doudou123 "
    "tablier1 tablier123".split()
)
"""The first that an attacker tries."""

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID)  # OWASP's figures for argon2id


class Passwords:
    """Hashes and verifies. A login with an unknown name is checked against a dummy hash, so that it takes as long as another."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self.hasher = hasher
        self._threads = asyncio.Semaphore(MAX_THREADS)
        self._waiting = 0
        self._dummy: str | None = None

    async def hash(self, password: str) -> str:
        """The hash that is stored."""
        return await self._in_thread(lambda: self.hasher.hash(_normal(password)))

    async def verify(self, stored: str | None, password: str, *, urgent: bool = False) -> bool:
        """Whether this is the password; False without a stored hash. An `urgent` question is not refused when many wait."""
        if self._dummy is None:
            self._dummy = await self.hash("no password")
        hashed = stored or self._dummy
        return await self._in_thread(lambda: self._matches(hashed, password), urgent=urgent) and stored is not None

    def needs_rehash(self, stored: str) -> bool:
        """Whether a hash was made with other parameters than the current ones."""
        return self.hasher.check_needs_rehash(stored)

    def _matches(self, stored: str, password: str) -> bool:
        try:
            return self.hasher.verify(stored, _normal(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _in_thread(self, work: Callable[[], Result], *, urgent: bool = False) -> Result:
        if self._waiting >= MAX_WAITING and not urgent:
            why = Text("Trop de connexions à la fois : réessayez dans un instant.", "Too many logins at once: try again in a moment.")
            raise Problem(503, "unavailable", why, retry=2)
        self._waiting += 1
        try:
            async with self._threads:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def check_new_password(password: str, name: str) -> None:
    """Refuse a password that is too short, too long or easy to guess."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise _bad_password(f"entre {MIN_LENGTH} et {MAX_LENGTH} caractères.", f"between {MIN_LENGTH} and {MAX_LENGTH} characters.")
    if password.casefold() in COMMON or password.casefold() == name.casefold() or len(set(password)) < 4:
        raise _bad_password("moins facile à deviner.", "one that is harder to guess.")


def _normal(password: str) -> str:
    return unicodedata.normalize("NFC", password)


def _bad_password(fr: str, en: str) -> Problem:
    return Problem(422, "bad_password", Text(f"Un mot de passe : {fr}", f"A password: {en}"))
