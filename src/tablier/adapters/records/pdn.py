"""PDN of Turkish draughts, by the PDN 3.0 standard: game type 30, cells a1 to h8, `-` for a step and `x` for a capture."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tablier.adapters.records.format import AnyMatch, Format
from tablier.core.board import Board
from tablier.core.errors import BadNotation, BadRecord
from tablier.core.grid import write_rows
from tablier.core.play import Outcome
from tablier.core.text import Text
from tablier.games import AnyGame

GAME_TYPE = "30,W,8,8,A0,0"
"""Type 30, White begins, 8 × 8, letters and numbers from the bottom left, which is a playing cell."""
SIDES = "WB"

_TYPE = re.compile(r"\s*30\s*(?:,\s*[WB]\s*,\s*8\s*,\s*8\s*,\s*[AS]0\s*(?:,\s*[01]\s*)?)?", re.IGNORECASE)
_MOVE = re.compile(r"[a-h][1-8](?:[-x:×][a-h][1-8])+", re.IGNORECASE)
_MEN = re.compile(r"([wb])(.*)", re.IGNORECASE | re.DOTALL)
_MAN = re.compile(r"(k?)([a-h][1-8])(?:-([a-h][1-8]))?", re.IGNORECASE)


class Pdn(Format):
    """PDN of Turkish draughts."""

    id = "pdn"
    media = "text/plain"
    kind_tag = "GameType"

    def claims(self, tags: Mapping[str, str]) -> bool:
        return "GameType" not in tags or _TYPE.fullmatch(tags["GameType"]) is not None

    def kind(self) -> str:
        return GAME_TYPE

    def load_start(self, game: AnyGame, text: str) -> Any:
        side, *men = text.strip().rstrip(".").split(":")
        cells = [""] * len(game.board.names)
        if side.upper() not in ("W", "B") or len(men) < 2:
            raise _bad_fen(text)
        for part in men:
            found = _MEN.fullmatch(part.strip())
            if found is not None:
                for man in filter(None, map(str.strip, found[2].split(","))):
                    for at, code in _stand(game.board, found[1].lower(), man, text):
                        cells[at] = code
            elif not re.fullmatch(r"[HF]\d+", part.strip(), re.IGNORECASE):  # counters that some programs add
                raise _bad_fen(text)
        return game.load(f"{write_rows(tuple(cells), game.board)} {side.lower()}")

    def write_start(self, game: AnyGame, pos: Any) -> str:
        men: dict[str, list[str]] = {side: [] for side in SIDES}
        for name, code in zip(game.board.names, pos.cells, strict=True):
            if code:
                men[code.upper()].append(("K" if code.isupper() else "") + name)
        return ":".join([SIDES[pos.side], *(side + ",".join(there) for side, there in men.items())])

    def find_moves(self, match: AnyMatch, word: str) -> list[Any]:
        if not _MOVE.fullmatch(word):
            raise BadNotation(
                Text(
                    f"« {word[:40]} » n'est pas un coup ; un coup s'écrit : a3-a4, d6xd8, d6xd8xh8.",
                    f"'{word[:40]}' is not a move; a move is written: a3-a4, d6xd8, d6xd8xh8.",
                )
            )
        path = self._path(match, word)
        legal = match.legal()
        exact = [move for move in legal if move.cells == path]
        return exact or _different(match, [move for move in legal if _leads(move.cells, path)])

    def guess(self, match: AnyMatch, word: str) -> tuple[Any | None, list[Any]]:
        path = self._path(match, word)
        near = [move for move in match.legal() if move.cells[0] == path[0]]
        if len(path) > 2 and not re.search("[x:×]", word):
            return None, near
        return match.game.parse(("x" if re.search("[x:×]", word) else "-").join(_names(match, path))), near

    def write_move(self, match: AnyMatch, move: Any, outcome: Outcome | None) -> str:
        ends = move.cells[0], move.cells[-1]
        alike = [other for other in match.legal() if (other.cells[0], other.cells[-1]) == ends]
        return ("x" if move.takes else "-").join(_names(match, move.cells if len(alike) > 1 else ends))

    def _path(self, match: AnyMatch, word: str) -> tuple[int, ...]:
        return tuple(match.game.board.index(name) for name in re.findall("[a-h][1-8]", word.lower()))


def _names(match: AnyMatch, cells: tuple[int, ...]) -> list[str]:
    return [match.game.board.names[cell] for cell in cells]


def _leads(cells: tuple[int, ...], path: tuple[int, ...]) -> bool:
    """Whether a move begins and ends as a path does and touches the cells between in their order."""
    between = iter(cells[1:-1])
    return (cells[0], cells[-1]) == (path[0], path[-1]) and all(cell in between for cell in path[1:-1])


def _different(match: AnyMatch, moves: list[Any]) -> list[Any]:
    """The first of the moves that lead to each position: captures that differ in their way alone are the same to a record."""
    found = {match.game.apply(match.position, move).after: move for move in reversed(moves)}
    return list(reversed(found.values()))


def _stand(board: Board, code: str, man: str, fen: str) -> Iterator[tuple[int, str]]:
    """Where the men of an item stand: `a2`, `Ka2`, or all from `a2-h2`."""
    found = _MAN.fullmatch(man)
    if found is None:
        raise _bad_fen(fen)
    first = board.index(found[2].lower())
    last = board.index(found[3].lower()) if found[3] else first
    return ((at, code.upper() if found[1] else code) for at in range(first, last + 1))


def _bad_fen(text: str) -> BadRecord:
    return BadRecord(
        Text(
            f"FEN « {text[:40]} » : une position s'écrit W:Wa2,b2,Kc4:Ba7,b7",
            f"FEN '{text[:40]}': a position is written W:Wa2,b2,Kc4:Ba7,b7",
        )
    )
