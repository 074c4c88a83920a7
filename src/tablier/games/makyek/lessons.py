"""The lessons of Mak-Yek; those of Apit-Sodok are beside them."""

from tablier.core.lesson import Answer, Chapter, Exercise, Safe, Take, Visit, Win
from tablier.core.text import Text
from tablier.games.makyek.line_lessons import LESSONS as LINE_LESSONS

GOAL = Chapter(
    id="goal",
    title=Text("Prendre le plus", "Take the most"),
    text=Text(
        "On prend en encadrant : une pièce ennemie serrée entre deux des vôtres s'en va. Qui prend le plus gagne.",
        "You take by closing in: an enemy piece squeezed between two of yours goes. Whoever takes the most wins.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "La pièce noire a déjà un voisin blanc. Amenez l'autre pièce juste en face : la dernière pièce noire est prise !",
                "The black piece has a white neighbour already. Bring your other piece to the other side: the last black piece is taken!",
            ),
            position="8/8/8/8/2bw4/8/8/1w6 w",
            goals=(Win(),),
            solution="b1-b4",
            praise=Text("Plus une seule pièce noire : c'est gagné.", "Not a single black piece left: you have won."),
        ),
        Exercise(
            text=Text(
                "L'autre façon : glissez-vous entre deux ennemis, et vous prenez les deux d'un coup !",
                "The other way: slip between two enemies, and you take both at once!",
            ),
            position="8/8/8/8/1b1b4/8/8/2w5 w",
            goals=(Win(),),
            solution="c1-c4",
            praise=Text("Deux d'un coup. Voilà tout le jeu en deux coups.", "Two at a stroke. There you have the whole game in two moves."),
        ),
    ),
)


SLIDE = Chapter(
    id="slide",
    title=Text("Glisser", "Sliding"),
    text=Text(
        "Toutes les pièces se ressemblent et glissent toutes pareil : tout droit, d'autant de cases libres qu'on veut.",
        "All the pieces are alike, and all of them slide alike: straight, over as many free squares as you like.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Une pièce glisse tout droit, aussi loin qu'elle veut, jamais en biais. Ramassez les trois étoiles.",
                "A piece slides straight, as far as it likes, never diagonally. Collect the three stars.",
            ),
            position="7b/8/8/8/8/8/8/w6b w",
            goals=(Visit(("a5", "e5", "e2")),),
            solution="a1-a5 a5-e5 e5-e2",
            praise=Text("Comme une tour aux échecs : simple et rapide.", "Like a rook in chess: simple and fast."),
        ),
        Exercise(
            text=Text(
                "On ne saute rien. Une pièce noire barre la colonne : faites le tour jusqu'à l'étoile.",
                "Nothing is jumped. A black piece bars the file: go round to the star.",
            ),
            position="7b/8/8/8/b7/8/8/w7 w",
            goals=(Visit(("a7",)),),
            solution="a1-b1 b1-b7 b7-a7",
            praise=Text("Trois virages, et vous voilà derrière elle.", "Three turns, and you are behind it."),
        ),
    ),
)


CLOSE = Chapter(
    id="close",
    title=Text("Encadrer", "Closing in"),
    text=Text(
        "Les trois pièces doivent se toucher, sur une même ligne. Et c'est la pièce qui vient de bouger qui prend.",
        "The three pieces must touch, in one line. And it is the piece that has just moved that takes.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "De haut en bas, cela marche aussi. Prenez la pièce noire du milieu.",
                "It works up and down as well. Take the black piece in the middle.",
            ),
            position="7b/8/4w3/4b3/w7/8/8/7b w",
            goals=(Take(1),),
            solution="a4-e4",
            praise=Text("Serrée, prise.", "Squeezed, taken."),
        ),
        Exercise(
            text=Text(
                "Une seule pièce peut en encadrer plusieurs à la fois. Trouvez la case d'où vous en prenez trois !",
                "One piece can close in on several at once. Find the square from which you take three!",
            ),
            position="8/8/3w4/3b4/1wb1bw2/8/8/3w3b w",
            goals=(Take(3, at_once=True),),
            solution="d1-d4",
            praise=Text("Trois directions, trois prises, un seul coup.", "Three directions, three captures, a single move."),
        ),
        Exercise(
            text=Text(
                "Le bord n'encadre rien : il faut deux pièces à vous, une de chaque côté. Deux coups pour une prise.",
                "The edge closes nothing: it takes two pieces of yours, one on either side. Two moves for one capture.",
            ),
            position="b7/8/8/1w6/7b/w7/8/8 w",
            goals=(Take(1),),
            solution="a3-h3 b5-h5",
            praise=Text("Un coup pour préparer, un coup pour prendre.", "One move to prepare, one move to take."),
        ),
    ),
)


