"""The motifs of Achef."""

from tablier.core.text import Text
from tablier.puzzles.motifs.base import Motifs

MOTIFS = Motifs(
    plays={
        "capture": Text("Prise en descendant", "Capture stepping down"),
        "swap": Text("Échange de places", "Swap"),
        "climb": Text("Montée", "Climb"),
        "place": Text("Pose", "Placement"),
    },
    ends={"defeat": Text("Plus que deux pions", "Down to two pawns")},
    bars={"ko": Text("Ko", "Ko"), "grounded": Text("Retour interdit", "No way back up")},
)
