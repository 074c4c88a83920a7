"""The motifs of Turkish draughts."""

from tablier.core.text import Text
from tablier.puzzles.motifs.base import Motifs

MOTIFS = Motifs(
    plays={
        "crown": Text("Aller à Dame", "Crowning a Dame"),
        "crown_in_capture": Text("Promotion en pleine prise", "Promotion in mid-capture"),
        "dame_takes": Text("Prise de la Dame", "Capture by a Dame"),
    },
    ends={"blocked": Text("Blocage", "Blockade"), "no_pieces": Text("La dernière pièce", "The last piece")},
    bars={"majority": Text("Piège de la majorité", "Majority trap"), "compulsory": Text("Prise forcée", "Forced capture")},
)
