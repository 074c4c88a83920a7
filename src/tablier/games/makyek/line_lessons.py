"""The lessons of Apit-Sodok."""

from tablier.core.lesson import Answer, Chapter, Exercise, Safe, Take, Visit, Win
from tablier.core.text import Text

GOAL = Chapter(
    id="goal",
    title=Text("Prendre toute une file", "Take a whole row"),
    text=Text(
        "Ici on prend par files entières : toutes les pièces ennemies serrées entre deux des vôtres s'en vont. Qui prend le plus gagne.",
        "Here whole rows are taken: all the enemy pieces squeezed between two of yours go. Whoever takes the most wins.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Trois pièces noires à la file, une blanche au bout. Fermez l'autre bout : toute la file est prise !",
                "Three black pieces in a row, a white one at the end. Close the other end: the whole row is taken!",
            ),
            position="8/8/8/8/1bbbw3/8/8/w7 w",
            goals=(Win(),),
            solution="a1-a4",
            praise=Text("Trois d'un coup, et plus rien en face : gagné !", "Three at a stroke and nothing left: you have won!"),
        ),
        Exercise(
            text=Text(
                "L'autre façon : glissez-vous entre deux files ennemies, et prenez les deux d'un coup.",
                "The other way: slip between two enemy rows, and take both at once.",
            ),
            position="8/8/8/8/1bb1bbb1/8/8/3w4 w",
            goals=(Win(),),
            solution="d1-d4",
            praise=Text("Cinq pièces en un coup. Qui dit mieux ?", "Five pieces in one move. Who can beat that?"),
        ),
    ),
)


SLIDE = Chapter(
    id="slide",
    title=Text("Glisser", "Sliding"),
    text=Text(
        "Toutes les pièces glissent tout droit, d'autant de cases libres qu'on veut.",
        "All pieces slide straight, over as many free squares as you like.",
    ),
    exercises=(
        Exercise(
            text=Text("Tout droit, jamais en biais. Ramassez les trois étoiles.", "Straight, never diagonally. Collect the three stars."),
            position="b7/8/8/8/8/8/8/b6w w",
            goals=(Visit(("h4", "c4", "c7")),),
            solution="h1-h4 h4-c4 c4-c7",
            praise=Text("Comme une tour aux échecs.", "Like a rook in chess."),
        ),
        Exercise(
            text=Text(
                "On ne saute rien, pas même une file. Contournez-la jusqu'à l'étoile.",
                "Nothing is jumped, not even a row. Go round it to the star.",
            ),
            position="7b/8/8/bbbbbb2/8/8/8/w7 w",
            goals=(Visit(("b7",)),),
            solution="a1-g1 g1-g7 g7-b7",
            praise=Text("Le chemin le plus long était le seul.", "The longest way was the only one."),
        ),
    ),
)


CLOSE = Chapter(
    id="close",
    title=Text("Fermer une file", "Closing a row"),
    text=Text(
        "La file doit être sans trou, et fermée à l'autre bout par une pièce à vous. La pièce qui bouge prend tout ce qu'il y a entre.",
        "The row must have no hole, and be closed at the far end by a piece of yours. The piece that moves takes all there is between.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "De haut en bas, cela marche aussi : prenez les deux pièces de la colonne.",
                "It works up and down as well: take the two pieces on the file.",
            ),
            position="7b/4w3/4b3/4b3/w7/8/8/7b w",
            goals=(Take(2, at_once=True),),
            solution="a4-e4",
            praise=Text("Fermée en bas, fermée en haut : prises.", "Closed below, closed above: taken."),
        ),
        Exercise(
            text=Text(
                "Deux files noires, mais l'une a un trou. Fermez la bonne !", "Two black rows, but one has a hole. Close the right one!"
            ),
            position="7b/wb1b4/8/8/8/2bbbw2/4w3/1w6 w",
            goals=(Take(3, at_once=True),),
            solution="b1-b3",
            praise=Text(
                "Un trou, et la file est sauvée : pensez-y pour les vôtres.", "One hole, and the row is saved: remember it for your own."
            ),
        ),
        Exercise(
            text=Text(
                "Une seule pièce peut fermer deux files à la fois. Prenez-en quatre d'un coup !",
                "One piece can close two rows at once. Take four at a stroke!",
            ),
            position="7b/w7/b7/b7/1bbw4/8/8/w7 w",
            goals=(Take(4, at_once=True),),
            solution="a1-a4",
            praise=Text("Une équerre parfaite.", "A perfect corner."),
        ),
    ),
)


