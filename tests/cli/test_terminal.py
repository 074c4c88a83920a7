"""The program in a process of its own, at a pseudo-terminal or in a pipe."""

import subprocess
import sys

import pytest
from tests.support.cli import COMMAND, PATIENCE, ROOT, Terminal, environment, piped

from tablier import read_record


def test_programs_get_sigint_when_the_tests_run_with_it_ignored():
    is_ignored = "import signal; raise SystemExit(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    tests = f"import subprocess, sys, tests.conftest; sys.exit(subprocess.run([sys.executable, '-c', {is_ignored!r}]).returncode)"
    done = subprocess.run(["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", tests], cwd=ROOT, timeout=PATIENCE)
    assert done.returncode == 0


def test_a_whole_game_in_french_at_a_terminal(tmp_path):
    file, other = tmp_path / "partie.txt", tmp_path / "autre.txt"
    file.write_text('[Tablier "1"]\n[Game "makyek"]\n[Rules "1"]\n[Start "8/8/8/8/2bw4/8/8/1w5b w"]\n[Result "*"]\n\n*\n', encoding="utf-8")
    at = Terminal("play", "--load", str(file), "--names", "Awa,Bo")
    at.expect("Awa (Blanc) > ")
    at.type("b1-c2")
    at.expect("b1-c2 est refusé.")
    at.expect("makyek.slide, fiche")
    at.expect("Awa (Blanc) > ")
    at.type("?")
    at.expect("Coups permis")
    at.type("b1-b", end="\t")
    at.type("", end="\x15")  # Ctrl-U clears what TAB has completed
    at.type("b1")
    at.expect("Ensuite : ")
    at.type("b2")
    at.expect("Awa (Blanc) joue b1-b2")
    at.expect("Bo (Noir) > ")
    at.type("pourquoi h1-h9")
    at.expect("n'est pas une case")
    at.type("annu", end="\t\r")
    at.expect("Repris : b1-b2")
    at.type(f"sauver {other}")
    at.expect("Partie enregistrée")
    at.type(f"sauver {file}")
    at.expect("Le remplacer ? (o/n)")
    at.type("n")
    at.expect("Rien n'a été écrit.")
    at.type("b1-b4")
    at.expect("la pièce en c4 est prise")
    at.expect("Bo (Noir) > ")
    at.type("arrêter")
    at.expect("Awa (Blanc), d'accord pour arrêter ? (o/n)")
    at.type("oui")
    at.expect("Awa (Blanc) gagne.")
    at.expect("Partie finie > ")
    at.type("sauver")
    at.expect("Partie enregistrée")
    at.type("")
    at.expect("À bientôt.")
    assert at.leave() == 0
    assert read_record(other.read_text(encoding="utf-8")).moves == ("b1-b4", "!agree")


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_in_the_middle_offers_to_save(tmp_path, key):
    file = tmp_path / "game.txt"
    at = Terminal("play", "makyek", "--lang", "en")
    at.expect("White > ")
    at.type("d3-d5")
    at.expect("Black > ")
    at.press_at_prompt(key)
    at.expect("Save the game? File name (Enter: no):")
    at.type(str(tmp_path / "no" / "where"))
    at.expect("There is no file")
    at.expect("Save the game?")
    at.type(str(file))
    at.expect("See you soon.")
    assert at.leave() == 0
    assert read_record(file.read_text(encoding="utf-8")).moves == ("d3-d5",)


def test_leaving_twice_leaves_at_once():
    at = Terminal("play", "makyek")
    at.expect("Blanc > ")
    at.type("d3-d5")
    at.expect("Noir > ")
    at.press_at_prompt("\x03")
    at.expect("Enregistrer la partie ?")
    at.press_at_prompt("\x03")
    assert at.leave() == 0


def test_colours_at_a_terminal_and_none_where_they_are_unwanted():
    for changes, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        at = Terminal("play", "makyek", **changes)
        at.expect("▶ ○")
        drawn = at.seen
        at.type("quit")
        assert at.leave() == 0
        assert ("48;5" in drawn + at.seen) is coloured


def test_a_terminal_without_unicode_gets_letters():
    done = piped("play", "makyek", typed="d3-d5\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and done.stdout.isascii()
    assert "5  .  .  . [w] .  .  .  .  5" in done.stdout and "> b Noir" in done.stdout


def test_a_script_pipes_moves_and_learns_of_refusals():
    done = piped("play", "makyek", typed="d3-d5\nc6-c5\n", LANG="en_US.UTF-8")
    assert done.returncode == 0 and "Black plays c6-c5" in done.stdout and "\x1b" not in done.stdout and done.stderr == ""
    assert piped("play", "makyek", typed="d3-d9\n").returncode == 1


def test_odd_bytes_on_the_input_do_no_harm():
    done = subprocess.run(
        [*COMMAND, "play", "makyek"], input=b"\xff\xfe\x00\x1b[2J\nd3-d5\n", capture_output=True, timeout=PATIENCE, env=environment()
    )
    assert done.returncode == 1 and b"Traceback" not in done.stderr and b"joue d3-d5" in done.stdout and b"\x1b" not in done.stdout


def test_a_reader_that_closes_early_is_no_accident():
    with subprocess.Popen([*COMMAND, "rules", "makyek"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_an_interrupted_count_prints_what_it_has():
    at = Terminal("perft", "makyek", "9")
    at.expect("Premiers coups : 0/32")
    at.interrupt()
    at.expect("Interrompu.")
    assert at.leave() == 130


def test_ctrl_c_stops_an_engine_that_thinks_and_asks_what_to_do():
    at = Terminal("play", "apit", "--level", "8")
    at.expect("Blanc > ")
    at.type("d3-d5")
    at.expect("Tablier 8 (Noir) réfléchit…")
    at.interrupt()
    at.expect("Tablier 8 (Noir) est interrompu, et jouerait ")
    at.expect("quitter ? ")
    at.type("annuler")
    at.expect("Repris : d3-d5")
    at.expect("Blanc > ")
    at.type("conseil")
    at.expect("Le moteur cherche…")
    at.interrupt()
    at.expect("Conseil pour Blanc : ")
    at.expect("Blanc > ")
    at.type("quit")
    assert at.leave() == 0


def test_an_interrupted_analysis_prints_what_is_known():
    at = Terminal("analyse", "apit", "--depth", "60", "--lines", "2")
    at.expect("Profondeur ")
    at.interrupt()
    at.expect("Blanc joue. Position : ")
    at.expect("  2.")
    assert at.leave() == 130


def test_errors_go_to_the_error_stream_with_their_codes():
    done = piped("play", "chess")
    assert done.returncode == 1 and done.stdout == "" and "chess" in done.stderr
    assert piped("dance").returncode == 2


def test_the_collection_seats_a_person_at_a_table():
    person = Terminal("--lang", "en")
    person.expect("Which game?")
    person.type("chess")
    person.expect("not in the collection")
    person.type("Malawi")
    person.expect("with their Elo: 1 (500), 2 (")
    person.expect("Against a level")
    person.type("2")
    person.expect("White >")
    person.type("a1-a3")
    person.expect("White >")
    person.type("quit")
    person.expect("File name (Enter: no):")
    person.type("")
    assert person.leave() == 0


def test_enter_leaves_the_collection():
    person = Terminal()
    person.expect("À quel jeu jouer ?")
    person.type("")
    assert person.leave() == 0
