"""Texts that several groups of commands share: the command line itself, its arguments, files and refusals."""

from tablier.core.text import Text

HELP_TABLIER = Text(
    "Des jeux de plateau du monde entier, avec leurs vraies règles. Sans commande : la collection.",
    "Board games from around the world, with their real rules. Without a command: the collection.",
)
HELP_COMPLETION = Text(
    "Pour que TAB complète les commandes : source <(tablier completion bash) dans ~/.bashrc (ou zsh, fish).",
    "For TAB to complete commands: source <(tablier completion bash) in ~/.bashrc (or zsh, fish).",
)
NO_CLIENT = Text(
    "Il manque « {package} » : pip install 'tablier[cli,client]'.", "“{package}” is missing: pip install 'tablier[cli,client]'."
)
OPT_FOLDER = Text(
    "Où garder les parties (par défaut dans le dossier de l'utilisateur).", "Where to keep the games (by default in the user's folder)."
)
OPT_DATABASE = Text(
    "Base de données, par exemple postgresql+asyncpg://… (par défaut SQLite dans le dossier).",
    "Database, for example postgresql+asyncpg://… (by default SQLite in the folder).",
)
META_GAME = Text("JEU", "GAME")
META_OPTION = Text("NOM=VALEUR", "NAME=VALUE")
META_POSITION = Text("POSITION", "POSITION")
META_FILE = Text("FICHIER", "FILE")
META_SHELL = Text("SHELL", "SHELL")
ARG_SHELL = Text("bash, zsh ou fish.", "bash, zsh or fish.")
META_FOLDER = Text("DOSSIER", "FOLDER")
META_ADDRESS = Text("ADRESSE", "ADDRESS")
ARG_GAME = Text("Le jeu, comme « tablier » le nomme.", "The game, as 'tablier' names it.")
ARG_GAME_STUDIED = Text(
    "Le jeu, comme « tablier » le nomme, ou le fichier d'une partie ; on peut l'omettre avec --record.",
    "The game, as 'tablier' names it, or the file of a record; may be left out with --record.",
)
ARG_RECORD = Text(
    "Une partie enregistrée, texte, JSON, PGN ou PDN ; « - » lit l'entrée standard.",
    "A recorded game, text, JSON, PGN or PDN; '-' reads standard input.",
)
OPT_LANG = Text("La langue ; sinon celle de LC_ALL, LC_MESSAGES ou LANG.", "The language; else that of LC_ALL, LC_MESSAGES or LANG.")
OPT_HELP = Text("Montrer cette page.", "Show this page.")
OPT_VERSION = Text("Afficher la version.", "Show the version.")
OPT_OPTION = Text("Une option du jeu ; peut se répéter.", "An option of the game; may be repeated.")
OPT_POSITION = Text("La position, en texte ; sinon celle du début.", "The position, as text; else the opening.")
OPT_JSON = Text("Écrire du JSON.", "Write JSON.")
OPT_PLY = Text("Seulement la position après N coups.", "Only the position after N moves.")
OPT_NUMBER = Text("Laquelle des parties d'un fichier (1).", "Which game of a file (1).")
OPT_RECORD = Text("Une partie enregistrée, au lieu d'une position.", "A recorded game, instead of a position.")
OPT_SECONDS = Text("Combien de secondes chercher ; deux par défaut.", "How many seconds to search; two by default.")
OPT_NODES = Text("Combien de nœuds (ou de parties simulées) au plus.", "How many nodes (or simulated games) at most.")
OPT_DEPTH = Text("Combien de coups à l'avance au plus.", "How many moves ahead at most.")
OPT_GAMES = Text("Combien de parties ; sinon cent.", "How many games; else a hundred.")
OPT_WORKERS = Text("Combien de parties à la fois ; sinon une par cœur.", "How many games at a time; else one for each core.")
OPT_RAY = Text(
    "L'adresse d'une grappe Ray, pour répartir le travail sur plusieurs machines.",
    "The address of a Ray cluster, to share the work among several machines.",
)
OPT_SELF_NODES = Text("Combien de nœuds par coup dans ces parties.", "How many nodes per move in these games.")
OPT_PROOF_NODES = Text(
    "Combien de nœuds par coup dans la rencontre avec le moteur actuel.", "How many nodes per move in the match against the present engine."
)
OPT_MATCH_SEED = Text("La graine des ouvertures.", "The seed of the openings.")
OPT_RESULTS = Text(
    "Où écrire les résultats et les parties ; sinon sous bench/results (les parties de tune sous .arena).",
    "Where to write the results and the games; else below bench/results (the games of tune below .arena).",
)
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
OPTION_NEEDS_VALUE = Text("L'option {name} demande une valeur.", "The option {name} needs a value.")
ONE_OF = Text("Il y a : {values}.", "There are: {values}.")
AT_LEAST = Text("Il faut un nombre à partir de {low}.", "It must be a number from {low} up.")
BETWEEN = Text("Il faut un nombre de {low} à {high}.", "It must be a number from {low} to {high}.")
BAD_VALUE = Text("« {value} » ne convient pas à {name}.", "'{value}' does not suit {name}.")
BAD_LINE = Text("Cette ligne est incompréhensible : {reason}", "This line makes no sense: {reason}")
COLLECTION = Text("Tablier : la collection", "Tablier: the collection")
PLAYERS = Text("{number} joueurs", "{number} players")
WHAT_NEXT = Text(
    "Pour jouer : tablier play {game}. Pour lire les règles : tablier rules {game}. Tout le reste : tablier --help.",
    "To play: tablier play {game}. To read the rules: tablier rules {game}. Everything else: tablier --help.",
)
KIND_SHEET = Text("fiche", "sheet")
KIND_RULING = Text("décision", "ruling")
KIND_NOTE = Text("usage commun", "common usage")
CHANCE = Text("Le dé", "The die")
SEMICOLON = Text(" ; ", "; ")
NAMED = Text("{name} : {value}", "{name}: {value}")
REFUSED = Text("{move} est refusé.", "{move} is refused.")
INSTEAD = Text("Possible : {moves}", "Possible: {moves}")
SEEN_ON = Text("Voir {cells}.", "See {cells}.")
GOES_ON_FROM_HERE = Text("Interrompu. La même commande reprendra où l'on en était.", "Interrupted. The same command will go on from here.")
INTERRUPTED = Text("{who} est interrompu, et jouerait {move}.", "{who} was interrupted, and would play {move}.")
ALREADY_OVER = Text("La partie est finie.", "The game is over.")
NO_FILE_NAME = Text("Il manque un nom de fichier.", "A file name is missing.")
NO_SUCH_FILE = Text("Il n'y a pas de fichier {file}.", "There is no file {file}.")
IS_FOLDER = Text("{file} est un dossier, pas un fichier.", "{file} is a folder, not a file.")
NOT_ALLOWED = Text("{file} n'est pas accessible : le système le refuse.", "{file} cannot be accessed: the system refuses.")
FILE_TROUBLE = Text("{file} : le système répond « {reason} ».", "{file}: the system answers '{reason}'.")
NOT_TEXT = Text("{file} n'est pas un texte en UTF-8.", "{file} is not a text in UTF-8.")
NOT_WRITTEN_SO = Text(
    "Une partie de {game} ne s'écrit pas au format {format} ; formats possibles : {formats}.",
    "A game of {game} cannot be written as {format}; possible formats: {formats}.",
)
NO_SUCH_GAME = Text(
    "Il n'y a pas de partie {number} dans {file} ; parties trouvées : {games}.",
    "There is no game {number} in {file}; games found there: {games}.",
)
OPTION_FORM = Text("« {word} » : une option s'écrit nom=valeur.", "'{word}': an option is written name=value.")
OPTIONS_OF_RECORD = Text(
    "Une partie enregistrée par Tablier garde ses propres options : --option ne va pas avec elle.",
    "A game recorded by Tablier keeps its own options: --option does not go with it.",
)
OTHER_GAME = Text("{file} est une partie de {found}, pas de {wanted}.", "{file} is a game of {found}, not of {wanted}.")
STUDY_WHAT = Text(
    "Quelle position ? Nommez un jeu (« tablier » les montre tous), ou une partie avec --record.",
    "Which position? Name a game ('tablier' shows them all), or a record with --record.",
)
POSITION_OR_RECORD = Text("--position et --record ne vont pas ensemble.", "--position and --record do not go together.")
PLY_WITHOUT_RECORD = Text(
    "--ply choisit un coup d'une partie : ajoutez --record FICHIER.", "--ply chooses a move of a record: add --record FILE."
)
NO_SUCH_PLY = Text("Il n'y a pas de coup {ply} : la partie en a {last}.", "There is no move {ply}: the game has {last}.")
