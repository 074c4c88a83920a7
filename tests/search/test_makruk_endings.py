"""Won endings of Makruk are won before the count runs out, and a bare Khun goes where it runs out first."""

import pytest

from tablier import Match, game
from tablier.kernels import kernel_of
from tablier.search.alphabeta import Searcher, Stop
from tablier.search.analysis import Limits
from tablier.search.levels import engine_for
from tablier.search.registry import evaluation_of
from tablier.search.selfplay import KernelGame, NodePlayer
from tablier.search.transpositions import TranspositionTable

NODES = 10_000

WON = [
    ("sheet", "8/8/3k4/8/8/4K3/8/R7 w"),
    ("sheet", "8/8/8/3k4/8/8/3M4/R3K3 w"),
    ("sheet", "7k/8/8/8/4K3/8/R7/1R6 w"),
    ("thai", "6k1/8/8/5K2/8/8/R7/1R6 w - 16 8 1"),
    ("thai", "4k3/8/8/4K3/8/8/8/R7 w - 32 6 1"),
    ("thai", "4k3/8/8/4K3/8/3M4/8/R7 w - 32 8 1"),
    ("thai", "8/8/3Mk3/2K5/8/8/8/3S4 w - 88 8 1"),
    ("thai", "1k6/8/5M2/5K2/8/8/8/4S3 w - 88 8 1"),
    ("thai", "4k3/8/7M/8/6K1/S7/8/8 w - 88 8 1"),
]

BARE = [  # the one move after which the mate comes too late, by the sheet's count
    ("8/8/8/8/2K5/k7/8/6R1 b - 30 25 1", "a3-b2"),
    ("8/8/8/4R3/8/k7/2K5/8 b - 30 25 1", "a3-b4"),
    ("8/2R4k/8/5K2/8/8/8/8 b - 30 25 1", "h7-g8"),
]


def thinker(count):
    rules = game("makruk", count=count)
    return NodePlayer(rules, evaluation_of(rules), NODES)


@pytest.mark.parametrize(("count", "position"), WON)
def test_a_won_ending_is_won_before_the_count_runs_out(count, position):
    player = thinker(count)
    course = KernelGame(kernel_of(player.rules, position))
    while course.ranks is None:
        course.play(player.choose(course.twin, course.past).move)
    assert course.ranks == (1, 2)


@pytest.mark.parametrize(("position", "move"), BARE)
def test_a_bare_khun_goes_where_the_count_runs_out_before_the_mate(position, move):
    player = thinker("sheet")
    choice = player.choose(kernel_of(player.rules, position), [])
    assert choice.move == move and choice.score == 0


def test_one_man_that_cannot_mate_is_worth_little_and_a_rua_much():
    rules = game("makruk", count="thai")
    alone, rua = (
        evaluation_of(rules).score(kernel_of(rules, f"8/8/3k4/8/8/4K3/8/{man}7 w - {limit} 6 1")) for man, limit in (("N", 128), ("R", 32))
    )
    assert 0 < alone < 100 < rua


def test_a_ma_and_a_met_together_hardly_mate_a_bare_khun_and_a_khon_with_either_does():
    rules = game("makruk", count="thai")
    texts = (f"8/8/3k4/8/8/4K3/8/{men}6 w - 88 8 1" for men in ("NM", "SM", "NS"))
    drawn, met, ma = (evaluation_of(rules).score(kernel_of(rules, text)) for text in texts)
    assert 0 < drawn < 100 < met < ma


@pytest.mark.parametrize(
    "board", ["8/8/5M2/4P3/8/2K5/8/2k5", "8/8/8/4P3/3N4/3K4/1k6/8", "8/4k3/8/4PK2/1P6/8/8/8", "8/8/8/1PM1K1k1/6m1/8/8/8"]
)
def test_two_men_without_a_khon_hardly_win_though_one_is_a_bia(board):
    rules = game("makruk", count="thai")
    assert 0 < evaluation_of(rules).score(kernel_of(rules, f"{board} w - - 0 1")) < 150


def test_three_slow_men_are_worth_less_than_two_of_them_and_a_ma():
    rules = game("makruk", count="thai")
    slow, ma = (evaluation_of(rules).score(kernel_of(rules, f"8/8/5{man}2/3MP3/8/2K5/8/2k5 w - - 0 1")) for man in "MN")
    assert 0 < slow < 0.6 * ma


def test_without_bia_a_ma_more_is_worth_little_and_a_rua_more_is_worth_all():
    rules = game("makruk", count="thai")
    boards = ("8/1rk5/3m4/8/8/4K3/2N5/R4M2", "8/1nk5/3m4/8/8/4K3/2N5/5M1N", "8/1nk5/3m4/8/8/4K3/2N5/R4M2")
    beside_rua, alone, rua = (evaluation_of(rules).score(kernel_of(rules, f"{board} w - 128 0 1")) for board in boards)
    assert 0 < beside_rua < alone < 200 < 350 < rua


def test_a_searched_position_is_worth_the_same_for_whoever_looks_from_the_other_side():
    rules = game("makruk")
    mine, other = "r1s1ksn1/2m4r/1pnp4/2pNp3/2P2pSP/P2P1P2/1SKMN3/1R5R", "1r5r/1skmn3/p2p1p2/2p2Psp/2PnP3/1PNP4/2M4R/R1S1KSN1"
    scores = [
        Searcher(kernel_of(rules, text), evaluation_of(rules), TranspositionTable(1), Stop()).iterate(5, 0, 0, 0.0)
        for text in (f"{mine} w", f"{other} b")
    ]
    assert scores[0] is not None and scores[1] is not None and scores[0][0] == scores[1][0]


def test_the_search_mates_by_a_double_step_where_the_table_plays_it():
    rules = game("makruk", double_step="on")
    match = Match(rules, rules.load("8/7R/k7/8/2N5/1P6/8/1R5K w"))
    assert engine_for(rules).analyse(match, Limits(nodes=2_000)).lines[0].moves == ("b3-b5",)
    match.play("b3-b5")
    assert match.outcome is not None and match.outcome.because.id == "makruk.mate"
