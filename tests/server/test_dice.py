"""Dice that can be checked: fair, bound to seed, table, number and nonces, and every forgery seen."""

import hashlib
import hmac
import random
from collections import Counter

import pytest

from tablier import CHANCE, BadRecord, Match, game, games, read_record, write_json, write_text
from tablier.server.tables.dice import COMMITMENT, NONCES, SEED, TABLE, commitment_of, dice_tags, draw, is_nonce, verify

SEED_BYTES = bytes(range(32))
DICE = [name for name, cls in games().items() if cls.dice]
FAR_OUT = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 11: 31.26, 35: 66.62}
"""Chi-square that fair dice pass 999 times in 1,000, by degrees of freedom."""


def at_the_die(name):
    """A match where chance acts."""
    match, rng = Match(game(name)), random.Random(1)
    while match.actor is not CHANCE:
        match.play(rng.choice(match.legal()))
    return match


def played(name, plies=60, seed=SEED_BYTES, table="t1", nonces=None, **options):
    """A match of random moves whose dice come from the seed, and its tags."""
    match, rng, rolls = Match(game(name, **options)), random.Random(7), 0
    nonces = nonces or [f"n{seat}" for seat in range(len(match.game.seats))]
    while len(match.entries) < plies and match.actor is not None:
        if match.actor is CHANCE:
            rolls += 1
            match.play(draw(match.game, match.position, seed, table, rolls, nonces))
        else:
            match.play(rng.choice(match.legal()))
    match.tags |= dice_tags(commitment_of(seed), table, nonces, seed)
    return match


@pytest.mark.parametrize("name", DICE)
def test_all_faces_come_as_often_as_their_odds(name):
    match = at_the_die(name)
    rules, pos, count = match.game, match.position, 6000
    odds = rules.odds(pos)
    seen = Counter(draw(rules, pos, SEED_BYTES, "t", n, ("a", "b")) for n in range(1, count + 1))
    assert set(seen) == set(odds)
    assert sum((seen[move] - count * share) ** 2 / (count * share) for move, share in odds.items()) < FAR_OUT[len(odds) - 1]


def test_a_roll_can_be_worked_out_by_hand():
    match = at_the_die("mako")
    for n in range(1, 400):
        first = hmac.new(SEED_BYTES, f"table|{n}|x,y".encode(), hashlib.sha256).digest()
        byte = next(byte for byte in first if byte < 252)
        drawn = draw(match.game, match.position, SEED_BYTES, "table", n, ("x", "y"))
        assert match.game.write(match.position, drawn) == f"={byte % 6 + 1}"


def test_bytes_that_would_favour_a_face_are_thrown_away(monkeypatch):
    blocks = {b"t|1|": bytes([252] * 31 + [255]), b"t|1||1": bytes([253, 4] + [0] * 30)}
    monkeypatch.setattr(hmac, "digest", lambda key, message, kind: blocks[message])
    match = at_the_die("mako")
    assert match.game.write(match.position, draw(match.game, match.position, b"", "t", 1, ())) == "=5"


@pytest.mark.parametrize("other", [{"seed": bytes(32)}, {"table": "u"}, {"n": 2}, {"nonces": ("a", "c")}, {"nonces": ("b", "a")}])
def test_seed_table_number_and_nonces_all_matter(other):
    match = at_the_die("mako")

    def rolls(seed=SEED_BYTES, table="t", n=1, nonces=("a", "b")):
        return [draw(match.game, match.position, seed, table, n + 10 * i, nonces) for i in range(40)]

    assert rolls() == rolls() != rolls(**other)


@pytest.mark.parametrize("write", [write_text, write_json])
@pytest.mark.parametrize("mode", [{}, {"mode": "a"}])
def test_an_honest_record_is_found_good(write, mode):
    verdict = verify(read_record(write(played("mako", **mode))))
    assert verdict.good and verdict.why is None
    assert verdict.rolls and all(roll.told == roll.drawn for roll in verdict.rolls)
    assert [roll.n for roll in verdict.rolls] == list(range(1, len(verdict.rolls) + 1))


def test_a_die_that_was_turned_is_found():
    honest = played("mako")
    forged, number = Match(honest.game, honest.origin, dict(honest.tags)), 0
    for entry in honest.entries:
        number += entry.actor is CHANCE
        if number == 5 and entry.actor is CHANCE:
            forged.play(next(f"={face}" for face in range(1, 7) if f"={face}" != entry.text))
            break
        forged.enter(entry.text)
    verdict = verify(forged)
    assert not verdict.good
    assert [roll.n for roll in verdict.rolls if not roll.good] == [5]
    assert "n° 5" in verdict.why.fr and "number 5" in verdict.why.en


def test_another_seed_is_no_secret():
    match = played("mako")
    match.tags[SEED] = bytes(32).hex()
    verdict = verify(match)
    assert not verdict.good and "SHA-256" in verdict.why.fr and not verdict.rolls
    match.tags[COMMITMENT] = commitment_of(bytes(32))
    verdict = verify(match)
    assert not verdict.good and any(not roll.good for roll in verdict.rolls)


def test_the_commitment_that_somebody_wrote_down_is_compared():
    match = played("mako")
    assert verify(match, commitment_of(SEED_BYTES)).good
    verdict = verify(match, commitment_of(bytes(32)))
    assert not verdict.good and "announced at the table" in verdict.why.en


@pytest.mark.parametrize(("tag", "value"), [(TABLE, "t2"), (NONCES, "n1,n0"), (NONCES, "n0,n2")])
def test_other_nonces_their_order_and_another_table_are_found(tag, value):
    match = played("mako", mode="a", plies=120)
    assert verify(match).good
    match.tags[tag] = value
    assert not verify(match).good


@pytest.mark.parametrize(
    ("tag", "value", "said"),
    [
        (SEED, None, "seed of the dice is told only when the game is over"),
        (COMMITMENT, None, "DiceCommitment missing"),
        (TABLE, None, "DiceTable missing"),
        (NONCES, "a", "a word for each seat"),
        (NONCES, "a b,c", "a word for each seat"),
        (SEED, "xyz", "hexadecimal"),
        (COMMITMENT, "é" * 64, "hexadecimal"),
    ],
)
def test_a_record_that_cannot_be_verified_says_what_it_lacks(tag, value, said):
    match = played("mako", mode="a", plies=20)
    del match.tags[tag]
    if value is not None:
        match.tags[tag] = value
    with pytest.raises(BadRecord, match=said):
        verify(match)


def test_a_game_without_dice_has_none_to_verify():
    with pytest.raises(BadRecord, match="no dice"):
        verify(Match(game("makyek")))


def test_a_nonce_holds_no_separator():
    assert is_nonce("") and is_nonce("aZ09_-") and is_nonce("x" * 64)
    assert not any(map(is_nonce, ("a,b", "a|b", "a b", "é", "x" * 65, "a\n")))
