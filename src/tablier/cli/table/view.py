"""What the terminal shows: boards with what players watch beside them, refusals, results. Plain where colour is unwanted."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text as Coloured

from tablier.cli import messages as m
from tablier.cli.language import phrase
from tablier.core.actors import CHANCE, Actor, Seat
from tablier.core.game import Game
from tablier.core.law import Clause, Kind
from tablier.core.match import Match
from tablier.core.play import Event, Outcome, Refusal, Verb
from tablier.core.scene import Scene
from tablier.core.text import Lang, Text
from tablier.render.speech import say_event, say_outcome
from tablier.render.text import Mark, Window, board_width, draw_board, draw_legend, seat_glyph, window_around

AnyGame = Game[Any, Any]
AnyMatch = Match[Any, Any]

KINDS = {Kind.SHEET: m.KIND_SHEET, Kind.RULING: m.KIND_RULING, Kind.NOTE: m.KIND_NOTE}


def clean(words: str) -> str:
    """Words from a file or a keyboard, without anything that would command the terminal."""
    return "".join(c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs") else "\N{REPLACEMENT CHARACTER}" for c in words)


def packed(items: Iterable[str], width: int, gap: str = "  ") -> list[str]:
    """Items side by side in as few lines as hold them, none of them broken."""
    lines: list[str] = []
    for item in items:
        if lines and cell_len(lines[-1] + gap + item) <= width:
            lines[-1] += gap + item
        else:
            lines.append(item)
    return lines


def make_console(*, stderr: bool = False) -> Console:
    """A console that shows words as they are: no markup, no emoji codes, no guessing at numbers."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


