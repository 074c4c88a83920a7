"""`tablier verify-dice`: output and exit codes."""

import json

import pytest
from tests.server.test_dice import played

from tablier import write_text
from tablier.server.tables.dice import COMMITMENT, NONCES


@pytest.fixture
def record(tmp_path):
    def written(match):
        path = tmp_path / "partie.txt"
        path.write_text(write_text(match), encoding="utf-8")
        return str(path)

    return written


def test_good_dice_exit_with_0(tablier, record):
    match = played("mako", mode="a")
    done = tablier("verify-dice", record(match))
    assert done.code == 0 and "Tous les dés viennent de la graine" in done.out
    assert match.tags[COMMITMENT] in done.out.replace("\n", "")
    done = tablier("verify-dice", record(match), "--json", "--commitment", match.tags[COMMITMENT].upper())
    data = json.loads(done.out)
    assert done.code == 0 and data["good"] and data["rolls"][0]["told"] == data["rolls"][0]["drawn"]


def test_forged_dice_exit_with_3(tablier, record):
    match = played("mako", mode="a", plies=120)
    match.tags[NONCES] = "x,y"
    done = tablier("verify-dice", record(match), "--lang", "en")
    assert done.code == 3 and "in the record" in done.out and "Rolls that do not come from the seed" in done.out
    assert tablier("verify-dice", record(match), "--json").code == 3
    assert tablier("verify-dice", record(played("mako")), "--commitment", "0" * 64).code == 3


def test_a_record_without_its_seed_exits_with_1(tablier, record):
    match = played("mako", plies=10)
    match.tags.clear()
    done = tablier("verify-dice", record(match))
    assert done.code == 1 and "DiceSeed" in done.err and "Traceback" not in done.err