SLIP = Chapter(
    id="slip",
    title=Text("Se glisser entre deux", "Slipping between"),
    text=Text(
        "Une pièce qui vient se placer juste entre deux ennemis les prend tous les deux, et ne risque rien.",
        "A piece that moves in right between two enemies takes them both, and runs no risk.",
    ),
    exercises=(
        Exercise(
            text=Text("Trouvez la paire entre laquelle vous glisser.", "Find the pair to slip between."),
            position="7b/8/8/b1b1b3/8/8/8/3w3w w",
            goals=(Take(2, at_once=True),),
            solution="d1-d5",
            praise=Text("En plein dans le trou !", "Right into the gap!"),
        ),
        Exercise(
            text=Text(
                "Les deux prises ensemble : glissez-vous entre deux ennemis et encadrez-en un troisième du même coup.",
                "Both captures together: slip between two enemies and close in on a third with the same move.",
            ),
            position="8/8/3w4/3b4/2b1b3/8/8/3w3b w",
            goals=(Take(3, at_once=True),),
            solution="d1-d4",
            praise=Text("Le plus beau coup du jeu.", "The finest move of the game."),
        ),
        Exercise(
            text=Text(
                "On n'est jamais obligé de prendre : on choisit. Ici deux prises s'offrent ; faites la plus grosse.",
                "You never have to take: you choose. Two captures offer themselves here; make the bigger one.",
            ),
            position="7b/8/2b5/w7/2b5/3w4/3b4/w3w3 w",
            goals=(Take(2, at_once=True),),
            solution="a5-c5",
            praise=Text("Regardez toujours tout le plateau avant de prendre.", "Always look at the whole board before you take."),
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
    text=Text("Trois idées qui font gagner des pièces… et en gardent.", "Three ideas that win pieces… and keep them."),
    exercises=(
        Exercise(
            text=Text(
                "Avant de jouer, cherchez ce que Noir va prendre. Votre pièce du milieu est en danger : jouez de façon qu'il ne puisse rien prendre.",
                "Before you move, look for what Black is about to take. Your piece in the middle is in danger: play so that Black takes nothing.",
            ),
            position="2b5/8/8/8/3wb3/8/8/7w w",
            goals=(Safe("makyek.interception"), Safe("makyek.intervention")),
            solution="d4-d6",
            praise=Text(
                "Chaque coup, la même question : que peut-il me prendre ?", "At every move the same question: what can be taken from me?"
            ),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "On peut aussi rester et se protéger : posez une amie à côté de la pièce menacée, là où Noir voulait venir.",
                "You can also stay and protect: put a friend beside the threatened piece, where Black wanted to come.",
            ),
            position="2b5/8/8/8/3wb3/8/8/2w5 w",
            goals=(Visit(("c4",)), Safe("makyek.interception"), Safe("makyek.intervention")),
            solution="c1-c4",
            praise=Text("Deux pièces côte à côte se tiennent chaud.", "Two pieces side by side keep each other warm."),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Une rangée trouée est une rangée en danger. Entrez par le trou !",
                "A rank with a hole in it is a rank in danger. Go in through the hole!",
            ),
            position="bbbbbbbb/8/bbb1bbbb/b7/8/wwwwwwww/8/wwwwwwww w",
            goals=(Take(2, at_once=True),),
            solution="d3-d6",
            praise=Text(
                "Gardez vos rangées pleines, et guettez les trous des autres.",
                "Keep your own ranks full, and watch for holes in the others'.",
            ),
            answer=Answer.PARTNER,
        ),
    ),
)

LESSONS = LINE_LESSONS | {"makyek": (GOAL, SLIDE, CLOSE, SLIP, PLAY, IDEAS)}
