"""Records replay exactly; corrupt, truncated, hostile or future ones get one clear error."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import BadRecord, Match, TablierError, game, read_record, write_json, write_text
from tablier.testing.conformance import walk

RECORD = """\
[Tablier "1"]
[Game "makyek"]
[Rules "1"]
[Options "first=white quiet=100"]
[Seat0 "Anne \\"la Tour\\""]
[Date "2026-11-15"]
[Result "1-2"]
[Because "tablier.resigned"]

1. e3-e4 a6-a5
2. e4-e5 !resign:1
1-2
"""


def test_a_record_reads_as_it_is_written():
    match = read_record(RECORD)
    assert match.moves == ("e3-e4", "a6-a5", "e4-e5", "!resign:1")
    assert match.players == {0: 'Anne "la Tour"'}
    assert write_text(match) == RECORD


def test_the_json_twin_tells_the_same():
    match = read_record(RECORD)
    twin = write_json(match)
    assert json.loads(twin)["moves"] == list(match.moves)
    assert write_text(read_record(twin)) == RECORD


def test_comments_and_line_breaks_are_free():
    text = RECORD.replace("1. e3-e4 a6-a5\n2.", "{the opening}\n e3-e4\n\n a6-a5 {quiet}")
    assert read_record(text).moves == read_record(RECORD).moves


def test_a_game_from_another_position_keeps_it():
    rules = game("makyek", quiet=50)
    match = Match(rules, rules.load("8/8/8/8/2bw4/8/8/1w5b w"))
    match.play("b1-b4")
    again = read_record(write_text(match))
    assert (again.game, again.origin, again.position) == (rules, match.origin, match.position)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("e3-e4 a6", "e3-e7 a6"), "Line 10: e3-e7"),
        (("e4-e5", "e4~e5"), "Line 11"),
        (("\n1-2\n", "\n"), "cut off"),
        (("\n1-2\n", "\n2-1\n"), "Result says"),
        (('[Result "1-2"]', '[Result "*"]'), "Result says"),
        ((" !resign:1", ""), "the moves give"),
        (("tablier.resigned", "makyek.blocked"), "Because says"),
        (('[Tablier "1"]', '[Tablier "99"]'), "newer Tablier"),
        (('[Rules "1"]', '[Rules "2"]'), "newer Tablier"),
        (('[Rules "1"]', '[Rules "-1"]'), "unknown here"),
        (('"makyek"', '"chess"'), "not in the collection"),
        (("quiet=100", "quiet=x"), "quiet"),
        (("quiet=100", "loud=1"), "no option 'loud'"),
        (('[Game "makyek"]\n', ""), "Game missing"),
        (('[Game "makyek"]', '[Game "makyek"'), "Line 2: a tag is written"),
        (('[Date "', '[Game "'), "once"),
        (("!resign:1", "!resign:7"), "no seat 7"),
        (("!resign:1", "!explode"), "expected !agree"),
        (("1-2\n", "1-2 e3-e4\n"), "after the end"),
    ],
)
def test_a_spoilt_record_gets_one_clear_error(change, told):
    text = RECORD.replace(*change)
    assert text != RECORD
    with pytest.raises(BadRecord, match=told.replace("*", r"\*")) as error:
        read_record(text)
    assert error.value.say("fr") != error.value.say("en")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "{",
        "{}",
        "[]",
        '{"tags": {}, "moves": []}',
        '{"tags": 3, "moves": 4}',
        '{"tags": {"Game": 1}, "moves": [[]]}',
        '{"tags": {"Tablier": "1"}, "moves": "e3-e4"}',
        "\x00\x01",
        "[" * 5000,
        '{"a":' * 100_000,
        "x" * 1_000_001,
    ],
)
def test_what_is_no_record_at_all_is_refused(text):
    with pytest.raises(BadRecord):
        read_record(text)


@pytest.mark.parametrize("seed", range(3))
def test_truncating_a_record_anywhere_is_noticed(seed):
    text = write_text(walk(game("makyek"), random.Random(seed), 30)).rstrip()
    for end in range(0, len(text) - 1, 7):
        with pytest.raises(BadRecord):
            read_record(text[:end])


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=60), st.integers(0, len(RECORD)), st.integers(0, 20))
def test_any_mangling_is_read_or_refused_but_never_crashes(noise, at, length):
    try:
        read_record(RECORD[:at] + noise + RECORD[at + length :])
    except TablierError as error:
        assert error.say("fr")
        assert error.say("en")
