"""How much one web process carries: latency, memory, a storm of clients coming back, and moves per core beside boardgame.io.

Run by `make bench-server`. Server, clients and peer are separate processes on this machine and talk over loopback only.
Writes bench/results/server.json and docs/reference/load.md. `--tables 200 --sockets 500` is a quick look, `--minutes 10`
also shows whether memory stays flat.
"""

import argparse
import json
import os
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from awake import kept_awake
from machine import machine
from pauses import LATE, noted_pauses

from tablier.games import games

HERE = Path(__file__).parent
ROOT = HERE.parent
PEERS = Path(os.environ.get("TABLIER_PEER_FOLDER", ROOT / ".bench")).resolve()
GAMES = tuple(name for name, game in games().items() if len(game().seats) == 2)
DISK_BYTES, DISK_WRITES = 8_192, 1_000
RESULTS = HERE / "results" / "server.json"
PERIOD = 4.0
"""Seconds between two moves of a table."""
PLAYED_ON = 8.0
"""Seconds of play after a storm; moves read from the log are replayed when a table is first used."""
LONG_ENOUGH = 5
"""Minutes from which on memory is judged: games then begin as often as they end."""
MEMORY = Path("/dev/shm")
PEER_TABLES, WARM_UP, PLIES, ROUNDS = 300, 300, 9, 7
PEER_NAMES = ("boardgame.io", "boardgame.io in files")
SMALL_GAME = "tapatan"
"""Three in a row on nine points, from the guide: as small as tic-tac-toe."""
QUIET = {"TABLIER_RATE": "0", "TABLIER_LOG": "warning"}
"""No limit on how often one visitor may ask: here they all come from one address."""

GOALS = {
    "p99 from send to the opponent's receipt, in the median minute": ("ms", "at most", 25.0),
    "memory of an idle socket": ("KiB", "at most", 40.0),
    "errors": ("", "at most", 0.0),
    "clients back after kill -9, from the restart": ("s", "at most", 10.0),
    "moves per second and core, beside boardgame.io": ("×", "at least", 1.0),
    "memory over the second half": ("%", "at most", 5.0),
}


class Run:
    """A process of the bench, and what the system says about it."""

    def __init__(self, words: list[str], log: Path, **environment: str) -> None:
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env={**os.environ, **environment}, start_new_session=True
            )
        self.log = log

    @property
    def memory(self) -> float:
        """Resident memory in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return next(float(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far, by all threads."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def wait_for(self, url: str, seconds: float = 60) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urlopen(url, timeout=2) as answer:
                    if answer.status < 500:
                        return
            except OSError:
                time.sleep(0.02)
        raise SystemExit(f"{url} does not answer:\n{self.log.read_text(errors='replace')[-2000:]}")

    def end(self) -> None:
        """At once."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Clients:
    """A process of clients that obeys line by line."""

    def __init__(self, who: str, port: int, seed: int, log: Path) -> None:
        self.log = log
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, str(HERE / "clients.py"), who, str(port), str(seed)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    def tell(self, do: str, **words: Any) -> None:
        """Begin something."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"do": do, **words}) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """What became of it."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"clients ended:\n{self.log.read_text(errors='replace')[-2000:]}")
        return dict(json.loads(line))

    def end(self) -> None:
        """At once."""
        self.process.kill()
        self.process.wait()


@contextmanager
def running(*words: str, log: Path, **environment: str) -> Iterator[Run]:
    """A server process, for a while."""
    run = Run(list(words), log, **environment)
    try:
        yield run
    finally:
        run.end()


@contextmanager
def crowd(who: str, port: int, count: int, log: Path) -> Iterator[list[Clients]]:
    """Client processes, for a while."""
    there = [Clients(who, port, seed, log) for seed in range(count)]
    try:
        yield there
    finally:
        for one in there:
            one.end()


Contestant = tuple[Run, list[Clients], dict[str, int]]
"""A server, its clients, and what each round tells them besides."""


def all_of(clients: list[Clients], do: str, **words: Any) -> list[dict[str, Any]]:
    """Run the same act for all clients."""
    for one in clients:
        one.tell(do, **words)
    return [one.answer() for one in clients]


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def tablier(folder: Path, port: int) -> list[str]:
    """The command that serves: one web process, SQLite, no engines."""
    command = [sys.executable, "-c", "from tablier.cli.main import main; main()", "serve"]
    return [*command, "--folder", str(folder), "--port", str(port), "--engines", "0"]


