"""Output and exit codes of the commands."""

import json
import subprocess
import sys

import pytest
from tests.support.cli import environment, piped
from typer.testing import CliRunner

from tablier import Match, __version__, game, games, read_record, write_text
from tablier.cli.language import locale_language, requested_language
from tablier.cli.main import COMMANDS, make_app
from tablier.testing import variants

EVERY = list(games())


def test_the_collection_shows_every_game_its_options_and_what_to_type_next(tablier):
    done = tablier()
    assert done.code == 0
    for name, cls in games().items():
        assert name in done.out and cls.info.name.fr in done.out
        for option in cls.choices:
            assert f"--option {option.id}={option.default}" in done.out
    assert f"tablier play {EVERY[0]}" in done.out
    assert "(2 joueurs)" in done.out


@pytest.mark.parametrize(("words", "said"), [(["--lang", "en"], "the collection"), (["--lang=fr"], "la collection"), ([], "la collection")])
def test_the_language_is_chosen_on_the_line(tablier, words, said):
    assert said in tablier(*words).out


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "fr"),
        ({"LC_ALL": "C.UTF-8"}, "fr"),
        ({"LC_ALL": "fr_BE.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "en_US", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LANG": "en"}, "en"),
    ],
)
def test_the_locale_chooses_the_language_and_french_is_the_default(environ, lang):
    assert locale_language(environ) == lang
    assert requested_language(["play", "--lang", "xx"], environ) == lang
    assert requested_language(["--lang", "fr", "play", "--lang=en"], environ) == "en"


@pytest.mark.parametrize("words", [["--lang", "en", "rules", "makyek"], ["rules", "makyek", "--lang", "en"]])
def test_lang_is_understood_before_and_after_the_command(tablier, words):
    done = tablier(*words)
    assert done.code == 0 and "Sheet 'Mak-Yek'" in done.out and "Fiche" not in done.out


@pytest.mark.parametrize("command", [*COMMANDS, ""])
def test_help_pages_are_in_one_language_only(tablier, command):
    words = [command] if command else []
    french, english = tablier(*words, "--help"), tablier(*words, "--lang", "en", "--help")
    assert french.code == english.code == 0
    assert "Usage : tablier" in french.out and "Montrer cette page." in french.out
    assert "Usage: tablier" in english.out and "Show this page." in english.out
    assert "Show" not in french.out and "Montrer" not in english.out


def test_the_app_runs_under_typers_own_runner():
    app = make_app()
    result = CliRunner().invoke(app, ["--lang", "en", "explain", "makyek", "d3-d5"])
    assert result.exit_code == 0 and "d3-d5 is legal (White)." in result.output
    assert CliRunner().invoke(app, ["moves", "makyek"], env={"LANG": "en_US"}).exit_code == 0


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_rules_tell_every_clause_in_order_with_its_kind_its_why_and_its_options(tablier, name, lang):
    done = tablier("rules", name, "--lang", lang)
    assert done.code == 0
    flat = " ".join(done.out.split())
    at = 0
    for number, clause in enumerate(games()[name].clauses, 1):
        at = flat.index(f"{number}. [", at)
        for text in (clause.text, clause.why):
            assert text is None or " ".join(text.say(lang).split()) in flat
    for option in games()[name].choices:
        assert option.help.say(lang) in flat
        for value in option.values:
            assert value.name.say(lang) in flat
            assert value.help is None or value.help.say(lang) in flat
    assert ("Exemple" if lang == "fr" else "Example") in done.out
    assert ("Refusé" if lang == "fr" else "Refused") in done.out


def test_rules_of_one_clause_and_without_diagrams(tablier):
    one = tablier("rules", "makyek", "--clause", "intervention", "--no-boards").out
    assert "[fiche] Intervention" in one and "Interception" not in one and "●" not in one
    assert "[décision]" in tablier("rules", "makyek", "--clause", "makyek.quiet").out
    assert tablier("rules", "makyek", "--clause", "1").code == 0


def test_rules_are_told_with_the_options_asked_for(tablier):
    told = tablier("rules", "makyek", "--clause", "quiet", "--no-boards", "--option", "quiet=50").out
    assert "50 coups" in told and "100" not in told
    assert tablier("rules", "makyek", "--option", "quiet=0").code != 0


def test_a_diagram_stands_before_and_after(tablier):
    lines = tablier("rules", "makyek", "--clause", "intervention").out.splitlines()
    assert any(line.split() == "4 · ● · ● · · · · 4 4 · [·][○][·] · · · · 4".split() for line in lines)


@pytest.mark.parametrize("name", EVERY)
def test_moves_list_each_move_with_where_it_leads(tablier, name):
    rules = game(name)
    pos = rules.start()
    expected = {rules.write(pos, move): rules.dump(rules.apply(pos, move).after) for move in rules.legal(pos)}
    lines = tablier("moves", name).out.splitlines()
    assert dict(line.split(maxsplit=1) for line in lines) == expected
    data = json.loads(tablier("moves", name, "--json").out)
    assert {row["move"]: row["position"] for row in data["moves"]} == expected
    assert data["game"] == name and data["position"] == rules.dump(pos)


