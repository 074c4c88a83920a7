"""Challenges: a player asks another to play, with all that is to be agreed on said beforehand; and the bots that can be asked."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablier.api.accounts import NameText, RatingView
from tablier.api.primitives import WireText
from tablier.api.tables import ClockPlan, Player

# -- a challenge ------------------------------------------------------------------------------------------


class ChallengeRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A new challenge to one other player, at a game for two.

    The same request sent again while the first challenge waits gives the first one; with other terms it is refused
    (409 `already_challenged`).
    """

    to: NameText
    """The name of the challenged player's account, as in the address of the profile. Guests have no such address."""
    game: str
    options: dict[str, str | int] = {}
    """The options of the game; what is not given keeps its default. The game must then have two seats."""
    clock: ClockPlan = ClockPlan()
    seat: Annotated[int, Meta(ge=0, le=1)] | None = None
    """The seat that the challenger takes: 0 (moves first, unless an option says otherwise), 1, or null: drawn when it is accepted."""
    rated: bool = False
    """Whether the game counts for the ratings; only between two accounts (422 `not_rated` else)."""
    private: bool = False
    """Whether the table is shown to its players only."""


ChallengeState = Literal["waiting", "accepted", "declined", "withdrawn", "lapsed"]
"""Waiting for an answer; accepted (there is a table); declined by the challenged; withdrawn by the challenger; lapsed: not answered in
time, or the challenger was gone. Only `waiting` ever changes."""

DeclineReason = Literal["later", "busy", "game", "options", "clock", "casual", "rated", "no_bots", "only_bots"]
"""Why a challenge is declined; `GET /api/decline-reasons` says each in words. Without a reason: null."""


class Challenge(Struct, frozen=True, omit_defaults=True):
    """A challenge as both players see it, and no other."""

    id: str
    state: ChallengeState
    challenger: Player
    """With the rating at the game, where there is one; `bot` when a program has challenged."""
    challenged: Player
    """Always an account, with its rating at the game."""
    game: str
    options: dict[str, str | int]
    """All options of the game, the defaults included."""
    created: int
    """Milliseconds since 1970."""
    lapses: int
    """Milliseconds since 1970: when it lapses, if it still waits then. It lapses earlier when the challenger is gone for a minute:
    has no stream of events open and asks for no challenge; not so with a clock that counts days."""
    clock: ClockPlan = ClockPlan()
    seat: int | None = None
    """The seat of the challenger; null: drawn when it is accepted. Who sits where is then said by the table."""
    rated: bool = False
    private: bool = False
    table: str | None = None
    """Once it is accepted: the table, at which both sit."""
    reason: DeclineReason | None = None
    """Once it is declined: the reason, if one was given."""


class DeclineRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Why a challenge is declined."""

    reason: DeclineReason | None = None


DECLINE_REASONS: dict[DeclineReason, WireText] = {
    "later": WireText("Pas maintenant : redemandez-moi plus tard.", "Not now: ask me again later."),
    "busy": WireText("Je suis en pleine partie.", "I am in the middle of a game."),
    "game": WireText("Je ne joue pas à ce jeu.", "I do not play this game."),
    "options": WireText("Je préférerais d'autres règles.", "I would rather play by other rules."),
    "clock": WireText("Je préférerais une autre pendule.", "I would rather play with another clock."),
    "casual": WireText("Je préférerais une partie amicale, non classée.", "I would rather play a friendly game, not rated."),
    "rated": WireText("Je préférerais une partie classée.", "I would rather play a rated game."),
    "no_bots": WireText("Je ne joue pas contre des programmes.", "I do not play against programs."),
    "only_bots": WireText("Je ne joue que contre des programmes.", "I only play against programs."),
}
"""Each reason as it is said to the challenger."""


class ReasonView(Struct, frozen=True):
    """A reason to decline, as it is said to the challenger."""

    id: DeclineReason
    text: WireText


# -- what may be asked of a player ---------------------------------------------------------------------------

ChallengePolicy = Literal["all", "accounts", "none"]
"""By whom a player may be challenged: by all, by players with an account, or not at all."""


class ChallengeRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Which challenges reach a player; others are refused as they are made (409 `not_accepted`). New players have the defaults."""

    accept: ChallengePolicy = "all"
    games: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=100)] = ()
    """The ids of the games that the player plays; none given: every game."""


class BotView(Struct, frozen=True):
    """A bot online: a program with a token that allows `play`, or an account of a program, whose stream of events is open."""

    player: Player
    games: tuple[str, ...]
    """The ids of the games that it plays, every game where it has not chosen."""
    accept: ChallengePolicy = "all"
    """By whom it may be challenged."""
    ratings: tuple[RatingView, ...] = ()
    """Its ratings, that of the game played most first."""
    playing: int = 0
    """How many of its games go on now."""
