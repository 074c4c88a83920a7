"""What is for programs and never for players: ids of clauses and options, declarations, and moves as records write them by signs."""

import re

from tablier import games

OPTIONS = sorted({option.id for rules in games().values() for option in rules.choices})
IDENTIFIERS = re.compile(
    "|".join(
        [
            rf"\b(?:{'|'.join([*games(), 'tablier'])})\.[a-z]+(?:_[a-z]+)*\b",  # makruk.taking
            rf"\b(?:{'|'.join(OPTIONS)})=\S+",  # penalty=strict
            r"\b[a-z]+_[a-z_]+\b",  # dame_beats_pion
            r"(?:^|[\s(])![a-z]+(?::\d)?",  # !resign:0
            r"(?:^|[\s(])(?:=\d|[@+][a-n]\d)",  # =2, @c1, +h6
            r"\b[a-n]\d{1,2}[*>][a-n]\d",  # a1*a3, a1>b1
        ]
    )
)


def identifiers(text: str) -> list[str]:
    """The identifiers in a text that players read."""
    return [found.group().strip() for found in IDENTIFIERS.finditer(text)]
