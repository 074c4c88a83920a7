"""What is known of Malawi: the same for both sides and for left and right, and sharp enough for goals and strikes."""

import random

import pytest

from tablier import game, kernel
from tablier.core.match import Match
from tablier.search.analysis import Limits
from tablier.search.registry import evaluation_of
from tablier.search.tree_engine import TreeEngine

RULES = game("malawi")
WON_AT_ONCE = 29999


def positions(how_many: int) -> list[str]:
    rng, found, twin = random.Random(6), [], kernel("malawi")
    while len(found) < how_many:
        legal = twin.legal_moves()
        if not legal:
            twin = kernel("malawi")
            continue
        found.append(twin.dump())
        twin.push(rng.choice(legal))
    return found


def left_for_right(text: str) -> str:
    board, side = text.split()
    return "/".join(",".join(reversed(row.split(","))) for row in board.split("/")) + " " + side


def seen_from_across(text: str) -> str:
    board, side = text.split()
    return ("/".join(reversed(board.split("/"))) + " " + side).translate(str.maketrans("wb", "bw"))


def score(text: str) -> int:
    return evaluation_of(RULES).score(kernel("malawi", text))


def best(text: str, depth: int = 3) -> tuple[str, int]:
    line = TreeEngine(RULES, megabytes=1).analyse(Match(RULES, RULES.load(text)), Limits(depth=depth)).lines[0]
    return line.moves[0], line.score


@pytest.mark.parametrize("mirror", [left_for_right, seen_from_across])
def test_a_mirrored_position_is_worth_the_same(mirror):
    for text in positions(300):
        assert score(mirror(text)) == score(text), text


def test_it_goes_to_a_goal_that_no_strike_reaches():
    move, worth = best("2,b1,b1,b1,b1/6/w2,5/b0,b0,4/6/w1,w1,w1,w1,w1,1 w")
    assert (move, worth) == ("a4-a6", WON_AT_ONCE)


def test_it_strikes_a_pawn_that_stands_in_its_goal():
    move, worth = best("w2,1,b2,b1,b1,b1/6/b0,b0,4/6/6/w1,w1,w1,w1,w1,1 b")
    assert move == "c6*a6"
    assert worth > -29000


def test_it_wins_by_striking_the_last_rings():
    assert best("b0,b0,b0,b0,b0,1/6/2,b3,3/6/2,w2,3/w1,w1,w1,w1,w1,1 w") == ("c2*c4", WON_AT_ONCE)


def test_it_does_not_step_where_it_is_struck():
    text = "b1,b1,b1,b1,b1,1/6/5,b2/6/6/w1,w1,w1,w1,w1,w2 w"
    after = kernel("malawi", text)
    after.push(best(text)[0])
    assert not [move for move in after.legal_moves() if "*" in move]


def test_with_four_directions_nothing_is_in_danger_diagonally():
    text = "b1,b1,b1,b1,b1,1/6/6/4,b2,1/6/w1,w1,w2,w1,w1,w1 w"
    strike = [evaluation_of(game("malawi", directions=way)).counts(kernel("malawi", text, directions=way))["strike"] for way in ("8", "4")]
    assert strike == [2, 0]
