"""The tree search: it sees what is there, says how far the end is, and keeps to its limits."""

import threading
import time

import pytest

from tablier import game
from tablier.core.match import Match
from tablier.kernels import kernel_of
from tablier.search.alphabeta import Histories, Stop
from tablier.search.analysis import MATE, SURE, Limits
from tablier.search.registry import evaluation_of
from tablier.search.tree_engine import Team, TreeEngine

GAMES = ["makyek", "apit", "turkish"]
MIDDLES = {
    "makyek": "1bb1b1b1/8/b1bb2b1/4b3/3w4/w1w2ww1/8/ww1w1w1w",
    "apit": "1bb1b1b1/8/b1bb2b1/4b3/3w4/w1w2ww1/8/ww1w1w1w",
    "turkish": "8/bb1bb1bb/b1b2b2/2b5/5w2/w1ww1w1w/ww2ww1w/8",
}


def match_at(name, position=None, moves=""):
    rules = game(name)
    match = Match(rules, rules.load(position) if position else None)
    for move in moves.split():
        match.play(move)
    return match


def analysed(match, **limits):
    lines = limits.pop("lines", 1)
    return TreeEngine(match.game, megabytes=1).analyse(match, Limits(**limits), lines=lines)


def mirrored(position):
    """The same position for the other colour: ranks exchanged, colours exchanged, the other side to move."""
    board, side, *rest = position.split()
    rows = "/".join(reversed(board.split("/"))).translate(str.maketrans("wbWB", "bwBW"))
    return " ".join([rows, "wb"[side == "w"], *rest])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", ["w", "b"])
def test_exchanging_the_colours_changes_nothing_for_the_mover(name, side):
    rules = game(name)
    evaluation = evaluation_of(rules)
    here = f"{MIDDLES[name]} {side}"
    one, other = kernel_of(rules, here), kernel_of(rules, mirrored(here))
    assert evaluation.counts(one) == evaluation.counts(other)
    assert evaluation.score(one) == evaluation.score(other)


# -- what it finds ------------------------------------------------------------------------------------------


def test_it_takes_a_piece_that_is_for_the_taking():
    best = analysed(match_at("makyek", "8/8/8/8/2bw4/8/7b/1w5b w"), depth=3).lines[0]
    assert best.moves[0] == "b1-b4"


def test_it_steps_between_two_rather_than_taking_one():
    best = analysed(match_at("makyek", "8/8/8/8/1b1b4/8/8/2w3bb w"), depth=2).lines[0]
    assert best.moves[0] == "c1-c4"


def test_a_win_on_the_board_is_one_ply_away():
    best = analysed(match_at("makyek", "8/8/8/8/2bw4/8/8/1w6 w"), depth=3).lines[0]
    assert (best.moves, best.ends_in) == (("b1-b4",), 1)


def test_of_all_captures_the_majority_is_taken():
    best = analysed(match_at("turkish", "8/8/8/b7/8/b5b1/w5w1/8 w"), depth=4).lines[0]
    assert best.moves[0] == "a2xa4xa6"


def test_a_pion_one_step_from_the_far_rank_is_crowned():
    best = analysed(match_at("turkish", "8/2w5/8/7b/7b/8/w7/8 w"), depth=3).lines[0]
    assert best.moves[0] == "c7-c8"


def test_where_a_fault_loses_no_fault_is_made():
    rules = game("turkish", penalty="strict")
    match = Match(rules, rules.load("8/8/8/b7/8/b5b1/w5w1/8 w"))
    assert analysed(match, depth=3).lines[0].moves[0] == "a2xa4xa6"


# -- against a search that leaves nothing out ---------------------------------------------------------------


def forced(rules, pos, depth, ply=0):
    """The score of a forced end within `depth` plies, by the law alone; 0 when there is none."""
    outcome = rules.outcome(pos)
    if outcome is not None:
        mine, other = outcome.ranks[pos.side], outcome.ranks[1 - pos.side]
        return 0 if mine == other else (MATE - ply if mine < other else ply - MATE)
    if depth == 0:
        return 0
    return max(-forced(rules, rules.apply(pos, move).after, depth - 1, ply + 1) for move in rules.legal(pos))


ENDS = [
    ("makyek", "8/8/8/8/2bw4/8/8/1w6 w", 1),
    ("turkish", "8/8/8/3b4/3w4/8/8/8 w", 1),
    ("turkish", "2W5/8/8/8/8/w7/w7/BW6 w", 1),
    ("turkish", "8/8/3b4/8/3w4/8/8/8 b", 3),
    ("turkish", "8/8/8/3b4/8/3w4/8/8 w", 3),
    ("turkish", "8/b7/8/w7/8/8/8/8 b", 3),
]


@pytest.mark.parametrize(("name", "position", "depth"), ENDS)
def test_a_forced_end_is_as_far_as_plain_negamax_says(name, position, depth):
    match = match_at(name, position)
    truth = forced(match.game, match.position, depth)
    best = analysed(match, depth=depth + 4).lines[0]
    if truth:
        assert best.score == truth
    else:
        assert best.ends_in is None or abs(best.ends_in) > depth


