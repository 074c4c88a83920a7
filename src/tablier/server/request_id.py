"""The id of the request that is being served, for the lines of the log."""

from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("request", default="")
