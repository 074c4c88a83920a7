"""Thousands of histories; progress is shown, and what was found until Ctrl-C."""

import os
from collections import Counter

import pytest
from tests.support.history import Report, run_history

SHOWN_EVERY = 100


@pytest.mark.soak
def test_ten_thousand_histories(capsys):
    """TABLIER_HISTORIES says how many, TABLIER_FIRST with which seed to begin."""
    first = int(os.environ.get("TABLIER_FIRST", "1000"))
    histories = int(os.environ.get("TABLIER_HISTORIES", "10000"))
    reports: list[Report] = []
    for seed in range(first, first + histories):
        reports.append(run_history(seed))
        if len(reports) % SHOWN_EVERY == 0 or len(reports) == histories:
            with capsys.disabled():
                print(summary(reports), flush=True)


def summary(reports: list[Report]) -> str:
    faults = sum((report.faults for report in reports), Counter[str]())
    acts, acknowledged = sum(report.acts for report in reports), sum(report.acknowledged for report in reports)
    longest = max(report.agreement for report in reports)
    kinds = ", ".join(f"{kind} {count}" for kind, count in faults.most_common())
    return f"{len(reports)} histories, {acts} acts, {acknowledged} acknowledged, agreement after at most {longest:.2f} s; {kinds}"
