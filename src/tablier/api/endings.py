"""Exact endings on the wire."""

from msgspec import Struct

from tablier.api.primitives import WireText, wire_text
from tablier.endings.files import EndingFile, readable_files
from tablier.endings.sets import has_endings
from tablier.endings.value import Exact
from tablier.endings.words import describe
from tablier.games import game, games


class EndingValue(Struct, frozen=True, omit_defaults=True):
    """The exact value of a position for the seat that acts: 1 won, 0 drawn, -1 lost; `moves` are the winner's own."""

    result: int
    words: WireText
    ending: str = ""
    moves: int = 0
    to_change: bool = False
    """The moves lead to the capture, promotion or end that wins, not to the end of the game."""
    left: int | None = None
    """The winner's own moves that a count leaves."""
    balance: int | None = None
    """Where captures decide: how many more the seat will have in the end."""


class EndingView(Struct, frozen=True, omit_defaults=True):
    """The exact value of a position and of each legal move, for the seat that acts; nothing where no ending knows it."""

    position: str
    value: EndingValue | None = None
    moves: dict[str, EndingValue] = {}


class EndingQuestion(Struct, frozen=True):
    """A position whose exact value is asked for."""

    game: str
    options: dict[str, str]
    position: str


class EndingSetView(Struct, frozen=True, omit_defaults=True):
    """An ending that is there: how many positions, either side to move, and its longest win."""

    game: str
    ending: str
    variant: str
    positions: int
    bytes: int
    longest: int | None = None
    """The winner's own moves."""
    position: str | None = None


def ending_sets(name: str = "") -> list[EndingSetView]:
    """The endings that are there, of one game or of all."""
    names = [name] if name else list(games())
    names = [one for one in names if has_endings(game(one))]
    return [_set_view(file) for game_id in names for file in readable_files(game_id)]


def ending_view(asked: EndingQuestion) -> EndingView:
    """The exact value of a position and of its moves."""
    rules = game(asked.game, **asked.options)
    written = rules.dump(rules.load(asked.position))
    if not has_endings(rules):
        return EndingView(written)
    from tablier.endings.probe import Endings  # compiled, like the kernel

    endings = Endings(rules)
    value = endings.probe(written)
    if value is None:
        return EndingView(written)
    return EndingView(written, _value(value), {move: _value(one) for move, one in endings.moves(written).items()})


def _set_view(file: EndingFile) -> EndingSetView:
    about = file.about
    longest = max(about["sides"], key=lambda side: side["longest"] or 0)
    moves = None if longest["longest"] is None else (longest["longest"] + 1) // 2
    positions = sum(side["positions"] for side in about["sides"])
    return EndingSetView(about["game"], about["set"], about["variant"], positions, file.path.stat().st_size, moves, longest["position"])


def _value(value: Exact) -> EndingValue:
    return EndingValue(value.result, wire_text(describe(value)), value.ending, value.moves, value.to_change, value.left, value.balance)
