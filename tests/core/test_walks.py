"""Hypothesis chooses the moves: on any course of a game its texts, scenes and refusals hold, and decoders survive any text."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablier import CHANCE, BadPosition, Match, TablierError, games, read_record, write_text
from tablier.testing import variants

VARIANTS = [variant for cls in games().values() for variant in variants(cls)]
CELLS = st.from_regex(r"[a-n]1?[0-9]", fullmatch=True)
WORDS = st.one_of(
    st.text(max_size=12),
    st.builds(lambda origin, sign, to: f"{origin}{sign}{to}", CELLS, st.sampled_from(["-", "x", "*", ">"]), CELLS),
    st.builds(lambda sign, cell: f"{sign}{cell}", st.sampled_from(["@", "+"]), CELLS),
)
walks = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
@walks
@given(choices=st.lists(st.integers(0, 10_000), min_size=1, max_size=60))
def test_any_walk_keeps_record_scene_and_position_in_step(rules, choices):
    match = Match(rules)
    for choice in choices:
        legal = match.legal()
        if not legal:
            break
        before = rules.scene(match.position)
        step = match.roll(choice / 10_001) if match.actor is CHANCE else match.play(legal[choice % len(legal)])
        assert before.after(step.events) == rules.scene(step.after)
        assert rules.load(rules.dump(step.after)) == step.after
    assert read_record(write_text(match)).position == match.position


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
@walks
@given(choices=st.lists(st.integers(0, 10_000), max_size=20), words=st.lists(WORDS, min_size=5, max_size=20))
def test_any_text_is_a_legal_move_or_refused_with_a_reason(rules, choices, words):
    match = Match(rules)
    for choice in choices:
        if legal := match.legal():
            match.play(legal[choice % len(legal)])
    for word in words:
        try:
            assert rules.read(match.position, word) in rules.legal(match.position)
        except TablierError as error:
            assert error.say("fr").strip() and error.say("en").strip()


@pytest.mark.parametrize("rules", [cls() for cls in games().values()], ids=repr)
@settings(max_examples=40, deadline=None)
@given(noise=st.text(max_size=30), at=st.integers(0, 200), length=st.integers(0, 30))
def test_any_position_text_is_loaded_soundly_or_refused(rules, noise, at, length):
    text = rules.dump(rules.start())
    at = min(at, len(text))
    try:
        pos = rules.load(text[:at] + noise + text[at + length :])
    except BadPosition as error:
        assert error.problems
    else:
        assert rules.load(rules.dump(pos)) == pos
        for move in rules.legal(pos)[:3]:
            rules.play(pos, move)
