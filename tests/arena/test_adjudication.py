"""Games that end early because both players judge alike."""

import pytest

from tablier import Match, game, read_record
from tablier.arena import ProcessExecutor, run
from tablier.arena.adjudication import LEVEL, LEVEL_AFTER, LEVEL_MOVES, WON, WON_MOVES, Adjudicator
from tablier.arena.runner import Progress


def ended(*moves: tuple[int | None, int | None], rules: str = "makruk", position: str = "") -> Match:
    """A match after an adjudicator has heard these scores of the seats, move by move."""
    law = game(rules)
    match, adjudicator = Match(law, law.load(position) if position else law.start()), Adjudicator()
    for scores in moves:
        for seat, score in enumerate(scores):
            adjudicator.note(seat, score)
            if adjudicator.end(match):
                return match
    return match


@pytest.mark.parametrize("winner", [0, 1])
def test_a_game_that_both_see_won_ends_with_a_resignation(winner):
    scores = (WON, -WON) if winner == 0 else (-WON, WON)
    assert ended(*[scores] * (WON_MOVES - 1)).outcome is None
    match = ended(*[scores] * WON_MOVES)
    assert match.outcome.winners == (winner,) and match.moves[-1] == f"!resign:{1 - winner}"
    assert "both players saw at least 10" in match.tags["Adjudication"]


def test_players_that_disagree_play_on():
    assert ended(*[(WON, -WON + 1)] * 20).outcome is None
    assert ended(*[(WON, WON)] * 20).outcome is None
    assert ended(*[(WON, None)] * 20).outcome is None


def test_a_moment_of_doubt_begins_the_count_again():
    almost = [(WON, -WON)] * (WON_MOVES - 1)
    assert ended(*almost, (WON, 0), *almost).outcome is None


def test_a_game_that_both_see_level_is_drawn_but_not_in_its_opening():
    assert ended(*[(LEVEL, -LEVEL)] * (LEVEL_AFTER - 1)).outcome is None
    assert ended(*[(LEVEL, -LEVEL)] * LEVEL_AFTER).outcome.drawn
    uneven = [(LEVEL + 1, 0)]
    assert ended(*[(0, 0)] * LEVEL_AFTER, *uneven).outcome.drawn
    assert ended(*uneven * LEVEL_AFTER, *[(0, 0)] * (LEVEL_MOVES - 1)).outcome is None


def test_no_draw_is_agreed_where_stopping_is_worth_a_win():
    one_ahead = "ww6/8/8/8/8/8/8/6bw w 0"
    law = game("makyek")
    assert not law.settle(law.load(one_ahead)).drawn
    assert ended(*[(0, 0)] * LEVEL_AFTER, rules="makyek", position=one_ahead).outcome is None


def test_adjudicated_games_say_so_and_others_are_played_out(tmp_path):
    quiet, executor = Progress("en", every=60), ProcessExecutor(1)
    chance = run("makruk", ["nodes:300", "random"], 2, log=tmp_path / "chance", executor=executor, watch=quiet, adjudicate=True)
    assert all("Adjudication" not in read_record(report.record).tags for report in chance.reports), "chance says no score"
    players, log = ["nodes:1000", "nodes:50"], tmp_path / "log"
    score = run("makruk", players, 2, log=log, executor=executor, watch=quiet, adjudicate=True)
    for report in score.reports:
        match = read_record(report.record)
        assert "Adjudication" in match.tags and match.moves[-1].startswith("!resign:")
    assert run("makruk", players, 2, log=log, executor=executor, watch=quiet).reports == score.reports, "a match may go on without"
