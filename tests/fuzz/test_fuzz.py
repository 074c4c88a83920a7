"""Some inputs of the fuzzer at each run, always the same ones; `make soak` feeds a million others."""

import asyncio

import pytest
from tools.fuzz import DECODERS, SHARES, Finding, feed
from tools.fuzz_server import fuzz_server

from tablier.core.errors import TablierError

SEED = 1
INPUTS = {target: 20 * share for target, share in SHARES.items()}


@pytest.mark.parametrize("target", DECODERS)
def test_every_input_is_understood_or_refused_in_words(target):
    told = [feed(target, SEED, number) for number in range(INPUTS[target])]
    assert set(told) == {"accepted", "refused"}


def test_a_real_server_answers_every_input_and_its_table_stays_as_it_was():
    told = {"accepted": 0, "refused": 0}
    assert asyncio.run(fuzz_server(60, SEED, told)) == 0
    assert min(told.values()) > 0


def test_an_input_can_be_replayed():
    assert [feed("moves", 7, 5), feed("moves", 7, 5)] == [feed("moves", 7, 5)] * 2


@pytest.mark.parametrize("error", [ValueError("a bug"), Finding("no words")])
def test_what_goes_wrong_is_found(monkeypatch, error):
    def stumble(rng):
        raise error

    monkeypatch.setitem(DECODERS, "moves", stumble)
    with pytest.raises(type(error)):
        feed("moves", 1, 1)
    assert not isinstance(error, TablierError)
