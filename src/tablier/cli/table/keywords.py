"""The words a player may type instead of a move, in both languages, with or without accents."""

import unicodedata
from enum import Enum

from tablier.core.text import Lang, Text


class Order(Enum):
    """What can be ordered at the table: the usual word first, then others that are understood."""

    HELP = (Text("aide", "help"), "h")
    MOVES = (Text("coups", "moves"), "?")
    WHY = (Text("pourquoi", "why"),)
    HINT = (Text("conseil", "hint"),)
    BOARD = (Text("plateau", "board"),)
    RULES = (Text("règles", "rules"),)
    UNDO = (Text("annuler", "undo"), "u")
    STOP = (Text("arrêter", "stop"), "agree")
    RESIGN = (Text("abandonner", "resign"),)
    SAVE = (Text("sauver", "save"), "enregistrer")
    LOAD = (Text("charger", "load"), "ouvrir")
    QUIT = (Text("quitter", "quit"), "exit", "q")

    def word(self, lang: Lang) -> str:
        """The word of a language."""
        word: Text = self.value[0]
        return word.say(lang)


def fold(word: str) -> str:
    """A word without case and accents, as it is compared."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))


WORDS = {fold(word): order for order in Order for names in order.value for word in ((names,) if isinstance(names, str) else names)}


def order(line: str) -> tuple[Order, str] | None:
    """The order that a line begins with, and the rest of it; None when it is no order."""
    first, _, rest = line.strip().partition(" ")
    if line.startswith("?"):
        first, rest = "?", line[1:]
    known = WORDS.get(fold(first))
    return None if known is None else (known, rest.strip())


class Way(Enum):
    """What can be done with a player who was interrupted while thinking."""

    PLAY = Text("jouer", "play")
    GO_ON = Text("continuer", "continue")
    UNDO = Text("annuler", "undo")
    QUIT = Text("quitter", "quit")


def way(answer: str) -> Way | None:
    """What an answer chooses, a word or its first letter; Enter alone plays."""
    wanted = fold(answer.strip())
    return next((way for way in Way if any(fold(word).startswith(wanted) for word in way.value)), None)


def agrees(answer: str) -> bool:
    """True for a yes in either language."""
    return fold(answer.strip()) in ("o", "oui", "y", "yes")
