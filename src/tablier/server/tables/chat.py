"""Chat at a table."""

import re

from tablier.api.messages import PHRASES, SendChat
from tablier.api.tables import Player, Said
from tablier.server.tables import refusals as no
from tablier.server.tables.decision import Draft
from tablier.server.tables.refusals import Refused

MOST_LINES = 500
LONGEST_LINE = 300
CONTROLS = re.compile(r"[\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")


def send_chat(draft: Draft, player: Player, act: SendChat) -> None:
    """Say a phrase of the list, or free text."""
    text = CONTROLS.sub(" ", act.text or "").strip()
    if bool(text) == bool(act.phrase) or (act.phrase and act.phrase not in PHRASES):
        raise Refused("bad_request", no.NO_WORDS)
    if len(text) > LONGEST_LINE:
        raise Refused("too_long", no.too_long(LONGEST_LINE))
    if draft.table.chat_lines >= MOST_LINES:
        raise Refused("too_fast", no.SPOKEN_ENOUGH)
    draft.add(Said(player, act.phrase, text or None))
