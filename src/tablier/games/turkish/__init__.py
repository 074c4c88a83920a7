"""Turkish draughts: Pions that walk straight ahead, Dames that sweep whole lines, and the duty to take the most."""

from tablier.games.turkish.captures import Path
from tablier.games.turkish.game import Fault, Position, TurkishDraughts

__all__ = ["Fault", "Path", "Position", "TurkishDraughts"]
