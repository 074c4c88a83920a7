"""All texts of the terminal, in French and in English. Clauses and names of games come from the games."""

from tablier.core.text import Text

# -- the command line ------------------------------------------------------------------------------

HELP_TABLIER = Text(
    "Des jeux de plateau du monde entier, avec leurs vraies règles. Sans commande : la collection.",
    "Board games from around the world, by their real rules. Without a command: the collection.",
)
HELP_PLAY = Text(
    "Jouer à ce clavier, à plusieurs, contre un moteur ou contre le hasard. Les coups peuvent aussi venir d'un tube (|), un par ligne ; le code de sortie est alors 1 si l'un d'eux a été refusé.",
    "Play at this keyboard, with others, against an engine or against chance. Moves may also be piped in, one per line; the exit code is then 1 if one of them was refused.",
)
HELP_RULES = Text("Lire les règles, clause par clause, avec leurs diagrammes.", "Read the rules, clause by clause, with their diagrams.")
HELP_MOVES = Text("Lister les coups permis d'une position, et où chacun mène.", "List the legal moves of a position, and where each leads.")
HELP_EXPLAIN = Text(
    "Expliquer un coup : ce qu'il fait, clause par clause, ou pourquoi il est refusé.",
    "Explain a move: what it does, clause by clause, or why it is refused.",
)
HELP_PERFT = Text("Compter les suites de coups d'une longueur donnée.", "Count the move sequences of a given length.")
HELP_REPLAY = Text("Rejouer une partie enregistrée, plateau après plateau.", "Replay a recorded game, board after board.")
HELP_CONVERT = Text(
    "Écrire les parties d'un fichier dans un autre format : tablier ou json, et pgn ou pdn pour les jeux qui s'écrivent ainsi. Chaque coup est rejoué ; une partie fautive est signalée et laissée de côté, et le code de sortie est alors 1.",
    "Write the games of a file in another format: tablier or json, and pgn or pdn for the games that are written so. Every move is replayed; a faulty game is told and left out, and the exit code is then 1.",
)
HELP_ANALYSE = Text(
    "Chercher les meilleures suites d'une position ou d'une partie. Ctrl-C montre ce qui est déjà trouvé.",
    "Find the best lines of a position or of a recorded game. Ctrl-C shows what is found already.",
)
HELP_HINT = Text("Conseiller un coup, et dire pourquoi.", "Advise a move, and say why.")
HELP_BENCH = Text(
    "Compter les nœuds de recherches fixes : le même nombre partout, tant que la recherche n'a pas changé.",
    "Count the nodes of fixed searches: the same number everywhere, as long as the search has not changed.",
)
HELP_UCI = Text(
    "Parler UCI sur l'entrée et la sortie, pour les programmes faits pour les échecs.",
    "Speak UCI on the standard streams, for programs made for chess.",
)
HELP_ARENA = Text(
    "Faire jouer des joueurs l'un contre l'autre, partie après partie : level:5, nodes:2000, seconds:0.1, mcts:10000, random, uci:PROGRAMME. Interrompue, la rencontre reprend où elle en était.",
    "Let players meet, game after game: level:5, nodes:2000, seconds:0.1, mcts:10000, random, uci:PROGRAM. Interrupted, a match goes on where it stopped.",
)
HELP_COMPLETION = Text(
    "Pour que TAB complète les commandes : source <(tablier completion bash) dans ~/.bashrc (ou zsh, fish).",
    "For TAB to complete commands: source <(tablier completion bash) in ~/.bashrc (or zsh, fish).",
)
HELP_LADDER = Text("Faire jouer chaque niveau contre celui d'en dessous.", "Let every level meet the one below it.")
HELP_ENDINGS = Text(
    "Les finales exactes : les construire, les lister, demander la valeur d'une position.",
    "Exact endings: build them, list them, ask for the value of a position.",
)
HELP_ENDINGS_BUILD = Text(
    "Construire une finale, et celles où elle mène. Interrompue, la construction reprend où elle en était.",
    "Build an ending, and those it leads to. Interrupted, a build goes on where it stopped.",
)
HELP_ENDINGS_SHOW = Text("Lister les finales qui sont là.", "List the endings that are there.")
HELP_ENDINGS_PROBE = Text(
    "Dire la valeur exacte d'une position, et celle de chaque coup.", "Say the exact value of a position, and of each move."
)
OPT_BUILD_THREADS = Text("Combien de fils (par défaut tous les cœurs).", "How many threads (by default all cores).")
OPT_MEMORY = Text("La mémoire permise (4).", "The memory allowed (4).")
OPT_AGAIN = Text("Reconstruire même ce qui est déjà là.", "Build even what is already there.")
ENDING_PROGRESS = Text("{name} : {layer} demi-coups, {decided} positions", "{name}: {layer} plies, {decided} positions")
ENDING_LINE = Text(
    "{name} ({variant}) : {positions} positions, le plus long gain en {longest} ; {size} ko, {seconds} s",
    "{name} ({variant}): {positions} positions, the longest win in {longest}; {size} kB, {seconds} s",
)
BUILD_INTERRUPTED = Text("Interrompu : la même commande reprend ici.", "Interrupted: the same command goes on from here.")
NO_ENDINGS = Text(
    "Aucune finale de {game} n'est là : « tablier endings build {game} » les construit.",
    "There are no endings of {game}: 'tablier endings build {game}' builds them.",
)
NOT_EXACT = Text(
    "Aucune finale ne connaît {position} ; « tablier endings show {game} » liste celles qui sont là.",
    "No ending knows {position}; 'tablier endings show {game}' lists those that are there.",
)
HELP_BOT = Text(
    "Faire jouer un programme sur un serveur : un niveau, un moteur UCI ou une fonction Python, selon les règles d'un fichier TOML. « tablier bot --example » en montre un.",
    "Let a program play at a server: a level, a UCI engine or a Python function, by the rules of a TOML file. 'tablier bot --example' shows one.",
)
ARG_BOT_FILE = Text("Le fichier TOML du bot.", "The TOML file of the bot.")
OPT_BOT_SERVER = Text("L'adresse du serveur, à la place de celle du fichier.", "The address of the server, instead of the file's.")
OPT_BOT_TOKEN = Text(
    "Le jeton du compte (par défaut celui du fichier, ou TABLIER_TOKEN).",
    "The token of the account (by default the file's, or TABLIER_TOKEN).",
)
OPT_BOT_PLAYER = Text(
    "Qui choisit les coups : level:5, seconds:0.5, uci:PROGRAMME, module:fonction.",
    "What chooses the moves: level:5, seconds:0.5, uci:PROGRAM, module:function.",
)
OPT_BOT_GAMES = Text("S'arrêter après tant de parties.", "Stop after so many games.")
OPT_BOT_EXAMPLE = Text("Montrer un fichier TOML commenté, et rien d'autre.", "Show a commented TOML file, and nothing else.")
BOT_NEEDS_SERVER = Text(
    "Il manque l'adresse du serveur : la ligne server du fichier, ou --server.",
    "The address of the server is missing: the line server of the file, or --server.",
)
BOT_NEEDS_TOKEN = Text(
    "Il manque le jeton du compte : {variable} dans l'environnement, la ligne token du fichier, ou --token.",
    "The token of the account is missing: {variable} in the environment, the line token of the file, or --token.",
)
BOT_NEEDS_PLAYER = Text(
    "Il manque de quoi choisir les coups : la ligne player du fichier, ou --player level:5.",
    "What chooses the moves is missing: the line player of the file, or --player level:5.",
)
BOT_STOPPED = Text("Arrêté ; les parties en cours attendent son retour.", "Stopped; the games in progress wait for its return.")
NO_CLIENT = Text(
    "Il manque « {package} » : pip install 'tablier[cli,client]'.", "“{package}” is missing: pip install 'tablier[cli,client]'."
)
HELP_SERVE = Text("Ouvrir la ludothèque dans le navigateur.", "Open the library in the browser.")
OPT_FOLDER = Text(
    "Où garder les parties (par défaut dans le dossier de l'utilisateur).", "Where to keep the games (by default in the user's folder)."
)
OPT_DATABASE = Text(
    "Base de données, par exemple postgresql+asyncpg://… (par défaut SQLite dans le dossier).",
    "Database, for example postgresql+asyncpg://… (by default SQLite in the folder).",
)
OPT_BUS = Text("redis://… quand plusieurs serveurs partagent les tables.", "redis://… when several servers share the tables.")
OPT_HOST = Text("Adresse d'écoute (127.0.0.1).", "Address to listen on (127.0.0.1).")
OPT_PORT = Text("Port (8000).", "Port (8000).")
OPT_PUBLIC_URL = Text("L'adresse que voient les joueurs, derrière un mandataire.", "The address that players see, behind a proxy.")
OPT_ENGINES = Text(
    "Moteurs à lancer ici (par défaut un cœur de moins que la machine).",
    "Engines to run here (by default one core less than the machine has).",
)
OPT_OPEN = Text("Ouvrir le navigateur.", "Open the browser.")
NO_SERVER = Text("Il manque {package} : pip install 'tablier[server]'.", "{package} is missing: pip install 'tablier[server]'.")
BAD_RATE = Text("{name} : « {given} » n'est pas un nombre de 0 à 1000.", "{name}: '{given}' is not a number from 0 to 1000.")
SERVING = Text(
    "La ludothèque est ouverte : {address} (parties gardées : {kept}). Ctrl-C pour fermer.",
    "The library is open: {address} (games kept: {kept}). Ctrl-C to close.",
)
HELP_TUNE = Text(
    "Trouver de meilleurs poids pour l'évaluation d'un jeu, d'après des parties du moteur contre lui-même, puis les faire jouer contre les anciens.",
    "Find better weights for the evaluation of a game, from games of the engine against itself, then pit them against the old ones.",
)
HELP_TRAIN = Text(
    "Entraîner le petit réseau qui corrige l'évaluation d'un jeu, d'après des parties du moteur contre lui-même, puis le garder s'il gagne.",
    "Train the small network that corrects the evaluation of a game, from games of the engine against itself, and keep it if it wins.",
)
HELP_VERIFY_DICE = Text(
    "Relancer les dés d'une partie enregistrée d'après leur graine, et comparer. Le code de sortie est 3 si un dé ne vient pas de la graine.",
    "Roll the dice of a recorded game again from their seed, and compare. The exit code is 3 if a roll does not come from the seed.",
)
HELP_WORKER = Text(
    "Chercher des coups pour un serveur, d'ici ou d'ailleurs, jusqu'à ce qu'on l'arrête.",
    "Find moves for a server, here or elsewhere, until stopped.",
)
HELP_BACKUP = Text(
    "Copier tout ce qui est gardé dans un fichier, même pendant que l'on joue.",
    "Copy everything that is kept into a file, even while games are played.",
)
HELP_RESTORE = Text("Remettre une sauvegarde dans une base vide.", "Bring a backup back into an empty database.")
HELP_AUDIT = Text(
    "Rejouer toutes les parties gardées d'après les règles d'aujourd'hui, et dire ce qui diffère. Le code de sortie est 3 si quelque chose diffère.",
    "Replay all games that are kept by today's rules, and tell what differs. The exit code is 3 if anything does.",
)

