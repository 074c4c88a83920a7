"""The cells of the notebook run, and give what it shows."""

import json

import pytest
from tests.support.own_games import OWN_GAMES
from tools.notebook import TOUR, run_cells

import tablier

pytest.importorskip("numpy")


def test_the_cells_of_the_tour_give_what_they_show(monkeypatch):
    monkeypatch.setattr(tablier, "games", lambda: OWN_GAMES)  # others may be installed beside ours
    tour = json.loads(TOUR.read_text(encoding="utf-8"))
    assert sum(cell["cell_type"] == "code" for cell in tour["cells"]) > 5
    assert run_cells(tour) == tour, "run `python tools/notebook.py`"
