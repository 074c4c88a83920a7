"""Names of players: what may be one, and when two look so much alike that only one can be had."""

import unicodedata

from tablier.core.text import Text
from tablier.server.errors import Problem

SHORTEST, LONGEST = 2, 24
JOINTS = "-_."

KINDRED = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC")
"""Scripts that borrow each other's shapes: a name keeps to one of them."""

SHAPES = {
    "a": "аα", "b": "вβ", "c": "сϲ", "d": "ԁ", "e": "еε", "g": "ɡ", "h": "һнη", "j": "јϳ", "k": "кκ", "l": "i1|ıɩіӏι", "m": "мμ", "n": "пν",
    "o": "0оοσ", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "u": "υ", "v": "ѵ", "w": "ԝω", "x": "хχ", "y": "уγ", "z": "ζ",
}  # fmt: skip
LOOKALIKES = str.maketrans({letter: shape for shape, letters in SHAPES.items() for letter in letters})
"""Letters that pass for another at a glance, in either case. The key need not be pretty, only the same for both."""

RESERVED = frozenset(
    "admin administrateur administrator anonyme anonymous bot chance engine guest invite invité moderateur modérateur moderator moteur "
    "nobody null personne root server serveur support system système tablier undefined worker".split()
)


def name_of(text: str) -> str:
    """A name as it is shown; a Problem says why a text is none."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not SHORTEST <= len(name) <= LONGEST:
        raise _refused(f"entre {SHORTEST} et {LONGEST} caractères.", f"between {SHORTEST} and {LONGEST} characters.")
    before = "-"
    for letter in name:
        if not _fits(letter, before):
            raise _refused("des lettres, des chiffres, et - _ . entre eux.", "letters, digits, and - _ . between them.")
        before = letter
    if name[-1] in JOINTS:
        raise _refused("une lettre ou un chiffre à la fin.", "a letter or a digit at the end.")
    if len({script for script in map(_script, name) if script in KINDRED}) > 1:
        raise _refused("des lettres d'un seul alphabet.", "letters of one alphabet.")
    return name


def key_of(name: str) -> str:
    """The same for all names that one could take for each other."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in folded if not (unicodedata.combining(letter) and _script(letter) == "COMBINING"))
    plain = "".join(letter for letter in bare if letter not in JOINTS).casefold().translate(LOOKALIKES)
    return unicodedata.normalize("NFKC", plain)


def is_reserved(name: str) -> bool:
    """Whether this name would pass for the server itself."""
    return key_of(name) in _RESERVED_KEYS


def _fits(letter: str, before: str) -> bool:
    kind = unicodedata.category(letter)
    if kind[0] == "L" or kind == "Nd":
        return True
    if letter in JOINTS:
        return before not in JOINTS
    return kind in ("Mn", "Mc") and before not in JOINTS  # vowels and tones of Thai, and of others who write them apart


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _refused(fr: str, en: str) -> Problem:
    return Problem(422, "bad_name", Text(f"Un nom : {fr}", f"A name: {en}"))


_RESERVED_KEYS = frozenset(map(key_of, RESERVED))
