"""What a `go` command asks for."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablier.adapters.uci.refusal import BadCommand
from tablier.core.match import Match
from tablier.render.uci_notation import from_uci
from tablier.search.analysis import Limits

NUMBERS = ("movetime", "wtime", "btime", "winc", "binc", "movestogo", "nodes", "depth", "mate", "perft")
FLAGS = ("infinite", "ponder")
MOVES = "searchmoves"

DEFAULT_MOVES_TO_GO = 30
LEAST_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Go:
    """A search that is asked for. `among`: the only moves to look at, as the law writes them; none for all."""

    limits: Limits
    among: tuple[str, ...]
    ponder: bool
    infinite: bool
    perft: int | None


def read_go(text: str, match: Match[Any, Any], overhead: int = 0) -> Go:
    """Read what follows `go`; `overhead` are milliseconds that a move loses on its way."""
    flags, given, moves = _words(text.split())
    limits = _limits(given, match, overhead / 1000)
    infinite = "infinite" in flags or limits == Limits()
    return Go(limits, _among(moves, match), "ponder" in flags, infinite, given.get("perft"))


def _words(words: Sequence[str]) -> tuple[set[str], dict[str, int], list[str] | None]:
    """The flags, the numbers, and the moves of `searchmoves`; None without it."""
    flags, given = set[str](), dict[str, int]()
    moves: list[str] | None = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in FLAGS:
            flags.add(word)
        elif word in NUMBERS:
            given[word] = _number(word, rest.pop(0) if rest else "")
        elif word == MOVES:
            moves = []
        elif moves is not None:
            moves.append(word)
    return flags, given, moves


def _number(name: str, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,12}", text):
        raise BadCommand(f"go {name} needs a whole number, not '{text[:40]}'")
    return int(text)


def _among(moves: Sequence[str] | None, match: Match[Any, Any]) -> tuple[str, ...]:
    if moves is None:
        return ()
    read = {word: from_uci(match, word) for word in moves}
    if wrong := [word for word, move in read.items() if move is None]:
        raise BadCommand(f"{MOVES}: '{wrong[0][:40]}' is not legal in {match.game.dump(match.position)}")
    if not read:
        raise BadCommand(f"{MOVES} needs a move")
    return tuple(match.game.write(match.position, move) for move in read.values())


def _limits(given: Mapping[str, int], match: Match[Any, Any], overhead: float) -> Limits:
    """The limits of `go`: a share of the clock, a time, nodes, a depth, a mate; the first reached ends the search."""
    clock, increment = ("wtime", "winc") if match.game.turn(match.position) == 0 else ("btime", "binc")
    seconds = []
    if "movetime" in given:
        seconds.append(given["movetime"] / 1000 - overhead)
    if clock in given:
        to_go = max(given.get("movestogo", DEFAULT_MOVES_TO_GO), 1)
        share = Limits.clock(given[clock] / 1000 - overhead, given.get(increment, 0) / 1000, to_go).seconds
        seconds.append(share or 0.0)
    nodes, depth, mate = (max(given[name], 1) if name in given else None for name in ("nodes", "depth", "mate"))
    return Limits(max(LEAST_SECONDS, min(seconds)) if seconds else None, nodes, depth, mate)
