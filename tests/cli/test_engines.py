"""Engines at the terminal: opponents, hints, analysis, and the program without compiled modules."""

import io
import json
import os
import random
import signal
import sys
import threading
import time
from unittest.mock import Mock

import pytest
from rich.console import Console
from tests.cli.test_play import sit, typed
from tests.support.toy_games import Toy

from tablier import Match, game, games, read_record
from tablier.cli.engine_thread import ThreadResult, run_in_thread
from tablier.cli.language import format_number
from tablier.cli.table.keywords import InterruptChoice, parse_interrupt_choice
from tablier.cli.table.loop import PACE, run_session
from tablier.cli.table.opponents import EngineOpponent, seat_opponents
from tablier.cli.table.session import Session
from tablier.cli.view import View
from tablier.core.errors import TablierError
from tablier.core.play import drawn, won
from tablier.kernels import has_kernel
from tablier.search.signature import DEPTH

WON = "8/8/8/8/1b1b4/8/8/2w3w1 w"
FORK = "8/8/8/8/1b1b4/8/8/2w3wb w"


PLAYED = [name for name in games() if has_kernel(game(name))]


# -- opponents ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_every_game_with_a_kernel_is_played_against_a_level(tablier, name):
    done = tablier("play", name, "--level", "2", "--seed", "4", typed=typed("?", "1", "?", "1", "annuler"))
    assert done.code == 0 and done.err == ""
    assert "Tablier 2 (" in done.out and "Repris : " in done.out


def test_with_a_seed_a_level_plays_the_same_game_and_undo_comes_back_to_the_person(tablier):
    words = ("play", "apit", "--level", "3", "--seed", "5")
    one, two = (tablier(*words, typed=typed("d3-d4", "annuler", "d3-d5")) for _ in range(2))
    assert one.out == two.out and one.out.count("Tablier 3 (Noir) joue") == 2
    assert "Repris : d3-d4 " in one.out


def test_the_person_may_sit_anywhere_and_levels_may_differ_from_seat_to_seat(tablier):
    done = tablier("play", "apit", "--level", "1", "--seat", "noir", typed="")
    assert "Tablier 1 (Blanc) joue" in done.out and "Noir > " not in done.out.splitlines()[0]
    done = tablier("play", "mako", "--level", "1, 2,3", "--seed", "1", typed=typed("?", "1"))
    for level in (1, 2, 3):
        assert f"Tablier {level} (" in done.out
    assert done.code == 0


def test_a_game_begins_with_the_elo_of_the_levels_where_it_is_measured(tablier):
    assert "Contre : niveau 1 (Elo 500)\n" in tablier("play", "apit", "--level", "1", typed="").out
    assert "Contre : niveau 1\n" in tablier("play", "apit", "--option", "quiet=50", "--level", "1", typed="").out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--level", "9"), 1, "Ce jeu a les niveaux 1 à 8."),
        (("--level", "0"), 1, "Ce jeu a les niveaux 1 à 8."),
        (("--level", "deux"), 2, "« deux » ne convient pas à --level."),
        (("--level", "1,2"), 1, "2 niveaux pour 1 autres places"),
        (("--level", "1", "--against", "random"), 1, "ne vont pas ensemble"),
        (("--seat", "1"), 1, "--level 3"),
    ],
)
def test_a_wrong_level_is_refused_in_a_sentence(tablier, words, code, said):
    done = tablier("play", "apit", *words)
    assert done.code == code and said in done.err


def test_a_game_without_a_kernel_has_the_levels_of_the_engine_over_the_law():
    assert list(seat_opponents(Match(Toy()), 0, [3], random.Random(1))) == [1, 2]
    with pytest.raises(TablierError, match="This game has levels 1 to 3"):
        seat_opponents(Match(Toy()), 0, [4], random.Random(1))


