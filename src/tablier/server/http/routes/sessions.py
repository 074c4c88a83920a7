"""Sessions: logging in and out, here and elsewhere."""

from collections.abc import Sequence

from tablier.api.accounts import LoginRequest, Me, SessionView
from tablier.api.http import Done
from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.http.rate_limits import address_of
from tablier.server.http.routes.accounts import agent_of, must_be_person
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.auth import must_have_account


async def login(call: Call, asked: LoginRequest) -> Me:
    """Log in; whoever the browser was before, it is the account's from now on, with a new cookie. A guest's games become the account's."""
    must_be_person(call.who)
    player, cookie, inherited = await call.services.accounts.login(
        call.who, asked.name, asked.password, address=address_of(call.request), agent=agent_of(call)
    )
    await call.services.tables.renew(inherited)
    call.services.auth.become(call.request, cookie)
    return Me(player, account=True)


async def logout(call: Call) -> Done:
    """Log out; the browser becomes a new guest."""
    must_be_person(call.who)
    if call.who.session is not None:
        await call.services.accounts.end_session(call.who.player.id, call.who.session)
        call.services.auth.become(call.request, call.services.auth.guest_cookie(call.services.auth.newcomer().player.id))
    return Done()


async def listed(call: Call) -> Sequence[SessionView]:
    """Where this account is logged in."""
    must_have_account(call.who)
    return await call.services.accounts.sessions_of(call.who)


async def end(call: Call) -> Done:
    """Log out somewhere else."""
    player = must_have_account(call.who)
    if not await call.services.accounts.end_session(player, call.path["id"]):
        raise Problem(404, "unknown", Text("Vous n'avez pas cette session.", "You have no such session."))
    return Done()


ENDPOINTS = (
    Endpoint("POST", "/sessions", "Log in", login, LoginRequest, Me, status=201, cost=5),
    Endpoint("DELETE", "/sessions/current", "Log out", logout, None, Done),
    Endpoint("GET", "/sessions", "Where you are logged in", listed, None, list[SessionView], scope="account"),
    Endpoint("DELETE", "/sessions/{id}", "Log out elsewhere", end, None, Done, scope="account"),
)
