"""The law of Mak-Yek and of Apit-Sodok, sentence by sentence; the two share all clauses but those on captures."""

from tablier.core.law import Example, Law
from tablier.core.text import Text

moving, taking, ending = Law("makyek"), Law("makyek"), Law("makyek")

_WHITE = Text("Blanc", "White")
_THIRD = Text("troisième", "third")
SECOND = Text("deuxième", "second")


def setup_text(second: Text = _THIRD) -> Text:
    """The sentence on the setup, with the name of the second rank that is filled."""
    return Text(
        f"Chacun place ses seize pièces sur la première et la {second.fr} rangée devant lui.",
        f"Each player sets up sixteen pieces on the first and {second.en} ranks in front of them.",
    )


def quiet_text(quiet: int = 100) -> Text:
    """The sentence on the number of moves without a capture after which the captures are counted."""
    return Text(
        f"Après {quiet} coups de suite (les deux joueurs ensemble) sans capture, on compte les captures.",
        f"After {quiet} moves in a row (both players together) without a capture, the captures are counted.",
    )


def first_text(first: Text = _WHITE) -> Text:
    """The sentence on who begins."""
    return Text(f"{first.fr} commence.", f"{first.en} begins.")


SETUP = moving.sheet("setup", fr=setup_text().fr, en=setup_text().en, examples=(Example(),))
AIM = moving.sheet(
    "aim",
    fr="Le but est de capturer le plus de pièces ; ce qui est pris ne revient pas.",
    en="The aim is to capture the most pieces; what is taken never comes back.",
    examples=(Example("d1-d3", "8/8/8/8/8/1wb5/8/3w3b w"),),
)
FIRST = moving.ruling(
    "first",
    fr=first_text().fr,
    en=first_text().en,
    why=Text(
        "La fiche laisse les joueurs déterminer celui qui commence : la table peut aussi choisir Noir. Sans autre choix c'est Blanc, comme "
        "aux Dames turques de la même fiche.",
        "The sheet lets the players determine who begins: the table may choose Black as well. Without another choice it is White, as in "
        "the Turkish draughts of the same sheet.",
    ),
    examples=(Example("a6-a5", refused=True), Example("a3-a4", options=(("first", "black"),), refused=True)),
)
TURN = moving.sheet(
    "turn",
    fr="Chacun à son tour déplace une seule de ses propres pièces ; on ne passe pas.",
    en="Each in turn moves a single piece of their own; there is no passing.",
    examples=(Example("d3-d4 d4-d5", refused=True), Example("a4-a5", refused=True)),
)
SLIDE = moving.sheet(
    "slide",
    fr="Une pièce se déplace d'une ou de plusieurs cases en ligne droite, le long de sa rangée ou de sa colonne.",
    en="A piece moves one or more squares in a straight line, along its rank or its file.",
    examples=(Example("d3-d5"), Example("d3-e4", refused=True)),
)
FREE = moving.sheet(
    "free",
    fr="Toutes les cases parcourues et la case d'arrivée sont libres : on ne saute rien et on ne prend pas en arrivant dessus.",
    en="Every square crossed and the last one are free: nothing is jumped, and nothing is taken by landing on it.",
    examples=(Example("d1-d5", refused=True), Example("d3-d6", refused=True)),
)
INTERCEPTION = taking.sheet(
    "interception",
    fr=(
        "Interception : la pièce jouée prend une pièce ennemie qu'elle encadre avec une autre des siennes, les trois côte à côte "
        "en ligne ; dans chacune des quatre directions. Seule la pièce jouée prend, et les bords n'encadrent rien."
    ),
    en=(
        "Interception: the piece that moved takes an enemy piece that it encloses together with another of its own, the three side by "
        "side in a line; in each of the four directions. Only the piece that moved takes, and edges enclose nothing."
    ),
    examples=(Example("b1-b4", "8/8/8/8/2bw4/8/8/1w5b w"), Example("d1-d4", "8/8/3w4/3b4/1wb1bw2/8/8/3w3b w")),
)
INTERVENTION = taking.sheet(
    "intervention",
    fr="Intervention : la pièce jouée qui se glisse entre deux pièces ennemies d'une même ligne, l'une et l'autre à son contact, les prend toutes les deux.",
    en="Intervention: the piece that moved and slipped between two enemy pieces of one line, touching both of them, takes them both.",
    examples=(Example("c1-c4", "8/8/8/8/1b1b4/8/8/2w4b w"),),
)
OPTIONAL = ending.sheet(
    "optional",
    fr="On n'est jamais obligé de capturer : qui pourrait prendre peut jouer autre chose.",
    en="Capturing is never compulsory: a player who could take may play something else.",
    examples=(Example("d4-d5", "8/8/8/8/2bw4/8/8/1w5b w"),),
)
ITSELF = ending.ruling(
    "itself",
    fr="Mais une capture qu'un coup provoque se fait d'elle-même : on ne peut ni la refuser ni n'en faire qu'une partie.",
    en="But a capture that a move makes happens by itself: it can be neither declined nor made in part.",
    why=Text(
        "La fiche dit des pièces encadrées qu'elles sont capturées, sans laisser le choix ; on est seulement libre de jouer un autre coup.",
        "The sheet says of enclosed pieces that they are captured, and leaves no choice; one is only free to play another move.",
    ),
    examples=(Example("b1-b4", "8/8/8/8/2bw4/8/8/1w5b w"),),
)
SAFE = ending.ruling(
    "safe",
    fr="Une pièce qui vient se placer entre deux pièces ennemies n'est pas prise : seule la pièce jouée prend.",
    en="A piece that steps between two enemy pieces is not taken: only the piece that moved takes.",
    why=Text(
        "Selon la fiche, seul le joueur qui vient de déplacer une pièce capture ; se glisser entre deux pièces, c'est les prendre.",
        "By the sheet, only the player who has just moved captures; to slip between two pieces is to take them.",
    ),
    examples=(Example("c1-c4", "8/8/8/8/1b1b4/8/8/2w4b w"),),
)
NO_PIECES = ending.ruling(
    "no_pieces",
    fr="Celui qui n'a plus de pièce a perdu.",
    en="Whoever has no piece left has lost.",
    why=Text(
        "Il n'y a plus rien à prendre : l'autre a capturé le plus possible.",
        "Nothing is left to take: the other has captured all there was.",
    ),
    examples=(Example("b1-b4", "8/8/8/8/2bw4/8/8/1w6 w"),),
)
STOP = ending.sheet(
    "stop",
    fr="Quand les captures deviennent trop difficiles, les joueurs s'entendent pour arrêter : qui a capturé le plus gagne, à égalité la partie est nulle.",
    en="When captures become too hard, the players agree to stop: whoever has captured the most wins, an equal count is a draw.",
    examples=(Example("!agree", "8/8/8/8/2bw4/8/8/1w6 w"),),
)
_ONLY_CRITERION = Text(
    "La fiche ne connaît qu'un critère, le nombre de captures ; sans cela une partie obstinée ne finirait jamais.",
    "The sheet has only one criterion, the number of captures; without this a stubborn game would never end.",
)
QUIET = ending.ruling(
    "quiet", fr=quiet_text().fr, en=quiet_text().en, why=_ONLY_CRITERION, examples=(Example("d4-d5", "8/8/b7/8/3w4/8/8/1w5b w 99"),)
)
REPETITION = ending.ruling(
    "repetition",
    fr="Quand la même position revient pour la troisième fois avec le même joueur au trait, on compte les captures.",
    en="When the same position occurs for the third time with the same player to move, the captures are counted.",
    why=_ONLY_CRITERION,
    examples=(Example("d4-d5 h1-h2 d5-d4 h2-h1 d4-d5 h1-h2 d5-d4 h2-h1", "8/8/8/8/3w4/8/8/1w5b w"),),
)
BLOCKED = ending.ruling(
    "blocked",
    fr="Quand le joueur au trait ne peut plus rien jouer, on compte les captures.",
    en="When the player to move cannot move anything, the captures are counted.",
    why=_ONLY_CRITERION,
    examples=(Example("c2-b2", "8/8/8/8/8/8/w1w5/bw6 w"),),
)
ONE_EACH = ending.ruling(
    "one_each",
    fr="Quand il ne reste qu'une pièce de chaque côté, on compte les captures.",
    en="When one piece is left on each side, the captures are counted.",
    why=Text("Une pièce seule ne peut plus rien encadrer.", "A single piece can no longer enclose anything."),
    examples=(Example("", "8/8/8/8/3w4/8/8/7b w"),),
)
line_taking = Law("apit")

LINE_INTERCEPTION = line_taking.sheet(
    "interception",
    fr=(
        "Interception : la pièce jouée prend toute une file ininterrompue de pièces ennemies, d'une ou plusieurs, qu'une autre de ses "
        "pièces ferme au bout ; dans chacune des quatre directions. Seule la pièce jouée prend, et les bords ne ferment rien."
    ),
    en=(
        "Interception: the piece that moved takes a whole unbroken run of enemy pieces, one or more, that another of its own closes at "
        "the far end; in each of the four directions. Only the piece that moved takes, and edges close nothing."
    ),
    examples=(Example("a1-a4", "8/8/8/8/1bbbw3/8/8/w6b w"),),
)
LINE_INTERVENTION = line_taking.sheet(
    "intervention",
    fr=(
        "Intervention : la pièce jouée qui se glisse entre deux pièces ennemies d'une même ligne, l'une et l'autre à son contact, prend "
        "de chaque côté toute la file ininterrompue."
    ),
    en=(
        "Intervention: the piece that moved and slipped between two enemy pieces of one line, touching both of them, takes the whole "
        "unbroken run on either side."
    ),
    examples=(Example("d1-d4", "8/8/8/8/1bb1bbb1/8/8/3w3b w"),),
)
