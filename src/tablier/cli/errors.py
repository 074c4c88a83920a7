"""Exit codes, and one clear sentence for each error of the system or of the command line."""

import contextlib
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tablier.cli.language import format_text, translate, user_error
from tablier.cli.messages import common as m
from tablier.core.text import Lang, suggestion

USER_ERROR, USAGE_ERROR = 1, 2
DIFFERS = 3
"""A check found a difference."""

INTERRUPTED = 130
"""Ended by Ctrl-C."""

OS_ERRORS = (
    (FileNotFoundError, m.NO_SUCH_FILE),
    (IsADirectoryError, m.IS_FOLDER),
    (NotADirectoryError, m.NO_SUCH_FILE),
    (PermissionError, m.NOT_ALLOWED),
    (OSError, m.FILE_TROUBLE),
)
USAGE_ERRORS = {
    "NoSuchOption": m.NO_SUCH_OPTION,
    "MissingParameter": m.MISSING,
    "BadOptionUsage": m.OPTION_NEEDS_VALUE,
    "BadParameter": m.BAD_VALUE,
}


def describe_os_error(error: OSError, lang: Lang) -> str:
    """The message for an error of the system, with the file it is about."""
    message = next(message for kind, message in OS_ERRORS if isinstance(error, kind))
    return format_text(message, lang, file=error.filename or "?", reason=error.strerror or type(error).__name__)


def describe_usage_error(error: Exception, lang: Lang, commands: Iterable[str] = ()) -> str:
    """The message for a usage error of Typer, whose own messages are in English only."""
    kind, words = type(error).__name__, str(getattr(error, "message", error))
    param = getattr(error, "param", None)
    name = getattr(error, "option_name", None) or _name(param, lang)
    value = _given(error, words)
    if kind in USAGE_ERRORS:
        meant = suggestion(name, getattr(error, "possibilities", None) or ())
        return format_text(USAGE_ERRORS[kind], lang, name=name, value=value) + meant.say(lang) + _wanted(param, words, lang)
    if words.startswith("No such command"):
        return format_text(m.NO_SUCH_COMMAND, lang, name=value) + suggestion(value, commands).say(lang)
    return format_text(m.BAD_LINE, lang, reason=words)


def _given(error: Exception, words: str) -> str:
    """The value that is refused: as validation saw it, else as Typer quotes it, else its first word."""
    validation: Any = error.__cause__
    if hasattr(validation, "errors"):
        return str(validation.errors()[0]["input"])[:40]
    quoted = re.search(r"'([^']*)'", words)
    return quoted[1] if quoted else words.partition(" ")[0]


def _wanted(param: Any, words: str, lang: Lang) -> str:
    """What would be right, after a blank: the bounds of a number, the values of a choice; empty where anything else may be wrong."""
    if " is not one of " in words:
        return " " + format_text(m.ONE_OF, lang, values=", ".join(re.findall(r"'([^']*)'", words.partition(" is not one of ")[2])))
    bounds = param if hasattr(param, "min") else getattr(param, "type", None)  # the latter before Typer 0.28
    low, high = getattr(bounds, "min", None), getattr(bounds, "max", None)
    if low is None:
        return ""
    return " " + (format_text(m.AT_LEAST, lang, low=low) if high is None else format_text(m.BETWEEN, lang, low=low, high=high))


def _name(param: Any, lang: Lang) -> str:
    """The metavar of an argument, the longest name of an option."""
    if param is None:
        return ""
    if param.param_type_name == "argument":
        return translate(param.metavar, lang) or str(param.name).upper()
    return str(max(param.opts, key=len))


@contextlib.contextmanager
def client_required() -> Iterator[None]:
    """Import the client inside; a user error names a missing package."""
    try:
        yield
    except ImportError as error:
        raise user_error(m.NO_CLIENT, package=error.name or "?") from error
