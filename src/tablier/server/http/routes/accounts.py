"""Accounts: how a guest gets a name of their own, and changes the password."""

from tablier.api.accounts import AccountRequest, Me, PasswordRequest
from tablier.api.http import Done
from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.http.rate_limits import address_of
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.auth import Identity, must_have_account


async def register(call: Call, asked: AccountRequest) -> Me:
    """Make an account; the guest's games become its own."""
    must_be_person(call.who)
    if call.who.account:
        why = Text("Vous avez déjà un compte : déconnectez-vous d'abord.", "You have an account already: log out first.")
        raise Problem(409, "has_account", why)
    player, cookie = await call.services.accounts.register(
        call.who, asked.name, asked.password, bot=asked.bot, address=address_of(call.request), agent=agent_of(call)
    )
    call.services.auth.become(call.request, cookie)
    return Me(player, account=True)


async def change_password(call: Call, asked: PasswordRequest) -> Done:
    """Change the password; all other browsers are logged out."""
    must_have_account(call.who)
    cookie = await call.services.accounts.change_password(
        call.who, asked.old, asked.new, address=address_of(call.request), agent=agent_of(call)
    )
    if cookie is not None:
        call.services.auth.become(call.request, cookie)
    return Done()


def must_be_person(who: Identity) -> None:
    """Refuse a token: a program is who it is."""
    if who.scopes is not None:
        raise Problem(403, "forbidden", Text("Un jeton ne peut pas faire cela.", "A token cannot do this."))


def agent_of(call: Call) -> str:
    """What the browser calls itself, so that its owner knows it again in a list."""
    return call.request.headers.get("user-agent", "")


ENDPOINTS = (
    Endpoint("POST", "/accounts", "Get an account", register, AccountRequest, Me, status=201, cost=5),
    Endpoint("POST", "/me/password", "Change the password", change_password, PasswordRequest, Done, scope="account", cost=5),
)
