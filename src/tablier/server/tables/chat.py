"""Chat at a table. Players and spectators have separate budgets, so that spectators cannot use up what the players may say."""

import re

from tablier.api.messages import PHRASES, SendChat
from tablier.api.tables import Player, Said
from tablier.server.tables import refusals as no
from tablier.server.tables.decision import Draft
from tablier.server.tables.refusals import Refused

PLAYERS_LINES, SPECTATORS_LINES = 400, 100
LONGEST_LINE = 300
CONTROLS = re.compile(r"[\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")


def send_chat(draft: Draft, player: Player, act: SendChat) -> None:
    """Say a phrase of the list, or free text."""
    text = CONTROLS.sub(" ", act.text or "").strip()
    if bool(text) == bool(act.phrase) or (act.phrase and act.phrase not in PHRASES):
        raise Refused("bad_request", no.NO_WORDS)
    if len(text) > LONGEST_LINE:
        raise Refused("too_long", no.too_long(LONGEST_LINE))
    table = draft.table
    if table.chat_lines >= PLAYERS_LINES if table.seats_of(player.id) else table.spectator_lines >= SPECTATORS_LINES:
        raise Refused("too_fast", no.SPOKEN_ENOUGH)
    draft.add(Said(player, act.phrase, text or None))
