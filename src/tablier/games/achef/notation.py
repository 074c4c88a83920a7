"""Moves and positions of Achef as texts and clicks, and which positions cannot be."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from tablier.core.actors import Seat
from tablier.core.errors import BadPosition
from tablier.core.grid import Cells, GridGame, read_number
from tablier.core.play import Gesture, Outcome, Step, Token, Verb
from tablier.core.scene import Fact, Scene
from tablier.core.text import Text
from tablier.games.achef.position import BOARD, CENTRE, CODES, HEIGHT, LOST_AT, PAWNS_EACH, STEPS, Move, Placement, Position

HELD = {"b": Token("black_grounded"), "w": Token("white_grounded")}
"""How a pawn looks while it may not climb."""


class Notation(GridGame[Position, Move]):
    """The texts of Achef."""

    board = BOARD
    codes = {"b": Token("black"), "w": Token("white")}
    sides = CODES
    defaults = ("0,0", "-", "-")
    composed = ("hand0", "hand1")
    facts = (Fact("ko", Text("Ko : les deux cases échangées, comme c4d4", "Ko: the two swapped squares, such as c4d4")),)
    fact_fields = {"grounded": 1, "ko": 2}

    def parse(self, text: str) -> Move:
        if text.startswith("@"):
            return Placement(BOARD.index(text[1:]))
        if "-" not in text:
            self.mistyped(text, "@a1", "a1-a2")
        return self.shift(text)

    def write(self, pos: Position, move: Move) -> str:
        return f"@{BOARD.names[move.cell]}" if isinstance(move, Placement) else self.write_shift(move)

    def notate(self, pos: Position, move: Move, step: Step[Position] | None, outcome: Outcome | None) -> Text:
        if isinstance(move, Placement):
            text = BOARD.names[move.cell]
        else:
            verbs = {event.verb for event in step.events} if step else set()
            sign = "⇄" if Verb.SWAP in verbs else "x" if Verb.REMOVE in verbs else "-"
            text = f"{BOARD.names[move.origin]}{sign}{BOARD.names[move.to]}"
        return Text(text, text)

    def gesture(self, move: Move) -> Gesture:
        cells = (move.cell,) if isinstance(move, Placement) else (move.origin, move.to)
        return Gesture(tuple(BOARD.names[cell] for cell in cells))

    def fields(self, pos: Position) -> tuple[str, ...]:
        names = BOARD.names
        grounded = "-" if pos.grounded is None else names[pos.grounded]
        return f"{pos.hands[0]},{pos.hands[1]}", grounded, "".join(names[cell] for cell in pos.ko or ()) or "-"

    def placeable(self) -> tuple[Token, ...]:
        return (*self.codes.values(), *HELD.values())

    def compose(self, scene: Scene, actor: Seat, facts: Mapping[str, str] = MappingProxyType({})) -> str:
        plain = {held: self.codes[code] for code, held in HELD.items()}
        held = [cell for cell, token in scene.tokens.items() if token in plain]
        if len(held) > 1:
            raise BadPosition((Text("un seul pion peut être retenu", "only one pawn can be grounded"),))
        tokens = {cell: plain.get(token, token) for cell, token in scene.tokens.items()}
        return super().compose(Scene(tokens, scene.gauges), actor, {**facts, "grounded": "".join(held)})

    def composed_fields(self, scene: Scene, actor: Seat) -> tuple[str, ...]:
        hands = ",".join(str(scene.gauges.get(gauge, 0)) for gauge in self.composed)
        return CODES[actor], hands

    def build(self, cells: Cells, side: Seat, fields: Sequence[str], problems: list[Text]) -> Position:
        hands = _read_hands(fields[0], problems)
        grounded, ko = _read_cells(fields[1], 1, problems), _read_cells(fields[2], 2, problems)
        if problems:
            return Position(cells, side)
        pos = Position(cells, side, hands, grounded[0] if grounded else None, (min(ko), max(ko)) if ko else None)
        problems += _first_phase_problems(pos) if any(hands) else _second_phase_problems(pos)
        return pos


def _read_hands(text: str, problems: list[Text]) -> tuple[int, int]:
    black, comma, white = text.partition(",")
    if not comma:
        problems.append(
            Text(
                f"pions en main : « {text[:20]} » au lieu de deux nombres, comme 8,8",
                f"pawns in hand: '{text[:20]}' instead of two numbers, such as 8,8",
            )
        )
        return 0, 0
    return (
        read_number(black, Text("pions noirs en main", "black pawns in hand"), problems, high=PAWNS_EACH),
        read_number(white, Text("pions blancs en main", "white pawns in hand"), problems, high=PAWNS_EACH),
    )


def _read_cells(text: str, count: int, problems: list[Text]) -> tuple[int, ...]:
    """So many cells written one after the other; none for `-`."""
    if text == "-":
        return ()
    found = [BOARD.indices.get(text[at : at + 2]) for at in range(0, len(text), 2)]
    cells = tuple(cell for cell in found if cell is not None)
    if len(cells) == len(found) == count:
        return cells
    like = "a1a2"[: 2 * count]
    problems.append(
        Text(f"« {text[:20]} » au lieu de - ou d'une interdiction comme {like}", f"'{text[:20]}' instead of - or a ban such as {like}")
    )
    return ()


def _first_phase_problems(pos: Position) -> Iterator[Text]:
    black, white = pos.hands
    for code, hand, name in zip(CODES, pos.hands, (Text("noirs", "black"), Text("blancs", "white")), strict=True):
        if (count := pos.cells.count(code) + hand) != PAWNS_EACH:
            yield Text(
                f"pions {name.fr} posés et en main : {count} au lieu de {PAWNS_EACH}",
                f"{name.en} pawns placed and in hand: {count} instead of {PAWNS_EACH}",
            )
    if black != white - pos.side:
        yield Text(
            f"pions en main : {black},{white} ne va pas avec le trait, Noir ayant posé en premier",
            f"pawns in hand: {black},{white} does not go with the side to move, as Black placed first",
        )
    if any(code and height > 1 for code, height in zip(pos.cells, HEIGHT, strict=True)):
        yield Text("un pion est déjà plus haut que le premier niveau", "a pawn is already above the first level")
    if pos.grounded is not None or pos.ko is not None:
        yield Text("aucune interdiction ne vaut pendant la pose", "no ban holds while pawns are placed")


def _second_phase_problems(pos: Position) -> Iterator[Text]:
    counts = [pos.cells.count(code) for code in CODES]
    for count, name in zip(counts, (Text("noirs", "black"), Text("blancs", "white")), strict=True):
        if not LOST_AT <= count <= PAWNS_EACH:
            yield Text(
                f"pions {name.fr} : {count}, hors de {LOST_AT} à {PAWNS_EACH}", f"{name.en} pawns: {count}, not {LOST_AT} to {PAWNS_EACH}"
            )
    if counts[1 - pos.side] == LOST_AT:
        yield Text("le joueur du dernier coup avait déjà perdu", "the player of the last move had already lost")
    if pos.ko is not None and not _was_swapped(pos, *pos.ko):
        yield Text(
            "ko : il faut deux cases voisines de même niveau, avec un pion de chaque couleur",
            "ko: two neighbouring squares of one level are needed, with a pawn of each colour",
        )
    if pos.grounded is not None:
        yield from _grounded_problems(pos, pos.grounded, counts)


def _was_swapped(pos: Position, one: int, other: int) -> bool:
    return other in STEPS[one] and HEIGHT[one] == HEIGHT[other] and {pos.cells[one], pos.cells[other]} == set(CODES)


def _grounded_problems(pos: Position, grounded: int, counts: Sequence[int]) -> Iterator[Text]:
    code = pos.cells[grounded]
    if not code or HEIGHT[grounded] != 2:
        yield Text("le pion retenu doit se trouver au deuxième niveau", "the grounded pawn must stand on the second level")
        return
    if counts[1 - CODES.index(code)] == PAWNS_EACH:
        yield Text("un pion n'est retenu que s'il a capturé", "a pawn is grounded only if it has captured")
    just_captured = code != CODES[pos.side]
    if pos.cells[CENTRE] == code or (just_captured and pos.cells[CENTRE]):
        yield Text(
            "le pion retenu vient de quitter le centre, qui devrait être vide",
            "the grounded pawn has just left the centre, which should be empty",
        )
    if (CENTRE in STEPS[grounded]) == (pos.ko is not None and grounded in pos.ko):
        yield Text(
            "le pion retenu est à côté du centre, sauf si un échange vient de l'en éloigner",
            "the grounded pawn stands next to the centre, unless a swap has just led it away",
        )
    if just_captured and pos.ko is not None:
        yield Text("le dernier coup est une capture ou un échange, pas les deux", "the last move was a capture or a swap, not both")
