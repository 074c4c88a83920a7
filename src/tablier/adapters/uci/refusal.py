"""What a command that cannot be done is answered with."""


class BadCommand(Exception):
    """A command that cannot be done, with the reason."""
