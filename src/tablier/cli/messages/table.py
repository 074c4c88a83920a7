"""Texts of the table and of the rules: play, rules, moves, explain, replay, convert, perft."""

from tablier.core.text import Text

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
    "Write the games of a file in another format: tablier or json, and pgn or pdn for the games that have one. Every move is replayed; a faulty game is reported and left out, and the exit code is then 1.",
)
META_MOVE = Text("COUP", "MOVE")
META_CLAUSE = Text("CLAUSE", "CLAUSE")
META_SEAT = Text("PLACE", "SEAT")
META_FORMAT = Text("FORMAT", "FORMAT")
META_NAMES = Text("NOMS", "NAMES")
META_DEPTH = Text("LONGUEUR", "DEPTH")
META_LEVELS = Text("N[,N…]", "N[,N…]")
ARG_GAME_PLAYED = Text(
    "Le jeu, comme « tablier » le nomme ; on peut l'omettre avec --load.", "The game, as 'tablier' names it; may be left out with --load."
)
ARG_MOVE = Text("Le coup, écrit comme ce jeu l'écrit.", "The move, as this game writes it.")
ARG_DEPTH = Text("Combien de coups.", "How many moves.")
OPT_CLAUSE = Text("Une seule clause, par son nom ou son numéro.", "One clause only, by its name or number.")
OPT_BOARDS = Text("Avec ou sans les diagrammes.", "With or without the diagrams.")
OPT_AGAINST = Text(
    "Contre un adversaire qui joue au hasard, à toutes les autres places.", "Against an opponent who moves at random, in all other seats."
)
OPT_LEVEL = Text(
    "Contre un moteur, du niveau 1 (débutant) à 8 (le plus fort), à toutes les autres places ; ou un niveau pour chacune, dans l'ordre. Leur Elo est dit au début de la partie.",
    "Against an engine, from level 1 (a beginner) to 8 (the strongest), in all other seats; or a level for each of them, in order. Their Elo is told as the game begins.",
)
OPT_SEAT = Text("Votre place, par son nom ou son numéro (0 commence).", "Your seat, by its name or number (0 begins).")
OPT_SEED = Text("La graine du hasard, pour retrouver les mêmes dés.", "The seed of chance, to get the same dice again.")
OPT_LOAD = Text("Reprendre une partie enregistrée.", "Resume a recorded game.")
OPT_NAMES = Text("Les noms des joueurs, séparés par des virgules.", "The players' names, separated by commas.")
OPT_DIVIDE = Text("Le compte derrière chaque premier coup.", "The count behind each first move.")
OPT_STEP = Text("Attendre Entrée entre les coups.", "Wait for Enter between the moves.")
OPT_TO = Text(
    "Le format : tablier, json, pgn, pdn (par défaut celui que dit le nom après --out, sinon tablier).",
    "The format: tablier, json, pgn, pdn (by default what the name after --out says, else tablier).",
)
OPT_OUT = Text("Écrire dans un fichier plutôt que sur la sortie.", "Write to a file instead of the standard output.")
WHICH_GAME = Text("À quel jeu jouer ? (Entrée pour quitter) > ", "Which game? (Enter to leave) > ")
ELO_OF_LEVELS = Text("Les niveaux, avec leur Elo : {levels}", "The levels, with their Elo: {levels}")
WHICH_PARTNER = Text(
    "Contre un niveau, de {first} à {last} ? (Entrée : à plusieurs au même clavier) > ",
    "Against a level, from {first} to {last}? (Enter: several people at this keyboard) > ",
)
SOURCE = Text("D'après : {source}", "Source: {source}")
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
DONE = Text("fini", "done")
PLAYED_AGAINST = Text("Contre : {levels}", "Against: {levels}")
LEVEL = Text("niveau {level}", "level {level}")
LEVEL_WITH_ELO = Text("niveau {level} (Elo {elo})", "level {level} (Elo {elo})")
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
LEGAL = Text("{move} est permis ({who}).", "{move} is legal ({who}).")
LAST_MOVE = Text("{who} a joué {move} :", "{who} played {move}:")
OVER = Text("La partie est finie.", "The game is over.")
AFTER_END = Text(
    "« sauver FICHIER » enregistre la partie, « annuler » reprend le dernier coup, Entrée quitte.",
    "'save FILE' saves the game, 'undo' takes the last move back, Enter leaves.",
)
THINKS = Text("{who} réfléchit… (Ctrl-C l'interrompt)", "{who} is thinking… (Ctrl-C interrupts)")
AND_NOW = Text("Jouer (Entrée), continuer, annuler ou quitter ?", "Play (Enter), continue, undo or quit?")
LOOKS = Text("Le moteur cherche… (Ctrl-C l'interrompt)", "The engine is looking… (Ctrl-C interrupts)")
ADVICE = Text("Conseil pour {who} : {move}", "Hint for {who}: {move}")
MORE_RULES = Text("Avec les diagrammes : tablier rules {game}", "With diagrams: tablier rules {game}")
UNDONE = Text("Repris : {moves}", "Taken back: {moves}")
NOTHING_OF_YOURS = Text(
    "Vous n'avez encore rien joué que l'on puisse reprendre.", "You have not played anything yet that could be taken back."
)
STOP_WOULD_GIVE = Text("Si tout le monde accepte d'arrêter ici :", "If everyone agrees to stop here:")
STOP_ACCEPT = Text("{who}, d'accord pour arrêter ? (o/n)", "{who}, do you agree to stop? (y/n)")
STOP_DECLINED = Text("{who} refuse : la partie continue.", "{who} declines: the game goes on.")
PLAY_ANYWAY = Text("Attention ! {why} Jouer ce coup quand même ? (o/n)", "Careful! {why} Play this move anyway? (y/n)")
RESIGN_SURE = Text("{who}, abandonner vraiment ? (o/n)", "{who}, really resign? (y/n)")
RESIGNED = Text("{who} abandonne.", "{who} resigns.")
WENT_ON = Text("La partie continue.", "The game goes on.")
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
    "SAVE": Text("enregistrer la partie dans un fichier", "save the game to a file"),
    "LOAD": Text("reprendre la partie d'un fichier", "resume a game from a file"),
    "QUIT": Text("quitter la table", "leave the table"),
    "HELP": Text("cette liste", "this list"),
}
SAVED = Text("Partie enregistrée dans {file} (coups joués : {count}).", "Game saved to {file} (moves played: {count}).")
LOADED = Text("Partie reprise de {file} (coups joués : {count}).", "Game resumed from {file} (moves played: {count}).")
NOT_SAVED = Text("Rien n'a été écrit.", "Nothing was written.")
NOT_KEPT = Text("La partie n'a pas été enregistrée (coups joués : {count}).", "The game was not saved (moves played: {count}).")
REPLACE = Text("{file} existe déjà. Le remplacer ? (o/n)", "{file} already exists. Replace it? (y/n)")
LOSE_CURRENT = Text("La partie en cours n'est pas enregistrée. La quitter ? (o/n)", "This game is not saved. Leave it? (y/n)")
OFFER_TO_SAVE = Text("Enregistrer la partie ? Nom du fichier (Entrée : non) :", "Save the game? File name (Enter: no):")
GOODBYE = Text("À bientôt.", "See you soon.")
NOT_OURS = Text(
    "{file} existe et n'est pas une partie : rien n'a été écrit.", "{file} exists and is not a recorded game: nothing was written."
)
NO_SUCH_FORMAT = Text("« {format} » n'est pas un format ; il y a : {formats}.", "'{format}' is not a format; there are: {formats}.")
NO_SUCH_GAME_THERE = Text("Il n'y a pas de partie {number} dans {file}.", "There is no game {number} in {file}.")
SEVERAL_GAMES = Text(
    "{file} a plusieurs parties, et un texte {format} n'en garde qu'une : choisissez avec --number N.",
    "{file} has several games, and a {format} text holds one: choose it with --number N.",
)
PLAY_WHAT = Text(
    "À quoi jouer ? Nommez un jeu (« tablier » les montre tous), ou une partie avec --load.",
    "Play what? Name a game ('tablier' shows them all), or a record with --load.",
)
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
POSITION_OR_LOAD = Text("--position et --load ne vont pas ensemble.", "--position and --load do not go together.")
PERFT_PROGRESS = Text("Premiers coups : {done}/{moves}, suites : {count}…", "First moves: {done}/{moves}, sequences: {count}…")
PERFT_PARTIAL = Text("Interrompu. Comptées jusque-là, longueur {depth} : {count}", "Interrupted. Counted so far, length {depth}: {count}")
STEP_ON = Text("[{done}/{moves}] Entrée pour continuer ", "[{done}/{moves}] Enter to go on ")
REPLAYED = Text("{number}. {who} joue {move} : {happened}", "{number}. {who} plays {move}: {happened}")
GOES_ON = Text("La partie n'est pas finie (coups joués : {moves}).", "The game is not over (moves played: {moves}).")