META_GAME = Text("JEU", "GAME")
META_MOVE = Text("COUP", "MOVE")
META_CLAUSE = Text("CLAUSE", "CLAUSE")
META_OPTION = Text("NOM=VALEUR", "NAME=VALUE")
META_POSITION = Text("POSITION", "POSITION")
META_SEAT = Text("PLACE", "SEAT")
META_FILE = Text("FICHIER", "FILE")
META_FORMAT = Text("FORMAT", "FORMAT")
META_NAMES = Text("NOMS", "NAMES")
META_DEPTH = Text("LONGUEUR", "DEPTH")
META_LEVELS = Text("N[,N…]", "N[,N…]")
META_PLAYERS = Text("JOUEUR JOUEUR…", "PLAYER PLAYER…")
META_SHELL = Text("SHELL", "SHELL")
ARG_SHELL = Text("bash, zsh ou fish.", "bash, zsh or fish.")
META_FOLDER = Text("DOSSIER", "FOLDER")

META_SET = Text("FINALE", "SET")
META_GIGABYTES = Text("GO", "GB")
ARG_SET = Text(
    "Une finale par ses pièces, par exemple KR-K ; toutes celles du jeu sans ce mot.",
    "An ending by its men, for example KR-K; all those of the game without this word.",
)
ARG_PROBED = Text("La position, entre guillemets.", "The position, in quotes.")
ARG_GAME = Text("Le jeu, comme « tablier » le nomme.", "The game, as 'tablier' names it.")
ARG_GAME_PLAYED = Text(
    "Le jeu, comme « tablier » le nomme ; on peut l'omettre avec --load.", "The game, as 'tablier' names it; may be left out with --load."
)
ARG_GAME_STUDIED = Text(
    "Le jeu, comme « tablier » le nomme, ou le fichier d'une partie ; on peut l'omettre avec --record.",
    "The game, as 'tablier' names it, or the file of a record; may be left out with --record.",
)
ARG_GAME_BENCHED = Text(
    "Un seul jeu ; sinon tous ceux dont un moteur explore l'arbre.", "One game only; else all whose tree an engine searches."
)
ARG_PLAYERS = Text("Les joueurs, deux au moins.", "The players, two at least.")
ARG_MOVE = Text("Le coup, écrit comme ce jeu l'écrit.", "The move, as this game writes it.")
ARG_DEPTH = Text("Combien de coups.", "How many moves.")
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
OPT_CLAUSE = Text("Une seule clause, par son nom ou son numéro.", "One clause only, by its name or number.")
OPT_BOARDS = Text("Avec ou sans les diagrammes.", "With or without the diagrams.")
OPT_AGAINST = Text(
    "Contre un adversaire qui joue au hasard, à toutes les autres places.", "Against an opponent who moves at random, in all other seats."
)
OPT_LEVEL = Text(
    "Contre un moteur, du niveau 1 (débutant) à 8 (le plus fort), à toutes les autres places ; ou un niveau pour chacune, dans l'ordre.",
    "Against an engine, from level 1 (a beginner) to 8 (the strongest), in all other seats; or a level for each of them, in order.",
)
OPT_SEAT = Text("Votre place, par son nom ou son numéro (0 commence).", "Your seat, by its name or number (0 begins).")
OPT_SEED = Text("La graine du hasard, pour retrouver les mêmes dés.", "The seed of chance, to get the same dice again.")
OPT_LOAD = Text("Reprendre une partie enregistrée.", "Go on with a recorded game.")
OPT_NAMES = Text("Les noms des joueurs, séparés par des virgules.", "The players' names, separated by commas.")
OPT_DIVIDE = Text("Le compte derrière chaque premier coup.", "The count behind each first move.")
OPT_PLY = Text("Seulement la position après N coups.", "Only the position after N moves.")
OPT_STEP = Text("Attendre Entrée entre les coups.", "Wait for Enter between the moves.")
OPT_NUMBER = Text("Laquelle des parties d'un fichier (1).", "Which game of a file (1).")
OPT_TO = Text(
    "Le format : tablier, json, pgn, pdn (par défaut celui que dit le nom après --out, sinon tablier).",
    "The format: tablier, json, pgn, pdn (by default what the name after --out says, else tablier).",
)
OPT_OUT = Text("Écrire dans un fichier plutôt que sur la sortie.", "Write to a file instead of the standard output.")
OPT_RECORD = Text("Une partie enregistrée, au lieu d'une position.", "A recorded game, instead of a position.")
OPT_SECONDS = Text("Combien de secondes chercher ; deux par défaut.", "How many seconds to search; two by default.")
OPT_NODES = Text("Combien de nœuds (ou de parties simulées) au plus.", "How many nodes (or simulated games) at most.")
OPT_DEPTH = Text("Combien de coups à l'avance au plus.", "How many moves ahead at most.")
OPT_LINES = Text("Combien de suites montrer.", "How many lines to show.")
OPT_THREADS = Text("Combien de fils d'exécution.", "How many threads.")
OPT_BENCH_DEPTH = Text("Une autre profondeur que celle de la signature.", "Another depth than that of the signature.")
OPT_GAMES = Text("Combien de parties ; sinon cent, et mille pour un réglage.", "How many games; else a hundred, and a thousand for tuning.")
OPT_LOG = Text("Le journal de la rencontre ; sinon un fichier sous .arena.", "The log of the match; else a file under .arena.")
OPT_SPRT = Text(
    "S'arrêter dès qu'il est clair si le premier joueur est ELO1 plus fort, plutôt que ELO0.",
    "Stop as soon as it is clear whether the first player is ELO1 stronger, rather than ELO0.",
)
OPT_WORKERS = Text("Combien de parties à la fois ; sinon une par cœur.", "How many games at a time; else one for each core.")
OPT_MATCH_SEED = Text("La graine des ouvertures.", "The seed of the openings.")
OPT_LEVELS = Text("Quels niveaux ; sinon tous.", "Which levels; else all.")
OPT_RESULTS = Text(
    "Où écrire ce qui en sort, parties comprises ; sinon dans bench/results, parties dans .arena.",
    "Where to write what comes of it, games included; else in bench/results, games in .arena.",
)
OPT_SELF_NODES = Text("Combien de nœuds par coup dans ces parties.", "How many nodes a move in these games.")
OPT_POSITIONS = Text("Combien de positions à rassembler.", "How many positions to collect.")
OPT_HIDDEN = Text("La taille de la couche cachée, par pas de 32.", "The size of the hidden layer, in steps of 32.")
OPT_EPOCHS = Text("Combien de fois passer sur toutes les positions.", "How often to go over all positions.")
OPT_TEST_GAMES = Text(
    "Combien de parties au plus contre le moteur actuel ; 0 : pas de match.",
    "How many games at most against the present engine; 0: no match.",
)
OPT_PROOF_GAMES = Text("Combien de parties entre nouveaux et anciens poids.", "How many games between new and old weights.")
OPT_PROOF_NODES = Text("Combien de nœuds par coup entre nouveaux et anciens poids.", "How many nodes a move between new and old weights.")
OPT_COMMITMENT = Text(
    "L'empreinte annoncée à la table, si on l'a notée : elle doit être celle du texte.",
    "The commitment announced at the table, if you wrote it down: it must be that of the record.",
)
OPT_SERVER = Text(
    "L'adresse du serveur, par exemple https://jeux.example.org.", "The address of the server, for example https://games.example.org."
)
OPT_TOKEN = Text(
    "Le jeton des moteurs ; sinon celui de TABLIER_WORKER_TOKEN, qui ne paraît pas dans la liste des programmes.",
    "The engines' token; else that of TABLIER_WORKER_TOKEN, which does not show in the list of processes.",
)
OPT_WORKER_NAME = Text("Un nom pour ce moteur ; sinon celui de la machine.", "A name for this engine; else that of the machine.")
OPT_AFTER = Text("Reprendre après cette table.", "Go on after this table.")
META_NAME = Text("NOM", "NAME")
ARG_BACKUP = Text("Le fichier de la sauvegarde.", "The file of the backup.")

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

