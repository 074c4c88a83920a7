"""`Stop`, the flag that ends a search from any thread: compiled where the searches are, since those read it without the GIL."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablier.search.alphabeta import Stop
else:
    try:
        from tablier.search.alphabeta import Stop
    except ImportError:
        from threading import Event as Stop

__all__ = ["Stop"]
