"""Whether this process is shutting down."""

from collections.abc import Callable


class Shutdown:
    """Begun once, when the server closes: responses that stream end then. `listeners` are called at that moment."""

    def __init__(self) -> None:
        self.begun = False
        self.listeners: set[Callable[[], None]] = set()

    def begin(self) -> None:
        """From now on, end."""
        self.begun = True
        for listener in tuple(self.listeners):
            listener()
