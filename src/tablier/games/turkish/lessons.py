"""The lessons of Turkish draughts."""

from tablier.core.lesson import Answer, Chapter, Cite, Exercise, Safe, Take, Visit, Win
from tablier.core.text import Text

GOAL = Chapter(
    id="goal",
    title=Text("Tout prendre", "Take everything"),
    text=Text(
        "On saute par-dessus une pièce ennemie pour la prendre. Qui prend tout a gagné.",
        "You leap over an enemy piece to take it. Take everything and you win.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Sautez par-dessus le Pion noir, droit devant vous : c'était le dernier !",
                "Leap over the black Pion, straight ahead: it was the last one!",
            ),
            position="8/8/8/3b4/3w4/8/8/8 w",
            goals=(Win(),),
            solution="d4xd6",
            praise=Text(
                "Gagné ! Ici on ne va jamais en diagonale : tout se passe tout droit.",
                "You have won! Nothing ever goes diagonally here: everything happens in straight lines.",
            ),
        ),
        Exercise(
            text=Text(
                "Quand on peut sauter encore, on saute encore, dans le même coup. Prenez les deux !",
                "When you can leap again, you leap again, in the same move. Take both!",
            ),
            position="8/8/8/3b4/8/3b4/3w4/8 w",
            goals=(Win(),),
            solution="d2xd4xd6",
            praise=Text("Deux sauts, un seul coup.", "Two leaps, a single move."),
        ),
    ),
)


WALK = Chapter(
    id="walk",
    title=Text("Le Pion et la Dame", "The Pion and the Dame"),
    text=Text(
        "Un Pion avance d'une case, tout droit ou de côté, sans jamais reculer. Au bout du plateau, il devient Dame.",
        "A Pion moves one square, ahead or sideways, never back. At the end of the board it becomes a Dame.",
    ),
    exercises=(
        Exercise(
            text=Text("Devant, de côté, devant : ramassez les trois étoiles.", "Ahead, sideways, ahead: collect the three stars."),
            position="7b/8/8/8/8/8/2w5/8 w",
            goals=(Visit(("c3", "d3", "d4")),),
            solution="c2-c3 c3-d3 d3-d4",
            praise=Text("Jamais en diagonale, jamais en arrière.", "Never diagonally, never back."),
        ),
        Exercise(
            text=Text(
                "On ne recule pas : réfléchissez à l'ordre avant d'avancer.",
                "There is no going back: think of the order before you advance.",
            ),
            position="7b/8/8/8/8/8/3w4/8 w",
            goals=(Visit(("b2", "b4", "c4")),),
            solution="d2-c2 c2-b2 b2-b3 b3-b4 b4-c4",
            praise=Text(
                "D'abord tout ce qui est sur la rangée, ensuite seulement un pas en avant.",
                "First everything on the rank, and only then a step ahead.",
            ),
        ),
        Exercise(
            text=Text(
                "Couronnez votre Pion sur la dernière rangée, puis filez avec la Dame jusqu'à l'autre étoile : elle va où elle veut.",
                "Crown your Pion on the last rank, then dash to the other star with the Dame: it goes where it likes.",
            ),
            position="8/2w5/8/7b/8/8/8/8 w",
            goals=(Cite("turkish.crown"), Visit(("c8", "c3"))),
            solution="c7-c8 c8-c3",
            praise=Text(
                "Une Dame traverse tout le plateau d'un coup, en avant comme en arrière.",
                "A Dame crosses the whole board in one move, ahead or back.",
            ),
        ),
    ),
)


LEAP = Chapter(
    id="leap",
    title=Text("Sauter", "Leaping"),
    text=Text(
        "Un Pion saute l'ennemi voisin, devant ou de côté. Une Dame saute de loin.",
        "A Pion leaps the enemy next to it, ahead or sideways. A Dame leaps from afar.",
    ),
    exercises=(
        Exercise(
            text=Text("De côté aussi : sautez !", "Sideways too: leap!"),
            position="8/7b/8/8/3wb3/8/8/8 w",
            goals=(Take(1),),
            solution="d4xf4",
            praise=Text("La case derrière était libre : il suffit de cela.", "The square behind was free: that is all it takes."),
        ),
        Exercise(
            text=Text(
                "La Dame prend à distance et se pose où elle veut derrière. Prenez, et posez-vous sur l'étoile.",
                "The Dame takes from a distance and lands anywhere behind. Take, and land on the star.",
            ),
            position="8/2b5/8/8/W3b3/8/8/8 w",
            goals=(Cite("turkish.dame_takes"), Visit(("g4",))),
            solution="a4xg4",
            praise=Text("Choisir où l'on se pose, c'est la moitié de l'art.", "Choosing where to land is half the art."),
        ),
        Exercise(
            text=Text(
                "Trois Pions à la file, avec un trou derrière chacun. Avalez-les tous !",
                "Three Pions in a row, with a gap behind each. Swallow them all!",
            ),
            position="8/3b4/8/3b4/7b/3b4/3w4/8 w",
            goals=(Take(3, at_once=True),),
            solution="d2xd4xd6xd8",
            praise=Text("Et en prime, vous voilà Dame.", "And you are a Dame into the bargain."),
        ),
    ),
)