def test_the_record_says_who_played_and_a_match_that_is_loaded_gets_opponents_of_its_own(tablier, tmp_path):
    file = tmp_path / "partie.txt"
    done = tablier("play", "apit", "--level", "2", "--seed", "1", "--names", "Awa", typed=typed("d3-d5", f"save {file}"))
    assert done.code == 0
    assert read_record(file.read_text(encoding="utf-8")).players == {0: "Awa", 1: "Tablier 2"}
    again = tablier("play", "makyek", "--level", "4", typed=typed(f"charger {file}", "e3-e4"))
    assert "Apit-Sodok" in again.out and "Tablier 4 (Noir) joue" in again.out
    named = tablier("play", "apit", "--level", "2", "--names", "Awa,Bo", typed=typed("d3-d5"))
    assert "Bo (Noir) joue" in named.out


def test_a_match_that_cannot_be_sat_down_at_leaves_the_present_one_alone(tablier, tmp_path):
    file = tmp_path / "partie.txt"
    tablier("play", "mako", typed=typed(f"save {file}"))
    done = tablier("play", "mako", "--option", "seats=3", "--level", "1,2", typed=typed(f"load {file}", "?"))
    assert done.code == 1 and "2 niveaux pour 3 autres places" in done.out and "Coups permis" in done.out


def test_an_engine_agrees_to_a_draw_only_where_it_is_not_better():
    rules = game("makyek")
    better = Match(rules, rules.load("8/bbbbbbbb/8/8/8/8/8/w6w w"))
    worse = Match(rules, rules.load("8/b6b/8/8/8/8/wwwwwwww/8 w"))
    engine = EngineOpponent(rules, 5, 1)
    draw = drawn(rules.clauses[0])
    assert not engine.accepts(better, 1, draw) and engine.accepts(worse, 1, draw)
    assert engine.accepts(better, 1, won(1, rules.clauses[0])) and not engine.accepts(worse, 1, won(0, rules.clauses[0]))


# -- Ctrl-C during a search ---------------------------------------------------------------------------


class Interrupted(EngineOpponent):
    """An opponent whose first searches are interrupted by Ctrl-C."""

    presses = 1

    def choose(self, match, on_wait, at_least=0.0):
        found = super().choose(match, on_wait, at_least)
        self.presses -= 1
        return found if self.presses < 0 else ThreadResult(found.result, interrupted=True)


@pytest.mark.parametrize(
    ("answers", "moves", "said"),
    [
        (["jouer"], 2, "est interrompu, et jouerait"),
        ([""], 2, "Jouer (Entrée), continuer, annuler ou quitter ?"),
        (["hm?", "continuer"], 2, "Noir) joue"),
        (["annuler"], 0, "Repris : d3-d5"),
        (["q"], 1, "n'a pas été enregistrée"),
    ],
)
def test_an_interrupted_opponent_plays_goes_on_or_gives_the_move_back(monkeypatch, answers, moves, said):
    monkeypatch.setattr("tablier.cli.table.opponents.EngineOpponent", Interrupted)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed("d3-d5", *answers)))
    out = io.StringIO()
    match = Match(game("makyek"))
    view = View("fr", Console(file=out, width=80, markup=False, emoji=False, highlight=False))
    run_session(Session(match, view, random.Random(1), seat=0, levels=[2]))
    assert len(match.entries) == moves and said in " ".join(out.getvalue().split())


def test_nothing_of_the_persons_to_take_back_is_told_and_asked_again(monkeypatch):
    monkeypatch.setattr("tablier.cli.table.opponents.EngineOpponent", Interrupted)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed("annuler", "jouer")))
    out = io.StringIO()
    match = Match(game("makyek"))
    run_session(Session(match, View("en", Console(file=out, width=80)), random.Random(1), seat=1, levels=[2]))
    assert "You have not played anything yet" in out.getvalue() and len(match.entries) == 1


@pytest.mark.parametrize(("interactive", "waits"), [(True, PACE), (False, 0.0)])
def test_a_person_is_given_time_to_look_and_a_script_is_not(monkeypatch, interactive, waits):
    asked = []

    class Recorded(EngineOpponent):
        def choose(self, match, on_wait, at_least=0.0):
            asked.append(at_least)
            return super().choose(match, on_wait)

    monkeypatch.setattr("tablier.cli.table.opponents.EngineOpponent", Recorded)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setattr("builtins.input", Mock(side_effect=EOFError))
    view = View("en", Console(file=io.StringIO(), width=80))
    session = Session(Match(game("makyek")), view, random.Random(1), seat=1, levels=[1])
    session.keyboard.interactive = interactive
    run_session(session)
    assert asked == [waits]


