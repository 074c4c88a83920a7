"""Every word that the terminal says, in French and in English. What the law says comes from the games themselves."""

from tablier.core.text import Text

# -- the command line ------------------------------------------------------------------------------

HELP_TABLIER = Text("Des jeux de plateau, à la lettre de leur fiche. Sans commande : la collection.", "Board games by the letter of their sheets. Without a command: the collection.")
HELP_PLAY = Text("Jouer à ce clavier, à plusieurs ou contre le hasard. Des coups peuvent aussi arriver par un tube, un par ligne ; le code de sortie est alors 1 si l'un d'eux a été refusé.", "Play at this keyboard, with others or against chance. Moves may also be piped in, one a line; the exit code is then 1 if one of them was refused.")
HELP_RULES = Text("Lire les règles, clause par clause, avec leurs diagrammes.", "Read the rules, clause by clause, with their diagrams.")
HELP_MOVES = Text("Lister les coups permis d'une position, et où chacun mène.", "List the legal moves of a position, and where each leads.")
HELP_EXPLAIN = Text("Expliquer un coup : ce qu'il fait, clause par clause, ou pourquoi il est refusé.", "Explain a move: what it does, clause by clause, or why it is refused.")
HELP_PERFT = Text("Compter les suites de coups d'une longueur donnée.", "Count the move sequences of a given length.")
HELP_REPLAY = Text("Rejouer une partie enregistrée, plateau après plateau.", "Replay a recorded game, board after board.")

META_GAME = Text("JEU", "GAME")
META_MOVE = Text("COUP", "MOVE")
META_CLAUSE = Text("CLAUSE", "CLAUSE")
META_OPTION = Text("NOM=VALEUR", "NAME=VALUE")
META_POSITION = Text("POSITION", "POSITION")
META_SEAT = Text("PLACE", "SEAT")
META_FILE = Text("FICHIER", "FILE")
META_NAMES = Text("NOMS", "NAMES")
META_DEPTH = Text("LONGUEUR", "DEPTH")

ARG_GAME = Text("Le jeu, comme « tablier » le nomme.", "The game, as 'tablier' names it.")
ARG_GAME_PLAYED = Text("Le jeu, comme « tablier » le nomme ; on peut l'omettre avec --load.", "The game, as 'tablier' names it; may be left out with --load.")
ARG_MOVE = Text("Le coup, écrit comme ce jeu l'écrit.", "The move, as this game writes it.")
ARG_DEPTH = Text("Combien de coups.", "How many moves.")
ARG_RECORD = Text("Une partie enregistrée, texte ou JSON ; « - » lit l'entrée.", "A recorded game, text or JSON; '-' reads the input.")
OPT_LANG = Text("La langue ; sinon celle de LC_ALL, LC_MESSAGES ou LANG.", "The language; else that of LC_ALL, LC_MESSAGES or LANG.")
OPT_HELP = Text("Montrer cette page.", "Show this page.")
OPT_VERSION = Text("Dire la version.", "Tell the version.")
OPT_OPTION = Text("Une option du jeu ; se répète.", "An option of the game; may be repeated.")
OPT_POSITION = Text("La position, en texte ; sinon celle du début.", "The position, as text; else the opening.")
OPT_JSON = Text("Écrire du JSON.", "Write JSON.")
OPT_CLAUSE = Text("Une seule clause, par son nom ou son numéro.", "One clause only, by its name or number.")
OPT_BOARDS = Text("Avec ou sans les diagrammes.", "With or without the diagrams.")
OPT_AGAINST = Text("Contre un adversaire qui joue au hasard, à toutes les autres places.", "Against an opponent who moves at random, in all other seats.")
OPT_SEAT = Text("Votre place, par son nom ou son numéro (0 commence).", "Your seat, by its name or number (0 begins).")
OPT_SEED = Text("La graine du hasard, pour retrouver les mêmes dés.", "The seed of chance, to get the same dice again.")
OPT_LOAD = Text("Reprendre une partie enregistrée.", "Go on with a recorded game.")
OPT_NAMES = Text("Les noms des joueurs, séparés par des virgules.", "The players' names, separated by commas.")
OPT_DIVIDE = Text("Le compte derrière chaque premier coup.", "The count behind each first move.")
OPT_PLY = Text("Seulement la position après N coups.", "Only the position after N moves.")
OPT_STEP = Text("Attendre Entrée entre les coups.", "Wait for Enter between the moves.")

