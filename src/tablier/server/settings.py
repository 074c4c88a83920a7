"""What the operator of a server chooses. The defaults suit one person on a laptop."""

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tablier.core.errors import TablierError
from tablier.core.text import Text

SECRET_VARIABLE = "TABLIER_SECRET"
SERVER_VARIABLE, TOKEN_VARIABLE, NAME_VARIABLE = "TABLIER_SERVER", "TABLIER_TOKEN", "TABLIER_WORKER"
"""What a worker of the server is told: whom it works for, by which right, and its name."""


def default_folder() -> Path:
    """Where a laptop keeps its tables: the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "tablier"


@dataclass(frozen=True)
class Settings:
    """Chosen on the command line of `tablier serve`, or by a test."""

    folder: Path
    database: str = ""
    """An SQLAlchemy address; empty for a SQLite file in the folder."""
    bus: str = ""
    """`redis://…` when several processes share the tables; empty for one process."""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """How people reach the server, when a proxy stands before it."""
    workers: int = 1
    """Engine processes that this server starts itself."""
    worker_token: str = ""
    """What remote workers show."""
    metrics_token: str = ""
    """What may read /metrics from another machine; without one only this machine may."""
    trusted_proxies: str = ""
    """Addresses or networks of proxies, with commas: they are believed when they say where a visitor comes from. By default, none is."""
    secure_cookies: bool = False
    quotas: "Quotas" = field(default_factory=lambda: Quotas())

    @property
    def database_url(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite+aiosqlite:///{self.folder / 'tablier.db'}"

    @property
    def address(self) -> str:
        """How people reach the server."""
        return self.public_url.rstrip("/") or f"http://{'localhost' if self.host in ('127.0.0.1', '0.0.0.0') else self.host}:{self.port}"


@dataclass(frozen=True)
class Quotas:
    """How much of everything one visitor may have. A multiplier of 0 turns the rate limits off (for measuring)."""

    rate: float = 1.0
    message: int = 16_384
    body: int = 1_100_000
    queue: int = 256
    """Messages that may wait for a slow client before it is asked to come back."""
    subscriptions: int = 64
    sockets_per_player: int = 32
    tables_per_player: int = 200


def secret_of(settings: Settings) -> bytes:
    """The key that signs cookies: from the environment, or a file that only its owner can read, made on first use."""
    given = os.environ.get(SECRET_VARIABLE, "")
    if given:
        if len(given) < 32:
            raise TablierError(Text(f"{SECRET_VARIABLE} : 32 caractères au moins.", f"{SECRET_VARIABLE}: at least 32 characters."))
        return given.encode()
    settings.folder.mkdir(parents=True, exist_ok=True)
    path = settings.folder / "secret"
    if path.exists():
        return path.read_bytes()
    draft = path.with_name(f"secret.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(secrets.token_hex(32).encode())
        with suppress(FileExistsError):
            os.link(draft, path)  # complete or not at all, and never replaces the key of a process that started meanwhile
    finally:
        draft.unlink(missing_ok=True)
    return path.read_bytes()