def test_words_and_first_letters_choose_what_to_do():
    assert [parse_interrupt_choice(word) for word in ("", "j", "Play", "c", "continue", "u", "annuler", "Q")] == [
        InterruptChoice.PLAY,
        InterruptChoice.PLAY,
        InterruptChoice.PLAY,
        InterruptChoice.GO_ON,
        InterruptChoice.GO_ON,
        InterruptChoice.UNDO,
        InterruptChoice.UNDO,
        InterruptChoice.QUIT,
    ]
    assert parse_interrupt_choice("peut-être") is None


def test_ctrl_c_stops_work_in_a_thread(monkeypatch):
    monkeypatch.setattr("tablier.cli.engine_thread.NOTICE_DELAY", 0.0)
    presses = iter([signal.SIGINT])

    def press():
        for pressed in presses:
            os.kill(os.getpid(), pressed)

    def work(stop):
        while not stop.is_set():
            time.sleep(0.001)
        return "done"

    assert run_in_thread(work, press) == ThreadResult("done", interrupted=True)


def test_an_error_in_the_thread_is_raised_in_the_caller():
    def work(stop):
        raise TablierError(game("makyek").info.name)

    with pytest.raises(TablierError):
        run_in_thread(work)
    assert threading.active_count() < 10


# -- advice -------------------------------------------------------------------------------------------


def test_a_hint_at_the_table_names_a_move_and_why(monkeypatch):
    monkeypatch.setattr("tablier.cli.table.advice.SECONDS", 0.2)
    rules = game("makyek")
    for lang, word, said in (("fr", "conseil", "Conseil pour Blanc : c1-c4"), ("en", "hint", "Hint for White: c1-c4")):
        _, code, out = sit(monkeypatch, Match(rules, rules.load(FORK)), word, lang=lang)
        assert code == 0 and said in out and "(makyek.intervention)." in out


def test_no_hint_once_the_game_is_over_or_at_a_throw_of_the_die(monkeypatch, tablier):
    over = Match(game("makyek"))
    over.agree()
    _, code, out = sit(monkeypatch, over, "hint")
    assert code == 1 and "La partie est finie." in out
    done = tablier("hint", "mako", "--position", _at_the_die())
    assert done.code == 1 and "C'est au tour du dé" in done.err


def _at_the_die():
    rules = game("mako")
    match = Match(rules)
    match.play(match.legal()[0])
    return rules.dump(match.position)


@pytest.mark.parametrize("name", PLAYED)
def test_every_game_with_a_kernel_is_advised_on_and_analysed(tablier, name):
    hint = tablier("hint", name, "--nodes", "200")
    assert hint.code == 0 and hint.out.startswith("Conseil pour ") and "•" in hint.out
    data = json.loads(tablier("analyse", name, "--nodes", "300", "--lines", "2", "--json").out)
    assert data["game"] == name and len(data["lines"]) == 2
    assert all(0 <= line["win_chance"] <= 1 and line["moves"] for line in data["lines"])


# -- analysis -----------------------------------------------------------------------------------------


def test_an_analysis_shows_lines_with_score_chance_depth_and_nodes(tablier):
    done = tablier("analyse", "apit", "--depth", "3", "--lines", "2")
    assert done.code == 0 and done.err == ""
    flat = done.out.replace("\N{NO-BREAK SPACE}", " ")
    assert "Profondeur 3, " in flat and " nœuds, " in flat and "Blanc joue." in flat
    rows = [line.split() for line in done.out.splitlines() if line.startswith("  ")]
    assert [row[0] for row in rows] == ["1.", "2."] and all(row[1][0] in "+-" and "," in row[1] for row in rows)
    english = tablier("analyse", "mako", "--nodes", "300", "--lang", "en").out
    assert "300 simulated games" in english and "%  " in english


