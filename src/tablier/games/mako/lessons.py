"""The lessons of Mako Naval, on the open sea of two boats."""

from tablier.core.lesson import Chapter, Cite, Exercise, Visit, Win
from tablier.core.text import Text
from tablier.games.mako.sea import sea

DUEL = (("mode", "b"),)
LAID = " ".join(f"{file}{rank}" for file in "bcdklm" for rank in range(3, 8))
"""All thirty mines of a boat, out of the way: a boat without mines rolls no die."""
WALL = " ".join(f"{file}3" for file in "abcdeghijklmn")


GOAL = Chapter(
    id="goal",
    title=Text("La traversée", "The crossing"),
    text=Text(
        "Chacun part de son port. Le premier navire qui touche le rivage d'en face a gagné.",
        "Each boat leaves its port. The first to touch the opposite shore wins.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Plus que deux cases ! Menez votre navire jusqu'au rivage d'en face.",
                "Only two squares to go! Take your boat to the opposite shore.",
            ),
            position=f"{sea(S='f12', N='i6', s=LAID)} S sail",
            goals=(Win(),),
            solution="f12-f13 f13-f14",
            praise=Text("Terre ! Première course gagnée.", "Land ho! Your first race is won."),
            options=DUEL,
        ),
        Exercise(
            text=Text(
                "Le port d'en face n'est pas pour vous. Arrivez juste à côté, d'un seul pas.",
                "The port over there is not for you. Arrive right beside it, in a single step.",
            ),
            position=f"{sea(S='h13', N='i6', s=LAID)} S sail",
            goals=(Win(),),
            solution="h13-g14",
            praise=Text("Tout le rivage compte, sauf le port et les coins.", "The whole shore counts, except the port and the corners."),
            options=DUEL,
        ),
    ),
)


SAIL = Chapter(
    id="sail",
    title=Text("Naviguer", "Sailing"),
    text=Text(
        "À chaque tour, un pas : une case dans l'une des huit directions.", "One step each turn: one square in any of the eight directions."
    ),
    exercises=(
        Exercise(
            text=Text("Trois étoiles flottent : ramassez-les.", "Three stars are afloat: collect them."),
            position=f"{sea(S='g8', N='h14', s=LAID)} S sail",
            goals=(Visit(("h9", "g10", "f9")),),
            solution="g8-h9 h9-g10 g10-f9",
            praise=Text("Tout droit, de côté, en biais : la mer est libre.", "Ahead, sideways, diagonally: the sea is free."),
            options=DUEL,
        ),
        Exercise(
            text=Text(
                "Les mines adverses vous barrent la route : on ne passe pas dessus. Contournez-les.",
                "The enemy mines bar your way: you cannot pass over them. Go round.",
            ),
            position=f"{sea(S='g8', N='h14', s=LAID, n='f9 g9 h9')} S sail",
            goals=(Visit(("g10",)),),
            solution="g8-f8 f8-e9 e9-f10 f10-g10",
            praise=Text("Un détour de deux cases, et la voie est libre.", "A detour of two squares, and the way is clear."),
            options=DUEL,
        ),
        Exercise(
            text=Text(
                "Vos propres mines, vous pouvez les repêcher en passant dessus. Récupérez celle de l'étoile.",
                "You can fish up your own mines by sailing over them. Get back the one with the star.",
            ),
            position=f"{sea(S='g8', N='h14', s=LAID.replace('b3', 'g9'))} S sail",
            goals=(Cite("mako.fish"), Visit(("g9",))),
            solution="g8-g9",
            praise=Text("Elle retourne dans votre réserve, prête à resservir.", "It goes back to your stock, ready to be used again."),
            options=DUEL,
        ),
    ),
)


MINE = Chapter(
    id="mine",
    title=Text("Mouiller une mine", "Laying a mine"),
    text=Text(
        "On avance, on jette le dé, et on pose une mine exactement à cette distance, tout droit ou en biais.",
        "You sail, you roll, and you lay a mine exactly that far away, straight or diagonally.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Avancez sur la première étoile. Le dé donnera 3 : posez la mine sur la seconde, trois cases plus loin.",
                "Sail to the first star. The die will show 3: lay the mine on the second, three squares on.",
            ),
            position=f"{sea(S='g4', N='h14')} S sail",
            goals=(Visit(("g5", "g8")),),
            solution="g4-g5 +g8",
            praise=Text("Le dé décide de la distance, vous de la direction.", "The die decides the distance, you the direction."),
            dice="=3",
            options=DUEL,
        ),
        Exercise(
            text=Text(
                "Une mine qui tombe sur un navire le renvoie à son port ! Avancez sur l'étoile ; le dé donnera 3. Feu !",
                "A mine that falls on a boat sends it back to its port! Sail to the star; the die will show 3. Fire!",
            ),
            position=f"{sea(S='g4', N='g8')} S sail",
            goals=(Cite("mako.hit"), Visit(("g5",))),
            solution="g4-g5 +g8",
            praise=Text("Touché ! Il n'a plus qu'à tout recommencer.", "A hit! It has to start all over again."),
            dice="=3",
            options=DUEL,
        ),
        Exercise(
            text=Text(
                "À vous de viser : avancez de façon que le navire adverse soit à quatre cases, tout droit ou en biais. Le dé donnera 4.",
                "Now take aim yourself: sail so that the enemy boat is four squares away, straight or diagonally. The die will show 4.",
            ),
            position=f"{sea(S='e4', N='j8')} S sail",
            goals=(Cite("mako.hit"),),
            solution="e4-f4 +j8",
            praise=Text("En plein dans le mille.", "Right on target."),
            dice="=4",
            options=DUEL,
        ),
    ),
)


