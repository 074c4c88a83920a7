"""The clauses of Makruk, in the order in which a reader should meet them."""

from tablier.core.law import Example, Law
from tablier.core.text import Text

law = Law("makruk")

_DOUBLE_STEP = (("double_step", "on"),)

# -- the table and the pieces ----------------------------------------------------------------------

SETUP = law.ruling(
    "setup",
    fr=(
        "Chacun aligne sur sa première rangée Rua, Ma, Khon, Khun, Met, Khon, Ma, Rua, la Met à la droite de son Khun, et ses huit Bia "
        "sur la troisième."
    ),
    en=(
        "Each player lines up Rua, Ma, Khon, Khun, Met, Khon, Ma, Rua on the first rank, the Met to the right of its Khun, and the "
        "eight Bia on the third."
    ),
    why=Text(
        "La fiche renvoie à un schéma, qui est perdu ; toutes les sources rangent ainsi les pièces, chaque Met à la droite de son Khun.",
        "The sheet refers to a figure, which is lost; every source lines the pieces up so, each Met to the right of its Khun.",
    ),
    examples=(Example(),),
)
TURN = law.sheet(
    "turn",
    fr="Blanc commence, puis chacun à son tour joue une de ses propres pièces ; on ne passe pas.",
    en="White begins, then each in turn moves one piece of their own; there is no passing.",
    examples=(Example("a6-a5", refused=True), Example("e4-e5", refused=True)),
)
KHUN = law.sheet(
    "khun",
    fr="Le Khun se déplace d'une case dans l'une des huit directions.",
    en="The Khun steps one square in any of the eight directions.",
    examples=(Example("d4-e5", "4k3/8/8/8/3K4/8/8/R7 w"), Example("d4-d6", "4k3/8/8/8/3K4/8/8/R7 w", refused=True)),
)
MET = law.sheet(
    "met",
    fr="La Met se déplace d'une seule case, en diagonale.",
    en="The Met steps a single square, diagonally.",
    examples=(Example("d4-e5", "4k3/8/8/8/3M4/8/8/R3K3 w"), Example("d4-d5", "4k3/8/8/8/3M4/8/8/R3K3 w", refused=True)),
)
KHON = law.sheet(
    "khon",
    fr="Le Khon se déplace d'une seule case, en diagonale ou tout droit vers l'avant.",
    en="The Khon steps a single square, diagonally or straight ahead.",
    examples=(Example("d4-d5", "4k3/8/8/8/3S4/8/8/R3K3 w"), Example("d4-d3", "4k3/8/8/8/3S4/8/8/R3K3 w", refused=True)),
)
MA = law.sheet(
    "ma",
    fr="Le Ma saute comme un cavalier : deux cases tout droit puis une de côté, par-dessus ce qui se trouve entre les deux.",
    en="The Ma leaps like a knight: two squares straight and one aside, over whatever stands between.",
    examples=(Example("b1-d2"), Example("b1-b3", refused=True)),
)
RUA = law.sheet(
    "rua",
    fr="La Rua se déplace d'autant de cases qu'elle veut le long de sa rangée ou de sa colonne.",
    en="The Rua moves as many squares as it likes along its rank or its file.",
    examples=(Example("d4-h4", "4k3/8/8/8/3R4/8/8/4K3 w"), Example("d4-f6", "4k3/8/8/8/3R4/8/8/4K3 w", refused=True)),
)
BIA = law.sheet(
    "bia",
    fr="Le Bia avance d'une case tout droit, sur une case libre.",
    en="The Bia steps one square straight ahead, onto a free square.",
    examples=(Example("d3-d4"), Example("d4-d3", "4k3/8/8/8/3P4/8/8/R3K3 w", refused=True)),
)
BIA_TAKES = law.sheet(
    "bia_takes",
    fr="Le Bia prend en diagonale, une case vers l'avant : jamais tout droit, et il ne se déplace ainsi que pour prendre.",
    en="The Bia takes diagonally, one square ahead: never straight on, and it moves that way only to take.",
    examples=(
        Example("d3-e4", "4k3/8/8/8/4n3/3P4/8/R3K3 w"),
        Example("d3-e4", refused=True),
        Example("d4-d5", "4k3/8/8/3n4/3P4/8/8/R3K3 w", refused=True),
    ),
)
NO_DOUBLE = law.ruling(
    "no_double",
    fr="Le Bia n'avance jamais de deux cases.",
    en="The Bia never advances two squares.",
    why=Text(
        "La fiche dit « comme les pions aux Échecs occidentaux », ce qui peut se lire avec le double pas ; mais les Bia partent de la "
        "troisième rangée, à deux cases de ceux d'en face, et toutes les autres sources s'en tiennent au pas simple. Une table qui lit la "
        "fiche autrement peut choisir le double pas.",
        "The sheet says 'like the pawns of Western chess', which may be read with the double step; but all Bia start on the third rank, "
        "two squares from the enemy's, and every other source knows the single step only. A table that reads the sheet otherwise may choose "
        "the double step.",
    ),
    examples=(Example("d3-d5", refused=True), Example("d3-d4 a6-a5 d4-d6", options=_DOUBLE_STEP, refused=True)),
)
ONLY_AT_FIRST = Text(
    "Le Bia n'avance de deux cases que depuis sa rangée de départ.", "The Bia advances two squares from its starting rank only."
)
"""What the choice of the double step makes of the clause above."""

