"""What one move can change a set into."""

import pytest

from tablier.endings.sets import below, layout_of, name_of, named
from tablier.games import game


@pytest.mark.parametrize(
    ("name", "ending", "after"),
    [
        ("achef", "5-4", {"4-4", "5-3"}),
        ("makruk", "KRP-K", {"KR-K", "KP-K", "KRM-K"}),
        ("makruk", "KP-KP", {"KP-KM", "KP-K", "KM-K"}),
        ("turkish", "DP-D", {"DD-D", "D-D", "D-P"}),
        ("makyek", "3-2", {"3-1", "2-2", "2-1"}),
    ],
)
def test_a_set_leads_in_one_move_to_these(name, ending, after):
    layout = layout_of(game(name))
    known = {named(layout, one) for one in layout.names()}
    assert below(layout, named(layout, ending)) & known == {named(layout, one) for one in after}, name_of(layout, named(layout, ending))
