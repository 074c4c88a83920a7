"""The sentences of Achef, in reading order."""

from tablier.core.law import Example, Law
from tablier.core.text import Text

law = Law("achef")

SETUP = law.sheet(
    "setup",
    fr=(
        "Le plateau de 5×5 cases s'élève en trois niveaux : les 16 cases du tour, les 8 cases autour du centre, puis le centre. Il est vide au "
        "départ, et chacun a huit pions en main."
    ),
    en=(
        "The board of 5×5 squares rises in three levels: the 16 squares of the rim, the 8 squares around the centre, then the centre. It starts "
        "empty, and each player holds eight pawns in hand."
    ),
    examples=(Example(),),
)
OPENS = law.ruling(
    "opens",
    fr="Noir joue le premier dans chacune des deux phases.",
    en="Black plays first in each of the two phases.",
    why=Text(
        "La fiche ne dit pas qui commence, mais elle nomme Noir en premier ; après seize pions posés tour à tour, le trait lui revient.",
        "The sheet does not say who begins, but it names Black first; after sixteen pawns placed in turn, the move is Black's again.",
    ),
    examples=(Example("b1-b2", "bwbwb/w3w/b3b/w3w/bwbwb b", refused=True),),
)
PLACE = law.sheet(
    "place",
    fr="Première phase : à tour de rôle, chacun pose un de ses pions sur une case libre du niveau le plus bas.",
    en="First phase: in turn, each player places one of their pawns on a free square of the lowest level.",
    examples=(Example("@c1"), Example("@c1 @c1", refused=True), Example("@c3", refused=True)),
)
PHASES = law.sheet(
    "phases",
    fr="Quand tous les pions sont posés et que le niveau bas est donc rempli, la seconde phase commence : avant, rien ne se déplace ; après, on ne pose plus.",
    en="Once all pawns are placed, and so the lowest level is full, the second phase begins: before it nothing moves, after it nothing is placed.",
    examples=(
        Example("@d1", "bwbwb/w3w/b3b/w3w/bwb1b w 0,1"),
        Example("@a1 @e5 a1-b1", refused=True),
        Example("@c3", "bwbwb/w3w/b3b/w3w/bwbwb b", refused=True),
    ),
)
TURN = law.sheet(
    "turn",
    fr="Seconde phase : chacun à son tour déplace un de ses propres pions.",
    en="Second phase: each player in turn moves one of their own pawns.",
    examples=(Example("e1-d1", "b1w1b/5/5/5/w1b1w b", refused=True), Example("b2-b3", "b1w1b/5/5/5/w1b1w b", refused=True)),
)
STEP = law.sheet(
    "step",
    fr="Un pion se déplace d'une seule case, à l'horizontale ou à la verticale.",
    en="A pawn moves one square only, horizontally or vertically.",
    examples=(Example("c1-d2", "b1w1b/5/5/5/w1b1w b", refused=True), Example("c1-c3", "b1w1b/5/5/5/w1b1w b", refused=True)),
)
CLIMB = law.sheet(
    "climb",
    fr="Monter d'un niveau : seulement sur une case libre.",
    en="Up a level: only onto a free square.",
    examples=(Example("c1-c2", "b1w1b/5/5/5/w1b1w b"), Example("c1-c2", "b1w1b/5/5/2w2/w1b1w b", refused=True)),
)
DESCEND = law.sheet(
    "descend",
    fr="Descendre d'un niveau : sur une case libre, ou sur la case d'un pion adverse.",
    en="Down a level: onto a free square, or onto the square of an enemy pawn.",
    examples=(Example("c2-c1", "b1w1b/5/5/2b2/w3w b"),),
)
CAPTURE = law.sheet(
    "capture",
    fr="Le pion adverse sur lequel on descend est capturé ; c'est la seule façon de prendre.",
    en="The enemy pawn that one steps down onto is captured; there is no other way to take.",
    examples=(Example("c2-c1", "bw2b/5/5/2b2/w1w1w b"),),
)
LEVEL = law.sheet(
    "level",
    fr="Rester au même niveau : on va sur une case libre.",
    en="On the same level: one goes to a free square.",
    examples=(Example("c1-d1", "b1w1b/5/5/5/w1b1w b"),),
)
SWAP = law.sheet(
    "swap",
    fr="Au même niveau, si un pion adverse tient la case d'arrivée, les deux pions échangent leurs places.",
    en="On the same level, if an enemy pawn holds the target square, the two pawns change places.",
    examples=(Example("b1-a1", "b1w1b/5/5/5/wb2w b"), Example("c2-b2", "b1w1b/5/5/1wb2/w3w b")),
)
OWN = law.ruling(
    "own",
    fr="On ne capture pas ses propres pions et on ne les échange pas entre eux.",
    en="One neither captures one's own pawns nor swaps them with each other.",
    why=Text(
        "Prendre le sien n'est pas une capture, et échanger deux pions de même couleur ne change rien : ce serait passer son tour.",
        "Taking one's own is no capture, and swapping two pawns of one colour changes nothing: it would be passing.",
    ),
    examples=(Example("b1-c1", "b3b/w4/5/5/wbb1w b", refused=True), Example("b2-b1", "b3b/w4/5/1b3/wb2w b", refused=True)),
)
GROUNDED = law.sheet(
    "grounded",
    fr=(
        "Un pion qui vient de capturer en descendant du centre est retenu : il ne peut pas remonter au tour suivant de son joueur. "
        "Ce tour passé, il est libre."
    ),
    en=(
        "A pawn that has just captured by stepping down from the centre is grounded: it may not climb again on its player's next turn. "
        "After that turn it is free."
    ),
    examples=(
        Example("c3-c2", "b3b/5/2b2/2w2/w1w1w b"),
        Example("c2-c3", "b3b/5/5/w1b2/2w1w b 0,0 c2", refused=True),
        Example("a5-a4", "b3b/5/5/w1b2/2w1w b 0,0 c2"),
    ),
)
FOLLOWS = law.ruling(
    "follows",
    fr="Un pion retenu le reste si l'adversaire l'échange : l'interdiction suit le pion, pas la case.",
    en="A grounded pawn stays so if the opponent swaps it: the ban follows the pawn, not the square.",
    why=Text(
        "La fiche interdit au pion de remonter ; elle ne parle pas de la case où il se trouve.",
        "The sheet forbids the pawn to climb; it does not speak of the square it stands on.",
    ),
    examples=(Example("c3-c2 b2-c2", "b3b/5/2b2/1ww2/w1w2 b"),),
)
KO = law.sheet(
    "ko",
    fr="Ko : on ne rétablit pas la position d'avant le dernier coup adverse ; un échange ne se défait donc pas aussitôt.",
    en="Ko: one may not restore the position from before the opponent's last move; so a swap is not undone at once.",
    examples=(Example("b1-a1 b1-a1", "b1w1b/5/5/5/wb2w b", refused=True),),
)
DEFEAT = law.sheet(
    "defeat",
    fr="Perd celui qui n'a plus que deux pions, ou qui ne peut plus se déplacer.",
    en="Whoever has only two pawns left, or can no longer move, loses.",
    examples=(Example("c2-c1", "b3b/5/5/2b2/w1w1w b"),),
)
REPETITION = law.ruling(
    "repetition",
    fr="Quand la même position revient pour la troisième fois, même joueur au trait et mêmes interdictions, la partie est nulle.",
    en="When the same position occurs for the third time, with the same player to move and the same bans, the game is drawn.",
    why=Text(
        "Le ko n'empêche que le retour immédiat ; sans cela une partie obstinée ne finirait jamais.",
        "The ko only stops going back at once; without this a stubborn game would never end.",
    ),
    examples=(Example("c1-d1 c5-b5 d1-c1 b5-c5 c1-d1 c5-b5 d1-c1 b5-c5", "b1w1b/5/5/5/w1b1w b"),),
)