DOUBLE = law.ruling(
    "double",
    fr="Là où la table a choisi le double pas, un Bia encore sur sa rangée de départ peut avancer de deux cases, l'une et l'autre libres.",
    en="Where the table chose the double step, a Bia still on its starting rank may advance two squares, both of them free.",
    why=Text(
        "C'est l'autre lecture de « comme les pions aux Échecs occidentaux » ; sans ce choix, le Bia n'a que le pas simple.",
        "This is the other reading of 'like the pawns of Western chess'; without that choice the Bia has the single step only.",
    ),
    examples=(Example("d3-d5", options=_DOUBLE_STEP), Example("d3-d5", "4k3/8/8/8/3n4/3P4/8/R3K3 w", _DOUBLE_STEP, refused=True)),
)
DOUBLE_CHOSEN = Text(
    "Un Bia encore sur sa rangée de départ peut avancer de deux cases, l'une et l'autre libres.",
    "A Bia still on its starting rank may advance two squares, both of them free.",
)
"""What the choice of the double step makes of the clause above."""

NO_PASSING = law.sheet(
    "no_passing",
    fr="Il n'y a pas de prise en passant.",
    en="There is no capture en passant.",
    examples=(
        Example("d4-e5", "4k3/8/8/8/3Pp3/8/8/R3K3 w", refused=True),
        Example("e6-e4 d4-e5", "4k3/8/4p3/8/3P4/8/8/R3K3 b", _DOUBLE_STEP, refused=True),
    ),
)
NO_CASTLING = law.ruling(
    "no_castling",
    fr="On ne roque pas.",
    en="There is no castling.",
    why=Text(
        "La fiche donne au Khun le pas du roi ; le roque est une invention européenne que le Makruk ne connaît pas.",
        "The sheet gives the Khun the king's step; castling is a European invention that Makruk does not know.",
    ),
    examples=(Example("d1-b1", "4k3/8/8/8/8/8/8/R2K3R w", refused=True),),
)
PROMOTION = law.ruling(
    "promotion",
    fr="Un Bia qui arrive sur sa sixième rangée, celle d'où partent les Bia adverses, devient toujours une Met.",
    en="A Bia that reaches its sixth rank, where the enemy Bia start, always becomes a Met.",
    why=Text(
        "La fiche promeut le Bia sur cette rangée sans dire en quoi ; partout où l'on joue au Makruk, c'est en Met.",
        "The sheet promotes the Bia on this rank without saying to what; wherever Makruk is played it is a Met.",
    ),
    examples=(Example("e5-e6", "1k6/8/8/4P3/8/8/8/R3K3 w"), Example("e4-d3", "1k6/8/8/8/4p3/3N4/8/R3K3 b")),
)
TAKING = law.sheet(
    "taking",
    fr="On prend une pièce adverse en venant occuper sa case.",
    en="An enemy piece is taken by moving onto its square.",
    examples=(Example("d4-d7", "4k3/3n4/8/8/3R4/8/8/4K3 w"),),
)
OWN = law.sheet(
    "own",
    fr="Une case ne porte qu'une pièce : aucune ne va là où s'en trouve une autre de son camp.",
    en="A square holds one piece: no piece moves to where another of its own side stands.",
    examples=(Example("a1-a3", refused=True), Example("d3-d4", "4k3/8/8/8/3N4/3P4/8/4K3 w", refused=True)),
)
PATH = law.sheet(
    "path",
    fr="Hormis le Ma, rien ne passe par-dessus une pièce, amie ou adverse.",
    en="Except for the Ma, nothing passes over a piece, friend or foe.",
    examples=(Example("a1-a5", refused=True), Example("d4-d8", "4k3/8/3n4/8/3R4/8/8/4K3 w", refused=True)),
)

