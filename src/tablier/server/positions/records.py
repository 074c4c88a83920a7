"""Records that a client has as text, read in the process of `PositionService`."""

import re
from collections.abc import Iterator
from itertools import islice

import msgspec

from tablier import read_record
from tablier.adapters.records import AnnotatedMatch, GameText, recognise, split_games
from tablier.api.records import RecordHeading, RecordNote, RecordRequest, RecordView
from tablier.core.errors import BadRecord
from tablier.core.match import Match
from tablier.core.record import result_text
from tablier.core.text import Text
from tablier.server.positions.questions import Reply, reply_to

MAX_HEADINGS = 200
_COMMAND = re.compile(r"\[%[^\]]*\]")
"""What programs tell one another inside a comment: clocks, evaluations, arrows."""


def view_record(request: bytes) -> Reply:
    """The `RecordView` of a `RecordRequest`."""
    return reply_to(lambda: record_view(msgspec.json.decode(request, type=RecordRequest)))


def record_view(request: RecordRequest) -> RecordView:
    """One game of a text; `BadRecord` says what is wrong with it, and where."""
    form = recognise(request.text)
    if form is None:
        match = read_record(request.text)
        heading = RecordHeading(
            1, tuple(match.players.values()), match.tags.get("Event", ""), match.tags.get("Date", ""), result_text(match.outcome)
        )
        return _view("tablier", AnnotatedMatch(match), 1, (heading,))
    headings: list[RecordHeading] = []
    wanted = None
    for text in islice(split_games(request.text.splitlines()), max(MAX_HEADINGS, request.number)):
        if len(headings) < MAX_HEADINGS:
            headings.append(_heading(text))
        if text.number == request.number:
            wanted = text
    if wanted is None:
        raise BadRecord(Text(f"Il n'y a pas de partie {request.number} dans ce texte.", f"There is no game {request.number} in this text."))
    return _view(form.id, form.read(wanted, request.options), request.number, tuple(headings))


def _heading(text: GameText) -> RecordHeading:
    tags = text.tags
    players = tuple(tags.get(name, "?")[:100] for name in ("White", "Black"))
    return RecordHeading(text.number, players, tags.get("Event", "")[:100], tags.get("Date", "")[:20], tags.get("Result", text.result)[:10])


def _view(form: str, annotated: AnnotatedMatch, number: int, headings: tuple[RecordHeading, ...]) -> RecordView:
    match = annotated.match
    game = match.game
    start = None if match.origin == game.start() else game.dump(match.origin)
    return RecordView(form, game.info.id, _chosen(match), start, match.moves, number, headings, tuple(_notes(annotated)))


def _chosen(match: Match[object, object]) -> dict[str, str | int]:
    """The options that are not the game's usual ones."""
    usual = type(match.game)().options
    return {name: value for name, value in match.game.options.items() if value != usual[name]}


def _notes(annotated: AnnotatedMatch) -> Iterator[RecordNote]:
    for ply, note in sorted(annotated.notes.items()):
        said = tuple(words for comment in note.comments if (words := " ".join(_COMMAND.sub(" ", comment).split())))
        variations = tuple(variation.moves for variation in note.variations)
        if said or note.judgements or variations:
            yield RecordNote(ply, said, note.judgements, variations)
