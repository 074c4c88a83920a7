"""What may be done at a table, by whom and when: everything else is refused, and changes nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import game
from tablier.api.messages import AnswerOffer, ClaimAbsence, LeaveSeat, MakeOffer, PlayMove, Resign, SeatEngine, SendChat, TakeSeat
from tablier.api.tables import (
    Answered,
    ClockPlan,
    Created,
    Declared,
    Ended,
    Left,
    Moved,
    Offered,
    Player,
    Replaced,
    Returned,
    Said,
    Sat,
    SeatPlan,
    SeatView,
    Started,
    TablePlan,
    TookBack,
)
from tablier.core.actors import CHANCE
from tablier.core.match import Match
from tablier.search.level_elo import elos_of
from tablier.server.tables.decide import Context, decide, decide_events
from tablier.server.tables.match_state import MatchState
from tablier.server.tables.offers import rematch_agreed
from tablier.server.tables.refusals import Refused
from tablier.server.tables.seating import ABSENT
from tablier.server.tables.state import fold, fold_all, new_table, replace

ANNE, BO, CLEO, DAN, EVE = (Player(name.lower(), name) for name in ("Anne", "Bo", "Cleo", "Dan", "Eve"))
OPEN, YOU = SeatPlan("open"), SeatPlan("you")


class Scene:
    """A table at which acts are decided one after another, with a clock that the test moves."""

    def __init__(self, game: str = "makyek", *players: Player, seats=2, elos=(), **plan) -> None:
        plan["seats"] = (OPEN,) * seats if isinstance(seats, int) else seats
        self.now = 1_000_000
        self.table = new_table("t", self.now, Created(TablePlan(game, **plan), ANNE, 1, elos=elos))
        self.away, self.chances = {}, {}
        for player in players:
            self.do(player, TakeSeat())

    @property
    def context(self) -> Context:
        seed = bytes(32) if self.table.game.dice else None
        return Context(self.now, seed, 0, lambda seat: self.away.get(seat, 0), self.chances.get)

    def happen(self, *events) -> None:
        self.take(decide_events(self.table, events, self.context))

    def do(self, who: Player, act, seen: int | None = None):
        return self.take(decide(self.table, who, act, self.table.version if seen is None else seen, self.context))

    def take(self, decision):
        assert decision.before is self.table
        folded = self.table
        for step in decision.steps:
            folded = fold(folded, step.event, self.now)
            assert (folded.view(), folded.clock, folded.legal) == (step.after.view(), step.after.clock, step.after.legal)
        self.table = decision.after
        return [step.event for step in decision.steps]

    def tick(self, milliseconds: int):
        self.now += milliseconds
        return self.take(decide_events(self.table, (), self.context))

    def move(self, who: Player, text: str | None = None):
        return self.do(who, PlayMove(text or self.texts()[0]))

    def texts(self) -> list[str]:
        return [self.table.game.write(self.table.match.position, move) for move in self.table.match.legal()]

    def refused(self, code: str, who: Player, deed, seen: int | None = None) -> Refused:
        before = (self.table.version, self.table.match.moves, self.table.view())
        with pytest.raises(Refused) as refusal:
            self.do(who, deed, seen)
        assert refusal.value.code == code, refusal.value
        assert before == (self.table.version, self.table.match.moves, self.table.view()), "a refusal changed the table"
        return refusal.value


# -- sitting down ---------------------------------------------------------------------------------------------


def test_the_game_begins_when_the_last_seat_is_taken():
    scene = Scene("makyek", ANNE)
    assert scene.table.state == "open"
    assert scene.do(BO, TakeSeat()) == [Sat(1, BO), Started()]
    assert scene.table.state == "playing" and scene.table.turn == 0


def test_a_seat_is_taken_once():
    scene = Scene("makyek", ANNE)
    scene.refused("seat_taken", BO, TakeSeat(seat=0))
    scene.refused("unknown_seat", BO, TakeSeat(seat=7))
    scene.refused("unknown_seat", BO, TakeSeat(seat=-1))
    scene.do(BO, TakeSeat(seat=1))
    scene.refused("not_open", CLEO, TakeSeat())


def test_one_who_leaves_an_open_table_frees_the_seat_and_the_last_one_ends_it():
    scene = Scene("mako", ANNE, BO, seats=4)
    assert scene.do(BO, LeaveSeat()) == [Left(1)]
    assert scene.do(ANNE, LeaveSeat()) == [Left(0), Ended(None)]
    assert scene.table.state == "over"


def test_nobody_leaves_for_another():
    scene = Scene("mako", ANNE, BO, seats=4)
    scene.refused("forbidden", BO, LeaveSeat(seat=0))
    scene.refused("forbidden", EVE, LeaveSeat())


def test_whoever_set_the_table_may_let_an_engine_sit_down_and_nobody_else():
    scene = Scene("makyek", ANNE)
    scene.refused("forbidden", BO, SeatEngine(1, 3))
    scene.refused("bad_request", ANNE, SeatEngine(1, 9))
    scene.refused("seat_taken", ANNE, SeatEngine(0, 3))
    scene.refused("unknown_seat", ANNE, SeatEngine(5, 3))
    assert scene.do(ANNE, SeatEngine(1, 3)) == [Replaced(1, 3, elo=elos_of(game("makyek"))[3]), Started()]


# -- moving --------------------------------------------------------------------------------------------------


def test_only_the_one_whose_turn_it_is_moves_and_only_their_own_seat():
    scene = Scene("makyek", ANNE, BO)
    scene.refused("not_your_turn", BO, PlayMove("a6-a5"))
    scene.refused("forbidden", EVE, PlayMove("a3-a4"))
    scene.refused("forbidden", BO, PlayMove("a3-a4", seat=0))
    scene.refused("not_your_turn", BO, PlayMove("a3-a4", seat=1))
    (moved,) = scene.move(ANNE, "a3-a4")
    assert isinstance(moved, Moved) and moved.seat == 0
    scene.refused("not_your_turn", ANNE, PlayMove("b3-b4"))


def test_an_illegal_move_is_refused_with_its_clause_and_a_mistyped_one_in_words():
    scene = Scene("makyek", ANNE, BO)
    assert scene.refused("illegal_move", ANNE, PlayMove("a1-a8")).why.clause == "makyek.free"
    assert "a1" in scene.refused("bad_notation", ANNE, PlayMove("nonsense")).why.why.fr


def test_before_the_game_begins_and_after_it_is_over_nothing_is_played():
    scene = Scene("makyek", ANNE)
    scene.refused("not_now", ANNE, PlayMove("a3-a4"))
    scene.do(BO, TakeSeat())
    scene.do(BO, Resign())
    scene.refused("over", ANNE, PlayMove("a3-a4"))
    assert scene.table.ending is not None and scene.table.ending.ranks == (1, 2)


def test_a_move_meant_for_another_position_does_not_count():
    scene = Scene("makyek", ANNE, BO)
    seen = scene.table.version
    scene.move(ANNE, "a3-a4")
    scene.do(ANNE, MakeOffer("takeback"))
    scene.do(BO, AnswerOffer("takeback", True))
    assert scene.table.turn == 0
    scene.refused("stale", ANNE, PlayMove("a3-a4"), seen=seen)
    scene.do(EVE, SendChat(phrase="hello"))
    scene.do(ANNE, PlayMove("a3-a4"), seen=scene.table.version - 1)  # words do not change the position


def test_one_person_may_play_all_seats():
    scene = Scene("makyek", ANNE, ANNE)
    scene.move(ANNE)
    scene.move(ANNE)
    assert scene.table.match.entries[1].actor == 1


MANY_CAPTURES = "1W1b4/bb2b3/2b2b2/4b3/1b1b4/b5bb/2b2b2/3B3B b"
"""After Bh1-g1 White has 430 000 ways to capture."""


def test_a_table_does_not_go_where_the_moves_cannot_be_counted():
    scene = Scene("turkish", ANNE, BO)
    rules = scene.table.game
    scene.table = replace(scene.table, play=MatchState(Match(rules, rules.load(MANY_CAPTURES))))
    before = scene.table.legal
    scene.refused("not_now", BO, PlayMove("h1-g1"))
    scene.do(ANNE, SendChat(phrase="hello"))
    assert scene.table.legal is before, "a remark made the table list its moves again"
    assert scene.do(BO, PlayMove("d1-d2"))


# -- offers --------------------------------------------------------------------------------------------------


def test_stopping_takes_everybody_and_is_worth_what_the_game_says():
    scene = Scene("makyek", ANNE, BO)
    scene.move(ANNE)
    assert scene.do(BO, MakeOffer("stop")) == [Offered("stop", 1)]
    scene.refused("forbidden", EVE, AnswerOffer("stop", True))
    scene.refused("not_now", BO, AnswerOffer("stop", True))
    happened = scene.do(ANNE, AnswerOffer("stop", True))
    assert happened[:2] == [Answered("stop", 0, True), Declared("!agree", None)] and isinstance(happened[2], Ended)


def test_an_offer_can_be_refused_and_taken_back():
    scene = Scene("makyek", ANNE, BO)
    scene.do(ANNE, MakeOffer("stop"))
    assert scene.do(BO, AnswerOffer("stop", False)) == [Answered("stop", 1, False)]
    scene.refused("no_offer", BO, AnswerOffer("stop", True))
    scene.do(ANNE, MakeOffer("stop"))
    scene.do(ANNE, AnswerOffer("stop", False))
    scene.refused("no_offer", BO, AnswerOffer("stop", True))


def test_an_offer_falls_when_the_position_changes():
    scene = Scene("makyek", ANNE, BO)
    scene.do(BO, MakeOffer("stop"))
    scene.move(ANNE)
    scene.refused("no_offer", ANNE, AnswerOffer("stop", True))


def test_offering_what_was_offered_is_agreeing():
    scene = Scene("makyek", ANNE, BO)
    scene.do(ANNE, MakeOffer("stop"))
    scene.refused("not_now", ANNE, MakeOffer("stop"))
    assert isinstance(scene.do(BO, MakeOffer("stop"))[-1], Ended)


def test_taking_back_goes_to_the_last_decision_of_the_one_who_asks():
    scene = Scene("makyek", ANNE, BO)
    scene.refused("not_now", ANNE, MakeOffer("takeback"))
    scene.move(ANNE)
    scene.move(BO)
    assert scene.do(ANNE, MakeOffer("takeback")) == [Offered("takeback", 0, 2)]
    assert scene.do(BO, AnswerOffer("takeback", True)) == [Answered("takeback", 1, True), TookBack(2)]
    assert scene.table.match.moves == () and scene.table.turn == 0


def test_nothing_is_taken_back_across_a_roll():
    scene = Scene("mako", ANNE, ANNE, ANNE, ANNE, seats=4)
    while not any(entry.actor is CHANCE for entry in scene.table.match.entries) or scene.table.match.entries[-1].actor is not CHANCE:
        scene.move(ANNE)
    scene.refused("not_now", ANNE, MakeOffer("takeback"))


def test_a_game_can_be_called_off_until_everybody_has_moved():
    scene = Scene("makyek", ANNE, BO)
    scene.move(ANNE)
    scene.do(BO, MakeOffer("abort"))
    assert scene.do(ANNE, AnswerOffer("abort", True))[-1] == Ended(None)
    scene = Scene("makyek", ANNE, BO)
    scene.move(ANNE)
    scene.move(BO)
    scene.refused("not_now", ANNE, MakeOffer("abort"))


def test_meeting_again_is_for_after_the_game():
    scene = Scene("makyek", ANNE, BO)
    scene.refused("not_now", ANNE, MakeOffer("rematch"))
    scene.do(ANNE, Resign())
    scene.do(ANNE, MakeOffer("rematch"))
    assert not rematch_agreed(scene.table)
    scene.do(BO, AnswerOffer("rematch", True))
    assert rematch_agreed(scene.table)


@pytest.mark.parametrize(("chance", "agrees"), [(None, False), (0.9, False), (0.56, False), (0.54, True), (0.5, True), (0.1, True)])
def test_an_engine_agrees_to_a_draw_where_it_does_not_stand_better(chance, agrees):
    scene = Scene("makruk", ANNE, seats=(OPEN, SeatPlan("engine", 2)))
    scene.chances = {1: chance}
    happened = scene.do(ANNE, MakeOffer("stop"))
    assert happened[:2] == [Offered("stop", 0), Declared("!agree", None) if agrees else Answered("stop", 1, False)]
    assert scene.table.state == ("over" if agrees else "playing")


@pytest.mark.parametrize(
    ("ahead", "chance", "agrees"), [(1, 0.99, True), (1, None, True), (0, 0.3, False), (0, 0.03, True), (0, None, False)]
)
def test_an_engine_stops_and_counts_where_that_is_worth_what_it_expects(ahead, chance, agrees):
    scene = Scene("makyek", ANNE, seats=(OPEN, SeatPlan("engine", 2)))
    rules = scene.table.game
    origin = rules.load("8/8/8/b6w/b7/8/8/8 w" if ahead else "8/8/8/w6b/w7/8/8/8 w")
    scene.table = replace(scene.table, play=MatchState(Match(rules, origin)))
    scene.chances = {1: chance}
    assert (Declared("!agree", None) in scene.do(ANNE, MakeOffer("stop"))) == agrees


def test_where_a_game_counts_an_engine_takes_nothing_back():
    scene = Scene("mako", ANNE, BO, CLEO, DAN, seats=4, leavers="engine", rated=True)
    while len({entry.actor for entry in scene.table.match.entries} - {CHANCE}) < 4 or scene.table.match.entries[-1].actor is CHANCE:
        scene.move((ANNE, BO, CLEO, DAN)[scene.table.turn])
    mover = scene.table.match.entries[-1].actor
    others = [(seat, player) for seat, player in enumerate((ANNE, BO, CLEO, DAN)) if seat != mover]
    scene.do(others[0][1], Resign())
    happened = scene.do((ANNE, BO, CLEO, DAN)[mover], MakeOffer("takeback"))
    assert happened[-1] == Answered("takeback", others[0][0], False)


@pytest.mark.parametrize(("rated", "elos"), [(True, ()), (False, ()), (False, (None, 700))])
def test_against_an_engine_all_is_taken_back_where_nothing_counts(rated, elos):
    scene = Scene("makyek", ANNE, seats=(OPEN, SeatPlan("engine", 2)), rated=rated, elos=elos)
    scene.move(ANNE)
    assert scene.do(ANNE, MakeOffer("takeback"))[-1] == TookBack(1)


def test_in_a_rated_game_an_engine_takes_nothing_back():
    scene = Scene("makyek", ANNE, seats=(OPEN, SeatPlan("engine", 2)), rated=True, elos=(None, 700))
    assert scene.table.counts and scene.table.view().seats[1] == SeatView("engine", level=2, elo=700)
    scene.move(ANNE)
    assert scene.do(ANNE, MakeOffer("takeback"))[-1] == Answered("takeback", 1, False)


def test_an_engine_sits_down_at_a_rated_table_only_where_it_can_be_rated():
    clock = ClockPlan("fischer", 600, 5)
    Scene("makyek", ANNE, rated=True).refused("not_rated", ANNE, SeatEngine(1, 3))
    Scene("makyek", ANNE, rated=True, clock=clock, options={"quiet": 50}).refused("not_rated", ANNE, SeatEngine(1, 3))
    scene = Scene("makyek", ANNE, rated=True, clock=clock)
    assert scene.do(ANNE, SeatEngine(1, 3))[0] == Replaced(1, 3, elo=elos_of(game("makyek"))[3])
    assert scene.table.counts


def test_an_engine_calls_off_and_meets_again_gladly():
    scene = Scene("makruk", ANNE, seats=(OPEN, SeatPlan("engine", 2)))
    scene.chances = {1: 1.0}
    scene.move(ANNE)
    assert scene.do(ANNE, MakeOffer("abort"))[-1] == Ended(None)
    scene.do(ANNE, MakeOffer("rematch"))
    assert rematch_agreed(scene.table)


# -- leaving the game -----------------------------------------------------------------------------------------


def test_at_a_table_of_four_the_others_go_on_or_an_engine_plays_as_the_table_chose():
    scene = Scene("mako", ANNE, BO, CLEO, DAN, seats=4)
    assert scene.do(CLEO, Resign())[0].text == "!withdraw:2"
    assert scene.table.state == "playing"
    scene = Scene("mako", ANNE, BO, CLEO, DAN, seats=4, leavers="engine", leaver_level=4)
    assert scene.do(CLEO, Resign()) == [Replaced(2, 4, "resigned")]
    scene.refused("forbidden", CLEO, Resign())


def test_who_has_withdrawn_is_shown_as_such_and_does_not_leave_twice():
    scene = Scene("mako", ANNE, BO, CLEO, DAN, seats=4)
    scene.do(CLEO, Resign())
    assert [seat.withdrawn for seat in scene.table.view().seats] == [False, False, True, False]
    scene.refused("not_now", CLEO, Resign())
    scene.away[2] = ABSENT
    scene.refused("not_now", ANNE, ClaimAbsence(2))
    assert scene.table.state == "playing"


def test_a_player_who_comes_back_takes_the_seat_from_the_engine():
    scene = Scene("mako", ANNE, BO, CLEO, DAN, seats=4, leavers="engine", leaver_level=4, private=True)
    scene.away[2] = ABSENT
    nonce = scene.table.seats[2].nonce
    assert scene.do(ANNE, ClaimAbsence(2)) == [Replaced(2, 4, "absent")]
    assert scene.table.view().seats[2] == SeatView("engine", CLEO, 4, "absent") and scene.table.visible_to(CLEO.id)
    scene.refused("not_open", EVE, TakeSeat())
    scene.refused("not_open", EVE, TakeSeat(seat=2))
    scene.refused("not_open", CLEO, TakeSeat(seat=1))
    assert scene.do(CLEO, TakeSeat()) == [Returned(2)]
    assert scene.table.seats_of(CLEO.id) == (2,) and scene.table.seats[2].nonce == nonce
    assert scene.table.view().seats[2].left is None
    scene.refused("not_open", CLEO, TakeSeat())


def test_of_two_an_absent_player_is_replaced_where_the_table_chose_so_and_one_who_resigns_has_lost():
    scene = Scene("makyek", ANNE, BO, leavers="engine")
    scene.away[1] = ABSENT
    assert scene.do(ANNE, ClaimAbsence(1)) == [Replaced(1, 3, "absent")]
    scene = Scene("makyek", ANNE, BO, leavers="engine")
    assert scene.do(BO, Resign())[0] == Declared("!resign:1", 1, cause="resigned")


def test_in_a_rated_game_a_seat_that_was_left_is_not_taken_again():
    scene = Scene("mako", ANNE, BO, CLEO, DAN, seats=4, leavers="engine", rated=True)
    scene.do(CLEO, Resign())
    scene.refused("not_now", CLEO, TakeSeat())


def test_nobody_resigns_for_another():
    scene = Scene("makyek", ANNE, BO)
    scene.refused("forbidden", BO, Resign(seat=0))
    scene.refused("forbidden", EVE, Resign())


def test_one_who_is_away_too_long_can_be_done_without():
    scene = Scene("makyek", ANNE, BO)
    scene.refused("not_now", ANNE, ClaimAbsence(1))
    scene.away[1] = ABSENT
    scene.refused("forbidden", EVE, ClaimAbsence(1))
    scene.refused("not_now", ANNE, ClaimAbsence(0))
    scene.refused("unknown_seat", ANNE, ClaimAbsence(9))
    assert scene.do(ANNE, ClaimAbsence(1))[0] == Declared("!resign:1", 1, cause="absent")
    assert [seat.left for seat in scene.table.view().seats] == [None, "absent"]


def test_a_player_who_is_gone_is_not_waited_for_though_a_clock_runs():
    scene = Scene("makyek", ANNE, BO, clock=ClockPlan("fischer", 600))
    scene.away[1] = ABSENT - 1
    scene.refused("not_now", ANNE, ClaimAbsence(1))
    scene.away[1] = ABSENT
    assert scene.do(ANNE, ClaimAbsence(1))[0].cause == "absent"


@pytest.mark.parametrize("plan", [{"clock": ClockPlan("correspondence", days=3)}, {"leavers": "wait"}])
def test_a_table_of_days_and_one_that_chose_to_wait_wait(plan):
    scene = Scene("makyek", ANNE, BO, **plan)
    scene.away[1] = 10 * ABSENT
    scene.refused("not_now", ANNE, ClaimAbsence(1))


def test_a_program_plays_without_a_socket_so_its_clock_decides():
    scene = Scene("makyek", ANNE, replace(BO, bot=True), clock=ClockPlan("fischer", 600))
    scene.away[1] = ABSENT
    scene.refused("not_now", ANNE, ClaimAbsence(1))


# -- clocks ----------------------------------------------------------------------------------------------------


def test_the_clock_of_the_one_who_thinks_runs_out_and_the_game_says_so():
    scene = Scene("makyek", ANNE, BO, clock=ClockPlan("fischer", 5))
    scene.now += 2_000
    scene.move(ANNE)
    assert scene.table.clock.at(scene.now).left == (3_000, 5_000)
    assert scene.tick(4_000) == []
    flagged, ended = scene.tick(2_100)
    assert flagged == Declared("!flag:1", 1, cause="flagged")
    assert scene.table.clock.at(scene.now).left[1] == 0
    assert ended.ending.clause == "tablier.flagged" and ended.ending.ranks == (1, 2)


def test_a_move_after_the_time_is_up_does_not_count():
    scene = Scene("makyek", ANNE, BO, clock=ClockPlan("fischer", 5))
    scene.now += 5_500
    scene.refused("over", ANNE, PlayMove("a3-a4"))


# -- words -----------------------------------------------------------------------------------------------------


def test_words_are_a_phrase_or_a_text_and_not_too_long():
    scene = Scene("makyek", ANNE, BO)
    assert scene.do(EVE, SendChat(phrase="hello")) == [Said(EVE, "hello")]
    assert scene.do(EVE, SendChat(text=" hop\u202e\n ")) == [Said(EVE, None, "hop")]
    for bad in (SendChat(), SendChat(phrase="unknown"), SendChat(phrase="hello", text="both"), SendChat(text="   ")):
        scene.refused("bad_request", ANNE, bad)
    scene.refused("too_long", ANNE, SendChat(text="x" * 301))


# -- all together -----------------------------------------------------------------------------------------------

DEEDS = st.one_of(
    st.builds(PlayMove, st.sampled_from(["a3-a4", "a6-a5", "b3-b5", "h6-h4", "zz", ""]), st.sampled_from([None, 0, 1, 5])),
    st.builds(MakeOffer, st.sampled_from(["stop", "takeback", "rematch", "abort"]), st.sampled_from([None, 0, 1, -1])),
    st.builds(AnswerOffer, st.sampled_from(["stop", "takeback", "rematch", "abort"]), st.booleans(), st.sampled_from([None, 0, 1])),
    st.builds(Resign, st.sampled_from([None, 0, 1, 99])),
    st.builds(TakeSeat, st.sampled_from([None, 0, 1, -3])),
    st.builds(LeaveSeat, st.sampled_from([None, 0, 1])),
    st.builds(SeatEngine, st.integers(-2, 3), st.integers(-1, 10)),
    st.builds(SendChat, st.sampled_from([None, "hello", "?"]), st.sampled_from([None, "x"])),
    st.builds(ClaimAbsence, st.integers(-2, 3)),
    st.just("play"),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([ANNE, BO, EVE]), DEEDS), max_size=40), st.integers(0, 99))
def test_whatever_people_do_the_table_is_the_fold_of_its_log(deeds, seed):
    """Any acts by any players in any order: refused or not, a replay of the log gives the same table."""
    scene, chosen = Scene("makyek"), random.Random(seed)
    log = [(scene.table.created, Created(scene.table.plan, ANNE, 1))]
    for who, deed in deeds:
        scene.now += 10
        if deed == "play":
            texts = scene.texts()
            deed = PlayMove(chosen.choice(texts)) if texts else SendChat(phrase="hello")
        try:
            log += [(scene.now, event) for event in scene.do(who, deed)]
        except Refused:
            continue
    again = fold_all("t", log)
    assert again.view() == scene.table.view()
    assert again.match.position == scene.table.match.position


def test_a_move_is_played_as_players_write_it():
    scene = Scene("achef", ANNE, BO)
    assert scene.do(ANNE, PlayMove("b1"))[0].text == "@b1"
    scene.refused("bad_notation", BO, PlayMove("b1 b1"))
