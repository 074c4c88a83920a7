"""The motifs of Mako Naval."""

from tablier.core.text import Text
from tablier.puzzles.motifs.base import Motifs

MOTIFS = Motifs(plays={"hit": Text("Touché", "A hit"), "lay": Text("Pose d'une mine", "Laying a mine")})
