"""Sessions: logging in and out."""

from collections.abc import Sequence

from tablier.api.accounts import LoginRequest, Me, SessionView
from tablier.api.http import Done
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.accounts import Accounts
from tablier.server.people.cookies import Cookies
from tablier.server.people.identity import new_guest, require_account, require_browser
from tablier.server.tables.registry import TableRegistry


async def login(call: Call, asked: LoginRequest, accounts: Accounts, registry: TableRegistry) -> Me:
    """Log in; the browser gets a new cookie, and the games of its guest become the account's."""
    require_browser(call.who)
    done = await accounts.login(call.who, asked.name, asked.password, address=call.address, agent=call.agent, device=call.device)
    await registry.reload(done.merged)
    call.set_cookie(done.cookie, done.device)
    return Me(done.player, account=True)


async def logout(call: Call, accounts: Accounts, cookies: Cookies) -> Done:
    """Log out; the browser becomes a new guest."""
    require_browser(call.who)
    if call.who.session is not None:
        await accounts.end_session(call.who.player.id, call.who.session)
        call.set_cookie(cookies.sign(new_guest().player.id))
    return Done()


async def list_sessions(call: Call, accounts: Accounts) -> Sequence[SessionView]:
    """The browsers in which this account is logged in."""
    require_account(call.who)
    return await accounts.list_sessions(call.who)


async def end_session(call: Call, accounts: Accounts) -> Done:
    """Log another browser out."""
    player = require_account(call.who)
    if not await accounts.end_session(player, call.path["id"]):
        raise Problem(404, "unknown", Text("Vous n'avez pas cette session.", "You have no such session."))
    return Done()


ENDPOINTS = (
    Endpoint("POST", "/sessions", "Log in", login, LoginRequest, Me, status=201, cost=5),
    Endpoint("DELETE", "/sessions/current", "Log out", logout, None, Done),
    Endpoint("GET", "/sessions", "Where you are logged in", list_sessions, None, list[SessionView], scope="account"),
    Endpoint("DELETE", "/sessions/{id}", "Log out elsewhere", end_session, None, Done, scope="account"),
)
