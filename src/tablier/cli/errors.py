"""Exit codes, and one clear sentence for each error of the system or of the command line."""

import re
from typing import Any

from tablier.cli import messages as m
from tablier.cli.language import format_text, translate
from tablier.core.text import Lang

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


def describe_usage_error(error: Exception, lang: Lang) -> str:
    """The message for a usage error of Typer, whose own messages are in English only."""
    kind, words = type(error).__name__, str(getattr(error, "message", error))
    name = getattr(error, "option_name", None) or _name(getattr(error, "param", None), lang)
    quoted = re.search(r"'([^']*)'", words)
    value = quoted[1] if quoted else words.partition(" ")[0]
    if kind in USAGE_ERRORS:
        return format_text(USAGE_ERRORS[kind], lang, name=name, value=value)
    if words.startswith("No such command"):
        return format_text(m.NO_SUCH_COMMAND, lang, name=value)
    return format_text(m.BAD_LINE, lang, reason=words)


def _name(param: Any, lang: Lang) -> str:
    """The metavar of an argument, the longest name of an option."""
    if param is None:
        return ""
    if param.param_type_name == "argument":
        return translate(param.metavar, lang) or str(param.name).upper()
    return str(max(param.opts, key=len))