def test_moves_take_a_position_and_options(tablier):
    done = tablier("moves", "apit", "--option", "setup=1-2", "--json")
    assert json.loads(done.out)["options"]["setup"] == "1-2"
    done = tablier("moves", "makyek", "--position", "8/8/8/8/3w4/8/8/7b w")
    assert done.code == 0 and "makyek.one_each" in done.out


def test_a_legal_move_is_explained_event_by_event(tablier):
    done = tablier("explain", "makyek", "c1-c4", "--position", "8/8/8/8/1b1b4/8/8/2w4b w")
    assert done.code == 0
    flat = " ".join(done.out.split())
    assert "c1-c4 est permis (Blanc)." in flat
    assert "la pièce va de c1 à c4 — Une pièce se déplace d'une ou de plusieurs cases" in flat
    assert "• Une pièce qui vient se placer entre deux pièces ennemies n'est pas prise" in flat
    assert "la pièce en b4 est prise (makyek.intervention)" in flat
    assert "Partie nulle" in flat


def test_a_refused_move_is_explained_with_clause_and_cells(tablier):
    done = tablier("explain", "makyek", "d3-d6", "--lang", "en")
    assert done.code == 0
    assert "d3-d6 is refused." in done.out and "makyek.free, sheet" in done.out
    assert "!●!" in done.out and "See d6." in done.out


def test_perft_counts(tablier):
    assert [tablier("perft", "makyek", str(depth)).out.strip() for depth in range(3)] == ["1", "32", "1008"]
    lines = tablier("perft", "makyek", "2", "--divide").out.splitlines()
    assert len(lines) == 33 and sum(int(line.split(": ")[1]) for line in lines[:-1]) == int(lines[-1]) == 1008
    assert "a1-a2: 32" in lines


def test_perft_interrupted_tells_what_it_has(tablier, monkeypatch):
    calls = iter(range(3))

    def interrupted(*args: object) -> int:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return 7

    monkeypatch.setattr("tablier.cli.commands.perft.count_sequences", interrupted)
    done = tablier("perft", "makyek", "4")
    assert done.code == 130 and "longueur 4 : 21" in done.out and "Interrompu" in done.out


@pytest.fixture
def record(tmp_path):
    match = Match(game("makyek"), tags={"Seat0": "Awa"})
    for move in ("d3-d5", "c6-c5", "d5-d4"):
        match.play(move)
    path = tmp_path / "partie.txt"
    path.write_text(write_text(match), encoding="utf-8")
    return path


def test_a_record_is_replayed_board_by_board(tablier, record):
    done = tablier("replay", str(record))
    assert done.code == 0
    assert done.out.count("a  b  c  d  e  f  g  h") == 2 * 4
    assert "1. Awa (Blanc) joue d3-d5 : la pièce va de d3 à d5" in done.out
    assert "coups joués : 3" in done.out
    assert tablier("replay", str(record), "--ply", "1").out.count("a  b  c  d  e  f  g  h") == 2
    assert tablier("replay", str(record), "--step", typed="\n").out.count("a  b  c  d  e  f  g  h") == 2 * 2


def test_a_record_turns_into_json_and_back(tablier, record):
    data = tablier("replay", str(record), "--json").out
    assert json.loads(data)["moves"] == ["d3-d5", "c6-c5", "d5-d4"]
    assert read_record(data).position == read_record(record.read_text(encoding="utf-8")).position
    assert json.loads(tablier("replay", "-", "--json", "--ply", "1", typed=data).out)["moves"] == ["d3-d5"]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["play", "chess"], 1),
        (["rules", "chess"], 1),
        (["play", "makyek", "--option", "quiet=1"], 1),
        (["play", "makyek", "--option", "size=9"], 1),
        (["play", "makyek", "--option", "quiet"], 1),
        (["play"], 1),
        (["play", "makyek", "--seat", "1"], 1),
        (["play", "makyek", "--against", "random", "--seat", "7"], 1),
        (["play", "makyek", "--names", "a,b,c"], 1),
        (["play", "makyek", "--load", "/nowhere/at/all"], 1),
        (["play", "makyek", "--load", "x", "--option", "quiet=9"], 1),
        (["moves", "makyek", "--position", "8/8 z"], 1),
        (["explain", "makyek", "blah"], 1),
        (["rules", "makyek", "--clause", "castling"], 1),
        (["replay", "/nowhere/at/all"], 1),
        (["replay", "."], 1),
        (["replay", __file__], 1),
        (["dance"], 2),
        (["play", "makyek", "--fast"], 2),
        (["explain", "makyek"], 2),
        (["perft", "makyek", "two"], 2),
        (["perft", "makyek", "-1"], 2),
        (["perft", "makyek", "2000"], 2),
        (["play", "makyek", "--against", "nobody"], 2),
        (["play", "makyek", "--option"], 2),
        (["--lang", "xx"], 2),
        (["moves", "makyek", "much", "more"], 2),
    ],
)
def test_a_mistake_is_one_clear_sentence_and_the_right_code(tablier, words, code, lang):
    done = tablier(*(words if "--lang" in words else [*words, "--lang", lang] if words[-1] != "--option" else ["--lang", lang, *words]))
    assert done.code == code
    assert done.out == ""
    lines = done.err.strip().splitlines()
    assert len(lines) == (1 if code == 1 else 2), done.err
    assert "Traceback" not in done.err and "{" not in done.err


