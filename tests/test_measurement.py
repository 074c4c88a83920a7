"""What coverage leaves alone runs at full speed, in workers of xdist too."""

import sys

import pytest


@pytest.mark.no_cover
def test_a_test_that_is_not_measured_is_not_traced():
    assert not type(sys.gettrace()).__module__.startswith("coverage")