# -- the collection and the rules ------------------------------------------------------------------

COLLECTION = Text("Tablier : la collection", "Tablier: the collection")
PLAYERS = Text("{number} joueurs", "{number} players")
WHAT_NEXT = Text(
    "Pour jouer : tablier play {game}. Pour lire les règles : tablier rules {game}. Tout le reste : tablier --help.",
    "To play: tablier play {game}. To read the rules: tablier rules {game}. Everything else: tablier --help.",
)
WHICH_GAME = Text("À quel jeu jouer ? (Entrée pour quitter) > ", "Which game? (Enter to leave) > ")
WHICH_PARTNER = Text(
    "Contre un niveau, de {first} à {last} ? (Entrée : à plusieurs au même clavier) > ",
    "Against a level, from {first} to {last}? (Enter: several people at this keyboard) > ",
)
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
HOW_TO_PLAY = Text(
    "Tapez un coup, une case ou « ? » pour les coups permis ; « aide » pour le reste.",
    "Type a move, a square, or '?' for the legal moves; 'help' for the rest.",
)
HOW_TO_CHOOSE = Text(
    "Tapez un coup, son numéro, ou une case pour ne voir que ses coups.", "Type a move, its number, or a square to see only its moves."
)
PROMPT_OVER = Text("Partie finie > ", "Game over > ")
PLAYED = Text("{who} joue {move} : {happened}.", "{who} plays {move}: {happened}.")
PLAYED_QUIETLY = Text("{who} joue {move}.", "{who} plays {move}.")
ROLLED = Text("{happened}.", "{happened}.")
MOVES = Text("Coups permis : {count}", "Legal moves: {count}")
MOVES_BY_CELL = Text(
    "Coups permis : {count}, selon la case où ils commencent (« ? a1 » montre ceux de a1)",
    "Legal moves: {count}, by the square they begin on ('? a1' shows those of a1)",
)
LIST = Text("{items}", "{items}")
GO_ON = Text("Ensuite : {targets}. Entrée seule pour tout reprendre.", "Next: {targets}. Enter alone to start over.")
REFUSED = Text("{move} est refusé.", "{move} is refused.")
INSTEAD = Text("Possible : {moves}", "Possible: {moves}")
SEEN_ON = Text("Voir {cells}.", "See {cells}.")
LEGAL = Text("{move} est permis ({who}).", "{move} is legal ({who}).")
LAST_MOVE = Text("{who} a joué {move} :", "{who} played {move}:")
OVER = Text("La partie est finie.", "The game is over.")
AFTER_END = Text(
    "« sauver FICHIER » enregistre la partie, « annuler » reprend le dernier coup, Entrée quitte.",
    "'save FILE' saves the game, 'undo' takes the last move back, Enter leaves.",
)
THINKS = Text("{who} réfléchit… (Ctrl-C l'interrompt)", "{who} is thinking… (Ctrl-C interrupts)")
INTERRUPTED = Text("{who} est interrompu, et jouerait {move}.", "{who} is interrupted, and would play {move}.")
AND_NOW = Text("Jouer (Entrée), continuer, annuler ou quitter ?", "Play (Enter), continue, undo or quit?")
LOOKS = Text("Le moteur cherche… (Ctrl-C l'interrompt)", "The engine is looking… (Ctrl-C interrupts)")
ADVICE = Text("Conseil à {who} : {move}", "Advice to {who}: {move}")
MORE_RULES = Text("Avec les diagrammes : tablier rules {game}", "With diagrams: tablier rules {game}")
UNDONE = Text("Repris : {moves}", "Taken back: {moves}")
NOTHING_OF_YOURS = Text("Vous n'avez encore rien joué que l'on puisse reprendre.", "You have played nothing yet that could be taken back.")
STOP_WOULD_GIVE = Text("Si tout le monde accepte d'arrêter ici :", "If everyone agrees to stop here:")
STOP_ACCEPT = Text("{who}, d'accord pour arrêter ? (o/n)", "{who}, do you agree to stop? (y/n)")
STOP_DECLINED = Text("{who} refuse : la partie continue.", "{who} declines: the game goes on.")
PLAY_ANYWAY = Text("Attention ! {why} Jouer ce coup quand même ? (o/n)", "Careful! {why} Play this move anyway? (y/n)")
RESIGN_SURE = Text("{who}, abandonner vraiment ? (o/n)", "{who}, really resign? (y/n)")
RESIGNED = Text("{who} abandonne.", "{who} resigns.")
WENT_ON = Text("La partie continue.", "The game goes on.")
ALREADY_OVER = Text("La partie est finie.", "The game is over.")
WHY_WHAT = Text(
    "Pourquoi quoi ? Écrivez un coup après le mot, par exemple un coup que vous croyez permis.",
    "Why what? Write a move after the word, for instance one that you think is legal.",
)
NUMBER_WITHOUT_LIST = Text("Un numéro se choisit dans la liste : tapez d'abord « ? ».", "A number is chosen from the list: type '?' first.")
NUMBER_OUT_OF_LIST = Text(
    "Il n'y a pas de numéro {number} : la liste va de 1 à {last}.", "There is no number {number}: the list goes from 1 to {last}."
)
NO_MOVE_THERE = Text(
    "Aucun coup ne passe par là ({cell}). On peut commencer par : {starts}.",
    "No move goes that way ({cell}). You can begin with: {starts}.",
)
NO_MOVE_FROM = Text("Aucun coup ne commence par « {word} ».", "No move begins with '{word}'.")
NOT_A_CELL = Text("« {word} » n'est ni une case ni un bouton de ce jeu.", "'{word}' is neither a square nor a button of this game.")

