"""The lessons of Makruk."""

from tablier.core.lesson import Answer, Chapter, Cite, Exercise, Take, Visit, Win
from tablier.core.text import Text

GOAL = Chapter(
    id="goal",
    title=Text("Échec et mat", "Checkmate"),
    text=Text(
        "Au Makruk, les échecs thaïlandais, on gagne en attaquant le Khun adverse sans lui laisser d'issue. C'est tout !",
        "In Makruk, Thai chess, you win by attacking the enemy Khun and leaving it no way out. That is all!",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Une Rua tient déjà l'avant-dernière rangée. Avec l'autre, attaquez le Khun noir sur la dernière : il n'a plus nulle part où aller.",
                "One Rua already holds the last rank but one. With the other, attack the black Khun on the last: it has nowhere to go.",
            ),
            position="7k/R7/8/8/8/8/8/1R2K3 w",
            goals=(Win(),),
            solution="b1-b8",
            praise=Text("Échec et mat : votre première partie gagnée !", "Checkmate: your first game is won!"),
        ),
        Exercise(
            text=Text(
                "Votre Khun aide aussi : il garde les trois cases devant lui. Matez avec la Rua.",
                "Your Khun helps too: it guards the three squares in front of it. Give mate with the Rua.",
            ),
            position="4k3/8/4K3/8/8/8/8/R7 w",
            goals=(Win(),),
            solution="a1-a8",
            praise=Text("Une Rua et un Khun qui s'entendent : cela suffit.", "A Rua and a Khun that work together: that is enough."),
        ),
    ),
)


FAR = Chapter(
    id="far",
    title=Text("La Rua et le Ma", "The Rua and the Ma"),
    text=Text(
        "La Rua file tout droit, aussi loin qu'elle veut. Le Ma saute : deux cases puis une de côté, par-dessus tout le monde.",
        "The Rua runs straight, as far as it likes. The Ma jumps: two squares and one to the side, over anything.",
    ),
    exercises=(
        Exercise(
            text=Text("La Rua va tout droit. Ramassez les trois étoiles.", "The Rua goes in straight lines. Collect the three stars."),
            position="7k/8/8/8/8/8/8/R3K3 w",
            goals=(Visit(("a5", "f5", "f3")),),
            solution="a1-a5 a5-f5 f5-f3",
            praise=Text("Aucune autre pièce ne va si loin d'un trait.", "No other piece goes so far at a stroke."),
            options=(("count", "none"),),
        ),
        Exercise(
            text=Text(
                "Le Ma saute en L : deux cases, puis une de côté. Trois sauts, trois étoiles.",
                "The Ma jumps in an L: two squares, then one to the side. Three jumps, three stars.",
            ),
            position="7k/8/8/8/8/8/8/1N2K3 w",
            goals=(Visit(("c3", "e4", "g5")),),
            solution="b1-c3 c3-e4 e4-g5",
            praise=Text("Hop, hop, hop !", "Hop, hop, hop!"),
            options=(("count", "none"),),
        ),
        Exercise(
            text=Text(
                "On prend en venant se poser sur la pièce adverse. Avec le Ma, prenez les trois Bia noirs.",
                "You take by landing on the enemy piece. With the Ma, take the three black Bia.",
            ),
            position="k7/8/6p1/3p4/5p2/2N5/8/4K3 w",
            goals=(Take(3),),
            solution="c3-d5 d5-f4 f4-g6",
            praise=Text("Trois prises en trois sauts.", "Three captures in three jumps."),
            options=(("count", "none"),),
        ),
    ),
)


NEAR = Chapter(
    id="near",
    title=Text("Les petits pas", "Small steps"),
    text=Text(
        "Met, Khon et Bia n'avancent que d'une case. Ensemble, ils forment une muraille.",
        "Met, Khon and Bia move one square only. Together they make a wall.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "La Met fait un pas en diagonale, rien d'autre. Menez-la d'étoile en étoile.",
                "The Met takes one diagonal step, nothing else. Lead it from star to star.",
            ),
            position="7k/8/8/8/8/8/3M4/4K3 w",
            goals=(Visit(("e3", "d4", "e5")),),
            solution="d2-e3 e3-d4 d4-e5",
            praise=Text(
                "De biais en biais, elle ne visitera jamais que la moitié des cases.",
                "Diagonal after diagonal, it will only ever see half of the squares.",
            ),
            options=(("count", "none"),),
        ),
        Exercise(
            text=Text(
                "Le Khon va en diagonale comme la Met, et aussi d'un pas droit devant lui.",
                "The Khon goes diagonally like the Met, and also one step straight ahead.",
            ),
            position="7k/8/8/8/8/8/2S5/4K3 w",
            goals=(Visit(("c3", "d4", "d5")),),
            solution="c2-c3 c3-d4 d4-d5",
            praise=Text(
                "Quatre coins et un pas devant lui : cinq directions en tout.", "Four corners and one step ahead: five directions in all."
            ),
            options=(("count", "none"),),
        ),
        Exercise(
            text=Text(
                "Le Bia avance tout droit, mais il prend en biais. Prenez les deux Bia noirs.",
                "The Bia walks straight ahead but takes diagonally. Take the two black Bia.",
            ),
            position="k7/8/8/3p4/4p3/3P4/8/4K3 w",
            goals=(Take(2),),
            solution="d3-e4 e4-d5",
            praise=Text("Tout droit pour marcher, en biais pour prendre.", "Straight to walk, diagonal to take."),
            options=(("count", "none"),),
        ),
    ),
)


