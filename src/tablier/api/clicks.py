"""Why clicks make no move: answered from the law's candidates and the scene, never by reading the clicks as text."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from tablier.api.frames import RefusalView
from tablier.api.primitives import WireText, wire_text
from tablier.core.actors import Seat
from tablier.core.law import OVER, Clause
from tablier.core.match import Match
from tablier.core.play import Candidate, Gesture, Refusal, Token, Verb, disambiguate
from tablier.core.text import LANGS, Text
from tablier.games import AnyGame
from tablier.render.speech import of_name

THEIRS = Text("Cette pièce est à {owner} ; c'est à {actor} de jouer.", "That piece is {owner}'s; it is {actor}'s turn.")
THEIRS_YOUR_TURN = Text("C'est une pièce {owner} ; à vous de jouer avec {side}.", "That is {owner}'s piece; it is your turn, with {side}.")
SIDES = {"white": Text("les blancs", "White"), "black": Text("les noirs", "Black")}
"""What one plays with, by the colour of the seat; other seats go by their names."""
NOTHING = Text("Il n'y a rien en {cell}.", "There is nothing on {cell}.")
FULL = Text("La case {cell} est prise ; il faut une case libre.", "{cell} is taken; choose a free square.")
NOT_HERE = Text("On ne peut rien poser en {cell} pour l'instant.", "Nothing can be placed on {cell} for now.")
BLOCKED = Text("Cette pièce est bloquée : elle ne peut pas bouger pour l'instant.", "That piece is blocked: it cannot move for now.")
NOT_THERE = Text("Cette pièce ne peut pas aller en {cell}.", "That piece cannot go to {cell}.")
NOT_PART = Text("Ce coup ne passe pas par {cell}.", "That move does not go through {cell}.")
BUTTONS = Text("Rien à faire sur le plateau pour l'instant ; au choix : {names}.", "Nothing to do on the board for now; choose: {names}.")

ON_BOARD = {Verb.MOVE, Verb.SWAP, Verb.ADD, Verb.REMOVE, Verb.ALTER}


class _Listed(NamedTuple):
    """The candidates of a position with their clicks."""

    match: Match[Any, Any]
    legal: dict[Any, Gesture]
    barred: tuple[Candidate[Any], ...]
    mine: Collection[Seat]

    @property
    def game(self) -> AnyGame:
        return self.match.game

    def first_clicks(self) -> frozenset[str]:
        return frozenset().union(*(gesture.next() for gesture in self.legal.values()))

    def token(self, cell: str) -> Token | None:
        return self.game.scene(self.match.position).tokens.get(cell)

    def owner(self, token: Token) -> Seat | None:
        return next(piece.seat for piece in self.game.pieces if piece.id == token.piece)


def why_not_clicks(match: Match[Any, Any], clicks: Sequence[str], mine: Collection[Seat] = ()) -> RefusalView | None:
    """Why no move begins with these clicks, said to the player of the seats `mine`; None when one does, or when dice are rolled."""
    game, pos, made = match.game, match.position, tuple(clicks)
    if match.outcome is not None:
        return RefusalView(wire_text(OVER.text), OVER.id)
    actor = game.turn(pos)
    if not made or not isinstance(actor, int):
        return None
    candidates = tuple(game.candidates(pos))
    legal = disambiguate({move: game.gesture(move) for move, barred in candidates if barred is None})
    listed = _Listed(match, legal, tuple(one for one in candidates if one.barred is not None), mine)
    fitting = _longest_beginning(listed, made)
    if fitting == len(made):
        return None
    for move, barred in listed.barred:
        if barred is not None and _begins(game.gesture(move), made):
            return _barred(listed, barred)
    return _first_click(listed, made[0], actor) if fitting == 0 else _later_click(listed, made[: fitting + 1])


def _longest_beginning(listed: _Listed, clicks: tuple[str, ...]) -> int:
    return max(n for n in range(len(clicks) + 1) if n == 0 or any(_begins(gesture, clicks[:n]) for gesture in listed.legal.values()))


def _barred(listed: _Listed, refusal: Refusal) -> RefusalView:
    """A clause that bars the move; moves to play instead are legal ones, and are not written in the words."""
    legal = {listed.game.write(listed.match.position, move) for move in listed.legal}
    instead = tuple(text for text in refusal.instead if text in legal)
    words = wire_text(refusal.because.text)
    if refusal.detail:
        words = _joined(refusal.because.text, refusal.detail)
    return RefusalView(words, refusal.because.id, refusal.cells, instead)


def _first_click(listed: _Listed, cell: str, actor: Seat) -> RefusalView | None:
    """Why no move begins on a cell: what stands there, or what is to be clicked instead."""
    game, first = listed.game, listed.first_clicks()
    if cell not in game.board.names:
        return None
    buttons = [button.name for button in game.buttons if button.id in first]
    if first and len(buttons) == len(first):
        names = Text(*(", ".join(name.say(lang) for name in buttons) for lang in LANGS))
        return RefusalView(WireText(BUTTONS.fr.format(names=names.fr), BUTTONS.en.format(names=names.en)))
    token = listed.token(cell)
    places = any(name in game.board.names and listed.token(name) is None for name in first)
    if token is None:
        return RefusalView(_filled(NOT_HERE if places else NOTHING, cell=cell))
    if places:
        return RefusalView(_filled(FULL, cell=cell), cells=(cell,))
    owner = listed.owner(token)
    if owner is None or owner == actor:
        return RefusalView(wire_text(BLOCKED), cells=(cell,))
    return RefusalView(_theirs(listed, owner, actor), cells=(cell,))


def _theirs(listed: _Listed, owner: Seat, actor: Seat) -> WireText:
    """Whose piece it is, and whose turn."""
    theirs, mover = listed.game.seats[owner].name, listed.game.seats[actor]
    if actor not in listed.mine:
        return WireText(*(THEIRS.say(lang).format(owner=theirs.say(lang), actor=mover.name.say(lang)) for lang in LANGS))
    side = SIDES.get(mover.colour, mover.name)
    return WireText(
        THEIRS_YOUR_TURN.fr.format(owner=of_name(theirs.fr), side=side.fr), THEIRS_YOUR_TURN.en.format(owner=theirs.en, side=side.en)
    )


def _later_click(listed: _Listed, clicks: tuple[str, ...]) -> RefusalView:
    """Why a move that is begun does not go on with the last click: the clause by which it goes on, and where."""
    *made, wrong = clicks
    going = {move: gesture for move, gesture in listed.legal.items() if _begins(gesture, tuple(made))}
    events = [event for move in going for event in listed.game.apply(listed.match.position, move).events if event.verb in ON_BOARD]
    moving = all(_moves(listed, move, made[0]) for move in going)
    because: Clause | None = events[0].because if events else None
    words = _filled(NOT_THERE if moving and len(made) == 1 else NOT_PART, cell=wrong)
    if because is None:
        return RefusalView(words, cells=(wrong,))
    return RefusalView(WireText(f"{words.fr} {because.fr}", f"{words.en} {because.en}"), because.id, (wrong,))


def _moves(listed: _Listed, move: Any, cell: str) -> bool:
    return any(event.verb is Verb.MOVE and event.cell == cell for event in listed.game.apply(listed.match.position, move).events)


def _begins(gesture: Gesture, clicks: tuple[str, ...]) -> bool:
    rest: Gesture | None = gesture
    for click in clicks:
        rest = rest.after(click) if rest else None
    return rest is not None


def _filled(form: Text, **values: str) -> WireText:
    return WireText(form.fr.format(**values), form.en.format(**values))


def _joined(*texts: Text) -> WireText:
    return WireText(" ".join(text.fr for text in texts), " ".join(text.en for text in texts))
