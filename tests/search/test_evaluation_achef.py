"""What is known of Achef: the same for both colours and all eight ways to look at the board, and sharp enough for small tactics."""

import random

import pytest

from tablier import game, kernel
from tablier.core.match import Match
from tablier.kernels import kernel_of
from tablier.search.analysis import Limits
from tablier.search.registry import evaluation_of
from tablier.search.tree_engine import TreeEngine

RULES = game("achef")
CELLS = [f"{file}{rank}" for rank in "12345" for file in "abcde"]


def positions(how_many: int) -> list[str]:
    """Positions of random games, first phase and bans included."""
    rng, found, twin = random.Random(5), [], kernel("achef")
    while len(found) < how_many:
        legal = twin.legal_moves()
        if not legal:
            twin = kernel("achef")
            continue
        found.append(twin.dump())
        twin.push(rng.choice(legal))
    return found


def grid(board: str) -> list[str]:
    return ["".join("." * int(letter) if letter.isdigit() else letter for letter in row) for row in board.split("/")]


def packed(rows: list[str]) -> str:
    for width in range(5, 0, -1):
        rows = [row.replace("." * width, str(width)) for row in rows]
    return "/".join(rows)


def moved(cell: str, turn) -> str:
    rows = [["." for _ in range(5)] for _ in range(5)]
    rows[5 - int(cell[1])]["abcde".index(cell[0])] = "x"
    turned = turn(["".join(row) for row in rows])
    return next(f"{'abcde'[row.index('x')]}{5 - y}" for y, row in enumerate(turned) if "x" in row)


def transformed(text: str, turn) -> str:
    board, side, hands, grounded, ko = text.split()
    ban = grounded if grounded == "-" else moved(grounded, turn)
    pair = ko if ko == "-" else "".join(sorted((moved(ko[:2], turn), moved(ko[2:], turn)), key=CELLS.index))
    return f"{packed(turn(grid(board)))} {side} {hands} {ban} {pair}"


def flipped(rows: list[str]) -> list[str]:
    return rows[::-1]


def turned(rows: list[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


def recoloured(text: str) -> str:
    board, side, *rest = text.split()
    swap = str.maketrans("bw", "wb")
    return " ".join([board.translate(swap), side.translate(swap), *rest])


def score(text: str) -> int:
    return evaluation_of(RULES).score(kernel("achef", text))


def best(text: str, depth: int = 4) -> tuple[str, int]:
    line = TreeEngine(RULES, megabytes=1).analyse(Match(RULES, RULES.load(text)), Limits(depth=depth)).lines[0]
    return line.moves[0], line.score


@pytest.mark.parametrize("turn", [flipped, turned])
def test_a_turned_or_mirrored_board_is_worth_the_same(turn):
    for text in positions(150):
        assert score(transformed(text, turn)) == score(text), text


def test_the_other_colour_to_move_in_the_same_place_is_worth_the_same():
    for text in positions(300):
        if text.split()[2] == "0,0":
            assert score(recoloured(text)) == score(text), text


def test_the_centre_is_worth_more_than_the_rim():
    assert score("wwwww/5/2b2/5/b1b1b b 0,0 - -") > score("wwwww/5/5/5/bbb1b b 0,0 - -")


def test_it_takes_a_pawn_by_stepping_down():
    assert best("w3w/5/5/1b3/1w1bb b 0,0 - -") == ("b2-b1", pytest.approx(29999, abs=1))


def test_it_moves_a_pawn_out_of_danger():
    text = "b3b/5/5/2w2/w1b1w b 0,0 - -"
    move, worth = best(text)
    assert move.startswith("c1-")
    assert worth > -29990, "the endings know that it is lost in the long run, but not soon"


def test_it_wins_by_taking_the_third_last_pawn():
    _, worth = best("w3b/5/5/1b1b1/1w1w1 b 0,0 - -", 2)
    assert worth == 29999


def test_it_places_its_pawns_too():
    move, _ = best(RULES.dump(RULES.start()), 3)
    assert move.startswith("@")


def test_who_sees_little_counts_pawns_and_who_sees_more_knows_the_centre():
    centre, rim = (kernel_of(RULES, f"www1w/5/{row}/5/bbb1b w 0,0 - -") for row in ("2w2", "w4"))
    blind, seeing = evaluation_of(RULES).narrowed(0), evaluation_of(RULES).narrowed(1)
    assert blind.score(centre) == blind.score(rim)
    assert seeing.score(centre) > seeing.score(rim)