# -- check -----------------------------------------------------------------------------------------

CHECK = law.sheet(
    "check",
    fr="Un Khun attaqué est en échec : le coup doit y mettre fin, par la fuite, par la prise de l'attaquant ou en s'interposant.",
    en="A Khun under attack is in check: the move must end that, by fleeing, by taking the attacker or by stepping between.",
    examples=(Example("a1-a5", "3rk3/8/8/8/8/8/8/R2K4 w", refused=True),),
)
PIN = law.sheet(
    "pin",
    fr="Aucun coup ne découvre son propre Khun : une pièce qui le protège reste sur la ligne, ou prend l'attaquant.",
    en="No move uncovers one's own Khun: a piece that shields it stays on the line, or takes the attacker.",
    examples=(Example("d2-e3", "3rk3/8/8/8/8/8/3S4/3K4 w", refused=True),),
)
SAFE = law.sheet(
    "safe",
    fr="Le Khun ne va jamais sur une case que l'ennemi attaque, ni donc au contact de l'autre Khun.",
    en="The Khun never steps onto a square that the enemy attacks, and so never next to the other Khun.",
    examples=(Example("e1-d1", "3rk3/8/8/8/8/8/8/4K3 w", refused=True), Example("e4-e5", "8/8/4k3/8/4K3/8/8/R7 w", refused=True)),
)

# -- the end ---------------------------------------------------------------------------------------

MATE = law.sheet(
    "mate",
    fr="Échec et mat : un joueur en échec qui ne peut y mettre fin a perdu.",
    en="Checkmate: a player in check who cannot end it has lost.",
    examples=(Example("a7-a8", "4k3/R7/4K3/8/8/8/8/8 w"),),
)
STALEMATE = law.ruling(
    "stalemate",
    fr="Pat : si le joueur au trait n'est pas en échec mais ne peut rien jouer, la partie est nulle.",
    en="Stalemate: if the player to move is not in check but cannot move anything, the game is drawn.",
    why=Text(
        "La fiche renvoie aux échecs pour la fin de partie, et là le pat est nul.",
        "For the ending the sheet refers to chess, where stalemate is a draw.",
    ),
    examples=(Example("b5-b6", "5K2/8/8/1R6/8/8/3R4/k7 w"),),
)
REPETITION = law.ruling(
    "repetition",
    fr="Quand la même position revient pour la troisième fois avec le même joueur au trait, la partie est nulle.",
    en="When the same position occurs for the third time with the same player to move, the game is drawn.",
    why=Text(
        "Tant qu'aucun Khun n'est seul, rien d'autre n'arrêterait deux joueurs obstinés.",
        "As long as no Khun is bare, nothing else would stop two stubborn players.",
    ),
    examples=(Example("a1-a2 e8-e7 a2-a1 e7-e8 a1-a2 e8-e7 a2-a1 e7-e8", "4k3/8/4p3/8/8/8/8/R3K3 w"),),
)
TWO_BARE = law.ruling(
    "two_bare",
    fr="Quand il ne reste que les deux Khun, la partie est nulle.",
    en="When only the two Khun are left, the game is drawn.",
    why=Text("Un Khun seul ne peut pas mater.", "A bare Khun cannot give mate."),
    examples=(Example("d5-e5", "8/8/8/3kR3/8/8/8/K7 b"),),
)

# -- the count -------------------------------------------------------------------------------------

