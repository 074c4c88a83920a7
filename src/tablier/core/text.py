"""Texts in every language of the library; French is the source, English its complete translation."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Lang = Literal["fr", "en"]
LANGS: tuple[Lang, ...] = ("fr", "en")


class Text(NamedTuple):
    """The same words in French and in English."""

    fr: str
    en: str

    def say(self, lang: Lang) -> str:
        """The words in the language asked for."""
        return self.fr if lang == "fr" else self.en


class Term(NamedTuple):
    """A foreign word in the texts of a game: as its own language writes it, what it means, the word known here, and what piece it names."""

    word: str
    script: str
    meaning: Text
    twin: Text
    piece: str = ""


def suggestion(word: str, known: Iterable[str]) -> Text:
    """A question that names the known word most like a mistyped one, after a blank; empty where none is."""
    from difflib import get_close_matches  # needed only when something is mistyped

    near = get_close_matches(word.casefold()[:40], list(known), 1, 0.6)
    return Text(f" Vouliez-vous dire « {near[0]} » ?", f" Did you mean '{near[0]}'?") if near else Text("", "")
