"""The messages of the openings, in French and in English."""

from tablier.core.text import Text

HELP_OPENINGS = Text("Les ouvertures : faire un livre, le lire.", "Openings: make a book, read it.")
HELP_OPENINGS_MAKE = Text(
    "Faire le livre d'un jeu : le moteur joue contre lui-même, puis juge les positions. Interrompu, il reprend où il en était.",
    "Make the book of a game: the engine plays itself, then judges the positions. Interrupted, it goes on where it stopped.",
)
HELP_OPENINGS_SHOW = Text("Montrer ce que le livre dit d'une position.", "Show what the book says about a position.")
OPT_GAMES = Text("Combien de parties (150).", "How many games (150).")
OPT_BOOK_NODES = Text("Positions cherchées pour chaque coup (300).", "Nodes for each move (300).")
OPT_STATE = Text("Le fichier d'où un livre interrompu reprend.", "The file from which an interrupted book goes on.")
OPT_INTO = Text("Le dossier où l'écrire.", "The folder to write it to.")
ARG_MOVES = Text("Les coups joués.", "The moves played.")
META_MOVES = Text("COUPS", "MOVES")

BOOK_PROGRESS = Text("{games} parties sur {wanted}, {left} positions à juger", "{games} of {wanted} games, {left} positions to judge")
BOOK_WRITTEN = Text(
    "{games} parties, {positions} positions : {file} ({size} ko).", "{games} games, {positions} positions: {file} ({size} kB)."
)
BOOK_MADE = Text(
    "Livre de {games} parties du moteur contre lui-même ({nodes} positions par coup, {opinion} par avis).",
    "Book of {games} games of the engine against itself ({nodes} nodes for a move, {opinion} for an opinion).",
)
BOOK_ENDS = Text("Le livre ne dit rien de cette position.", "The book says nothing about this position.")
BOOK_GAMES = Text("{games} parties", "{games} games")
BOOK_SHARED = Text("partagées {share} %", "shared {share}%")
BOOK_OPINION = Text("avis du moteur {chance} %", "engine's opinion {chance}%")
