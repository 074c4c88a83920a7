"""The rules of Mako Naval in words, in the order in which a reader should meet them."""

from tablier.core.law import Example, Law
from tablier.core.text import Text
from tablier.games.mako.sea import sea

law = Law("mako")

_PAIRS, _DUEL, _LANE, _TEAMS = ((("mode", mode),) for mode in ("a", "b", "c", "teams"))
_THREE = (("seats", "3"),)
_THIRTY = " ".join(f"{file}{rank}" for file in "bcdefghijk" for rank in (3, 5, 10))

# -- the table -------------------------------------------------------------------------------------

SETUP = law.sheet(
    "setup",
    fr="Chaque navire part de son port, avec trente mines de sa couleur.",
    en="Each boat starts from its port, with thirty mines of its colour.",
    examples=(Example(),),
)
THREE = law.ruling(
    "three",
    fr="À trois, un côté reste vide : Est.",
    en="With three players one side stays empty: East.",
    why=Text(
        "La fiche fait jouer trois ou quatre joueurs sans dire quel navire manque ; les trois autres gardent l'ordre des aiguilles d'une montre.",
        "The sheet has three or four players without saying which boat is missing; the three others keep the clockwise order.",
    ),
    examples=(Example(options=_THREE),),
)
SHORES = law.ruling(
    "shores",
    fr=(
        "La mer a quatorze cases de côté et son bord est le rivage. De chaque côté : deux coins, un port, et les onze cases d'arrivée du "
        "navire parti d'en face. Les coins et les cases d'arrivée des autres sont de l'eau comme une autre."
    ),
    en=(
        "The sea is fourteen squares wide and its edge is the shore. On each side: two corners, a port, and the eleven arrival squares of the "
        "boat that starts opposite. Corners and the others' arrival squares are water like any other."
    ),
    why=Text(
        "Quatorze cases moins deux coins et un port : le seul partage qui donne les onze cases de la fiche.",
        "Fourteen squares less two corners and a port: the only split that gives the sheet's eleven.",
    ),
    examples=(Example("g1-f1"), Example("b2-a1", sea(S="b2", N="h14"), _DUEL)),
)
PORT = law.ruling(
    "port",
    fr="Les ports sont g1 pour Sud, a8 pour Ouest, h14 pour Nord et n7 pour Est. Seul son propre navire entre dans un port ; pas même un ami.",
    en="The ports are g1 for South, a8 for West, h14 for North and n7 for East. Only its own boat enters a port; not even a friend does.",
    why=Text(
        "La figure est perdue ; les quarts de tour autour du centre n'avantagent personne, et un navire touché doit trouver son port libre.",
        "The figure is lost; quarter turns about the centre favour nobody, and a boat that is hit must find its port free.",
    ),
    examples=(Example("g13-h14", sea(S="g13", N="e9"), _DUEL, refused=True),),
)
ABSENT = law.ruling(
    "absent",
    fr="Le port d'un navire qui ne joue pas est fermé : personne n'y entre et on n'y pose pas de mine.",
    en="The port of a boat that does not play is closed: nobody enters it and no mine is laid there.",
    why=Text("Un port n'est pas de l'eau, que son navire soit là ou non.", "A port is not water, whether its boat is there or not."),
    examples=(
        Example("m7-n7", sea(S="m7", W="a8", N="h14"), _THREE, refused=True),
        Example("j7-k7 =3 +n7", sea(S="j7", W="a8", N="h14"), _THREE, refused=True),
    ),
)
TURN = law.sheet(
    "turn",
    fr="On joue à tour de rôle dans le sens des aiguilles d'une montre (Sud, Ouest, Nord, Est), chacun avec son navire.",
    en="The players take turns clockwise (South, West, North, East), each with their own boat.",
    examples=(Example("a8-b8", refused=True), Example("g2-g3", refused=True)),
)

# -- sailing ---------------------------------------------------------------------------------------

