"""Records in the formats of others: PGN and PDN, read and written over the law.

from tablier.adapters.records import FORMATS, read_games
for annotated in read_games(open("games.pgn")): ...
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from tablier.adapters.records.annotated import AnnotatedMatch, Note, Variation
from tablier.adapters.records.format import Format
from tablier.adapters.records.pdn import Pdn
from tablier.adapters.records.pgn import Pgn
from tablier.adapters.records.syntax import GameText, Kind, split_games
from tablier.core.game import OptionValue

__all__ = ["FORMATS", "AnnotatedMatch", "Format", "GameText", "Note", "Variation", "read_games", "recognise", "split_games"]

FORMATS: Mapping[str, Format] = {form.id: form for form in (Pgn(), Pdn())}
"""By its id, each format of others."""


def recognise(text: str, name: str = "") -> Format | None:
    """The format of a text, by its beginning or else the name of its file; None where neither tells one."""
    first = next(split_games(text.splitlines()), None)
    if first is None or {"Tablier", "Game"} <= first.tags.keys():
        return None
    return _told(first) or FORMATS.get(name.lower().rpartition(".")[2])


def read_games(
    lines: Iterable[str], form: Format | None = None, options: Mapping[str, OptionValue] | None = None
) -> Iterator[AnnotatedMatch]:
    """The games of a file, one at a time; `BadRecord` says what is wrong, in which game and at which move."""
    for text in split_games(lines):
        yield (form or _told(text) or FORMATS["pgn"]).read(text, options)


def _told(text: GameText) -> Format | None:
    """The format that a game's tags or else its first move tell."""
    tagged = [form for form in FORMATS.values() if form.kind_tag in text.tags]
    if tagged:
        return tagged[0]
    if "FEN" in text.tags:
        return FORMATS["pdn" if re.match(r"\s*[WB]?\s*:", text.tags["FEN"]) else "pgn"]
    first = next((word.text for word in text.words if word.kind is Kind.MOVE), "")
    if re.match("[a-h][1-8][-x:]", first):
        return FORMATS["pdn"]
    return FORMATS["pgn"] if "White" in text.tags else None
