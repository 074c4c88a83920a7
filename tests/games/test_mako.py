"""Mako Naval, clause by clause."""

import random
from fractions import Fraction

import pytest

from tablier import CHANCE, BadNotation, BadPosition, Match, TablierError, game, read_record, write_json, write_text
from tablier.games.mako.sea import sea
from tablier.testing import check_game, clause, draw, refused, taken, targets

race, three = game("mako"), game("mako", seats=3)
pairs, duel, lane, teams = (game("mako", mode=mode) for mode in ("a", "b", "c", "teams"))
EMPTY_RANK = "14"
ALL = [race, three, pairs, duel, lane, teams]
each_table = pytest.mark.parametrize("rules", ALL, ids=["race", "three", "a", "b", "c", "teams"])


def board(**ranks):
    """The board of a position text, rank by rank: `board(r14="7,N,6", r1="6,S,7")`, the others empty."""
    return "/".join(ranks.get(f"r{rank}", EMPTY_RANK) for rank in range(14, 0, -1))


def after(rules, pos, moves):
    for move in moves.split():
        pos = rules.play(pos, rules.read(pos, move)).after
    return pos


def why(rules, pos, move):
    return refused(rules, pos, move).because.id.removeprefix("mako.")


def cited(rules, pos, move):
    return [event.because.id.removeprefix("mako.") for event in rules.play(pos, rules.read(pos, move)).events]


def tokens(rules, pos):
    return {cell: token.piece for cell, token in rules.scene(pos).tokens.items()}


def fields(rules, pos):
    """Everything after the board: who acts, phase, die, stocks, arrivals, turns, boats withdrawn."""
    return rules.dump(pos).split()[1:]


# -- the table -------------------------------------------------------------------------------------


@clause("mako.setup")
def test_every_boat_starts_in_its_port_with_thirty_mines():
    opening = board(r14="7,N,6", r8="W,13", r7="13,E", r1="6,S,7")
    assert race.dump(race.start()) == f"{opening} S sail - 30,30,30,30 - 0,0,0,0 -"
    assert race.load(opening) == race.start()


@clause("mako.three", "mako.absent")
def test_with_three_players_the_east_stays_empty():
    assert tokens(three, three.start()) == {"g1": "south", "a8": "west", "h14": "north"}
    assert [place.name.en for place in three.seats] == ["South", "West", "North"]


@clause("mako.shores")
def test_each_boat_has_eleven_arrival_cells_on_the_shore_opposite():
    shores = {letter: {cell.name for cell in race.board.cells if f"shore-{letter}" in cell.tags} for letter in "swne"}
    assert shores["s"] == {f"{file}14" for file in "bcdefgijklm"}
    assert shores["n"] == {f"{file}1" for file in "bcdefhijklm"}
    assert shores["w"] == {f"n{rank}" for rank in range(2, 14) if rank != 7}
    assert shores["e"] == {f"a{rank}" for rank in range(2, 14) if rank != 8}
    assert {cell.name for cell in race.board.cells if "corner" in cell.tags} == {"a1", "n1", "a14", "n14"}


@clause("mako.shores")
def test_corners_and_the_arrival_cells_of_others_are_ordinary_water():
    pos = draw(
        duel,
        """
        . . . .
        . S . N
        . . . .
        """,
    )
    assert cited(duel, pos, "b2-a1") == ["shores"]
    assert fields(duel, after(duel, pos, "b2-b1"))[:2] == ["S", "roll"]


@clause("mako.port")
def test_a_port_opens_to_its_own_boat_only():
    pos = draw(
        race,
        """
        . . . . . N . .
        . . E W . S . .
        . . . . . . . .
        """,
    )
    assert "f2-g1" in {race.write(pos, move) for move in race.legal(pos)}
    other = draw(
        race,
        """
        . . . . . N . .
        . . E S . W . .
        . . . . . . . .
        """,
        "W",
    )
    refusal = refused(race, other, "f2-g1")
    assert (refusal.because.id, refusal.cells) == ("mako.port", ("g1",))
    assert "Sud" in refusal.say("fr") and "South" in refusal.say("en")


@clause("mako.port")
def test_not_even_the_other_boat_of_a_pair_enters_a_port():
    pos = pairs.load(f"{board(r14='7,N,6', r13='7,S,6', r8='W,13', r7='13,E')} S")
    assert why(pairs, pos, "h13-h14") == "port"
    away = pairs.load(f"{board(r13='7,S,6', r8='W,13', r7='13,E', r5='4,N,9')} S")
    assert why(pairs, away, "h13-h14") == "port"


@clause("mako.absent")
def test_the_port_of_a_boat_that_does_not_play_is_closed_to_boats_and_mines():
    beside = three.load(f"{board(r14='7,N,6', r8='W,13', r7='12,S,1')} S")
    assert why(three, beside, "m7-n7") == "absent"
    aiming = three.load(f"{board(r14='7,N,6', r8='W,13', r7='10,S,3')} S mine 3")
    assert why(three, aiming, "+n7") == "absent"
    assert why(duel, duel.load(f"{board(r14='7,N,6', r8='1,S,12')} S"), "b8-a8") == "absent"


@clause("mako.turn")
def test_the_turn_goes_clockwise():
    pos, order = race.start(), []
    for _ in range(5):
        order.append(fields(race, pos)[0])
        pos = after(race, pos, "pass")
    assert order == list("SWNES")


