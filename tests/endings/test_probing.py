import json
import re

import pytest
from tests.support.endings import by_moves, random_positions, result_of

from tablier import Match
from tablier.api.endings import EndingQuestion, ending_sets, ending_view
from tablier.cli.main import main
from tablier.endings.probe import Endings
from tablier.endings.words import describe
from tablier.games import game
from tablier.search.analysis import Limits
from tablier.search.explanation import explain
from tablier.search.tree_engine import TreeEngine

WON_IN_ONE = "k7/8/K7/8/8/8/8/7R w"


def run(capsys, *words):
    with pytest.raises(SystemExit) as leaves:
        main([*words])
    out = capsys.readouterr()
    return leaves.value.code, out.out, out.err


def test_the_terminal_says_the_value_and_what_the_count_leaves(endings_folder, capsys):
    code, out, _ = run(capsys, "endings", "probe", "makruk", WON_IN_ONE, "--lang", "en")
    assert code == 0 and out.startswith("exact: won in 1 (the count leaves 15)\n  h1-h8    exact: won in 1\n")
    code, out, _ = run(capsys, "endings", "probe", "makruk", WON_IN_ONE, "--lang", "fr")
    assert "exact : gagné en 1 (le compte en laisse 15)" in out


def test_moves_that_the_count_makes_draws_are_listed_with_the_nearest_first(endings_folder, capsys):
    _, out, _ = run(capsys, "endings", "probe", "makruk", "8/8/8/5R2/8/8/8/k5K1 w - 30 18 40", "--lang", "fr")
    assert re.findall(r"^  (\w\d-\w\d) +(.*gagné en \d)", out, re.MULTILINE)[0] == ("f5-f2", "exact : nulle par le compte (gagné en 7")


def test_the_terminal_gives_json_and_lists_the_sets(endings_folder, capsys):
    _, out, _ = run(capsys, "endings", "probe", "makruk", WON_IN_ONE, "--json")
    found = json.loads(out)
    assert found["value"]["result"] == 1 and found["moves"]["h1-h8"]["plies"] == 1
    _, out, _ = run(capsys, "endings", "show", "makruk", "--lang", "en")
    assert "KR-K" in out and "longest win in 16" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("probe", "makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"), "No ending knows"),
        (("probe", "makruk", "8/8 w"), "rank"),
        (("build", "makruk", "KQ-K"), "There is no ending 'KQ-K'"),
        (("build", "mako", ""), "no exact endings"),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(endings_folder, capsys, words, says):
    code, _, err = run(capsys, "endings", *words, "--lang", "en")
    assert code == 1 and says in err and "Traceback" not in err


def test_the_api_gives_the_value_of_a_position_and_of_its_moves(endings_folder):
    view = ending_view(EndingQuestion("makruk", {}, WON_IN_ONE))
    assert view.value is not None and view.value.words.en == "exact: won in 1 (the count leaves 15)"
    assert view.moves["h1-h8"].moves == 1
    assert ending_view(EndingQuestion("makruk", {}, game("makruk").dump(game("makruk").start()))).value is None
    assert {one.ending for one in ending_sets("makruk")} == {"KR-K", "KM-K", "KP-K", "KR-KR"}


def test_drawn_by_the_count_is_said(endings_folder):
    rules = game("makruk")
    board = "k7/8/8/3K4/8/8/8/7R w"
    value = Endings(rules).probe(rules.dump(rules.load(f"{board} - 30 26 20")))
    assert value is not None and value.result == 0 and value.without_count == 1
    assert describe(value).en.startswith("exact: drawn by the count (won in ") and describe(value).en.endswith(
        "but the count leaves only 2)"
    )


def test_an_engine_on_a_clock_wins_every_won_ending(endings_folder):
    rules = game("makruk")
    engine, plain = TreeEngine(rules), Endings(rules)
    played = 0
    for text in random_positions(game("makruk", count="none"), "KR-K", 80, seed=5):
        board, side = text.split()[:2]
        pos = rules.load(f"{board} {side}")
        value = plain.probe(rules.dump(pos))
        if value is None or value.result != 1 or value.moves < 10:
            continue
        match = Match(rules, pos)
        while match.outcome is None:
            found = engine.analyse(match, Limits(seconds=0.01))
            match.play(found.lines[0].moves[0])
        assert result_of(match.outcome, pos.side) == 1 and len(match.entries) == value.plies, text
        played += 1
        if played == 4:
            return
    pytest.fail("too few long wins among the positions drawn")


