"""Engine matches on one machine or many: players as texts, openings, logs that can be resumed, Elo, SPRT, ladders.

    from tablier import arena

    arena.run(game, ["level:5", "nodes:2000"], 200, log="match.jsonl")
    arena.sprt(game, "nodes:2000;mobility=3", "nodes:2000", log="mobility.jsonl", elo1=15)
    arena.ladder(game, 100)
    arena.write_page()

Players are described in `tablier.arena.players`. Games run on an `executor=`, by default one process per core, or on a cluster
with `tablier.arena.ray.RayExecutor`. Processes import the main module of the calling program: in a script, call these behind
`if __name__ == "__main__":`.
"""

from tablier.arena.elo import Tally
from tablier.arena.executors import Executor, ProcessExecutor
from tablier.arena.journal import BadJournal, read_reports
from tablier.arena.ladders import Ladder, Rung, ladder
from tablier.arena.players import BadPlayer
from tablier.arena.report import write_page
from tablier.arena.runner import Progress, run, sprt
from tablier.arena.score import MatchScore
from tablier.arena.sequential_test import Sprt, Verdict
from tablier.arena.uci_process import EngineFailed

__all__ = [
    "BadJournal",
    "BadPlayer",
    "EngineFailed",
    "Executor",
    "Ladder",
    "MatchScore",
    "ProcessExecutor",
    "Progress",
    "Rung",
    "Sprt",
    "Tally",
    "Verdict",
    "ladder",
    "read_reports",
    "run",
    "sprt",
    "write_page",
]
