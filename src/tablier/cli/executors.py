"""Where the games of long work are played: in processes of this machine, or on a cluster."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablier.arena.executors import Executor


def executor_of(workers: int | None, ray: str) -> "Executor":
    """The executor that `--workers` and `--ray` ask for."""
    from tablier.arena import ProcessExecutor  # on demand: it imports engines

    if not ray:
        return ProcessExecutor(workers)
    from tablier.arena.ray import RayExecutor

    return RayExecutor(ray)