USAGE = Text("Usage : {line}", "Usage: {line}")
USAGE_OPTIONS = Text("[OPTIONS]", "[OPTIONS]")
USAGE_COMMAND = Text("COMMANDE …", "COMMAND …")
SECTION_ARGUMENTS = Text("Arguments", "Arguments")
SECTION_OPTIONS = Text("Options", "Options")
SECTION_COMMANDS = Text("Commandes", "Commands")
SEE_HELP = Text("Voir : tablier --help", "See: tablier --help")

NO_SUCH_OPTION = Text("L'option {name} n'existe pas.", "There is no option {name}.")
NO_SUCH_COMMAND = Text("La commande « {name} » n'existe pas.", "There is no command '{name}'.")
MISSING = Text("Il manque {name}.", "{name} is missing.")
OPTION_NEEDS_VALUE = Text("L'option {name} veut une valeur.", "The option {name} needs a value.")
BAD_VALUE = Text("« {value} » ne convient pas à {name}.", "'{value}' does not suit {name}.")
BAD_LINE = Text("Cette ligne n'est pas comprise : {reason}", "This line is not understood: {reason}")

# -- the collection and the rules ------------------------------------------------------------------

COLLECTION = Text("Tablier : la collection", "Tablier: the collection")
PLAYERS = Text("{number} joueurs", "{number} players")
WHAT_NEXT = Text("Pour jouer : tablier play {game}. Pour lire les règles : tablier rules {game}. Tout le reste : tablier --help.", "To play: tablier play {game}. To read the rules: tablier rules {game}. All the rest: tablier --help.")
SOURCE = Text("D'après : {source}", "After: {source}")
KIND_SHEET = Text("fiche", "sheet")
KIND_RULING = Text("décision", "ruling")
KIND_NOTE = Text("usage commun", "common usage")
WHY_RULED = Text("Pourquoi : {why}", "Why: {why}")
EXAMPLE_WITH = Text("Avec {options} :", "With {options}:")
EXAMPLE_AFTER = Text("Après {moves} :", "After {moves}:")
EXAMPLE_MOVE = Text("Exemple, {move} : {events}", "Example, {move}: {events}")
EXAMPLE_DECLARED = Text("Exemple : {move}", "Example: {move}")
EXAMPLE_REFUSED = Text("Refusé, {move} : {because}", "Refused, {move}: {because}")
EXAMPLE_END = Text("Fin : {result} ({because})", "End: {result} ({because})")
OPTIONS = Text("Options", "Options")
NO_OPTIONS = Text("Ce jeu n'a pas d'option.", "This game has no options.")
OPTION = Text("{id}={default} (au choix : {values})", "{id}={default} (one of: {values})")
NO_SUCH_CLAUSE = Text("Aucune clause ne s'appelle « {word} » ; il y a : {clauses}.", "No clause is called '{word}'; there are: {clauses}.")

# -- at the table ----------------------------------------------------------------------------------

