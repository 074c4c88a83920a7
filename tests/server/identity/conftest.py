from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.server.identity.site import Site, visit


@pytest.fixture(autouse=True)
def _no_secret_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLIER_SECRET", raising=False)


@pytest.fixture
def at_home(tmp_path: Path) -> Callable[..., None]:
    """Runs a story in a house of its own; keywords are its settings."""
    return partial(visit, tmp_path)


Story = Callable[[Site], Awaitable[None]]
AtHome = Callable[..., Any]
