"""Real services for the tests that need them: one of each for all tests of a process, started when first asked for."""

from collections.abc import Iterator

import pytest
from tests.support import services


@pytest.fixture(scope="session")
def postgres() -> Iterator[services.Postgres]:
    with services.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    with services.redis() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'tablier.db'}"
    return request.getfixturevalue("postgres").database()
