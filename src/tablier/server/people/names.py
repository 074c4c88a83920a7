"""Names of players: which texts are allowed, and which names look so much alike that only one account may have one of them."""

import re
import unicodedata

from tablier.core.text import Text
from tablier.server.errors import Problem

MIN_LENGTH, MAX_LENGTH = 2, 24
SEPARATORS = "-_."
GUEST_SEPARATORS = " -_.'’"
MADE_UP = re.compile(r"invité [0-9a-f]{4}")
"""Names that the server gives to guests, folded."""
STORED_LENGTH = 40
"""Code points that the database stores of a name."""
MOST_MARKS = 4
"""Marks around one letter of a guest's name; Burmese needs four."""
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0").union(map(chr, range(0xFE00, 0xFE10)))
"""Letters and marks that show nothing."""

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
    _check_one_alphabet(name)
    return name


def parse_guest_name(text: str) -> str:
    """The name of a guest as it is displayed, spaces and capitals included; raises a Problem for a text that may not be one."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not all(_is_allowed_to_guest(letter) for letter in name) or _has_stacked_marks(name):
        raise _bad_name(
            "des lettres, des chiffres, des espaces, et - ' . entre eux, comme « Élodie M. ».",
            "letters, digits, spaces, and - ' . between them, such as “Élodie M.”.",
        )
    visible = sum(not unicodedata.category(letter).startswith("M") for letter in name)
    if visible > MAX_LENGTH or len(name) > STORED_LENGTH or not any(letter.isalnum() for letter in name):
        raise _bad_name(
            f"de 1 à {MAX_LENGTH} caractères, dont au moins une lettre ou un chiffre.",
            f"1 to {MAX_LENGTH} characters, at least one of them a letter or a digit.",
        )
    _check_one_alphabet(name)
    return name


def guest_name_key(name: str) -> str:
    """The key of the account that a guest of this name could be taken for: spaces and signs do not tell them apart."""
    return name_key("".join(letter for letter in name if letter not in GUEST_SEPARATORS))


def name_key(name: str) -> str:
    """The same for all names that look alike."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in folded if not (unicodedata.combining(letter) and _script(letter) == "COMBINING"))
    plain = "".join(letter for letter in bare if letter not in SEPARATORS).casefold().translate(LOOKALIKES)
    return unicodedata.normalize("NFKC", plain)


def is_reserved(name: str) -> bool:
    """Whether a player of this name could be taken for the server, or for a guest without a name."""
    return guest_name_key(name) in _RESERVED_KEYS or MADE_UP.fullmatch(name.casefold()) is not None


def _is_allowed(letter: str, before: str) -> bool:
    kind = unicodedata.category(letter)
    if letter in INVISIBLE:
        return False
    if kind[0] == "L" or kind == "Nd":
        return True
    if letter in SEPARATORS:
        return before not in SEPARATORS
    return kind in ("Mn", "Mc") and before not in SEPARATORS  # vowel and tone marks, as in Thai


def _is_allowed_to_guest(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return letter not in INVISIBLE and (kind[0] == "L" or kind in ("Nd", "Mn", "Mc") or letter in GUEST_SEPARATORS)


def _has_stacked_marks(name: str) -> bool:
    """Whether more marks follow one another than a script needs, or one stands before the first letter."""
    marks = MOST_MARKS
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks > MOST_MARKS:
            return True
    return False


def _check_one_alphabet(name: str) -> None:
    if len({script for script in map(_script, name) if script in SIMILAR_SCRIPTS}) > 1:
        raise _bad_name("des lettres d'un seul alphabet.", "letters of one alphabet.")


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _bad_name(fr: str, en: str) -> Problem:
    return Problem(422, "bad_name", Text(f"Un nom : {fr}", f"A name: {en}"))


_RESERVED_KEYS = frozenset(map(name_key, RESERVED))
