"""Scenes, events and outcomes in words: for a screen reader, a live region, or a line under the board."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tablier.core.actors import Actor, Seat
from tablier.core.game import Game
from tablier.core.play import Event, Outcome, Token, Verb
from tablier.core.scene import Piece, Scene
from tablier.core.text import Lang, Text

AnyGame = Game[Any, Any]

EMPTY = Text("vide", "empty")
LEVEL = Text("niveau {level}", "level {level}")
MANY = Text("{count} {what}", "{count} {what}")
FEW = Text("{what} : {count}", "{what}: {count}")
AND = Text(" et ", " and ")

SOME_PIECE = Text("la pièce", "the piece")
AT = Text("{piece} en {cell}", "{piece} on {cell}")
MOVED = Text("{piece} va de {cell} à {to}", "{piece} goes from {cell} to {to}")
TAKES = Text("{piece} va de {cell} à {to} et prend {taken}", "{piece} goes from {cell} to {to} and takes {taken}")
SWAPPED = Text("les pièces en {cell} et {to} échangent leurs places", "the pieces on {cell} and {to} change places")
ADDED = Text("{piece} est posé en {cell}", "{piece} is placed on {cell}")
ADDED_FEMININE = Text("{piece} est posée en {cell}", "{piece} is placed on {cell}")
REMOVED = Text("{piece} est pris", "{piece} is taken")
REMOVED_FEMININE = Text("{piece} est prise", "{piece} is taken")
LEFT = Text("{piece} quitte le plateau", "{piece} leaves the board")
ALTERED = Text("{piece} devient {other}", "{piece} becomes {other}")
CARRIES = Text("{piece} porte {count}", "{piece} carries {count}")
CARRIES_NONE = Text("{piece} ne porte plus {what}", "{piece} carries no {what}")
ROLLED = Text("le dé donne {value}", "the die shows {value}")
PASSED = Text("on passe", "the turn is passed")
STOPPED = Text("le tour s'arrête là", "the turn ends there")
GAUGED = Text("{gauge} : {value}", "{gauge}: {value}")
HIDDEN = Text("« {gauge} » ne compte plus", "'{gauge}' no longer counts")

WINS = Text("{names} gagne.", "{names} wins.")
WIN = Text("{names} gagnent.", "{names} win.")
DRAW = Text("Partie nulle.", "A draw.")
PLACE = Text("{rank} : {names}", "{rank}: {names}")


def say_piece(game: AnyGame, token: Token, lang: Lang) -> str:
    """The token in words, with its number where it has one: "pion blanc, 2 anneaux"."""
    piece = _piece(game, token)
    words = piece.name.say(lang)
    return words if piece.value is None else f"{words}, {_count(piece, piece.value, token.value, lang)}"


def say_cell(game: AnyGame, scene: Scene, cell: str, lang: Lang) -> str:
    """What stands on a cell, and what is special about it: "b3, pion blanc, 2 anneaux"."""
    place = game.board.cells[game.board.index(cell)]
    token = scene.tokens.get(cell)
    words = [cell, say_piece(game, token, lang) if token else EMPTY.say(lang)]
    words += [tag.name.say(lang) for tag in game.board.legend if tag.id in place.tags]
    if len({other.level for other in game.board.cells}) > 1:
        words.append(LEVEL.say(lang).format(level=place.level))
    return ", ".join(words)


def say_event(game: AnyGame, event: Event, lang: Lang) -> str:
    """One thing that happened, where the board before it is not known: "la pièce va de a2 à a4", "la pièce en c3 est prise"."""
    return _say(game, _Happening(event), None, lang)


def say_events(game: AnyGame, scene: Scene, events: Iterable[Event], mover: Actor | None) -> tuple[list[str], list[str]]:
    """What happened on the board of a scene, in French and in English: "la Rua blanche va de a2 à a4 et prend le Bia noir"."""
    happened = _with_pieces(game, scene, events)
    return [_say(game, one, mover, "fr") for one in happened], [_say(game, one, mover, "en") for one in happened]


class _Happening(NamedTuple):
    """An event, the piece that stood on its cell, and the one that it took by going there."""

    event: Event
    piece: Piece | None = None
    taken: Piece | None = None
    alone: bool = True


def _with_pieces(game: AnyGame, scene: Scene, events: Iterable[Event]) -> list[_Happening]:
    """The events with their pieces; gauges are left out unless nothing else happened, and a capture joins the move onto its cell."""
    listed = list(events)
    shown = [event for event in listed if event.verb is not Verb.GAUGE] or listed
    tokens = dict(scene.tokens)
    found: list[_Happening] = []
    for event in shown:
        token = tokens.get(event.cell or "")
        piece = _piece(game, token) if token else None
        last = found[-1] if found else None
        if event.verb is Verb.MOVE and last and last.event.verb is Verb.REMOVE and last.event.cell == event.to:
            found[-1] = _Happening(event, piece, last.piece)
        else:
            found.append(_Happening(event, piece, alone=not found))
        if event.verb is Verb.MOVE and token is not None:
            tokens[event.to or ""] = token
        elif event.token is not None:
            tokens[event.cell or ""] = event.token
    return found


def _say(game: AnyGame, happened: _Happening, mover: Actor | None, lang: Lang) -> str:
    event, piece = happened.event, happened.piece
    cell = event.cell or ""
    match event.verb:
        case Verb.MOVE:
            return _say_move(happened, lang)
        case Verb.SWAP:
            return SWAPPED.say(lang).format(cell=cell, to=event.to)
        case Verb.ADD | Verb.ALTER:
            return _say_change(game, happened, lang)
        case Verb.REMOVE:
            form = REMOVED_FEMININE if piece is None or piece.feminine else REMOVED
            return (LEFT if piece and piece.seat == mover else form).say(lang).format(piece=_at(piece, cell, lang))
        case Verb.ROLL:
            return ROLLED.say(lang).format(value=event.value)
        case Verb.PASS:
            return (PASSED if happened.alone else STOPPED).say(lang)
        case Verb.GAUGE:
            gauge = next(gauge.name.say(lang) for gauge in game.gauges if gauge.id == event.gauge)
            return (HIDDEN if event.value is None else GAUGED).say(lang).format(gauge=gauge, value=event.value)


def _say_move(happened: _Happening, lang: Lang) -> str:
    event, taken = happened.event, _the(happened.taken, lang) if happened.taken else ""
    return (TAKES if taken else MOVED).say(lang).format(piece=_the(happened.piece, lang), cell=event.cell, to=event.to, taken=taken)


def _say_change(game: AnyGame, happened: _Happening, lang: Lang) -> str:
    """A token that is placed, becomes another, or carries another number."""
    event, before = happened.event, happened.piece
    cell, token = event.cell or "", event.token
    assert token is not None
    new = _piece(game, token)
    if event.verb is Verb.ADD:
        return (ADDED_FEMININE if new.feminine else ADDED).say(lang).format(piece=_a(game, token, lang), cell=cell)
    if new.value is None or (before is not None and before is not new):
        return ALTERED.say(lang).format(piece=_at(before, cell, lang), other=_a(game, token, lang))
    if token.value:
        return CARRIES.say(lang).format(piece=_at(new, cell, lang), count=_count(new, new.value, token.value, lang))
    what = new.value.say(lang)
    return CARRIES_NONE.say(lang).format(piece=_at(new, cell, lang), what=of_name(what) if lang == "fr" else what)


def _piece(game: AnyGame, token: Token) -> Piece:
    return next(piece for piece in game.pieces if piece.id == token.piece)


def _the(piece: Piece | None, lang: Lang) -> str:
    """A piece with its article; an English name that says whose it is has none."""
    if piece is None:
        return SOME_PIECE.say(lang)
    name = piece.name.say(lang)
    if lang == "fr":
        return f"{'la' if piece.feminine else 'le'} {name}"
    return name if "'s " in name else f"the {name}"


def _a(game: AnyGame, token: Token, lang: Lang) -> str:
    name = say_piece(game, token, lang)
    if lang == "fr":
        return f"{'une' if _piece(game, token).feminine else 'un'} {name}"
    return name if "'s " in name else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _at(piece: Piece | None, cell: str, lang: Lang) -> str:
    return AT.say(lang).format(piece=_the(piece, lang), cell=cell)


def of_name(name: str) -> str:
    """A French name after "de", or "d'" before a vowel."""
    return f"d'{name}" if name[0].lower() in "aeiouyéèêh" else f"de {name}"


def _count(piece: Piece, what: Text, number: int, lang: Lang) -> str:
    """So many of what a piece carries; without a word for one, the plural comes first, where it is always right."""
    if number > 1 or (lang == "en" and number == 0):
        return MANY.say(lang).format(count=number, what=what.say(lang))
    if piece.unit is not None:
        return MANY.say(lang).format(count=number, what=piece.unit.say(lang))
    return FEW.say(lang).format(count=number, what=what.say(lang))


def say_outcome(game: AnyGame, outcome: Outcome, lang: Lang, names: Mapping[Seat, str] | None = None) -> str:
    """The result: who has won, and the places at a table of more than two."""
    called = {seat: place.name.say(lang) for seat, place in enumerate(game.seats)} | dict(names or {})
    if outcome.drawn:
        return DRAW.say(lang)
    winners = AND.say(lang).join(called[seat] for seat in outcome.winners)
    words = (WINS if len(outcome.winners) == 1 else WIN).say(lang).format(names=winners)
    if len(game.seats) == 2:
        return words
    places = []
    for rank in sorted(set(outcome.ranks)):
        there = AND.say(lang).join(called[seat] for seat, own in enumerate(outcome.ranks) if own == rank)
        places.append(PLACE.say(lang).format(rank=_ordinal(rank, lang), names=there))
    return f"{words} {' · '.join(places)}"


def _ordinal(rank: int, lang: Lang) -> str:
    if lang == "fr":
        return "1er" if rank == 1 else f"{rank}e"
    return f"{rank}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(rank, 'th') }"
