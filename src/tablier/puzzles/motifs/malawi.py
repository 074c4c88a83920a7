"""The motifs of Malawi."""

from tablier.core.text import Text
from tablier.puzzles.motifs.base import Motifs

MOTIFS = Motifs(
    plays={"strike": Text("Frappe", "Strike"), "distribute": Text("Don d'anneaux", "Giving rings")},
    ends={
        "goal": Text("But hors d'atteinte", "Unstrikable goal"),
        "standing": Text("But tenu", "Goal that stands"),
        "no_rings": Text("Plus d'anneaux", "Out of rings"),
    },
)
