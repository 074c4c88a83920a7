"""Clocks as values: what is charged, what is given back, when a flag falls."""

import pytest

from tablier import TablierError
from tablier.api.tables import ClockPlan, Clocks
from tablier.server.tables.clock import DAY, LAG_QUOTA, MOST_LAG, Clock, check_plan

FISCHER = ClockPlan("fischer", base=60, increment=2)
BYOYOMI = ClockPlan("byoyomi", base=10, periods=3, period=5)


def running(plan: ClockPlan, seat: int = 0) -> Clock:
    return Clock.of(plan, 2).start(seat, 1_000)


def test_fischer_adds_the_increment_after_the_move():
    clock = running(FISCHER).pressed(10_000, 11_000)
    assert clock.at(11_000) == Clocks((52_000, 60_000))


def test_only_the_running_clock_runs():
    assert running(FISCHER, 1).at(4_000) == Clocks((60_000, 57_000), 1)


def test_the_flag_falls_when_the_time_is_used_up():
    clock = running(FISCHER)
    assert clock.falls_at() == 61_000
    assert clock.affords(59_999) and not clock.affords(60_000)


def test_a_move_on_its_way_is_waited_for_but_no_longer_than_a_second():
    assert running(FISCHER).flagged_at() == 61_000 + MOST_LAG


def test_lag_is_given_back_from_a_quota_that_refills_slowly():
    clock = Clock.of(FISCHER, 2)
    for _ in range(3):
        clock = clock.start(0, 0)
        given = clock.given_back(0, 900)
        clock = clock.pressed(0, 900, given)
    assert given < 900 and clock.hands[0].quota < LAG_QUOTA
    for _ in range(40):
        clock = clock.start(0, 0).pressed(0, 10)
    assert clock.hands[0].quota == LAG_QUOTA


def test_nobody_gains_by_pretending_a_huge_or_a_negative_lag():
    clock = running(FISCHER)
    assert clock.given_back(0, 10**9) == MOST_LAG
    assert clock.given_back(0, -500) == 0


def test_byoyomi_gives_each_move_a_whole_period_again():
    clock = running(BYOYOMI).pressed(12_000, 13_000)  # two seconds into the first period
    assert clock.at(13_000) == Clocks((0, 10_000), None, (3, 3))
    clock = clock.start(0, 20_000)
    assert clock.at(23_000) == Clocks((2_000, 10_000), 0, (3, 3))


def test_byoyomi_loses_a_period_that_is_used_up_and_the_flag_falls_after_the_last():
    clock = running(BYOYOMI)
    assert clock.at(1_000 + 17_000) == Clocks((3_000, 10_000), 0, (2, 3))
    assert clock.falls_at() == 1_000 + 10_000 + 3 * 5_000
    clock = clock.pressed(17_000, 18_000)
    assert clock.hands[0].periods == 2


def test_correspondence_gives_whole_days_for_each_move():
    clock = running(ClockPlan("correspondence", days=3))
    assert clock.falls_at() == 1_000 + 3 * DAY
    assert clock.pressed(2 * DAY, 2 * DAY).at(2 * DAY) == Clocks((3 * DAY, 3 * DAY))


def test_time_in_which_the_server_was_away_is_not_charged():
    assert running(FISCHER).paused(30_000).at(41_000) == Clocks((50_000, 60_000), 0)


def test_without_a_clock_nothing_is_shown_and_nothing_falls():
    clock = running(ClockPlan())
    assert clock.at(10**9) is None and clock.falls_at() is None and clock.affords(10**9)


@pytest.mark.parametrize(
    "plan",
    [
        ClockPlan("fischer"),
        ClockPlan("fischer", base=-1, increment=5),
        ClockPlan("fischer", base=20_000),
        ClockPlan("byoyomi", base=10),
        ClockPlan("byoyomi", periods=3),
        ClockPlan("correspondence"),
        ClockPlan("correspondence", days=400),
    ],
)
def test_clocks_that_nobody_could_play_with_are_refused(plan):
    with pytest.raises(TablierError, match="Impossible clock"):
        check_plan(plan)


@pytest.mark.parametrize("plan", [ClockPlan(), FISCHER, BYOYOMI, ClockPlan("fischer", increment=5), ClockPlan("correspondence", days=7)])
def test_usual_clocks_are_fine(plan):
    check_plan(plan)
