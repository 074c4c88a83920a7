"""The syntax that PGN and PDN share: games in a text, each with its tags and the words of its moves, read line by line."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from tablier.core.record import LONGEST
from tablier.core.text import Text

RESULTS: dict[str, tuple[int, int] | None] = {
    "*": None,
    **dict.fromkeys(("1-0", "2-0"), (1, 2)),
    **dict.fromkeys(("0-1", "0-2"), (2, 1)),
    **dict.fromkeys(("1/2-1/2", "1-1", "½-½", "1/2"), (1, 1)),
    "0-0": (2, 2),
}
"""The ranks of both players; none for a game that goes on. `0-0` is lost by both."""
SYMBOLS = frozenset("= += =+ +- -+ ± ∓ ⩲ ⩱ ∞ □".split())
"""Judgements that have no number; they are passed over."""
JUDGEMENTS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

NOT_CLOSED = Text("ce commentaire n'est pas fermé par }", "this comment is not closed by }")

_TAG = re.compile(r'\s*\[\s*([^\s"\[\]]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\s*\[\s*([^\s"\[\]]+)\s+"(.*)"\s*\]\s*')
_PIECE = re.compile(r"\{|;.*|\(|\)|\$\d{1,3}|[^\s{}();$]+|\S")
_NUMBER = re.compile(r"\d+(?:\.+|…)|\d+\Z")
_SUFFIX = re.compile(r"[!?*]+\Z")


class Kind(Enum):
    """What a word among the moves is."""

    MOVE = auto()
    COMMENT = auto()
    JUDGEMENT = auto()
    OPEN = auto()
    CLOSE = auto()


class Word(NamedTuple):
    """One word among the moves, and its line."""

    kind: Kind
    text: str
    line: int


@dataclass
class GameText:
    """One game of a text: where it begins, its tags, the words of its moves, its result as written, and what is wrong with it."""

    number: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    result: str = ""
    problem: tuple[Text, int] | None = None
    """What is wrong, and on which line."""
    moved: bool = False
    """Whether anything but comments was read among its moves."""

    @property
    def blank(self) -> bool:
        """Whether it has neither a tag nor a move nor a fault: comments between games are none."""
        return not (self.tags or self.problem or self.moved)


def split_games(lines: Iterable[str]) -> Iterator[GameText]:
    """The games of a text, one after the other; a game that is faulty says so and the next one follows."""
    return _Splitter().split(lines)


class _Splitter:
    """Reads lines into the game they belong to; holds one game at a time."""

    def __init__(self) -> None:
        self.game = GameText(1, 1)
        self.size = self.depth = 0
        self.skips = False  # whether the rest of the game is passed over
        self.comment: list[str] | None = None  # the parts of a comment that goes on
        self.opened = 0  # its line

    def split(self, lines: Iterable[str]) -> Iterator[GameText]:
        for number, line in enumerate(lines, 1):
            if number == 1:
                line = line.removeprefix("\ufeff")
            if self.comment is None and line.lstrip().startswith("["):
                if self.skips or self.game.moved or (self.game.tags and self.game.words):
                    yield from self._finish(number)
                self._read_tags(line, number)
            elif self._fits(line, number) and not (self.comment is None and line.startswith("%")):
                yield from self._read_moves(line, number)
        if self.comment is not None:
            self._fault(NOT_CLOSED, self.opened)
        yield from self._finish(0)

    def _finish(self, line: int) -> Iterator[GameText]:
        """Give the game that was read, and begin the next."""
        done = self.game
        self.game = GameText(done.number if done.blank else done.number + 1, line)
        self.size = self.depth = 0
        self.skips, self.comment = False, None
        if not done.blank:
            yield done

    def _fits(self, line: str, number: int) -> bool:
        """Count the characters of a game; one that is too long is faulty, and the rest of it is passed over."""
        self.size += len(line)
        if self.size > LONGEST and not self.skips:
            if self.comment is None:
                self._fault(Text(f"plus de {LONGEST} caractères", f"more than {LONGEST} characters"), number)
            else:
                self._fault(NOT_CLOSED, self.opened)
            self.skips, self.comment = True, None
        return not self.skips

    def _fault(self, text: Text, line: int) -> None:
        self.game.problem = self.game.problem or (text, line)

    def _read_tags(self, line: str, number: int) -> None:
        if self.game.blank:
            self.game.line = number
            self.game.words.clear()  # what is said after the end of a game
        if not self._fits(line, number):
            return
        found, at = [], 0
        while tag := _TAG.match(line, at):
            found.append((tag[1], tag[2]))
            at = tag.end()
        if line[at:].strip():  # quotes inside a value that are not escaped are common
            loose = _LOOSE_TAG.fullmatch(line)
            found = [(loose[1], loose[2])] if loose else []
        if not found:
            self._fault(Text('une étiquette s\'écrit [Nom "valeur"]', 'a tag is written [Name "value"]'), number)
        for name, value in found:
            self.game.tags.setdefault(name, re.sub(r'\\(["\\])', r"\1", value))

    def _read_moves(self, line: str, number: int) -> Iterator[GameText]:
        at = 0
        while True:
            if self.comment is not None:
                end = line.find("}", at)
                self.comment.append(line[at : end if end >= 0 else None])
                if end < 0:
                    return
                self._add(Kind.COMMENT, " ".join(" ".join(self.comment).split()), self.opened)
                self.comment, at = None, end + 1
            piece = _PIECE.search(line, at)
            if piece is None:
                return
            at = piece.end()
            if piece[0] == "{":
                self.comment, self.opened = [], number
            elif self.depth == 0 and piece[0] in RESULTS:
                self.game.result = piece[0]
                yield from self._finish(number)
            else:
                self._read_piece(piece[0], number)

    def _read_piece(self, piece: str, line: int) -> None:
        if piece.startswith(";"):
            self._add(Kind.COMMENT, " ".join(piece[1:].split()), line)
        elif piece.startswith("$") and len(piece) > 1:
            self._add(Kind.JUDGEMENT, piece[1:], line)
        elif piece in "()":
            self.depth = max(0, self.depth + (1 if piece == "(" else -1))
            self._add(Kind.OPEN if piece == "(" else Kind.CLOSE, piece, line)
        else:
            self._read_word(piece, line)

    def _read_word(self, word: str, line: int) -> None:
        """A move with its number and its judgement, or only one of these."""
        while number := _NUMBER.match(word):
            word = word[number.end() :]
        suffix = _SUFFIX.search(word)
        move = word[: suffix.start()] if suffix else word
        if move and move not in RESULTS and move not in SYMBOLS:  # a result inside a variation says nothing of the game
            self._add(Kind.MOVE, move, line)
        if suffix and suffix[0] in JUDGEMENTS:
            self._add(Kind.JUDGEMENT, str(JUDGEMENTS[suffix[0]]), line)

    def _add(self, kind: Kind, text: str, line: int) -> None:
        if self.game.blank:
            self.game.line = line
        self.game.moved |= kind is not Kind.COMMENT
        self.game.words.append(Word(kind, text, line))