@clause("mako.turn")
def test_one_sails_only_ones_own_boat():
    refusal = refused(race, race.start(), "a8-b8")
    assert (refusal.because.id, refusal.cells) == ("mako.turn", ("a8",))
    assert why(race, race.start(), "g5-g6") == "turn"
    assert why(race, after(race, race.start(), "pass"), "g1-g2") == "turn"


# -- sailing ---------------------------------------------------------------------------------------


@clause("mako.sail")
def test_a_boat_sails_one_cell_in_any_of_eight_directions():
    pos = draw(
        duel,
        """
        . . . . .
        . . S . N
        . . . . .
        . . . . .
        """,
    )
    assert targets(duel, pos, "c3") == {"b4", "c4", "d4", "b3", "d3", "b2", "c2", "d2"}


@clause("mako.sail")
def test_a_boat_does_not_sail_two_cells_nor_stay_in_place():
    refusal = refused(race, race.start(), "g1-g3")
    assert (refusal.because.id, refusal.cells) == ("mako.sail", ("g1", "g3"))
    assert "2 cases" in refusal.say("fr") and "2 squares" in refusal.say("en")
    assert why(race, race.start(), "g1-g1") == "sail"
    assert why(race, race.start(), "g1-h3") == "sail"


@clause("mako.occupied")
def test_a_boat_does_not_sail_onto_another():
    pos = draw(
        duel,
        """
        . N .
        . S .
        . . .
        """,
    )
    refusal = refused(duel, pos, "b2-b3")
    assert (refusal.because.id, refusal.cells) == ("mako.occupied", ("b3",))


@clause("mako.occupied")
def test_not_even_onto_a_friend():
    drawing = """
        . N .
        . S .
        W . E
        . . .
        """
    assert why(pairs, draw(pairs, drawing), "b3-b4") == "occupied"
    assert why(teams, draw(teams, drawing), "b3-b4") == "occupied"


@clause("mako.mined")
def test_an_enemy_mine_bars_the_way():
    pos = draw(
        duel,
        """
        . n . .
        . S . N
        . . . .
        """,
    )
    refusal = refused(duel, pos, "b2-b3")
    assert (refusal.because.id, refusal.cells) == ("mako.mined", ("b3",))
    assert "Nord" in refusal.say("fr")


@clause("mako.mined", "mako.pass")
def test_a_boat_that_is_walled_in_can_only_pass():
    pos = draw(
        duel,
        """
        n n n .
        n S n N
        n n n .
        . . . .
        """,
    )
    assert [duel.write(pos, move) for move in duel.legal(pos)] == ["pass"]


@clause("mako.fish")
def test_an_own_mine_is_fished_up_by_sailing_onto_it():
    pos = draw(
        duel,
        """
        . s . .
        . S . N
        . . . .
        """,
    )
    assert fields(duel, pos)[3] == "29,30"
    assert taken(duel, pos, "b2-b3") == {"b3"}
    assert fields(duel, after(duel, pos, "b2-b3"))[3] == "30,30"


THIRTY_MINES = """
    s s s s s s s s s s s s s s
    s s s s s s s s s s s s s s
    . . . . . . . . . . . . . .
    . s . s . . . . . N . . . .
    . . S . . . . . . . . . . .
    . . . . . . . . . . . . . .
    """


@clause("mako.empty")
def test_without_mines_one_sails_without_the_die():
    pos = draw(duel, THIRTY_MINES)
    assert fields(duel, pos)[3] == "0,30"
    assert cited(duel, pos, "c2-c1") == ["shores", "empty"]
    assert fields(duel, after(duel, pos, "c2-c3")) == ["N", "sail", "-", "0,30", "-", "1,0", "-"]


@clause("mako.empty", "mako.fish")
def test_a_mine_fished_up_brings_the_die_back_in_the_same_turn():
    pos = draw(duel, THIRTY_MINES)
    fished = after(duel, pos, "c2-d3")
    assert fields(duel, fished)[:4] == ["S", "roll", "-", "1,30"]
    assert duel.actor(fished) is CHANCE


@clause("mako.pass")
def test_one_may_always_pass_without_a_mine():
    assert cited(race, race.start(), "pass") == ["pass"]
    assert fields(race, after(race, race.start(), "pass")) == ["W", "sail", "-", "30,30,30,30", "-", "1,0,0,0", "-"]


# -- the mine --------------------------------------------------------------------------------------


@clause("mako.die")
def test_after_sailing_chance_throws_the_die():
    pos = after(race, race.start(), "g1-g2")
    assert race.actor(pos) is CHANCE
    assert {race.write(pos, move): odds for move, odds in race.odds(pos).items()} == {f"={n}": Fraction(1, 6) for n in range(1, 7)}
    shown = after(race, pos, "=4")
    assert fields(race, shown)[:3] == ["S", "mine", "4"]
    assert race.scene(shown).gauges["die"] == 4
    assert "die" not in race.scene(after(race, shown, "+g6")).gauges


@clause("mako.die")
def test_sail_then_die_then_mine_and_in_no_other_order():
    assert why(race, race.start(), "+g4") == "die"
    assert why(race, race.start(), "=4") == "die"
    sailed = after(race, race.start(), "g1-g2")
    assert [why(race, sailed, move) for move in ("g2-g3", "pass", "+g5")] == ["die", "die", "die"]


