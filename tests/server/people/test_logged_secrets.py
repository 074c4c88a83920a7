"""Secrets stay out of the logs, even when something breaks with a password in its hands."""

import io
import logging

import pytest
import structlog
from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError
from tests.support.site import PASSWORD, QUICK, both

from tablier.server.ops import logging as logs
from tablier.server.people.cookies import COOKIE
from tablier.server.people.passwords import Passwords
from tablier.server.storage.schema import players


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Broken(Passwords):
    async def verify(self, stored, password):
        held = f"{stored} {password}"
        raise RuntimeError(f"broken, while holding {len(held)} characters")


@pytest.fixture(params=[io.StringIO, Terminal], ids=["machine", "person"])
def written(request):
    """What a process writes, for a machine or for a person."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    stream = request.param()
    logs.configure(stream)
    yield stream
    structlog.reset_defaults()
    root.handlers[:], _ = before
    root.setLevel(before[1])


def test_an_error_of_ours_tells_where_and_not_what(with_site, written):
    async def story(site):
        client = await site.account("Ada")
        bot = await site.bot(client, "account")
        site.services.accounts.passwords = Broken(QUICK)
        failed = await client.post("/sessions", json={"name": "Ada", "password": PASSWORD})
        assert failed.status_code == 500 and PASSWORD not in failed.text
        await bot.post("/me/password", json={"old": PASSWORD, "new": "un tout nouveau secret"})
        told = written.getvalue()
        assert "RuntimeError" in told and "verify" in told
        secrets = [PASSWORD, "un tout nouveau secret", "argon2id", client.cookies[COOKIE], bot.headers["Authorization"].split()[1]]
        assert not [secret for secret in secrets if secret in told]

    with_site(story)


@both
def test_a_failing_database_does_not_tell_what_it_was_asked_to_keep(with_site):
    async def story(site):
        with pytest.raises(SQLAlchemyError) as error:
            async with site.services.database.write() as connection:
                await connection.execute(insert(players).values(id="x", name=None, password=PASSWORD, created=0))
        assert PASSWORD not in str(error.value)

    with_site(story)
