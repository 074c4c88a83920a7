"""Games of a plan, played in one process by players that are made once and used game after game."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablier.arena.adjudication import Adjudicator
from tablier.arena.openings import opening
from tablier.arena.plan import Plan, scores
from tablier.arena.players import Player, make_player
from tablier.arena.uci_process import EngineFailed
from tablier.core.actors import Seat
from tablier.core.match import Match
from tablier.core.play import Outcome
from tablier.core.record import write_text
from tablier.search.levels import engine_for


@dataclass(frozen=True, slots=True)
class Report:
    """A finished game: by player the score, the seconds used and the moves chosen; and its record."""

    number: int
    scores: tuple[float, ...]
    seconds: tuple[float, ...]
    moves: tuple[int, ...]
    forfeits: tuple[int, ...]
    record: str


class GameRunner:
    """The rules and the players of a plan, ready to play any of its games."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = plan.rules()
        self.engine = engine_for(self.rules)
        self.players: list[Player] = []
        try:
            for text in plan.players:
                self.players.append(make_player(self.rules, text))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the players."""
        for player in self.players:
            player.close()

    def play(self, number: int, stopped: Callable[[], bool] = lambda: False) -> Report | None:
        """Play a game of the plan; None when it was stopped before its end."""
        return _PlannedGame(self, number).play(stopped)


class _PlannedGame:
    """One game of a plan, while it is played."""

    def __init__(self, runner: GameRunner, number: int) -> None:
        self.plan, self.players, self.number = runner.plan, runner.players, number
        self.seating = self.plan.seating(number, len(runner.rules.seats))
        self.seconds = [0.0] * len(self.players)
        self.moves = [0] * len(self.players)
        self.forfeits = [0] * len(self.players)
        self.adjudicator = Adjudicator() if self.plan.adjudicate and len(self.seating) == 2 else None
        self.match = self._start_match(runner)

    def _start_match(self, runner: GameRunner) -> Match[Any, Any]:
        names = {f"Seat{seat}": self.plan.players[index] for seat, index in enumerate(self.seating)}
        match: Match[Any, Any] = Match(runner.rules, tags={"Event": "Arena", "Round": str(self.number + 1), **names})
        for text in opening(runner.rules, self.plan, self.plan.opening(self.number), runner.engine):
            match.enter(text)
        match.tags["Opening"] = str(len(match.entries))
        return match

    def play(self, stopped: Callable[[], bool]) -> Report | None:
        match = self.match
        dice = self.plan.rng("dice", self.plan.opening(self.number))  # the same in every seating, so that luck is shared
        while match.outcome is None:
            if stopped():
                return None
            actor = match.actor
            if sum(self.moves) >= self.plan.longest * len(self.seating):
                match.agree()
            elif isinstance(actor, int):
                self._play_turn(actor)
            else:
                match.roll(dice.random())
        return self._report(match.outcome)

    def _play_turn(self, seat: Seat) -> None:
        """Play a move of a seat; a program that fails loses the game."""
        player = self.seating[seat]
        try:
            move = self._choose_move(player)
        except EngineFailed as failure:
            self.forfeits[player] = 1
            self.match.tags[f"Forfeit{seat}"] = failure.say("en")
            self.match.resign(seat)
        else:
            self.match.play(move)
            if self.adjudicator is not None and self.match.outcome is None:
                self.adjudicator.note(seat, self.players[player].score)
                self.adjudicator.end(self.match)

    def _choose_move(self, player: int) -> str:
        if not self.moves[player]:
            self.players[player].new_game(self.plan.rng("player", self.number, player).getrandbits(32))
        begin = time.perf_counter()
        move = self.players[player].choose(self.match)
        self.seconds[player] += time.perf_counter() - begin
        self.moves[player] += 1
        return move

    def _report(self, outcome: Outcome) -> Report:
        seconds = tuple(round(spent, 3) for spent in self.seconds)
        return Report(self.number, scores(outcome, self.seating), seconds, tuple(self.moves), tuple(self.forfeits), write_text(self.match))
