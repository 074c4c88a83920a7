"""Feed mutated inputs to all decoders and to a real server: each is understood or refused in words, and changes nothing.

    python tools/fuzz.py --inputs 100000             tools/soak.py runs a million
    python tools/fuzz.py --replay records:7:1234     one input again: its target, seed and number

An input follows from its target, the seed and its number alone, so that every finding can be replayed. Exit code 1 when there is one.
"""

import argparse
import asyncio
import gzip
import hashlib
import json
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tablier import CHANCE, read_record
from tablier.adapters.records import FORMATS, read_games
from tablier.api.http import PositionRequest
from tablier.api.messages import ActRequest, AnyFromClient
from tablier.api.tables import Created, Player, SeatPlan, TablePlan
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.record import write_json, write_text
from tablier.games import game, games
from tablier.server.ops.restore import read_rows
from tablier.server.positions.questions import position_view
from tablier.server.storage.migrate import latest_revision
from tablier.server.storage.schema import metadata
from tablier.server.tables.decide import Context, decide
from tablier.server.tables.refusals import Refused
from tablier.server.tables.state import new_table

SLOWEST = 5.0
"""Seconds of processor time; an input that takes longer is a finding."""
MOST_FINDINGS = 20
WALKS, LONGEST_WALK = 3, 25
ANNE = Player("a" * 24, "Anne")

TOKENS = (
    *(
        "\0",
        "\n",
        "\r\n",
        "\t",
        " ",
        "",
        "\ud800",
        "\u202e",
        "\u200b",
        "é",
        "İ",
        "ß",
        "٣",
        "²",
        "\U0001f600",
        "\ufeff",
        "\\",
        '"',
        "'",
        "%",
        "/",
    ),
    *("-1", "0", "1", "99999999999", str(2**63), "9" * 5000, "1e999", "NaN", "null", "true", "{}", "[]", "[" * 3000, '{"a":' * 3000),
    *(":", ";", ",", "-", "x", "=", "!", "!resign:0", "!agree", "=6", "a1", "h8", "z99", "a" * 2000, "🀄" * 200),
)


class Finding(Exception):
    """An input was handled wrongly."""


# -- inputs ------------------------------------------------------------------------------------------------


def mutate(rng: random.Random, text: str, others: list[str]) -> str:
    """A text that is nearly like the given one; sometimes the very same."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 8))):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 50)))
        other = rng.choice(others)
        cut = rng.randint(0, len(other))
        head, middle, tail = text[:start], text[start:end], text[end:]
        changed = (
            head + tail,
            head + middle * rng.randint(2, 40) + tail,
            head + rng.choice(TOKENS) + tail,
            head + rng.choice(TOKENS) + middle + tail,
            head + chr(rng.randint(1, 0x2FF)) + tail,
            head,
            head + other[cut:],
            head + middle.swapcase() + tail,
        )
        text = rng.choice(changed)
    return text


def mutate_bytes(rng: random.Random, data: bytes) -> bytes:
    """Bytes that are nearly like the given ones."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        start = rng.randint(0, len(found))
        match rng.randint(0, 3):
            case 0 if found:
                found[min(start, len(found) - 1)] ^= 1 << rng.randint(0, 7)
            case 1:
                del found[start : start + rng.choice((1, 2, 100))]
            case 2:
                found[start:start] = rng.randbytes(rng.choice((1, 4, 300)))
            case _:
                del found[start:]
    return bytes(found)


@cache
def walks() -> list[Match[Any, Any]]:
    """Some games of each kind, played at random from a fixed seed."""
    rng, found = random.Random(1), []
    for name in games():
        for _ in range(WALKS):
            match: Match[Any, Any] = Match(game(name))
            for _ in range(rng.randint(0, LONGEST_WALK)):
                if match.outcome is not None:
                    break
                chance = match.actor is CHANCE
                match.play(match.game.chance(match.position, rng.random()) if chance else rng.choice(match.legal()))
            found.append(match)
    return found


