"""Which language the terminal is spoken to, and how the words of the catalogue are filled in."""

import os
from collections.abc import Mapping, Sequence

from tablier.cli import messages
from tablier.core.errors import TablierError
from tablier.core.text import LANGS, Lang, Text

CATALOGUE = {text.fr: text for text in vars(messages).values() if isinstance(text, Text)}
"""The messages by their French: what Typer was given is looked up here and said in the language wanted."""


def of_locale(environ: Mapping[str, str] | None = None) -> Lang:
    """The language of LC_ALL, LC_MESSAGES or LANG, the first that is set; French for any other and for none."""
    environ = os.environ if environ is None else environ
    chosen = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return "en" if chosen.lower().startswith("en") else "fr"


def of_words(words: Sequence[str], environ: Mapping[str, str] | None = None) -> Lang:
    """The language that a command line asks for with `--lang`, wherever it stands; else that of the locale.

    Read before anything else, so that help and complaints about the command line itself are in the right language.
    """
    asked = of_locale(environ)
    for word, following in zip(words, (*words[1:], ""), strict=False):
        name, equals, value = word.partition("=")
        value = value if equals else following
        if name == "--lang":
            asked = next((lang for lang in LANGS if lang == value), asked)
    return asked


def phrase(message: Text, lang: Lang, **values: object) -> str:
    """A message with its values, which may be texts in two languages themselves."""
    said = {name: value.say(lang) if isinstance(value, Text) else value for name, value in values.items()}
    return message.say(lang).format(**said)


def said(words: str | None, lang: Lang) -> str:
    """Words given to Typer in French, in the language wanted."""
    return CATALOGUE[words].say(lang) if words in CATALOGUE else words or ""


def fault(message: Text, **values: object) -> TablierError:
    """An error that tells the user, in both languages, what they did and what would be right."""
    return TablierError(Text(phrase(message, "fr", **values), phrase(message, "en", **values)))


def decimal(number: float, lang: Lang, *, digits: int = 2, sign: str = "") -> str:
    """A number as it is written in a language: `+1,25` or `+1.25`."""
    written = f"{number:{sign},.{digits}f}"
    return written.replace(",", "\N{NO-BREAK SPACE}").replace(".", ",") if lang == "fr" else written
