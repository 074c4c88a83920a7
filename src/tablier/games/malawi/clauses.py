"""The law of Malawi, sentence by sentence, in the order in which a player should meet it."""

from tablier.core.law import Example, Law
from tablier.core.text import Text

law = Law("malawi")

SETUP = law.sheet(
    "setup",
    fr="Chacun aligne ses six pions sur la rangée de son bord, deux anneaux sur chaque pion.",
    en="Each player lines up six pawns on the rank at their own edge, two rings on each pawn.",
    why=Text(
        "Cela fait vingt-quatre anneaux ; la liste du contenu n'en compte que douze, sans doute par joueur.",
        "That makes twenty-four rings; the list of contents has only twelve, no doubt per player.",
    ),
    examples=(Example(),),
)
FIRST = law.ruling(
    "first",
    fr="Blanc commence ; la table décide de qui commence en décidant de qui prend les blancs.",
    en="White begins; the table decides who begins by deciding who takes White.",
    why=Text(
        "La fiche ne dit pas qui commence ; c'est Blanc dans les autres jeux de pions.",
        "The sheet does not say who begins; in other games played with pawns, White does.",
    ),
    examples=(Example("a6-a4", refused=True),),
)
TURN = law.sheet(
    "turn",
    fr="Chacun à son tour fait une seule action avec un de ses pions : déplacer, distribuer ou frapper ; on ne passe pas.",
    en="Each in turn takes a single action with one of their own pawns: move, distribute or strike; there is no passing.",
    why=Text(
        "La fiche dit que l'on « peut » accomplir l'une des trois actions : on choisit laquelle, et rien n'y permet de passer.",
        "The sheet says that players 'may' take one of the three actions: one chooses which, and nothing in it allows passing.",
    ),
    examples=(Example("a1-a3 b1-b3", refused=True), Example("a3-a5", refused=True)),
)
EMPTY = law.sheet(
    "empty",
    fr="Un pion sans anneau reste sur le plateau mais ne peut rien faire, tant qu'une distribution ne lui a pas rendu d'anneau.",
    en="A pawn without a ring stays on the board but can do nothing until a distribution gives it a ring again.",
    examples=(Example("c3-c4", "b2,b2,b2,b2,b2,b2/6/6/2,w0,3/6/w2,w2,1,w2,w2,w2 w", refused=True),),
)
MOVE = law.sheet(
    "move",
    fr="Déplacer : le pion se déplace d'exactement autant de cases qu'il porte d'anneaux.",
    en="Move: the pawn moves exactly as many squares as it carries rings.",
    examples=(Example("a1-a3"), Example("a1-a4", refused=True)),
)
STRAIGHT = law.sheet(
    "straight",
    fr="On se déplace et on frappe en ligne droite, le long d'une rangée, d'une colonne ou d'une diagonale, sans tourner en route.",
    en="One moves and strikes in a straight line, along a rank, a file or a diagonal, without turning on the way.",
    examples=(Example("b1-c3", refused=True),),
)
ORTHOGONALLY = Text(
    "On se déplace et on frappe en ligne droite, le long d'une rangée ou d'une colonne, sans tourner en route.",
    "One moves and strikes in a straight line, along a rank or a file, without turning on the way.",
)
"""The clause above with four directions."""

