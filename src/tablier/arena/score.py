"""The score of a match, and its one-line summary."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tablier.arena.elo import Tally
from tablier.arena.game import Report
from tablier.arena.plan import Plan
from tablier.arena.sequential_test import Sprt, Verdict
from tablier.core.text import Lang, Text


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The finished games of a plan, sorted by number, and the test that may end the match early."""

    plan: Plan
    reports: Sequence[Report]
    test: Sprt | None = None

    def tally(self, player: int = 0) -> Tally:
        """The scores of a player."""
        return Tally(tuple(report.scores[player] for report in self.reports))

    @property
    def verdict(self) -> Verdict | None:
        """The result of the test for the first player; None while it is open, or without a test."""
        return self.test.verdict(self.tally().scores) if self.test else None

    @property
    def complete(self) -> bool:
        """True when no game is left to play."""
        return len(self.reports) >= self.plan.games or self.verdict is not None

    @property
    def forfeits(self) -> tuple[int, ...]:
        """By player, the games lost by a program that failed."""
        return tuple(sum(report.forfeits[player] for report in self.reports) for player in range(len(self.plan.players)))

    def seconds_per_move(self, player: int) -> float:
        """The mean time of a player for a move."""
        moves = sum(report.moves[player] for report in self.reports)
        return sum(report.seconds[player] for report in self.reports) / moves if moves else 0.0

    def say(self, lang: Lang) -> str:
        """The score in one line."""
        parts = [f"{len(self.reports)}/{self.plan.games}"]
        if len(self.plan.players) == 2:
            parts.append(_two_players(self.plan.players[0], self.tally()).say(lang))
        else:
            parts += [f"{name} {_percent(self.tally(player).mean, lang)}" for player, name in enumerate(self.plan.players)]
        if self.test:
            low, high = self.test.bounds
            parts.append(_decimal_comma(f"LLR {self.test.ratio(self.tally().scores):.2f} [{low:.2f} … {high:.2f}]", lang))
        if self.verdict:
            parts.append(VERDICTS[self.verdict].say(lang))
        return "  ".join(parts)


VERDICTS = {Verdict.STRONGER: Text("plus fort", "stronger"), Verdict.NOT_STRONGER: Text("pas plus fort", "not stronger")}


def elo_text(tally: Tally) -> str:
    """Elo and its interval: `+85 [+12, +164]`."""
    low, high = tally.elo_interval
    return f"{signed(tally.elo)} [{signed(low)}, {signed(high)}]"


def _two_players(name: str, tally: Tally) -> Text:
    counts = (tally.wins, tally.draws, tally.losses)
    return Text(
        "{} : {} g. {} n. {} p.  {}  Elo {}".format(name, *counts, _percent(tally.mean, "fr"), elo_text(tally)),
        "{}: {} w. {} d. {} l.  {}  Elo {}".format(name, *counts, _percent(tally.mean, "en"), elo_text(tally)),
    )


def _percent(share: float, lang: Lang) -> str:
    return _decimal_comma(f"{100 * share:.1f} %", lang) if lang == "fr" else f"{100 * share:.1f}%"


def _decimal_comma(number: str, lang: Lang) -> str:
    return number.replace(".", ",") if lang == "fr" else number


def signed(elo: float) -> str:
    """Elo with its sign, rounded."""
    return f"{round(elo):+d}" if math.isfinite(elo) else ("+∞" if elo > 0 else "−∞")
