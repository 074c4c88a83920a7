"""Guessing passwords is slow, and keeps no owner out."""

import asyncio
import shutil

import pytest
from tests.support.site import PASSWORD, QUICK, open_site

from tablier.server.errors import Problem
from tablier.server.people.cookies import COOKIE
from tablier.server.people.login_limits import DEVICE_COOKIE, LoginLimits
from tablier.server.people.passwords import MAX_WAITING, Passwords
from tablier.server.rate_limits import RateLimits
from tablier.server.settings import Quotas

DAY = 24 * 3600


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


async def log_in(client, password=PASSWORD):
    return await client.post("/sessions", json={"name": "Ada", "password": password})


async def guess(site, address, number):
    return (await log_in(await site.visitor(address), f"guess {number}")).status_code


def test_a_thousand_wrong_passwords_from_a_hundred_addresses_keep_no_owner_out(with_site):
    async def story(site):
        site.services.rate_limits.clock = Clock()
        owner = await site.account("Ada")
        await owner.delete("/sessions/current")
        addresses = [f"198.51.100.{n}" for n in range(100)]
        seen = []
        for address in addresses:
            thief = await site.visitor(address)
            seen += [(await log_in(thief, f"guess {number}")).status_code for number in range(10)]
        assert len(seen) == 1000 and seen.count(401) == 600 and seen.count(429) == 400

        assert (await log_in(owner)).status_code == 201  # the known browser
        assert (await log_in(await site.visitor("192.0.2.1"))).status_code == 201  # a new address
        held_up = await log_in(await site.visitor(addresses[0]))  # a new browser at an address that guessed
        assert held_up.status_code == 429 and int(held_up.headers["retry-after"]) <= 60
        neighbour = await site.visitor(addresses[0])
        neighbour.cookies.update({DEVICE_COOKIE: owner.cookies[DEVICE_COOKIE]})
        assert (await log_in(neighbour)).status_code == 201  # the known browser at that address

    with_site(story, quotas=Quotas())


def test_a_known_browser_is_not_refused_when_many_others_wait():
    async def story():
        passwords = Passwords(QUICK)
        stored = await passwords.hash(PASSWORD)
        assert await passwords.verify(stored, PASSWORD)  # makes the dummy hash
        waiting = [asyncio.create_task(passwords.verify(None, "guess")) for _ in range(MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="Too many logins"):
            await passwords.verify(stored, PASSWORD)
        assert await passwords.verify(stored, PASSWORD, urgent=True)
        assert set(await asyncio.gather(*waiting)) == {False}

    asyncio.run(story())


def test_guessing_from_one_address_or_one_device_gets_slower_and_slower(with_site):
    clock = Clock()

    async def guesses_in(site, client, seconds):
        done, end = 0, clock.now + seconds
        while clock.now < end:
            answer = await log_in(client, "wrong")
            assert answer.status_code in (401, 429)
            done += answer.status_code == 401
            clock.now += int(answer.headers.get("retry-after", 0))
        return done

    async def story(site):
        site.services.rate_limits.clock = clock
        owner, thief = await site.account("Ada"), await site.visitor("198.51.100.7")
        for client in (thief, owner):
            assert await guesses_in(site, client, 60) <= 8
            assert await guesses_in(site, client, 3600) <= 30
            assert await guesses_in(site, client, DAY) <= DAY / 900 + 1
        assert (await log_in(await site.visitor("192.0.2.1"))).status_code == 201

    with_site(story, quotas=Quotas())


def test_a_customer_of_ipv6_does_not_guess_from_many_addresses(with_site):
    async def story(site):
        site.services.rate_limits.clock = Clock()
        await site.account("Ada")
        seen = [await guess(site, f"2001:db8:7:{n:x}::1", n) for n in range(60)]
        assert seen == [401] * 40 + [429] * 20
        assert await guess(site, "2001:db8:8::1", 0) == 401

    with_site(story, quotas=Quotas())


def test_the_cookie_of_a_device_is_good_for_its_account_only(with_site):
    async def story(site):
        site.services.rate_limits.clock = Clock()
        ada, bob = await site.account("Ada"), await site.account("Bob")
        thief = await site.visitor("198.51.100.7")
        for number in range(8):
            thief.cookies.update({DEVICE_COOKIE: bob.cookies[DEVICE_COOKIE]})
            assert (await log_in(thief, f"guess {number}")).status_code == (401 if number < 6 else 429)
        assert DEVICE_COOKIE not in (await site.guest()).cookies
        for forged in ("", ".", "x", "é.é", ada.cookies[DEVICE_COOKIE][:-1], ada.cookies[COOKIE], "0" * 5000):
            thief.headers["Cookie"] = f"{DEVICE_COOKIE}={forged}"
            assert (await log_in(thief)).status_code == 429
        thief.headers["Cookie"] = f"{DEVICE_COOKIE}={ada.cookies[DEVICE_COOKIE]}"
        assert (await log_in(thief)).status_code == 201

    with_site(story, quotas=Quotas())


def test_the_cookie_of_a_device_outlives_the_session_and_tells_no_name(with_site):
    async def story(site):
        ada = await site.account("Ada")
        device = ada.cookies[DEVICE_COOKIE]
        player = await site.player(ada)
        assert player["id"] not in device and "Ada" not in device
        await ada.delete("/sessions/current")
        assert ada.cookies[DEVICE_COOKIE] == device
        answer = await log_in(ada)
        header = next(one for one in answer.headers.get_list("set-cookie") if one.startswith(DEVICE_COOKIE))
        assert "HttpOnly" in header and "SameSite=Lax" in header and device in header

    with_site(story)


def test_processes_count_the_tries_of_a_device_together(tmp_path, postgres, redis):
    shared = {"database": postgres.database(), "bus": redis, "quotas": Quotas()}

    async def story():
        async with open_site(tmp_path / "one", **shared) as one:
            shutil.copytree(tmp_path / "one", tmp_path / "two")
            async with open_site(tmp_path / "two", **shared) as two:
                owner = await one.account("Ada")
                there = await two.visitor()
                there.cookies.update({DEVICE_COOKIE: owner.cookies[DEVICE_COOKIE]})
                seen = [(await log_in((owner, there)[n % 2], "wrong")).status_code for n in range(8)]
                assert seen == [401] * 6 + [429] * 2

    asyncio.run(story())


def test_a_wrong_password_of_an_account_that_is_logged_in_is_limited(with_site):
    async def story(site):
        ada = await site.account("Ada")
        wrong = [await ada.post("/me/password", json={"old": f"guess {n}", "new": "un nouveau secret"}) for n in range(8)]
        assert [one.status_code for one in wrong] == [403] * 6 + [429] * 2

    with_site(story, quotas=Quotas())


def test_a_login_resets_what_was_counted():
    limits = LoginLimits(RateLimits(clock=Clock()), b"secret")

    async def story():
        for _ in range(6):
            await limits.charge("here")
        with pytest.raises(Problem):
            await limits.charge("here")
        await limits.reset("here")
        await limits.charge("here")

    asyncio.run(story())
