"""Accounts and tokens on a real server."""

import httpx


def make_token(url: str, name: str, *scopes: str) -> str:
    """A token of a new account."""
    with httpx.Client(base_url=f"{url}/api") as browser:
        browser.post("/accounts", json={"name": name, "password": "beep boop beep"}).raise_for_status()
        made = browser.post("/tokens", json={"name": "bot", "scopes": scopes or ("play", "read")})
        made.raise_for_status()
    return str(made.json()["secret"])