def test_a_forced_end_is_told_in_plies(tablier):
    assert "gagné (1 demi-coups)" in tablier("analyse", "makyek", "--position", WON, "--depth", "3").out
    data = json.loads(tablier("analyse", "makyek", "--position", WON, "--depth", "3", "--lines", "1", "--json").out)
    assert data["lines"][0]["ends_in"] == 1 and data["lines"][0]["moves"] == ["c1-c4"]


def test_a_record_is_analysed_where_it_stood(tablier, tmp_path):
    file = tmp_path / "partie.txt"
    tablier("play", "apit", typed=typed("d3-d5", "e6-e4", f"save {file}"))
    data = json.loads(tablier("analyse", "--record", str(file), "--ply", "1", "--depth", "2", "--json").out)
    assert data["actor"] == 1 and data["game"] == "apit"
    assert json.loads(tablier("analyse", "apit", "--record", str(file), "--depth", "2", "--json").out)["actor"] == 0
    assert tablier("hint", "--record", str(file), "--ply", "0", "--depth", "2").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Quelle position ?"),
        (("apit", "--ply", "3"), "--record"),
        (("apit", "--position", "x", "--record", "y"), "ne vont pas ensemble"),
        (("--record", "/nowhere/at/all"), "Il n'y a pas de fichier"),
        (("chess",), "n'est pas dans la collection"),
        (("apit", "--position", "zz"), "au lieu de 8"),
        (("makyek", "--position", "8/8/8/8/3w4/8/8/8 w"), "finie"),
    ],
)
@pytest.mark.parametrize("command", ["analyse", "hint"])
def test_what_cannot_be_analysed_is_said(tablier, command, words, said):
    done = tablier(command, *words)
    assert done.code == 1 and said in done.err and done.out == ""


def test_an_interrupted_analysis_shows_what_it_has(tablier, monkeypatch):
    monkeypatch.setattr("tablier.cli.engine_thread.ThreadResult", lambda result, interrupted: _Cut(result))
    done = tablier("analyse", "apit", "--depth", "2")
    assert done.code == 130 and "1." in done.out


class _Cut:
    interrupted = True

    def __init__(self, result):
        self.result = result


def test_numbers_are_written_as_the_language_does():
    assert format_number(1234567, "fr", digits=0) == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567"
    assert format_number(-1.5, "fr", sign="+") == "-1,50" and format_number(1.5, "en", sign="+") == "+1.50"


# -- signature and UCI ---------------------------------------------------------------------------------


def test_the_bench_prints_a_number_for_each_game_and_their_sum(tablier):
    one, two = (tablier("bench", "--depth", "3") for _ in range(2))
    assert one.code == 0 and one.out == two.out and one.err == ""
    *rows, total = [line.split() for line in one.out.splitlines()]
    assert total[0] == "signature" and int(total[1]) == sum(int(count) for _, count in rows)
    assert ["apit", tablier("bench", "apit", "--depth", "3").out.split()[1]] in rows
    assert DEPTH > 3


def test_a_game_without_a_tree_has_no_signature(tablier):
    done = tablier("bench", "mako")
    assert done.code == 1 and "mako" in done.err


def test_uci_answers_in_a_pipe(tablier):
    done = tablier("uci", typed=typed("uci", "isready", "quit"))
    assert done.code == 0 and done.out.splitlines()[-1] == "readyok" and "uciok" in done.out


# -- without a compiler --------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("bench",), ("uci",)])
def test_without_compiled_engines_one_is_told_how_to_get_them(tablier, monkeypatch, words):
    for name in [name for name in sys.modules if name.startswith(("tablier.search", "tablier.adapters"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "tablier.search.alphabeta", None)
    done = tablier(*words)
    assert done.code == 1 and "Il n'y a pas de moteur ici" in done.err


@pytest.mark.parametrize("words", [("play", "apit", "--level", "3"), ("analyse", "apit", "--depth", "1"), ("hint", "apit", "--depth", "1")])
def test_without_compiled_engines_the_law_is_searched(tablier, monkeypatch, words):
    monkeypatch.setenv("TABLIER_PURE", "1")
    done = tablier(*words, typed="d3-d5\n")
    assert (done.code, done.err) == (0, "")
