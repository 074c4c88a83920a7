import asyncio
from functools import partial

import pytest
from tests.support.site import open_site, visit


@pytest.fixture(autouse=True)
def _no_secret_of_the_machine(monkeypatch):
    monkeypatch.delenv("TABLIER_SECRET", raising=False)


@pytest.fixture
def with_site(request, tmp_path):
    """Runs a coroutine with a server of its own; keywords are its settings. `both` runs it with either database."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return partial(visit, tmp_path)
    return partial(visit, tmp_path, database=request.getfixturevalue("postgres").database())


@pytest.fixture
def stories(tmp_path):
    """Runs many coroutines with the same server."""
    with asyncio.Runner() as runner:
        opened = open_site(tmp_path)
        site = runner.run(opened.__aenter__())
        yield lambda story: runner.run(story(site))
        runner.run(opened.__aexit__(None, None, None))
