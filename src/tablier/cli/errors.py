"""Every complaint in one clear sentence: what the system says about files, and what is wrong with a command line."""

import re
from typing import Any

from tablier.cli import messages as m
from tablier.cli.language import phrase, said
from tablier.core.text import Lang

FILES = (
    (FileNotFoundError, m.NO_SUCH_FILE),
    (IsADirectoryError, m.IS_FOLDER),
    (NotADirectoryError, m.NO_SUCH_FILE),
    (PermissionError, m.NOT_ALLOWED),
    (OSError, m.FILE_TROUBLE),
)


def put_oserror(error: OSError, lang: Lang) -> str:
    """What the system refused, and about which file."""
    message = next(message for kind, message in FILES if isinstance(error, kind))
    return phrase(message, lang, file=error.filename or "?", reason=error.strerror or type(error).__name__)


def put_usage(error: Exception, lang: Lang) -> str:
    """What is wrong with a command line. Typer's own words are English; the usual cases are said in ours."""
    kind, words = type(error).__name__, str(getattr(error, "message", error))
    name = getattr(error, "option_name", None) or _name(getattr(error, "param", None), lang)
    quoted = re.search(r"'([^']*)'", words)
    value = quoted[1] if quoted else words.partition(" ")[0]
    if kind == "NoSuchOption":
        return phrase(m.NO_SUCH_OPTION, lang, name=name)
    if kind == "MissingParameter":
        return phrase(m.MISSING, lang, name=name)
    if kind == "BadOptionUsage":
        return phrase(m.OPTION_NEEDS_VALUE, lang, name=name)
    if kind == "BadParameter":
        return phrase(m.BAD_VALUE, lang, name=name, value=value)
    if words.startswith("No such command"):
        return phrase(m.NO_SUCH_COMMAND, lang, name=value)
    return phrase(m.BAD_LINE, lang, reason=words)


def _name(param: Any, lang: Lang) -> str:
    """An argument by what stands for it on the help page, an option by its longest name."""
    if param is None:
        return ""
    if param.param_type_name == "argument":
        return said(param.metavar, lang) or str(param.name).upper()
    return str(max(param.opts, key=len))
