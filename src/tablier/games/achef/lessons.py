"""The lessons of Achef."""

from tablier.core.lesson import Answer, Chapter, Cite, Exercise, Safe, Take, Visit, Win
from tablier.core.text import Text

GOAL = Chapter(
    id="goal",
    title=Text("Tomber sur l'ennemi", "Drop on the enemy"),
    text=Text(
        "Le plateau est une petite colline. On prend en descendant sur l'ennemi ; qui n'a plus que deux pions a perdu.",
        "The board is a little hill. You take by stepping down on the enemy; whoever is left with two pawns has lost.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Votre pion est un étage au-dessus d'un pion blanc : descendez sur lui. Il n'en restera que deux à Blanc !",
                "Your pawn is one floor above a white pawn: step down on it. White will have only two left!",
            ),
            position="b3b/5/5/2b2/w1w1w b 0,0",
            goals=(Win(),),
            solution="c2-c1",
            praise=Text("Gagné ! Qui est plus haut est plus fort.", "You have won! Higher is stronger."),
        ),
        Exercise(
            text=Text(
                "Du sommet, on domine tout. Descendez sur le pion blanc.",
                "From the top you rule over everything. Step down on the white pawn.",
            ),
            position="b3b/5/2b2/2w2/w3w b 0,0",
            goals=(Win(),),
            solution="c3-c2",
            praise=Text("Personne ne peut prendre un pion au sommet.", "Nothing can take a pawn on the top."),
        ),
    ),
)


CLIMB = Chapter(
    id="climb",
    title=Text("Poser, puis monter", "Place, then climb"),
    text=Text(
        "On pose d'abord ses pions sur le pourtour, tout en bas. Ensuite on avance d'une case à la fois, tout droit, et on monte marche à marche.",
        "First you place your pawns on the rim, at the bottom. Then you move one square at a time, straight, and climb step by step.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Posez trois pions sur les étoiles ; Blanc pose les siens à son tour.",
                "Place three pawns on the stars; White places one after each of yours.",
            ),
            position="5/5/5/5/5 b 8,8",
            goals=(Visit(("a1", "c1", "e1")),),
            solution="@a1 @c1 @e1",
            praise=Text(
                "Huit chacun, et le pourtour est plein : alors la montée commence.",
                "Eight each, and the rim is full: then the climb begins.",
            ),
            answer=Answer.PARTNER,
            script="@a5 @e5",
        ),
        Exercise(
            text=Text(
                "Montez jusqu'au sommet, puis redescendez : trois pas, trois étoiles.",
                "Climb to the top and come down again: three steps, three stars.",
            ),
            position="w1w1w/5/5/5/b1b1b b 0,0",
            goals=(Visit(("c2", "c3", "d3")),),
            solution="c1-c2 c2-c3 c3-d3",
            praise=Text("On ne monte que sur une case libre.", "You climb only to a free square."),
        ),
        Exercise(
            text=Text(
                "Un pion ne va jamais en biais. Trouvez son chemin d'étoile en étoile jusqu'au sommet.",
                "A pawn never goes diagonally. Find its way from star to star up to the top.",
            ),
            position="w1w1w/5/5/5/b2bb b 0,0",
            goals=(Visit(("a3", "b3", "c3")),),
            solution="a1-a2 a2-a3 a3-b3 b3-c3",
            praise=Text("Le sommet est à vous.", "The top is yours."),
        ),
    ),
)


TAKE = Chapter(
    id="take",
    title=Text("Prendre en descendant", "Taking on the way down"),
    text=Text(
        "On ne prend qu'en descendant d'un étage. D'en bas ou de plain-pied, on ne prend rien.",
        "You take only by stepping down one floor. From below or on the level you take nothing.",
    ),
    exercises=(
        Exercise(
            text=Text("Prenez un pion du bord.", "Take a pawn on the rim."),
            position="ww1ww/3b1/5/5/b3b b 0,0",
            goals=(Take(1),),
            solution="d4-d5",
            praise=Text("Un étage plus bas, et il n'est plus là.", "One floor down, and it is gone."),
        ),
        Exercise(
            text=Text("Du sommet au bord, deux marches, deux prises !", "From the top to the rim, two steps, two captures!"),
            position="w1w1w/2w2/2b2/5/b3b b 0,0",
            goals=(Take(2),),
            solution="c3-c4 c4-c5",
            praise=Text("Une avalanche.", "An avalanche."),
        ),
        Exercise(
            text=Text(
                "Deux pions noirs touchent un pion blanc, mais un seul est au-dessus. Lequel ?",
                "Two black pawns touch a white one, but only one stands above. Which?",
            ),
            position="w3w/5/5/3b1/1b1wb b 0,0",
            goals=(Take(1),),
            solution="d2-d1",
            praise=Text("Regardez toujours qui est à quel étage.", "Always check who is on which floor."),
        ),
    ),
)


