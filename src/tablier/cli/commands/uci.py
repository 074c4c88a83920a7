"""`tablier uci`: a UCI engine on the standard streams."""

import sys
from functools import partial

from tablier.cli.arguments import LangOption
from tablier.cli.engine_thread import engines_required


def uci(lang: LangOption = None) -> None:
    """Speak UCI on the standard streams until `quit`."""
    with engines_required():
        from tablier.adapters.uci import Uci
    engine = Uci(partial(print, flush=True))
    try:
        for line in sys.stdin:
            if not engine.handle(line):
                return
    except KeyboardInterrupt:
        pass
    finally:
        engine.stop_search()