SLIP = Chapter(
    id="slip",
    title=Text("Se glisser entre deux files", "Slipping between rows"),
    text=Text(
        "Il faut toucher un ennemi de chaque côté, sur la même ligne. Alors les deux files entières sont prises.",
        "You must touch an enemy on either side, in one line. Then both rows are taken whole.",
    ),
    exercises=(
        Exercise(
            text=Text("Glissez-vous au bon endroit et prenez les quatre pièces.", "Slip into the right place and take the four pieces."),
            position="7b/8/8/1bb1bb2/8/8/8/w2w4 w",
            goals=(Take(4, at_once=True),),
            solution="d1-d5",
            praise=Text("Deux files, un trou : c'était là.", "Two rows, one hole: that was the place."),
        ),
        Exercise(
            text=Text(
                "Les deux prises ensemble : entre deux files, et fermez la troisième. Six pièces !",
                "Both captures together: in between two rows, and close a third. Six pieces!",
            ),
            position="3w4/3b4/3b4/1bb1bb2/8/8/8/3w3b w",
            goals=(Take(6, at_once=True),),
            solution="d1-d5",
            praise=Text("Six pièces d'un coup : gardez-en le souvenir.", "Six pieces at a stroke: one to remember."),
        ),
    ),
)


PLAY = Chapter(
    id="play",
    title=Text("Votre première partie", "Your first game"),
    text=Text(
        "Une vraie partie contre un adversaire très gentil. Un conseil vous est donné à chaque coup ; suivez-le, ou pas.",
        "A real game against a very kind opponent. You get a tip at every move; take it or leave it.",
    ),
)


IDEAS = Chapter(
    id="ideas",
    title=Text("Ce que savent les bons joueurs", "What strong players know"),
    text=Text(
        "Les files prennent, et les files se font prendre. Trois idées pour être du bon côté.",
        "Rows take, and rows get taken. Three ideas for being on the right side.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Une longue file est une longue cible. Noir va fermer la vôtre : jouez de façon qu'il ne puisse rien prendre.",
                "A long row is a long target. Black is about to close yours: play so that Black takes nothing.",
            ),
            position="b7/8/8/8/1wwwb3/8/8/7w w",
            goals=(Safe("apit.interception"), Safe("apit.intervention")),
            solution="b4-a4",
            praise=Text(
                "Bouchez la case d'où viendrait le coup, et la file respire.",
                "Fill the square the blow would come from, and the row can breathe.",
            ),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Une rangée trouée se prend tout entière. Entrez par le trou : sept pièces vous attendent !",
                "A rank with a hole can be taken whole. Go in through the hole: seven pieces are waiting!",
            ),
            position="bbbbbbbb/8/bbb1bbbb/b7/8/wwwwwwww/8/wwwwwwww w",
            goals=(Take(7, at_once=True),),
            solution="d3-d6",
            praise=Text("Sept ! Ne laissez jamais un trou pareil chez vous.", "Seven! Never leave such a hole on your side."),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Cassez la file avant qu'elle ne serve : ici une prise en sauve trois. Prenez, et que Noir ne puisse rien reprendre.",
                "Break the trap before it closes: here one capture saves three. Take, and leave Black nothing to take back.",
            ),
            position="b7/8/8/5w2/1wwwb3/8/8/8 w",
            goals=(Take(1), Safe("apit.interception"), Safe("apit.intervention")),
            solution="f5-f4",
            praise=Text("Prendre l'attaquant, c'est encore la meilleure défense.", "Taking the attacker is still the best defence."),
        ),
    ),
)

LESSONS = {"apit": (GOAL, SLIDE, CLOSE, SLIP, PLAY, IDEAS)}
