"""A client of Tablier servers, with or without asyncio, for bots and other programs.

    from tablier.client import Client

    with Client("http://localhost:8000", token="tbl_…") as client:
        for notice in client.notices():
            ...

`AsyncClient` has the same methods as coroutines. What they take and return are the types of `tablier.api`. The client waits and tries
again where a server is away or asks for patience (429), and sends acts under a key, so that they are done once.
"""

from tablier.client.async_client import AsyncClient
from tablier.client.errors import ServerError
from tablier.client.notices import Notice
from tablier.client.socket import TableMessage
from tablier.client.sync_client import Client

__all__ = ["AsyncClient", "Client", "Notice", "ServerError", "TableMessage"]