BARE = law.sheet(
    "bare",
    fr="Le décompte commence dès qu'un camp n'a plus que son Khun ; ce qui reste à l'autre dit de combien de coups il dispose.",
    en="The count begins as soon as a side has nothing but its Khun; what the other has left tells how many moves it gets.",
    examples=(Example("e1-e4", "4k3/8/8/8/4n3/8/8/K3R3 w"),),
)
TWO_RUA = law.sheet(
    "two_rua", fr="Deux Rua au moins : 8 coups.", en="Two Rua at least: 8 moves.", examples=(Example("e1-e4", "4k3/8/8/8/4n3/8/8/KR2R3 w"),)
)
ONE_RUA = law.sheet(
    "one_rua", fr="Une Rua au moins : 16 coups.", en="One Rua at least: 16 moves.", examples=(Example("e1-e4", "4k3/8/8/8/4n3/8/8/K3R3 w"),)
)
TWO_KHON = law.sheet(
    "two_khon",
    fr="Deux Khon au moins : 22 coups.",
    en="Two Khon at least: 22 moves.",
    examples=(Example("e3-e4", "4k3/8/8/8/4n3/4S3/8/K2S4 w"),),
)
TWO_MA = law.sheet(
    "two_ma", fr="Deux Ma au moins : 32 coups.", en="Two Ma at least: 32 moves.", examples=(Example("c3-e4", "4k3/8/8/8/4n3/2N5/8/K2N4 w"),)
)
ONE_KHON = law.sheet(
    "one_khon",
    fr="Un Khon au moins : 44 coups.",
    en="One Khon at least: 44 moves.",
    examples=(Example("e3-e4", "4k3/8/8/8/4n3/4S3/8/K7 w"),),
)
ONE_MA = law.sheet(
    "one_ma", fr="Un Ma au moins : 64 coups.", en="One Ma at least: 64 moves.", examples=(Example("c3-e4", "4k3/8/8/8/4n3/2N5/8/K7 w"),)
)
ONE_MET = law.sheet(
    "one_met", fr="Une Met au moins : 64 coups.", en="One Met at least: 64 moves.", examples=(Example("d3-e4", "4k3/8/8/8/4n3/3M4/8/K7 w"),)
)
SMALLEST = law.sheet(
    "smallest",
    fr="Quand plusieurs lignes du barème conviennent, c'est le plus petit nombre qui compte : une Rua et deux Ma donnent 16.",
    en="Where several rows of the table fit, the smallest number counts: a Rua and two Ma give 16.",
    examples=(Example("c3-e4", "4k3/8/8/8/4n3/2N5/8/KN2R3 w"),),
)
MINUS = law.sheet(
    "minus",
    fr="On en retire le nombre de pièces encore en jeu, les deux Khun non comptés : une Rua et deux Ma, 16 − 3 = 13 coups.",
    en="The number of pieces still on the board, the two Khun left out, is taken off: a Rua and two Ma, 16 − 3 = 13 moves.",
    examples=(Example("c3-e4", "4k3/8/8/8/4n3/2N5/8/KN2R3 w"),),
)
STAYS = law.sheet(
    "stays",
    fr="Une fois fixé, le décompte suit son cours : ni une prise ni une promotion ne le fait repartir.",
    en="Once set, the count runs on: neither a capture nor a promotion starts it again.",
    examples=(Example("d5-e5", "8/8/8/3kN3/8/8/8/KR6 b - 28 0 1"), Example("g5-g6", "3k4/8/8/6P1/8/8/8/KR6 w - 28 7 1")),
)
MOVES = law.ruling(
    "moves",
    fr=(
        "Le camp qui a encore des pièces dispose d'autant de coups à lui ; un mat au dernier gagne encore, sinon la partie est nulle "
        "aussitôt après."
    ),
    en=(
        "The side that still has pieces gets that many moves of its own; mate with the last one still wins, otherwise the game is drawn "
        "right after it."
    ),
    why=Text(
        "La fiche compte en tours sans dire lesquels : ce sont ceux du joueur qui cherche le mat.",
        "The sheet counts turns without saying whose: those of the player who seeks mate.",
    ),
    examples=(Example("d1-d7", "4k3/8/8/8/8/8/8/K2R4 w - 30 1 1"), Example("d1-d2", "4k3/8/8/8/8/8/8/K2R4 w - 30 29 1")),
)
NO_MOVES = law.ruling(
    "no_moves",
    fr="S'il ne reste aucun coup une fois les pièces retirées, la partie est nulle sur-le-champ, à moins que le coup joué ne mate.",
    en="If no move is left once the pieces are taken off, the game is drawn at once, unless the move just played mates.",
    why=Text(
        "Deux Rua et six autres pièces font déjà 8 − 8 = 0 : la lettre de la fiche ne laisse plus rien à jouer.",
        "Two Rua and six more pieces already make 8 − 8 = 0: by the letter of the sheet nothing is left to play.",
    ),
    examples=(Example("e1-e4", "4k3/8/8/8/4n3/PPPP1PP1/8/KR2R3 w"),),
)
ONLY_BIA = law.ruling(
    "only_bia",
    fr="Avec des Bia pour seules pièces il n'y a pas de décompte ; il commence quand l'un d'eux devient une Met.",
    en="With nothing but Bia there is no count; it begins when one of them becomes a Met.",
    why=Text(
        "Le barème de la fiche n'a pas de ligne pour les Bia, et un Bia ne mate pas avant d'être promu.",
        "The sheet's table has no row for Bia, and one has to promote before there is anything to mate with.",
    ),
    examples=(Example("d5-d6", "4k3/8/8/3P4/8/8/8/K7 w"),),
)

