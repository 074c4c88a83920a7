"""Logistic regression in plain Python: a few thousand rows of a few dozen features take seconds, without a dependency."""

import math
from collections.abc import Sequence
from typing import NamedTuple

ROUNDS = 12
CLOSE_ENOUGH = 1e-7


class Row(NamedTuple):
    """The features that are not 0 (index and value), and the result from 0 to 1."""

    features: tuple[tuple[int, float], ...]
    share: float


def loss(rows: Sequence[Row], weights: Sequence[float], scale: float) -> float:
    """The mean cross-entropy, in nats, of the predictions."""
    total = 0.0
    for features, share in rows:
        z = sum(weights[i] * value for i, value in features) / scale
        total += math.log1p(math.exp(-abs(z))) + max(z, 0.0) - share * z
    return total / len(rows)


def best_scale(rows: Sequence[Row], weights: Sequence[float], low: float = 20.0, high: float = 5000.0) -> float:
    """The score that stands for odds of e to 1, if these weights are to predict these rows (golden section)."""
    golden = (math.sqrt(5) - 1) / 2
    low, high = math.log(low), math.log(high)
    while high - low > 0.005:
        left, right = high - golden * (high - low), low + golden * (high - low)
        if loss(rows, weights, math.exp(left)) < loss(rows, weights, math.exp(right)):
            high = right
        else:
            low = left
    return math.exp((low + high) / 2)


def fit_weights(rows: Sequence[Row], start: Sequence[float], scale: float, trust: float) -> list[float]:
    """The weights that predict best, by Newton's method.

    `trust` is the regularisation towards the start, as a share of the evidence for each weight: it holds rare features.
    """
    begin = [weight / scale for weight in start]
    now = list(begin)
    for _ in range(ROUNDS):
        gradient, hessian = _derivatives(rows, now)
        for i, row in enumerate(hessian):
            hold = trust * row[i] + 1e-6
            gradient[i] += hold * (now[i] - begin[i])
            row[i] += hold
        step = solve(hessian, gradient)
        now = [weight - change for weight, change in zip(now, step, strict=True)]
        if max(map(abs, step)) < CLOSE_ENOUGH:
            break
    return [weight * scale for weight in now]


def _derivatives(rows: Sequence[Row], weights: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Gradient and Hessian of the summed cross-entropy."""
    size = len(weights)
    gradient, hessian = [0.0] * size, [[0.0] * size for _ in range(size)]
    for features, share in rows:
        chance = 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, sum(weights[i] * value for i, value in features)))))
        error, spread = chance - share, chance * (1.0 - chance)
        for i, value in features:
            gradient[i] += error * value
            row, weighted = hessian[i], spread * value
            for j, other in features:
                row[j] += weighted * other
    return gradient, hessian


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a positive definite system, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for below in rows[i + 1 :]:
            factor = below[i] / rows[i][i]
            if factor:
                for j in range(i, size + 1):
                    below[j] -= factor * rows[i][j]
    answer = [0.0] * size
    for i in reversed(range(size)):
        answer[i] = (rows[i][size] - sum(rows[i][j] * answer[j] for j in range(i + 1, size))) / rows[i][i]
    return answer