@cache
def positions() -> list[str]:
    """The positions of the walks as texts."""
    return [match.game.dump(match.position) for match in walks()]


@cache
def records() -> list[str]:
    """The walks as records."""
    return [write(match) for match in walks() for write in (write_text, write_json)]


@cache
def legal_texts() -> list[list[str]]:
    """The legal moves at the end of each walk, as texts."""
    return [[match.game.write(match.position, move) for move in match.legal()] if match.outcome is None else [] for match in walks()]


# -- targets: each makes an input from a generator of chance, and feeds it ---------------------------------------


def fuzz_positions(rng: random.Random) -> str:
    """A position is refused, or comes back as it was written."""
    which = rng.randrange(len(walks()))
    rules, text = walks()[which].game, mutate(rng, positions()[which], positions())
    yield_input(text)
    position = rules.load(text)
    written = rules.dump(position)
    if rules.dump(rules.load(written)) != written:
        raise Finding("the position comes back otherwise")
    return "accepted"


def fuzz_moves(rng: random.Random) -> str:
    """A move is refused, or is one of the legal ones."""
    which = rng.randrange(len(walks()))
    match, texts = walks()[which], legal_texts()[which] or ["a1-a2"]
    text = mutate(rng, rng.choice(texts), texts)
    yield_input(text)
    move = match.game.read(match.position, text)
    if move not in match.legal():
        raise Finding("an illegal move was read as a legal one")
    return "accepted"


def fuzz_records(rng: random.Random) -> str:
    """A record is refused, or tells a game that can be written again."""
    text = mutate(rng, rng.choice(records()), records())
    yield_input(text)
    match = read_record(text)
    if read_record(write_text(match)).moves != match.moves:
        raise Finding("the record comes back otherwise")
    return "accepted"


@cache
def foreign_records() -> list[str]:
    """The walks as records in the formats of others, where their games have one."""
    return [FORMATS[form].write(match) for match in walks() for form in match.game.formats]


def fuzz_foreign_records(rng: random.Random) -> str:
    """A record in a format of others is refused, or tells a game that can be written again."""
    text = mutate(rng, rng.choice(foreign_records()), foreign_records())
    yield_input(text)
    for annotated in read_games(text.splitlines()):
        form = FORMATS[annotated.match.game.formats[0]]
        [again] = read_games(form.write(annotated).splitlines(), form)
        if again.match.moves != annotated.match.moves:
            raise Finding("the record comes back otherwise")
    return "accepted"


def fuzz_options(rng: random.Random) -> str:
    """Options are refused, or are those that the game says it has."""
    name = rng.choice(list(games()))
    known = dict(game(name).options)
    chosen: dict[str, Any] = {
        mutate(rng, rng.choice([*known, "quiet"]), [*known, "x"]): rng.choice(
            [*known.values(), *TOKENS, -1, 10**30, 1.5, None, True, [], {}]
        )
        for _ in range(rng.randint(0, 3))
    }
    yield_input(repr((name, chosen)))
    try:
        rules = game(mutate(rng, name, list(games())), **chosen)
    except TypeError as error:
        raise Finding("no words about an option") from error
    if game(rules.info.id, **rules.options) != rules:
        raise Finding("the options come back otherwise")
    return "accepted"


def fuzz_questions(rng: random.Random) -> str:
    """A question about a position is refused or answered."""
    which = rng.randrange(len(walks()))
    match, texts = walks()[which], legal_texts()[which] or ["a1-a2"]
    moves = tuple(mutate(rng, rng.choice(texts), texts) for _ in range(rng.randint(0, 3)))
    clicks = tuple(mutate(rng, "a1", ["b2", "hand"]) for _ in range(rng.randint(0, 4)))
    asked = {"game": match.game.info.id, "options": dict(match.game.options), "position": positions()[which]}
    text = json.dumps({**asked, "moves": moves, "clicks": clicks})
    yield_input(text)
    try:
        request = msgspec.json.decode(text, type=PositionRequest)
    except msgspec.DecodeError:  # half of a surrogate pair
        return "refused"
    msgspec.json.encode(position_view(request))
    return "accepted"


