"""Real services for the tests that need them: one of each for all tests of a process, started when first asked for."""

from collections.abc import Callable, Iterator

import pytest
from tests.support import services


@pytest.fixture(scope="session")
def postgres(need: Callable[[str], None]) -> Iterator[services.Postgres]:
    need("PostgreSQL")
    with services.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis(need: Callable[[str], None]) -> Iterator[str]:
    need("Redis")
    with services.redis() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'tablier.db'}"
    return request.getfixturevalue("postgres").database()