class View:
    """One terminal and its language."""

    def __init__(self, lang: Lang, console: Console | None = None) -> None:
        self.lang = lang
        self.console = console or make_console()

    # -- words -----------------------------------------------------------------------------------

    def tell(self, message: Text, style: str = "", **values: object) -> None:
        """Print a message of the catalogue."""
        self.line(phrase(message, self.lang, **values), style)

    def line(self, words: str = "", style: str = "", indent: int = 0, lead: str = "") -> None:
        """Print words as they are, wrapped to the terminal; `lead` stands before them, and what wraps hangs under them."""
        hang = indent + len(lead)
        before = " " * indent + lead
        for wrapped in Coloured(clean(words), style=style).wrap(self.console, max(self.console.width - hang, 20)) or [Coloured()]:
            wrapped.rstrip()
            self.console.print(Coloured(before, style=style) + wrapped, soft_wrap=True)
            before = " " * hang

    def raw(self, words: str) -> None:
        """Print a line for programs: never wrapped, never coloured."""
        self.console.print(clean(words), soft_wrap=True)

    def clause(self, clause: Clause) -> str:
        """A clause as it is quoted: its sentence, its name, and where it comes from."""
        kind = KINDS[clause.kind].say(self.lang)
        return f"{clause.text.say(self.lang)} ({clause.id}, {kind})"

    def name(self, match: AnyMatch, seat: Seat) -> str:
        """A player, as this table calls them: "Awa (Blanc)"."""
        place = match.game.seats[seat].name.say(self.lang)
        return f"{clean(match.players[seat])} ({place})" if seat in match.players else place

    def names(self, match: AnyMatch) -> dict[Seat, str]:
        """Every player by seat."""
        return {seat: self.name(match, seat) for seat in range(len(match.game.seats))}

    def actor(self, match: AnyMatch, actor: Actor | None) -> str:
        """Who acted: a player, or the die."""
        return m.CHANCE.say(self.lang) if actor is CHANCE or actor is None else self.name(match, actor)

    # -- boards ----------------------------------------------------------------------------------

    @property
    def ascii_only(self) -> bool:
        """True for terminals that know no signs beyond ASCII."""
        return self.console.options.ascii_only

    def board(self, game: AnyGame, scene: Scene, marks: Mapping[str, Mark] | None = None, window: Window | None = None) -> Coloured:
        """A board, drawn for this terminal."""
        return draw_board(game, scene, marks=marks, window=window, ascii_only=self.ascii_only)

    def show(self, *things: RenderableType, indent: int = 2) -> None:
        """Print drawings, set off from the words around them."""
        self.console.print(Padding(Group(*things), (0, 0, 0, indent), expand=False))

    def table(self, match: AnyMatch, marks: Mapping[str, Mark] | None = None) -> None:
        """The board with its gauges beside it, or below where there is no room."""
        game, scene = match.game, match.game.scene(match.position)
        board = self.board(game, scene, last_move(match) if marks is None else marks)
        panel = self._panel(match, scene)
        room = self.console.width - 2 - board_width(game, scene, ascii_only=self.ascii_only) - 4
        self.line()
        if room >= max((line.cell_len for line in panel), default=0):
            grid = Grid.grid(padding=(0, 4, 0, 0))
            grid.add_row(board, Group(Coloured(), *panel))
            self.show(grid)
        else:
            self.show(board, *panel)

    def _panel(self, match: AnyMatch, scene: Scene) -> list[Coloured]:
        game, lines = match.game, list[Coloured]()
        pointer = ">" if self.ascii_only else "▶"
        for seat in range(len(game.seats)):
            acts = match.actor == seat
            sign = seat_glyph(game, seat, ascii_only=self.ascii_only)
            words = f"{pointer if acts else ' '} {sign} {self.name(match, seat)}"
            lines.append(Coloured(words, style="bold" if acts else ""))
            lines += self._gauges(game, scene, seat)
        return lines + self._gauges(game, scene, None)

    def _gauges(self, game: AnyGame, scene: Scene, seat: Seat | None) -> list[Coloured]:
        indent = "" if seat is None else "    "
        return [
            Coloured(indent + phrase(m.NAMED, self.lang, name=gauge.name, value=scene.gauges[gauge.id]))
            for gauge in game.gauges
            if gauge.seat == seat and gauge.id in scene.gauges
        ]

    def legend(self, game: AnyGame) -> None:
        """What the signs on the board mean."""
        for line in packed(draw_legend(game, self.lang, ascii_only=self.ascii_only), self.console.width - 2, "   "):
            self.line(line, "dim", indent=2)

    @property
    def bullet(self) -> str:
        """What stands before a line of a list."""
        return "- " if self.ascii_only else "• "

    @property
    def arrow(self) -> str:
        """What stands between what was and what is."""
        return "->" if self.ascii_only else "→"

    # -- what the law says -------------------------------------------------------------------------

    def refusal(self, game: AnyGame, scene: Scene, move: str, refusal: Refusal) -> None:
        """Why a move is refused: the clause, what is particular, what instead, and a small board that shows it."""
        self.tell(m.REFUSED, "bold red", move=move)
        self.line(self.clause(refusal.because), indent=2)
        if refusal.detail:
            self.line(refusal.detail.say(self.lang), indent=2)
        if refusal.instead:
            self.line(phrase(m.INSTEAD, self.lang, moves=", ".join(refusal.instead)), indent=2)
        cells = [cell for cell in refusal.cells if cell in game.board.indices]
        if cells:
            named = [cell for cell in game.board.names if cell in cells_in(game, move)]
            window = window_around(game.board, [*cells, *named])
            self.show(self.board(game, scene, dict.fromkeys(cells, Mark.REFUSED), window))
            self.line(phrase(m.SEEN_ON, self.lang, cells=", ".join(cells)), "dim", indent=2)

    def events(self, game: AnyGame, events: Iterable[Event]) -> None:
        """What happened, one line each, with its clause in full the first time it is met."""
        met: set[Clause] = set()
        for event in events:
            because = f"({event.because.id})" if event.because in met else f"— {self.clause(event.because)}"
            met.add(event.because)
            self.line(f"{say_event(game, event, self.lang)} {because}", indent=2, lead=self.bullet)

    def summary(self, game: AnyGame, events: Iterable[Event]) -> str:
        """What happened on the board, in one line; the gauges are seen beside it."""
        return self.joined(say_event(game, event, self.lang) for event in events if event.verb is not Verb.GAUGE)

    def joined(self, sentences: Iterable[str]) -> str:
        """Short sentences made one."""
        return m.SEMICOLON.say(self.lang).join(sentences)

    def outcome(self, game: AnyGame, outcome: Outcome, names: Mapping[Seat, str] | None = None) -> None:
        """The result, the places, and the clause that says so."""
        self.line(say_outcome(game, outcome, self.lang, names), "bold green")
        self.line(self.clause(outcome.because), indent=2)


def cells_in(game: AnyGame, words: str) -> set[str]:
    """The cells that a text names, as far as it looks like naming some."""
    found: set[str] = set()
    cell = ""
    for letter in f"{words} ":
        if letter.isdigit() and cell:
            cell += letter
            continue
        found.add(cell)
        cell = letter if letter.isalpha() else ""
    return found & set(game.board.names)


def last_move(match: AnyMatch) -> dict[str, Mark]:
    """The cells that the last move on the board touched."""
    for entry in reversed(match.entries):
        cells = [cell for event in entry.step.events for cell in (event.cell, event.to) if cell]
        if cells:
            return dict.fromkeys(cells, Mark.LAST)
    return {}
