"""The wins that a count turns into draws, as docs/reference/endings-drawn.md shows them: the law agrees."""

import pytest
from tests.support.endings import result_of
from tools import counted_wins, site_boards

from tablier import Match
from tablier.endings.files import find_file
from tablier.endings.probe import Endings
from tablier.games import game

TURNED = [
    (about["set"], found)
    for endings in counted_wins.limited("makruk")
    for about in counted_wins.survey("makruk").values()
    if (found := counted_wins.turned(endings, about)) is not None and found.nearest is not None
]
SHIPPED = [pytest.param(found, id=f"{name} {found.count}") for name, found in TURNED if find_file("makruk", name, "none") is not None]
PLAIN = game("makruk", count="none")


def played(rules, position):
    """A match in which both sides play the best moves of a game without a count."""
    endings = Endings(PLAIN)
    match = Match(rules, rules.load(position))
    while match.outcome is None:
        match.play(endings.best(PLAIN.dump(PLAIN.load(" ".join(rules.dump(match.position).split()[:2]))))[0])
    return match


@pytest.mark.parametrize("found", SHIPPED)
def test_they_are_mate_where_nothing_is_counted_and_draws_with_the_count(found):
    endings = Endings(found.rules)
    for win in (found.nearest, found.longest):
        value = endings.probe(found.rules.dump(found.rules.load(win.position)))
        assert (value.result, value.without_count, value.moves, value.left) == (0, 1, win.moves, found.allowed)
        assert result_of(played(found.rules, win.position).outcome, 0) == 0
        mate = played(PLAIN, win.position)
        assert result_of(mate.outcome, 0) == 1 and len(mate.entries) == 2 * win.moves - 1


def test_all_of_them_can_stand_and_the_nearest_misses_by_least():
    assert len(TURNED) > 40
    for _, found in TURNED:
        assert found.allowed < found.nearest.moves <= found.longest.moves
        for win in (found.nearest, found.longest):
            assert found.rules.outcome(found.rules.load(win.position)) is None


def test_the_page_is_written_from_what_was_noted():
    page = counted_wins.PAGE.read_text(encoding="utf-8")
    for _, found in TURNED:
        assert f"```position makruk\n{found.nearest.position}\n```" in page
        assert f"`count={found.count}` leaves {found.allowed}: {found.number:,} wins are draws." in page


def test_positions_are_drawn_on_the_site():
    page = f"Won in 1:\n\n```position makruk\n{TURNED[0][1].nearest.position}\n```\n"
    (name, drawing), *more = site_boards.boards(page)
    assert not more and drawing.startswith("<svg")
    assert f"](../{name})" in site_boards.with_boards(page, 1) and "```position" not in site_boards.with_boards(page, 1)
