"""The law of Turkish draughts, sentence by sentence, in the order in which a reader should meet it."""

from tablier.core.law import Example, Law
from tablier.core.text import Text

law = Law("turkish")

STRICT = (("penalty", "strict"),)
_ONE_OR_TWO = "8/8/8/b7/8/b5b1/w5w1/8 w"  # a2 can take two, g2 only one

SETUP = law.sheet(
    "setup",
    fr="Chacun place ses seize Pions sur la deuxième et la troisième rangée devant lui.",
    en="Each player sets up sixteen Pions on the second and third ranks in front of them.",
    examples=(Example(),),
)
TURN = law.sheet(
    "turn",
    fr="Blanc commence, puis chacun à son tour joue une de ses propres pièces, Pion ou Dame ; on ne passe pas.",
    en="White begins, then each in turn plays one piece of their own, Pion or Dame; there is no passing.",
    examples=(Example("a6-a5", refused=True), Example("a4-a5", refused=True)),
)
PION_STEP = law.sheet(
    "pion_step",
    fr="Un Pion se déplace d'une case, droit devant lui ou de côté ; jamais en arrière ni en diagonale.",
    en="A Pion moves one square, straight ahead or sideways; never backward nor diagonally.",
    examples=(
        Example("d3-d4"),
        Example("d4-e4", "8/8/7b/8/3w4/8/8/8 w"),
        Example("d4-d3", "8/8/7b/8/3w4/8/8/8 w", refused=True),
        Example("d3-e4", refused=True),
    ),
)
DAME_STEP = law.sheet(
    "dame_step",
    fr="Une Dame se déplace d'autant de cases qu'elle veut, le long de sa rangée ou de sa colonne, en avant comme en arrière ; jamais en diagonale.",
    en="A Dame moves as many squares as it likes along its rank or its file, backward as well as forward; never diagonally.",
    examples=(Example("d4-d7", "7b/8/8/8/3W4/8/8/8 w"), Example("d4-f6", "7b/8/8/8/3W4/8/8/8 w", refused=True)),
)
FREE = law.sheet(
    "free",
    fr="Une pièce qui ne prend pas ne passe que par des cases libres et s'arrête sur une case libre.",
    en="A piece that takes nothing crosses free squares only, and stops on a free square.",
    examples=(Example("d2-d3", refused=True), Example("a1-a5", "7b/8/8/8/8/w7/8/W7 w", refused=True)),
)
CROWN = law.sheet(
    "crown",
    fr="Un Pion qui atteint la dernière rangée devant lui, la ligne de couronnement, devient Dame : on pose sur lui un Pion déjà pris pour la reconnaître.",
    en="A Pion that reaches the last rank ahead of it, the crowning rank, becomes a Dame: a Pion already taken is laid on it to tell it apart.",
    examples=(Example("c7-c8", "8/2w5/7b/8/8/8/8/8 w"), Example("c6xc8", "8/2b5/2w5/8/8/7b/8/8 w")),
)
COMPULSORY = law.sheet(
    "compulsory",
    fr="Qui peut prendre doit prendre, avec un Pion comme avec une Dame.",
    en="Whoever can take must take, with a Pion as with a Dame.",
    examples=(Example("a2-a3", "8/8/8/3b4/3w4/8/w6b/8 w", refused=True), Example("d1-d2", "8/8/8/b7/w7/8/7b/3W4 w", refused=True)),
)
PION_TAKES = law.sheet(
    "pion_takes",
    fr="Un Pion prend une pièce ennemie voisine, Pion ou Dame, en sautant par-dessus dans la case libre juste derrière elle, en ligne droite.",
    en="A Pion takes a neighbouring enemy piece, Pion or Dame, by leaping over it into the free square right behind it, in a straight line.",
    examples=(
        Example("d4xd6", "8/8/8/3b4/3w4/8/7b/8 w"),
        Example("d4xf4", "8/8/8/8/3wB3/8/7b/8 w"),
        Example("d4xd6", "8/8/3b4/3b4/3w4/8/8/8 w", refused=True),
    ),
)
BACKWARD = law.ruling(
    "backward",
    fr="Un Pion ne prend qu'en avant ou de côté, jamais en arrière.",
    en="A Pion takes forward or sideways only, never backward.",
    why=Text(
        "La fiche ne le dit que du déplacement ; toutes les autres sources le disent aussi de la prise.",
        "The sheet says so of moving only; every other source says so of taking too.",
    ),
    examples=(Example("d4xd2", "8/8/8/8/3w4/3b4/7b/8 w", refused=True),),
)
DAME_TAKES = law.sheet(
    "dame_takes",
    fr=(
        "Une Dame prend une pièce ennemie, Pion ou Dame, à n'importe quelle distance sur sa rangée ou sa colonne, et se pose sur une "
        "case libre de son choix derrière la pièce prise ; avant celle-ci comme après, toutes les cases du chemin sont libres."
    ),
    en=(
        "A Dame takes an enemy piece, Pion or Dame, at any distance along its rank or its file, and lands on any free square it likes "
        "behind the piece taken; before that piece as after it, every square of the way is free."
    ),
    examples=(Example("a4xg4", "8/2b5/8/8/W3b3/8/8/8 w"), Example("a4xc4", "8/2b5/8/8/W3b3/8/8/8 w", refused=True)),
)
OWN_PIECE = law.sheet(
    "own_piece",
    fr="Aucune pièce ne saute par-dessus une pièce de sa couleur.",
    en="No piece leaps over a piece of its own colour.",
    examples=(Example("d4xd6", "8/8/8/3w4/3w4/8/7b/8 w", refused=True), Example("a1xa6", "8/8/8/b7/w7/8/7b/W7 w", refused=True)),
)
ONE_PER_LEAP = law.ruling(
    "one_per_leap",
    fr="Un saut ne franchit qu'une seule pièce : pour en prendre une autre, il faut d'abord se poser entre les deux.",
    en="A leap crosses one piece only: to take another, one must first land between the two.",
    why=Text(
        "La fiche parle toujours de la pièce prise, au singulier, et d'une arrivée derrière elle ; c'est aussi l'usage partout.",
        "The sheet always speaks of the piece taken, in the singular, and of landing behind it; this is the custom everywhere.",
    ),
    examples=(Example("a4xg4", "8/2b5/8/8/W2bb3/8/8/8 w", refused=True), Example("a4xg4", "8/6b1/8/8/W1b1b3/8/8/8 w", refused=True)),
)
SEVERAL = law.ruling(
    "several",
    fr=(
        "La même pièce peut en prendre plusieurs dans le même tour. Chaque pièce prise quitte aussitôt le plateau, et sa case peut être "
        "traversée de nouveau. Deux chemins différents sont deux coups, même quand le résultat est le même."
    ),
    en=(
        "The same piece may take several in one turn. Each piece taken leaves the board at once, and its square can be crossed again. "
        "Two different paths are two moves, even when the result is the same."
    ),
    why=Text(
        "La fiche retire les pièces au fur et à mesure ; que leur case redevienne libre en route, et que l'on choisisse son chemin, s'ensuit.",
        "The sheet takes the pieces off as they are captured; that their squares are free on the way, and the path one's own, follows.",
    ),
    examples=(Example("d2xd4xd6", "8/8/8/3b4/8/3b4/3w3b/8 w"), Example("a4xe4xe7xc7xc2", "8/3b4/4b3/8/W1b5/2b5/7b/8 w")),
)
MAJORITY = law.sheet(
    "majority",
    fr=(
        "Loi de la majorité : parmi toutes les prises possibles, on doit faire une de celles qui prennent le plus de pièces, et la mener "
        "jusqu'au bout. Une Dame prise compte comme un Pion ; à nombre égal, le choix est libre."
    ),
    en=(
        "Law of the majority: among all possible captures one must make one of those that take the most pieces, and carry it through. "
        "A Dame taken counts as one Pion; between equal numbers the choice is free."
    ),
    examples=(
        Example("g2xg4", _ONE_OR_TWO, refused=True),
        Example("a2xa4", _ONE_OR_TWO, refused=True),
        Example("g2xg4", "8/8/8/b7/8/b5B1/w5w1/8 w", refused=True),
    ),
)
CROWN_IN_CAPTURE = law.ruling(
    "crown_in_capture",
    fr=(
        "Un Pion qui touche la ligne de couronnement au cours d'une prise devient Dame aussitôt et continue la prise comme Dame ; ce "
        "qu'il prend alors compte pour la majorité."
    ),
    en=(
        "A Pion that touches the crowning rank in the course of a capture becomes a Dame at once and goes on taking as a Dame; what it "
        "takes then counts for the majority."
    ),
    why=Text(
        "La fiche dit qu'il « pourra » être promu et continuer ; comme on doit prendre le plus possible, c'est ici toujours le cas.",
        "The sheet says that it 'may' be promoted and go on; as one must take as many as possible, here it always does.",
    ),
    examples=(Example("d6xd8xh8", "5B2/3b4/3w4/8/8/8/b7/8 w"),),
)
TURN_BACK = law.ruling(
    "turn_back",
    fr="Au cours d'une même prise, une Dame ne fait pas demi-tour : après un saut, elle ne repart pas en sens inverse.",
    en="Within one capture a Dame does not turn round: after a leap it does not set off in the opposite direction.",
    why=Text(
        "La fiche n'en dit rien, et toutes les sources turques interdisent le demi-tour ; une table peut le permettre.",
        "The sheet does not say, and every Turkish source forbids turning round; a table may allow it.",
    ),
    examples=(
        Example("d4xg4xa4", "8/2b5/8/8/1b1W1b2/8/8/8 w", refused=True),
        Example("d6xd8xd3", "8/3b4/3w4/8/3b4/8/7b/8 w", refused=True),
    ),
)
TURNING_BACK = Text(
    "Au cours d'une même prise, une Dame peut faire demi-tour : après un saut, elle peut repartir en sens inverse.",
    "Within one capture a Dame may turn round: after a leap it may set off in the opposite direction.",
)
"""The clause above where the table allows it."""

