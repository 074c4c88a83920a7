"""How bad a move was: inaccuracies, mistakes and blunders, by the chance to win that it cost."""

from collections.abc import Sequence
from enum import StrEnum

from tablier.core.actors import Seat


class Judgement(StrEnum):
    """What a move that cost its player something is called, the worst last."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = {Judgement.INACCURACY: 0.1, Judgement.MISTAKE: 0.2, Judgement.BLUNDER: 0.3}
"""From which loss of the chance to win, from 0 to 1, a move is called so. Said here alone; clients are told."""


def judge(loss: float) -> Judgement | None:
    """The judgement on a move that lost so much of its player's chance to win; None where it was good enough."""
    named = [judgement for judgement, least in THRESHOLDS.items() if round(loss, 3) >= least]
    return named[-1] if named else None


def chance_of_ranks(ranks: Sequence[int], seat: Seat) -> float:
    """What an end is worth to a seat: the share of the others that it left behind, half for a tie."""
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    return sum(1.0 if rank > ranks[seat] else 0.5 * (rank == ranks[seat]) for rank in others) / len(others)
