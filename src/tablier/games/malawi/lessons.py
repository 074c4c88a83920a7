"""The lessons of Malawi."""

from tablier.core.lesson import Answer, Chapter, Cite, Exercise, Safe, Visit, Win
from tablier.core.text import Text

GOAL = Chapter(
    id="goal",
    title=Text("Arriver en face", "Get across"),
    text=Text(
        "Posez sur le bord d'en face un pion qui porte un anneau, là où rien ne peut le frapper : c'est gagné !",
        "Put a pawn that carries a ring on the far edge, where nothing can strike it: that wins!",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Votre pion porte deux anneaux : il avance de deux cases. Posez-le sur l'étoile… et gagnez votre première partie !",
                "Your pawn carries two rings, so it moves two squares. Put it on the star… and win your first game!",
            ),
            position="1,b0,b0,b0,b0,b0/6/w2,4,b1/6/6/1,w0,w0,w0,w0,w0 w",
            goals=(Visit(("a6",)), Win()),
            solution="a4-a6",
            praise=Text(
                "Déjà gagné ! Le bord d'en face, un anneau, personne pour vous frapper.",
                "You have won already! The far edge, a ring, and nothing that can strike you.",
            ),
        ),
        Exercise(
            text=Text(
                "Autant d'anneaux, autant de cases. Un seul de ces trois pions tombe juste : lequel ?",
                "As many squares as rings. Only one of these three pawns lands on the edge: which?",
            ),
            position="3,b0,b0,b0/b0,5/5,b1/w2,1,w3,3/4,w5,1/w0,w0,w0,1,b0,1 w",
            goals=(Win(),),
            solution="c3-c6",
            praise=Text("Trois anneaux, trois cases : pile sur le bord.", "Three rings, three squares: right on the edge."),
        ),
    ),
)

MOVE = Chapter(
    id="move",
    title=Text("Chaque anneau est un pas", "Every ring is a step"),
    text=Text(
        "Un pion va tout droit ou en biais, exactement d'autant de cases qu'il porte d'anneaux. Ni plus, ni moins.",
        "A pawn goes straight or diagonally, exactly as many squares as it carries rings. No more, no less.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Un anneau, un pas, dans les huit directions. Ramassez les trois étoiles.",
                "One ring, one step, in any of the eight directions. Collect the three stars.",
            ),
            position="b0,b0,b0,b0,b0,b1/6/6/6/1,w1,4/w0,w0,w0,w0,w0,1 w",
            goals=(Visit(("c3", "d3", "e4")),),
            solution="b2-c3 c3-d3 d3-e4",
            praise=Text(
                "Léger et agile : un pion d'un anneau se faufile partout.", "Light and nimble: a pawn with one ring slips in anywhere."
            ),
        ),
        Exercise(
            text=Text(
                "Deux anneaux : des bonds de deux cases. Trois étoiles, trois bonds.",
                "Two rings: leaps of two squares. Three stars, three leaps.",
            ),
            position="b0,b0,b0,b0,b0,b1/6/6/6/6/w2,w0,w0,w0,w0,w0 w",
            goals=(Visit(("a3", "c5", "e3")),),
            solution="a1-a3 a3-c5 c5-e3",
            praise=Text("Plus il est chargé, plus il va loin.", "The more it carries, the farther it goes."),
        ),
        Exercise(
            text=Text(
                "On ne saute personne : la ligne doit être libre. Contournez le pion noir et ramassez les deux étoiles.",
                "Nothing is jumped: the line must be free. Go round the black pawn and collect both stars.",
            ),
            position="b0,b0,b0,b0,1,b1/6/6/1,b0,4/w2,5/1,w0,w0,w0,w0,w0 w",
            goals=(Visit(("c4", "e4")),),
            solution="a2-a4 a4-c4 c4-e4",
            praise=Text("Le détour était le bon chemin.", "The way round was the right way."),
        ),
    ),
)

GIVE = Chapter(
    id="give",
    title=Text("Donner ses anneaux", "Giving rings away"),
    text=Text(
        "Au lieu de bouger, un pion peut donner tous ses anneaux : un seul par ami, donc autant d'amis que d'anneaux.",
        "Instead of moving, a pawn may give all its rings away: one to a friend, so as many friends as rings.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Touchez le pion qui porte deux anneaux, puis les deux pions étoilés : ils en reçoivent un chacun.",
                "Touch the pawn with two rings, then the two pawns with stars: they get one each.",
            ),
            position="b0,b0,b0,b0,b0,b1/6/6/6/6/w0,w0,w2,w0,w0,w0 w",
            goals=(Visit(("a1", "e1")), Cite("malawi.distribute")),
            solution="c1>a1e1",
            praise=Text("Un pion se vide, deux se réveillent.", "One pawn empties, two wake up."),
        ),
        Exercise(
            text=Text(
                "En a4, un anneau : il faut deux pas pour le bord. Offrez-lui un deuxième anneau, puis arrivez d'un bond !",
                "On a4, one ring: the edge is two steps away. Give it a second ring, then arrive in one leap!",
            ),
            position="2,b0,b0,b0,b0/1,b0,4/w1,4,b1/6/6/w0,w0,w1,w0,w0,1 w",
            goals=(Cite("malawi.distribute"), Win()),
            solution="c1>a4 a4-a6",
            praise=Text("Un cadeau bien placé vaut deux pas.", "A gift well placed is worth two steps."),
        ),
        Exercise(
            text=Text(
                "Petite surprise : un pion vide, déjà sur le bord d'en face, arrive pour de bon quand il reçoit un anneau. Gagnez sans bouger !",
                "A small surprise: an empty pawn that already stands on the far edge arrives for good when it gets a ring. Win without moving!",
            ),
            position="w0,b0,b0,b0,b0,b0/6/5,b2/6/6/1,w1,w0,w0,w0,w0 w",
            goals=(Cite("malawi.received"), Win()),
            solution="b1>a6",
            praise=Text("L'anneau a traversé le plateau d'un trait.", "The ring crossed the board in one go."),
        ),
    ),
)

