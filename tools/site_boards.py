"""Drawn boards of the documentation: a fence ` ```position GAME ` around a position is followed by its board on the site."""

import hashlib
import re
from collections.abc import Iterator

from tablier.games import game
from tablier.render.svg import board_svg

FENCE = re.compile(r"^```position (\w+)\n(.+)\n```$", re.MULTILINE)
FOLDER = "reference/boards"


def boards(markdown: str) -> Iterator[tuple[str, str]]:
    """The path of each board of a page, and its drawing."""
    for name, text in FENCE.findall(markdown):
        rules = game(name)
        yield f"{FOLDER}/{_file(name, text)}", board_svg(rules, rules.scene(rules.load(text)), lang="en")


def with_boards(markdown: str, depth: int) -> str:
    """A page that many folders deep, with the boards after their positions."""

    def drawn(found: re.Match[str]) -> str:
        return f"```\n{found[2]}\n```\n\n![{found[2]}]({'../' * depth}{FOLDER}/{_file(found[1], found[2])}){{ loading=lazy width=260 }}"

    return FENCE.sub(drawn, markdown)


def _file(name: str, text: str) -> str:
    return f"{hashlib.sha256(f'{name} {text}'.encode()).hexdigest()[:16]}.svg"