@clause("mako.lay")
def test_the_mine_goes_exactly_as_far_as_the_die_in_eight_directions():
    pos = draw(
        duel,
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . S . . N .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        "S",
        "mine",
        2,
    )
    assert targets(duel, pos) == {"c2", "e2", "g2", "c4", "g4", "c6", "e6", "g6"}
    laid = after(duel, pos, "+g6")
    assert tokens(duel, laid) == {"e4": "south", "h4": "north", "g6": "south-mine"}
    assert fields(duel, laid) == ["N", "sail", "-", "29,30", "-", "1,0", "-"]


@clause("mako.lay")
def test_a_wrong_distance_or_direction_is_told_apart():
    pos = after(race, race.start(), "g1-g2 =3")
    far, crooked = refused(race, pos, "+g6"), refused(race, pos, "+h4")
    assert far.because.id == crooked.because.id == "mako.lay"
    assert "est à 4" in far.say("fr") and "is 4 away" in far.say("en")
    assert "ligne droite" in crooked.say("fr")
    assert set(far.instead) == {"+g5", "+d5", "+j5", "+d2", "+j2"}
    own_cell = refused(race, pos, "+g2")
    assert own_cell.because.id == "mako.lay" and "navire lui-même" in own_cell.say("fr")


@clause("mako.flight")
def test_the_mine_flies_over_boats_and_mines():
    pos = draw(
        duel,
        """
        . . . . .
        . n . . .
        . N . . .
        . S . . .
        . . . . .
        """,
        "S",
        "mine",
        3,
    )
    assert cited(duel, pos, "+b5")[0] == "flight"
    assert cited(duel, pos, "+e5")[0] == "lay"


@clause("mako.taken")
def test_no_mine_goes_onto_a_mine_of_any_colour():
    pos = draw(
        duel,
        """
        s . n .
        . . . .
        S . . N
        . . . .
        """,
        "S",
        "mine",
        2,
    )
    assert why(duel, pos, "+a4") == why(duel, pos, "+c4") == "taken"
    assert refused(duel, pos, "+c4").cells == ("c4",)


