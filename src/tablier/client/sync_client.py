"""The client without asyncio: the other one, in a thread with a loop of its own."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Mapping
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from tablier.client.async_client import PATIENCE, AsyncClient

P = ParamSpec("P")
T = TypeVar("T")

DONE: Final = object()


def _call(method: Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]) -> Callable[Concatenate["Client", P], T]:
    """A method that waits for the result of a coroutine."""

    @wraps(method)
    def call(self: "Client", /, *arguments: P.args, **named: P.kwargs) -> T:
        return self._wait_for(method(self._client, *arguments, **named))

    return call


def _iterate(method: Callable[Concatenate[AsyncClient, P], AsyncGenerator[T, None]]) -> Callable[Concatenate["Client", P], Iterator[T]]:
    """A method that gives what an asynchronous iterator gives."""

    @wraps(method)
    def iterate(self: "Client", /, *arguments: P.args, **named: P.kwargs) -> Iterator[T]:
        return self._items_of(method(self._client, *arguments, **named))

    return iterate


class Client:
    """A player at a server: the owner of `token`, or without one a guest; see `AsyncClient`.

    May be used by several threads, one of which may wait in `notices`.
    """

    def __init__(
        self, server: str, *, token: str | None = None, cookies: Mapping[str, str] | None = None, patience: float = PATIENCE
    ) -> None:
        self._client = AsyncClient(server, token=token, cookies=cookies, patience=patience)
        self._loop, self._stopping = asyncio.new_event_loop(), asyncio.Event()
        self._streams: set[AsyncGenerator[Any, None]] = set()
        """Those that are read."""
        self._thread = threading.Thread(target=self._serve, name="tablier-client", daemon=True)

    def __enter__(self) -> "Client":
        self._thread.start()
        try:
            self._wait_for(self._client.__aenter__())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            for stream in tuple(self._streams):
                self._wait_for(stream.aclose())
            self._wait_for(self._client.close())
        finally:
            self._stop()

    @property
    def cookies(self) -> dict[str, str]:
        """What the server knows a guest by."""
        return self._client.cookies

    me = _call(AsyncClient.me)
    profile = _call(AsyncClient.profile)
    games = _call(AsyncClient.games)
    game = _call(AsyncClient.game)
    create_table = _call(AsyncClient.create_table)
    tables = _call(AsyncClient.tables)
    my_tables = _call(AsyncClient.my_tables)
    archive = _call(AsyncClient.archive)
    table = _call(AsyncClient.table)
    invitation = _call(AsyncClient.invitation)
    record = _call(AsyncClient.record)
    match = _call(AsyncClient.match)
    act = _call(AsyncClient.act)
    move = _call(AsyncClient.move)
    sit = _call(AsyncClient.sit)
    leave = _call(AsyncClient.leave)
    seat_engine = _call(AsyncClient.seat_engine)
    resign = _call(AsyncClient.resign)
    offer = _call(AsyncClient.offer)
    answer = _call(AsyncClient.answer)
    say = _call(AsyncClient.say)
    give_nonces = _call(AsyncClient.give_nonces)
    bots = _call(AsyncClient.bots)
    challenges = _call(AsyncClient.challenges)
    challenge = _call(AsyncClient.challenge)
    accept = _call(AsyncClient.accept)
    decline = _call(AsyncClient.decline)
    withdraw = _call(AsyncClient.withdraw)
    challenge_rules = _call(AsyncClient.challenge_rules)
    set_challenge_rules = _call(AsyncClient.set_challenge_rules)
    notices = _iterate(AsyncClient.notices)
    follow = _iterate(AsyncClient.follow)

    def _wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        if not self._thread.is_alive():
            work.close()
            raise RuntimeError("use the client inside a with block")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:  # Ctrl-C too
            future.cancel()
            raise

    def _items_of(self, stream: AsyncGenerator[T, None]) -> Iterator[T]:
        async def next_item() -> Any:
            return await anext(stream, DONE)

        self._streams.add(stream)
        try:
            while (item := self._wait_for(next_item())) is not DONE:
                yield item
        finally:
            self._streams.discard(stream)
            if self._thread.is_alive():
                self._wait_for(stream.aclose())

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:  # ends all tasks before it closes the loop
            runner.run(self._stopping.wait())

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()
