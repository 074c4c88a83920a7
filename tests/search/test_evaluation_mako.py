"""What is known of Mako Naval: ways home, duels, and moves that a person would find."""

import random

import pytest

from tablier import CHANCE, Match, game
from tablier.arena.players import make_player
from tablier.games.mako.sea import BOATS, PORTS, SEA, SIZE, sea
from tablier.kernels import kernel_of
from tablier.search.analysis import Limits
from tablier.search.mcts_engine import MctsEngine
from tablier.search.network import BadNetwork, write_network
from tablier.search.registry import evaluation_of, uses_mcts

race, three = game("mako"), game("mako", seats=3)
pairs, duel, lane, teams = (game("mako", mode=mode) for mode in ("a", "b", "c", "teams"))
CLASSIC_GAME = (
    "g1-f2 =2 +f4 a8-b9 =3 +b12 h14-i13 =1 +i14 n7-m7 =6 +m13 f2-f3 =4 +f7 b9-c9 =4 +c13 i13-i12 =2 "
    "+k12 m7-l6 =1 +l7 f3-g4 =1 +g5 c9-d8 =1 +d9 i12-h11 =4 +l11 l6-k7 =5 +f12 g4-g5 =3 +d8 g5-f6 "
    "=1 +g6 a8-b8 =2 +d10 h11-h10 =5 +m10"
)
each_table = pytest.mark.parametrize("rules", [race, three, pairs, duel, lane, teams], ids=["race", "three", "a", "b", "c", "teams"])


def best(rules, position, simulations=2000):
    match = Match(rules, rules.load(position))
    return MctsEngine(rules).analyse(match, Limits(nodes=simulations)).lines[0].moves[0]


def chances(rules, position):
    return evaluation_of(rules).chances(kernel_of(rules, position))


def voyages(rules, position):
    return evaluation_of(rules).voyages(kernel_of(rules, position))


def turned(name):
    """The cell that a quarter turn clockwise leads to."""
    cell = SEA.cells[SEA.index(name)]
    return SEA.names[(SIZE - 1 - cell.x) * SIZE + cell.y]


def test_the_game_is_sampled():
    assert uses_mcts(duel)


def test_a_boat_next_to_its_shore_sails_home():
    assert best(duel, f"{sea(S='e13', N='h3')} S") in {"e13-d14", "e13-e14", "e13-f14"}


def test_a_boat_about_to_arrive_is_hit():
    assert best(duel, f"{sea(S='e8', N='e3', s='a1')} S mine 5") == "+e3"


def test_the_opening_is_thirteen_steps_for_everybody():
    assert voyages(race, race.dump(race.start())) == [13] * 4


def test_a_wall_of_foreign_mines_is_sailed_round_and_own_mines_are_not():
    wall = "b8 c8 d8 e8 f8 g8 h8 i8 j8 k8 l8"
    assert voyages(duel, f"{sea(S='g7', N='h14', s=wall)} S")[0] == 7
    assert voyages(duel, f"{sea(S='g7', N='h14', n=wall)} S")[0] == 12


def test_a_boat_takes_the_shortest_way_round_a_wall():
    def position(boat):
        return f"{sea(S=boat, N='m3', n='b8 c8 d8 e8 f8 g8')} S"

    assert voyages(duel, position("d7"))[0] == 10
    assert voyages(duel, position(best(duel, position("d7")).partition("-")[2]))[0] == 9


def test_a_boat_shut_in_has_no_way_and_little_hope():
    shut = f"{sea(S='g1', N='e9', n='f1 h1 f2 g2 h2')} S"
    assert voyages(duel, shut)[0] is None
    assert chances(duel, shut)[0] < 0.1


def test_too_few_turns_left_are_no_way_home():
    short = game("mako", mode="b", rounds=5)
    assert voyages(short, f"{sea(S='g3', N='h6')} S") == [None, None, 5, None]


@each_table
def test_prospects_are_shares_of_one_whole_along_random_games(rules):
    rng, known = random.Random(2), evaluation_of(rules)
    twin = kernel_of(rules)
    for _ in range(300):
        legal = twin.legal_moves()
        if not legal:
            break
        values = known.chances(twin)
        assert all(0 <= value <= 1 for value in values)
        assert sum(values) == pytest.approx(len(rules.seats) / 2)
        twin.push(rng.choice(legal))


