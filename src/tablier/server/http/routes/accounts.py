"""Accounts: registration and passwords."""

from tablier.api.accounts import AccountRequest, Me, PasswordRequest
from tablier.api.http import Done
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.accounts import Accounts
from tablier.server.people.identity import require_account, require_browser


async def register(call: Call, asked: AccountRequest, accounts: Accounts) -> Me:
    """Create an account; the guest's games become the account's."""
    require_browser(call.who)
    if call.who.account:
        why = Text("Vous avez déjà un compte : déconnectez-vous d'abord.", "You have an account already: log out first.")
        raise Problem(409, "has_account", why)
    done = await accounts.register(call.who, asked.name, asked.password, bot=asked.bot, address=call.address, agent=call.agent)
    call.set_cookie(done.cookie, done.device)
    return Me(done.player, account=True)


async def change_password(call: Call, asked: PasswordRequest, accounts: Accounts) -> Done:
    """Change the password; all other browsers are logged out."""
    require_account(call.who)
    cookie = await accounts.change_password(call.who, asked.old, asked.new, agent=call.agent)
    if cookie is not None:
        call.set_cookie(cookie)
    return Done()


ENDPOINTS = (
    Endpoint("POST", "/accounts", "Create an account", register, AccountRequest, Me, status=201, cost=5),
    Endpoint("POST", "/me/password", "Change the password", change_password, PasswordRequest, Done, scope="account", cost=5),
)
