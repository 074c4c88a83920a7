"""Texts in every language of the library; French is the source, English its complete translation."""

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