# -- repetition -----------------------------------------------------------------------------------------------

SHUFFLE = "b1-c1 g8-f8 c1-b1 f8-g8 b1-c1 g8-f8 c1-b1"


def test_a_lost_side_repeats_for_a_draw():
    match = match_at("turkish", "6B1/8/7b/8/8/w7/8/1W6 w", SHUFFLE)
    scores = {line.moves[0]: line.score for line in analysed(match, depth=2, lines=50).lines}
    assert scores["f8-g8"] == 0


def test_the_leader_repeats_into_a_won_count():
    match = match_at("makyek", "8/8/8/8/3w4/8/8/1w5b b", "h1-h2 d4-d5 h2-h1 d5-d4 h1-h2 d4-d5 h2-h1")
    scores = {line.moves[0]: line.score for line in analysed(match, depth=2, lines=50).lines}
    assert scores["d5-d4"] == MATE - 1


def test_whoever_is_behind_does_not_repeat():
    match = match_at("makyek", "8/8/8/8/3w4/8/8/1w5b w", "d4-d5 h1-h2 d5-d4 h2-h1 d4-d5 h1-h2 d5-d4")
    found = analysed(match, depth=2, lines=50).lines
    assert {line.moves[0]: line.score for line in found}["h2-h1"] == 1 - MATE
    assert found[0].moves[0] != "h2-h1"


def test_a_circle_that_can_be_left_is_no_forced_end():
    match = match_at("makyek", "8/8/8/8/3w4/8/8/ww4bb w")
    assert analysed(match, depth=6).lines[0].ends_in is None


# -- limits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_same_nodes_give_the_same_lines(name):
    one, other = (analysed(match_at(name, f"{MIDDLES[name]} w"), nodes=4000) for _ in range(2))
    assert (one.lines, one.depth, one.nodes) == (other.lines, other.depth, other.nodes)


@pytest.mark.parametrize("name", GAMES)
def test_two_threads_give_a_line_that_can_be_played(name):
    match = match_at(name, f"{MIDDLES[name]} w")
    found = TreeEngine(match.game, threads=2, megabytes=1).analyse(match, Limits(depth=5))
    line = found.lines[0]
    assert line.moves
    assert abs(line.score) < SURE
    for move in line.moves:
        match.play(move)


@pytest.mark.parametrize("name", [*GAMES, "makruk", "achef", "malawi"])
def test_the_first_of_two_threads_to_finish_a_depth_ends_it_for_both(name):
    match, stop, finished = match_at(name), Stop(), set()
    engine = TreeEngine(match.game, threads=2, megabytes=1)
    engine._histories = [Histories(), Histories()]
    for _ in range(200):
        engine.table.clear()
        searchers = [engine._searcher(match, stop, number) for number in range(2)]
        with Team(searchers) as team:
            score, line = team.iterate(6, 0, 0, 0.0, [], None)
        assert line[0] in searchers[0].root_moves() and abs(score) < SURE
        finished.add(tuple(one.halted for one in searchers))
        if finished >= {(False, True), (True, False)}:
            return
    raise AssertionError(f"only {finished} of two threads")


def test_two_threads_see_the_mate_that_one_sees():
    match = match_at("makruk", "7k/8/5K2/8/8/8/8/R5R1 w")
    alone = analysed(match, depth=8, nodes=10**6).lines[0].ends_in
    assert alone is not None
    for _ in range(10):
        found = TreeEngine(match.game, threads=2, megabytes=1).analyse(match, Limits(depth=8, nodes=10**6))
        assert found.lines[0].ends_in == alone


def test_stop_ends_the_search_of_all_threads():
    match, stop = match_at("makyek"), Stop()
    threading.Timer(0.3, stop.set).start()
    begin = time.monotonic()
    found = TreeEngine(match.game, threads=3, megabytes=1).analyse(match, Limits(seconds=60), stop=stop)
    assert time.monotonic() - begin < 10
    assert found.lines[0].moves and found.depth >= 1


def test_stop_ends_a_search_within_a_moment():
    match, stop = match_at("makyek"), Stop()
    threading.Timer(0.1, stop.set).start()
    begin = time.monotonic()
    found = TreeEngine(match.game, megabytes=1).analyse(match, Limits(seconds=60), stop=stop)
    assert time.monotonic() - begin < 10
    assert found.lines[0].moves


def test_a_search_stopped_before_it_began_still_has_a_legal_move():
    match, stop = match_at("turkish"), Stop()
    stop.set()
    found = TreeEngine(match.game, megabytes=1).analyse(match, Limits(depth=5), stop=stop)
    match.play(found.lines[0].moves[0])


@pytest.mark.parametrize("name", GAMES)
def test_several_lines_begin_differently_and_the_best_comes_first(name):
    found = analysed(match_at(name, f"{MIDDLES[name]} w"), depth=3, lines=4)
    assert len({line.moves[0] for line in found.lines}) == len(found.lines) > 1
    scores = [line.score for line in found.lines]
    assert scores == sorted(scores, reverse=True)
