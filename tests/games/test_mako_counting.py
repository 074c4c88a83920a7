"""A second counting of Mako Naval, from the rules alone: it shares no geometry, table or move with the law.

A state is (boats by letter, mines by cell, who acts, phase, die, stocks, arrivals, turns, boats withdrawn); cells are
(file, rank) from 1.
"""

import json
import random
from pathlib import Path

import pytest

from tablier import Match, game

HOMES = {"S": (7, 1), "W": (1, 8), "N": (8, 14), "E": (14, 7)}
COMPASS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
CREWS = {
    "race": ["S", "W", "N", "E"],
    "three": ["S", "W", "N"],
    "a": ["SN", "WE"],
    "adjacent": ["SW", "NE"],
    "b": ["S", "N"],
    "c": ["S", "N"],
    "teams": ["S", "W", "N", "E"],
}
FRIENDS = {"a": ("SN", "WE"), "adjacent": ("SW", "NE"), "teams": ("SN", "WE")}
OPTIONS = {"race": {}, "three": {"seats": 3}} | {mode: {"mode": mode} for mode in ("a", "b", "c", "teams")}
OPTIONS["adjacent"] = {"mode": "a", "pairs": "adjacent"}
STOCKS = {mode: sorted("".join(crews), key="SWNE".index) for mode, crews in CREWS.items()}
"""The boats in the order in which their stocks are written."""
RULES = {mode: game("mako", **options) for mode, options in OPTIONS.items()}


def name_of(cell):
    return f"{'abcdefghijklmn'[cell[0] - 1]}{cell[1]}"


def side_of(mode, boat):
    return next((side for side in FRIENDS.get(mode, ()) if boat in side), boat)


def is_water(mode, cell):
    x, y = cell
    return (4 <= x <= 11 if mode == "c" else 1 <= x <= 14) and 1 <= y <= 14


def is_home(mode, boat, cell):
    x, y = cell
    shore = {"S": y == 14, "N": y == 1, "W": x == 14, "E": x == 1}[boat]
    return shore and is_water(mode, cell) and cell not in HOMES.values() and cell not in ((1, 1), (1, 14), (14, 1), (14, 14))


def read_state(text):
    rows, actor, phase, die, stocks, arrivals, turns, left = text.split()
    boats, mines = {}, {}
    for down, row in enumerate(rows.split("/")):
        x = 1
        for part in row.split(","):
            if part.isdigit():
                x += int(part)
                continue
            if part.isupper():
                boats[part] = (x, 14 - down)
            else:
                mines[x, 14 - down] = part
            x += 1
    numbers = [tuple(map(int, field.split(","))) for field in (stocks, turns)]
    lists = [tuple(field.replace("-", "").replace(",", "")) for field in (arrivals, left)]
    return boats, mines, actor, phase, die, numbers[0], lists[0], numbers[1], lists[1]


def is_over(mode, state, rounds=200):
    boats, _, _, phase, _, _, arrivals, turns, left = state
    if mode in ("a", "adjacent"):
        done = bool(arrivals)
    elif mode == "teams":
        done = bool(left) or {"S", "N"} <= set(arrivals) or {"W", "E"} <= set(arrivals)
    else:
        done = len(boats) == 1
    racing = [seat for seat, crew in enumerate(CREWS[mode]) if crew[0] in boats]
    return done or (phase == "sail" and all(turns[seat] >= rounds for seat in racing))


def throws(mode, state, boat, die):
    boats, mines = state[:2]
    for dx, dy in COMPASS:
        cell = boats[boat][0] + die * dx, boats[boat][1] + die * dy
        friendly = any(boats[other] == cell for other in boats if other in side_of(mode, boat))
        if is_water(mode, cell) and cell not in HOMES.values() and cell not in mines and not friendly:
            yield cell


def next_turn(mode, boats, mines, seat, stocks, arrivals, turns, left, again=False):
    crews = CREWS[mode]
    turns = tuple(n + (i == seat) for i, n in enumerate(turns))
    following = seat if again else (seat + 1) % len(crews)
    while not set(crews[following]) <= set(boats):
        following = (following + 1) % len(crews)
    return boats, mines, crews[following][0], "sail", "-", stocks, arrivals, turns, left


