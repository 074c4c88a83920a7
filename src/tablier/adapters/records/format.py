"""What the formats of others have in common: every move is replayed by the law, and the result must be one that the law allows."""

import re
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from tablier.adapters.records.annotated import AnnotatedMatch, Note, Variation
from tablier.adapters.records.syntax import RESULTS, GameText, Kind, Word
from tablier.core.errors import BadRecord, TablierError
from tablier.core.game import OptionValue
from tablier.core.law import FLAGGED
from tablier.core.match import Match
from tablier.core.play import Outcome
from tablier.core.text import Text
from tablier.games import AnyGame, games

AnyMatch = Match[Any, Any]

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that stand first, in this order."""
SEATS = {"White": "Seat0", "Black": "Seat1"}
OPTIONS, RULES, START = "TablierOptions", "TablierRules", "TablierStart"
"""Tags of our own, for what the format of others cannot say."""
FLAG = "time forfeit"
DEEPEST = 64
"""How deep variations may lie in one another."""
SHOWN = 12
"""How many legal moves a refusal lists."""

_OWN_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class Format(ABC):
    """A format of others, for one game of the collection."""

    id: ClassVar[str]  # also the suffix of its files
    media: ClassVar[str]
    kind_tag: ClassVar[str]  # the tag that says which game it is

    @property
    def rules(self) -> type[AnyGame]:
        """The game that is written so."""
        return next(cls for cls in games().values() if self.id in cls.formats)

    # -- hooks -------------------------------------------------------------------------------------

    @abstractmethod
    def claims(self, tags: Mapping[str, str]) -> bool:
        """Whether the tags are those of the game that this format is for."""

    @abstractmethod
    def kind(self) -> str:
        """The value of the tag that says which game it is."""

    @abstractmethod
    def load_start(self, game: AnyGame, text: str) -> Any:
        """The position of a FEN tag."""

    @abstractmethod
    def write_start(self, game: AnyGame, pos: Any) -> str:
        """A position as a FEN tag."""

    @abstractmethod
    def find_moves(self, match: AnyMatch, word: str) -> list[Any]:
        """The legal moves that a word may mean; `BadNotation` when it writes no move at all."""

    @abstractmethod
    def guess(self, match: AnyMatch, word: str) -> tuple[Any | None, list[Any]]:
        """The illegal move that a word probably means, where it tells one, and the legal moves nearest to it."""

    @abstractmethod
    def write_move(self, match: AnyMatch, move: Any, outcome: Outcome | None) -> str:
        """A legal move."""

    def first_number(self, pos: Any) -> int:
        """The number of the first move."""
        return 1

    # -- final -------------------------------------------------------------------------------------

    def read(self, text: GameText, options: Mapping[str, OptionValue] | None = None) -> AnnotatedMatch:
        """The match of one game of a text, replayed by the law; `BadRecord` says what is wrong and where."""
        if text.problem is not None:
            raise self._at_game(text, *text.problem)
        try:
            match = self._open(text.tags, options or {})
        except TablierError as error:
            raise self._at_game(text, error.text, text.line) from error
        notes = _Reader(self, text).read(match)
        try:
            _conclude(match, text)
        except TablierError as error:
            raise self._at_game(text, error.text, text.words[-1].line if text.words else text.line) from error
        return AnnotatedMatch(match, notes)

    def write(self, annotated: AnnotatedMatch | AnyMatch) -> str:
        """A game as text, with an empty line after it."""
        if isinstance(annotated, Match):
            annotated = AnnotatedMatch(annotated)
        match = annotated.match
        tags = "\n".join(f'[{name} "{_escape(value)}"]' for name, value in self._tags(match).items())
        played = [entry.text for entry in match.entries if not entry.text.startswith("!")]
        line = _Writer(self).words(Match(match.game, match.origin), played, annotated.notes, self.first_number(match.origin))
        moves = textwrap.fill(" ".join([*line, _result(match)]), 80, break_long_words=False, break_on_hyphens=False)
        return f"{tags}\n\n{moves}\n\n"

    def _at_game(self, text: GameText, words: Text, line: int) -> BadRecord:
        return BadRecord(Text(f"Partie {text.number} : {words.fr}", f"Game {text.number}: {words.en}"), line)

    def _open(self, tags: Mapping[str, str], options: Mapping[str, OptionValue]) -> AnyMatch:
        """The match before its first move."""
        kind = tags.get(self.kind_tag, "")
        if not self.claims(tags):
            name, wanted, found = self.rules.info.name, f'[{self.kind_tag} "{self.kind()}"]', kind[:40] or "–"
            raise BadRecord(
                Text(
                    f"ce n'est pas une partie de {name.fr} : {wanted} attendu, {self.kind_tag} est « {found} »",
                    f"this is no game of {name.en}: {wanted} expected, {self.kind_tag} is '{found}'",
                )
            )
        written = dict(pair.partition("=")[::2] for pair in tags.get(OPTIONS, "").split())
        game = self.rules(**{**self.rules.uci_options, **written, **options}, **({"rules": tags[RULES]} if RULES in tags else {}))
        return Match(game, self._start(game, tags), dict(_kept_tags(tags, self.kind_tag)))

    def _start(self, game: AnyGame, tags: Mapping[str, str]) -> Any:
        if START in tags:
            return game.load(tags[START])
        return self.load_start(game, tags["FEN"]) if "FEN" in tags else game.start()

    def _tags(self, match: AnyMatch) -> dict[str, str]:
        """The tags of a match: the roster, the game, where it starts, and what only Tablier reads."""
        game, own = match.game, dict(match.tags)
        names = {name: own.pop(seat) for name, seat in SEATS.items() if seat in own}
        known = {"Date": "????.??.??", **own, **names, "Result": _result(match)}
        if re.fullmatch(r"\d{4}-\d\d-\d\d", known["Date"]):
            known["Date"] = known["Date"].replace("-", ".")
        tags = {name: known.pop(name, "?") for name in ROSTER} | {self.kind_tag: self.kind()}
        if match.origin != game.start():
            fen = self.write_start(game, match.origin)
            tags |= {"SetUp": "1", "FEN": fen}
            if self.load_start(game, fen) != match.origin:
                tags[START] = game.dump(match.origin)
        if match.outcome is not None and match.outcome.because is FLAGGED:
            tags["Termination"] = FLAG
        if game.options != type(game)(**game.uci_options).options:
            tags[OPTIONS] = " ".join(f"{name}={value}" for name, value in game.options.items())
        if game.rules != game.info.version:
            tags[RULES] = str(game.rules)
        return tags | {name: value for name, value in known.items() if name not in tags}

    def refuse_move(self, match: AnyMatch, word: str, error: TablierError | None = None) -> Text:
        """Why a word is no move that can be played, and what would be."""
        if match.outcome is not None:
            over = match.outcome.because.text
            return Text(f"la partie était finie avant ce coup. {over.fr}", f"the game was over before this move. {over.en}")
        if error is not None:
            return error.text
        meant, near = self.guess(match, word)
        refusal = match.why_not(meant) if meant is not None else None
        why = Text("ce coup n'est pas permis.", "this move is not legal.")
        if refusal is not None:
            bare = refusal._replace(instead=())  # what is possible is listed as the format writes it
            why = Text(bare.say("fr"), bare.say("en"))
        there = self.list_moves(match, near or match.legal())
        return Text(f"{why.fr} Permis : {there}", f"{why.en} Legal: {there}")

    def list_moves(self, match: AnyMatch, moves: Sequence[Any]) -> str:
        """The first of some legal moves, as this format writes them."""
        shown = [self.write_move(match, move, match.preview(move).outcome) for move in moves[:SHOWN]]
        return ", ".join(shown) + (", …" if len(moves) > SHOWN else "")


def _kept_tags(tags: Mapping[str, str], kind_tag: str) -> Iterator[tuple[str, str]]:
    """The tags that a match keeps, by the names it knows."""
    for name, value in tags.items():
        said = set(value) - set("?. ")
        if said and _OWN_TAG.fullmatch(name) and name not in ("Result", "SetUp", "FEN", OPTIONS, RULES, START, kind_tag):
            yield SEATS.get(name, name), value


def _result(match: AnyMatch) -> str:
    if match.outcome is None:
        return "*"
    white, black = match.outcome.ranks
    return "1/2-1/2" if white == black else "1-0" if white < black else "0-1"


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))


def _conclude(match: AnyMatch, text: GameText) -> None:
    """Enter the resignation, the flag or the agreement that a stated result means; refuse one that contradicts the law."""
    stated = _stated(text)
    if stated == "*":
        return
    ranks = RESULTS[stated]
    if match.outcome is not None:
        if tuple(match.outcome.ranks) != ranks:
            found, why = _result(match), match.outcome.because.text
            raise BadRecord(
                Text(
                    f"le résultat annoncé est {stated}, mais les coups donnent {found} : {why.fr}",
                    f"the result is said to be {stated}, but the moves give {found}: {why.en}",
                )
            )
    elif ranks == (1, 1):
        match.agree()
    elif ranks in ((1, 2), (2, 1)):
        loser = 1 if ranks == (1, 2) else 0
        flagged = re.search("time|flag", text.tags.get("Termination", ""), re.IGNORECASE)
        (match.flag if flagged else match.resign)(loser)
    else:
        raise BadRecord(
            Text(
                f"{stated} : une partie perdue par les deux ne peut pas être gardée",
                f"{stated}: a game that both players lost cannot be kept",
            )
        )


def _stated(text: GameText) -> str:
    """The result that the tag and the end of the moves agree on; `*` where neither says one."""
    tag, end = text.tags.get("Result", "*").strip() or "*", text.result or "*"
    if set(tag) <= set("?. "):
        tag = "*"
    if tag not in RESULTS:
        known = ", ".join(RESULTS)
        raise BadRecord(Text(f"Result « {tag[:20]} » : attendu {known}", f"Result '{tag[:20]}': expected {known}"))
    if "*" not in (tag, end) and RESULTS[tag] != RESULTS[end]:
        raise BadRecord(
            Text(f"Result annonce {tag}, mais les coups finissent par {end}", f"Result says {tag}, but the moves end with {end}")
        )
    return end if tag == "*" else tag


@dataclass
class _Reader:
    """Plays the words of one game, variations included."""

    format: Format
    text: GameText
    at: int = 0

    def read(self, match: AnyMatch, depth: int = 0) -> dict[int, Note]:
        """Play the words up to the end of a line of play; gives the notes by the number of the move they stand beside."""
        notes: dict[int, Note] = {}
        first = len(match.entries)
        while self.at < len(self.text.words):
            word = self.text.words[self.at]
            self.at += 1
            if word.kind is Kind.CLOSE:
                if depth == 0:
                    raise self._refuse(match, word, Text(") sans ( avant", ") without a ( before"))
                return notes
            if word.kind is Kind.MOVE:
                self._play(match, word)
                continue
            number = len(match.entries) - first
            note = notes.get(number, Note())
            if word.kind is Kind.COMMENT:
                note = replace(note, comments=(*note.comments, word.text)) if word.text else note
            elif word.kind is Kind.JUDGEMENT:
                note = replace(note, judgements=(*note.judgements, int(word.text)))
            else:
                note = replace(note, variations=(*note.variations, self._branch(match, word, number, depth + 1)))
            notes[number] = note
        if depth:
            raise self._refuse(match, self.text.words[-1], Text("la variante n'est pas fermée par )", "the variation is not closed by )"))
        return notes

    def _branch(self, match: AnyMatch, word: Word, number: int, depth: int) -> Variation:
        """A variation that begins instead of the last move."""
        if number == 0 or depth > DEEPEST:
            what = Text("une variante suit le coup qu'elle remplace", "a variation follows the move that it replaces")
            raise self._refuse(match, word, what if number == 0 else Text("variantes trop imbriquées", "variations nested too deep"))
        other = match.copy()
        other.undo()
        played = len(other.entries)
        notes = self.read(other, depth)
        return Variation(other.moves[played:], notes)

    def _play(self, match: AnyMatch, word: Word) -> None:
        try:
            found = self.format.find_moves(match, word.text)
        except TablierError as error:
            raise self._refuse(match, word, self.format.refuse_move(match, word.text, error)) from error
        if not found:
            raise self._refuse(match, word, self.format.refuse_move(match, word.text))
        if len(found) > 1:
            those = self.format.list_moves(match, found)
            raise self._refuse(match, word, Text(f"plusieurs coups s'écrivent ainsi : {those}", f"several moves are written so: {those}"))
        match.apply(found[0])

    def _refuse(self, match: AnyMatch, word: Word, why: Text) -> BadRecord:
        game, pos = match.game, match.position
        number = self.format.first_number(match.origin) + (len(match.entries) + _seat(game, match.origin)) // 2
        who = game.seats[_seat(game, pos)].name
        said = word.text[:40]
        where = Text(f"coup {number} de {who.fr} (« {said} ») : {why.fr}", f"move {number} of {who.en} ('{said}'): {why.en}")
        return BadRecord(Text(f"Partie {self.text.number}, {where.fr}", f"Game {self.text.number}, {where.en}"), word.line)


def _seat(game: AnyGame, pos: Any) -> int:
    turn = game.turn(pos)
    return turn if isinstance(turn, int) else 0


@dataclass
class _Writer:
    """Writes lines of play as words."""

    format: Format

    def words(self, match: AnyMatch, moves: Iterable[str], notes: Mapping[int, Note], number: int) -> list[str]:
        """The moves from where a match stands, with their numbers and notes; plays them in that match."""
        words = [f"{{{_braced(comment)}}}" for comment in notes.get(0, Note()).comments]
        numbered = False
        for count, text in enumerate(moves, 1):
            seat, note = _seat(match.game, match.position), notes.get(count, Note())
            if seat == 0 or not numbered:
                words.append(f"{number}." if seat == 0 else f"{number}...")
            before = match.copy() if note.variations else match
            move = match.game.parse(text)
            entry = match.preview(move)
            words.append(self.format.write_move(match, move, entry.outcome))
            match.add(entry)
            words += [f"${judgement}" for judgement in note.judgements]
            words += [f"{{{_braced(comment)}}}" for comment in note.comments]
            for variation in note.variations:
                inner = self.words(before.copy(), variation.moves, variation.notes, number)
                words.append(f"({' '.join(inner)})")
            numbered = not (note.comments or note.variations)
            number += seat
        return words


def _braced(comment: str) -> str:
    """A comment that can stand in braces, which have no escape."""
    return comment.replace("}", ")")
