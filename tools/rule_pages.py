"""The rule pages: for every game its clauses with diagrams, the code that applies them and the tests that prove them.

`make docs` puts them into the site. All of it comes from the games themselves, so that pages and program cannot disagree.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tablier import CHANCE, Game, games
from tablier.core.game import Option, Value
from tablier.core.law import COMMON, Clause, Example, Kind
from tablier.core.play import Event, Outcome, Verb
from tablier.core.text import LANGS, Lang, Text
from tablier.render.svg import Arrow, board_svg
from tablier.testing import Citation, Shown, citations, marked, show

ROOT = Path(__file__).resolve().parents[1]
UP = "../.."
"""From the pages, which stand as if in `docs/rules`, to the root."""

AnyGame = type[Game[Any, Any]]
Pages = dict[str, str]
"""The text of each file, by its path below the folder of the rules."""

INDEX = {"fr": "README.md", "en": "README.en.md"}
KINDS = {Kind.SHEET: Text("Fiche", "Sheet"), Kind.RULING: Text("Décision", "Ruling"), Kind.NOTE: Text("Usage", "Custom")}


# -- pages -----------------------------------------------------------------------------------------


def pages(root: Path = ROOT) -> Pages:
    """Every page and diagram, for the games whose sources are in this tree."""
    ours = _ours(root)
    tests = marked(root / "tests")
    found: Pages = {INDEX[lang]: _index(ours, lang) for lang in LANGS}
    for cls in ours:
        chapters = [_Chapter(cls(), number, clause) for number, clause in enumerate(cls.clauses, 1)]
        code = citations(cls)
        for chapter in chapters:
            found |= chapter.diagrams()
        for lang in LANGS:
            parts = [_title(cls, lang)]
            for chapter in chapters:
                clause = chapter.clause
                parts += [chapter.text(lang), _proofs(code[clause.id], tests.get(clause.id, []), root, lang)]
            found[_page(cls, lang)] = "\n\n".join(parts) + "\n"
    return found


def names() -> list[str]:
    """The paths of the pages, without the diagrams: in each language the index, then the games."""
    return [name for lang in LANGS for name in (INDEX[lang], *(_page(cls, lang) for cls in _ours(ROOT)))]


def _ours(root: Path) -> list[AnyGame]:
    """The games whose sources are in this tree."""
    return [cls for cls in games().values() if Path(inspect.getfile(cls)).is_relative_to(root / "src")]


def _page(cls: AnyGame, lang: Lang) -> str:
    return f"{cls.info.id}.{lang}.md"


def _index(ours: list[AnyGame], lang: Lang) -> str:
    other: Lang = "en" if lang == "fr" else "fr"
    intro = Text(
        "Chaque règle est numérotée, montrée par des diagrammes, et reliée au code qui l'applique et aux tests qui la prouvent. "
        "Une **fiche** est une règle écrite par l'éditeur du jeu ; une **décision** comble un silence de la fiche, avec sa raison.",
        "Each rule is numbered, shown in diagrams, and linked to the code that applies it and to the tests that prove it. "
        "A **sheet** is a rule that the game's publisher wrote; a **ruling** fills a silence of the sheet, with its reason.",
    )
    lines = [
        f"# {Text('Les règles, article par article', 'The rules, clause by clause').say(lang)}",
        f"[{_language(other)}]({INDEX[other]})",
        intro.say(lang),
        "\n".join(
            f"- [{cls.info.name.say(lang)}]({_page(cls, lang)}) : {cls.info.summary.fr}"
            if lang == "fr"
            else f"- [{cls.info.name.say(lang)}]({_page(cls, lang)}): {cls.info.summary.en}"
            for cls in ours
        ),
        f"## {Text('À toutes les tables', 'At every table').say(lang)}",
        "\n".join(f"- {clause.text.say(lang)} (`{clause.id}`)" for clause in COMMON),
    ]
    return "\n\n".join(lines) + "\n"


def _language(lang: Lang) -> str:
    return {"fr": "Français", "en": "English"}[lang]


def _title(cls: AnyGame, lang: Lang) -> str:
    info = cls.info
    other: Lang = "en" if lang == "fr" else "fr"
    back = Text("Toutes les règles", "All the rules").say(lang)
    known = Text(
        f"Source : {info.source.fr}. Dans le programme : `{info.id}`, règles version {info.version}.",
        f"Source: {info.source.en}. In the program: `{info.id}`, rules version {info.version}.",
    )
    parts = [
        f"# {info.name.say(lang)}",
        f"[{_language(other)}]({_page(cls, other)}) · [{back}]({INDEX[lang]})",
        f"*{info.summary.say(lang)}*",
        known.say(lang),
    ]
    if cls.choices:
        parts += ["## Options", _options(cls.choices, lang)]
    return "\n\n".join([*parts, f"## {Text('Les règles', 'The rules').say(lang)}"])


def _options(options: tuple[Option, ...], lang: Lang) -> str:
    head = Text("| Option | Par défaut | Valeurs | |", "| Option | Default | Values | |").say(lang)
    rows = [head, "|---|---|---|---|"]
    for option in options:
        values = "<br>".join(_value(value, lang) for value in option.values) or f"{option.low} … {option.high}"
        rows.append(f"| `{option.id}` | `{option.default}` | {values} | {option.name.say(lang)}. {option.help.say(lang)} |")
    return "\n".join(rows)


def _value(value: Value, lang: Lang) -> str:
    """What to type, what it is called, and what it means."""
    colon = " : " if lang == "fr" else ": "
    return f"`{value.id}`{colon}{value.name.say(lang)}" + (f". {value.help.say(lang)}" if value.help else "")


def _proofs(code: list[Citation], tests: list[str], root: Path, lang: Lang) -> str:
    """Where a clause is applied and proven."""
    functions = ", ".join(f"[`{place.function}`]({UP}/{_source(place, root)})" for place in code)
    proofs = ", ".join(f"[`{test}`]({UP}/tests/{path})" for path, _, test in (proof.partition("::") for proof in tests))
    colon = " :" if lang == "fr" else ":"
    lines = [f"{name}{colon} {links}" for name, links in (("Code", functions), ("Tests", proofs)) if links]
    return "\n\n".join(f"<sub>{line}</sub>" for line in lines)


def _source(place: Citation, root: Path) -> str:
    return Path(inspect.getfile(sys.modules[place.module])).relative_to(root).as_posix()


# -- one clause --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Chapter:
    """A clause in the page of one game."""

    game: Game[Any, Any]
    number: int
    clause: Clause

    def diagrams(self) -> Pages:
        """The pictures of all the examples."""
        return {f"diagrams/{picture.name}": picture.svg for figure in self._figures() for picture in figure.pictures}

    def text(self, lang: Lang) -> str:
        """Number, sentence, kind and diagrams."""
        clause = self.clause
        kind = f"*{KINDS[clause.kind].say(lang)}* · `{clause.id}`"
        if clause.why:
            kind += f" · {clause.why.say(lang)}"
        parts = [f"### Article {self.number}" if lang == "fr" else f"### Clause {self.number}", f"**{clause.text.say(lang)}**", kind]
        for figure in self._figures():
            caption = figure.caption(lang)
            words = (re.sub(r"[*`[\]]", "", caption), Text("Après", "After").say(lang))
            pictures = zip(words, figure.pictures, strict=False)
            parts.append(" ".join(f"![{words}](diagrams/{picture.name})" for words, picture in pictures))
            parts.append(f"> {caption}")
        return "\n\n".join(parts)

    def _figures(self) -> list["_Figure"]:
        """The examples, their pictures numbered through."""
        name = self.clause.id
        if not name.startswith(f"{self.game.info.id}."):
            name = f"{self.game.info.id}-{name}"  # a clause that games share is drawn for each of them
        figures: list[_Figure] = []
        drawn = 0
        for example in self.clause.examples:
            figure = _Figure(self, example, show(self.game, example), ())
            svgs = list(figure.drawn())
            pictures = tuple(_Picture(f"{name}-{drawn + i}.svg", svg) for i, svg in enumerate(svgs, 1))
            drawn += len(svgs)
            figures.append(_Figure(self, example, figure.shown, pictures))
        return figures


@dataclass(frozen=True)
class _Picture:
    """A diagram and the name of its file."""

    name: str
    svg: str


@dataclass(frozen=True)
class _Figure:
    """An example, drawn and told."""

    chapter: _Chapter
    example: Example
    shown: Shown
    pictures: tuple[_Picture, ...]

    def drawn(self) -> Iterator[str]:
        """The position before with what is tried, then the position after where the board has changed."""
        shown, clause = self.shown, self.chapter.clause
        game, before, after = shown.game, shown.game.scene(shown.before), shown.game.scene(shown.after)
        arrows = tuple(_arrows(shown))
        if shown.refusal:
            yield board_svg(game, before, highlight=shown.refusal.cells, arrows=arrows, crosses={to for _, to in arrows[-1:]})
            return
        touched = [event.cell for event in shown.events if shown.move and event.because == clause and event.verb in _TOUCHING]
        yield board_svg(game, before, highlight=[cell for cell in touched if cell], arrows=arrows)
        if after.tokens != before.tokens:
            changed = [cell for cell in game.board.names if before.tokens.get(cell) != after.tokens.get(cell)]
            yield board_svg(game, after, highlight=changed)

    def caption(self, lang: Lang) -> str:
        """What the pictures show, in words."""
        return " ".join(part for part in (self._setting(lang), self._tried(lang), *self._happened(lang), self._ended(lang)) if part)

    def _setting(self, lang: Lang) -> str:
        chosen = ", ".join(f"`{name}={value}`" for name, value in self.example.options)
        earlier = " ".join(self.example.moves.split()[:-1])
        return " ".join(
            (
                Text(f"Avec {chosen}.", f"With {chosen}.").say(lang) if chosen else "",
                Text(f"D'abord {earlier}.", f"First {earlier}.").say(lang) if earlier else "",
            )
        ).strip()

    def _tried(self, lang: Lang) -> str:
        shown = self.shown
        if not shown.move:
            opening = Text("La position de départ.", "The opening position.").say(lang)
            return "" if self.example.position else opening
        if shown.refusal:
            cells = ", ".join(shown.refusal.cells)
            more = [Text(f"En cause : {cells}.", f"See {cells}.").say(lang)] if cells else []
            more += [shown.refusal.detail.say(lang)] if shown.refusal.detail else []
            if shown.refusal.instead:
                moves = ", ".join(shown.refusal.instead)
                more.append(Text(f"Possible : {moves}.", f"Possible: {moves}.").say(lang))
            return " ".join([Text(f"**{shown.move}** est refusé.", f"**{shown.move}** is refused.").say(lang), *more])
        return _declared(shown, lang) or _played(shown, lang)

    def _happened(self, lang: Lang) -> Iterator[str]:
        """The effects that are not the move itself; numbers beside the board only where the clause is about them."""
        if not self.shown.move:
            return
        taken: dict[Clause, list[str]] = {}
        for event in self.shown.events:
            if event.verb is Verb.REMOVE:
                taken.setdefault(event.because, []).append(event.cell or "")
        for cells in taken.values():
            yield Text(f"Quitte le plateau : {', '.join(cells)}.", f"Leaves the board: {', '.join(cells)}.").say(lang)
        for event in self.shown.events:
            if event.verb is not Verb.GAUGE or event.because == self.chapter.clause:
                yield _describe_event(self.shown, event, lang)

    def _ended(self, lang: Lang) -> str:
        outcome = self.shown.outcome
        if outcome is None:
            return ""
        result = _result(self.shown.game, outcome, lang)
        clauses = self.shown.game.clauses
        if outcome.because == self.chapter.clause or outcome.because not in clauses:
            return result
        number = clauses.index(outcome.because) + 1
        return result.removesuffix(".") + Text(f" (article {number}).", f" (clause {number}).").say(lang)


_TOUCHING = (Verb.REMOVE, Verb.ALTER, Verb.SWAP)


def _arrows(shown: Shown) -> Iterator[Arrow]:
    """The move as arrows: what really moved or came (a ring) or, where nothing did, the clicks that make the move."""
    if not shown.move or shown.move.startswith("!"):
        return
    seen = [event for event in shown.events if event.verb in (Verb.MOVE, Verb.SWAP, Verb.ADD)]
    if seen:
        yield from ((event.cell or "", event.to or event.cell or "") for event in seen)
        return
    game = shown.game
    gesture = game.gesture(game.parse(shown.move))
    path = [click for click in gesture.ordered if click in game.board.indices]
    fan = sorted(click for click in gesture.unordered if click in game.board.indices)
    if len(path) == 1 and not fan:
        yield path[0], path[0]
    yield from pairwise(path)
    yield from ((path[-1], cell) for cell in fan if path)


# -- words -----------------------------------------------------------------------------------------


def _declared(shown: Shown, lang: Lang) -> str:
    """What players declare instead of moving."""
    word, _, seat = shown.move.removeprefix("!").partition(":")
    if not shown.move.startswith("!"):
        return ""
    if not seat:
        return Text("Les joueurs s'entendent pour arrêter.", "The players agree to stop.").say(lang)
    who = shown.game.seats[int(seat)].name
    if word == "withdraw":
        return Text(f"{who.fr} quitte la partie.", f"{who.en} leaves the game.").say(lang)
    return Text(f"{who.fr} abandonne.", f"{who.en} resigns.").say(lang)


def _played(shown: Shown, lang: Lang) -> str:
    actor = shown.game.actor(shown.before)
    if actor is CHANCE:
        return Text(f"Le sort donne **{shown.move}**.", f"Chance gives **{shown.move}**.").say(lang)
    assert isinstance(actor, int)
    who = shown.game.seats[actor].name
    return Text(f"{who.fr} : **{shown.move}**.", f"{who.en}: **{shown.move}**.").say(lang)


def _describe_event(shown: Shown, event: Event, lang: Lang) -> str:
    """One event in words; nothing where the move's own text has said it."""
    cell, to, value = event.cell or "", event.to or "", event.value
    match event.verb:
        case Verb.MOVE if not (cell in shown.move and to in shown.move):
            return Text(f"De {cell} à {to}.", f"From {cell} to {to}.").say(lang)
        case Verb.SWAP:
            return Text(f"{cell} et {to} échangent leurs pièces.", f"{cell} and {to} exchange their pieces.").say(lang)
        case Verb.ADD | Verb.ALTER:
            name = _token(shown, event, lang)
            return Text(f"En {cell} : {name}.", f"On {cell}: {name}.").say(lang)
        case Verb.ROLL:
            return Text(f"Le dé montre {value}.", f"The die shows {value}.").say(lang)
        case Verb.PASS:
            alone = all(other.verb in (Verb.PASS, Verb.GAUGE) for other in shown.events)
            return (Text("Rien ne bouge.", "Nothing moves.") if alone else Text("Rien de plus.", "Nothing more.")).say(lang)
        case Verb.GAUGE if value is not None:
            gauge = next(gauge.name for gauge in shown.game.gauges if gauge.id == event.gauge)
            return Text(f"{gauge.fr} = {value}.", f"{gauge.en} = {value}.").say(lang)
    return ""


def _token(shown: Shown, event: Event, lang: Lang) -> str:
    assert event.token is not None
    piece = next(piece for piece in shown.game.pieces if piece.id == event.token.piece)
    value = event.token.value
    count = Text(f" ({piece.value.fr} : {value})", f" ({piece.value.en}: {value})").say(lang) if piece.value else ""
    return piece.name.say(lang) + count


def _result(game: Game[Any, Any], outcome: Outcome, lang: Lang) -> str:
    if outcome.drawn:
        return Text("La partie est nulle.", "The game is a draw.").say(lang)
    names = [place.name.say(lang) for place in game.seats]
    if len(names) == 2:
        winner = names[outcome.winners[0]]
        return Text(f"Victoire : {winner}.", f"Winner: {winner}.").say(lang)
    places = ", ".join(f"{rank}. {name}" for rank, name in sorted(zip(outcome.ranks, names, strict=True)))
    return Text(f"Classement : {places}.", f"Places: {places}.").say(lang)
