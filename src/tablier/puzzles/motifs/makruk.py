"""The motifs of Makruk."""

from tablier.core.text import Text
from tablier.puzzles.motifs.base import Motifs

MOTIFS = Motifs(
    plays={"promotion": Text("Le Bia devient Met", "The Bia becomes a Met")},
    ends={"mate": Text("Mat", "Mate"), "stalemate": Text("Pat", "Stalemate")},
    bars={"check": Text("Échec", "Check"), "pin": Text("Clouage", "Pin")},
)
