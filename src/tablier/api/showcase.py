"""What the collection shows of a game before it is opened: the order, how long and how hard it is, and a position of a game in progress.

The positions and the game come from engine games at level 5. A game that is not listed is shown last, with its opening.
"""

from typing import Literal, NamedTuple


class Showcase(NamedTuple):
    """`moves` are those of a game that plays itself on the first page; one game has them."""

    minutes: int = 0
    difficulty: Literal[0, 1, 2, 3] = 0
    position: str = ""
    moves: tuple[str, ...] = ()


MAKRUK = (
    *"f3-f4 g8-e7 g1-f3 c6-c5 d1-c2 a6-a5 a3-a4 c8-c7 c1-b2 e8-f7 e3-e4 g6-g5 d3-d4 f8-g7 f1-g2".split(),
    *"g5-f4 g3-f4 f6-f5 e4-e5 b8-d7 e1-f2 c5-d4 c3-d4 e7-d5 b1-c3 d5-f4 g2-g3 d6-e5 g3-f4 e5-f4".split(),
)

SHOWCASES: dict[str, Showcase] = {
    "turkish": Showcase(20, 2, "8/bbb1bbbb/2bbb1bb/b3b1b1/bww1www1/2www1w1/wwww1www/8 w 0 -"),
    "makruk": Showcase(30, 3, "r2m3r/2sn1ks1/1p2p2p/p4p2/P2P1p2/1PN2N1P/1SK2M2/R6R w - - 0 16", MAKRUK),
    "malawi": Showcase(15, 2, "2,b1,2,b2/6/1,b1,b0,b3,2/w2,w1,w0,3/4,b1,1/1,w1,2,w1,w3 w"),
    "achef": Showcase(10, 1, "b3w/bwbwb/w4/1bwb1/ww1bb b 0,0 c4 c2d2"),
    "makyek": Showcase(15, 1, "b1bb2bb/1b1b1b1b/b3bbb1/3b3w/wbb2w2/1wwww1w1/w3w3/1www1www w 22"),
    "apit": Showcase(15, 1, "bb1b1b1b/2b2bbb/bb2bb2/2b4b/1w1b2w1/w1wwww2/w5w1/2wwwwww w 14"),
    "mako": Showcase(
        40,
        2,
        "14/8,n,5/w,w,3,w,8/3,n,4,n,n,2,e,1/8,e,5/3,n,1,s,4,e,s,2/W,6,n,1,N,2,n,1/s,w,w,w,10/1,s,3,w,8/n,3,w,1,s,2,n,2,n,1"
        "/2,w,s,s,1,s,1,s,5/2,n,2,S,w,1,e,E,4/2,s,4,e,s,5/5,s,1,e,2,e,3 E sail - 18,20,19,23 - 12,12,12,10 -",
    ),
}
"""By game, in the order of the collection."""


def showcase_of(game: str) -> Showcase:
    """The showcase of a game."""
    return SHOWCASES.get(game, Showcase())


def order_of(game: str) -> int:
    """The place of a game in the collection."""
    return list(SHOWCASES).index(game) if game in SHOWCASES else len(SHOWCASES)
