"""Refusals: why an act is not done, in words."""

from collections.abc import Sequence

from tablier.api.frames import RefusalView
from tablier.api.messages import NakCode
from tablier.api.primitives import WireText
from tablier.core.text import Text


class Refused(Exception):
    """An act is not done, and nothing has changed."""

    def __init__(self, code: NakCode, why: RefusalView | Text) -> None:
        self.code = code
        self.why = why if isinstance(why, RefusalView) else RefusalView(WireText(why.fr, why.en))
        super().__init__(self.why.why.en)


NOT_YOURS = Text("Cette place n'est pas la vôtre.", "This seat is not yours.")
NOT_SEATED = Text("Vous n'êtes pas assis à cette table.", "You are not seated at this table.")
NOT_YOUR_TURN = Text("Ce n'est pas à vous de jouer.", "It is not your turn.")
NOT_BEGUN = Text("La partie n'a pas commencé : il reste des places libres.", "The game has not begun: there are free seats.")
IS_OVER = Text("La partie est finie.", "The game is over.")
NOT_OVER = Text("La partie n'est pas finie.", "The game is not over.")
TIME_UP = Text("Votre temps est écoulé.", "Your time is up.")
NO_SEAT = Text("Cette table n'a pas cette place.", "There is no such seat at the table.")
NONE_FREE = Text("Il n'y a plus de place libre.", "There is no free seat left.")
TAKEN = Text("Cette place est prise.", "This seat is taken.")
NO_OFFER = Text("Cette proposition n'existe pas, ou plus.", "This offer does not exist, or no longer does.")
ALREADY = Text("C'est déjà proposé.", "It is already offered.")
STALE = Text("La position a changé entre-temps.", "The position has changed meanwhile.")
NOTHING_BACK = Text("Vous n'avez encore rien joué qui puisse être repris.", "You have not played anything yet that could be taken back.")
NOT_PAST_DICE = Text("On ne reprend pas un coup par-delà un jet de dé.", "No move is taken back across a roll of the die.")
TOO_LATE = Text(
    "Tout le monde a déjà joué : la partie compte. On peut proposer d'arrêter, ou abandonner.",
    "Everybody has moved: the game counts. Offer to stop, or resign.",
)
NO_WORDS = Text("Ou une phrase de la liste, ou un texte.", "Either a phrase from the list or a text.")
SPOKEN_ENOUGH = Text("Cette table a atteint sa limite de messages.", "This table has reached its limit of messages.")
NOT_AWAY = Text("Cette absence est encore trop courte : attendez un peu.", "This player has not been away for long enough: wait a little.")
WAITED_FOR = Text("À cette table, la partie attend les absents.", "At this table the game waits for players who are away.")
HAS_LEFT = Text("Ce joueur a déjà quitté la partie.", "This player has already left the game.")
LEFT_FOR_GOOD = Text(
    "La partie compte pour le classement : une place quittée ne se reprend pas.",
    "The game is rated: a seat, once left, cannot be taken again.",
)
SAME_NAME = Text("La table montre déjà ce nom.", "The table shows this name already.")
OWNER_ONLY = Text("Seul l'hôte de la table peut le faire.", "Only the host of the table may do that.")
UNKNOWN = Text("Il n'y a pas de table à cette adresse.", "There is no table at this address.")
UNAVAILABLE = Text("La table est momentanément hors d'atteinte ; réessayez.", "The table cannot be reached just now; try again.")
BAD_KEY = Text("La clé k a de 1 à 64 caractères ASCII.", "The key k has 1 to 64 ASCII characters.")
CROWDED = Text(
    "Après ce coup il y aurait des milliers de prises à énumérer ; la table ne va pas jusque-là.",
    "After this move there would be thousands of captures to list; the table does not go that far.",
)
BAD_NONCE = Text(
    "Votre part du hasard : 64 caractères au plus, lettres et chiffres.", "Your share of the chance: 64 letters and digits at most."
)
NONCES_AWAITED = Text(
    "Un instant : la partie commence dès que chaque joueur a glissé son nombre dans le dé.",
    "One moment: the game begins as soon as every player has slipped a number into the die.",
)
NO_NONCE_AWAITED = Text(
    "Le dé n'attend pas (ou plus) de nombre de cette place.", "The die is not waiting (or no longer waiting) for a number from this seat."
)


def too_long(most: int) -> Text:
    """A text is too long."""
    return Text(f"Au plus {most} caractères.", f"At most {most} characters.")


def bad_level(levels: Sequence[int]) -> Text:
    """A level that the engines of a game do not have here."""
    first, last = levels[0], levels[-1]
    return Text(f"Ce jeu a les niveaux {first} à {last}.", f"This game has levels {first} to {last}.")


def bad_version(last: int) -> Text:
    """A version that the table has never had."""
    return Text(f"La version v va de 0 à {last}.", f"The version v goes from 0 to {last}.")
