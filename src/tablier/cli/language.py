"""The language of the terminal, and texts filled in and written in it."""

import os
import unicodedata
from collections.abc import Mapping, Sequence

from tablier.cli.messages import CATALOGUES
from tablier.core.errors import TablierError
from tablier.core.text import LANGS, Lang, Text

CATALOGUE = {text.fr: text for module in CATALOGUES for text in vars(module).values() if isinstance(text, Text)}
"""The messages by their French, in which Typer is given them."""


def locale_language(environ: Mapping[str, str] | None = None) -> Lang:
    """English when the first of LC_ALL, LC_MESSAGES and LANG that is set says so, else French."""
    environ = os.environ if environ is None else environ
    chosen = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return "en" if chosen.lower().startswith("en") else "fr"


def requested_language(words: Sequence[str], environ: Mapping[str, str] | None = None) -> Lang:
    """The language of the last `--lang` on a command line, else of the locale.

    Read before Typer parses the line, so that help pages and usage errors are in the right language too.
    """
    asked = locale_language(environ)
    for word, following in zip(words, (*words[1:], ""), strict=False):
        name, equals, value = word.partition("=")
        value = value if equals else following
        if name == "--lang":
            asked = next((lang for lang in LANGS if lang == value), asked)
    return asked


def format_text(message: Text, lang: Lang, **values: object) -> str:
    """A message in a language with its values, which may be texts themselves."""
    return message.say(lang).format(**{name: value.say(lang) if isinstance(value, Text) else value for name, value in values.items()})


def translate(words: str | None, lang: Lang) -> str:
    """A message of the catalogue, given in French, in a language."""
    return CATALOGUE[words].say(lang) if words in CATALOGUE else words or ""


def user_error(message: Text, **values: object) -> TablierError:
    """An error for the user, in both languages."""
    return TablierError(Text(format_text(message, "fr", **values), format_text(message, "en", **values)))


def format_number(number: float, lang: Lang, *, digits: int = 2, sign: str = "") -> str:
    """A number as a language writes it: `+1,25` or `+1.25`."""
    written = f"{number:{sign},.{digits}f}"
    return written.replace(",", "\N{NO-BREAK SPACE}").replace(".", ",") if lang == "fr" else written


def fold(word: str) -> str:
    """A word without case and accents, for comparisons."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))
