"""Challenges between players, and the bots that are online to be challenged."""

from tablier.api.challenges import BotView, Challenge, ChallengeRequest, ChallengeRules, DeclineRequest, ReasonView
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routing import Call, Endpoint

UNFINISHED = Problem(503, "unavailable", Text("Bientôt.", "Soon."))


async def create_challenge(call: Call, asked: ChallengeRequest) -> Challenge:
    """Challenge a player. You sit at the table as soon as it is accepted, and are told so by your stream."""
    raise UNFINISHED


async def list_challenges(call: Call) -> list[Challenge]:
    """The challenges that wait: to you and from you, the latest first."""
    raise UNFINISHED


async def show_challenge(call: Call) -> Challenge:
    """A challenge to you or from you; those that no longer wait are kept for a day."""
    raise UNFINISHED


async def accept_challenge(call: Call) -> Challenge:
    """Accept a challenge to you: a table comes to be, and both of you sit there. Asked again, it gives the same table."""
    raise UNFINISHED


async def decline_challenge(call: Call, asked: DeclineRequest) -> Challenge:
    """Decline a challenge to you, with a reason or without."""
    raise UNFINISHED


async def withdraw_challenge(call: Call) -> Challenge:
    """Withdraw a challenge of yours that waits."""
    raise UNFINISHED


async def list_reasons(call: Call) -> list[ReasonView]:
    """The reasons for which a challenge can be declined, in words."""
    raise UNFINISHED


async def list_bots(call: Call) -> list[BotView]:
    """The bots online, with their games and ratings."""
    raise UNFINISHED


async def show_rules(call: Call) -> ChallengeRules:
    """By whom, and to which games, you may be challenged."""
    raise UNFINISHED


async def change_rules(call: Call, asked: ChallengeRules) -> ChallengeRules:
    """Choose by whom, and to which games, you may be challenged. A bot says here what it plays."""
    raise UNFINISHED


ENDPOINTS = (
    Endpoint("POST", "/challenges", "Challenge a player", create_challenge, ChallengeRequest, Challenge, scope="play", status=201, cost=5),
    Endpoint("GET", "/challenges", "Challenges to you and from you", list_challenges, None, list[Challenge], scope="read", cost=2),
    Endpoint("GET", "/challenges/{challenge}", "A challenge", show_challenge, None, Challenge, scope="read"),
    Endpoint("POST", "/challenges/{challenge}/accept", "Accept a challenge", accept_challenge, None, Challenge, scope="play", cost=5),
    Endpoint("POST", "/challenges/{challenge}/decline", "Decline a challenge", decline_challenge, DeclineRequest, Challenge, scope="play"),
    Endpoint("DELETE", "/challenges/{challenge}", "Withdraw a challenge", withdraw_challenge, None, Challenge, scope="play"),
    Endpoint("GET", "/decline-reasons", "Reasons to decline a challenge", list_reasons, None, list[ReasonView]),
    Endpoint("GET", "/bots", "The bots online", list_bots, None, list[BotView], query=("game",), cost=3),
    Endpoint("GET", "/me/challenges", "By whom you may be challenged", show_rules, None, ChallengeRules, scope="read"),
    Endpoint("PUT", "/me/challenges", "Choose by whom you may be challenged", change_rules, ChallengeRules, ChallengeRules, scope="play"),
)
