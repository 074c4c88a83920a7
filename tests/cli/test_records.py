"""Records in the formats of others, at the terminal."""

import json
from pathlib import Path

import pytest

from tablier import Match, game, read_record, write_text
from tablier.adapters.records import read_games

GAMES = Path(__file__).parents[1] / "adapters" / "games"
PGN, PDN = str(GAMES / "three.pgn"), str(GAMES / "two.pdn")


def test_a_game_of_a_pgn_file_is_replayed(tablier):
    done = tablier("replay", PGN, "--lang", "en")
    assert done.code == 0 and "Bao" in done.out and "5. Anong" in done.out
    second = json.loads(tablier("replay", PGN, "--number", "2", "--json").out)
    assert second["moves"] == ["h7-h8"] and second["tags"]["Options"] == "count=thai double_step=off"
    free = json.loads(tablier("replay", PGN, "--number", "3", "--option", "count=none", "--json").out)
    assert free["tags"]["Options"] == "count=none double_step=off"


def test_a_file_that_is_not_utf_8_is_read_as_latin_1(tablier, tmp_path):
    old = tmp_path / "old.pgn"
    old.write_bytes('[White "Éric"]\r\n[Variant "Makruk"]\r\n\r\n1. e4 *\r\n'.encode("latin-1"))
    assert "Éric" in tablier("replay", str(old)).out


def test_a_position_of_a_foreign_record_is_analysed(tablier):
    done = tablier("analyse", PDN, "--number", "2", "--ply", "1", "--nodes", "50", "--json")
    found = json.loads(done.out)
    assert (found["game"], found["actor"]) == ("turkish", 1)


def test_files_are_converted_to_and_fro(tablier, tmp_path):
    out = tmp_path / "again.pgn"
    assert tablier("convert", PGN, "--out", str(out)).code == 0
    with open(PGN, encoding="utf-8") as one, out.open(encoding="utf-8") as other:
        assert [(a.match.moves, a.notes) for a in read_games(one)] == [(a.match.moves, a.notes) for a in read_games(other)]
    text = tablier("convert", PDN, "--number", "1", "--to", "tablier").out
    assert read_record(text).moves[-1] == "!resign:1"
    back = tablier("convert", "-", "--to", "pdn", typed=text).out
    assert "3. a8xa5 1-0" in back and '[White "Ayşe"]' in back
    assert json.loads(tablier("convert", PGN, "--number", "2", "--to", "json").out)["moves"] == ["h7-h8"]


def test_a_faulty_game_is_told_and_the_others_are_converted(tablier, tmp_path):
    file = tmp_path / "some.pgn"
    file.write_text('[Variant "Makruk"]\n\n1. e5 *\n\n[Variant "Makruk"]\n\n1. e4 *\n', encoding="utf-8")
    done = tablier("convert", str(file), "--to", "pgn", "--lang", "en")
    assert done.code == 1 and done.out.count("[Variant") == 1 and "1. e4 *" in done.out
    assert done.err.startswith("Line 3: Game 1, move 1 of White ('e5')") and len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["convert", PGN, "--to", "tablier"], "has several games"),
        (["convert", PGN, "--to", "pdn"], "A game of Makruk cannot be written as pdn; possible formats: tablier, json, pgn."),
        (["convert", PGN, "--to", "docx"], "'docx' is not a format; there are: tablier, json, pgn, pdn."),
        (["convert", PGN, "--to", "pgn", "--number", "9"], "There is no game 9"),
        (["convert", PGN, "--to", "pgn", "--out", __file__], "is not a recorded game"),
        (["replay", PGN, "--number", "4"], "games found there: 3"),
        (["replay", PGN, "--option", "colour=red"], "has no option 'colour'"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(tablier, words, told):
    done = tablier(*words, "--lang", "en")
    assert (done.code, done.out) == (1, "") and told in done.err and len(done.err.splitlines()) == 1


def test_a_game_at_the_table_is_saved_as_pgn_and_gone_on_with(tablier, tmp_path):
    file = tmp_path / "mine.pgn"
    tablier("play", "makruk", typed=f"e3-e4\ne6-e5\nsave {file}\n")
    assert "1. e4 e5 *" in file.read_text(encoding="utf-8")
    tablier("play", "--load", str(file), typed="d3-d4\nsave\n")
    assert "1. e4 e5 2. d4 *" in file.read_text(encoding="utf-8")


def test_a_record_of_our_own_keeps_its_options(tablier, tmp_path):
    file = tmp_path / "own.txt"
    file.write_text(write_text(Match(game("makruk"))), encoding="utf-8")
    assert "garde ses propres options" in tablier("replay", str(file), "--option", "count=none").err
    assert json.loads(tablier("convert", str(file), "--to", "json").out)["tags"]["Game"] == "makruk"
