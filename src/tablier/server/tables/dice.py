"""Dice whose rolls can be proved afterwards.

The server draws a seed and publishes its SHA-256 when a table is created. Only then do the players send their nonces: never in the
request that creates the table, and the game begins when every player's nonce is known or has been waited for. Roll n comes from
HMAC-SHA256(seed, "table|n|nonces"), byte by byte, and bytes that would favour a face are thrown away. No player can know a roll,
because the seed is secret; the server cannot choose it, because the seed was fixed first. When the game is over the seed is
published, and every roll can be drawn again.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from tablier.core.actors import CHANCE
from tablier.core.errors import BadRecord
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import AnyGame

SEED_BYTES = 32
NONCE = re.compile(r"[0-9A-Za-z_-]{0,64}")
"""What a player may add; without separators, so that no two tables of nonces read alike."""

COMMITMENT, SEED, TABLE, NONCES = "DiceCommitment", "DiceSeed", "DiceTable", "DiceNonces"
"""The tags of a record whose dice can be verified."""


def commitment_of(seed: bytes) -> str:
    """What is published when the table is created."""
    return hashlib.sha256(seed).hexdigest()


def is_nonce(text: str) -> bool:
    """Whether a player's share of the chance is written as it must be."""
    return NONCE.fullmatch(text) is not None


def draw(game: AnyGame, pos: Any, seed: bytes, table: str, n: int, nonces: Sequence[str]) -> Any:
    """Roll number `n` of a game, counted from 1: the move of chance where the game stands, each with exactly its odds."""
    odds = game.odds(pos)
    moves = sorted(odds, key=lambda move: game.write(pos, move))  # by text: a reordered law must not change old rolls
    whole = lcm(*(share.denominator for share in odds.values()))
    left = _below(whole, _bytes(seed, table, n, nonces))
    for move in moves:
        left -= int(odds[move] * whole)
        if left < 0:
            return move
    raise ValueError(f"the odds of {game.dump(pos)} do not add up to one")


def _bytes(seed: bytes, table: str, n: int, nonces: Sequence[str]) -> Iterator[int]:
    """The bytes of a roll: those of the first block, then of blocks numbered 1, 2, … as far as they are needed."""
    message = f"{table}|{n}|{','.join(nonces)}"
    yield from hmac.digest(seed, message.encode(), "sha256")
    block = 0
    while True:
        block += 1
        yield from hmac.digest(seed, f"{message}|{block}".encode(), "sha256")


def _below(bound: int, source: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, all equally likely: what lies beyond the last whole multiple of the bound is thrown away."""
    width = ((bound - 1).bit_length() + 7) // 8
    fair = 256**width // bound * bound
    while True:
        number = int.from_bytes(bytes(next(source) for _ in range(width)))
        if number < fair:
            return number % bound


def dice_tags(commitment: str, table: str, nonces: Sequence[str], seed: bytes | None = None) -> dict[str, str]:
    """The tags that make a record verifiable; the seed only once the game is over."""
    tags = {COMMITMENT: commitment, TABLE: table, NONCES: ",".join(nonces)}
    return tags if seed is None else {**tags, SEED: seed.hex()}


@dataclass(frozen=True)
class Roll:
    """One roll: what the record tells, and what the seed gives."""

    n: int
    told: str
    drawn: str

    @property
    def good(self) -> bool:
        """Whether the two agree."""
        return self.told == self.drawn


@dataclass(frozen=True)
class Verdict:
    """What came of rolling a game again. `commitment` must be the one that was seen when the table was set."""

    good: bool
    commitment: str
    rolls: tuple[Roll, ...]
    why: Text | None = None


def verify(match: Match[Any, Any], announced: str | None = None) -> Verdict:
    """Roll a recorded game again; `BadRecord` when the record does not hold what that takes.

    `announced` is the commitment that was noted when the table was created: a forger could change the one in the record.
    """
    seed, commitment, table, nonces = _told(match)
    if announced is not None and announced != commitment:
        return Verdict(
            False,
            commitment,
            (),
            Text(
                "L'empreinte de ce texte n'est pas celle qui a été annoncée à la table.",
                "The commitment in this record is not the one that was announced at the table.",
            ),
        )
    if commitment_of(seed) != commitment:
        return Verdict(
            False,
            commitment,
            (),
            Text(
                "La graine n'est pas celle qui a été annoncée : son empreinte SHA-256 est une autre.",
                "The seed is not the one that was announced: its SHA-256 is another.",
            ),
        )
    rolls = tuple(_rolled(match, seed, table, nonces))
    wrong = [roll for roll in rolls if not roll.good]
    if not wrong:
        return Verdict(True, commitment, rolls)
    first = wrong[0]
    return Verdict(
        False,
        commitment,
        rolls,
        Text(
            f"Lancers qui ne viennent pas de la graine : {len(wrong)}. "
            f"Le premier est le n° {first.n} : {first.told} au lieu de {first.drawn}.",
            f"Rolls that do not come from the seed: {len(wrong)}. The first is number {first.n}: {first.told} instead of {first.drawn}.",
        ),
    )


def _rolled(match: Match[Any, Any], seed: bytes, table: str, nonces: Sequence[str]) -> Iterator[Roll]:
    game, pos, n = match.game, match.origin, 0
    for entry in match.entries:
        if entry.actor is CHANCE and not entry.text.startswith("!"):
            n += 1
            yield Roll(n, entry.text, game.write(pos, draw(game, pos, seed, table, n, nonces)))
        pos = entry.step.after


def _told(match: Match[Any, Any]) -> tuple[bytes, str, str, tuple[str, ...]]:
    """Seed, commitment, table and nonces, as the tags of a record tell them."""
    tags: Mapping[str, str] = match.tags
    if not match.game.dice:
        raise BadRecord(Text("ce jeu n'a pas de dé", "this game has no dice"))
    if SEED not in tags and COMMITMENT in tags:
        raise BadRecord(Text("la graine du dé n'est dite qu'à la fin", "the seed of the dice is told only when the game is over"))
    missing = ", ".join(name for name in (COMMITMENT, SEED, TABLE, NONCES) if name not in tags)
    if missing:
        raise BadRecord(Text(f"les dés ne se vérifient pas : il manque {missing}", f"the dice cannot be verified: {missing} missing"))
    nonces = tuple(tags[NONCES].split(","))
    sound = (
        re.fullmatch(r"([0-9a-f]{2}){16,64}", tags[SEED])
        and re.fullmatch(r"[0-9a-f]{64}", tags[COMMITMENT])
        and len(nonces) == len(match.game.seats)
        and all(map(is_nonce, nonces))
    )
    if not sound:
        raise BadRecord(
            Text(
                f"les dés ne se vérifient pas : {SEED} et {COMMITMENT} s'écrivent en hexadécimal, {NONCES} a un mot pour chaque place",
                f"the dice cannot be verified: {SEED} and {COMMITMENT} are hexadecimal, {NONCES} has a word for each seat",
            )
        )
    return bytes.fromhex(tags[SEED]), tags[COMMITMENT], tags[TABLE], nonces
