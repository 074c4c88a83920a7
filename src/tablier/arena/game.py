"""Where games are played: in one process, by players made there once and used for game after game."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablier.arena.openings import opening
from tablier.arena.plan import Plan, scores
from tablier.arena.players import Player, player
from tablier.arena.uci_process import EngineFailed
from tablier.core.actors import Seat
from tablier.core.match import Match
from tablier.core.play import Outcome
from tablier.core.record import write_text
from tablier.search.levels import engine_for


@dataclass(frozen=True, slots=True)
class Report:
    """A finished game: by player the score, the seconds thought and the moves chosen; and its record."""

    number: int
    scores: tuple[float, ...]
    seconds: tuple[float, ...]
    moves: tuple[int, ...]
    forfeits: tuple[int, ...]
    record: str


class Workshop:
    """The rules of a plan and its players, ready to play any game of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = plan.rules()
        self.judge = engine_for(self.rules)
        self.players: list[Player] = []
        try:
            for text in plan.players:
                self.players.append(player(self.rules, text))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let the players go."""
        for one in self.players:
            one.close()

    def play(self, number: int, stopped: Callable[[], bool] = lambda: False) -> Report | None:
        """Play a game of the plan; None when it was stopped on the way."""
        return _Sitting(self, number).play(stopped)


class _Sitting:
    """One game at the table of a workshop."""

    def __init__(self, workshop: Workshop, number: int) -> None:
        self.plan, self.players, self.number = workshop.plan, workshop.players, number
        self.seating = self.plan.seating(number, len(workshop.rules.seats))
        self.seconds = [0.0] * len(self.players)
        self.moves = [0] * len(self.players)
        self.forfeits = [0] * len(self.players)
        self.match = self._opened(workshop)

    def _opened(self, workshop: Workshop) -> Match[Any, Any]:
        names = {f"Seat{seat}": self.plan.players[which] for seat, which in enumerate(self.seating)}
        match: Match[Any, Any] = Match(workshop.rules, tags={"Event": "Arena", "Round": str(self.number + 1), **names})
        for text in opening(workshop.rules, self.plan, self.plan.opening(self.number), workshop.judge):
            match.enter(text)
        match.tags["Opening"] = str(len(match.entries))
        return match

    def play(self, stopped: Callable[[], bool]) -> Report | None:
        match = self.match
        dice = self.plan.chance("dice", self.plan.opening(self.number))  # the same in every seating: luck goes round the table
        while match.outcome is None:
            if stopped():
                return None
            actor = match.actor
            if sum(self.moves) >= self.plan.longest * len(self.seating):
                match.agree()
            elif isinstance(actor, int):
                self._turn(actor)
            else:
                match.roll(dice.random())
        return self._report(match.outcome)

    def _turn(self, seat: Seat) -> None:
        """A move of a seat; a program that fails has lost the game."""
        which = self.seating[seat]
        try:
            move = self._choice(which)
        except EngineFailed as failure:
            self.forfeits[which] = 1
            self.match.tags[f"Forfeit{seat}"] = failure.say("en")
            self.match.resign(seat)
        else:
            self.match.play(move)

    def _choice(self, which: int) -> str:
        chooser = self.players[which]
        if not self.moves[which]:
            chooser.new_game(self.plan.chance("player", self.number, which).getrandbits(32))
        begin = time.perf_counter()
        move = chooser.choose(self.match)
        self.seconds[which] += time.perf_counter() - begin
        self.moves[which] += 1
        return move

    def _report(self, outcome: Outcome) -> Report:
        seconds = tuple(round(spent, 3) for spent in self.seconds)
        return Report(self.number, scores(outcome, self.seating), seconds, tuple(self.moves), tuple(self.forfeits), write_text(self.match))