FOUR = law.ruling(
    "four",
    fr="Là où la table a choisi quatre directions, on ne se déplace et on ne frappe jamais en diagonale.",
    en="Where the table chose four directions, one never moves nor strikes diagonally.",
    why=Text(
        "La fiche admet la diagonale, les sources allemandes non : la table choisit.",
        "The sheet allows diagonals, German sources do not: the table chooses.",
    ),
    examples=(Example("c1-e3", options=(("directions", "4"),), refused=True),),
)
FREE = law.sheet(
    "free",
    fr="La ligne doit être libre : on ne passe ni ne frappe par-dessus aucun pion, et un déplacement finit sur une case vide.",
    en="The line must be free: one neither passes nor strikes over any pawn, and a move ends on an empty square.",
    examples=(
        Example("a1-c1", refused=True),
        Example("a1-a3", "1,b2,b2,b2,b2,b2/6/6/b2,5/6/w2,w2,w2,w2,w2,w2 w", refused=True),
        Example("a1*a3", "1,b2,b2,b2,b2,b2/6/6/b2,5/w0,5/w2,1,w2,w2,w2,w2 w", refused=True),
    ),
)
DISTRIBUTE = law.sheet(
    "distribute",
    fr="Distribuer : un pion donne tous ses anneaux d'un coup, un à chacun d'autant d'autres pions.",
    en="Distribute: a pawn gives up all its rings at once, one to each of as many other pawns.",
    examples=(Example("c1>b1d1"), Example("c1>b1", refused=True)),
)
RECEIVERS = law.sheet(
    "receivers",
    fr="Les anneaux distribués vont à d'autres pions du même joueur, choisis librement, vides ou non, un seul anneau par pion.",
    en="The rings given go to other pawns of the same player, freely chosen, empty or not, a single ring to a pawn.",
    examples=(
        Example("a1>b1c3", "b2,b2,b2,b2,b2,b2/6/6/2,w0,3/6/w2,w2,1,w2,w2,w2 w"),
        Example("c1>b1b1", refused=True),
        Example("c1>b1c6", refused=True),
    ),
)
SURPLUS = law.sheet(
    "surplus",
    fr="Un pion qui porte six anneaux ou plus en donne cinq, un à chacun des cinq autres pions ; les anneaux en trop sont perdus.",
    en="A pawn that carries six rings or more gives five, one to each of the five other pawns; the rings left over are lost.",
    why=Text(
        "La fiche le dit pour six anneaux ; avec davantage il n'y a toujours que cinq autres pions pour en recevoir.",
        "The sheet says so for six rings; with more there are still only five other pawns to receive any.",
    ),
    examples=(Example("c1>a1b1d1e1f1", "b2,b2,b2,b2,b2,b2/6/6/6/6/w1,w1,w7,w1,w1,w1 w"),),
)
STRIKE = law.sheet(
    "strike",
    fr=(
        "Frapper : un pion atteint un pion adverse à exactement autant de cases qu'il porte lui-même d'anneaux. Le pion touché perd tous "
        "ses anneaux, qui vont dans la boîte ; les deux pions restent à leur place."
    ),
    en=(
        "Strike: a pawn reaches an enemy pawn at exactly as many squares as it carries rings itself. The pawn that is hit loses all its "
        "rings, which go into the box; both pawns stay in their places."
    ),
    examples=(
        Example("b1*b3", "b2,1,b2,b2,b2,b1/6/6/1,b3,4/6/w2,w2,w2,w2,w2,w2 w"),
        Example("b1*b4", "b2,1,b2,b2,b2,b1/6/1,b3,4/6/6/w2,w2,w2,w2,w2,w2 w", refused=True),
    ),
)
TARGET = law.sheet(
    "target",
    fr="Une frappe vise des anneaux : elle ne se fait que sur un pion adverse qui en porte.",
    en="A strike aims at rings: it is made only against an enemy pawn that carries some.",
    examples=(
        Example("b1*b3", "b2,1,b2,b2,b2,b2/6/6/1,b0,4/6/w2,w2,w2,w2,w2,w2 w", refused=True),
        Example("b1*b3", refused=True),
        Example("b1*d3", "b2,b2,b2,b2,b2,b2/6/6/3,w2,2/6/w2,w2,w2,1,w2,w2 w", refused=True),
    ),
)
NO_RINGS = law.sheet(
    "no_rings",
    fr="Celui à qui il ne reste aucun anneau ne peut plus agir : il a perdu.",
    en="Whoever has no ring left can no longer act: they have lost.",
    examples=(Example("c1*c3", "b0,b0,1,b0,b0,b0/6/6/2,b4,3/6/w2,w2,w2,w2,w2,w2 w"),),
)
GOAL = law.sheet(
    "goal",
    fr=(
        "Le but : avoir, après son action, un pion qui porte au moins un anneau sur la rangée du bord adverse, hors de portée de toute "
        "frappe. On gagne aussitôt."
    ),
    en=(
        "The goal: to have, after one's action, a pawn that carries at least one ring on the rank at the enemy's edge, out of reach of any "
        "strike. That wins at once."
    ),
    examples=(Example("a4-a6", "1,b2,b2,b2,b2,b2/6/w2,4,b2/6/6/1,w2,w2,w2,w2,w2 w"),),
)
RECEIVED = law.ruling(
    "received",
    fr="Un pion vide qui reçoit un anneau sur la rangée du bord adverse y est arrivé comme un autre.",
    en="An empty pawn that receives a ring on the rank at the enemy's edge has arrived there like any other.",
    why=Text(
        "La fiche demande un pion qui porte un anneau sur cette rangée ; elle ne dit pas comment l'anneau y vient.",
        "The sheet asks for a pawn with a ring on that rank; it does not say how the ring comes there.",
    ),
    examples=(Example("b1>a6", "w0,b2,b2,b2,b2,b2/6/5,b2/6/6/1,w1,w2,w2,w2,w2 w"),),
)
STANDING = law.ruling(
    "standing",
    fr=(
        "Un pion arrivé au but à portée d'une frappe gagne s'il porte encore un anneau après l'action de l'adversaire, à moins que cette "
        "action n'ait fait gagner l'adversaire."
    ),
    en=(
        "A pawn that reached the goal within reach of a strike wins if it still carries a ring after the opponent's action, unless that "
        "action has won the game for the opponent."
    ),
    why=Text(
        "La fiche veut un pion que l'on ne puisse pas frapper : l'adversaire a une action pour le faire, et une seule.",
        "The sheet wants a pawn that cannot be struck: the opponent has one action to do so, and only one.",
    ),
    examples=(Example("a4-a6 f4-f2", "2,b2,b2,b2,b2/6/w2,3,b2,b2/6/6/1,w2,w2,w2,w2,w2 w"),),
)
REPETITION = law.ruling(
    "repetition",
    fr="Quand la même position revient pour la troisième fois avec le même joueur au trait, la partie est nulle.",
    en="When the same position occurs for the third time with the same player to move, the game is a draw.",
    why=Text(
        "La fiche n'en dit rien ; sans cela une partie obstinée ne finirait jamais.",
        "The sheet is silent; without this a stubborn game would never end.",
    ),
    examples=(Example("a1-a3 f6-f4 a3-a1 f4-f6 a1-a3 f6-f4 a3-a1 f4-f6"),),
)