SAIL = law.sheet(
    "sail",
    fr="À son tour, on avance son navire d'une case dans la direction de son choix : en avant, en arrière, de côté ou en diagonale.",
    en="On their turn a player sails their boat one square in any direction: forward, backward, sideways or diagonally.",
    examples=(Example("g5-f4", sea(S="g5", N="h14"), _DUEL), Example("g1-g3", refused=True)),
)
OCCUPIED = law.ruling(
    "occupied",
    fr="Un navire ne va pas sur la case d'un autre navire.",
    en="A boat does not sail onto another boat's square.",
    why=Text("La fiche ne fait couler un navire que par une mine.", "On the sheet only a mine sinks a boat."),
    examples=(Example("g5-g6", sea(S="g5", N="g6"), _DUEL, refused=True),),
)
MINED = law.sheet(
    "mined",
    fr="Un navire ne passe pas par une case où se trouve une mine adverse.",
    en="A boat cannot pass through a square with an enemy mine on it.",
    examples=(Example("g5-g6", sea(S="g5", N="h14", n="g6"), _DUEL, refused=True),),
)
FISH = law.sheet(
    "fish",
    fr="Un navire peut passer par une case où se trouve sa propre mine, et la récupère du même coup.",
    en="A boat may pass through a square with its own mine on it, and recovers the mine by doing so.",
    examples=(Example("g5-g6", sea(S="g5", N="h14", s="g6"), _DUEL),),
)
PASS = law.sheet(
    "pass",
    fr="On a le droit de passer son tour, mais alors on n'envoie pas de mine.",
    en="A player may pass their turn, but then sends no mine.",
    examples=(Example("pass"),),
)

# -- the mine --------------------------------------------------------------------------------------

DIE = law.sheet(
    "die",
    fr="Le navire avance, puis on jette le dé, puis on mouille une mine à la distance qu'il indique : toujours dans cet ordre.",
    en="The boat sails, then the die is thrown, then a mine is laid at the distance it shows: always in this order.",
    examples=(Example("g1-g2 =3"), Example("g1-g2 g2-g3", refused=True), Example("+g4", refused=True)),
)
LAY = law.sheet(
    "lay",
    fr="La mine, de la couleur du navire, se pose exactement au nombre de cases du dé, en ligne droite dans l'une des huit directions, à partir du navire.",
    en="The mine, of the boat's colour, goes exactly as many squares as the die shows, in a straight line in one of the eight directions, from the boat.",
    examples=(
        Example("g1-g2 =3 +g5"),
        Example("g1-g2 =3 +j5"),
        Example("g1-g2 =3 +g6", refused=True),
        Example("g1-g2 =3 +h4", refused=True),
    ),
)
FLIGHT = law.ruling(
    "flight",
    fr="La mine vole par-dessus tout : navires et mines ne l'arrêtent pas en chemin.",
    en="The mine flies over everything: boats and mines do not stop it on its way.",
    why=Text(
        "La fiche ne parle que de la case où la mine arrive, et les mines y sont « envoyées ».",
        "The sheet speaks only of the square where the mine comes down, and says that mines are sent.",
    ),
    examples=(Example("g4-g5 =3 +g8", sea(S="g4", N="g7", n="g6"), _DUEL),),
)
TAKEN = law.sheet(
    "taken",
    fr="On ne pose pas de mine sur une case déjà minée, par qui que ce soit.",
    en="No mine is laid on a square that is already mined, whoever mined it.",
    examples=(Example("g4-g5 =3 +g8", sea(S="g4", N="h14", n="g8"), _DUEL, refused=True),),
)
SHELTER = law.ruling(
    "shelter",
    fr="On ne mine pas un port, et un navire dans son port ne peut pas être touché.",
    en="A port is never mined, and a boat in its port cannot be hit.",
    why=Text(
        "Un port miné resterait fermé, ou couvrirait le navire qui y revient ; et y renvoyer un navire qui s'y trouve ne change rien.",
        "A mined port would stay shut, or cover the boat that comes back to it; and sending a boat home that is at home changes nothing.",
    ),
    examples=(Example("h10-h11 =3 +h14", sea(S="h10", N="h14"), _DUEL, refused=True),),
)
MUST = law.sheet(
    "must",
    fr="Une fois le dé jeté, la mine doit être posée dès qu'une case le permet ; on ne peut plus passer ni avancer.",
    en="Once the die is thrown the mine must be laid if any square allows it; one can no longer pass or sail.",
    examples=(Example("g1-g2 =3 pass", refused=True), Example("g1-g2 =3 g2-g3", refused=True)),
)
NO_TARGET = law.sheet(
    "no_target",
    fr="On ne pose pas de mine si, à la distance du dé, toutes les cases sont minées, interdites ou hors du plateau : le tour est fini.",
    en="No mine is laid if at the die's distance every square is mined, forbidden or off the board: the turn is over.",
    examples=(Example("g4-g5 =6", sea(S="g4", N="h14", n="g11"), (*_LANE, ("band", "e-j"))),),
)
HIT = law.sheet(
    "hit",
    fr="Un navire adverse sur lequel tombe une mine est touché : il retourne aussitôt à son port de départ.",
    en="An enemy boat on which a mine falls is hit: it goes back to its port at once.",
    examples=(Example("g4-g5 =3 +g8", sea(S="g4", N="g8"), _DUEL),),
)
AGAIN = law.sheet(
    "again",
    fr="La mine qui a touché reste où elle est tombée, et le tireur rejoue aussitôt un tour entier : il avance et jette le dé.",
    en="The mine that hit stays where it fell, and the shooter plays a whole turn again at once, sailing and throwing the die.",
    examples=(Example("g4-g5 =3 +g8", sea(S="g4", N="g8"), _DUEL),),
)
EMPTY = law.sheet(
    "empty",
    fr="Un navire qui n'a plus de mines avance sans jeter le dé, et tâche d'aller repêcher celles qu'il a mouillées.",
    en="A boat with no mines left sails without throwing the die, and tries to fish up mines already laid.",
    examples=(Example("g7-g8", sea(S="g7", N="h14", s=_THIRTY), _DUEL),),
)

