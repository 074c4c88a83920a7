"""Books of openings: made by self-play, resumed, and those that come with the package."""

import pytest
from tests.support.own_games import OWN_GAMES

from tablier import game
from tablier.openings.book import book_of, write_book
from tablier.openings.make import BadState, BookPlan, make_book

PLAN = BookPlan("malawi", nodes=40, opinion_nodes=200, plies=4)


class Here:
    """Runs tasks in this process."""

    def run(self, task, numbers):
        yield from map(task, numbers)


def test_an_interrupted_book_goes_on_and_is_the_same(tmp_path):
    whole = make_book(PLAN, 4, tmp_path / "whole.jsonl", executor=Here())
    make_book(PLAN, 2, tmp_path / "part.jsonl", executor=Here())
    with (tmp_path / "part.jsonl").open("a") as file:
        file.write("[3, [")  # cut short
    seen = []
    resumed = make_book(PLAN, 4, tmp_path / "part.jsonl", executor=Here(), watch=lambda progress, left: seen.append(len(progress.games)))
    assert resumed.book().positions == whole.book().positions and seen[0] == 3
    book = resumed.book()
    again = write_book(book, tmp_path).read_bytes()
    assert write_book(book_of("malawi", tmp_path), tmp_path).read_bytes() == again
    start = book.moves(game("malawi"), game("malawi").start())
    assert sum(one.games for one in start) == 4 and all(sum(one.wins) + one.shared == one.games for one in start)
    assert any(one.chance is not None for one in start)


def test_a_state_of_another_book_is_refused(tmp_path):
    make_book(PLAN, 1, tmp_path / "state.jsonl", executor=Here())
    with pytest.raises(BadState, match="another book"):
        make_book(PLAN._replace(nodes=41), 1, tmp_path / "state.jsonl", executor=Here())


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_book_of_a_game_begins_with_legal_moves(name):
    rules = game(name)
    pos = rules.start()
    while not isinstance(rules.turn(pos), int):
        pos = rules.apply(pos, rules.legal(pos)[0]).after
    book = book_of(name)
    assert book.provenance is not None and book.provenance.games >= 40
    found = book.moves(rules, pos)
    legal = {rules.write(pos, move) for move in rules.legal(pos)}
    assert found and {one.move for one in found} <= legal
    assert all(len(one.wins) == len(rules.seats) and one.shared >= 0 for moves in book.positions.values() for one in moves)
    assert all(one.chance is None or 0 <= one.chance <= 1 for moves in book.positions.values() for one in moves)
    assert max(one.games for moves in book.positions.values() for one in moves) <= book.provenance.games
