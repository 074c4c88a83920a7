"""The page of the server bench: its figures beside its goals."""

import statistics
from pathlib import Path
from typing import Any

from pauses import LATE
from peer_contest import PEER_TABLES, PLIES, ROUNDS, SMALL_GAME

from tablier.games import games

GAMES = tuple(name for name, game in games().items() if len(game().seats) == 2)
MEMORY = Path("/dev/shm")
PLAYED_ON = 8.0
"""Seconds of play after a storm; moves read from the log are replayed when a table is first used."""
GOALS = {
    "p99 from send to the opponent's receipt, in the median minute": ("ms", "at most", 25.0),
    "memory of an idle socket": ("KiB", "at most", 40.0),
    "errors": ("", "at most", 0.0),
    "clients back after kill -9, from the restart": ("s", "at most", 10.0),
    "moves per second and core, beside boardgame.io": ("×", "at least", 1.0),
    "memory over the second half": ("%", "at most", 5.0),
}


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
    looks = f", before one in {1 / load['looked']:.0f} one for the details of the position" if load.get("looked") else ""
    errors = load["errors"] | (peer["errors"] if peer else {})
    return f"""# Load

Written by `make bench-server`. One web process with SQLite and no engines; clients are processes on the same machine, \
whose cores are {"kept awake (bench/awake.py)" if load["awake"] else "left to sleep when they have nothing to do"}. Clients send what \
a page sends (tests/web/test_traffic.py records one): an act for a move, a ping every 15 s, and before one move in four a question \
what the move would take{looks}.

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