# -- the end ---------------------------------------------------------------------------------------

ARRIVAL = law.sheet(
    "arrival",
    fr="Le premier navire qui atteint une de ses cases d'arrivée, sur le rivage d'en face, a gagné ; ses mines restent en place.",
    en="The first boat to reach one of its arrival squares, on the shore opposite, has won; its mines stay in place.",
    examples=(Example("g13-g14", sea(S="g13", N="e5"), _DUEL), Example("g13-g14", sea(S="g13", W="a8", N="e5", E="n7"))),
)
HOME = law.ruling(
    "home",
    fr="Un navire arrivé a fini aussitôt, avant tout jet de dé, et quitte le plateau.",
    en="A boat that has arrived has finished at once, before any throw of the die, and leaves the board.",
    why=Text(
        "Le but est atteint dès que le navire touche le rivage ; resté là, il barrerait la route aux autres.",
        "The aim is reached as soon as the boat touches the shore; if it stayed there it would bar the way for others.",
    ),
    examples=(Example("g13-g14", sea(S="g13", W="a8", N="e5", E="n7")),),
)
LAST = law.sheet(
    "last",
    fr="Les autres continuent pour les places suivantes ; celui qui reste seul en course est dernier.",
    en="The others play on for the next places; whoever remains alone in the race is last.",
    examples=(Example("g13-g14", f"{sea(S='g13', W='c8')} S sail - - N,E"),),
)


def rounds_text(rounds: int = 200) -> Text:
    """The sentence on the number of turns after which a race ends."""
    return Text(
        f"Quand chaque joueur encore en course a eu {counted(rounds, 'tour')} (passer compte, rejouer aussi), les navires en mer se partagent "
        "la meilleure place restante.",
        f"When every player still racing has had {counted(rounds, 'turn')} (passing counts, and so does playing again), the boats at sea "
        "share the best place left.",
    )


def counted(number: int, noun: str) -> str:
    """A number and its noun, in the plural from two on."""
    return f"{number} {noun}{'s' if number > 1 else ''}"


