"""`tablier arena`, `ladder` and `tune`: short matches in processes."""

import json
import sys

import pytest
from tests.support.cli import Terminal, piped


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_match_is_played_and_goes_on_where_it_stopped(tmp_path):
    words = ("arena", "level:2", "random", "--game", "apit", "--option", "quiet=20", "--workers", "1", "--log", "match.jsonl")
    first = piped(*words, "--games", "2")
    assert first.returncode == 0 and first.stderr == ""
    assert first.stdout.startswith("2/2  level:2 : ") and "match.jsonl" in first.stdout
    assert len((tmp_path / "match.jsonl").read_text(encoding="utf-8").splitlines()) == 3
    assert piped(*words, "--games", "2", LANG="en_US.UTF-8").stdout.startswith("2/2  level:2: ")


def test_a_match_without_a_file_of_its_own_is_kept_all_the_same(tmp_path):
    done = piped("arena", "random", "random", "--game", "makyek", "--option", "quiet=4", "--games", "2", "--workers", "1")
    assert done.returncode == 0
    logs = list(tmp_path.glob(".arena/match/*/makyek-quiet_4-random-random.jsonl"))
    assert len(logs) == 1 and logs[0].name in done.stdout.replace("\n", "")


def test_a_ladder_is_climbed_rung_by_rung(tmp_path):
    done = piped("ladder", "apit", "--option", "quiet=10", "--levels", "1,2", "--games", "2", "--workers", "1", "--results", "results")
    assert done.returncode == 0 and done.stderr == "" and done.stdout.startswith("2 contre 1 : ")
    assert json.loads((tmp_path / "results" / "apit-quiet_10.json").read_text(encoding="utf-8"))["rungs"][0]["level"] == 2
    assert list(tmp_path.glob("results/games/**/*.jsonl")) and not (tmp_path / ".arena").exists()
    assert "Rapport dans results/apit-quiet_10.json" in done.stdout


def test_an_interrupted_match_tells_how_it_stands():
    at = Terminal("arena", "seconds:0.2", "seconds:0.2", "--game", "makyek", "--games", "50", "--workers", "1", "--log", "match.jsonl")
    at.expect("0/50  seconds:0.2 : ")
    at.interrupt()
    at.expect("Interrompu. La même commande reprendra")
    assert at.leave() == 130


def test_weights_are_tuned_and_proved_in_a_match(tmp_path):
    words = (
        "tune",
        "apit",
        "--option",
        "quiet=20",
        "--games",
        "6",
        "--nodes",
        "60",
        "--match-games",
        "2",
        "--match-nodes",
        "60",
        "--results",
        "results",
    )
    done = piped(*words)
    assert done.returncode == 0 and done.stderr == ""
    assert "Erreur de prédiction" in done.stdout and "mobility" in done.stdout and "Nouveaux poids contre anciens : " in done.stdout
    report = json.loads((tmp_path / "results" / "apit.json").read_text(encoding="utf-8"))
    assert report["games"] == 6 and report["options"] == {"quiet": 20}


def test_settings_are_tuned_by_matches_and_proved_in_another(tmp_path):
    words = ("tune", "achef", "--settings", "futility,razor=0:300", "--games", "8", "--nodes", "30", "--workers", "1")
    done = piped(*words, "--match-games", "2", "--match-nodes", "40", "--results", "results", "--lang", "en")
    assert done.returncode == 0 and done.stderr == ""
    assert "nodes:40;futility=" in done.stdout and ";razor=" in done.stdout and "2/2" in done.stdout
    logs = sorted(tmp_path.glob("results/games/*/achef-spsa-*.jsonl"))
    assert [len(log.read_text(encoding="utf-8").splitlines()) for log in logs] == [3, 9]
    assert piped(*words, "--match-games", "2", "--match-nodes", "40", "--results", "results", "--lang", "en").stdout == done.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_tuning_leaves_no_trace_but_its_games(workers):
    at = Terminal("tune", "apit", "--games", "5000", "--nodes", "400", "--workers", workers)
    at.expect("Parties jouées : ")
    at.press("\x03")  # the terminal signals all processes of the group
    at.expect("Interrompu. La même commande reprendra")
    assert at.leave() == 130


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("arena", "random", "--game", "apit"), "2 à 2 joueurs"),
        (("arena", "random", "dragon", "--game", "apit"), "« dragon » ne décrit pas de joueur"),
        (("arena", "random", "random", "--game", "chess"), "chess"),
        (("arena", "random", "random", "--game", "apit", "--sprt", "5"), "ELO0,ELO1"),
        (("arena", "random", "random", "random", "--game", "mako", "--sprt", "0,5"), "deux joueurs"),
        (("arena", "random", "random", "--game", "apit", "--sprt", "5,0"), "elo0 < elo1"),
        (("tune", "mako"), "Aucun moteur n'explore l'arbre de mako"),
        (("tune", "achef", "--settings", "futile"), "pas de réglage « futile »"),
        (("ladder", "apit", "--levels", "3"), "au moins deux niveaux"),
        (("ladder", "apit", "--levels", "3,9"), "au moins deux niveaux"),
    ],
)
def test_what_cannot_be_played_is_said(tablier, words, said):
    done = tablier(*words)
    assert done.code == 1 and said in done.err and done.out == ""


@pytest.mark.parametrize(
    "words", [("arena", "random", "random", "--game", "apit"), ("ladder", "apit"), ("tune", "apit")], ids=lambda words: words[0]
)
def test_a_cluster_needs_ray(tablier, monkeypatch, words):
    monkeypatch.setitem(sys.modules, "ray", None)
    done = tablier(*words, "--ray", "auto")
    assert done.code == 1 and "Il manque Ray" in done.err


def test_a_match_needs_its_game(tablier):
    done = tablier("arena", "random", "random")
    assert done.code == 2 and "--game" in done.err
