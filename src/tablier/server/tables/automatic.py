"""What happens at a table without an act: the game begins, dice are rolled, a flag falls, the game ends."""

from tablier.api.tables import Ended, Started
from tablier.core.actors import CHANCE
from tablier.core.match import Declaration
from tablier.server.tables.decision import Draft
from tablier.server.tables.moves import declare, roll_dice


def proceed(draft: Draft) -> None:
    """Add all that follows by itself now."""
    while _next(draft):
        pass


def _next(draft: Draft) -> bool:
    """Add the next event that follows by itself; False when there is none."""
    table, seed, now = draft.table, draft.context.seed, draft.context.now
    if table.state == "over":
        return False
    if table.state == "open":
        begins = table.begins_at
        if begins is None or now < begins:
            return False
        draft.add(Started())
        return True
    if (ending := table.result()) is not None:
        draft.add(Ended(ending, seed.hex() if seed else None))
        return True
    if table.play.actor is CHANCE:
        assert seed is not None, "a game with dice has a seed"
        roll_dice(draft, seed)
        return True
    flagged = table.flagged_at
    if flagged is not None and now >= flagged and table.turn is not None:
        declare(draft, Declaration.FLAG, table.turn, "flagged")
        return True
    return False
