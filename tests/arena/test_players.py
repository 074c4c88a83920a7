"""Players described by texts."""

import pytest

from tablier import Match, game
from tablier.arena.players import BadPlayer, make_player
from tablier.search import registry
from tablier.search.evaluation.base import Evaluation
from tablier.search.mcts_engine import MctsEngine
from tablier.search.registry import evaluation_of
from tablier.search.settings import CLASSIC
from tablier.search.tree_engine import TreeEngine

APIT = game("apit")


def moves(text: str, seed: int, plies: int = 6, rules=APIT) -> tuple[str, ...]:
    one, match = make_player(rules, text), Match(rules)
    one.new_game(seed)
    for _ in range(plies):
        match.play(one.choose(match))
    one.close()
    return match.moves


@pytest.mark.parametrize(
    "text", ["level:1", "level:4", "level:6", "nodes:500", "mcts:200", "random", "classic:4", "classic-nodes:500", "plain:2"]
)
def test_a_player_plays_the_same_again_with_the_same_seed(text):
    assert moves(text, 5) == moves(text, 5)


@pytest.mark.parametrize("text", ["level:1", "mcts:50", "random"])
def test_another_seed_makes_another_game(text):
    assert moves(text, 5) != moves(text, 6)


@pytest.mark.parametrize("text", ["seconds:0.01", "mcts-seconds:0.01"])
def test_a_player_with_a_clock_plays(text):
    assert len(moves(text, 1, plies=2)) == 2


def test_engines_are_those_asked_for():
    assert isinstance(make_player(APIT, "nodes:10").engine, TreeEngine)
    plain = make_player(APIT, "mcts:10").engine
    assert isinstance(plain, MctsEngine) and type(plain.evaluation) is Evaluation
    assert type(evaluation_of(APIT)) is not Evaluation


def test_the_classic_engine_has_the_weights_and_settings_of_then():
    engine = make_player(APIT, "classic:8").player.engine
    assert engine.settings == CLASSIC and engine.endings is None and engine.evaluation.network is None
    assert engine.evaluation.weights["mobility"] == 20 and engine.evaluation.weights["lead"] == 0


def test_the_plain_opponent_counts_pieces_only():
    engine = make_player(APIT, "plain:4").engine
    assert {name for name, weight in engine.evaluation.weights.items() if weight} == {"piece"}
    assert engine.settings.full_width and engine.endings is None
    with pytest.raises(BadPlayer, match="no player 'plain'"):
        make_player(game("mako"), "plain:4")


def test_settings_of_the_search_are_tried_out():
    engine = make_player(APIT, "nodes:10;futility=70;mobility=1").engine
    assert engine.settings.futility == 70 and engine.evaluation.weights["mobility"] == 1


def test_a_file_that_is_no_network_is_refused(tmp_path):
    file = tmp_path / "x.net"
    file.write_bytes(b"nothing")
    for path in (file, tmp_path / "missing.net"):
        with pytest.raises(BadPlayer, match="is no network"):
            make_player(APIT, f"nodes:10;network={path}")
    assert make_player(APIT, "nodes:10;network=none").engine.evaluation.network is None


def test_weights_are_tried_out(monkeypatch):
    class Weighed(Evaluation):
        defaults = {"pawn": 100.0, "mobility": 2.0}

    monkeypatch.setattr(registry, "evaluation_of", lambda rules, weights=None: Weighed(rules, weights))
    assert make_player(APIT, "nodes:10;mobility=7").engine.evaluation.weights == {"pawn": 100.0, "mobility": 7.0}
    with pytest.raises(BadPlayer, match="there are: pawn, mobility"):
        make_player(APIT, "nodes:10;rook=5")
    with pytest.raises(BadPlayer, match="not a number"):
        make_player(APIT, "nodes:10;pawn=x")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "level",
        "level:0",
        "level:9",
        "level:x",
        "nodes:",
        "nodes:-3",
        "seconds:0",
        "seconds:nan",
        "mcts:1.5",
        "random:3",
        "genius:3",
        "nodes:10;nothing=1",
        "nodes:10;",
    ],
)
def test_what_describes_no_player_is_refused(text):
    with pytest.raises(BadPlayer) as error:
        make_player(APIT, text)
    assert error.value.say("fr") != error.value.say("en")
