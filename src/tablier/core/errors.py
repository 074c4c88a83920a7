"""The errors that the library raises on purpose, one class for each kind of fault.

Each says in French and in English what is wrong, where, and what would be right. Any other exception is a bug of the library.
"""

from typing import TYPE_CHECKING

from tablier.core.text import Lang, Text

if TYPE_CHECKING:
    from tablier.core.law import Clause
    from tablier.core.play import Refusal


class TablierError(ValueError):
    """Base class of the library's errors."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)

    def say(self, lang: Lang) -> str:
        """The message in the language asked for."""
        return self.text.say(lang)


def _rebuild(cls: type[TablierError], args: tuple[object, ...], facts: dict[str, object]) -> TablierError:
    """The same error in another process, whatever its constructor takes."""
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(facts)
    return error


class BadNotation(TablierError):
    """A text that is not in the notation of its game."""


class BadRecord(BadNotation):
    """A record that cannot be read or does not replay; `line` is where (0 for the record as a whole)."""

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
    """A position text that describes no possible position; `problems` has all its faults."""

    def __init__(self, problems: tuple[Text, ...]) -> None:
        super().__init__(Text("; ".join(p.fr for p in problems), "; ".join(p.en for p in problems)))
        self.problems = problems


class IllegalMove(TablierError):
    """A move that the rules refuse; `refusal` has the clause and the cells."""

    def __init__(self, move: str, refusal: "Refusal") -> None:
        super().__init__(Text(f"{move} : {refusal.say('fr')}", f"{move}: {refusal.say('en')}"))
        self.move = move
        self.refusal = refusal

    @property
    def because(self) -> "Clause":
        """The clause that forbids the move."""
        return self.refusal.because
