"""Histories of several processes with faults, simulated: acts are linearizable, followers see a prefix of the log and become current."""

import os

import pytest
import structlog
from tests.support.history import run_history

HISTORIES = 200
SLICES = 20
"""Tests into which the histories are divided, so that several processors share them."""


@pytest.fixture(autouse=True)
def _quiet():
    """What the processes log about faults is expected here."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50), cache_logger_on_first_use=False)
    yield
    structlog.configure(**before)


@pytest.mark.parametrize("part", range(SLICES))
def test_whatever_fails_the_log_is_the_only_truth(part):
    """A failing seed is named in the message; TABLIER_SEED=N runs it alone."""
    given = os.environ.get("TABLIER_SEED")
    seeds = range(part, HISTORIES, SLICES) if given is None else [int(given)] if part == 0 else []
    reports = [run_history(seed) for seed in seeds]
    assert given or sum(report.acknowledged for report in reports) > 100


def test_a_seed_replays_exactly():
    first, second = run_history(7), run_history(7)
    assert first.digest == second.digest and first.entries == second.entries > 10
    assert run_history(8).digest != first.digest
