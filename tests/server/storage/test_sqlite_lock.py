"""The lock on a SQLite file: exclusive or shared, and released when its process dies."""

import os
import signal
import subprocess
import sys

import pytest

from tablier.server.storage.database import Database

HOLDER = """
import sys, time
from tablier.server.storage.database import Database
print(Database(sys.argv[1]).sqlite.lock_file(exclusive=sys.argv[2] == "alone"), flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(
    ("there", "comes", "may"), [("alone", True, False), ("alone", False, False), ("together", True, False), ("together", False, True)]
)
def test_a_lock_lasts_as_long_as_its_process(tmp_path, there, comes, may):
    url = f"sqlite+aiosqlite:///{tmp_path / 'tablier.db'}"
    with subprocess.Popen([sys.executable, "-c", HOLDER, url, there], stdout=subprocess.PIPE, text=True, env=os.environ.copy()) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        mine = Database(url).sqlite
        assert mine is not None
        assert mine.lock_file(exclusive=comes) is may
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert mine.lock_file(exclusive=True)
