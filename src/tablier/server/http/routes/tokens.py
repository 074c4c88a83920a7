"""Tokens for one's own programs."""

from collections.abc import Sequence

from tablier.api.accounts import NewToken, TokenRequest, TokenView
from tablier.api.http import Done
from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.auth import PERSONAL, must_have_account


async def listed(call: Call) -> Sequence[TokenView]:
    """Your tokens, without their secrets."""
    return await call.services.tokens.of(must_have_account(call.who))


async def make(call: Call, asked: TokenRequest) -> NewToken:
    """Make a token. A token can make others, but none that may do more than itself."""
    player = must_have_account(call.who)
    allowed = PERSONAL if call.who.scopes is None else PERSONAL & call.who.scopes
    beyond = sorted(set(asked.scopes) - allowed)
    if beyond:
        scopes = ", ".join(beyond)
        raise Problem(403, "forbidden", Text(f"Vous ne pouvez pas donner : {scopes}.", f"You cannot give: {scopes}."))
    name = asked.name.strip()
    if not name or not name.isprintable():
        raise Problem(422, "bad_name", Text("Un nom qui se lit.", "A name that can be read."))
    return await call.services.tokens.make(player, name, asked.scopes)


async def revoke(call: Call) -> Done:
    """Make a token worthless, at once."""
    if not await call.services.tokens.revoke(must_have_account(call.who), call.path["id"]):
        raise Problem(404, "unknown", Text("Vous n'avez pas ce jeton.", "You have no such token."))
    return Done()


ENDPOINTS = (
    Endpoint("GET", "/tokens", "Your tokens", listed, None, list[TokenView], scope="account"),
    Endpoint("POST", "/tokens", "Make a token", make, TokenRequest, NewToken, scope="account", status=201, cost=5),
    Endpoint("DELETE", "/tokens/{id}", "Revoke a token", revoke, None, Done, scope="account"),
)