def test_an_engine_on_a_clock_gains_the_captures_that_the_endings_promise(endings_folder):
    rules = game("makyek")
    engine, endings = TreeEngine(rules), Endings(rules)
    played = 0
    for text in random_positions(rules, "2-1", 6000, seed=6):
        value = endings.probe(text)
        if value is None or value.without_count != 1 or value.plies < 5:
            continue
        match = Match(rules, rules.load(text))
        own, other = "wb"[match.position.side], "wb"[1 - match.position.side]
        while match.outcome is None:
            winner = match.position.side == "wb".index(own)
            move = engine.analyse(match, Limits(seconds=0.01)).lines[0].moves[0] if winner else endings.best(rules.dump(match.position))[0]
            match.play(move)
        cells = match.position.cells
        assert cells.count(own) - cells.count(other) >= value.balance, text
        played += 1
        if played == 3:
            return
    pytest.fail("too few forced captures among the positions drawn")


def test_an_exact_value_is_the_first_reason_for_a_move(endings_folder):
    rules = game("makruk")
    match = Match(rules, rules.load("k7/8/8/3K4/8/8/8/7R w"))
    first = explain(match, TreeEngine(rules).analyse(match, Limits(seconds=0.1)))[0]
    assert first.text.en.startswith("Exact: won in ") and first.text.fr.startswith("Exact : gagné en ")


def test_a_search_that_reaches_an_ending_knows_it(endings_folder):
    rules = game("makruk")
    # Black's Ma hangs: taking it leads to Khun and Rua against Khun.
    match = Match(rules, rules.load("8/8/8/8/2n5/8/2R5/K6k w"))
    best = TreeEngine(rules).analyse(match, Limits(depth=3)).lines[0]
    assert best.moves[0] == "c2-c4" and best.ends_in is not None and best.ends_in > 7


def test_a_bia_that_may_step_twice_has_no_endings(endings_folder):
    text = "8/8/8/8/4k3/P7/8/K7 w"
    with_bia = Endings(game("makruk", count="thai", double_step="on"))
    assert with_bia.probe(with_bia.rules.dump(with_bia.rules.load(text))) is None
    without = Endings(game("makruk", double_step="on"))
    assert without.probe(without.rules.dump(without.rules.load("8/8/8/8/4k3/R7/8/K7 w"))) is not None


def test_a_count_that_a_capture_would_change_is_worked_out_by_the_moves(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))  # shipped ones only
    rules = game("makruk", count="thai")
    endings = Endings(rules)
    # The bare Khun may take a Rua: one Rua alone is counted with 16 moves, two with 8.
    pos = rules.load("8/4k3/8/8/r5K1/7r/8/8 w")
    value = endings.probe(rules.dump(pos))
    assert value is not None and value == by_moves(endings, pos)._replace(ending="KRR-K", left=value.left)
    assert (value.result, value.left) == (-1, endings.moves(rules.dump(pos))["g4-h3"].left)


@pytest.mark.parametrize(("name", "options", "men"), [("achef", {}, 3 + 3), ("makruk", {"count": "thai"}, 2 + 1), ("turkish", {}, 1 + 1)])
def test_a_search_asks_the_endings_from_four_men_above_those_that_are_there(endings_folder, name, options, men):
    rules = game(name, **options)
    endings, start = Endings(rules), rules.dump(rules.start())
    assert endings._most_held == men and not endings.near(start)


def test_a_search_asks_no_endings_where_none_are_there(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    monkeypatch.setattr("tablier.endings.files.shipped_folder", lambda: tmp_path / "none")
    rules = game("makruk")
    assert not Endings(rules).near(rules.dump(rules.load(WON_IN_ONE)))
