"""Types of what is run in a database, whichever it is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Insert, Select, Update

Statement = Insert | Update | Select[Any]
Parameters = Mapping[str, Any]
Execute = Callable[[Statement, Parameters | Sequence[Parameters]], Any]
"""Run a statement once, or once for each set of parameters; returns the rows of a select, else a cursor with `rowcount`."""
