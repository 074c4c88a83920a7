"""The operations of the HTTP API, one module for each subject."""

from importlib import import_module
from pkgutil import iter_modules

from tablier.server.http.routing import Endpoint


def endpoints() -> list[Endpoint]:
    """The `ENDPOINTS` of all modules, in the order of their names."""
    found: list[Endpoint] = []
    for module in sorted(iter_modules(__path__), key=lambda module: module.name):
        found += import_module(f"{__name__}.{module.name}").ENDPOINTS
    return found