def test_usage_mistakes_are_said_in_french_too(tablier):
    assert "La commande « dance » n'existe pas." in tablier("dance").err
    assert "L'option --fast n'existe pas." in tablier("play", "makyek", "--fast").err
    assert "Il manque COUP." in tablier("explain", "makyek").err
    assert "MOVE is missing." in tablier("explain", "makyek", "--lang", "en").err


def test_a_position_with_several_faults_names_them_all(tablier):
    done = tablier("moves", "makyek", "--position", "8/8/8/8/8/8/8/9 q")
    assert "9 cases" in done.err and "trait" in done.err


def test_a_file_that_is_no_text_or_hides_commands_for_the_terminal_does_no_harm(tablier, tmp_path, record):
    binary = tmp_path / "x.bin"
    binary.write_bytes(b"\xff\xfe\x00\x81")
    assert "UTF-8" in tablier("replay", str(binary)).err
    evil = tmp_path / "evil.txt"
    evil.write_text(record.read_text(encoding="utf-8").replace("Awa", "\x1b[2JAwa"), encoding="utf-8")
    done = tablier("replay", str(evil))
    assert done.code == 0 and "\x1b" not in done.out
    assert "\x1b" not in tablier("play", "\x1b[31mchess").err


def test_a_game_is_found_by_its_name_too(tablier):
    assert tablier("rules", "Mak-Yek", "--no-boards").out == tablier("rules", "makyek", "--no-boards").out


def test_the_version(tablier):
    assert tablier("--version").out.strip().count(".") == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rulse", "makruk"], "Vouliez-vous dire « rules » ?"),
        (["rules", "makruc"], "Vouliez-vous dire « makruk » ?"),
        (["rules", "makruk", "--option", "cuont=thai"], "Vouliez-vous dire « count » ?"),
        (["rules", "makruk", "--option", "count=tai"], "Vouliez-vous dire « thai » ?"),
        (["rules", "makruk", "--claus", "1"], "Vouliez-vous dire « --clause » ?"),
        (["analyse", "makruk", "--depth", "99"], "« 99 » ne convient pas à --depth. Il faut un nombre de 1 à 64."),
        (["perft", "makruk", "x"], "« x » ne convient pas à LONGUEUR. Il faut un nombre de 0 à 64."),
        (["play", "makruk", "--against", "foo"], "« foo » ne convient pas à --against. Il y a : random."),
    ],
)
def test_a_refused_line_tells_what_would_be_right(tablier, words, said):
    done = tablier(*words)
    assert done.code in (1, 2) and said in done.err.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("tablier ru", ["rules"]),
        ("tablier rules mak", ["mako", "makruk", "makyek"]),
        ("tablier rules makruk --cl", ["--clause"]),
        ("tablier rules makruk -o count=t", ["count=thai"]),
    ],
)
def test_a_shell_is_told_how_a_line_can_go_on(line, offered):
    words = line.split()
    done = piped(_TABLIER_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1))
    assert done.stdout.split() == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_given_its_script(tablier, shell):
    assert f"_TABLIER_COMPLETE=complete_{shell}" in tablier("completion", shell).out


LOADED = "import sys; from tablier.__main__ import main; main(); print(len([name for name in sys.modules if name.startswith('tablier')]))"


def test_the_version_is_said_without_importing_the_rules():
    done = subprocess.run([sys.executable, "-c", LOADED, "--version"], capture_output=True, text=True, env=environment(), check=True)
    assert done.stdout.split() == [__version__, "2"]  # the package and its __main__


def test_a_command_imports_only_itself():
    code = "import sys; from tablier.cli.main import main\ntry: main(['rules', 'apit'])\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    loaded = set(done.stderr.split())
    assert "tablier.cli.commands.rules" in loaded
    assert not {"asyncio", "tablier.server", "tablier.arena", "tablier.cli.commands.play"} & loaded


@pytest.mark.parametrize("rules", [rules for cls in games().values() for rules in variants(cls)], ids=repr)
def test_a_board_with_its_gauges_and_the_prompt_fit_on_a_small_terminal(tablier, rules):
    options = [word for name, value in rules.options.items() for word in ("--option", f"{name}={value}")]
    lines = tablier("play", rules.info.id, *options, typed="").out.splitlines()
    top = next(number for number, line in enumerate(lines) if line.split()[:3] == ["a", "b", "c"])
    assert len(lines[top:]) <= 24
