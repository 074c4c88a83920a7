"""The motifs of Mak-Yek and Apit-Sodok."""

from tablier.core.text import Text
from tablier.puzzles.motifs.base import Motifs

MOTIFS = Motifs(
    plays={"interception": Text("Interception", "Interception"), "intervention": Text("Intervention", "Intervention")},
    ends={"blocked": Text("Blocage", "Blockade"), "no_pieces": Text("La dernière pièce", "The last piece")},
)
