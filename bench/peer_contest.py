"""Moves per second of processor time beside boardgame.io: both servers as fast as they can, in rounds that take turns."""

import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from machine import machine
from processes import HERE, QUIET, Clients, Run, all_of, crowd, free_port, running, say, sum_errors, tablier

GUIDES = HERE.parent / "docs" / "guides"
PEERS = Path(os.environ.get("TABLIER_PEER_FOLDER", HERE.parent / ".bench")).resolve()
PEER_TABLES, WARM_UP, PLIES, ROUNDS = 300, 1_500, 9, 7
PEER_NAMES = ("boardgame.io", "boardgame.io in files")
SMALL_GAME = "tapatan"
"""Three in a row on nine points, from the guide: as small as tic-tac-toe."""

Contestant = tuple[Run, list[Clients], dict[str, int]]
"""A server, its clients, and what each round tells them besides."""


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
    shutil.copytree(GUIDES / "template-game", source)
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