HELP_AT_TABLE = Text(
    "Un coup s'écrit, se choisit par son numéro dans la liste « ? », ou se montre case par case (d3, puis d5 ; ou d3 d5). TAB complète.",
    "A move is typed, chosen by its number in the '?' list, or shown square by square (d3, then d5; or d3 d5). TAB completes.",
)
KEYWORDS_HELP = {
    "MOVES": Text("les coups permis, numérotés (aussi « ? » et « ? d3 »)", "the legal moves, numbered (also '?' and '? d3')"),
    "WHY": Text(
        "pourquoi un coup est refusé, ou ce qu'il ferait ; seul : le dernier coup",
        "why a move is refused, or what it would do; alone: the last move",
    ),
    "HINT": Text("un coup à jouer, et pourquoi", "a move to play, and why"),
    "BOARD": Text("revoir le plateau et ce que veulent dire ses signes", "see the board again and what its signs mean"),
    "RULES": Text("les règles, ou une seule clause", "the rules, or a single clause"),
    "UNDO": Text("reprendre le dernier coup", "take the last move back"),
    "STOP": Text(
        "proposer d'arrêter ici : on compte, ou la partie est nulle", "offer to stop here: the pieces are counted, or the game is drawn"
    ),
    "RESIGN": Text("abandonner", "resign"),
    "SAVE": Text("enregistrer la partie dans un fichier", "save the game in a file"),
    "LOAD": Text("reprendre la partie d'un fichier", "go on with the game of a file"),
    "QUIT": Text("quitter la table", "leave the table"),
    "HELP": Text("cette liste", "this list"),
}

