"""Turkish draughts: Pions that walk straight ahead, Dames that sweep whole lines, and the duty to take the most."""

from tablier.games.turkish.position import Fault, Path, Position
from tablier.games.turkish.rules import TurkishDraughts

__all__ = ["Fault", "Path", "Position", "TurkishDraughts"]
