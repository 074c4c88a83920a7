"""Output of the terminal: messages, boards with their gauges, refusals, results; without colour where it is unwanted."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text as Coloured

from tablier.cli.language import format_text
from tablier.cli.messages import common as m
from tablier.core.actors import CHANCE, Actor, Seat
from tablier.core.law import Clause, Kind
from tablier.core.match import Match
from tablier.core.play import Event, Outcome, Refusal, Verb
from tablier.core.scene import Scene
from tablier.core.text import Lang, Text
from tablier.games import AnyGame
from tablier.render.speech import say_event, say_outcome
from tablier.render.text import Mark, Window, board_width, draw_board, draw_legend, seat_glyph, window_around

AnyMatch = Match[Any, Any]

KINDS = {Kind.SHEET: m.KIND_SHEET, Kind.RULING: m.KIND_RULING, Kind.NOTE: m.KIND_NOTE}


def clean(words: str) -> str:
    """Text with control characters replaced, so that it cannot command the terminal."""
    return "".join(c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs") else "\N{REPLACEMENT CHARACTER}" for c in words)


def pack_lines(items: Iterable[str], width: int, gap: str = "  ") -> list[str]:
    """Items joined into as few lines as possible, no item broken."""
    lines: list[str] = []
    for item in items:
        if lines and cell_len(lines[-1] + gap + item) <= width:
            lines[-1] += gap + item
        else:
            lines.append(item)
    return lines


def make_console(*, stderr: bool = False) -> Console:
    """A console that prints text as it is, without markup, emoji codes or highlighting."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