# -- files and choices -----------------------------------------------------------------------------

SAVED = Text("Partie enregistrée dans {file} (coups joués : {count}).", "Game saved in {file} (moves played: {count}).")
LOADED = Text("Partie reprise de {file} (coups joués : {count}).", "Game taken up from {file} (moves played: {count}).")
NOT_SAVED = Text("Rien n'a été écrit.", "Nothing was written.")
NOT_KEPT = Text("La partie n'a pas été enregistrée (coups joués : {count}).", "The game was not saved (moves played: {count}).")
REPLACE = Text("{file} existe déjà. Le remplacer ? (o/n)", "{file} exists already. Replace it? (y/n)")
LOSE_CURRENT = Text("La partie en cours n'est pas enregistrée. La quitter ? (o/n)", "This game is not saved. Leave it? (y/n)")
OFFER_TO_SAVE = Text("Enregistrer la partie ? Nom du fichier (Entrée : non) :", "Save the game? File name (Enter: no):")
GOODBYE = Text("À bientôt.", "See you soon.")
NO_FILE_NAME = Text("Il manque un nom de fichier.", "A file name is missing.")
NO_SUCH_FILE = Text("Il n'y a pas de fichier {file}.", "There is no file {file}.")
IS_FOLDER = Text("{file} est un dossier, pas un fichier.", "{file} is a folder, not a file.")
NOT_ALLOWED = Text("{file} n'est pas accessible : le système le refuse.", "{file} cannot be accessed: the system refuses.")
FILE_TROUBLE = Text("{file} : le système répond « {reason} ».", "{file}: the system answers '{reason}'.")
NOT_TEXT = Text("{file} n'est pas un texte en UTF-8.", "{file} is not a text in UTF-8.")
NOT_OURS = Text(
    "{file} existe et n'est pas une partie : rien n'a été écrit.", "{file} exists and is no record of a game: nothing was written."
)
NOT_WRITTEN_SO = Text(
    "Une partie de {game} ne s'écrit pas en {format} ; formats : {formats}.",
    "A game of {game} is not written as {format}; formats: {formats}.",
)
NO_SUCH_FORMAT = Text("« {format} » n'est pas un format ; il y a : {formats}.", "'{format}' is no format; there are: {formats}.")
NO_SUCH_GAME = Text(
    "Il n'y a pas de partie {number} dans {file} : parties trouvées : {games}.",
    "There is no game {number} in {file}: games found there: {games}.",
)
NO_SUCH_GAME_THERE = Text("Il n'y a pas de partie {number} dans {file}.", "There is no game {number} in {file}.")
SEVERAL_GAMES = Text(
    "{file} a plusieurs parties, et un texte {format} n'en garde qu'une : choisissez avec --number N.",
    "{file} has several games, and a {format} text holds one: choose it with --number N.",
)
OPTION_FORM = Text("« {word} » : une option s'écrit nom=valeur.", "'{word}': an option is written name=value.")
PLAY_WHAT = Text(
    "À quoi jouer ? Nommez un jeu (« tablier » les montre tous), ou une partie avec --load.",
    "Play what? Name a game ('tablier' shows them all), or a record with --load.",
)
OPTIONS_OF_RECORD = Text(
    "Une partie enregistrée par Tablier garde ses propres options : --option ne va pas avec elle.",
    "A game recorded by Tablier keeps its own options: --option does not go with it.",
)
OTHER_GAME = Text("{file} est une partie de {found}, pas de {wanted}.", "{file} is a game of {found}, not of {wanted}.")
TOO_MANY_NAMES = Text("{count} noms pour {seats} places.", "{count} names for {seats} seats.")
NO_SUCH_SEAT = Text("Il n'y a pas de place « {seat} » ; il y a : {seats}.", "There is no seat '{seat}'; there are: {seats}.")
SEAT_WITHOUT_OPPONENT = Text(
    "--seat dit où vous jouez contre un adversaire : ajoutez --level 3, ou --against random.",
    "--seat tells where you play against an opponent: add --level 3, or --against random.",
)
LEVEL_OR_RANDOM = Text("--level et --against random ne vont pas ensemble.", "--level and --against random do not go together.")
LEVELS_OF_GAME = Text("Ce jeu a les niveaux {first} à {last}.", "This game has levels {first} to {last}.")
LEVELS_FOR_SEATS = Text(
    "{count} niveaux pour {seats} autres places : donnez-en un seul, ou un pour chacune.",
    "{count} levels for {seats} other seats: give one, or one for each.",
)
STUDY_WHAT = Text(
    "Quelle position ? Nommez un jeu (« tablier » les montre tous), ou une partie avec --record.",
    "Which position? Name a game ('tablier' shows them all), or a record with --record.",
)
POSITION_OR_LOAD = Text("--position et --load ne vont pas ensemble.", "--position and --load do not go together.")
POSITION_OR_RECORD = Text("--position et --record ne vont pas ensemble.", "--position and --record do not go together.")
PLY_WITHOUT_RECORD = Text(
    "--ply choisit un coup d'une partie : ajoutez --record FICHIER.", "--ply chooses a move of a record: add --record FILE."
)

