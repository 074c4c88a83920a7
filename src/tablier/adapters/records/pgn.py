"""PGN of Makruk, as Fairy-Stockfish and PyChess write it: S is the Khon, M the Met, `e6=M` a promotion."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tablier.adapters.records.format import AnyMatch, Format
from tablier.core.errors import BadNotation, BadPosition
from tablier.core.grid import Shift
from tablier.core.play import Outcome
from tablier.core.text import Text
from tablier.games import AnyGame

LETTERS = {"♔": "K", "♕": "M", "♗": "S", "♘": "N", "♖": "R"}
"""The letter for each figurine in which the law writes a move."""
READ = {**LETTERS, "♚": "K", "♛": "M", "♝": "S", "♞": "N", "♜": "R", "♙": "P", "♟": "P", "Q": "M", "B": "S"}
"""What other letters and figurines mean."""

_SAN = re.compile(r"([A-Z♔-♟]?)([a-h]?)([1-8]?)[x:×-]?([a-h][1-8])(?:\(?[=/]?([A-Zmq♔-♟])\)?)?[+#]*")


class Pgn(Format):
    """PGN of Makruk."""

    id = "pgn"
    media = "application/x-chess-pgn"
    kind_tag = "Variant"

    def claims(self, tags: Mapping[str, str]) -> bool:
        if "Variant" in tags:
            return tags["Variant"].strip().lower() == self.kind().lower()
        try:  # without a variant it is chess, unless it starts from a position of this game
            return bool(tags.get("FEN")) and self.load_start(self.rules(**self.rules.uci_options), tags["FEN"]) is not None
        except BadPosition:
            return False

    def kind(self) -> str:
        return self.rules.info.name.en

    def load_start(self, game: AnyGame, text: str) -> Any:
        return game.load(text)

    def write_start(self, game: AnyGame, pos: Any) -> str:
        return game.dump(pos)

    def first_number(self, pos: Any) -> int:
        return int(pos.number)

    def find_moves(self, match: AnyMatch, word: str) -> list[Any]:
        kind, origin, to, promotes = self._parse(word)
        names, cells = match.game.board.names, match.position.cells
        return [
            move
            for move in match.legal()
            if names[move.to] == to
            and re.fullmatch(origin, names[move.origin])
            and kind in ("", cells[move.origin].upper())
            and (not promotes or self._promotes(match, move, promotes))
        ]

    def guess(self, match: AnyMatch, word: str) -> tuple[Any | None, list[Any]]:
        kind, origin, to, _ = self._parse(word)
        game, pos = match.game, match.position
        own = str.isupper if pos.side == 0 else str.islower
        men = [at for at, code in enumerate(pos.cells) if code and own(code) and kind in ("", code.upper())]
        named = [at for at in men if re.fullmatch(origin, game.board.names[at])]
        near = [move for move in match.legal() if move.origin in (named or men)]
        return Shift(named[0], game.board.index(to)) if len(named) == 1 else None, near

    def write_move(self, match: AnyMatch, move: Any, outcome: Outcome | None) -> str:
        step = match.game.apply(match.position, move)
        return "".join(_letters(match.game.notate(match.position, move, step, outcome).en))

    def _parse(self, word: str) -> tuple[str, str, str, str]:
        """The kind of man ("" for any), the cells it may come from as a pattern, where it goes, and what it becomes."""
        found = _SAN.fullmatch(word)
        if found is None or READ.get(found[1], found[1]) not in ("", *LETTERS.values(), "P"):
            raise BadNotation(
                Text(
                    f"« {word[:40]} » n'est pas un coup ; un coup s'écrit : Nf3, Sd2, exd5, e6=M.",
                    f"'{word[:40]}' is not a move; a move is written: Nf3, Sd2, exd5, e6=M.",
                )
            )
        letter, file, rank, to, promotion = found.groups(default="")
        kind = READ.get(letter, letter) or ("" if file and rank else "P")
        if kind == "P" and not file and not rank and not letter:
            file = to[0]  # without a file it goes straight ahead
        return kind, (file or "[a-h]") + (rank or "[1-8]"), to, READ.get(promotion.upper(), promotion.upper())

    def _promotes(self, match: AnyMatch, move: Any, letter: str) -> bool:
        man, became = match.position.cells[move.origin], match.game.apply(match.position, move).after.cells[move.to]
        return bool(became != man and became.upper() == letter)


def _letters(text: str) -> Iterator[str]:
    return (LETTERS.get(sign, sign) for sign in text)
