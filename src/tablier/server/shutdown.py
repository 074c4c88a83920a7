"""Whether this process is shutting down."""


class Shutdown:
    """Set once, when the server closes: responses that stream end then."""

    def __init__(self) -> None:
        self.begun = False