def successors(mode, state):
    """Every move by its text, with the state after it."""
    boats, mines, actor, phase, die, stocks, arrivals, turns, left = state
    seat = next(i for i, crew in enumerate(CREWS[mode]) if actor in crew)
    found = {}
    if is_over(mode, state):
        return found
    if phase == "roll":
        for n in range(1, 7):
            if any(throws(mode, state, actor, n)):
                found[f"={n}"] = (boats, mines, actor, "mine", str(n), stocks, arrivals, turns, left)
            else:
                found[f"={n}"] = next_turn(mode, boats, mines, seat, stocks, arrivals, turns, left)
    elif phase == "mine":
        fewer = tuple(n - (boat == actor) for boat, n in zip(STOCKS[mode], stocks, strict=True))
        for cell in throws(mode, state, actor, int(die)):
            hit = [boat for boat in boats if boats[boat] == cell]
            fleet = boats | {boat: HOMES[boat] for boat in hit}
            found[f"+{name_of(cell)}"] = next_turn(
                mode, fleet, mines | {cell: actor.lower()}, seat, fewer, arrivals, turns, left, again=bool(hit)
            )
    else:
        found["pass"] = next_turn(mode, boats, mines, seat, stocks, arrivals, turns, left)
        for boat in CREWS[mode][seat]:
            for dx, dy in COMPASS:
                cell = boats[boat][0] + dx, boats[boat][1] + dy
                foreign_port = cell in HOMES.values() and cell != HOMES[boat]
                mine = mines.get(cell, "").upper()
                if is_water(mode, cell) and not foreign_port and cell not in boats.values() and mine in ("", *side_of(mode, boat)):
                    found[f"{name_of(boats[boat])}-{name_of(cell)}"] = sailed(mode, state, seat, boat, cell, mine)
    return found


def sailed(mode, state, seat, boat, cell, mine):
    boats, mines, _, _, _, stocks, arrivals, turns, left = state
    fleet, sea = {**boats, boat: cell}, {at: m for at, m in mines.items() if at != cell}
    if mine:
        stocks = tuple(n + (mine == colour) for n, colour in zip(stocks, STOCKS[mode], strict=True))
    if is_home(mode, boat, cell):
        del fleet[boat]
        return next_turn(mode, fleet, sea, seat, stocks, (*arrivals, boat), turns, left)
    if stocks[STOCKS[mode].index(boat)]:
        return fleet, sea, boat, "roll", "-", stocks, arrivals, turns, left
    return next_turn(mode, fleet, sea, seat, stocks, arrivals, turns, left)


def count(mode, state, depth):
    found = successors(mode, state)
    return len(found) if depth == 1 else sum(count(mode, later, depth - 1) for later in found.values())


@pytest.mark.parametrize(("mode", "sails"), [("race", 5), ("three", 5), ("a", 10), ("adjacent", 10), ("b", 5), ("c", 5), ("teams", 5)])
def test_from_its_port_a_boat_has_five_ways_to_sail_and_may_pass(mode, sails):
    rules = RULES[mode]
    assert len(rules.legal(rules.start())) == sails + 1


@pytest.mark.parametrize("mode", CREWS)
def test_a_second_counting_gives_the_same_moves_and_positions_all_along_random_games(mode):
    rules, rng = RULES[mode], random.Random(11)
    for _ in range(3):
        match = Match(rules)
        while match.outcome is None and len(match.entries) < 400:
            state = read_state(rules.dump(match.position))
            told = {
                rules.write(match.position, move): read_state(rules.dump(rules.apply(match.position, move).after)) for move in match.legal()
            }
            assert told == successors(mode, state), rules.dump(match.position)
            match.play(eager(rng, state, told))
        assert is_over(mode, read_state(rules.dump(match.position))) == (match.outcome is not None)


def eager(rng, state, found):
    """A random move that passes seldom, mostly nears a shore, and fires at boats within reach, so that everything happens."""
    boats, phase = state[0], state[3]
    moves = [move for move in found if move != "pass"] or list(found)
    if phase == "roll" or rng.random() < 0.3:
        return rng.choice(moves)
    ahead = {"S": (0, 1), "W": (1, 0), "N": (0, -1), "E": (-1, 0)}
    gain = {
        move: sum(
            dx * (later[0][boat][0] - x) + dy * (later[0][boat][1] - y) if boat in later[0] else 1
            for boat, (x, y) in boats.items()
            for dx, dy in [ahead[boat]]
        )
        for move, later in found.items()
        if move in moves
    }
    best = max(gain.values()) if phase == "sail" else min(gain.values())
    return rng.choice([move for move in moves if gain[move] == best])


@pytest.mark.parametrize("mode", CREWS)
def test_a_second_counting_gives_the_reference_counts(mode):
    tables = json.loads((Path(__file__).parents[1] / "perft" / "mako.json").read_text(encoding="utf-8"))["tables"]
    (table,) = (table for table in tables if table.get("options", {}) == OPTIONS[mode] and Path(__file__).name in table["source"])
    for case in table["positions"]:
        rules = RULES[mode]
        state = read_state(rules.dump(rules.load(case["position"])))
        assert [count(mode, state, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]
