"""All that the server stores about a player, as it is given to that player."""

from msgspec import Struct

from tablier.api.accounts import Choice, RatingView, SessionView, TokenView
from tablier.api.challenges import Challenge, ChallengeRules
from tablier.api.studies import StudyView
from tablier.api.tables import Player


class ChatExport(Struct, frozen=True, omit_defaults=True):
    """A chat message of yours."""

    at: int
    phrase: str | None = None
    text: str | None = None


class TableExport(Struct, frozen=True):
    """A table that you created, sat at or acted at. `moves` are all moves of the game, if you sat there."""

    id: str
    game: str
    state: str
    created: int
    seats: tuple[int, ...]
    ranks: str | None
    moves: tuple[str, ...]
    said: tuple[ChatExport, ...]


class RatingChangeExport(Struct, frozen=True):
    """What a game did to a rating of yours."""

    table: str
    game: str
    at: int
    before: float
    after: float


class PuzzleTryExport(Struct, frozen=True):
    """A puzzle that you tried, and what it did to your rating."""

    game: str
    puzzle: str
    at: int
    solved: bool
    before: float
    after: float


class Export(Struct, frozen=True):
    """All that the server stores about you, except the hashes of secrets."""

    player: Player
    created: int | None
    settings: dict[str, Choice]
    sessions: tuple[SessionView, ...]
    tokens: tuple[TokenView, ...]
    ratings: tuple[RatingView, ...]
    rating_changes: tuple[RatingChangeExport, ...]
    challenge_rules: ChallengeRules
    challenges: tuple[Challenge, ...]
    """Those that wait, and the others for a day."""
    lessons: dict[str, dict[str, int]]
    """By game and exercise: the most stars that were earned."""
    puzzle_tries: tuple[PuzzleTryExport, ...]
    studies: tuple[StudyView, ...]
    tables: tuple[TableExport, ...]
