"""What a build says that it needs is what it takes."""

import json
import subprocess
import sys

import pytest

from tablier.endings.build import Builder, TooLarge
from tablier.endings.sets import layout_of, named
from tablier.games import game

BESIDES = 6 << 20
"""Bytes for what is compressed, and for threads."""

BUILD = """
import json, resource, sys
from pathlib import Path
from tablier.endings.build import Builder, variant_of
from tablier.endings.sets import layout_of, named
from tablier.games import game

def peak():  # of this process: what resource gives is not less than the peak of the process that started it
    return 1024 * next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))

def builder(name):
    ending = named(layout_of(rules), name)
    return Builder(rules, ending, variant_of(rules, ending), threads=1)

rules = game(sys.argv[1], **json.loads(sys.argv[2]))
builder(sys.argv[3]).build()
before = peak()
large = builder(sys.argv[4])
large.build()
print(json.dumps([large.room, peak() - before]))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(
    ("name", "options", "small", "large"),
    [("makruk", {"count": "none"}, "KR-K", "KRR-K"), pytest.param("achef", {}, "3-3", "4-3", marks=pytest.mark.slow)],
)
def test_a_build_takes_the_memory_that_it_says(name, options, small, large, tmp_path):
    env = {"TABLIER_ENDINGS": str(tmp_path), "PYTHONPATH": ":".join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-c", BUILD, name, json.dumps(options), small, large], env=env, capture_output=True, text=True, check=True
    )
    room, taken = json.loads(told.stdout)
    assert taken <= 1.05 * room + BESIDES and room <= 1.05 * taken + BESIDES, (room, taken)


def test_a_set_that_is_solved_at_once_needs_its_arrays_too():
    rules = game("makruk", count="none")
    with pytest.raises(TooLarge) as error:
        Builder(rules, named(layout_of(rules), "KRNM-K"), "none", memory=600 << 20)
    assert "KRNM-K needs " in error.value.say("en") and "more than 0.59" in error.value.say("en")
