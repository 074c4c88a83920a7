"""A match at one keyboard: the loop of boards, lines and answers. It knows no game, only what the law gives it."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.cli import messages as m
from tablier.cli.errors import put_oserror
from tablier.cli.language import phrase
from tablier.cli.progress import Notice
from tablier.cli.table.commands import ORDERS, keep_on_leaving
from tablier.cli.table.keyboard import Keyboard, files_beginning
from tablier.cli.table.keywords import Order, Way, order, way
from tablier.cli.table.move_input import Chosen, Narrowed, begins, narrow, split_clicks, understand
from tablier.cli.table.move_list import list_moves
from tablier.cli.table.opponents import seat_opponents
from tablier.cli.table.view import View
from tablier.core.actors import CHANCE, Seat
from tablier.core.errors import IllegalMove, TablierError
from tablier.core.match import Match
from tablier.core.play import DONE
from tablier.render.text import Mark


@dataclass
class Session:
    """People at one keyboard (`own` is None), or one person in seat `own` against engines at `levels`, else against chance."""

    match: Match[Any, Any]
    view: View
    rng: random.Random
    own: Seat | None = None
    levels: Sequence[int] = ()
    file: str = ""
    leaving: bool = field(default=False, init=False)
    stumbled: bool = field(default=False, init=False)  # a line could not be obeyed: a script wants to know
    clicks: tuple[str, ...] = field(default=(), init=False)
    listed: list[Any] = field(default_factory=list, init=False)
    stale: bool = field(default=True, init=False)  # the board on the screen is not the one that stands
    kept: tuple[str, ...] = field(default=(), init=False)  # the moves that a file holds

    def __post_init__(self) -> None:
        self.keyboard = Keyboard(self.view.console, self.offers)
        self.sit_down(self.match)

    def sit_down(self, match: Match[Any, Any]) -> None:
        """Take this match up, with everybody in their seats."""
        self.opponents = seat_opponents(match, self.own, self.levels, self.rng)
        self.match, self.kept = match, match.moves

    def run(self) -> int:
        """Play until somebody leaves; the exit code tells a script whether every line was obeyed."""
        self.open()
        try:
            while not self.leaving:
                self._advance()
                if self.leaving:
                    break
                if self.stale:
                    self._show()
                self._obey(self.keyboard.ask(self._prompt()))
        except (EOFError, KeyboardInterrupt):
            self.view.line()
        try:
            keep_on_leaving(self)
        except (EOFError, KeyboardInterrupt):
            self.view.line()
        return 1 if self.stumbled and not self.keyboard.interactive else 0

    def open(self) -> None:
        """The title, the options in force and the signs, before a first board."""
        game = self.match.game
        self.view.line(game.info.name.say(self.view.lang), "bold")
        if game.options:
            self.view.tell(m.PLAYED_WITH, "dim", options=", ".join(f"{name}={value}" for name, value in game.options.items()))
        self.view.legend(game)
        self.view.tell(m.HOW_TO_PLAY, "dim")

    def _prompt(self) -> str:
        actor = self.match.actor
        if actor is None:
            return m.PROMPT_OVER.say(self.view.lang)
        clicks = f" {' '.join(self.clicks)} …" if self.clicks else ""
        return f"{self.view.actor(self.match, actor)}{clicks} > "

    def _advance(self) -> None:
        """Let dice and machines act until a person must, or the game is over."""
        while (actor := self.match.actor) is not None and not self.leaving:
            if actor is CHANCE:
                self.match.roll(self.rng.random())
                self._told()
            elif actor in self.opponents:
                self._let_play(actor)
            else:
                return

    def _let_play(self, seat: Seat) -> None:
        """An opponent's move. Ctrl-C while it thinks asks what to do."""
        notice, who = Notice(), self.view.name(self.match, seat)
        try:
            thought = self.opponents[seat].choose(self.match, lambda: notice.show(phrase(m.THINKS, self.view.lang, who=who)))
        finally:
            notice.clear()
        if not thought.interrupted or self._plays_on(who, thought.result):
            self.match.play(thought.result)
            self._told()

    def _plays_on(self, who: str, move: str) -> bool:
        """After Ctrl-C: True to play what was found so far; else what was asked for is done."""
        self.view.tell(m.INTERRUPTED, who=who, move=move)
        while True:
            chosen = way(self.confirm(m.AND_NOW.say(self.view.lang)))
            try:
                if chosen is Way.UNDO:
                    ORDERS[Order.UNDO](self, "")
            except TablierError as error:
                self.view.line(error.say(self.view.lang), "red")
                continue
            self.leaving = chosen is Way.QUIT
            if chosen is not None:
                return chosen is Way.PLAY

    def _show(self) -> None:
        """The board as it stands, and the result once there is one."""
        self.stale = False
        self.view.table(self.match)
        if self.match.outcome is not None:
            self.view.tell(m.OVER, "bold")
            self.view.outcome(self.match.game, self.match.outcome, self.view.names(self.match))
            self.view.tell(m.AFTER_END, "dim")

    def _told(self) -> None:
        """Say what was just played."""
        entry = self.match.entries[-1]
        happened = self.view.summary(self.match.game, entry.step.events)
        if entry.actor is CHANCE:
            self.view.tell(m.ROLLED, "bold", happened=happened[:1].upper() + happened[1:] or entry.text)
        else:
            form = m.PLAYED if happened else m.PLAYED_QUIETLY
            self.view.tell(form, who=self.view.actor(self.match, entry.actor), move=entry.text, happened=happened)
        self.changed()

    def changed(self) -> None:
        """Another position stands: forget what belonged to the one before."""
        self.clicks, self.listed, self.stale = (), [], True

    def confirm(self, question: str) -> str:
        """Ask, and give back the answer."""
        return self.keyboard.ask(f"{question} ")

    # -- a line ----------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        try:
            told = None if begins(self.match, line) else order(line)
            if told is not None:
                ORDERS[told[0]](self, told[1])
            elif line:
                self._enter(line)
            elif self.match.outcome is not None:
                self.leaving = True
            else:
                self.clicks = ()
        except IllegalMove as error:
            self.stumbled = True
            game = self.match.game
            self.view.refusal(game, game.scene(self.match.position), error.move, error.refusal)
        except TablierError as error:
            self.stumbled = True
            self.view.line(error.say(self.view.lang), "red")
        except OSError as error:
            self.stumbled = True
            self.view.line(put_oserror(error, self.view.lang), "red")

    def _enter(self, line: str) -> None:
        meant = understand(self.match, line, self.clicks, self.listed)
        if isinstance(meant, Chosen):
            self.match.play(meant.move)
            self._told()
        else:
            self._narrow(meant)

    def _narrow(self, meant: Narrowed) -> None:
        self.clicks = meant.clicks
        cells = set(self.match.game.board.names)
        marks = dict.fromkeys(meant.targets & cells, Mark.TARGET) | dict.fromkeys(set(meant.clicks) & cells, Mark.LAST)
        self.view.table(self.match, marks)
        self.listed = list_moves(self.view, self.match, meant.moves)
        self.view.tell(m.GO_ON, "dim", targets=", ".join(self._called(sorted(meant.targets))))

    def _called(self, clicks: list[str]) -> Iterator[str]:
        buttons = {button.id: button.name for button in self.match.game.buttons}
        buttons.setdefault(DONE, m.DONE)
        for click in clicks:
            yield buttons[click].say(self.view.lang) if click in buttons else click

    def offers(self, before: str, word: str) -> list[str]:
        """The words that TAB may put at the end of what is typed so far."""
        game, pos = self.match.game, self.match.position
        told = order(before)
        if told is None:
            begun = narrow(game, pos, (*(() if before else self.clicks), *split_clicks(game, before)))
            targets = begun.targets if isinstance(begun, Narrowed) else frozenset()
            if before:
                return [*targets]
            return [*targets, *(o.word(self.view.lang) for o in Order), *(game.write(pos, move) for move in self.match.legal())]
        if told[0] in (Order.SAVE, Order.LOAD):
            return files_beginning(word)
        if told[0] is Order.WHY and self.match.outcome is None:
            return [game.write(pos, candidate.move) for candidate in game.candidates(pos)]
        return []
