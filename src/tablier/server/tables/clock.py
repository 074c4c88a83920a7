"""Clocks as values. The server's time decides; a player's lag is given back to them, within a quota."""

from dataclasses import dataclass, replace

from tablier.api.tables import ClockPlan, Clocks
from tablier.core.actors import Seat
from tablier.core.errors import TablierError
from tablier.core.text import Text

DAY = 24 * 3600 * 1000
LAG_QUOTA = 2_000
"""Milliseconds of lag that can be saved up to be given back; a client that pretends to lag gains no more than this at once."""
MOST_LAG = 1_000
"""The most that is given back for one move."""
LAG_REGAIN = 100
"""What each move adds to the quota: an ordinary connection is paid back whole, move after move."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The clock of one seat: milliseconds left, byo-yomi periods left, and how much lag may still be given back."""

    left: int
    periods: int = 0
    quota: int = LAG_QUOTA


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of a table. `running` began to think at `since`."""

    plan: ClockPlan
    hands: tuple[Hand, ...]
    running: Seat | None = None
    since: int = 0

    @classmethod
    def of(cls, plan: ClockPlan, seats: int) -> "Clock":
        """The clocks before the game begins."""
        first = plan.days * DAY if plan.kind == "correspondence" else plan.base * 1000
        return cls(plan, (Hand(first, plan.periods),) * seats)

    @property
    def ticks(self) -> bool:
        """Whether time is kept at all."""
        return self.plan.kind != "none"

    def start(self, seat: Seat | None, at: int) -> "Clock":
        """The clock of this seat runs; None stops all clocks."""
        return replace(self, running=seat, since=at) if self.ticks else self

    def given_back(self, seat: Seat, lag: int) -> int:
        """How much of a lag is not charged."""
        return max(0, min(lag, self.hands[seat].quota, MOST_LAG))

    def pressed(self, spent: int, at: int, lag: int = 0) -> "Clock":
        """The running seat has moved; `spent` is what it is charged with, after `lag` was given back."""
        if self.running is None:
            return self
        hand = self.hands[self.running]
        left, periods = self._after(hand, spent)
        plan = self.plan
        if plan.kind == "fischer":
            left += plan.increment * 1000
        elif plan.kind == "correspondence":
            left = plan.days * DAY
        elif hand.left - spent <= 0:
            left = 0  # in byo-yomi each move has a whole period again
        quota = max(0, min(LAG_QUOTA, hand.quota - lag + LAG_REGAIN))
        return replace(self, hands=self._with(self.running, Hand(left, periods, quota)), running=None, since=at)

    def fallen(self, seat: Seat) -> "Clock":
        """A seat has no time left."""
        return replace(self, hands=self._with(seat, Hand(0, quota=0))) if self.ticks else self

    def paused(self, gap: int) -> "Clock":
        """Time in which no clock ran."""
        return replace(self, since=self.since + gap)

    def falls_at(self) -> int | None:
        """When the flag of the running seat falls; None when it never does."""
        if self.running is None or not self.ticks:
            return None
        hand = self.hands[self.running]
        return self.since + max(hand.left, 0) + hand.periods * self.plan.period * 1000

    def flagged_at(self) -> int | None:
        """When the running seat has lost on time even if a move is still on its way."""
        falls = self.falls_at()
        return None if falls is None or self.running is None else falls + self.given_back(self.running, MOST_LAG)

    def affords(self, spent: int) -> bool:
        """Whether the running seat had that much time."""
        falls = self.falls_at()
        return falls is None or self.since + spent < falls

    def at(self, now: int) -> Clocks | None:
        """The clocks as they are shown at a moment."""
        if not self.ticks:
            return None
        shown = list(self.hands)
        if self.running is not None:
            left, periods = self._after(shown[self.running], now - self.since)
            shown[self.running] = Hand(left, periods)
        periods_left = tuple(hand.periods for hand in shown) if self._byoyomi else ()
        return Clocks(tuple(max(0, hand.left) for hand in shown), self.running, periods_left)

    @property
    def _byoyomi(self) -> bool:
        return self.plan.kind == "byoyomi"

    def _after(self, hand: Hand, spent: int) -> tuple[int, int]:
        """What is left of the time of a hand, and how many periods: the current period is shown once the main time is used up."""
        left = hand.left - spent
        if left > 0 or not self._byoyomi:
            return left, hand.periods
        period = self.plan.period * 1000
        used = -left // period
        if used >= hand.periods:
            return 0, 0
        return period - (-left % period), hand.periods - used

    def _with(self, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])


def check_plan(plan: ClockPlan) -> None:
    """Refuse clocks that cannot be played with."""
    sound = {
        "none": True,
        "fischer": 0 <= plan.base <= 10_800 and 0 <= plan.increment <= 300 and plan.base + plan.increment > 0,
        "byoyomi": 0 <= plan.base <= 10_800 and 1 <= plan.periods <= 20 and 1 <= plan.period <= 600,
        "correspondence": 1 <= plan.days <= 30,
    }[plan.kind]
    if not sound:
        raise TablierError(
            Text(
                "Pendule impossible : 0 à 10 800 s de base, 0 à 300 s d'ajout ; 1 à 20 périodes de 1 à 600 s ; 1 à 30 jours par coup.",
                "Impossible clock: 0 to 10,800 s of base, 0 to 300 s of increment; 1 to 20 periods of 1 to 600 s; 1 to 30 days a move.",
            )
        )