SURPRISES = Chapter(
    id="surprises",
    title=Text("Petites surprises", "Small surprises"),
    text=Text("Les mines volent, et qui touche rejoue.", "Mines fly, and a hit earns another turn."),
    exercises=(
        Exercise(
            text=Text(
                "La mine vole par-dessus tout, même par-dessus d'autres mines. Le navire adverse se croit à l'abri… Le dé donnera 3.",
                "The mine flies over anything, even over other mines. The enemy boat thinks it is safe… The die will show 3.",
            ),
            position=f"{sea(S='g4', N='g8', n='f6 g6 h6 f7 g7 h7')} S sail",
            goals=(Cite("mako.hit"),),
            solution="g4-g5 +g8",
            praise=Text("Aucun mur n'arrête une mine.", "No wall stops a mine."),
            dice="=3",
            options=DUEL,
        ),
        Exercise(
            text=Text(
                "Qui touche rejoue aussitôt tout un tour. Touchez avec un 3, puis arrivez !",
                "A hit earns you another whole turn at once. Hit with a 3, then arrive!",
            ),
            position=f"{sea(S='f12', N='c13')} S sail",
            goals=(Cite("mako.hit"), Win()),
            solution="f12-f13 +c13 f13-f14",
            praise=Text("Deux tours pour le prix d'un.", "Two turns for the price of one."),
            dice="=3",
            options=DUEL,
        ),
    ),
)


PLAY = Chapter(
    id="play",
    title=Text("Votre première partie", "Your first game"),
    text=Text(
        "Une vraie course à quatre, contre trois adversaires très gentils. Un conseil vous est donné à chaque tour ; suivez-le, ou pas.",
        "A real race of four, against three very kind opponents. You get a tip at every turn; take it or leave it.",
    ),
)


IDEAS = Chapter(
    id="ideas",
    title=Text("Ce que savent les bons joueurs", "What strong players know"),
    text=Text(
        "La mer est à tout le monde, mais tout le monde ne sait pas s'en servir.",
        "The sea belongs to everyone, but not everyone knows how to use it.",
    ),
    exercises=(
        Exercise(
            text=Text(
                "Arrêtez d'abord le plus avancé. Le navire adverse touche presque au but : trouvez d'où le frapper avec un 3.",
                "Stop the leader first. The enemy boat is nearly home: find the square to hit it from with a 3.",
            ),
            position=f"{sea(S='h4', N='d2')} S sail",
            goals=(Cite("mako.hit"),),
            solution="h4-g5 +d2",
            praise=Text("Un coup pareil vaut douze pas.", "A hit like that is worth twelve steps."),
            dice="=3",
            options=DUEL,
        ),
        Exercise(
            text=Text(
                "Un mur vaut mieux que dix mines éparses. Fermez le dernier trou ; le dé donnera 4.",
                "A wall is better than ten scattered mines. Close the last gap; the die will show 4.",
            ),
            position=f"{sea(S='f8', N='f5', s=WALL)} S sail",
            goals=(Visit(("f3",)),),
            solution="f8-f7 +f3",
            praise=Text(
                "Plus rien ne passe. Pensez-y quand on en bâtit un devant vous !",
                "Nothing gets through now. Remember it when one is being built in front of you!",
            ),
            dice="=4",
            options=DUEL,
        ),
        Exercise(
            text=Text(
                "Votre propre mine est une porte que vous seul pouvez ouvrir. Traversez le barrage jusqu'à l'étoile.",
                "Your own mine is a door that you alone can open. Go through the barrier to the star.",
            ),
            position=f"{sea(S='g8', N='h14', s=LAID.replace('b3', 'g9'), n='c9 d9 e9 f9 h9 i9 j9 k9')} S sail",
            goals=(Visit(("g9", "g10")),),
            solution="g8-g9 +i11 g9-g10",
            praise=Text("Semez vos mines là où vous voudrez passer.", "Lay your mines where you will want to pass."),
            dice="=2",
            options=DUEL,
        ),
    ),
)

LESSONS = {"mako": (GOAL, SAIL, MINE, SURPRISES, PLAY, IDEAS)}
