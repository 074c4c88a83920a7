"""A real server, and tokens of accounts on it."""

from collections.abc import Iterator

import pytest
from tests.support.server_process import ServerProcess, run_server


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[ServerProcess]:
    with run_server(tmp_path_factory.mktemp("server"), "--engines", "1") as running:
        yield running
