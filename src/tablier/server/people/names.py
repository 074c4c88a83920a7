"""Names of accounts: which texts are allowed, and which names look so much alike that only one of them may be taken."""

import unicodedata

from tablier.core.text import Text
from tablier.server.errors import Problem

MIN_LENGTH, MAX_LENGTH = 2, 24
SEPARATORS = "-_."

SIMILAR_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC")
"""Scripts with letters of the same shape: a name may use only one of them."""

SHAPES = {
    "a": "аα", "b": "вβ", "c": "сϲ", "d": "ԁ", "e": "еε", "g": "ɡ", "h": "һнη", "j": "јϳ", "k": "кκ", "l": "i1|ıɩіӏι", "m": "мμ", "n": "пν",
    "o": "0оοσ", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "u": "υ", "v": "ѵ", "w": "ԝω", "x": "хχ", "y": "уγ", "z": "ζ",
}  # fmt: skip
LOOKALIKES = str.maketrans({letter: shape for shape, letters in SHAPES.items() for letter in letters})
"""Letters that look like another, in either case. A key need not be readable, only the same for both."""

RESERVED = frozenset(
    "admin administrateur administrator anonyme anonymous bot chance engine guest invite invité moderateur modérateur moderator moteur "
    "nobody null personne root server serveur support system système tablier undefined worker".split()
)


def parse_name(text: str) -> str:
    """A name as it is displayed; raises a Problem for a text that may not be one."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise _bad_name(f"entre {MIN_LENGTH} et {MAX_LENGTH} caractères.", f"between {MIN_LENGTH} and {MAX_LENGTH} characters.")
    before = "-"
    for letter in name:
        if not _is_allowed(letter, before):
            raise _bad_name("des lettres, des chiffres, et - _ . entre eux.", "letters, digits, and - _ . between them.")
        before = letter
    if name[-1] in SEPARATORS:
        raise _bad_name("une lettre ou un chiffre à la fin.", "a letter or a digit at the end.")
    if len({script for script in map(_script, name) if script in SIMILAR_SCRIPTS}) > 1:
        raise _bad_name("des lettres d'un seul alphabet.", "letters of one alphabet.")
    return name


def name_key(name: str) -> str:
    """The same for all names that look alike."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in folded if not (unicodedata.combining(letter) and _script(letter) == "COMBINING"))
    plain = "".join(letter for letter in bare if letter not in SEPARATORS).casefold().translate(LOOKALIKES)
    return unicodedata.normalize("NFKC", plain)


def is_reserved(name: str) -> bool:
    """Whether a player of this name could be taken for the server."""
    return name_key(name) in _RESERVED_KEYS


def _is_allowed(letter: str, before: str) -> bool:
    kind = unicodedata.category(letter)
    if kind[0] == "L" or kind == "Nd":
        return True
    if letter in SEPARATORS:
        return before not in SEPARATORS
    return kind in ("Mn", "Mc") and before not in SEPARATORS  # vowel and tone marks, as in Thai


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _bad_name(fr: str, en: str) -> Problem:
    return Problem(422, "bad_name", Text(f"Un nom : {fr}", f"A name: {en}"))


_RESERVED_KEYS = frozenset(map(name_key, RESERVED))
