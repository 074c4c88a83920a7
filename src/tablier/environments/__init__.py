"""Games as numbers, for programs that learn: actions, masks, planes and rewards, thousands of games at a time.

`environments("makruk", 1024, count="thai")` needs NumPy, the extra `tablier[environments]`; `batch.Batch` below it needs nothing
and writes into any buffer.
"""

from typing import TYPE_CHECKING

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.games import game
from tablier.kernels import kernel_of

if TYPE_CHECKING:
    from tablier.environments.arrays import Environments


class NoNumPy(TablierError):
    """NumPy is not installed."""


def environments(
    name: str,
    /,
    size: int = 1,
    *,
    seed: int = 0,
    threads: int = 0,
    explicit: bool = False,
    auto_reset: bool = True,
    longest: int = 0,
    position: str | None = None,
    **options: object,
) -> "Environments":
    """`size` games by name with the game's options; see `Environments` for the arrays and `Batch` for the other arguments."""
    rules = game(name, **options)
    kernel_of(rules)  # says so where nothing is compiled
    try:
        from tablier.environments.arrays import Environments  # needs NumPy, which is an extra
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise NoNumPy(
            Text("Il manque NumPy : installez tablier[environments].", "NumPy is missing: install tablier[environments].")
        ) from None
    from tablier.environments.batch import Batch  # compiled

    batch = Batch(rules, size, seed=seed, threads=threads, explicit=explicit, auto_reset=auto_reset, longest=longest, position=position)
    return Environments(batch)