@cache
def messages() -> list[str]:
    """One message of each kind that clients send."""
    acts = (
        {"type": "move", "text": "a3-a4"},
        {"type": "offer", "kind": "takeback"},
        {"type": "answer", "kind": "stop", "yes": True, "seat": 1},
        {"type": "resign", "seat": 0},
        {"type": "sit", "seat": 1, "nonce": "abc"},
        {"type": "leave"},
        {"type": "invite", "seat": 1, "level": 3},
        {"type": "say", "phrase": "hello"},
        {"type": "claim", "seat": 1},
    )
    sent: list[dict[str, Any]] = [{"type": "act", "table": "TABLE", "k": "k1", "v": 1, "do": act} for act in acts]
    sent += [{"type": "sub", "table": "TABLE", "v": 0, "code": "abc", "shown": "me"}, {"type": "unsub", "table": "TABLE"}]
    sent += [{"type": "look", "table": "TABLE", "v": 1}, {"type": "ask", "table": "TABLE", "v": 1, "clicks": ["a3", "a4"]}]
    sent += [{"type": "ping", "t": 1, "heard": 2}]
    return [json.dumps(message) for message in sent]


_decode_message = msgspec.json.Decoder(AnyFromClient).decode


def fuzz_messages(rng: random.Random) -> str:
    """A message is refused, or is an act that is decided or refused; the table stays the value that it was."""
    text = mutate(rng, rng.choice(messages()), messages())
    yield_input(text)
    try:
        message = _decode_message(text.encode("utf-8", "surrogatepass"))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "refused"
    if not isinstance(message, ActRequest):
        return "accepted"
    table = new_table("t", 1, Created(TablePlan("makyek", (SeatPlan("open"),) * 2), ANNE, 1))
    before = table.view()
    player = rng.choice((ANNE, Player("b" * 24, "Bo")))
    try:
        decide(table, player, message.do, message.v, Context(2))
    except Refused:
        return "refused"
    finally:
        if table.view() != before:
            raise Finding("the table was changed in place")
    return "accepted"


@cache
def backup_lines() -> tuple[dict[str, Any], list[str]]:
    """The first line and the rows of a small backup."""
    cells = {"id": "a" * 24, "name": "Anne", "name_key": None, "password": None, "bot": False, "created": 1, "settings": "{}"}
    cells |= {"accepts": "accounts", "plays": ""}
    rating = {"player": "a", "game": "makyek", "value": 1500.5, "deviation": 99, "volatility": 0.06, "games": 1, "updated": 2**40}
    seat = {"table": "t", "seat": 0, "player": "a", "level": None}
    rows = [json.dumps(row) for row in (["player", cells], ["seat", seat], ["rating", rating])]
    counts = {table: sum(json.loads(row)[0] == table for row in rows) for table in metadata.tables}
    return {"tablier": "backup", "format": 1, "shape": latest_revision(), "made": 1, "rows": counts}, rows


