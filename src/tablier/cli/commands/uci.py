"""`tablier uci`: an engine at the other end of a pipe."""

import sys

from tablier.cli.arguments import LangChoice
from tablier.cli.engine_thread import compiled


def uci(lang: LangChoice = None) -> None:
    """Speak UCI on the standard streams until told to quit."""
    with compiled():
        from tablier.adapters.uci import Uci
    conversation = Uci(_say)
    try:
        for line in sys.stdin:
            if not conversation.obey(line):
                return
    except KeyboardInterrupt:
        pass
    finally:
        conversation.end_thought()


def _say(line: str) -> None:
    print(line, flush=True)
