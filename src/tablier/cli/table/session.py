"""The state of a match at one keyboard."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.cli.language import format_text
from tablier.cli.messages import table as m
from tablier.cli.table.keyboard import Keyboard, files_with_prefix
from tablier.cli.table.keywords import Keyword, is_yes, parse_keyword
from tablier.cli.table.move_input import PartialMove, match_clicks, split_clicks
from tablier.cli.table.opponents import elos_of, seat_opponents
from tablier.cli.view import AnyMatch, View
from tablier.core.actors import Seat
from tablier.core.text import Text


@dataclass
class Session:
    """People at one keyboard, or with `seat` one person against engines at `levels`, else against random moves."""

    match: AnyMatch
    view: View
    rng: random.Random
    seat: Seat | None = None
    levels: Sequence[int] = ()
    file: str = ""
    leaving: bool = field(default=False, init=False)
    failed: bool = field(default=False, init=False)  # a line was refused: the exit code of a script
    clicks: tuple[str, ...] = field(default=(), init=False)  # of a move that is not complete
    listed: list[Any] = field(default_factory=list, init=False)  # the moves of the numbered list
    redraw: bool = field(default=True, init=False)  # the board on the screen is out of date
    saved: tuple[str, ...] = field(default=(), init=False)  # the moves in the file

    def __post_init__(self) -> None:
        self.keyboard = Keyboard(self.view.console, self.completions)
        self.start_match(self.match)

    def start_match(self, match: AnyMatch) -> None:
        """Take up a match and seat the opponents."""
        self.opponents = seat_opponents(match, self.seat, self.levels, self.rng)
        self.match, self.saved = match, match.moves

    def print_header(self) -> None:
        """Print the game, its options and the legend of the board."""
        game = self.match.game
        self.view.print_line(game.info.name.say(self.view.lang), "bold")
        if game.options:
            self.view.print_message(m.PLAYED_WITH, "dim", options=", ".join(f"{name}={value}" for name, value in game.options.items()))
        if self.levels:
            self.view.print_message(m.PLAYED_AGAINST, "dim", levels=", ".join(map(self._say_level, self.levels)))
        self.view.print_legend(game)
        self.view.print_message(m.HOW_TO_PLAY, "dim")

    def _say_level(self, level: int) -> str:
        elo = elos_of(self.match.game).get(level)
        return format_text(m.LEVEL if elo is None else m.LEVEL_WITH_ELO, self.view.lang, level=level, elo=elo)

    @property
    def unsaved(self) -> bool:
        """True when moves would be lost on leaving."""
        return bool(self.match.entries) and self.match.moves != self.saved

    def position_changed(self) -> None:
        """Drop what belongs to the position before."""
        self.clicks, self.listed, self.redraw = (), [], True

    def ask(self, question: Text, **values: object) -> str:
        """The answer to a question."""
        return self.keyboard.ask(f"{format_text(question, self.view.lang, **values)} ")

    def confirm(self, question: Text, **values: object) -> bool:
        """True when a question is answered with yes."""
        return is_yes(self.ask(question, **values))

    def completions(self, before: str, word: str) -> list[str]:
        """The words that TAB may complete after what is typed so far."""
        game, pos = self.match.game, self.match.position
        typed = parse_keyword(before)
        if typed is None:
            begun = match_clicks(game, pos, (*(() if before else self.clicks), *split_clicks(game, before)))
            targets = begun.targets if isinstance(begun, PartialMove) else frozenset()
            if before:
                return [*targets]
            return [*targets, *(k.word(self.view.lang) for k in Keyword), *(game.write(pos, move) for move in self.match.legal())]
        if typed[0] in (Keyword.SAVE, Keyword.LOAD):
            return files_with_prefix(word)
        if typed[0] is Keyword.WHY and self.match.outcome is None:
            return [game.write(pos, candidate.move) for candidate in game.candidates(pos)]
        return []
