"""The board of Makruk, its positions and its men: their codes, where each can go, and who attacks what."""

from collections.abc import Callable, Iterator
from itertools import compress
from operator import contains, itemgetter
from typing import NamedTuple

from tablier.core.actors import Seat
from tablier.core.board import ALL_EIGHT, DIAGONAL, ORTHOGONAL, Board, Direction
from tablier.core.grid import Cells
from tablier.core.play import Token
from tablier.core.scene import Piece
from tablier.core.text import Term, Text

WHITE, BLACK = 0, 1
BOARD = Board(8, 8)
SEATS = (WHITE, BLACK)
AHEAD = (1, -1)

NAMES = {
    "K": ("khun", "Khun", False),
    "M": ("met", "Met", True),
    "S": ("khon", "Khon", False),
    "N": ("ma", "Ma", False),
    "R": ("rua", "Rua", True),
    "P": ("bia", "Bia", False),
}
"""By kind: the shape, the name, and whether French makes it feminine."""


class Position(NamedTuple):
    """The board, who is to move, the limit of the count in plies (None while none runs), the plies counted, the move's number."""

    cells: Cells
    side: Seat
    limit: int | None = None
    counted: int = 0
    number: int = 1


def code_of(kind: str, seat: Seat) -> str:
    """How a seat writes one of its men: capitals are White's."""
    return kind if seat == WHITE else kind.lower()


def kind_of(code: str) -> str:
    """K, M, S, N, R or P, for either owner."""
    return code[0].upper()


def _pieces() -> Iterator[Piece]:
    for seat, colour, masculine, feminine in ((WHITE, "white", "blanc", "blanche"), (BLACK, "black", "noir", "noire")):
        for kind, (shape, name, is_feminine) in NAMES.items():
            text = Text(f"{name} {feminine if is_feminine else masculine}", f"{colour} {name}")
            yield Piece(f"{colour}_{shape}", shape, colour, code_of(kind, seat), text, seat, feminine=is_feminine)


PIECES = tuple(_pieces())
TERMS = (
    Term("Khun", "ขุน", Text("seigneur", "lord"), Text("roi", "king"), Text("rois", "kings"), "white_khun"),
    Term("Met", "เม็ด", Text("graine", "seed"), Text("dame", "queen"), Text("dames", "queens"), "white_met"),
    Term("Khon", "โคน", Text("noble", "noble"), Text("fou", "bishop"), Text("fous", "bishops"), "white_khon"),
    Term("Ma", "ม้า", Text("cheval", "horse"), Text("cavalier", "knight"), Text("cavaliers", "knights"), "white_ma"),
    Term("Rua", "เรือ", Text("bateau", "boat"), Text("tour", "rook"), Text("tours", "rooks"), "white_rua"),
    Term("Bia", "เบี้ย", Text("pion", "pawn"), Text("pion", "pawn"), Text("pions", "pawns"), "white_bia"),
)
"""The sheet's table of names."""
PIECE = {piece.glyph: piece for piece in PIECES}
CODES = {code: Token(piece.id) for code, piece in PIECE.items()}
OWNER: dict[str, Seat | None] = {"": None, **{code: piece.seat for code, piece in PIECE.items()}}
MEN = tuple(frozenset(code for code, seat in OWNER.items() if seat == owner) for owner in SEATS)
"""By seat, the codes of its men."""
FOLLOWERS = tuple(men - {code_of("K", seat)} for seat, men in enumerate(MEN))
"""By seat, the codes of all its men but the Khun."""

LEAPS: tuple[Direction, ...] = tuple((dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy))


def _directions(kind: str, seat: Seat) -> tuple[Direction, ...]:
    """The single steps with which a man takes; the Rua has none, for it slides."""
    ahead = AHEAD[seat]
    return {"K": ALL_EIGHT, "M": DIAGONAL, "S": (*DIAGONAL, (0, ahead)), "N": LEAPS, "R": (), "P": ((-1, ahead), (1, ahead))}[kind]


