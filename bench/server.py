"""How much one web process carries: latency, memory, a storm of clients coming back, and moves per core beside boardgame.io.

Run by `make bench-server`. Server, clients and peer are separate processes on this machine and talk over loopback only.
Writes bench/results/server.json and docs/reference/load.md. `--tables 200 --sockets 500` is a quick look, `--minutes 10`
also shows whether memory stays flat.
"""

import argparse
import json
import os
import resource
import signal
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any

from awake import kept_awake
from clients import LOOKED
from load_page import GAMES, MEMORY, PLAYED_ON, judged, page
from machine import machine
from pauses import noted_pauses
from peer_contest import measure_peer
from processes import HERE, QUIET, Clients, Run, all_of, crowd, free_port, running, say, sum_errors, tablier

DISK_BYTES, DISK_WRITES = 8_192, 1_000
RESULTS = HERE / "results" / "server.json"
PERIOD = 4.0
"""Seconds between two moves of a table."""
LONG_ENOUGH = 5
"""Minutes from which on memory is judged: games then begin as often as they end."""


def quantile(values: list[float], share: float) -> float:
    """The value below which a share of them lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def measure_load(asked: argparse.Namespace, folder: Path, *, storm: bool = True) -> dict[str, Any]:
    """Live tables: memory of the sockets, latency of the moves, memory in the long run, the storm."""
    port, log, found = free_port(), folder / "server.log", dict[str, Any]()
    url = f"http://127.0.0.1:{port}/ready"
    command = tablier(folder / "data", port)
    found |= {"awake": asked.awake, "looked": LOOKED} | measure_disk(folder)
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
        (HERE.parent / "docs" / "reference" / "load.md").write_text(page(results), encoding="utf-8")
        print("written: bench/results/server.json, docs/reference/load.md")


if __name__ == "__main__":
    main()
