"""`tablier play` with piped lines."""

import io
import random
import sys

import pytest
from rich.console import Console
from tests.support.own_games import OWN_GAMES
from tests.support.toy_games import Toy

from tablier import Match, game, read_record
from tablier.cli.table.keywords import WORDS, Keyword, parse_keyword
from tablier.cli.table.loop import run_session
from tablier.cli.table.move_input import CompleteMove, PartialMove, match_clicks, parse_move, split_clicks
from tablier.cli.table.session import Session
from tablier.cli.view import View
from tablier.core.errors import TablierError
from tablier.core.play import DONE, Gesture

DUEL = "8/8/8/8/2bw4/8/8/1w6 w"


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def sit(monkeypatch, match, *lines, own=None, lang="fr", seed=1):
    """Play lines in a session of any match; returns the session, its exit code and its output."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed(*lines)))
    out = io.StringIO()
    session = Session(
        match, View(lang, Console(file=out, width=80, markup=False, emoji=False, highlight=False)), random.Random(seed), seat=own
    )
    return session, run_session(session), out.getvalue()


# -- moves -----------------------------------------------------------------------------------------


def test_moves_are_played_and_the_board_shows_the_last_one(tablier):
    done = tablier("play", "makyek", "--names", "Awa, Bo", typed=typed("d3-d5", "quit"))
    assert done.code == 0
    assert "Awa (Blanc) > d3-d5" in done.out
    assert "Awa (Blanc) joue d3-d5 : la pièce va de d3 à d5." in done.out
    assert "5  ·  ·  · [○] ·  ·  ·  ·  5" in done.out
    assert "▶ ● Bo (Noir)" in done.out
    assert "Captures de Blanc : 0" in done.out


@pytest.mark.parametrize(
    "lines",
    [
        ["d3-d5"],
        ["D3-D5"],
        ["d3", "d5"],
        ["d3 d5"],
        ["d3d5"],
        ["?", "19"],
        ["? d3", "2"],
        ["d3", "2"],
        ["e3", "d3", "d5"],
        ["e3", "", "d3", "d5"],
    ],
)
def test_a_move_is_written_or_numbered_or_clicked(tablier, lines):
    done = tablier("play", "makyek", typed=typed(*lines))
    assert done.code == 0 and "joue d3-d5" in done.out


def test_a_game_begins_in_a_position_and_its_record_says_so(tablier, tmp_path):
    file = tmp_path / "duel.txt"
    done = tablier("play", "makyek", "--position", DUEL, typed=typed("b1-b4", f"sauver {file}", "quit"))
    assert done.code == 0 and "joue b1-b4" in done.out
    record = read_record(file.read_text())
    assert record.origin == game("makyek").load(DUEL) and record.moves == ("b1-b4",)
    assert tablier("play", "makyek", "--load", str(file), "--position", DUEL).code == 1
    refused = tablier("play", "makyek", "--position", "9/8 x", "--lang", "en")
    assert refused.code == 1 and refused.err == "board: 2 ranks instead of 8; side to move: 'x' instead of w or b\n"


def test_a_cell_narrows_the_list_and_shows_where_to_go(tablier):
    done = tablier("play", "makyek", typed=typed("d3"))
    assert "Coups permis : 3" in done.out
    assert "1 d3-d4" in done.out and "3 d3-d2" in done.out
    assert "5  ·  ·  · (·) ·  ·  ·  ·  5" in done.out and "3  ○  ○  ○ [○] ○" in done.out
    assert "Blanc d3 … > " not in done.out.splitlines()[0]


def test_many_moves_are_listed_together_by_where_they_begin(tablier):
    lines = tablier("play", "makyek", typed="?\n").out.splitlines()
    row = next(line for line in lines if line.strip().startswith("d3 "))
    assert row.split() == ["d3", "18", "d3-d4", "19", "d3-d5", "20", "d3-d2"]


def test_a_refused_move_prints_its_clause_and_marks_its_cells_on_a_small_board(tablier):
    done = tablier("play", "makyek", typed=typed("d3-d6"))
    assert done.code == 1, "a script must learn that a line was refused"
    assert "d3-d6 est refusé." in done.out and "(makyek.free, fiche)" in done.out
    assert "  6  ● !●! ●  6" in done.out


@pytest.mark.parametrize("line", ["d3 d6", "d3d6"])
def test_clicks_that_are_refused_name_the_clause_too(tablier, line):
    assert "makyek.free" in tablier("play", "makyek", typed=typed(line)).out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a4", "Aucun coup ne passe par là (a4, vide)"),
        ("a8", "Aucun coup ne passe par là (a8, pièce noire)"),
        ("7", "tapez d'abord « ? »"),
        ("zz", "n'est pas un coup"),
        ("d3-z9", "n'est pas une case"),
        ("? zz", "ni une case ni un bouton"),
        ("? a4", "Aucun coup ne commence"),
        ("annuler", "rien à reprendre"),
        ("pourquoi", "Pourquoi quoi ?"),
        ("sauver", "nom de fichier"),
        ("charger /nowhere/at/all", "Il n'y a pas de fichier"),
        ("règles roque", "Aucune clause"),
    ],
)
def test_a_line_that_means_nothing_is_answered_and_the_game_goes_on(tablier, line, said):
    done = tablier("play", "makyek", typed=typed(line, "d3-d5"))
    assert said in " ".join(done.out.split()) and "joue d3-d5" in done.out and done.code == 1
    assert "Traceback" not in done.out + done.err


def test_a_number_beyond_the_list_is_told_how_far_it_goes(tablier):
    assert "de 1 à 32" in tablier("play", "makyek", typed=typed("?", "33")).out


# -- words of command ------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["why", "pourquoi", "POURQUOI"])
def test_why_explains_a_refusal_a_legal_move_and_the_last_move(tablier, word):
    done = tablier("play", "makyek", typed=typed(f"{word} d3-d6", f"{word} d3-d4", "d3-d5", word))
    assert done.code == 0, "asking why is no mistake"
    assert "d3-d6 est refusé." in done.out
    assert "d3-d4 est permis (Blanc)." in done.out
    assert "Blanc a joué d3-d5 :" in done.out


def test_undo_takes_one_move_back(tablier):
    done = tablier("play", "makyek", typed=typed("d3-d5", "c6-c5", "annuler", "undo"))
    assert "Repris : c6-c5" in done.out and "Repris : d3-d5" in done.out


def test_stopping_shows_the_count_and_needs_the_others_consent(tablier, tmp_path):
    file = tmp_path / "duel.txt"
    file.write_text(f'[Tablier "1"]\n[Game "makyek"]\n[Rules "1"]\n[Start "{DUEL}"]\n[Result "*"]\n\n*\n', encoding="utf-8")
    done = tablier("play", "--load", str(file), typed=typed("arrêter", "n", "stop", "oui"))
    assert done.out.count("Si tout le monde accepte d'arrêter ici :") == 2
    assert "Noir refuse : la partie continue." in done.out
    assert "La partie est finie." in done.out and "Blanc gagne." in done.out and "makyek.stop" in done.out


def test_resigning_asks_twice(tablier):
    done = tablier("play", "makyek", "--lang", "en", typed=typed("resign", "n", "abandonner", "y", "d3-d5", "stop", "resign", "quit"))
    assert "The game goes on." in done.out and "White resigns." in done.out and "Black wins." in done.out
    assert "tablier.resigned" in done.out and done.code == 1


def test_help_names_every_word_in_both_languages(tablier):
    for lang, line in (("fr", "aide"), ("en", "help")):
        out = tablier("play", "makyek", "--lang", lang, typed=typed(line)).out
        for word in Keyword:
            assert word.word("fr") in out and word.word("en") in out


def test_rules_and_board_at_the_table(tablier):
    done = tablier("play", "makyek", typed=typed("règles intervention", "plateau", "rules"))
    assert done.code == 0
    assert "[fiche] Intervention" in done.out and "makyek.repetition" in done.out
    assert done.out.count("○ pièce blanche") == 2


def test_words_are_known_with_and_without_accents():
    for french, english in (
        ("annuler", "undo"),
        ("pourquoi", "why"),
        ("arrêter", "stop"),
        ("abandonner", "resign"),
        ("sauver", "save"),
        ("charger", "load"),
        ("règles", "rules"),
        ("aide", "help"),
        ("quitter", "quit"),
    ):
        assert parse_keyword(french) == parse_keyword(english) != None  # noqa: E711  # the same keyword
    assert parse_keyword("arreter") == parse_keyword("Arrêter") == (Keyword.STOP, "")
    assert parse_keyword("?") == (Keyword.MOVES, "") and parse_keyword("? d3") == parse_keyword("?d3") == (Keyword.MOVES, "d3")
    assert parse_keyword("d3-d5") is None and parse_keyword("") is None
    assert len(WORDS) > 20


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["partie.txt", "partie.json"])
def test_a_match_is_saved_and_loaded(tablier, tmp_path, name):
    file = tmp_path / name
    done = tablier("play", "apit", "--option", "setup=1-2", "--names", "Awa,Bo", typed=typed("d2-d4", f"save {file}", "quit"))
    assert done.code == 0 and "Partie enregistrée" in done.out and "n'a pas été enregistrée" not in done.out
    match = read_record(file.read_text(encoding="utf-8"))
    assert match.moves == ("d2-d4",) and match.players == {0: "Awa", 1: "Bo"} and match.game.options["setup"] == "1-2"
    assert list(tmp_path.iterdir()) == [file], "no draft is left behind"
    again = tablier("play", "--load", str(file), typed=typed("d7-d5", "sauver"))
    assert "Bo (Noir) joue d7-d5" in again.out
    assert read_record(file.read_text(encoding="utf-8")).moves == ("d2-d4", "d7-d5")
    inside = tablier("play", "makyek", typed=typed(f"charger {file}", "undo"))
    assert "Repris : d7-d5" in inside.out and "Apit-Sodok" in inside.out


def test_a_file_that_is_no_record_is_never_overwritten_by_a_script(tablier, tmp_path):
    file = tmp_path / "journal.txt"
    file.write_text("cher journal", encoding="utf-8")
    done = tablier("play", "makyek", typed=typed("d3-d5", f"save {file}", f"save {tmp_path}", f"save {tmp_path}/no/where"))
    assert done.code == 1 and file.read_text(encoding="utf-8") == "cher journal"
    assert "est un dossier" in " ".join(done.out.split())
    assert list(tmp_path.iterdir()) == [file]


def test_a_failed_save_leaves_the_old_file_whole(tablier, tmp_path, monkeypatch):
    file = tmp_path / "p.txt"
    tablier("play", "makyek", typed=typed("d3-d5", f"save {file}"))
    old = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device", str(file))

    monkeypatch.setattr("tablier.cli.records.os.fsync", full)
    done = tablier("play", "--load", str(file), typed=typed("c6-c5", "save"))
    assert done.code == 1 and "No space left" in done.out
    assert file.read_bytes() == old and list(tmp_path.iterdir()) == [file]


def test_a_record_of_another_game_is_not_taken_for_this_one(tablier, tmp_path):
    file = tmp_path / "p.txt"
    tablier("play", "makyek", typed=typed(f"save {file}"))
    done = tablier("play", "apit", "--load", str(file))
    assert done.code == 1 and "est une partie de makyek, pas de apit" in done.err


def test_leaving_without_saving_is_told(tablier):
    assert "n'a pas été enregistrée (coups joués : 1)" in tablier("play", "makyek", typed="d3-d5\n").out
    assert "enregistrée" not in tablier("play", "makyek", typed="").out


# -- machines, dice and more than two --------------------------------------------------------------


def test_against_chance_the_same_seed_plays_the_same_game(tablier):
    words = ("play", "makyek", "--against", "random", "--seed", "5")
    one, two = (tablier(*words, typed=typed("d3-d4", "annuler", "d3-d5")) for _ in range(2))
    assert one.code == 0 and one.out == two.out
    assert one.out.count("Noir joue") == 2 and "Repris : d3-d4 " in one.out


def test_one_may_sit_on_the_other_side_by_name_or_number(tablier):
    for seat in ("1", "noir", "Black"):
        done = tablier("play", "makyek", "--against", "random", "--seat", seat, "--seed", "1", typed="annuler\n")
        assert "Blanc joue" in done.out and "Noir > " in done.out
        assert "Vous n'avez encore rien joué" in done.out


def test_a_random_player_stops_only_where_it_loses_nothing(monkeypatch):
    behind = Match(game("makyek"), game("makyek").load(DUEL))
    _, _, out = sit(monkeypatch, behind, "stop", own=0)
    assert "Noir refuse" in out
    even = Match(game("makyek"))
    _, _, out = sit(monkeypatch, even, "stop", own=0)
    assert "Partie nulle." in out and even.outcome is not None


def test_dice_are_rolled_and_announced_and_a_race_is_told_to_its_places(monkeypatch):
    match = Match(Toy())
    session, code, out = sit(monkeypatch, match, "a1", "passer", "row2", *["row0", "rest", "rest"] * 3)
    assert code == 0 or session.failed
    assert "Le dé donne" in out and "Sud joue row0" in out and "Ouest joue rest : on passe." in out
    assert match.outcome is not None and match.outcome.winners == (0,)
    assert "Sud gagne. 1er : Sud" in out and "Dé : " in out and "bateau 0" in out


def test_undo_takes_the_die_back_with_the_decision(monkeypatch):
    match = Match(Toy())
    _, _, out = sit(monkeypatch, match, "row0", "undo")
    assert "Repris : row0 =" in out and match.entries == []


def test_a_player_of_three_leaves_and_the_others_go_on(monkeypatch):
    match = Match(Toy())
    _, _, out = sit(monkeypatch, match, "resign", "o", lang="fr")
    assert "Sud abandonne." in out and "▶ △₂ Ouest" in out and match.outcome is None
    alone = Match(Toy())
    _, _, out = sit(monkeypatch, alone, "resign", "o", own=0)
    assert "Ouest joue" not in out


def test_three_players_must_all_agree_to_stop(monkeypatch):
    match = Match(Toy())
    _, _, out = sit(monkeypatch, match, "stop", "y", "no", "stop", "y", "yes", lang="en")
    assert "North declines" in out and "A draw." in out and match.outcome is not None


def test_machines_play_a_whole_table_around_one_person(monkeypatch):
    match = Match(Toy())
    _, _, out = sit(monkeypatch, match, *["row0"] * 5, own=0, seed=3)
    assert match.outcome is not None and "La partie est finie." in out


@pytest.mark.parametrize("name", list(OWN_GAMES))
def test_every_game_is_played_from_its_numbered_list_alone(tablier, name):
    done = tablier("play", name, "--seed", "2", typed=typed(*["?", "1"] * 12))
    assert done.code == 0 and done.err == ""
    assert done.out.count(" joue ") >= 12
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("name", list(OWN_GAMES))
def test_every_game_is_played_against_chance_saved_and_replayed(tablier, name, tmp_path):
    file = tmp_path / "partie.txt"
    done = tablier("play", name, "--against", "random", "--seed", "3", "--lang", "en", typed=typed(*["?", "1"] * 6, "undo", f"save {file}"))
    assert done.code == 0 and done.err == ""
    again = tablier("replay", str(file))
    assert again.code == 0 and max(map(len, again.out.splitlines())) <= 80


# -- clicks ----------------------------------------------------------------------------------------


class Clicked:
    """Gestures only: clicks in any order, and a move that may end early."""

    board, buttons = game("makyek").board, ()

    def gestures(self, pos):
        return {
            "give": Gesture(("a1",), frozenset({"b1", "c1"})),
            "short": Gesture(("d1", "d3", DONE)),
            "long": Gesture(("d1", "d3", "d5")),
        }


@pytest.mark.parametrize(
    ("line", "move"), [("a1 b1 c1", "give"), ("a1 c1b1", "give"), ("d1 d3 d5", "long"), ("d1 d3 fini", "short"), ("d1d3 done", "short")]
)
def test_unordered_clicks_and_the_done_button(line, move):
    rules = Clicked()
    assert match_clicks(rules, None, split_clicks(rules, line)) == CompleteMove(move)


def test_a_gesture_half_done_says_what_fits_next():
    found = match_clicks(Clicked(), None, ("a1", "c1"))
    assert isinstance(found, PartialMove) and found.targets == {"b1"} and found.moves == ("give",)
    assert match_clicks(Clicked(), None, ("h8",)) is None


def test_nothing_is_understood_once_the_game_is_over():
    match = Match(game("makyek"))
    match.agree()
    with pytest.raises(TablierError):
        parse_move(match, "d3-d5", (), ())
    with pytest.raises(TablierError):
        parse_move(match, "d3", (), ())


def test_tab_offers_moves_words_cells_and_files(monkeypatch, tmp_path):
    session, _, _ = sit(monkeypatch, Match(game("makyek")))
    offers = session.completions("", "d")
    assert {"d3-d5", "annuler", "d3"} <= set(offers)
    assert set(session.completions("d3 ", "")) == {"d2", "d4", "d5"}
    assert "d3-d6" in session.completions("pourquoi ", "d")
    (tmp_path / "partie.txt").touch()
    assert session.completions("save ", f"{tmp_path}/par") == [f"{tmp_path}/partie.txt"]
    assert session.keyboard.complete("annu", 0) == "annuler"
    assert session.keyboard.complete("annu", 1) is None
    assert session.completions("quit ", "") == []


@pytest.mark.parametrize(("answer", "entries"), [("n", 0), ("o", 1)])
def test_a_move_that_costs_a_won_game_is_asked_about_first(monkeypatch, answer, entries):
    rules = game("makruk")
    match = Match(rules, rules.load("4k3/8/8/8/4n3/PPPP1PP1/8/KR2R3 w"))
    session, _, out = sit(monkeypatch, match, "e1-e4", answer, "quit")
    assert "Jouer ce coup quand même ?" in out
    assert len(session.match.entries) == entries