MUST = Chapter(
    id="must",
    title=Text("Prendre est obligatoire", "You must take"),
    text=Text(
        "Qui peut prendre doit prendre, et le plus possible. C'est le grand secret de ce jeu : on peut forcer la main à l'adversaire !",
        "Whoever can take must take, and as much as possible. It is the great secret of the game: you can force your opponent's hand!",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Vous voudriez aller à Dame ? Il faut d'abord prendre. Trouvez la prise.",
                "Tempted to crown a Pion? You have to take first. Find the capture.",
            ),
            position="8/w7/8/4b3/4w3/7b/8/8 w",
            goals=(Take(1),),
            solution="e4xe6",
            praise=Text("La règle passe avant l'envie.", "The rule comes before the wish."),
        ),
        Exercise(
            text=Text(
                "Deux prises possibles, mais l'une prend davantage : c'est celle-là qu'il faut jouer.",
                "Two captures are there, but one takes more: that is the one you must play.",
            ),
            position="8/8/8/b7/8/b5b1/w5w1/8 w",
            goals=(Take(2, at_once=True),),
            solution="a2xa4xa6",
            praise=Text("Le plus grand nombre l'emporte, toujours.", "The greater number wins, always."),
        ),
        Exercise(
            text=Text(
                "Surprise : un Pion qui touche la dernière rangée en prenant continue aussitôt comme Dame !",
                "Surprise: a Pion that reaches the last rank while taking goes on at once as a Dame!",
            ),
            position="5B2/3b4/3w4/8/8/8/b7/8 w",
            goals=(Cite("turkish.crown_in_capture"), Take(2, at_once=True)),
            solution="d6xd8xh8",
            praise=Text("Couronné en plein vol !", "Crowned in mid-flight!"),
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
        "Puisque prendre est obligatoire, c'est vous qui tenez les ficelles.",
        "Since taking is compulsory, you are the one who pulls the strings.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Avancez accompagné : un Pion qui en a un autre juste derrière lui ne se fait pas sauter. Allez sur l'étoile sans rien risquer.",
                "Advance in company: a Pion with another right behind it cannot be leapt. Go to the star without any risk.",
            ),
            position="8/8/8/3b4/2w5/3w4/8/8 w",
            goals=(Visit(("d4",)), Safe("turkish.pion_takes")),
            solution="c4-d4",
            praise=Text("Et maintenant, c'est vous qui menacez.", "And now you are the one who threatens."),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Donnez-en un, prenez-en deux : offrez un Pion que Noir est obligé de prendre.",
                "Give one, take two: offer a Pion that Black is forced to take.",
            ),
            position="8/8/3b4/2w5/1b2ww2/8/8/8 w",
            goals=(Win(),),
            solution="c5-d5 e4xc4xa4",
            praise=Text(
                "Un cadeau empoisonné : Noir n'a pas le droit de le refuser.", "A poisoned gift: Black is not allowed to refuse it."
            ),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Qui ne peut plus rien jouer a perdu. Enfermez la Dame noire dans son coin !",
                "Whoever cannot move has lost. Lock the black Dame into its corner!",
            ),
            position="2W5/8/8/8/8/w7/w7/BW6 w",
            goals=(Cite("turkish.blocked"), Win()),
            solution="c8-c1",
            praise=Text("Deux pièces l'une derrière l'autre font un mur.", "Two pieces, one behind the other, make a wall."),
            answer=Answer.PARTNER,
        ),
    ),
)

LESSONS = {"turkish": (GOAL, WALK, LEAP, MUST, PLAY, IDEAS)}