def test_prospects_turn_with_the_board():
    rng = random.Random(4)
    names = [name for i, name in enumerate(SEA.names) if i not in PORTS and 0 < i % SIZE < SIZE - 1 and 0 < i // SIZE < SIZE - 1]
    for _ in range(40):
        cells = dict(zip("SWNEswne", rng.sample(names, 8), strict=True))
        side = rng.choice(BOATS)
        follows = dict(zip(BOATS + BOATS.lower(), BOATS[1:] + BOATS[0] + BOATS[1:].lower() + BOATS[0].lower(), strict=True))
        rotated = {follows[code]: turned(cell) for code, cell in cells.items()}
        here, there = chances(race, f"{sea(**cells)} {side}"), chances(race, f"{sea(**rotated)} {follows[side]}")
        assert there == pytest.approx((here[3], *here[:3]), abs=1e-3)


def test_nearer_is_better_and_so_is_to_sail_first():
    near, far = chances(duel, f"{sea(S='d9', N='k9')} S"), chances(duel, f"{sea(S='d6', N='k9')} S")
    assert near[0] > far[0]
    assert chances(duel, duel.dump(duel.start()))[0] > 0.5


def test_a_team_needs_both_boats_and_a_pair_only_one():
    one_ahead = f"{sea(S='g12', N='h12', W='c8', E='l7')} S"
    assert chances(pairs, one_ahead)[0] > chances(teams, one_ahead)[0]


def test_an_arrived_boat_is_ahead_of_all_and_one_that_left_behind_all():
    values = chances(race, f"{sea(W='c8', E='l7')} W sail - - N - S")
    assert values[2] == 1 and values[0] == 0


def test_an_engine_plays_a_duel_to_its_end():
    match, rng, engine = Match(duel), random.Random(1), MctsEngine(duel)
    while match.outcome is None:
        if match.actor is CHANCE:
            match.roll(rng.random())
        else:
            match.play(engine.analyse(match, Limits(nodes=20)).lines[0].moves[0])
    assert sorted(match.outcome.ranks) == [1, 2]


def test_sums_of_the_network_that_follow_the_moves_equal_those_made_afresh():
    rng, twin, following = random.Random(6), kernel_of(race), evaluation_of(race)
    for _ in range(250):
        assert following.chances(twin) == evaluation_of(race).chances(twin)
        twin.push(rng.choice(twin.legal_moves()))


def test_the_network_judges_races_of_four_and_no_others():
    rng = random.Random(7)
    for rules in (three, pairs, duel, lane, teams):
        twin = kernel_of(rules)
        for _ in range(40):
            assert evaluation_of(rules).chances(twin) == evaluation_of(rules, network=None).chances(twin)
            twin.push(rng.choice(twin.legal_moves()))
    assert chances(race, race.dump(race.start())) != evaluation_of(race, network=None).chances(kernel_of(race))


def test_a_boat_whose_ways_close_has_less_hope_than_on_an_open_sea():
    boats = {"S": "g9", "W": "f6", "N": "i6", "E": "j8"}
    closing = f"{sea(**boats, n='c11 d11 e11 f11 g11 h11 i11 j11 k11', w='b12 l12')} S"
    assert chances(race, closing)[0] < chances(race, f"{sea(**boats)} S")[0] - 0.05


def test_a_file_of_another_network_is_refused():
    with pytest.raises(BadNetwork, match="bytes of weights for 32 sums"):
        evaluation_of(race).network_type(write_network(1, 32, True, 0, {}, bytes(4096), bytes(64), bytes(128)))


def test_the_classic_engine_plays_as_it_did_in_november_2026():
    match, rng, player = Match(race), random.Random(4), make_player(race, "classic-nodes:64")
    player.new_game(3)
    played = []
    while len(played) < 48:
        played.append(f"={rng.randint(1, 6)}" if match.actor is CHANCE else player.choose(match))
        match.enter(played[-1])
    assert " ".join(played) == CLASSIC_GAME


# -- what weak levels overlook -----------------------------------------------------------------------------


def narrowed(rules, position, sight):
    evaluation = evaluation_of(rules).narrowed(sight)
    return evaluation, kernel_of(rules, position)


def test_a_wall_of_mines_is_overlooked_until_it_is_near():
    def steps(boat):
        evaluation, position = narrowed(duel, f"{sea(S=boat, N='h14', n='b8 c8 d8 e8 f8 g8 h8 i8 j8 k8 l8')} S", 3)
        return evaluation.voyages(position)[0]

    assert steps("g3") == 11
    assert steps("g7") > 7


def test_a_boat_far_off_in_line_is_not_feared_and_a_near_one_is():
    def danger(cell, beside, sight):
        in_line, aside = (f"{sea(S='g8', N=where)} N roll" for where in (cell, beside))
        values = [evaluation.chances(position)[0] for evaluation, position in (narrowed(duel, p, sight) for p in (in_line, aside))]
        return values[1] - values[0]

    assert danger("g3", "h3", 3) == 0
    assert danger("g3", "h3", 5) > 0.01
    assert danger("g6", "h6", 3) >= 0


def test_a_way_far_from_home_is_counted_in_lumps():
    def chance(cell, sight):
        evaluation, position = narrowed(duel, f"{sea(S=cell, N='h14')} S", sight)
        return evaluation.chances(position)[0]

    assert chance("g3", 1) == chance("g5", 1) == chance("g7", 1)
    assert chance("g12", 2) < chance("g13", 2)
    assert chance("g2", 12) < chance("g3", 12)


def test_a_mine_that_closes_a_way_is_laid_only_if_that_is_seen():
    """North's boat needs the gap at g4; a mine there costs it a long way round."""
    wall = " ".join(f"{file}4" for file in "abcdefhijklmn")

    def costs(sight):
        open_way, closed = (f"{sea(S='g8', N='g10', s=mines)} N" for mines in (wall, f"{wall} g4"))
        values = [evaluation.chances(position)[0] for evaluation, position in (narrowed(duel, p, sight) for p in (open_way, closed))]
        return values[1] - values[0]

    assert costs(3) == 0
    assert costs(10) > 0.1
