"""Challenges between players, and the bots that are online to be challenged."""

from tablier.api.challenges import DECLINE_REASONS, BotView, Challenge, ChallengeRequest, ChallengeRules, DeclineRequest, ReasonView
from tablier.core.text import Text
from tablier.games import games
from tablier.server.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.bots import list_bots_online
from tablier.server.people.challenges import Challenges
from tablier.server.people.online import Online
from tablier.server.rate_limits import CHALLENGES, RateLimits
from tablier.server.storage.database import Database
from tablier.server.tables.acceptance import Acceptance


async def create_challenge(call: Call, asked: ChallengeRequest, acceptance: Acceptance, limits: RateLimits) -> Challenge:
    """Challenge a player. You sit at the table as soon as it is accepted, and are told so by your stream."""
    await limits.charge_shared(CHALLENGES, call.address)
    return await acceptance.challenge(call.who.player, asked)


async def list_challenges(call: Call, challenges: Challenges) -> list[Challenge]:
    """The challenges that wait: to you and from you, the latest first."""
    return await challenges.waiting(call.who.player.id)


async def show_challenge(call: Call, challenges: Challenges) -> Challenge:
    """A challenge to you or from you; those that no longer wait are kept for a day."""
    return await challenges.find(call.path["challenge"], call.who.player.id)


async def accept_challenge(call: Call, acceptance: Acceptance) -> Challenge:
    """Accept a challenge to you: a table comes to be, and both of you sit there. Asked again, it gives the same table."""
    return await acceptance.accept(call.path["challenge"], call.who.player)


async def decline_challenge(call: Call, asked: DeclineRequest, challenges: Challenges) -> Challenge:
    """Decline a challenge to you, with a reason or without."""
    return await challenges.decline(call.path["challenge"], call.who.player.id, asked.reason)


async def withdraw_challenge(call: Call, challenges: Challenges) -> Challenge:
    """Withdraw a challenge of yours that waits."""
    return await challenges.withdraw(call.path["challenge"], call.who.player.id)


async def list_reasons(call: Call) -> list[ReasonView]:
    """The reasons for which a challenge can be declined, in words."""
    return [ReasonView(reason, text) for reason, text in DECLINE_REASONS.items()]


async def list_bots(call: Call, database: Database, online: Online) -> list[BotView]:
    """The bots online, with their games and ratings; with `game` those that play it."""
    return await list_bots_online(database, online, call.query.get("game"))


async def show_rules(call: Call, challenges: Challenges) -> ChallengeRules:
    """By whom, and to which games, you may be challenged."""
    return await challenges.read_rules(call.who.player.id)


async def change_rules(call: Call, asked: ChallengeRules, challenges: Challenges) -> ChallengeRules:
    """Choose by whom, and to which games, you may be challenged. A bot says here what it plays."""
    unknown = sorted(set(asked.games) - set(games()))
    if unknown:
        known, given = ", ".join(games()), unknown[0]
        raise Problem(422, "bad_request", Text(f"{given!r} n'est pas un jeu d'ici : {known}.", f"{given!r} is no game here: {known}."))
    await challenges.write_rules(call.who.player, asked)
    return await challenges.read_rules(call.who.player.id)


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