_OMITS = Text(
    "On ne souffle pas : qui omet une prise possible et joue autre chose perd la partie",
    "There is no huffing: whoever omits a possible capture and plays something else loses the game",
)
_TAKES_FEWER = Text(
    "Qui prend moins de pièces qu'il ne pourrait, ou s'arrête au milieu d'une prise, perd la partie",
    "Whoever takes fewer pieces than possible, or stops in the middle of a capture, loses the game",
)
_DAME_WINS = Text(
    "Une Dame seule contre un Pion seul gagne aussitôt, à moins que le joueur au trait ne puisse prendre",
    "A single Dame against a single Pion wins at once, unless the player to move can take",
)
OMITTED = law.sheet(
    "omitted",
    fr=f"{_OMITS.fr}, si la table a choisi la sanction de la fiche ; sinon le coup est refusé.",
    en=f"{_OMITS.en}, if the table chose the sheet's penalty; otherwise the move is refused.",
    examples=(Example("a2-a3", "8/8/8/3b4/3w4/8/w6b/8 w", STRICT),),
)
FEWER = law.sheet(
    "fewer",
    fr=f"{_TAKES_FEWER.fr}, si la table a choisi la sanction de la fiche ; sinon le coup est refusé.",
    en=f"{_TAKES_FEWER.en}, if the table chose the sheet's penalty; otherwise the move is refused.",
    examples=(Example("g2xg4", _ONE_OR_TWO, STRICT), Example("a2xa4", _ONE_OR_TWO, STRICT)),
)
NO_PIECES = law.sheet(
    "no_pieces",
    fr="Qui prend toutes les pièces de l'adversaire a gagné.",
    en="Whoever takes all the opponent's pieces has won.",
    examples=(Example("d4xd6", "8/8/8/3b4/3w4/8/8/8 w"),),
)
BLOCKED = law.sheet(
    "blocked",
    fr="Qui bloque l'adversaire, au point qu'il ne puisse rien jouer à son tour, a gagné.",
    en="Whoever blocks the opponent, so that they cannot move on their turn, has won.",
    examples=(Example("c8-c1", "2W5/8/8/8/8/w7/w7/BW6 w"),),
)
_NO_END = Text(
    "La fiche ne prévoit pas de partie nulle, mais deux Dames qui s'évitent joueraient sans fin.",
    "The sheet makes no provision for draws, but two Dames that avoid one another would play for ever.",
)
REPETITION = law.ruling(
    "repetition",
    fr="Quand la même position revient pour la troisième fois avec le même joueur au trait, la partie est nulle.",
    en="When the same position occurs for the third time with the same player to move, the game is a draw.",
    why=_NO_END,
    examples=(Example("b1-c1 g8-f8 c1-b1 f8-g8 b1-c1 g8-f8 c1-b1 f8-g8", "6B1/8/7b/8/8/w7/8/1W6 w"),),
)
QUIET = law.ruling(
    "quiet",
    fr="Après 100 coups de suite (les deux joueurs ensemble) sans prise ni coup de Pion, la partie est nulle, sauf si le dernier bloque l'adversaire.",
    en="After 100 moves in a row (both players together) without a capture or a Pion move, the game is a draw, unless the last one blocks the opponent.",
    why=_NO_END,
    examples=(Example("b1-c1", "6B1/8/7b/8/8/w7/8/1W6 w 99"),),
)
ONE_DAME_EACH = law.ruling(
    "one_dame_each",
    fr="Quand il ne reste qu'une Dame de chaque côté, la partie est nulle, à moins que le joueur au trait ne puisse prendre : alors il prend, et gagne.",
    en="When one Dame is left on each side, the game is a draw, unless the player to move can take: then they take, and win.",
    why=Text(
        "Une Dame seule ne peut rien forcer contre une Dame seule, et la fiche n'en dit rien ; mais une prise possible reste obligatoire.",
        "A lone Dame cannot force a win against a lone Dame, and the sheet does not say; but a capture that is possible stays compulsory.",
    ),
    examples=(Example("c7-c8", "8/2w5/8/8/8/8/8/B7 w"),),
)
DAME_BEATS_PION = law.ruling(
    "dame_beats_pion",
    fr=f"Là où la table l'a choisi, {_DAME_WINS.fr[0].lower()}{_DAME_WINS.fr[1:]}.",
    en=f"Where the table chose so, {_DAME_WINS.en[0].lower()}{_DAME_WINS.en[1:]}.",
    why=Text(
        "Les sources diffèrent et la fiche n'en dit rien : par défaut, la partie continue.",
        "Sources differ and the sheet does not say: by default the game goes on.",
    ),
    examples=(Example("a4xh4", "8/2b5/8/8/W3b3/8/8/8 w", (("dame_beats_pion", "on"),)),),
)

CHOSEN = {
    "turn_back": {TURN_BACK: TURNING_BACK},
    "penalty": {OMITTED: Text(f"{_OMITS.fr}.", f"{_OMITS.en}."), FEWER: Text(f"{_TAKES_FEWER.fr}.", f"{_TAKES_FEWER.en}.")},
    "dame_beats_pion": {DAME_BEATS_PION: Text(f"{_DAME_WINS.fr}.", f"{_DAME_WINS.en}.")},
}
"""By option, the clauses that another value than the default words otherwise."""