class View:
    """A terminal and its language."""

    def __init__(self, lang: Lang, console: Console | None = None) -> None:
        self.lang = lang
        self.console = console or make_console()

    # -- words -----------------------------------------------------------------------------------

    def print_message(self, message: Text, style: str = "", indent: int = 0, **values: object) -> None:
        """Print a message of the catalogue."""
        self.print_line(format_text(message, self.lang, **values), style, indent)

    def print_line(self, words: str = "", style: str = "", indent: int = 0, lead: str = "") -> None:
        """Print text wrapped to the terminal, with `lead` before its first line and a hanging indent."""
        hang = indent + len(lead)
        before = " " * indent + lead
        for wrapped in Coloured(clean(words), style=style).wrap(self.console, max(self.console.width - hang, 20)) or [Coloured()]:
            wrapped.rstrip()
            self.console.print(Coloured(before, style=style) + wrapped, soft_wrap=True)
            before = " " * hang

    def print_raw(self, words: str) -> None:
        """Print a line for programs, without wrapping and colour."""
        self.console.print(clean(words), soft_wrap=True)

    def quote_clause(self, clause: Clause) -> str:
        """A clause: its sentence, its id and its kind."""
        kind = KINDS[clause.kind].say(self.lang)
        return f"{clause.text.say(self.lang)} ({clause.id}, {kind})"

    def player_name(self, match: AnyMatch, seat: Seat) -> str:
        """A player with the seat: "Awa (Blanc)"."""
        place = match.game.seats[seat].name.say(self.lang)
        return f"{clean(match.players[seat])} ({place})" if seat in match.players else place

    def player_names(self, match: AnyMatch) -> dict[Seat, str]:
        """The players by seat."""
        return {seat: self.player_name(match, seat) for seat in range(len(match.game.seats))}

    def actor_name(self, match: AnyMatch, actor: Actor | None) -> str:
        """The player who acts, or the die."""
        return m.CHANCE.say(self.lang) if actor is CHANCE or actor is None else self.player_name(match, actor)

    # -- boards ----------------------------------------------------------------------------------

    @property
    def ascii_only(self) -> bool:
        """True for terminals without Unicode."""
        return self.console.options.ascii_only

    def draw(self, game: AnyGame, scene: Scene, marks: Mapping[str, Mark] | None = None, window: Window | None = None) -> Coloured:
        """The board of a scene."""
        return draw_board(game, scene, marks=marks, window=window, ascii_only=self.ascii_only)

    def print_drawing(self, *things: RenderableType, indent: int = 2) -> None:
        """Print drawings one below the other."""
        self.console.print(Padding(Group(*things), (0, 0, 0, indent), expand=False))

    def print_table(self, match: AnyMatch, marks: Mapping[str, Mark] | None = None) -> None:
        """Print the board with its gauges beside it, or below where there is no room."""
        game, scene = match.game, match.game.scene(match.position)
        board = self.draw(game, scene, mark_last_move(match) if marks is None else marks)
        groups = self._panel(match, scene)
        panel = [line for first, *rest in groups for line in (first, *(Coloured("    ") + gauge for gauge in rest))]
        room = self.console.width - 2 - board_width(game, scene, ascii_only=self.ascii_only) - 4
        self.print_line()
        if room >= max((line.cell_len for line in panel), default=0):
            grid = Grid.grid(padding=(0, 4, 0, 0))
            grid.add_row(board, Group(Coloured(), *panel))
            self.print_drawing(grid)
        else:
            # One line for each player: the largest board still fits on a small terminal.
            self.print_drawing(board, *(Coloured("   ").join(group) for group in groups))

    def _panel(self, match: AnyMatch, scene: Scene) -> list[list[Coloured]]:
        """Each player with their gauges, then those that belong to none of them."""
        game, groups = match.game, list[list[Coloured]]()
        pointer = ">" if self.ascii_only else "▶"
        for seat in range(len(game.seats)):
            acts = match.actor == seat
            sign = seat_glyph(game, seat, ascii_only=self.ascii_only)
            words = f"{pointer if acts else ' '} {sign} {self.player_name(match, seat)}"
            groups.append([Coloured(words, style="bold" if acts else ""), *self._gauges(game, scene, seat)])
        return groups + [[gauge] for gauge in self._gauges(game, scene, None)]

    def _gauges(self, game: AnyGame, scene: Scene, seat: Seat | None) -> list[Coloured]:
        return [
            Coloured(format_text(m.NAMED, self.lang, name=gauge.name, value=scene.gauges[gauge.id]))
            for gauge in game.gauges
            if gauge.seat == seat and gauge.id in scene.gauges
        ]

    def print_legend(self, game: AnyGame) -> None:
        """Print what the signs on the board mean."""
        for line in pack_lines(draw_legend(game, self.lang, ascii_only=self.ascii_only), self.console.width - 2, "   "):
            self.print_line(line, "dim", indent=2)

    @property
    def bullet(self) -> str:
        """The mark before an item of a list."""
        return "- " if self.ascii_only else "• "

    @property
    def arrow(self) -> str:
        """The mark between an old and a new value."""
        return "->" if self.ascii_only else "→"

    # -- refusals, events, results -----------------------------------------------------------------

    def print_refusal(self, game: AnyGame, scene: Scene, move: str, refusal: Refusal) -> None:
        """Print why a move is refused: the clause, details, alternatives, and the part of the board concerned."""
        self.print_message(m.REFUSED, "bold red", move=move)
        self.print_line(self.quote_clause(refusal.because), indent=2)
        if refusal.detail:
            self.print_line(refusal.detail.say(self.lang), indent=2)
        if refusal.instead:
            self.print_message(m.INSTEAD, indent=2, moves=", ".join(refusal.instead))
        cells = [cell for cell in refusal.cells if cell in game.board.indices]
        if cells:
            named = [cell for cell in re.findall(r"[a-z]\d+", move) if cell in game.board.indices]
            window = window_around(game.board, [*cells, *named])
            self.print_drawing(self.draw(game, scene, dict.fromkeys(cells, Mark.REFUSED), window))
            self.print_message(m.SEEN_ON, "dim", indent=2, cells=", ".join(cells))

    def print_events(self, game: AnyGame, events: Iterable[Event]) -> None:
        """Print board events, one a line, each clause in full at its first occurrence."""
        quoted: set[Clause] = set()
        for event in events:
            because = f"({event.because.id})" if event.because in quoted else f"— {self.quote_clause(event.because)}"
            quoted.add(event.because)
            self.print_line(f"{say_event(game, event, self.lang)} {because}", indent=2, lead=self.bullet)

    def summarise(self, game: AnyGame, events: Iterable[Event]) -> str:
        """Board events in one line, without those of gauges."""
        return self.join_sentences(say_event(game, event, self.lang) for event in events if event.verb is not Verb.GAUGE)

    def join_sentences(self, sentences: Iterable[str]) -> str:
        """Short sentences in one."""
        return m.SEMICOLON.say(self.lang).join(sentences)

    def print_outcome(self, game: AnyGame, outcome: Outcome, names: Mapping[Seat, str] | None = None) -> None:
        """Print the result and the clause that ended the game."""
        self.print_line(say_outcome(game, outcome, self.lang, names), "bold green")
        self.print_line(self.quote_clause(outcome.because), indent=2)


def mark_last_move(match: AnyMatch) -> dict[str, Mark]:
    """Marks for the cells that the last move changed."""
    for entry in reversed(match.entries):
        cells = [cell for event in entry.step.events for cell in (event.cell, event.to) if cell]
        if cells:
            return dict.fromkeys(cells, Mark.LAST)
    return {}
