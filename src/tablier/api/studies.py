"""Studies on the wire: positions and variations with text, which a teacher makes and shares.

A chapter is a tree of moves, written flat: each move names the one it follows, which stands before it in the list. Of the moves that follow
the same one the first is the main line.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

from tablier.api.tables import Player
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import game

MOST_CHAPTERS = 64
MOST_MOVES = 1_000
"""Moves of all chapters together: the law replays them whenever a study is stored."""

Title = Annotated[str, Meta(min_length=1, max_length=120)]
Words = Annotated[str, Meta(max_length=4_000)]
Comment = Annotated[str, Meta(max_length=2_000)]
Mark = Annotated[str, Meta(max_length=4)]


class StudyMove(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move of a chapter. `after` is the index of the move it follows, -1 for the position of the chapter."""

    move: Annotated[str, Meta(min_length=1, max_length=200)]
    after: Annotated[int, Meta(ge=-1, lt=MOST_MOVES)] = -1
    comment: Comment = ""
    mark: Mark = ""
    """A judgement as players write it: !, ?, !!, ??, !?, ?!."""


class StudyChapter(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position with its variations. In an `exercise` the reader finds the moves of the side to act."""

    title: Title
    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, str | int] = {}
    position: Annotated[str, Meta(max_length=2_000)] | None = None
    """Null for the opening."""
    text: Words = ""
    moves: tuple[StudyMove, ...] = ()
    exercise: bool = False


class StudyContent(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the author of a study writes."""

    title: Title
    text: Words = ""
    chapters: Annotated[tuple[StudyChapter, ...], Meta(max_length=MOST_CHAPTERS)] = ()


class StudyView(Struct, frozen=True, omit_defaults=True):
    """A study as all see it who have its link. `own`: you are its author."""

    id: str
    author: Player
    created: int
    updated: int
    """Milliseconds since 1970."""
    content: StudyContent
    own: bool = False


class StudyCard(Struct, frozen=True):
    """A study in the list of its author."""

    id: str
    title: str
    chapters: int
    updated: int


def checked_study(content: StudyContent) -> StudyContent:
    """The study with its positions as their laws write them; raises what is wrong with the first chapter that cannot be."""
    if sum(len(chapter.moves) for chapter in content.chapters) > MOST_MOVES:
        raise TablierError(Text(f"Au plus {MOST_MOVES} coups dans une étude.", f"At most {MOST_MOVES} moves in a study."))
    return StudyContent(content.title, content.text, tuple(_checked(n, one) for n, one in enumerate(content.chapters, 1)))


def _checked(number: int, chapter: StudyChapter) -> StudyChapter:
    try:
        rules = game(chapter.game, **chapter.options)
        start = rules.start() if chapter.position is None else rules.load(chapter.position)
        reached: list[Match[Any, Any]] = []
        for index, one in enumerate(chapter.moves):
            if one.after >= index:
                raise TablierError(
                    Text(f"le coup {index} suit un coup qui vient après lui", f"move {index} follows one that comes after it")
                )
            match = reached[one.after].copy() if one.after >= 0 else Match(rules, start)
            match.play(one.move)
            reached.append(match)
    except TablierError as error:
        name = chapter.title
        raise TablierError(
            Text(f"Chapitre {number}, « {name} » : {error.text.fr}", f"Chapter {number}, “{name}”: {error.text.en}")
        ) from error
    position = None if start == rules.start() else rules.dump(start)
    return StudyChapter(chapter.title, rules.info.id, dict(chapter.options), position, chapter.text, chapter.moves, chapter.exercise)
