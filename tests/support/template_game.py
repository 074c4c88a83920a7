"""The template game of the guide, as a game with lines and drawings of its own."""

import importlib.util
from pathlib import Path

PATH = Path(__file__).parents[2] / "docs" / "guides" / "template-game" / "src" / "tablier_tapatan.py"
_spec = importlib.util.spec_from_file_location("tablier_tapatan", PATH)
assert _spec is not None
assert _spec.loader is not None
tablier_tapatan = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(tablier_tapatan)
Tapatan = tablier_tapatan.Tapatan