# -- tools -----------------------------------------------------------------------------------------

PERFT_PROGRESS = Text("Premiers coups : {done}/{moves}, suites : {count}…", "First moves: {done}/{moves}, sequences: {count}…")
PERFT_PARTIAL = Text("Interrompu. Comptées jusque-là, longueur {depth} : {count}", "Interrupted. Counted so far, length {depth}: {count}")
STEP_ON = Text("[{done}/{moves}] Entrée pour continuer ", "[{done}/{moves}] Enter to go on ")
REPLAYED = Text("{number}. {who} joue {move} : {happened}", "{number}. {who} plays {move}: {happened}")
NO_SUCH_PLY = Text("Il n'y a pas de coup {ply} : la partie en a {last}.", "There is no move {ply}: the game has {last}.")
GOES_ON = Text("La partie n'est pas finie (coups joués : {moves}).", "The game is not over (moves played: {moves}).")

# -- engines ---------------------------------------------------------------------------------------

NO_ENGINE = Text(
    "Il n'y a pas de moteur ici : installez Tablier avec un compilateur C et sans TABLIER_PURE.",
    "There is no engine here: install Tablier with a C compiler and without TABLIER_PURE.",
)
NO_TREE = Text("Aucun moteur n'explore l'arbre de {game}.", "No engine searches the tree of {game}.")
DIE_NEXT = Text("C'est au tour du dé : il n'y a pas de coup à choisir.", "The die is next: there is no move to choose.")
TO_ACT = Text("{who} joue. Position : {position}", "{who} to play. Position: {position}")
SEARCHED = Text("Profondeur {depth}, {nodes} nœuds, {seconds} s", "Depth {depth}, {nodes} nodes, {seconds} s")
SAMPLED = Text("{nodes} parties simulées, {seconds} s", "{nodes} simulated games, {seconds} s")
PERCENT = Text("{number} %", "{number}%")
WON_IN = Text("gagné ({plies} demi-coups)", "won ({plies} plies)")
LOST_IN = Text("perdu ({plies} demi-coups)", "lost ({plies} plies)")
SIGNATURE = Text("signature", "signature")
LOGGED = Text("Parties dans {file}", "Games in {file}")
MATCH_GOES_ON = Text("Interrompu. La même commande reprendra où l'on en était.", "Interrupted. The same command will go on from here.")
RUNG = Text(
    "{level} contre {below} : {wins} g. {draws} n. {losses} p., {score} % [{low} … {high}]",
    "{level} against {below}: {wins} w. {draws} d. {losses} l., {score}% [{low} … {high}]",
)
RUNG_MISSED = Text(
    "{level} contre {below} : {wins} g. {draws} n. {losses} p., {score} % [{low} … {high}], trop peu",
    "{level} against {below}: {wins} w. {draws} d. {losses} l., {score}% [{low} … {high}], too little",
)
SPRT_FORM = Text("« {word} » : le test s'écrit ELO0,ELO1, par exemple 0,10.", "'{word}': the test is written ELO0,ELO1, for instance 0,10.")
SPRT_FOR_TWO = Text("Le test compare deux joueurs.", "The test compares two players.")
LEVELS_FORM = Text(
    "« {word} » : au moins deux niveaux de {first} à {last}, séparés par des virgules.",
    "'{word}': two levels at least, from {first} to {last}, separated by commas.",
)
TUNING = Text("Parties jouées : {done}/{games}", "Games played: {done}/{games}")
PREDICTED = Text(
    "Erreur de prédiction sur des parties mises à part : {before}, puis {after} (positions : {positions})",
    "Error of prediction on games held back: {before}, then {after} (positions: {positions})",
)
PROVED = Text(
    "Nouveaux poids contre anciens : {wins} g. {draws} n. {losses} p., {score} %, meilleurs à {certainty} % de certitude",
    "New weights against old: {wins} w. {draws} d. {losses} l., {score}%, better with {certainty}% certainty",
)
COLLECTING = Text("Positions rassemblées : {done}/{wanted}", "Positions collected: {done}/{wanted}")
NO_TORCH = Text(
    "L'entraînement a besoin de PyTorch : installez l'extra « train » (pip install 'tablier[train]').",
    "Training needs PyTorch: install the extra 'train' (pip install 'tablier[train]').",
)
NO_PLANES = Text("L'évaluation de {game} n'a pas de réseau.", "The evaluation of {game} has no network.")
EPOCH = Text(
    "Passe {number} : erreur {fitted} ; sur les parties mises à part {held}", "Epoch {number}: loss {fitted}; on games held back {held}"
)
NETWORK_WRITTEN = Text("Réseau écrit dans {file}", "Network written to {file}")
NETWORK_KEPT = Text("Il est plus fort : gardé dans {file}", "It is stronger: kept in {file}")
NETWORK_LEFT = Text("Rien ne prouve qu'il est plus fort : il n'est pas gardé.", "Nothing proves it stronger: it is not kept.")
REPORTED = Text("Rapport dans {file}", "Report in {file}")

