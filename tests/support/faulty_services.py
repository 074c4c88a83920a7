"""A Redis that can be stopped and killed, and a proxy before PostgreSQL that loses and delays what passes through it."""

import asyncio
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.services import free_port, wait_for_port


class FaultyRedis:
    """A Redis of its own, on a port that it keeps when it is started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it."""
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", "/tmp"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(self.port)

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self.process.wait()

    def hang(self) -> None:
        """Let it accept connections and answer nothing."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it answer again."""
        self.process.send_signal(signal.SIGCONT)


@contextmanager
def faulty_redis() -> Iterator[FaultyRedis]:
    """Run a Redis until the block ends."""
    running = FaultyRedis()
    try:
        yield running
    finally:
        running.kill()


class FaultyPostgres:
    """A proxy before the socket of a PostgreSQL, in a thread of its own."""

    def __init__(self, folder: Path, target: Path) -> None:
        self.folder, self.target = folder, target
        self.hanging = threading.Event()
        """While it is set, nothing passes."""
        self.lose_commits = 0
        """So many of the next commits reach the database, but their answers do not come back."""
        self.lost = 0
        self.holding_commits = threading.Event()
        """While it is set, commits wait here; they reach the database afterwards, though their clients may have gone."""
        self.held = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        serving = asyncio.start_unix_server(self._connected, str(self.folder / ".s.PGSQL.5432"))
        self._server = self._loop.run_until_complete(serving)
        self._ready.set()
        self._loop.run_forever()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(str(self.target / ".s.PGSQL.5432"))
        answers = asyncio.ensure_future(self._pass(there, writer))
        try:
            with suppress(OSError):
                while data := await reader.read(65_536):
                    await self._while_hanging()
                    if b"COMMIT" in data and (self.lose_commits or self.holding_commits.is_set()):
                        await self._while_holding()
                        answers.cancel()
                        await asyncio.gather(answers, return_exceptions=True)
                        back.write(data)
                        await there.read(65_536)  # the database has answered: the commit counts
                        break
                    back.write(data)
                    await back.drain()
        finally:
            answers.cancel()
            writer.transport.abort()
            back.transport.abort()

    async def _while_holding(self) -> None:
        if not self.holding_commits.is_set():
            self.lose_commits -= 1
            self.lost += 1
            return
        self.held += 1
        while self.holding_commits.is_set():
            await asyncio.sleep(0.02)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._while_hanging()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()

    async def _while_hanging(self) -> None:
        while self.hanging.is_set():
            await asyncio.sleep(0.02)

    def close(self) -> None:
        """Stop accepting, and end the thread."""

        async def end() -> None:
            self._server.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            await asyncio.sleep(0.05)  # aborted transports close their sockets in the next round

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@contextmanager
def faulty_postgres(folder: Path, database: str) -> Iterator[tuple[FaultyPostgres, str]]:
    """A proxy before a database, and the address of the database through it."""
    address, target = database.split("?host=")
    proxy = FaultyPostgres(folder, Path(target))
    try:
        yield proxy, f"{address}?host={folder}"
    finally:
        proxy.close()
