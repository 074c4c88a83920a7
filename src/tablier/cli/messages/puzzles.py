"""The messages of the puzzles, in French and in English."""

from tablier.core.text import Text

HELP_PUZZLES = Text("Les problèmes : les chercher, les lister.", "Puzzles: make them, list them.")
HELP_PUZZLES_MAKE = Text(
    "Chercher des problèmes dans des parties finies, des parties de moteurs et des finales, et les vérifier. "
    "Interrompue, la recherche reprend où elle en était.",
    "Find puzzles in finished games, engine games and endings, and verify them. Interrupted, the search goes on where it stopped.",
)
HELP_PUZZLES_SHOW = Text("Dire combien de problèmes il y a, par jeu et par thème.", "Say how many puzzles there are, by game and theme.")
HELP_PUZZLE = Text("Résoudre un problème après l'autre.", "Solve one puzzle after another.")

ARG_PUZZLE_GAME = Text("Le jeu ; sans nom, le premier de la collection.", "The game; without a name, the first of the collection.")
OPT_PUZZLE = Text("Le problème de ce nom.", "The puzzle of this id.")
OPT_THEME = Text("Seulement les problèmes de ce thème.", "Only puzzles of this theme.")
OPT_DAILY = Text("Le problème du jour.", "The puzzle of the day.")
OPT_COUNT = Text("Combien de problèmes (300).", "How many puzzles (300).")
OPT_STATE = Text("Le fichier d'où une recherche interrompue reprend.", "The file from which an interrupted search goes on.")
OPT_PUZZLE_NODES = Text(
    "Positions cherchées pour trouver un problème ; dix fois plus pour le vérifier.",
    "Nodes to find a puzzle; ten times as many to verify it.",
)
OPT_FROM = Text(
    "Chercher d'abord dans ces parties finies : un fichier, un dossier, ou l'adresse d'un serveur pour ses parties publiques.",
    "Look first in these finished games: a file, a folder, or the address of a server for its public games.",
)
OPT_INTO = Text("Le dossier où les écrire.", "The folder to write them to.")
META_THEME = Text("THÈME", "THEME")
META_SOURCE = Text("SOURCE", "SOURCE")
META_PUZZLE = Text("PROBLÈME", "PUZZLE")

PUZZLE_PROGRESS = Text("{found} problèmes sur {wanted}, {games} parties", "{found} of {wanted} puzzles, {games} games")
PUZZLES_WRITTEN = Text("{found} problèmes dans {file} ({size} ko).", "{found} puzzles in {file} ({size} kB).")
PUZZLES_INTERRUPTED = Text(
    "Interrompu à {found} problèmes : la même commande reprend ici.", "Interrupted at {found} puzzles: the same command goes on from here."
)
PUZZLES_LINE = Text("{game} : {count} problèmes, cotes de {low} à {high}", "{game}: {count} puzzles, rated {low} to {high}")
NO_PUZZLES = Text("Il n'y a pas de problème pour {game}.", "There are no puzzles for {game}.")
NO_THEME = Text(
    "Aucun problème de {game} n'a le thème « {theme} » ; il y a : {themes}.",
    "No puzzle of {game} has the theme '{theme}'; there are: {themes}.",
)
PUZZLE_TITLE = Text("Problème {name} · {game} · cote {rating}", "Puzzle {name} · {game} · rated {rating}")
PUZZLE_TO_MOVE = Text("À {player} de jouer : trouvez le meilleur coup.", "{player} to play: find the best move.")
PUZZLE_ASK = Text("Votre coup (« ? » la solution, « > » le suivant, « q » la fin) : ", "Your move ('?' solution, '>' next, 'q' quit): ")
PUZZLE_WRONG = Text("{move} n'est pas le meilleur coup. Essayez encore !", "{move} is not the best move. Try again!")
PUZZLE_REPLY = Text("Bien. Réponse : {move}. Et maintenant ?", "Good. The reply is {move}. What now?")
PUZZLE_SOLVED = Text("Trouvé !", "Solved!")
PUZZLE_SOLUTION = Text("Solution : {moves}", "Solution: {moves}")
PUZZLE_THEMES = Text("Thèmes : {themes}", "Themes: {themes}")
PUZZLE_STREAK = Text("Série : {count}", "Streak: {count}")
