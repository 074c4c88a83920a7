"""`tablier bot`: a UCI program and a Python function meet at a real server; wrong input is told in words."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import fake_uci
from tests.support.accounts import make_token
from tests.support.cli import COMMAND, environment, piped

from tablier.api.tables import SeatPlan, TablePlan
from tablier.client import Client
from tablier.client.bot_settings import EXAMPLE

FUNCTION = """
import random

def choose(match, left):
    assert left is None
    return random.choice(match.legal())
"""
PATIENCE = 120


def start(folder: Path, file: str, **changes: str) -> subprocess.Popen[str]:
    command = [*COMMAND, "bot", file, "--games", "1", "--lang", "en"]
    return subprocess.Popen(command, cwd=folder, env=environment(**changes), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_a_uci_program_and_a_python_function_play_a_whole_game(server, tmp_path):
    (tmp_path / "mine.py").write_text(FUNCTION)
    uci = f"uci:{sys.executable} {fake_uci.__file__};seconds=1"
    for name, player in (("uci-bot", uci), ("own-bot", "mine:choose")):
        (tmp_path / f"{name}.toml").write_text(f'server = "{server.url}"\nplayer = "{player}"\nlook_every = 0.3\n[sit]\ngames = ["apit"]\n')
    with Client(server.url) as host:
        table = host.create_table(TablePlan("apit", (SeatPlan("open"), SeatPlan("open")), {"quiet": 30}))
        bots = [start(tmp_path, f"{name}.toml", TABLIER_TOKEN=make_token(server.url, name)) for name in ("uci-bot", "own-bot")]
        try:
            told = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
        finally:
            for bot in bots:
                bot.kill()
                bot.communicate()
        assert [bot.returncode for bot in bots] == [0, 0], told
        assert all(f"{table.id}: over" in words for words in told), told
        ending = host.table(table.id).ending
        assert ending is not None and "resigned" not in ending.clause, told


def test_an_interrupted_bot_says_so(server, tmp_path):
    (tmp_path / "bot.toml").write_text(f'server = "{server.url}"\nplayer = "level:1"\n')
    bot = start(tmp_path, "bot.toml", TABLIER_TOKEN=make_token(server.url, "idle"))
    assert bot.stdout is not None
    assert "Online as idle" in bot.stdout.readline()
    bot.terminate()
    told, _ = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 130 and "Stopped" in told and "Traceback" not in told


def test_the_example_is_printed_as_it_is():
    assert piped("bot", "--example").stdout == EXAMPLE


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("", ("--token", "tbl_x", "--player", "random"), "--server"),
        ('server = "http://localhost:1"', ("--player", "random"), "TABLIER_TOKEN"),
        ('server = "http://localhost:1"', ("--token", "tbl_x"), "--player"),
        ('server = "localhost"\nplayer = "random"', ("--token", "tbl_x"), "http://localhost:8000"),
        ('server = "http://localhost:1"\nplayer = "levle:5"', ("--token", "tbl_x"), "Did you mean 'level'?"),
        ('server = "http://localhost:1"\nplayer = "level:9"', ("--token", "tbl_x"), "Levels are 1 to 8"),
        ('server = "http://localhost:1"\nplayer = "uci:/no/such"', ("--token", "tbl_x"), "does not start"),
        ('server = "http://localhost:1"\nplayer = "json:nothing"', ("--token", "tbl_x"), "nothing"),
        ("max_table = 1", (), "Did you mean 'max_tables'?"),
    ],
)
def test_what_is_missing_or_wrong_is_said_without_a_traceback(tmp_path, text, words, said):
    file = tmp_path / "bot.toml"
    file.write_text(text)
    done = piped("bot", str(file), *words, "--lang", "en")
    assert done.returncode == 1 and said in done.stderr.replace("\n", " ") and "Traceback" not in done.stderr, done.stderr


def test_a_file_that_is_not_there_is_said():
    assert "nowhere.toml" in piped("bot", "nowhere.toml").stderr
