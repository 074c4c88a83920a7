"""Games, matches, kernels and errors travel between processes, are copied, and can be read and looked at."""

import copy
import multiprocessing
import pickle
import random
from xml.etree import ElementTree

import pytest

from tablier import BadNotation, BadPosition, BadRecord, IllegalMove, Match, TablierError, game, games, kernel, read_record, write_text
from tablier.core.actors import CHANCE
from tablier.kernels import has_kernel, kernel_of
from tablier.testing import variants

EVERY = [rules for cls in games().values() for rules in variants(cls)]
COPIES = {"pickle": lambda value: pickle.loads(pickle.dumps(value)), "deepcopy": copy.deepcopy}


def walked(rules, plies=12):
    """A match some moves into a game."""
    match, rng = Match(rules), random.Random(7)
    while len(match.entries) < plies and match.outcome is None:
        if match.actor is CHANCE:
            match.roll(rng.random())
        else:
            match.apply(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("rules", EVERY, ids=repr)
@pytest.mark.parametrize("how", COPIES)
def test_games_and_matches_are_copied_whole(rules, how):
    same = COPIES[how](rules)
    assert same == rules and same.rules == rules.rules and dict(same.options) == dict(rules.options)
    match = walked(rules)
    other = COPIES[how](match)
    assert write_text(other) == write_text(match) and other.legal() == match.legal() and other.position == match.position
    assert [entry.step.events for entry in other.entries] == [entry.step.events for entry in match.entries]
    other.undo()
    assert len(match.entries) == len(other.entries) + 1


@pytest.mark.parametrize("rules", [rules for rules in EVERY if has_kernel(rules)], ids=repr)
@pytest.mark.parametrize("how", [*COPIES, "copy"])
def test_kernels_are_copied_with_their_moves(rules, how):
    twin = kernel_of(rules)
    for text in walked(rules).moves:
        twin.push(text)
    other = {**COPIES, "copy": copy.copy}[how](twin)
    assert (other.game, other.dump(), other.hash, other.legal_moves()) == (rules, twin.dump(), twin.hash, twin.legal_moves())
    assert other.pop() == twin.pop() and other.dump() == twin.dump()


def play_on(match, twin):
    match.play("d6-d5")
    twin.push("d6-d5")
    return match, twin


def test_values_go_to_another_process_and_come_back():
    match, twin = Match(game("makyek", quiet=50)), kernel("makyek", quiet=50)
    match.play("d3-d4")
    twin.push("d3-d4")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        match, twin = pool.apply(play_on, (match, twin))
        with pytest.raises(IllegalMove) as refused:
            pool.apply(play_on, (match, twin))
    assert match.moves == ("d3-d4", "d6-d5") and twin.pop() == "d6-d5"
    assert refused.value.because.id.startswith("makyek.") and refused.value.say("fr") != refused.value.say("en")


@pytest.mark.parametrize(
    "cause",
    [
        lambda: game("makyek").load("x"),
        lambda: game("makyek").parse("?"),
        lambda: read_record("x"),
        lambda: game("chess"),
        lambda: game("apit", a=1),
    ],
    ids=["BadPosition", "BadNotation", "BadRecord", "UnknownGame", "BadOption"],
)
@pytest.mark.parametrize("how", COPIES)
def test_errors_travel_with_what_they_say(cause, how):
    with pytest.raises(TablierError) as raised:
        cause()
    same = COPIES[how](raised.value)
    assert type(same) is type(raised.value) and same.text == raised.value.text and str(same) == str(raised.value)
    assert vars(same) == vars(raised.value)
    assert isinstance(same, (BadPosition, BadNotation, BadRecord, TablierError))


def test_reprs_can_be_read():
    match = Match(game("makyek"))
    match.play("d3-d4")
    rules = repr(match.game)
    assert rules.startswith("game('makyek', ") and eval(rules, {"game": game}) == match.game
    assert repr(match).startswith(f"<Match of {rules}: 1 entry, 'bbbbbbbb/8/bbbbbbbb/8/3w4/www1wwww/8/wwwwwwww b")
    assert repr(kernel("makyek")).startswith(f"<kernel of {rules}: 'bbbbbbbb/8/bbbbbbbb/8/8/wwwwwwww/8/wwwwwwww w")


@pytest.mark.parametrize("name", games())
def test_notebooks_show_games_and_matches(name):
    match = walked(game(name))
    for shown in (match.game, match):
        assert ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
    assert match._repr_svg_() != match.game._repr_svg_()