# -- the count of the Thai federation --------------------------------------------------------------

_FEDERATION = Text(
    "Une table peut choisir le décompte de la fédération thaïlandaise : il est ici tel que le joue Fairy-Stockfish.",
    "A table may choose the count of the Thai federation: it is here as Fairy-Stockfish plays it.",
)
_THAI = (("count", "thai"),)

THAI_BIA = law.ruling(
    "thai_bia",
    fr="Décompte thaï : on ne compte pas tant qu'un Bia est sur le plateau ; le compte commence quand le dernier Bia a été pris ou promu.",
    en="Thai count: nothing is counted while a Bia is on the board; the count begins when the last Bia has been taken or promoted.",
    why=_FEDERATION,
    examples=(Example("g5-g6", "8/3k4/8/2K1S1P1/8/8/8/8 w", _THAI),),
)
THAI_BOARD = law.ruling(
    "thai_board",
    fr="Décompte thaï, honneur du plateau : si chacun a encore des pièces, 64 coups, comptés à partir de zéro.",
    en="Thai count, board's honour: if both sides still have pieces, 64 moves, counted from zero.",
    why=_FEDERATION,
    examples=(Example("e1-e4", "4k3/4n3/8/8/4p3/8/8/K3R3 w", _THAI),),
)
THAI_PIECES = law.ruling(
    "thai_pieces",
    fr=(
        "Décompte thaï, honneur des pièces : si un Khun est seul, le barème vaut en entier, mais on commence à compter au nombre de "
        "toutes les pièces du plateau, Khun compris."
    ),
    en=(
        "Thai count, pieces' honour: if a Khun is bare, the table holds in full, but counting begins at the number of all pieces on the "
        "board, the Khun included."
    ),
    why=_FEDERATION,
    examples=(Example("e1-e4", "4k3/8/8/8/4n3/8/8/K3R3 w", _THAI),),
)
THAI_RESTART = law.ruling(
    "thai_restart",
    fr="Décompte thaï : la prise qui laisse un Khun seul remplace le compte en cours par celui de l'honneur des pièces ; aucune autre ne le change.",
    en="Thai count: the capture that bares a Khun replaces the running count by pieces' honour; no other capture changes it.",
    why=_FEDERATION,
    examples=(Example("e5-f6", "8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1", _THAI),),
)
THAI_END = law.ruling(
    "thai_end",
    fr="Décompte thaï : la partie est nulle dès que le compte dépasse sa limite, à moins que le coup joué ne mate.",
    en="Thai count: the game is drawn as soon as the count goes beyond its limit, unless the move just played mates.",
    why=_FEDERATION,
    examples=(Example("d1-d7", "4k3/8/8/8/8/8/8/K2R4 w - 32 7 1", _THAI), Example("d1-d2", "4k3/8/8/8/8/8/8/K2R4 w - 32 32 1", _THAI)),
)
