"""Keywords that a player may type instead of a move, in both languages, with or without accents."""

from enum import Enum

from tablier.cli.language import fold
from tablier.core.text import Lang, Text


class Keyword(Enum):
    """An action at the table: its word in each language, then synonyms."""

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
        """The keyword in a language."""
        word: Text = self.value[0]
        return word.say(lang)


WORDS = {fold(word): keyword for keyword in Keyword for names in keyword.value for word in ((names,) if isinstance(names, str) else names)}


def parse_keyword(line: str) -> tuple[Keyword, str] | None:
    """The keyword at the beginning of a line, and the rest of the line; None without one."""
    first, _, rest = line.strip().partition(" ")
    if line.startswith("?"):
        first, rest = "?", line[1:]
    known = WORDS.get(fold(first))
    return None if known is None else (known, rest.strip())


class InterruptChoice(Enum):
    """What to do after Ctrl-C during an opponent's search."""

    PLAY = Text("jouer", "play")
    GO_ON = Text("continuer", "continue")
    UNDO = Text("annuler", "undo")
    QUIT = Text("quitter", "quit")


def parse_interrupt_choice(answer: str) -> InterruptChoice | None:
    """The choice of a word or of its first letters; Enter alone is PLAY."""
    wanted = fold(answer.strip())
    return next((choice for choice in InterruptChoice if any(fold(word).startswith(wanted) for word in choice.value)), None)


def is_yes(answer: str) -> bool:
    """True for a yes in either language."""
    return fold(answer.strip()) in ("o", "oui", "y", "yes")