STRIKE = Chapter(
    id="strike",
    title=Text("Frapper", "Striking"),
    text=Text(
        "Un pion frappe aussi loin qu'il marche. Le pion touché perd tous ses anneaux ; personne ne bouge.",
        "A pawn strikes as far as it walks. The pawn that is hit loses all its rings; nothing moves.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Trois anneaux noirs à portée : frappez le pion étoilé.", "Three black rings within reach: strike the pawn with the star."
            ),
            position="b1,1,b0,b0,b0,b0/6/1,b3,4/6/1,w2,4/w0,1,w0,w0,w0,w0 w",
            goals=(Visit(("b4",)), Cite("malawi.strike")),
            solution="b2*b4",
            praise=Text(
                "Trois anneaux à la boîte. Votre pion n'a pas bougé d'un poil.", "Three rings into the box. Your pawn did not budge."
            ),
        ),
        Exercise(
            text=Text(
                "Noir est arrivé sur votre bord ! Frappez-le tout de suite, sinon il a gagné.",
                "Black has arrived on your edge! Strike at once, or the game is lost.",
            ),
            position="1,b0,b0,b0,b0,b1/6/6/2,w2,1,w1,1/6/w0,w0,b1,w0,1,w0 w",
            goals=(Cite("malawi.strike"),),
            solution="c3*c1",
            praise=Text(
                "Ouf ! Un pion sans anneau a beau être arrivé, il ne gagne rien.",
                "Phew! A pawn without a ring may have arrived, but it wins nothing.",
            ),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Qui n'a plus d'anneau a perdu. Deux pions noirs en portent encore : videz-les l'un après l'autre.",
                "A player without rings has lost. Two black pawns still carry some: empty them one after the other.",
            ),
            position="b0,b0,b0,b0,2/4,b2,1/6/2,w2,1,b1,1/6/w0,w0,w0,w0,1,w0 w",
            goals=(Cite("malawi.strike", 2), Win()),
            solution="c3*e5 c3*e3",
            praise=Text(
                "Plus un seul anneau en face : c'est l'autre façon de gagner.",
                "Not a single ring left over there: that is the other way to win.",
            ),
        ),
        Exercise(
            text=Text(
                "Deux pions peuvent arriver, mais Noir garde un des deux côtés. Choisissez la case où rien ne vous atteint.",
                "Two pawns can arrive, but Black guards one of the sides. Choose the spot where nothing reaches you.",
            ),
            position="1,b0,b0,1,b1,1/6/w2,2,w2,2/b0,5/b0,5/1,w0,w0,w0,w0,b0 w",
            goals=(Win(),),
            solution="a4-a6",
            praise=Text(
                "Arriver, oui, mais hors de portée : alors on gagne aussitôt.", "Arrive, yes, but out of reach: then you win at once."
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
    text=Text(
        "Trois idées simples. Avec elles, vous battrez déjà beaucoup de monde.",
        "Three simple ideas. With them you will beat a lot of people.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Comptez avant de vous arrêter. Noir frappe à deux cases : mettez votre pion chargé là où rien ne l'atteint.",
                "Count before you stop. Black strikes at two squares: put your laden pawn where nothing reaches it.",
            ),
            position="b0,b0,b0,b0,2/6/2,b2,3/3,b2,2/2,w3,3/w0,w0,1,w0,w0,w0 w",
            goals=(Cite("malawi.move"), Safe("malawi.strike")),
            solution="c2-f2",
            praise=Text(
                "Près ou loin, peu importe : c'est la distance exacte qui compte.",
                "Near or far makes no difference: the exact distance does.",
            ),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Videz d'abord le gardien. Un pion noir surveille l'étoile : frappez-le, puis arrivez tranquillement.",
                "Empty the guard first. A black pawn watches the star: strike it, then stroll in.",
            ),
            position="2,b2,b0,b0,b0/6/w2,4,b1/2,w3,3/5,b0/1,w0,w0,w0,w0,1 w",
            goals=(Visit(("a6",)), Win()),
            solution="c3*c6 a4-a6",
            praise=Text("Un coup pour préparer, un coup pour gagner.", "One move to prepare, one move to win."),
            answer=Answer.PARTNER,
        ),
        Exercise(
            text=Text(
                "Menacez deux choses à la fois. Donnez vos anneaux pour que deux pions puissent arriver : Noir n'en arrêtera qu'un.",
                "Threaten two things at once. Give your rings so that two pawns can arrive: Black can stop only one.",
            ),
            position="6/2,b2,3/w1,3,w1,1/1,b0,b0,b0,1,b0/5,b0/1,w2,w0,1,w0,w0 w",
            goals=(Visit(("a4", "e4")), Win()),
            solution="b1>a4e4 a4-a6",
            praise=Text(
                "Deux menaces, une seule réponse : voilà comment on bat les bons joueurs.",
                "Two threats, a single answer: that is how you beat good players.",
            ),
            answer=Answer.PARTNER,
        ),
    ),
)

LESSONS = {"malawi": (GOAL, MOVE, GIVE, STRIKE, PLAY, IDEAS)}