CHANCE = Text("Le dé", "The die")
DONE = Text("fini", "done")
SEMICOLON = Text(" ; ", "; ")
NAMED = Text("{name} : {value}", "{name}: {value}")
PLAYED_WITH = Text("Options : {options}", "Options: {options}")
HOW_TO_PLAY = Text("Tapez un coup, une case ou « ? » pour les coups permis ; « aide » pour le reste.", "Type a move, a cell, or '?' for the legal moves; 'help' for the rest.")
HOW_TO_CHOOSE = Text("Tapez un coup, son numéro, ou une case pour n'en garder que les coups.", "Type a move, its number, or a cell to keep only its moves.")
PROMPT_OVER = Text("Partie finie > ", "Game over > ")
PLAYED = Text("{who} joue {move} : {happened}.", "{who} plays {move}: {happened}.")
PLAYED_QUIETLY = Text("{who} joue {move}.", "{who} plays {move}.")
ROLLED = Text("{happened}.", "{happened}.")
MOVES = Text("Coups permis : {count}", "Legal moves: {count}")
MOVES_BY_CELL = Text("Coups permis : {count}, selon la case où ils commencent (« ? a1 » montre ceux de a1)", "Legal moves: {count}, by the cell they begin with ('? a1' shows those of a1)")
LIST = Text("{items}", "{items}")
GO_ON = Text("Ensuite : {targets}. Entrée seule pour tout reprendre.", "Next: {targets}. Enter alone to start over.")
REFUSED = Text("{move} est refusé.", "{move} is refused.")
INSTEAD = Text("Possible : {moves}", "Possible: {moves}")
SEEN_ON = Text("Voir {cells}.", "See {cells}.")
LEGAL = Text("{move} est permis ({who}).", "{move} is legal ({who}).")
LAST_MOVE = Text("{who} a joué {move} :", "{who} played {move}:")
OVER = Text("La partie est finie.", "The game is over.")
AFTER_END = Text("« sauver FICHIER » garde la partie, « annuler » reprend le dernier coup, Entrée quitte.", "'save FILE' keeps the game, 'undo' takes the last move back, Enter leaves.")
MORE_RULES = Text("Avec les diagrammes : tablier rules {game}", "With diagrams: tablier rules {game}")
UNDONE = Text("Repris : {moves}", "Taken back: {moves}")
NOTHING_OF_YOURS = Text("Vous n'avez encore rien joué que l'on puisse reprendre.", "You have played nothing yet that could be taken back.")
STOP_WOULD_GIVE = Text("Si tous acceptent d'arrêter ici :", "If all agree to stop here:")
STOP_ACCEPT = Text("{who}, d'accord pour arrêter ? (o/n)", "{who}, do you agree to stop? (y/n)")
STOP_DECLINED = Text("{who} refuse : la partie continue.", "{who} declines: the game goes on.")
RESIGN_SURE = Text("{who}, abandonner vraiment ? (o/n)", "{who}, really resign? (y/n)")
RESIGNED = Text("{who} abandonne.", "{who} resigns.")
WENT_ON = Text("La partie continue.", "The game goes on.")
ALREADY_OVER = Text("La partie est finie.", "The game is over.")
WHY_WHAT = Text("Pourquoi quoi ? Écrivez un coup après le mot, par exemple un coup que vous croyez permis.", "Why what? Write a move after the word, for instance one that you think is legal.")
NUMBER_WITHOUT_LIST = Text("Un numéro se choisit dans la liste : tapez d'abord « ? ».", "A number is chosen from the list: type '?' first.")
NUMBER_OUT_OF_LIST = Text("Il n'y a pas de numéro {number} : la liste va de 1 à {last}.", "There is no number {number}: the list goes from 1 to {last}.")
NO_MOVE_THERE = Text("Aucun coup ne passe par là ({cell}). On peut commencer par : {starts}.", "No move goes that way ({cell}). One can begin with: {starts}.")
NO_MOVE_FROM = Text("Aucun coup ne commence par « {word} ».", "No move begins with '{word}'.")
NOT_A_CELL = Text("« {word} » n'est ni une case ni un bouton de ce jeu.", "'{word}' is neither a cell nor a button of this game.")

HELP_AT_TABLE = Text("Un coup s'écrit, se choisit par son numéro dans la liste « ? », ou se montre case par case (d3, puis d5 ; ou d3 d5). TAB complète.", "A move is written, chosen by its number in the '?' list, or shown cell by cell (d3, then d5; or d3 d5). TAB completes.")
ORDERS_HELP = {
    "MOVES": Text("les coups permis, numérotés (aussi « ? » et « ? d3 »)", "the legal moves, numbered (also '?' and '? d3')"),
    "WHY": Text("pourquoi un coup est refusé, ou ce qu'il ferait ; seul : le dernier coup", "why a move is refused, or what it would do; alone: the last move"),
    "BOARD": Text("revoir le plateau et ce que veulent dire ses signes", "see the board again and what its signs mean"),
    "RULES": Text("les règles, ou une seule clause", "the rules, or a single clause"),
    "UNDO": Text("reprendre le dernier coup", "take the last move back"),
    "STOP": Text("proposer d'arrêter ici et de compter", "propose to stop here and count"),
    "RESIGN": Text("abandonner", "give up"),
    "SAVE": Text("garder la partie dans un fichier", "keep the game in a file"),
    "LOAD": Text("reprendre la partie d'un fichier", "go on with the game of a file"),
    "QUIT": Text("quitter la table", "leave the table"),
    "HELP": Text("cette liste", "this list"),
}

