"""Texts of the engines: analyse, hint, bench, uci, arena, ladder, endings, tune, train."""

from tablier.core.text import Text

HELP_ANALYSE = Text(
    "Chercher les meilleures suites d'une position ou d'une partie. Ctrl-C montre ce qui a déjà été trouvé.",
    "Find the best lines of a position or of a recorded game. Ctrl-C shows what has been found so far.",
)
HELP_HINT = Text("Conseiller un coup, et dire pourquoi.", "Suggest a move, and say why.")
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
    "Let players play each other, game after game: level:5, nodes:2000, seconds:0.1, mcts:10000, random, uci:PROGRAM. Interrupted, a match goes on where it stopped.",
)
HELP_LADDER = Text("Faire jouer chaque niveau contre celui d'en dessous.", "Let every level play the one below it.")
HELP_ENDINGS = Text(
    "Les finales exactes : les construire, les lister, demander la valeur d'une position.",
    "Exact endings: build them, list them, ask for the value of a position.",
)
HELP_ENDINGS_BUILD = Text(
    "Construire une finale, et celles où elle mène. Interrompue, la construction reprend où elle en était.",
    "Build an ending, and those it leads to. Interrupted, a build goes on where it stopped.",
)
HELP_ENDINGS_SHOW = Text("Lister les finales disponibles.", "List the endings at hand.")
HELP_ENDINGS_PROBE = Text(
    "Dire la valeur exacte d'une position, et celle de chaque coup.", "Say the exact value of a position, and of each move."
)
OPT_BUILD_THREADS = Text(
    "Combien de fils pour une finale (par défaut un par cœur ; un seul avec --workers ou --ray).",
    "How many threads for one ending (by default one for each core; one only with --workers or --ray).",
)
OPT_BUILD_WORKERS = Text(
    "Combien de finales à la fois, chacune sur un cœur ; sinon l'une après l'autre, sur tous les cœurs.",
    "How many endings at a time, each on one core; else one after the other, on all cores.",
)
OPT_MEMORY = Text("La mémoire permise à chaque finale (4).", "The memory allowed to each ending (4).")
OPT_AGAIN = Text("Reconstruire même ce qui est déjà là.", "Build even what is already there.")
ENDING_PROGRESS = Text("{name} : {layer} demi-coups, {decided} positions", "{name}: {layer} plies, {decided} positions")
ENDING_WAITS = Text("{name} : un autre processus la construit", "{name}: another process is building it")
ENDINGS_DONE = Text("{done} finales sur {total}", "{done} of {total} endings")
ENDING_LINE = Text(
    "{name} ({variant}) : {positions} positions, le plus long gain en {longest} ; {size} ko, {seconds} s",
    "{name} ({variant}): {positions} positions, the longest win in {longest}; {size} kB, {seconds} s",
)
NO_ENDINGS = Text(
    "Il n'y a encore aucune finale de {game} : « tablier endings build {game} » les construit.",
    "There are no endings for {game} yet: 'tablier endings build {game}' builds them.",
)
NOT_EXACT = Text(
    "Aucune finale ne connaît {position} ; « tablier endings show {game} » liste celles qui existent.",
    "No ending knows {position}; 'tablier endings show {game}' lists those that exist.",
)
HELP_TUNE = Text(
    "Trouver de meilleurs poids pour l'évaluation d'un jeu, d'après des parties du moteur contre lui-même, ou de meilleurs réglages de sa recherche (--settings), puis les faire jouer contre les anciens. Interrompu, le travail reprend où il en était.",
    "Find better weights for the evaluation of a game, from games of the engine against itself, or better settings of its search (--settings), then pit them against the old ones. Interrupted, the work goes on where it stopped.",
)
OPT_SETTINGS = Text(
    "Régler la recherche au lieu des poids, par des parties (SPSA) : des réglages et, si l'on veut, leurs bornes, comme futility,razor=0:400.",
    "Tune the search instead of the weights, by games (SPSA): settings, with bounds if you like, such as futility,razor=0:400.",
)
META_SETTINGS = Text("RÉGLAGE,…", "SETTING,…")
TUNING_SETTINGS = Text("Parties : {done}/{games}  {values}", "Games: {done}/{games}  {values}")
HELP_TRAIN = Text(
    "Entraîner le petit réseau qui corrige l'évaluation d'un jeu, d'après des parties du moteur contre lui-même, puis le garder s'il gagne. Interrompu, le travail reprend où il en était.",
    "Train the small network that corrects the evaluation of a game, from games of the engine against itself, and keep it if it wins. Interrupted, the work goes on where it stopped.",
)
META_PLAYERS = Text("JOUEUR JOUEUR…", "PLAYER PLAYER…")
META_SET = Text("FINALE", "SET")
META_GIGABYTES = Text("GO", "GB")
ARG_SET = Text(
    "Une finale par ses pièces, par exemple KR-K ; toutes celles du jeu sans ce mot.",
    "An ending by its men, for example KR-K; all those of the game without this word.",
)
ARG_PROBED = Text("La position, entre guillemets.", "The position, in quotes.")
ARG_GAME_BENCHED = Text(
    "Un seul jeu ; sinon tous ceux dont un moteur explore l'arbre.", "One game only; else all whose tree an engine searches."
)
ARG_PLAYERS = Text("Les joueurs, au moins deux.", "The players, at least two.")
OPT_LINES = Text("Combien de suites montrer.", "How many lines to show.")
OPT_THREADS = Text("Combien de fils d'exécution.", "How many threads.")
OPT_BENCH_DEPTH = Text("Une autre profondeur que celle de la signature.", "Another depth than that of the signature.")
OPT_LOG = Text("Le journal de la rencontre ; sinon un fichier sous .arena.", "The log of the match; else a file under .arena.")
OPT_SPRT = Text(
    "S'arrêter dès qu'il est clair si le premier joueur est ELO1 plus fort, plutôt que ELO0.",
    "Stop as soon as it is clear whether the first player is ELO1 stronger, rather than ELO0.",
)
OPT_ADJUDICATE = Text(
    "Arrêter une partie à deux dès que les deux joueurs la jugent gagnée ou égale depuis plusieurs coups.",
    "End a game between two once both players have judged it won or level for several moves.",
)
OPT_LEVELS = Text("Quels niveaux ; sinon tous.", "Which levels; else all.")
OPT_POSITIONS = Text("Combien de positions à rassembler.", "How many positions to collect.")
OPT_HIDDEN = Text("La taille de la couche cachée, par pas de 32.", "The size of the hidden layer, in steps of 32.")
OPT_EPOCHS = Text("Combien de fois passer sur toutes les positions.", "How many times to go over all positions.")
OPT_TRAINING = Text(
    "Où garder positions, réseau et parties ; sinon dans .arena/train.", "Where to keep positions, network and games; else in .arena/train."
)
OPT_TEST_GAMES = Text(
    "Combien de parties au plus contre le moteur actuel ; 0 : pas de rencontre.",
    "How many games at most against the present engine; 0: no match.",
)
OPT_PROOF_GAMES = Text(
    "Combien de parties dans la rencontre avec le moteur actuel.", "How many games in the match against the present engine."
)
OPT_TUNED_GAMES = Text("Combien de parties pour régler ; sinon mille.", "How many games to tune with; else a thousand.")
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
RUNG = Text(
    "{level} contre {below} : {wins} g. {draws} n. {losses} p., {score} % [{low} … {high}]",
    "{level} against {below}: {wins} w. {draws} d. {losses} l., {score}% [{low} … {high}]",
)
RUNG_MISSED = Text(
    "{level} contre {below} : {wins} g. {draws} n. {losses} p., {score} % [{low} … {high}] : le but est de {least} à {most} %",
    "{level} against {below}: {wins} w. {draws} d. {losses} l., {score}% [{low} … {high}]: the goal is {least} to {most}%",
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
    "Prediction error on games held back: {before}, then {after} (positions: {positions})",
)
PROVED = Text(
    "Nouveaux poids contre anciens : {wins} g. {draws} n. {losses} p., {score} %, meilleurs à {certainty} % de certitude",
    "New weights against old: {wins} w. {draws} d. {losses} l., {score}%, better with {certainty}% certainty",
)
COLLECTING = Text("Positions rassemblées : {done}/{wanted}", "Positions collected: {done}/{wanted}")
LOADING = Text("Positions lues : {count}", "Positions read: {count}")
FITTING = Text("Passe {number}, {percent} % : erreur {loss}", "Epoch {number}, {percent}%: loss {loss}")
PRESENT_NETWORK = Text("Réseau actuel : {date}, {positions} positions", "Present network: {date}, {positions} positions")
PRESENT_LACKS = Text("Son fichier ne dit pas : {fields}", "Its file does not say: {fields}")
NO_TORCH = Text(
    "L'entraînement a besoin de PyTorch : installez l'extra « train » (pip install 'tablier[train]').",
    "Training needs PyTorch: install the extra 'train' (pip install 'tablier[train]').",
)
BAD_HIDDEN = Text(
    "--hidden doit être un multiple de {step}, comme 64 ou 128 : {hidden} n'en est pas un.",
    "--hidden must be a multiple of {step}, such as 64 or 128: {hidden} is not.",
)
NO_PLANES = Text("L'évaluation de {game} n'a pas de réseau.", "The evaluation of {game} has no network.")
EPOCH = Text(
    "Passe {number} : erreur {fitted} ; sur les parties mises à part {held}", "Epoch {number}: loss {fitted}; on games held back {held}"
)
NETWORK_WRITTEN = Text("Réseau écrit dans {file}", "Network written to {file}")
NETWORK_KEPT = Text("Il est plus fort : gardé dans {file}", "It is stronger: kept in {file}")
NETWORK_LEFT = Text("Rien ne prouve qu'il est plus fort : il n'est pas gardé.", "Nothing proves that it is stronger: it is not kept.")
REPORTED = Text("Rapport dans {file}", "Report in {file}")
