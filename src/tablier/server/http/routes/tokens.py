"""Tokens for a player's programs."""

from collections.abc import Sequence

from tablier.api.accounts import NewToken, TokenRequest, TokenView
from tablier.api.http import Done
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.identity import PERSONAL_SCOPES, require_account
from tablier.server.people.tokens import Tokens


async def list_tokens(call: Call, tokens: Tokens) -> Sequence[TokenView]:
    """Your tokens, without their secrets."""
    return await tokens.list_tokens(require_account(call.who))


async def create_token(call: Call, asked: TokenRequest, tokens: Tokens) -> NewToken:
    """Create a token. With a token only tokens of its own scopes can be created."""
    player = require_account(call.who)
    allowed = PERSONAL_SCOPES if call.who.scopes is None else PERSONAL_SCOPES & call.who.scopes
    beyond = sorted(set(asked.scopes) - allowed)
    if beyond:
        scopes = ", ".join(beyond)
        raise Problem(403, "forbidden", Text(f"Vous ne pouvez pas donner : {scopes}.", f"You cannot give: {scopes}."))
    name = asked.name.strip()
    if not name or not name.isprintable():
        raise Problem(422, "bad_name", Text("Choisissez un nom lisible.", "Choose a name that can be read."))
    return await tokens.create(player, name, asked.scopes)


async def revoke_token(call: Call, tokens: Tokens) -> Done:
    """Revoke a token, at once."""
    if not await tokens.revoke(require_account(call.who), call.path["id"]):
        raise Problem(404, "unknown", Text("Vous n'avez pas ce jeton.", "You have no such token."))
    return Done()


ENDPOINTS = (
    Endpoint("GET", "/tokens", "Your tokens", list_tokens, None, list[TokenView], scope="account"),
    Endpoint("POST", "/tokens", "Create a token", create_token, TokenRequest, NewToken, scope="account", status=201, cost=5),
    Endpoint("DELETE", "/tokens/{id}", "Revoke a token", revoke_token, None, Done, scope="account"),
)