ROUNDS = law.ruling(
    "rounds",
    fr=rounds_text().fr,
    en=rounds_text().en,
    why=Text(
        "Les mines adverses ne disparaissent jamais : un navire peut être muré, et la course ne finirait pas.",
        "Enemy mines never disappear: a boat can be walled in, and the race would never end.",
    ),
    examples=(Example("pass pass", "", (*_DUEL, ("rounds", "1"))),),
)
AGREEMENT = law.ruling(
    "agreement",
    fr="Si tous s'entendent pour arrêter, les navires en mer se partagent la meilleure place restante.",
    en="If all agree to stop, the boats at sea share the best place left.",
    why=Text(
        "Les places déjà gagnées le restent ; entre les autres rien n'est décidé.",
        "Places already won stay won; between the others nothing is decided.",
    ),
    examples=(Example("!agree", f"{sea(S='g9', W='c8', E='k7')} S sail - - N"),),
)
LEAVING = law.ruling(
    "leaving",
    fr=(
        "À trois ou quatre, qui abandonne retire son navire ; ses mines restent et les autres continuent. Il prend la dernière place libre ; "
        "un navire resté seul prend la meilleure. Si c'était son tour, le suivant joue."
    ),
    en=(
        "With three or four players, whoever gives up takes their boat away; its mines stay and the others play on. The leaver gets the "
        "last free place; a boat left alone takes the best one. If it was the leaver's turn, the next one plays."
    ),
    why=Text(
        "Un départ ne doit ni gâcher la course des autres ni rapporter une place.",
        "A departure should neither spoil the others' race nor earn a place.",
    ),
    examples=(Example("!withdraw:1"), Example("!withdraw:0 !withdraw:1", "", _THREE)),
)

# -- two players -----------------------------------------------------------------------------------


def facing_text(one: Text, other: Text) -> Text:
    """The sentence on who sails what in game A."""
    return Text(
        f"Partie A : un joueur a les navires {one.fr}, l'autre {other.fr} ; chaque navire a ses trente mines, à sa couleur.",
        f"Game A: one player has the boats {one.en}, the other {other.en}; each boat has its thirty mines, of its own colour.",
    )


_FACING = facing_text(Text("Sud et Nord", "South and North"), Text("Ouest et Est", "West and East"))
FACING = law.ruling(
    "facing",
    fr=_FACING.fr,
    en=_FACING.en,
    why=Text(
        "La fiche laisse le choix des deux navires : face à face, ou côte à côte si la table préfère, les deux joueurs ont la même "
        "traversée. Elle compte trente mines par navire, et la mine a la couleur du bateau.",
        "The sheet leaves the choice of the two boats: facing one another, or side by side if the table prefers, both players have the "
        "same crossing. It counts thirty mines to a boat, and a mine has the colour of the boat.",
    ),
    examples=(Example(options=_PAIRS),),
)
PAIR = law.sheet(
    "pair",
    fr="Partie A : à chaque tour, et aussi quand on rejoue après avoir touché, on avance l'un ou l'autre de ses deux navires. Chacun peut repêcher les mines de l'autre, qui retournent à la réserve de leur couleur.",
    en="Game A: each turn, and also when playing again after a hit, a player sails one or the other of their two boats. Each may fish up the other's mines, which go back to the stock of their colour.",
    examples=(Example("g5-g6", sea(S="g5", W="a8", N="c9", E="n7", n="g6"), _PAIRS),),
)
PAIR_MINE = law.ruling(
    "pair_mine",
    fr="Partie A : la mine part du navire qui vient d'avancer, et ne se pose pas sur l'autre navire de la paire.",
    en="Game A: the mine leaves from the boat that has just sailed, and is not laid on the other boat of the pair.",
    why=Text(
        "La fiche mesure à partir du navire que l'on joue, et l'on ne coule que des adversaires.",
        "The sheet measures from the boat one plays, and only opponents are sunk.",
    ),
    examples=(
        Example("g4-g5 =3 +g8", sea(S="g4", W="a8", N="g8", E="n7"), _PAIRS, refused=True),
        Example("g1-g2 =3 +h11", "", _PAIRS, refused=True),
    ),
)
PAIR_HOME = law.ruling(
    "pair_home",
    fr="Partie A : le premier navire arrivé fait gagner son joueur.",
    en="Game A: the first boat to arrive wins for its player.",
    why=Text(
        "La fiche ne change rien au but : le premier navire sur le rivage gagne.",
        "The sheet changes nothing in the aim: the first boat on the shore wins.",
    ),
    examples=(Example("g13-g14", sea(S="g13", W="a8", N="e5", E="n7"), _PAIRS),),
)
DUEL = law.sheet(
    "duel",
    fr="Partie B : chaque joueur a un seul navire, et les deux partent l'un en face de l'autre, Sud et Nord.",
    en="Game B: each player has one boat, and the two start opposite one another, South and North.",
    examples=(Example(options=_DUEL),),
)
LANE = law.sheet(
    "lane",
    fr="Partie C : comme la partie B, mais sur la seule partie de la mer que bordent les traits gras.",
    en="Game C: like game B, but only on the part of the sea between the bold lines.",
    examples=(Example(options=_LANE),),
)