def fuzz_backups(rng: random.Random) -> str:
    """A backup is refused, or all its rows are read."""
    header, rows = backup_lines()
    lines = [json.dumps(header), *rows]
    which = rng.randrange(len(lines) + 1)
    if which < len(lines):
        lines[which] = mutate(rng, lines[which], lines)
    body = ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
    sealed = gzip.compress(body + json.dumps({"end": True, "sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n", 1, mtime=0)
    if which == len(lines):
        sealed = mutate_bytes(rng, sealed)
    yield_input(repr(sealed if which == len(lines) else body))
    with tempfile.NamedTemporaryFile(dir=scratch()) as file:
        file.write(sealed)
        file.flush()
        for _ in read_rows(Path(file.name)):
            pass
    return "accepted"


@cache
def scratch() -> Path | None:
    """A folder in memory, where there is one."""
    return Path("/dev/shm") if Path("/dev/shm").is_dir() else None


DECODERS: dict[str, Callable[[random.Random], str]] = {
    "positions": fuzz_positions,
    "moves": fuzz_moves,
    "records": fuzz_records,
    "foreign-records": fuzz_foreign_records,
    "options": fuzz_options,
    "questions": fuzz_questions,
    "messages": fuzz_messages,
    "backups": fuzz_backups,
}
SHARES = {
    "positions": 21,
    "moves": 28,
    "records": 4,
    "foreign-records": 3,
    "options": 15,
    "questions": 1,
    "messages": 22,
    "backups": 4,
    "server": 2,
}
"""How many of a hundred inputs each target gets: slow ones get fewer."""

_input: list[str] = [""]


def yield_input(text: str) -> None:
    """Note the input that is fed next, to be shown with a finding."""
    _input[0] = text


def feed(target: str, seed: int, number: int) -> str:
    """Feed one input; "accepted" or "refused". Anything else raises."""
    begun = time.process_time()
    try:
        told = DECODERS[target](random.Random(f"{target} {seed} {number}"))
    except TablierError as error:
        if not (error.text.fr.strip() and error.text.en.strip()):
            raise Finding("refused without words") from error
        told = "refused"
    spent = time.process_time() - begun
    if spent > SLOWEST:
        raise Finding(f"took {spent:.1f} s")
    return told


# -- a run -------------------------------------------------------------------------------------------------


def run(inputs: int, seed: int, only: list[str], *, quiet: bool = False) -> dict[str, int]:
    """Feed so many inputs; returns how many were "accepted" and "refused", and the number of "findings", which are printed."""
    found = {"accepted": 0, "refused": 0, "findings": 0}
    total = sum(SHARES[target] for target in only)
    for target in only:
        share, begun, told = inputs * SHARES[target] // total, time.monotonic(), {"accepted": 0, "refused": 0}
        findings = _feed_server(share, seed, told) if target == "server" else _feed_decoder(target, share, seed, told)
        for name, count in {**told, "findings": findings}.items():
            found[name] += count
        if not quiet:
            spent = time.monotonic() - begun
            print(f"{target:10} {share:8} inputs, {told['accepted']} accepted, {told['refused']} refused, {spent:.0f} s", flush=True)
        if found["findings"] >= MOST_FINDINGS:
            break
    return found


def _feed_server(share: int, seed: int, told: dict[str, int]) -> int:
    from tools.fuzz_server import fuzz_server  # here, because it needs the helpers of the tests

    return asyncio.run(fuzz_server(share, seed, told))


def _feed_decoder(target: str, share: int, seed: int, told: dict[str, int]) -> int:
    findings = 0
    for number in range(share):
        try:
            told[feed(target, seed, number)] += 1
        except Exception:
            findings += 1
            print(f"FOUND --replay {target}:{seed}:{number}\n{_input[0][:600]!r}\n{traceback.format_exc()[-1500:]}", flush=True)
            if findings >= MOST_FINDINGS:
                break
    return findings


def main() -> None:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=None, help="by default another one each time; it is printed")
    parser.add_argument("--only", default=",".join(SHARES), help="targets, with commas")
    parser.add_argument("--replay", help="TARGET:SEED:NUMBER")
    given = parser.parse_args()
    if given.replay:
        target, seed, number = given.replay.split(":")
        try:
            print(feed(target, int(seed), int(number)))
        finally:
            print(repr(_input[0]))
        return
    seed = random.randrange(2**32) if given.seed is None else given.seed
    print(f"seed {seed}")
    findings = run(given.inputs, seed, given.only.split(","))["findings"]
    print(f"{findings} findings")
    sys.exit(bool(findings))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    main()
