"""Whose fault it is, and why: the errors a user of the library can meet.

Everything raised on purpose is a `TablierError` and says in French and in English what was wrong, where, and what
would be right. Anything else that escapes is our bug and must be loud.
"""

from typing import TYPE_CHECKING

from tablier.core.text import Lang, Text

if TYPE_CHECKING:
    from tablier.core.law import Clause
    from tablier.core.play import Refusal


class TablierError(ValueError):
    """What the library says when it cannot do what was asked."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text

    def say(self, lang: Lang) -> str:
        """The message in the language asked for."""
        return self.text.say(lang)


class BadNotation(TablierError):
    """The text is not written as this game writes: a slip of the pen, not of the rules."""


class BadRecord(BadNotation):
    """A record of a game that cannot be read or does not replay; `line` tells where (0 when it is the whole)."""

    def __init__(self, text: Text, line: int = 0) -> None:
        if line:
            text = Text(f"Ligne {line} : {text.fr}", f"Line {line}: {text.en}")
        super().__init__(text)
        self.line = line


class UnknownGame(TablierError):
    """No game of that name is in the library."""


class BadOption(TablierError):
    """The game has no such option, or the option no such value."""


class BadPosition(TablierError):
    """A position text that cannot be: all its problems at once."""

    def __init__(self, problems: tuple[Text, ...]) -> None:
        super().__init__(Text("; ".join(p.fr for p in problems), "; ".join(p.en for p in problems)))
        self.problems = problems


class IllegalMove(TablierError):
    """The rules say no; `refusal` says because of which clause, and shows the cells."""

    def __init__(self, move: str, refusal: "Refusal") -> None:
        super().__init__(Text(f"{move} : {refusal.say('fr')}", f"{move}: {refusal.say('en')}"))
        self.move = move
        self.refusal = refusal

    @property
    def because(self) -> "Clause":
        """The clause that forbids the move."""
        return self.refusal.because
