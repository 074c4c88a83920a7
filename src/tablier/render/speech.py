"""Scenes, events and outcomes in words: for a screen reader, a live region, or a line under the board."""

from collections.abc import Mapping
from typing import Any

from tablier.core.actors import Seat
from tablier.core.game import Game
from tablier.core.play import Event, Outcome, Token, Verb
from tablier.core.scene import Scene
from tablier.core.text import Lang, Text

AnyGame = Game[Any, Any]

EMPTY = Text("vide", "empty")
LEVEL = Text("niveau {level}", "level {level}")
MANY = Text("{count} {what}", "{count} {what}")
FEW = Text("{what} : {count}", "{what}: {count}")
AND = Text(" et ", " and ")

MOVED = Text("{cell} va en {to}", "{cell} goes to {to}")
SWAPPED = Text("{cell} et {to} échangent leurs places", "{cell} and {to} change places")
ADDED = Text("{cell} reçoit {piece}", "{cell} receives {piece}")
REMOVED = Text("{cell} est retiré", "{cell} is taken off")
ALTERED = Text("{cell} devient {piece}", "{cell} becomes {piece}")
ROLLED = Text("le dé donne {value}", "the die shows {value}")
PASSED = Text("rien n'est joué", "nothing is played")
GAUGED = Text("{gauge} : {value}", "{gauge}: {value}")
HIDDEN = Text("« {gauge} » ne compte plus", "'{gauge}' no longer counts")

FORMS = {
    Verb.MOVE: MOVED,
    Verb.SWAP: SWAPPED,
    Verb.ADD: ADDED,
    Verb.REMOVE: REMOVED,
    Verb.ALTER: ALTERED,
    Verb.ROLL: ROLLED,
    Verb.PASS: PASSED,
    Verb.GAUGE: GAUGED,
}

WINS = Text("{names} gagne.", "{names} wins.")
WIN = Text("{names} gagnent.", "{names} win.")
DRAW = Text("Partie nulle.", "A draw.")
PLACE = Text("{rank} : {names}", "{rank}: {names}")


def say_piece(game: AnyGame, token: Token, lang: Lang) -> str:
    """The token in words, with its number where it has one: "pion blanc, 2 anneaux"."""
    piece = next(piece for piece in game.pieces if piece.id == token.piece)
    words = piece.name.say(lang)
    if piece.value is None:
        return words
    # The name of what is counted is a plural; after 0 or 1 it is put first, where a plural is always right.
    counts_many = token.value > 1 or (lang == "en" and token.value == 0)
    form = MANY if counts_many else FEW
    return f"{words}, {form.say(lang).format(count=token.value, what=piece.value.say(lang))}"


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
    """One thing that happened: "a2 va en a4", "c3 est retiré"."""
    token = say_piece(game, event.token, lang) if event.token else ""
    form = HIDDEN if event.verb is Verb.GAUGE and event.value is None else FORMS[event.verb]
    gauge = "" if event.gauge is None else next(gauge.name.say(lang) for gauge in game.gauges if gauge.id == event.gauge)
    return form.say(lang).format(cell=event.cell, to=event.to, piece=token, value=event.value, gauge=gauge)


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