@clause("mako.shelter")
def test_a_port_is_not_mined_and_a_boat_in_its_port_is_not_hit():
    pos = duel.load(f"{board(r14='7,N,6', r11='7,S,6')} S mine 3")
    assert why(duel, pos, "+h14") == "shelter"
    away = duel.load(f"{board(r11='7,S,6', r5='7,N,6')} S mine 3")
    assert why(duel, away, "+h14") == "shelter"
    own = draw(
        duel,
        """
        . . . . . . S . .
        . . N . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        "S",
        "mine",
        3,
    )
    assert why(duel, own, "+g1") == "shelter"


@clause("mako.must")
def test_after_the_die_the_mine_must_be_laid():
    pos = after(race, race.start(), "g1-g2 =3")
    assert [why(race, pos, move) for move in ("pass", "g2-g3", "=3")] == ["must", "must", "must"]
    assert set(refused(race, pos, "pass").instead) == {"+g5", "+d5", "+j5", "+d2", "+j2"}


@clause("mako.no_target")
def test_where_every_cell_is_mined_or_off_the_board_no_mine_is_laid():
    pos = draw(
        duel,
        """
        s . n . .
        . . . . N
        S . n . .
        """,
        "S",
        "roll",
    )
    assert cited(duel, pos, "=2") == ["die", "no_target"]
    assert fields(duel, after(duel, pos, "=2")) == ["N", "sail", "-", "29,28", "-", "1,0", "-"]
    assert fields(duel, after(duel, pos, "=1"))[:3] == ["S", "mine", "1"]


@clause("mako.no_target", "mako.shelter")
def test_a_port_is_no_target_to_fall_back_on():
    pos = draw(
        duel,
        """
        . . . . s . s . s
        . . N . . . . . .
        . . . . n . S . n
        . . . . . . . . .
        . . . . s . . . s
        """,
        "S",
        "roll",
    )
    assert cited(duel, pos, "=2") == ["die", "no_target"]
    with pytest.raises(BadPosition, match="no square is free"):
        duel.load(duel.dump(pos).replace("S roll -", "S mine 2"))


@clause("mako.hit")
def test_a_boat_that_is_hit_goes_back_to_its_port():
    pos = draw(
        duel,
        """
        . N . .
        . . . .
        . S . .
        . . . .
        """,
        "S",
        "mine",
        2,
    )
    step = duel.play(pos, duel.read(pos, "+b4"))
    assert tokens(duel, step.after) == {"b2": "south", "b4": "south-mine", "h14": "north"}
    assert (step.events[0].because.id, step.events[0].cell, step.events[0].to) == ("mako.hit", "b4", "h14")


@clause("mako.again")
def test_the_mine_that_hit_stays_and_the_shooter_plays_a_whole_turn_again():
    pos = draw(
        duel,
        """
        . N . .
        . . . .
        . S . .
        . . . .
        """,
        "S",
        "mine",
        2,
    )
    assert cited(duel, pos, "+b4")[:2] == ["hit", "again"]
    again = after(duel, pos, "+b4")
    assert fields(duel, again) == ["S", "sail", "-", "29,30", "-", "1,0", "-"]
    assert {"b2-b3", "pass"} <= {duel.write(again, move) for move in duel.legal(again)}
    assert fields(duel, after(duel, again, "b2-b3 =1 +b2"))[:6] == ["N", "sail", "-", "28,30", "-", "2,0"]


@clause("mako.hit")
def test_in_the_race_any_other_boat_can_be_hit():
    pos = draw(
        race,
        """
        . N . W .
        . . . . .
        . S . E .
        . . . . .
        """,
        "S",
        "mine",
        2,
    )
    for move, port in (("+b4", "h14"), ("+d4", "a8"), ("+d2", "n7")):
        assert tokens(race, after(race, pos, move))[port] in ("north", "west", "east")


# -- the end ---------------------------------------------------------------------------------------


@clause("mako.arrival")
def test_the_first_boat_on_the_shore_opposite_wins():
    pos = duel.load(f"{board(r13='6,S,7', r5='4,N,9')} S")
    for move in ("g13-f14", "g13-g14"):
        outcome = duel.outcome(after(duel, pos, move))
        assert (outcome.ranks, outcome.because.id) == ((1, 2), "mako.arrival")
    north = duel.load(f"{board(r9='6,S,7', r2='4,N,9')} N")
    assert duel.outcome(after(duel, north, "e2-e1")).ranks == (2, 1)


@clause("mako.arrival")
def test_a_corner_is_no_arrival():
    pos = duel.load(f"{board(r13='1,S,12', r5='4,N,9')} S")
    assert duel.outcome(after(duel, pos, "b13-a14")) is None
    assert duel.outcome(after(duel, pos, "b13-b14")).ranks == (1, 2)


@clause("mako.home", "mako.arrival")
def test_a_boat_that_arrives_leaves_the_board_before_any_die_and_its_mines_stay():
    pos = race.load(f"{board(r13='6,S,7', r10='3,s,10', r8='W,13', r7='13,E', r5='4,N,9')} S")
    step = race.play(pos, race.read(pos, "g13-g14"))
    assert "mako.home" in {event.because.id for event in step.events}
    assert tokens(race, step.after) == {"d10": "south-mine", "a8": "west", "n7": "east", "e5": "north"}
    assert fields(race, step.after) == ["W", "sail", "-", "29,30,30,30", "S", "1,0,0,0", "-"]
    assert race.scene(step.after).gauges["place0"] == 1


@clause("mako.home", "mako.fish")
def test_an_own_mine_on_the_arrival_cell_is_fished_up_first():
    pos = race.load(f"{board(r14='6,s,7', r13='6,S,7', r8='W,13', r7='13,E', r5='4,N,9')} S")
    assert cited(race, pos, "g13-g14")[:3] == ["fish", "sail", "home"]
    assert fields(race, after(race, pos, "g13-g14"))[3] == "30,30,30,30"


@clause("mako.last")
def test_four_boats_race_for_the_places_and_the_one_left_alone_is_last():
    pos = race.load(f"{board(r13='6,S,7', r9='12,W,1', r4='1,E,12', r2='4,N,9')} S")
    for move in ("g13-g14", "m9-n9", "e2-e1"):
        assert race.outcome(pos) is None
        pos = after(race, pos, move)
    outcome = race.outcome(pos)
    assert (outcome.ranks, outcome.because.id) == ((1, 2, 3, 4), "mako.last")
    assert fields(race, pos) == ["E", "sail", "-", "30,30,30,30", "S,W,N", "1,1,1,0", "-"]


@clause("mako.last")
def test_three_boats_race_for_three_places():
    pos = three.load(f"{board(r13='6,S,7', r9='5,W,8', r2='4,N,9')} S")
    pos = after(three, pos, "pass pass e2-e1 g13-g14")
    assert (three.outcome(pos).ranks, three.outcome(pos).because.id) == ((2, 3, 1), "mako.last")


@clause("mako.turn", "mako.home")
def test_the_turn_skips_boats_that_have_arrived():
    pos = race.load(f"{board(r9='5,W,8', r7='13,E')} W sail - - S,N")
    assert fields(race, after(race, pos, "pass"))[0] == "E"
    assert fields(race, after(race, pos, "pass pass"))[0] == "W"


@clause("mako.rounds")
def test_the_technical_end_shares_the_best_place_left():
    pos = race.load(f"{board(r9='5,W,8', r7='13,E', r3='6,S,7')} S sail - - N 199,200,12,200")
    outcome = race.outcome(after(race, pos, "pass"))
    assert (outcome.ranks, outcome.because.id) == ((2, 2, 1, 2), "mako.rounds")


@clause("mako.rounds", "mako.again")
def test_every_turn_counts_and_so_does_playing_again():
    once = game("mako", mode="b", rounds=1)
    pos = once.load(f"{board(r5='1,N,12', r3='1,S,12')} S mine 2")
    hit = after(once, pos, "+b5")
    assert once.outcome(hit) is None
    assert fields(once, hit)[0] == "S"
    ended = after(once, hit, "pass pass")
    assert fields(once, ended)[5] == "2,1"
    assert once.outcome(ended).drawn


@clause("mako.rounds")
def test_the_last_turn_is_played_to_its_end():
    once = game("mako", mode="b", rounds=1)
    pos = after(once, once.start(), "g1-g2 =1 +g3 h14-h13")
    assert once.outcome(pos) is None
    assert once.outcome(after(once, pos, "=1 +h12")).because.id == "mako.rounds"


@clause("mako.rounds")
def test_the_last_rounds_are_shown():
    pos = duel.load(f"{board(r9='5,N,8', r3='6,S,7')} S sail - - - 189,190")
    assert "left" not in duel.scene(pos).gauges
    assert duel.scene(after(duel, pos, "pass")).gauges["left"] == 10


@each_table
@clause("mako.agreement")
def test_by_agreement_those_at_sea_share(rules):
    outcome = Match(rules).agree()
    assert (outcome.drawn, outcome.because.id) == (True, "mako.agreement")


@clause("mako.agreement")
def test_an_agreement_keeps_the_places_already_won():
    pos = race.load(f"{board(r9='5,W,8', r7='13,E')} W sail - - N - S")
    assert race.settle(pos).ranks == (4, 2, 1, 2)


# -- leaving ---------------------------------------------------------------------------------------


@clause("mako.leaving")
def test_a_leaver_takes_the_boat_away_and_leaves_the_mines():
    pos = race.load(f"{board(r10='3,w,10', r9='5,W,8', r7='13,E', r5='4,N,9', r3='6,S,7')} S")
    step = race.withdraw(pos, 1)
    assert tokens(race, step.after) == {"d10": "west-mine", "n7": "east", "e5": "north", "g3": "south"}
    assert fields(race, step.after) == ["S", "sail", "-", "30,29,30,30", "-", "0,0,0,0", "W"]
    assert race.scene(step.after).gauges["place1"] == 4
    assert race.scene(pos).after(step.events) == race.scene(step.after)
    assert fields(race, after(race, step.after, "pass"))[0] == "N"


@clause("mako.last", "mako.leaving")
def test_an_arrival_after_a_departure_ends_the_race_by_arrival():
    match = Match(three, three.load(f"{board(r13='6,S,7', r9='5,W,8', r2='4,N,9')} S"))
    match.withdraw(1)
    assert match.outcome is None
    match.play("g13-g14")
    assert (match.outcome.ranks, match.outcome.because.id) == ((1, 3, 2), "mako.last")
    record = write_text(match)
    old = record.replace('[Rules "2"]', '[Rules "1"]').replace("mako.last", "mako.leaving")
    assert read_record(record).outcome.because.id == "mako.last"
    assert read_record(old).outcome.because.id == "mako.leaving"


@clause("mako.leaving")
def test_a_departure_after_an_arrival_ends_the_race_by_departure():
    match = Match(three, three.load(f"{board(r13='6,S,7', r9='5,W,8', r2='4,N,9')} S"))
    match.play("g13-g14")
    match.withdraw(2)
    assert (match.outcome.ranks, match.outcome.because.id) == ((1, 2, 3), "mako.leaving")
    text = three.dump(match.position)
    assert three.outcome(three.load(text)).because.id == "mako.leaving"
    with pytest.raises(BadPosition):
        race.load(f"{board(r9='5,W,8', r7='13,E', r3='6,S,7')} N sail - - - 0,0,0,0 N")


@clause("mako.rounds")
def test_the_clause_tells_the_rounds_and_the_band_of_the_table():
    short = game("mako", mode="c", rounds=7, band="e-j")
    sentences = {clause.id: clause.en for clause in short.clauses}
    assert "7 turns" in sentences["mako.rounds"]
    assert "file e to file j" in sentences["mako.band"]
    pos = short.load(f"{board(r9='5,N,8', r3='6,S,7')} S sail - - - 6,7")
    assert short.outcome(after(short, pos, "pass")).because.en == sentences["mako.rounds"]


@clause("mako.turn")
def test_the_refusal_tells_an_empty_cell_a_mine_and_a_foreign_boat_apart():
    pos = race.load(f"{board(r14='7,N,6', r10='3,w,10', r9='5,W,8', r7='13,E', r3='6,S,7')} S")
    assert refused(race, pos, "e4-e5").detail == ("Il n'y a rien en e4.", "There is nothing on e4.")
    assert refused(race, pos, "d10-d11").detail.en == "There is only West's mine on d10."
    assert refused(race, pos, "h14-h13").detail == (
        "En h14, c'est le navire de Nord ; c'est à Sud de jouer.",
        "It is North's boat on h14; it is South's turn.",
    )


@pytest.mark.parametrize("moves", ["", "g1-g2", "g1-g2 =3"])
@clause("mako.leaving")
def test_a_leaver_whose_turn_it_is_hands_it_on_in_any_phase(moves):
    pos = after(race, race.start(), moves)
    step = race.withdraw(pos, 0)
    assert fields(race, step.after) == ["W", "sail", "-", "30,30,30,30", "-", "0,0,0,0", "S"]
    assert race.scene(pos).after(step.events) == race.scene(step.after)


@clause("mako.leaving")
def test_another_player_may_leave_while_the_die_is_shown():
    pos = after(race, race.start(), "g1-g2 =3")
    assert fields(race, race.withdraw(pos, 2).after)[:3] == ["S", "mine", "3"]


@clause("mako.leaving")
def test_the_earlier_one_leaves_the_lower_the_place_and_the_last_one_there_takes_the_best():
    match = Match(race)
    match.withdraw(2)
    match.withdraw(0)
    assert match.outcome is None
    match.withdraw(1)
    assert (match.outcome.ranks, match.outcome.because.id) == ((3, 2, 4, 1), "mako.leaving")


@clause("mako.leaving")
def test_after_a_departure_the_places_are_still_raced_for():
    pos = race.load(f"{board(r13='6,S,7', r9='5,W,8', r7='13,E')} S sail - - - - N")
    arrived = after(race, pos, "g13-g14")
    assert race.outcome(arrived) is None
    done = race.load(f"{board(r9='12,W,1', r7='13,E')} W sail - - S - N")
    assert race.outcome(after(race, done, "m9-n9")).ranks == (1, 2, 4, 3)


@clause("mako.leaving", "mako.rounds")
def test_leavers_stay_behind_those_who_share():
    pos = race.load(f"{board(r9='5,W,8', r7='13,E')} W sail - - S 200,199,3,200 N")
    assert race.outcome(after(race, pos, "pass")).ranks == (1, 2, 4, 2)


@clause("mako.leaving")
def test_who_has_a_place_may_leave_and_changes_nothing():
    pos = race.load(f"{board(r9='5,W,8', r7='13,E')} W sail - - S - N")
    assert race.withdraw(pos, 0).after == race.withdraw(pos, 2).after == pos


@pytest.mark.parametrize("rules", [pairs, duel, lane], ids=["a", "b", "c"])
def test_between_two_nobody_withdraws_and_to_resign_is_to_lose(rules):
    assert rules.withdraw(rules.start(), 0) is None
    with pytest.raises(TablierError):
        Match(rules).withdraw(1)
    assert Match(rules).resign(0).ranks == (2, 1)


# -- two players -----------------------------------------------------------------------------------


@clause("mako.facing")
def test_in_game_a_the_pairs_face_one_another_with_thirty_mines_a_boat():
    assert fields(pairs, pairs.start()) == ["S", "sail", "-", "30,30,30,30", "-", "0,0", "-"]
    assert {piece.glyph: piece.seat for piece in pairs.pieces} == {"S": 0, "s": 0, "N": 0, "n": 0, "W": 1, "w": 1, "E": 1, "e": 1}


@clause("mako.pair")
def test_in_game_a_either_boat_sails():
    assert targets(pairs, pairs.start()) == {"g1", "h14", "pass"}
    sailed = after(pairs, pairs.start(), "h14-h13 =2")
    assert fields(pairs, sailed)[:3] == ["N", "mine", "2"]
    laid = after(pairs, sailed, "+h11")
    assert tokens(pairs, laid)["h11"] == "north-mine"
    assert fields(pairs, laid)[:4] == ["W", "sail", "-", "30,30,29,30"]


@clause("mako.pair", "mako.fish")
def test_in_game_a_each_boat_recovers_the_mines_of_the_other():
    pos = draw(
        pairs,
        """
        s n . . .
        . S . N .
        w . W . E
        . . . . .
        """,
    )
    assert fields(pairs, pos)[3] == "29,29,29,30"
    assert cited(pairs, pos, "b3-b4")[0] == "pair"
    assert cited(pairs, pos, "b3-a4")[0] == "fish"
    assert fields(pairs, after(pairs, pos, "b3-b4"))[3] == "29,29,30,30"
    assert why(pairs, pos, "b3-a2") == "mined"


@clause("mako.pair_mine")
def test_in_game_a_the_mine_leaves_from_the_boat_that_sailed_and_spares_the_other():
    pos = draw(
        pairs,
        """
        . N . E .
        . . . . .
        . S . . .
        . . . W .
        . . . . .
        """,
        "S",
        "mine",
        2,
    )
    assert why(pairs, pos, "+b5") == "pair_mine"
    assert targets(pairs, pos) == {"b1", "d1", "d3", "d5"}
    assert why(pairs, pos, "+b7") == "pair_mine"
    assert why(pairs, pos, "+c4") == "lay"
    assert tokens(pairs, after(pairs, pos, "+d5"))["n7"] == "east"


@clause("mako.pair_home")
def test_in_game_a_the_first_boat_home_wins():
    pos = pairs.load(f"{board(r9='5,W,8', r7='13,E', r3='6,S,7', r2='4,N,9')} S")
    outcome = pairs.outcome(after(pairs, pos, "e2-d1"))
    assert (outcome.ranks, outcome.because.id) == ((1, 2), "mako.pair_home")


@clause("mako.duel")
def test_in_game_b_south_faces_north():
    assert tokens(duel, duel.start()) == {"g1": "south", "h14": "north"}
    assert fields(duel, after(duel, duel.start(), "pass"))[0] == "N"


@clause("mako.lane")
def test_in_game_c_the_sea_is_a_band():
    assert tokens(lane, lane.start()) == {"g1": "south", "h14": "north"}
    inside = {cell.name[0] for cell in lane.board.cells if "outside" not in cell.tags}
    assert inside == set("defghijk")


@clause("mako.band")
def test_nobody_sails_or_mines_outside_the_band():
    pos = draw(
        lane,
        """
        . . . . . .
        . . . S . N
        . . . . . .
        """,
    )
    assert targets(lane, pos, "d2") == {"d3", "e3", "e2", "d1", "e1"}
    assert why(lane, pos, "d2-c2") == "band"
    aiming = draw(
        lane,
        """
        . . . . . .
        . . . S . N
        . . . . . .
        """,
        "S",
        "mine",
        2,
    )
    assert why(lane, aiming, "+b2") == "band"
    assert targets(lane, aiming) == {"d4", "f4", "f2"}


@clause("mako.band")
def test_arrival_cells_are_those_of_the_band():
    shore = {cell.name for cell in lane.board.cells if "shore-s" in cell.tags}
    assert shore == {"d14", "e14", "f14", "g14", "i14", "j14", "k14"}


@pytest.mark.parametrize(("band", "width"), [("d-k", 8), ("c-l", 10), ("b-m", 12), ("e-j", 6)])
@clause("mako.band")
def test_the_band_is_adjustable(band, width):
    rules = game("mako", mode="c", band=band)
    assert sum("outside" not in cell.tags for cell in rules.board.cells) == 14 * width
    edge = chr(ord(band[0]) - 1)
    pos = rules.load(f"{board(r14='7,N,6', r5=f'{ord(band[0]) - 97},S,{110 - ord(band[0])}')} S")
    assert f"de {band[0]} à {band[-1]}" in refused(rules, pos, f"{band[0]}5-{edge}5").say("fr")


# -- teams -----------------------------------------------------------------------------------------


@clause("mako.teams")
def test_partners_sit_opposite_with_a_boat_and_thirty_mines_each():
    assert fields(teams, teams.start()) == ["S", "sail", "-", "30,30,30,30", "-", "0,0,0,0", "-"]
    assert [place.name.en for place in teams.seats] == ["South", "West", "North", "East"]


@clause("mako.team_mine")
def test_a_partners_mine_goes_back_to_its_own_stock():
    pos = draw(
        teams,
        """
        s n . . .
        . S . N .
        w . W . E
        . . . . .
        """,
    )
    assert fields(teams, pos)[3] == "29,29,29,30"
    assert cited(teams, pos, "b3-b4")[0] == "team_mine"
    assert fields(teams, after(teams, pos, "b3-b4"))[3] == "29,29,30,30"
    assert why(teams, pos, "b3-a2") == "mined"


@clause("mako.team_mine", "mako.empty")
def test_a_partners_mine_does_not_bring_the_die_back():
    pos = draw(
        teams,
        """
        s s s s s s s s s s s s s s
        s s s s s s s s s s s s s s
        . . . . . . W . E . . . . .
        . s n s . . . . . N . . . .
        . . S . . . . . . . . . . .
        . . . . . . . . . . . . . .
        """,
    )
    assert fields(teams, pos)[3] == "0,30,29,30"
    assert fields(teams, after(teams, pos, "c2-c3"))[:4] == ["W", "sail", "-", "0,30,30,30"]


@clause("mako.team_boat")
def test_a_partners_boat_is_no_target():
    pos = draw(
        teams,
        """
        . N . E .
        . . . . .
        . S . . .
        . . . W .
        . . . . .
        """,
        "S",
        "mine",
        2,
    )
    assert why(teams, pos, "+b5") == "team_boat"
    assert "again" in cited(teams, pos, "+d5")


@clause("mako.team_home")
def test_a_team_needs_both_boats_home():
    pos = teams.load(f"{board(r13='6,S,7', r9='12,W,1', r7='10,E,3', r2='4,N,9')} S")
    pos = after(teams, pos, "g13-g14 m9-n9")
    assert teams.outcome(pos) is None
    assert teams.settle(pos).drawn
    pos = after(teams, pos, "e2-e1")
    assert (teams.outcome(pos).ranks, teams.outcome(pos).because.id) == ((1, 3, 1, 3), "mako.team_home")


@clause("mako.team_home")
def test_a_player_who_has_arrived_no_longer_plays():
    pos = teams.load(f"{board(r9='6,W,7', r7='10,E,3', r5='4,N,9')} E sail - - S")
    assert fields(teams, after(teams, pos, "pass"))[0] == "W"


@clause("mako.team_home", "mako.rounds")
def test_teams_that_are_not_home_in_time_are_level():
    pos = teams.load(f"{board(r9='6,W,7', r7='10,E,3', r5='4,N,9')} E sail - - S 3,200,200,199")
    outcome = teams.outcome(after(teams, pos, "pass"))
    assert (outcome.ranks, outcome.because.id) == ((1, 1, 1, 1), "mako.rounds")


@clause("mako.team_left")
def test_the_departure_of_a_partner_gives_the_game_to_the_other_team():
    match = Match(teams)
    match.play("g1-g2")
    assert (match.resign(3).ranks, match.outcome.because.id) == ((1, 3, 1, 3), "mako.team_left")
    assert Match(teams).resign(0).ranks == (3, 1, 3, 1)


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "g1", "g1-g2-g3", "=0", "=7", "=44", "+", "+o1", "Pass", "g1-g15", "-"])
def test_what_is_no_move_is_refused_as_a_slip_of_the_pen(text):
    with pytest.raises(BadNotation):
        race.parse(text)


IN_PORT = board(r14="7,N,6", r1="6,S,7")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{board(r14='7,N,6')}", "South: 0 times"),
        (f"{board(r14='7,N,6', r5='S,S,12')}", "South: 2 times"),
        (f"{IN_PORT} S sail - - S", "South: 1 times"),
        (f"{IN_PORT} W", "W is not at sea"),
        (f"{board(r14='6,S,N,6')}", "g14 it has arrived"),
        (f"{board(r14='7,S,6', r5='N,13')}", "not its port"),
        (f"{board(r8='S,13', r5='N,13')}", "not its port"),
        (f"{board(r8='s,13', r5='N,S,12')}", "a8: nothing"),
        (f"{IN_PORT} S sail - 29,30", "do not make 30"),
        (f"{IN_PORT} S sail - 31,30", "do not make 30"),
        (f"{IN_PORT} S sail - 30", "1 numbers instead of 2"),
        (f"{IN_PORT} S mine", "only there"),
        (f"{IN_PORT} S sail 3", "only there"),
        (f"{IN_PORT} S mine 7", "from 1 to 6"),
        (f"{IN_PORT} S swim", "'swim'"),
        (f"{IN_PORT} S sail - - X", "different boats"),
        (f"{IN_PORT} S sail - - E", "different boats"),
        (f"{IN_PORT} S sail - - - 0,x", "turns: 'x'"),
        (f"{board(r5='6,S,7')} S sail - - - - N", "was over"),
        (f"{IN_PORT} S sail - - - - - 1", "too much"),
        (f"{board(r14='7,N,6', r5='w,S,12')}", "'w' is unknown"),
        (
            f"{board(r5='N,S,12', r10='s,s,s,s,s,s,s,s,s,s,s,s,s,s', r9='s,s,s,s,s,s,s,s,s,s,s,s,s,s', r8='1,s,s,11')} S roll",
            "without mines",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_reason(text, problem):
    with pytest.raises(BadPosition) as error:
        duel.load(text)
    assert problem in error.value.say("en")


def test_all_problems_are_told_at_once():
    with pytest.raises(BadPosition) as error:
        duel.load(f"{board(r8='s,13', r5='S,S,12')} S mine - 30,30")
    assert len(error.value.problems) == 5


def test_a_band_a_pair_and_a_team_have_their_own_impossible_positions():
    for rules, text in (
        (lane, f"{board(r14='7,N,6', r5='S,13')} S"),
        (lane, f"{board(r14='7,N,6', r5='s,5,S,7')} S"),
        (pairs, f"{board(r14='7,N,6', r8='W,13', r7='13,E', r1='6,S,7')} N sail"),
        (pairs, f"{board(r14='7,N,6', r7='13,E')} E sail - - S,W"),
        (teams, f"{board(r7='13,E')} E sail - - S,N,W"),
        (teams, f"{board(r7='13,E', r1='6,S,7')} S sail - - - - N,W"),
        (three, f"{board(r14='7,N,6', r8='W,13', r7='13,E', r1='6,S,7')} S"),
        (three, f"{board(r14='7,N,6')} N sail - - S,W - N"),
    ):
        with pytest.raises(BadPosition):
            rules.load(text)


@each_table
def test_a_record_with_its_dice_replays_exactly(rules):
    rng, match = random.Random(5), Match(rules)
    while match.outcome is None and len(match.entries) < 200:
        if match.actor is CHANCE:
            match.roll(rng.random())
        else:
            match.play(rng.choice(match.legal()))
    assert any(move.startswith("=") for move in match.moves)
    for write in (write_text, write_json):
        again = read_record(write(match))
        assert (again.moves, again.position, again.outcome) == (match.moves, match.position, match.outcome)


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "c", "band": "e-j"},
        {"mode": "c", "band": "b-m"},
        {"mode": "a", "rounds": 3},
        {"mode": "teams", "rounds": 4},
        {"seats": 3, "rounds": 5},
    ],
    ids=str,
)
def test_options_work_together(options):
    check_game(game("mako", **options), walks=2, longest=120)


@clause("mako.facing", "mako.empty", "mako.lay")
def test_in_game_a_a_boat_lays_its_own_thirty_mines_and_no_more():
    spent = " ".join(f"{file}{rank}" for file in "bcdefghijk" for rank in (3, 5, 10))
    pos = pairs.load(f"{sea(S='g7', W='a8', N='l12', E='n7', s=spent)} S")
    assert fields(pairs, pos)[3] == "0,30,30,30"
    assert cited(pairs, pos, "g7-g8")[-1] == "empty"
    sailed = after(pairs, pos, "l12-l11")
    assert fields(pairs, sailed)[:2] == ["N", "roll"]
    with pytest.raises(BadPosition):
        pairs.load(f"{sea(S='g7', W='a8', N='l12', E='n7', s=spent + ' l5')} S")


@clause("mako.pair", "mako.fish")
def test_in_game_a_a_mine_goes_back_to_the_stock_of_its_colour():
    pos = pairs.load(f"{sea(S='g5', W='a8', N='c9', E='n7', n='g6')} S")
    assert fields(pairs, pos)[3] == "30,30,29,30"
    assert fields(pairs, after(pairs, pos, "g5-g6"))[3] == "30,30,30,30"


@clause("mako.facing")
def test_in_game_a_the_pairs_may_be_adjacent():
    adjacent = game("mako", mode="a", pairs="adjacent")
    assert [place.name.en for place in adjacent.seats] == ["South and West", "North and East"]
    assert "South and West" in adjacent.setup.en
    assert after(adjacent, adjacent.start(), "a8-b8 =1").side == 1


def test_a_record_of_game_a_under_rules_1_keeps_its_shared_stock():
    spent = " ".join(f"{file}{rank}" for file in "bcdefghijk" for rank in (3, 5, 10))
    old = pairs.as_of(1)
    match = Match(old, old.load(f"{sea(S='g7', W='a8', N='l12', E='n7', s=spent)} S"))
    for move in ("g7-g8", "=1", "+g9"):
        match.play(move)
    assert fields(old, match.position)[3] == "29,60"
    record = write_text(match)
    assert '[Rules "1"]' in record
    assert read_record(record).moves == match.moves
    with pytest.raises(TablierError):
        read_record(record.replace('[Rules "1"]', '[Rules "2"]'))
