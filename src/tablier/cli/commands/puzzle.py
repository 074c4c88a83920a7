"""`tablier puzzle`: solve one puzzle after another at this keyboard."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from tablier import Match, games
from tablier.cli.arguments import LangOption, argument, complete_game, find_class, option, view_of
from tablier.cli.engine_thread import engines_required
from tablier.cli.language import format_text, user_error
from tablier.cli.messages import puzzles as m
from tablier.cli.messages.common import META_GAME
from tablier.cli.table.keyboard import Keyboard
from tablier.cli.table.move_input import CompleteMove, parse_move
from tablier.cli.view import AnyMatch, View
from tablier.core.errors import IllegalMove, TablierError

if TYPE_CHECKING:
    from tablier.puzzles import Puzzle, PuzzleSet

PuzzleGame = Annotated[str, argument(META_GAME, m.ARG_PUZZLE_GAME, autocompletion=complete_game)]
PuzzleId = Annotated[str, option("--id", m.OPT_PUZZLE, m.META_PUZZLE)]
Theme = Annotated[str, option("--theme", m.OPT_THEME, m.META_THEME)]
Daily = Annotated[bool, option("--daily", m.OPT_DAILY)]
SOLUTION, NEXT, QUIT = "?", ">", "q"


def puzzle(
    context: typer.Context,
    name: PuzzleGame = "",
    puzzle_id: PuzzleId = "",
    theme: Theme = "",
    daily: Daily = False,
    lang: LangOption = None,
) -> None:
    """Solve puzzles."""
    view = view_of(context, lang)
    with engines_required():
        from tablier.puzzles import puzzles_of
    found = puzzles_of(find_class(name).info.id if name else next(iter(games())))
    if not len(found):
        raise user_error(m.NO_PUZZLES, game=found.game)
    Solving(view, found).run(_chosen(found, puzzle_id, theme, daily))


def _chosen(found: "PuzzleSet", puzzle_id: str, theme: str, daily: bool) -> Iterator["Puzzle"]:
    """The puzzles to solve: one, that of the day, or those of a theme in an order of chance."""
    if puzzle_id:
        return iter([found.get(puzzle_id)])
    if daily:
        return iter([found.daily(datetime.now(UTC).date())])
    known = found.themes()
    if theme and theme not in known:
        raise user_error(m.NO_THEME, game=found.game, theme=theme[:40], themes=", ".join(known))
    wanted = [one for one in found if not theme or theme in one.themes]
    return iter(random.sample(wanted, len(wanted)))


class Solving:
    """Shows puzzles and takes moves until the input ends."""

    def __init__(self, view: View, found: "PuzzleSet") -> None:
        self.view, self.found, self.rules = view, found, found.rules()
        self.keyboard = Keyboard(view.console, lambda before, word: ())
        self.streak = 0

    def run(self, puzzles: Iterator["Puzzle"]) -> None:
        """Ask one puzzle after another."""
        for one in puzzles:
            try:
                solved = self._solve(one)
            except (EOFError, KeyboardInterrupt):
                return
            if solved is None:
                return
            self.streak = self.streak + 1 if solved else 0
            self._explain(one)

    def _solve(self, one: "Puzzle") -> bool | None:
        """Whether the puzzle was solved at the first try; None when the player stops."""
        match: AnyMatch = Match(self.rules, self.rules.load(one.position))
        self.view.print_message(m.PUZZLE_TITLE, "bold", name=one.id, game=self.rules.info.name, rating=one.rating)
        self.view.print_table(match)
        self.view.print_message(m.PUZZLE_TO_MOVE, player=self.view.actor_name(match, match.actor))
        faultless = True
        for number, wanted in enumerate(one.solver_moves):
            while (typed := self._ask(match)) != wanted:
                if typed in (QUIT, NEXT, SOLUTION):
                    return None if typed == QUIT else False
                faultless = False
                if typed:
                    self.view.print_message(m.PUZZLE_WRONG, "red", move=typed)
            match.play(wanted)
            if 2 * number + 1 < len(one.moves):
                reply = one.moves[2 * number + 1]
                match.play(reply)
                self.view.print_table(match)
                self.view.print_message(m.PUZZLE_REPLY, "green", move=reply)
        self.view.print_message(m.PUZZLE_SOLVED, "bold green")
        return faultless

    def _ask(self, match: AnyMatch) -> str:
        """The text of a legal move, or a sign; empty for what is neither."""
        line = self.keyboard.ask(m.PUZZLE_ASK.say(self.view.lang))
        if line in (QUIT, NEXT, SOLUTION):
            return line
        try:
            found = parse_move(match, line, (), match.legal())
        except IllegalMove as error:
            self.view.print_refusal(self.rules, self.rules.scene(match.position), error.move, error.refusal)
            return ""
        except TablierError as error:
            self.view.print_line(error.say(self.view.lang), "red")
            return ""
        return self.rules.write(match.position, found.move) if isinstance(found, CompleteMove) else ""

    def _explain(self, one: "Puzzle") -> None:
        from tablier.puzzles.themes import theme_name
        from tablier.puzzles.words import puzzle_reasons

        self.view.print_message(m.PUZZLE_SOLUTION, moves=" ".join((*one.moves, *one.tail)))
        for reason in puzzle_reasons(self.rules, one):
            self.view.print_line(reason.cited.say(self.view.lang), indent=2, lead=self.view.bullet)
        themes = ", ".join(theme_name(self.rules, theme).say(self.view.lang) for theme in one.themes)
        self.view.print_message(m.PUZZLE_THEMES, "dim", themes=themes)
        self.view.print_line(format_text(m.PUZZLE_STREAK, self.view.lang, count=self.streak), "dim")
