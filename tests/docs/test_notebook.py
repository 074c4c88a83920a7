"""The cells of the notebook run, and give what it shows."""

import json

import pytest
from tools.notebook import TOUR, run_cells

pytest.importorskip("numpy")


def test_the_cells_of_the_tour_give_what_they_show():
    tour = json.loads(TOUR.read_text(encoding="utf-8"))
    assert sum(cell["cell_type"] == "code" for cell in tour["cells"]) > 5
    assert run_cells(tour) == tour, "run `python tools/notebook.py`"