def say(text: str) -> None:
    """Progress."""
    print(f"   {text}", flush=True)


def quantile(values: list[float], share: float) -> float:
    """The value below which a share of them lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


# -- what is measured --------------------------------------------------------------------------------------------------


def measure_load(asked: argparse.Namespace, folder: Path, *, storm: bool = True) -> dict[str, Any]:
    """Live tables: memory of the sockets, latency of the moves, memory in the long run, the storm."""
    port, log, found = free_port(), folder / "server.log", dict[str, Any]()
    url = f"http://127.0.0.1:{port}/ready"
    command = tablier(folder / "data", port)
    found |= {"awake": asked.awake} | measure_disk(folder)
    with ExitStack() as stack:
        server = stack.enter_context(running(*command, log=log, **QUIET))
        server.wait_for(url)
        clients = stack.enter_context(crowd("tablier", port, asked.clients, folder / "clients.log"))
        say(f"setting {asked.tables} tables")
        shares = [[GAMES[i % len(GAMES)] for i in range(seed, asked.tables, asked.clients)] for seed in range(asked.clients)]
        watchers = max(0, asked.sockets - 2 * asked.tables)
        for seed, (one, share) in enumerate(zip(clients, shares, strict=True)):
            one.tell("set", games=share, watchers=len(range(seed, watchers, asked.clients)))
        sockets = sum(one.answer()["clients"] for one in clients)
        time.sleep(2)
        before = server.memory
        say(f"{sockets} sockets come")
        joined = all_of(clients, "connect")
        if sum(one["synced"] for one in joined) < sockets:
            raise SystemExit(f"only {sum(one['synced'] for one in joined)} of {sockets} could follow their table")
        time.sleep(3)
        found |= {"sockets": sockets, "tables": asked.tables, "connect_seconds": round(max(one["seconds"] for one in joined), 2)}
        found |= {"memory_before_mib": round(before / 1024), "socket_kib": round((server.memory - before) / sockets, 1)}
        say(f"{found['socket_kib']} KiB for each socket; all followed their table after {found['connect_seconds']} s")
        with noted_pauses(folder) as pauses:
            found |= measure_moves(asked, server, clients)
        found |= {"pauses_ms": pauses.cores, "disk_pauses_ms": pauses.disk}
        if storm:
            found |= measure_storm(server, clients, command, log, url, stack)
        found["errors"] = sum_errors(all_of(clients, "trouble"))
        warnings = [line for line in log.read_text(errors="replace").splitlines() if '"error"' in line or "Traceback" in line]
        if warnings:
            found["errors"]["lines in the server's log"] = len(warnings)
            say(f"the server's log: {warnings[-1][:400]}")
        noted = (folder / "clients.log").read_text(errors="replace").strip()
        if noted:
            found["errors"]["lines in the clients' log"] = len(noted.splitlines())
            say(f"the clients' log: {noted[-400:]}")
    return found


def measure_disk(folder: Path) -> dict[str, Any]:
    """What making something durable costs here while nothing else is done: no move can be quicker."""
    took = []
    with (folder / "disk").open("wb", buffering=0) as file:
        file.write(bytes(DISK_BYTES * DISK_WRITES))
        os.fsync(file.fileno())
        file.seek(0)
        for _ in range(DISK_WRITES):
            file.write(bytes(DISK_BYTES))
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(round(1000 * (time.perf_counter() - begun), 2))
    found = {"disk_p50_ms": quantile(took, 0.5), "disk_p99_ms": quantile(took, 0.99), "disk_worst_ms": max(took)}
    say(f"the disk alone: p50 {found['disk_p50_ms']} ms, p99 {found['disk_p99_ms']} ms, worst {found['disk_worst_ms']} ms")
    return found


def processor_time() -> tuple[int, int]:
    """Of all processors since the start of the machine: all, and what its host gave to others while there was work to do."""
    spent = [int(word) for word in Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]]
    return sum(spent), spent[7]


def measure_moves(asked: argparse.Namespace, server: Run, clients: list[Clients]) -> dict[str, Any]:
    """Every table moves once in four seconds."""
    seconds = asked.minutes * 60 if asked.minutes else asked.seconds
    say(f"one move a second per {PERIOD:.0f} tables, for {seconds:.0f} s")
    cpu, begun, processors = server.cpu, time.monotonic(), processor_time()
    for one in clients:
        one.tell("play", seconds=seconds, period=PERIOD)
    samples, shares, last = [], [], (begun, cpu)
    while time.monotonic() < begun + seconds + 3:
        time.sleep(min(10.0, max(0.1, begun + seconds + 3 - time.monotonic())))
        now = time.monotonic(), server.cpu
        samples.append(round(server.memory / 1024, 1))
        shares.append(round((now[1] - last[1]) / (now[0] - last[0]), 3))
        last = now
        if asked.minutes:
            say(f"{now[0] - begun:5.0f} s: {samples[-1]:.0f} MiB, {shares[-1]:.0%} of a core")
    used = (server.cpu - cpu) / (time.monotonic() - begun)
    total, stolen = (now - then for now, then in zip(processor_time(), processors, strict=True))
    answers = [one.answer() for one in clients]
    latencies = [one for answer in answers for one in answer["latencies"]]
    found: dict[str, Any] = {
        "seconds": seconds,
        "moves": len(latencies),
        "moves_a_second": round(len(latencies) / seconds, 1),
        "messages_a_second": round(sum(answer["heard"] for answer in answers) / seconds),
        "server_core_share": round(used, 3),
        "stolen_share": round(stolen / total, 3),
        "p50_ms": quantile(latencies, 0.5),
        "p95_ms": quantile(latencies, 0.95),
        "p99_ms": quantile(latencies, 0.99),
        "worst_ms": max(latencies, default=float("nan")),
        "memory_mib": samples,
        "p99_by_minute_ms": [quantile(part, 0.99) for part in by_minute([answer["latencies"] for answer in answers], seconds)],
        "core_share_by_sample": shares,
    }
    if asked.minutes >= LONG_ENOUGH:
        half = len(samples) // 2
        first, last = statistics.mean(samples[half : half + 6]), statistics.mean(samples[-6:])
        found["growth_percent"] = round((last / first - 1) * 100, 2)
    say(
        f"{found['moves_a_second']} moves/s, p50 {found['p50_ms']} ms, p99 {found['p99_ms']} ms, worst {found['worst_ms']} ms, "
        f"{used:.0%} of a core; the host took {found['stolen_share']:.1%} of both"
    )
    return found


def by_minute(latencies: list[list[float]], seconds: float) -> list[list[float]]:
    """The latencies that several clients noted, one after the other at an even pace, minute by minute."""
    minutes = max(1, round(seconds / 60))
    cut = [[noted[len(noted) * i // minutes : len(noted) * (i + 1) // minutes] for i in range(minutes)] for noted in latencies]
    return [[one for part in same_minute for one in part] for same_minute in zip(*cut, strict=True)]


def measure_storm(server: Run, clients: list[Clients], command: list[str], log: Path, url: str, stack: ExitStack) -> dict[str, Any]:
    """Kill the server and start it again; all clients reconnect at once, then play on."""
    say("kill -9, then all clients reconnect")
    all_of(clients, "expect_storm")
    server.end()
    time.sleep(0.5)
    begun = time.time()
    again = stack.enter_context(running(*command, log=log, **QUIET))
    for one in clients:
        one.tell("recover", seconds=120)
    again.wait_for(url)
    back = [one.answer() for one in clients]
    first, last = min(one["first"] for one in back), max(one["last"] for one in back)
    found = {
        "storm_seconds": round(last - begun, 2),
        "storm_first_seconds": round(first - begun, 2),
        "storm_back": sum(one["synced"] for one in back),
        "storm_server_cpu_seconds": round(again.cpu, 2),
    }
    say(
        f"{found['storm_back']} back {found['storm_seconds']} s after the restart, the first after {found['storm_first_seconds']} s; "
        f"{found['storm_server_cpu_seconds']} s of the processor"
    )
    played = all_of(clients, "play", seconds=PLAYED_ON, period=PERIOD, settle=0.0)
    latencies = [one for answer in played for one in answer["latencies"]]
    found |= {"played_on": len(latencies), "played_on_p50_ms": quantile(latencies, 0.5), "played_on_p99_ms": quantile(latencies, 0.99)}
    say(f"at once all play on: p50 {found['played_on_p50_ms']} ms, p99 {found['played_on_p99_ms']} ms")
    return found


def measure_peer(folder: Path) -> dict[str, Any]:
    """Moves per second of processor time, ours and boardgame.io's, all as fast as they can, in rounds that take turns."""
    version = json.loads((PEERS / "node_modules" / "boardgame.io" / "package.json").read_text(encoding="utf-8"))["version"]
    rounds: dict[str, list[dict[str, Any]]] = {}
    with ExitStack() as stack:
        contestants = {
            "ours": stack.enter_context(our_contestant(folder)),
            "boardgame.io": stack.enter_context(boardgame_io(folder)),
            "boardgame.io in files": stack.enter_context(boardgame_io(folder, str(folder / "peer"))),
        }
        for number in range(ROUNDS):
            for name, (server, clients, words) in contestants.items():
                found = saturated(server, clients, first=number * PEER_TABLES, count=PEER_TABLES, **words)
                rounds.setdefault(name, []).append(found)
                say(f"round {number + 1} of {ROUNDS}, {name}: {found['moves_a_core_second']:.0f} moves per core and second")
        errors = [answer for _, clients, _ in contestants.values() for answer in all_of(clients, "trouble")]
    middle = {name: sorted(found, key=lambda one: float(one["moves_a_core_second"]))[ROUNDS // 2] for name, found in rounds.items()}
    for name in PEER_NAMES:
        # Each round beside the one next to it: the speed of a machine changes from minute to minute.
        pairs = zip(rounds["ours"], rounds[name], strict=True)
        ratios = [ours["moves_a_core_second"] / theirs["moves_a_core_second"] for ours, theirs in pairs]
        middle[name] |= {"version": version, "ratios": [round(one, 2) for one in ratios], "ratio": round(statistics.median(ratios), 2)}
    return {"machine": machine(), **middle, "ratio": middle["boardgame.io"]["ratio"], "errors": sum_errors(errors)}


@contextmanager
def our_contestant(folder: Path) -> Iterator[Contestant]:
    """Our server with the small game, warm."""
    port, games = free_port(), folder / "games"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"]
    source = folder / "template-game"
    shutil.copytree(ROOT / "docs" / "guides" / "template-game", source)
    subprocess.run([*install, "--target", str(games), str(source)], check=True)
    path = os.pathsep.join(filter(None, [str(games), os.environ.get("PYTHONPATH", "")]))
    with running(*tablier(folder / "small", port), log=folder / "small.log", PYTHONPATH=path, **QUIET) as server:
        server.wait_for(f"http://127.0.0.1:{port}/ready")
        with crowd("tablier", port, 1, folder / "clients.log") as clients:
            all_of(clients, "set", games=[SMALL_GAME] * (ROUNDS * PEER_TABLES + WARM_UP), watchers=0)
            all_of(clients, "connect")
            all_of(clients, "saturate", first=ROUNDS * PEER_TABLES, count=WARM_UP, plies=PLIES)
            yield server, clients, {"plies": PLIES}


@contextmanager
def boardgame_io(folder: Path, *files: str) -> Iterator[Contestant]:
    """boardgame.io's own server, warm; with its storage in files where a folder is given."""
    port = free_port()
    command = ("node", str(HERE / "peer_server.cjs"), str(PEERS), str(port), *files)
    with running(*command, log=folder / "peer.log", NODE_ENV="production") as server:
        server.wait_for(f"http://127.0.0.1:{port}/games")
        with crowd("boardgame.io", port, 1, folder / "clients.log") as clients:
            all_of(clients, "set", matches=ROUNDS * PEER_TABLES + WARM_UP)
            all_of(clients, "saturate", first=ROUNDS * PEER_TABLES, count=WARM_UP)
            yield server, clients, {}


def saturated(server: Run, clients: list[Clients], **words: int) -> dict[str, Any]:
    """Profile a server while all clients move at once."""
    cpu = server.cpu
    answer = all_of(clients, "saturate", **words)[0]
    used = server.cpu - cpu
    moves, seconds = answer["moves"], answer["seconds"]
    return {
        "moves": moves,
        "seconds": round(seconds, 2),
        "cpu_seconds": round(used, 2),
        "moves_a_second": round(moves / seconds),
        "moves_a_core_second": round(moves / used, 1),
    }


def sum_errors(found: list[dict[str, Any]]) -> dict[str, int]:
    """All errors of all clients."""
    total: dict[str, int] = {}
    for one in found:
        for what, count in one["errors"].items():
            total[what] = total.get(what, 0) + count
    return total


# -- what is told ------------------------------------------------------------------------------------------------------


def judged(load: dict[str, Any], peer: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Each goal with its figure."""
    errors = sum(load["errors"].values()) + (sum(peer["errors"].values()) if peer else 0)
    figures = {
        "p99 from send to the opponent's receipt, in the median minute": statistics.median(load["p99_by_minute_ms"]),
        "memory of an idle socket": load["socket_kib"],
        "errors": errors,
        "clients back after kill -9, from the restart": load["storm_seconds"] if load["storm_back"] == load["sockets"] else None,
        "moves per second and core, beside boardgame.io": peer["ratio"] if peer else None,
        "memory over the second half": load.get("growth_percent"),
    }
    rows = []
    for what, (unit, sense, goal) in GOALS.items():
        figure = figures[what]
        met = None if figure is None else figure <= goal if sense == "at most" else figure >= goal
        rows.append({"what": what, "unit": unit, "goal": f"{sense} {goal:g}", "figure": figure, "met": met})
    return rows


def told(row: dict[str, Any]) -> str:
    """A figure with its unit."""
    return "–" if row["figure"] is None else f"{row['figure']} {row['unit']}"


def in_memory(load: dict[str, Any] | None) -> str:
    """What the same moves take where the disk has no part in it."""
    if load is None:
        return ""
    return (
        f"- the same with the database in memory ({MEMORY}), which shows what the disk has no part in: median {load['p50_ms']} ms, "
        f"99 % {load['p99_ms']} ms, the worst {load['worst_ms']} ms\n"
    )


def page(results: dict[str, Any]) -> str:
    """The results as a page of the documentation."""
    load, peer = results["load"], results["peer"]
    facts = "\n".join(f"- {name}: {value}" for name, value in results["machine"].items())
    verdict = {True: "met", False: "**missed**", None: "not measured"}
    rows = "\n".join(f"| {row['what']} | {told(row)} | {row['goal']} {row['unit']} | {verdict[row['met']]} |" for row in results["goals"])
    beside = ""
    if peer:
        servers = [
            (f"Tablier, {SMALL_GAME}, durable in SQLite, Python {peer['machine']['python']}", peer["ours"]),
            (f"boardgame.io {peer['boardgame.io']['version']}, tic-tac-toe, in memory", peer["boardgame.io"]),
            ("the same with its storage in files", peer["boardgame.io in files"]),
        ]
        in_turn = ", ".join(f"{ratio} ×" for ratio in peer["boardgame.io"]["ratios"])
        lines = "\n".join(
            f"| {name} | {one['moves_a_second']:,} | {one['cpu_seconds']} s | {one['moves_a_core_second']:,.0f} |" for name, one in servers
        )
        in_files = peer["boardgame.io in files"]["ratio"]
        beside = f"""
## Beside boardgame.io

Both as fast as they can, {PEER_TABLES} tables at once, two sockets each, {PLIES} moves a table, the median of {ROUNDS} rounds
that take turns, and of their ratios ({in_turn}); processor time of the server process.
boardgame.io keeps its matches in memory unless it is told otherwise, and a kill then loses them;
its storage in files (`FlatFile`) survives the end of its process, though no write waits for the disk. The goal is beside the one
in memory, which does less: {peer["ratio"]} ×. Beside the one in files it is {in_files} ×. Measured on {peer["machine"]["date"]}, \
{peer["machine"]["processor"]}.

| server | moves/s | processor time | moves per second of a core |
|---|---|---|---|
{lines}
"""
    errors = load["errors"] | (peer["errors"] if peer else {})
    return f"""# Load

Written by `make bench-server`. One web process with SQLite and no engines; clients are processes on the same machine, \
whose cores are {"kept awake (bench/awake.py)" if load["awake"] else "left to sleep when they have nothing to do"}. Clients send what \
a page sends (tests/web/test_traffic.py records one): an act for a move, a ping every 15 s, and before one move in four a question \
what the move would take.

{facts}

| what | figure | goal | |
|---|---|---|---|
{rows}

## The run

- {load["tables"]:,} live tables of {len(GAMES)} games, {load["sockets"]:,} sockets
- {load["moves_a_second"]} moves/s for {load["seconds"]:.0f} s, {load["messages_a_second"]:,} messages/s to clients
- from send to the opponent's receipt: median {load["p50_ms"]} ms, 95 % {load["p95_ms"]} ms, 99 % {load["p99_ms"]} ms
- the worst: {load["worst_ms"]} ms
- 99 % in each minute: {", ".join(f"{one:.0f}" for one in load["p99_by_minute_ms"])} ms
- the server used {load["server_core_share"]:.0%} of a core ({min(load["core_share_by_sample"]):.0%} to \
{max(load["core_share_by_sample"]):.0%} from one ten seconds to the next, for the same moves)
- meanwhile the machine's host took {load["stolen_share"]:.1%} of the processor: it stopped a core {len(load["pauses_ms"])} times for \
over {1000 * LATE:.0f} ms, {max(load["pauses_ms"], default=0):.0f} ms at most (bench/pauses.py)
- a commit waits for the disk, which alone and idle takes {load["disk_p50_ms"]} ms (median) to {load["disk_p99_ms"]} ms (99 %), \
{load["disk_worst_ms"]} ms at worst; during the run a page took over {1000 * LATE:.0f} ms {len(load["disk_pauses_ms"])} times, \
{max(load["disk_pauses_ms"], default=0):.0f} ms at most
{in_memory(results["in_memory"])}\
- memory: {load["memory_before_mib"]} MiB with all tables and no socket, {load["memory_mib"][0]:.0f} MiB at the beginning of play
- at its end: {load["memory_mib"][-1]:.0f} MiB
- {load["sockets"]:,} clients came and followed their tables in {load["connect_seconds"]} s
- after kill -9: {load["storm_back"]:,} back {load["storm_seconds"]} s after the restart; a client that missed nothing is told just that
- the first of them: {load["storm_first_seconds"]} s
- as soon as the last was back, all played on for {PLAYED_ON:.0f} s: median {load["played_on_p50_ms"]} ms, \
99 % {load["played_on_p99_ms"]} ms
- errors: {", ".join(f"{what} ({count})" for what, count in errors.items()) or "none"}
{beside}"""


def main() -> None:
    """Measure, tell, write down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--minutes", type=float, default=0.0, help="play that long and watch the memory")
    parser.add_argument("--clients", type=int, default=2, help="client processes")
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    parser.add_argument("--only-peer", action="store_true", help="measure only boardgame.io again; the rest stays as it was written")
    parser.add_argument(
        "--awake",
        action="store_true",
        help="let no core sleep; a host that limits this machine's processor time then stops it for 100 ms now and then",
    )
    parser.add_argument("--dry", action="store_true", help="write nothing down")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = asked.sockets + 2_000
    if most < wanted:
        raise SystemExit(f"{asked.sockets} sockets take {wanted} open files; ulimit -Hn says {most}.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to stop: everything is stopped, nothing written"))
    cores = kept_awake() if asked.awake else nullcontext()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablier-bench-")))
        stack.enter_context(cores)
        try:
            load = None if asked.only_peer else measure_load(asked, folder)
            without_disk = None
            if load and MEMORY.is_dir() and not asked.dry:
                say("the same with the database in memory")
                room = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablier-bench-", dir=MEMORY)))
                without_disk = measure_load(asked, room, storm=False)
            peer = None if asked.no_peer else measure_peer(folder)
        except KeyboardInterrupt:
            raise SystemExit("interrupted: everything is stopped, nothing written") from None
    if load is None:
        results = {**json.loads(RESULTS.read_text(encoding="utf-8")), "peer": peer}
        load = results["load"]
    else:
        results = {"machine": machine(), "load": load, "in_memory": without_disk, "peer": peer}
    results["goals"] = judged(load, peer)
    for row in results["goals"]:
        word = {True: "met", False: "MISSED", None: "not measured"}[row["met"]]
        print(f"{row['what']:<50} {row['figure']} {row['unit']} ({row['goal']}) {word}")
    if load["errors"]:
        print("errors:", load["errors"])
    if not asked.dry:
        RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        (ROOT / "docs" / "reference" / "load.md").write_text(page(results), encoding="utf-8")
        print("written: bench/results/server.json, docs/reference/load.md")


if __name__ == "__main__":
    main()
