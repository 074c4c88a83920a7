"""The games of this package: what our documents and figures speak of. Others may be installed beside them."""

from tablier import games
from tablier.games import AnyGame

OWN_GAMES: dict[str, type[AnyGame]] = {name: cls for name, cls in games().items() if cls.__module__.startswith("tablier.games.")}