SURPRISES = Chapter(
    id="surprises",
    title=Text("Petites surprises", "Small surprises"),
    text=Text("Trois règles qui décident des fins de partie.", "Three rules that decide how games end."),
    exercises=(
        Exercise(
            text=Text(
                "Un Bia qui arrive sur la sixième rangée devient une Met. Allez-y !",
                "A Bia that reaches the sixth rank becomes a Met. Off you go!",
            ),
            position="7k/8/8/8/1P6/8/8/4K3 w",
            goals=(Visit(("b6",)), Cite("makruk.promotion")),
            solution="b4-b5 b5-b6",
            praise=Text("Pas besoin d'aller au bout : la sixième rangée suffit.", "No need to go to the end: the sixth rank will do."),
            options=(("count", "none"),),
        ),
        Exercise(
            text=Text(
                "Attention au pat : un Khun enfermé sans être attaqué, et la partie est nulle. Attaquez-le pour mater !",
                "Beware of stalemate: lock the Khun in without attacking it, and the game is drawn. Attack it to give mate!",
            ),
            position="k7/2K5/8/8/8/8/8/1R6 w",
            goals=(Win(),),
            solution="b1-a1",
            praise=Text(
                "En b7, la Rua l'aurait enfermé sans l'attaquer : partie nulle.",
                "On b7 the Rua would have locked it in without attacking it: a draw.",
            ),
        ),
        Exercise(
            text=Text(
                "Noir n'a plus que son Khun : on compte vos coups ! Il vous en reste deux pour mater.",
                "Black has only the Khun left: your moves are counted! You have two left to give mate.",
            ),
            position="8/7k/R7/1R6/8/8/8/4K3 w - 12 8 30",
            goals=(Win(),),
            solution="b5-b7 a6-a8",
            gauges=("left0",),
            praise=Text(
                "À temps ! Le compteur près du plateau dit toujours combien il en reste.",
                "In time! The counter beside the board always says how many are left.",
            ),
            answer=Answer.PARTNER,
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
    text=Text("Trois idées que tout bon joueur de Makruk connaît par cœur.", "Three ideas that every good Makruk player knows by heart."),
    exercises=(
        Exercise(
            text=Text(
                "La fourchette : d'un saut, le Ma attaque le Khun et la Rua. Le Khun doit fuir, la Rua est à vous.",
                "The fork: with one jump the Ma attacks Khun and Rua. The Khun must run, the Rua is yours.",
            ),
            position="r3k3/8/8/3N4/8/8/8/4K3 w",
            goals=(Take(1),),
            solution="d5-c7 c7-a8",
            praise=Text("Deux cibles, un seul Ma : cherchez toujours ce saut-là.", "Two targets, a single Ma: always look for that jump."),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Le clouage : devant son Khun, le Ma noir ne peut pas bouger. Mettez la Rua sur sa colonne, puis prenez-le.",
                "The pin: in front of its Khun the black Ma cannot move. Put the Rua on its file, then take it.",
            ),
            position="4k3/8/8/4n3/8/7P/6K1/R7 w",
            goals=(Visit(("e1",)), Take(1)),
            solution="a1-e1 e1-e5",
            praise=Text("Une pièce clouée est une pièce à moitié prise.", "A pinned piece is half taken."),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Une Rua seule ne mate pas : approchez d'abord votre Khun, sans donner échec. Mat en deux.",
                "A Rua alone does not mate: bring your Khun closer first, without giving check. Mate in two.",
            ),
            position="k7/8/2K5/8/8/8/8/1R6 w",
            goals=(Win(),),
            solution="c6-c7 b1-a1",
            praise=Text("Le coup tranquille était le plus fort.", "The quiet move was the strongest."),
            answer=Answer.PARTNER,
        ),
    ),
)

LESSONS = {"makruk": (GOAL, FAR, NEAR, SURPRISES, PLAY, IDEAS)}