def band_text(first: str = "d", last: str = "k") -> Text:
    """The sentence on the files of the short duel."""
    return Text(
        f"Partie C : la bande s'étend de la colonne {first} à la colonne {last}. Hors d'elle on n'avance pas, on ne mine pas, on n'arrive pas.",
        f"Game C: the band stretches from file {first} to file {last}. Outside it nobody sails, mines or arrives.",
    )


BAND = law.ruling(
    "band",
    fr=band_text().fr,
    en=band_text().en,
    why=Text(
        "La figure est perdue ; une bande centrée de huit colonnes contient les deux ports et garde de la place pour se croiser.",
        "The figure is lost; a centred band of eight files holds both ports and leaves room to pass one another.",
    ),
    examples=(
        Example("d5-c5", sea(S="d5", N="h14"), _LANE, refused=True),
        Example("f4-f5 =3 +c5", sea(S="f4", N="h14"), _LANE, refused=True),
    ),
)

# -- teams -----------------------------------------------------------------------------------------

TEAMS = law.ruling(
    "teams",
    fr="Par équipes : à quatre, les joueurs face à face sont partenaires, Sud et Nord contre Ouest et Est, chacun avec son navire et ses trente mines.",
    en="In teams: with four players, those opposite are partners, South and North against West and East, each with their own boat and thirty mines.",
    why=Text(
        "La fiche ne connaît pas ce jeu, que ses quatre côtés appellent ; les partenaires alternent avec les adversaires.",
        "The sheet does not know this game, which its four sides call for; partners alternate with opponents.",
    ),
    examples=(Example(options=_TEAMS),),
)
TEAM_MINE = law.ruling(
    "team_mine",
    fr="Par équipes : on passe par les mines de son partenaire, qui retournent à la réserve du navire dont elles ont la couleur.",
    en="In teams: a boat may pass through its partner's mines, which go back to the stock of the boat whose colour they bear.",
    why=Text(
        "Comme dans la partie A, la paire ne se gêne pas ; mais chacun garde ses propres mines.",
        "As in game A a pair is not in its own way; but each keeps their own mines.",
    ),
    examples=(Example("g5-g6", sea(S="g5", W="a8", N="c9", E="n7", n="g6"), _TEAMS),),
)
TEAM_BOAT = law.ruling(
    "team_boat",
    fr="Par équipes : on ne pose pas de mine sur le navire de son partenaire.",
    en="In teams: no mine is laid on one's partner's boat.",
    why=Text(
        "On ne coule que des adversaires ; sinon on pourrait se tirer dessus pour rejouer.",
        "Only opponents are sunk; else one could fire at a friend in order to play again.",
    ),
    examples=(Example("g4-g5 =3 +g8", sea(S="g4", W="a8", N="g8", E="n7"), _TEAMS, refused=True),),
)
TEAM_HOME = law.ruling(
    "team_home",
    fr="Par équipes : une équipe a gagné quand ses deux navires sont arrivés ; qui est arrivé ne joue plus. Si la partie s'arrête avant, les équipes sont à égalité.",
    en="In teams: a team has won when both its boats have arrived; whoever has arrived no longer plays. If the game stops before that, the teams are level.",
    why=Text("Une équipe arrive ensemble : un seul navire au port ne suffit pas.", "A team arrives together: one boat home is not enough."),
    examples=(Example("g13-g14", f"{sea(S='g13', W='c8', E='k7')} S sail - - N", _TEAMS),),
)
TEAM_LEFT = law.ruling(
    "team_left",
    fr="Par équipes : si un joueur encore en mer abandonne, l'autre équipe a gagné.",
    en="In teams: if a player still at sea gives up, the other team has won.",
    why=Text("Son équipe ne peut plus amener ses deux navires.", "Their team can no longer bring both its boats home."),
    examples=(Example("!withdraw:1", "", _TEAMS),),
)