# -- dice ------------------------------------------------------------------------------------------

DICE_GOOD = Text(
    "Tous les dés viennent de la graine annoncée (lancers : {rolls}).", "All dice come from the seed that was announced (rolls: {rolls})."
)
ROLL_DIFFERS = Text("Lancer {n} : {told} dans le texte, {drawn} d'après la graine", "Roll {n}: {told} in the record, {drawn} by the seed")
DICE_COMMITMENT = Text(
    "Empreinte (SHA-256 de la graine), à comparer avec celle qui fut annoncée à la table : {commitment}",
    "Commitment (SHA-256 of the seed), to be compared with the one announced at the table: {commitment}",
)
DICE_COMPARED = Text(
    "Empreinte (SHA-256 de la graine) du texte : {commitment}", "Commitment (SHA-256 of the seed) of the record: {commitment}"
)

# -- hosting ---------------------------------------------------------------------------------------

WORKING = Text("Au travail pour {server}. Ctrl-C pour arrêter.", "At work for {server}. Ctrl-C to stop.")
SERVER_FORM = Text(
    "« {server} » : l'adresse d'un serveur commence par http:// ou https://.",
    "'{server}': the address of a server begins with http:// or https://.",
)
TOKEN_MISSING = Text(
    "Il manque le jeton : --token, ou la variable {variable}.", "The token is missing: --token, or the variable {variable}."
)
ROWS_DONE = Text("Lignes : {done}/{rows}", "Rows: {done}/{rows}")
BACKED_UP = Text("Tout est dans {file} (lignes : {rows}).", "Everything is in {file} (rows: {rows}).")
RESTORED = Text("Tout est revenu de {file} (lignes : {rows}).", "Everything is back from {file} (rows: {rows}).")
AUDITING = Text("Tables rejouées : {done}/{tables}", "Tables replayed: {done}/{tables}")
AUDIT_DIFFERS = Text("Table {table}, version {version} : {what}", "Table {table}, version {version}: {what}")
AUDIT_GOES_ON = Text("Interrompu. Pour reprendre : tablier audit --after {last}", "Interrupted. To go on: tablier audit --after {last}")
AUDITED = Text("Tables rejouées : {tables}. Différences : {differences}.", "Tables replayed: {tables}. Differences: {differences}.")