STEPS = {code: BOARD.steps(_directions(kind_of(code), piece.seat or WHITE)) for code, piece in PIECE.items()}
"""By code and cell, the cells a man takes on in one step."""
RUA_RAYS = BOARD.rays(ORTHOGONAL)
LINE = tuple({at: ray[:number] for ray in rays for number, at in enumerate(ray, 1)} for rays in RUA_RAYS)
"""By cell and another on its rank or file, the cells from the one to the other."""
BIA_STEP = tuple(tuple(BOARD.at(cell.x, cell.y + ahead) for cell in BOARD.cells) for ahead in AHEAD)
"""By seat and cell, the cell straight ahead; None at the edge."""
HOME_RANK = (0, 7)
BIA_HOME_RANK = (2, 5)
PROMOTION_RANK = (5, 2)
BIA_RANKS = (range(2, 5), range(3, 6))
"""By seat, the ranks (counted from 0) on which a Bia can stand: from its first to the last before promotion."""


def _reach_of(seat: Seat, target: int) -> Iterator[tuple[int, frozenset[str]]]:
    for origin in range(len(BOARD.cells)):
        codes = frozenset(code for code, steps in STEPS.items() if OWNER[code] == seat and target in steps[origin])
        if codes:
            yield origin, codes


class Near(NamedTuple):
    """The cells from which a step hits a target, the codes that have this step from each, and what stands there."""

    origins: tuple[int, ...]
    codes: tuple[frozenset[str], ...]
    standing: Callable[[Cells], tuple[str, ...]]


def _near(seat: Seat, target: int) -> Near:
    origins, codes = zip(*_reach_of(seat, target), strict=True)
    return Near(origins, codes, itemgetter(*origins))


NEAR = tuple(tuple(_near(seat, target) for target in range(len(BOARD.cells))) for seat in SEATS)
"""By seat and target."""
ON_LINES = tuple(itemgetter(*(cell for ray in rays for cell in ray)) for rays in RUA_RAYS)
"""By cell, what stands on its rank and file."""


def attackers(cells: Cells, target: int, seat: Seat) -> list[int]:
    """The cells from which men of `seat` attack the target."""
    origins, codes, standing = NEAR[seat][target]
    near = standing(cells)
    found = [] if MEN[seat].isdisjoint(near) else list(compress(origins, map(contains, codes, near)))
    rua = "Rr"[seat]
    if rua in ON_LINES[target](cells):
        for ray in RUA_RAYS[target]:
            for origin in ray:
                if cells[origin]:
                    if cells[origin] == rua:
                        found.append(origin)
                    break
    return found


class Threat(NamedTuple):
    """A man that attacks a Khun, or would if one man were not between: where it stands, the cells from the Khun to it, and that man's."""

    origin: int
    line: tuple[int, ...]
    shield: int | None = None


def threats(cells: Cells, khun: int, seat: Seat) -> list[Threat]:
    """What men of `seat` threaten a Khun with: first its attackers, then the Rua that one man keeps from it."""
    found = [Threat(origin, LINE[khun].get(origin, (origin,))) for origin in attackers(cells, khun, seat)]
    rua = "Rr"[seat]
    if rua in ON_LINES[khun](cells):
        for ray in RUA_RAYS[khun]:
            met = [at for at in ray if cells[at]][:2]
            if len(met) == 2 and cells[met[1]] == rua and cells[met[0]] != rua:
                found.append(Threat(met[1], LINE[khun][met[1]], met[0]))
    return found


def khun_cell(cells: Cells, seat: Seat) -> int:
    """Where a seat's Khun stands."""
    return cells.index("Kk"[seat])


def men(cells: Cells, seat: Seat) -> list[str]:
    """The codes of all that a seat has on the board."""
    own = MEN[seat]
    return [code for code in cells if code in own]


def bare_side(cells: Cells) -> Seat | None:
    """The seat that has nothing but its Khun; None when neither or both are bare."""
    bare = [seat for seat in SEATS if FOLLOWERS[seat].isdisjoint(cells)]
    return bare[0] if len(bare) == 1 else None