SURPRISES = Chapter(
    id="surprises",
    title=Text("Petites surprises", "Small surprises"),
    text=Text("Trois petites règles, et la colline devient pleine de malice.", "Three small rules, and the hill becomes full of mischief."),
    exercises=(
        Exercise(
            text=Text(
                "De plain-pied, on ne se bat pas : on échange les places ! Échangez avec le pion blanc de l'étoile.",
                "On the level there is no fight: you change places! Swap with the white pawn on the star.",
            ),
            position="b1w1b/5/5/5/wb2w b 0,0",
            goals=(Cite("achef.swap"), Visit(("a1",))),
            solution="b1-a1",
            praise=Text("Pardon, après vous !", "After you, please!"),
        ),
        Exercise(
            text=Text(
                "Blanc vient d'échanger avec vous. On ne défait pas un échange aussitôt : essayez… puis montez sur l'étoile.",
                "White has just swapped with you. A swap is not undone at once: try it… then climb to the star.",
            ),
            position="b1w1b/5/5/5/bw1bw b 0,0 - a1b1",
            goals=(Visit(("d2",)),),
            solution="d1-d2",
            praise=Text("Au coup suivant, vous pourrez.", "On your next move you may."),
        ),
        Exercise(
            text=Text(
                "Ce pion vient de prendre en tombant du sommet : il doit souffler un tour avant d'y remonter. Jouez ailleurs, puis remontez.",
                "This pawn has just taken on its way from the top: it must rest one turn before climbing back. Play elsewhere, then climb.",
            ),
            position="b3b/5/5/w1b2/2w1w b 0,0 c2",
            goals=(Visit(("c3",)),),
            solution="a5-b5 c2-c3",
            praise=Text("Le sommet se mérite.", "The top has to be earned."),
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
    text=Text("La hauteur fait tout. Trois idées pour en profiter.", "Height is everything. Three ideas to make the most of it."),
    exercises=(
        Exercise(
            text=Text(
                "Ne restez pas sous un ennemi. Un de vos pions va être pris : mettez-le à l'abri.",
                "Do not stay below an enemy. One of your pawns is about to be taken: bring it to safety.",
            ),
            position="w3w/5/5/2w2/b1b1b b 0,0",
            goals=(Safe("achef.capture"),),
            solution="c1-b1",
            praise=Text("À chaque coup : qui est au-dessus de qui ?", "At every move: who stands above whom?"),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Prenez le sommet : de là on menace quatre cases, et rien ne vous menace.",
                "Take the top: from there you threaten four squares, and nothing threatens you.",
            ),
            position="w2ww/5/3b1/5/b3b b 0,0",
            goals=(Visit(("c3",)), Safe("achef.capture")),
            solution="d3-c3",
            praise=Text("Le meilleur poste du plateau.", "The best post on the board."),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text("Menacez deux pions à la fois : Blanc n'en sauvera qu'un.", "Threaten two pawns at once: White can save only one."),
            position="4w/5/5/w1b2/bw1bw b 0,0",
            goals=(Take(1),),
            solution="c2-b2 b2-b1",
            praise=Text(
                "Un coin du deuxième étage regarde deux cases du bord : servez-vous-en.",
                "A corner of the second floor looks down on two squares of the rim: use it.",
            ),
            answer=Answer.PARTNER,
        ),
    ),
)

LESSONS = {"achef": (GOAL, CLIMB, TAKE, SURPRISES, PLAY, IDEAS)}