# -- files and choices -----------------------------------------------------------------------------

SAVED = Text("Partie gardée dans {file} (coups joués : {count}).", "Game kept in {file} (moves played: {count}).")
LOADED = Text("Partie reprise de {file} (coups joués : {count}).", "Game taken up from {file} (moves played: {count}).")
NOT_SAVED = Text("Rien n'a été écrit.", "Nothing was written.")
NOT_KEPT = Text("La partie n'a pas été gardée (coups joués : {count}).", "The game was not kept (moves played: {count}).")
REPLACE = Text("{file} existe déjà. Le remplacer ? (o/n)", "{file} exists already. Replace it? (y/n)")
LOSE_CURRENT = Text("La partie en cours n'est pas gardée. La quitter ? (o/n)", "The present game is not kept. Leave it? (y/n)")
OFFER_TO_SAVE = Text("Garder la partie ? Nom du fichier (Entrée : non) :", "Keep the game? File name (Enter: no):")
GOODBYE = Text("À bientôt.", "See you soon.")
NO_FILE_NAME = Text("Il manque un nom de fichier.", "A file name is missing.")
NO_SUCH_FILE = Text("Il n'y a pas de fichier {file}.", "There is no file {file}.")
IS_FOLDER = Text("{file} est un dossier, pas un fichier.", "{file} is a folder, not a file.")
NOT_ALLOWED = Text("{file} n'est pas accessible : le système le refuse.", "{file} cannot be accessed: the system refuses.")
FILE_TROUBLE = Text("{file} : le système répond « {reason} ».", "{file}: the system answers '{reason}'.")
NOT_TEXT = Text("{file} n'est pas un texte en UTF-8.", "{file} is not a text in UTF-8.")
NOT_OURS = Text("{file} existe et n'est pas une partie : rien n'a été écrit.", "{file} exists and is no record of a game: nothing was written.")
OPTION_FORM = Text("« {word} » : une option s'écrit nom=valeur.", "'{word}': an option is written name=value.")
PLAY_WHAT = Text("À quoi jouer ? Nommez un jeu (« tablier » les montre tous), ou une partie avec --load.", "Play what? Name a game ('tablier' shows them all), or a record with --load.")
OPTIONS_OF_RECORD = Text("Une partie enregistrée garde ses propres options : --option ne va pas avec --load.", "A recorded game keeps its own options: --option does not go with --load.")
OTHER_GAME = Text("{file} est une partie de {found}, pas de {wanted}.", "{file} is a game of {found}, not of {wanted}.")
TOO_MANY_NAMES = Text("{count} noms pour {seats} places.", "{count} names for {seats} seats.")
NO_SUCH_SEAT = Text("Il n'y a pas de place « {seat} » ; il y a : {seats}.", "There is no seat '{seat}'; there are: {seats}.")
SEAT_WITHOUT_OPPONENT = Text("--seat dit où vous jouez contre un adversaire : ajoutez --against random.", "--seat tells where you play against an opponent: add --against random.")

# -- tools -----------------------------------------------------------------------------------------

PERFT_PROGRESS = Text("Premiers coups : {done}/{moves}, suites : {count}…", "First moves: {done}/{moves}, sequences: {count}…")
PERFT_PARTIAL = Text("Interrompu. Comptées jusque-là, longueur {depth} : {count}", "Interrupted. Counted so far, length {depth}: {count}")
STEP_ON = Text("[{done}/{moves}] Entrée pour continuer ", "[{done}/{moves}] Enter to go on ")
REPLAYED = Text("{number}. {who} joue {move} : {happened}", "{number}. {who} plays {move}: {happened}")
NO_SUCH_PLY = Text("Il n'y a pas de coup {ply} : la partie en a {last}.", "There is no move {ply}: the game has {last}.")
GOES_ON = Text("La partie n'est pas finie (coups joués : {moves}).", "The game is not over (moves played: {moves}).")
