"""Texts of servers: serve, worker, backup, restore, audit, bot, verify-dice."""

from tablier.core.text import Text

HELP_BOT = Text(
    "Faire jouer un programme sur un serveur : un niveau, un moteur UCI ou une fonction Python, selon les règles d'un fichier TOML. « tablier bot --example » en montre un.",
    "Let a program play on a server: a level, a UCI engine or a Python function, by the rules of a TOML file. 'tablier bot --example' shows one.",
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
OPT_BOT_GAMES = Text("S'arrêter après ce nombre de parties.", "Stop after this many games.")
OPT_BOT_EXAMPLE = Text("Montrer un fichier TOML commenté, et rien d'autre.", "Show a commented TOML file, and nothing else.")
BOT_NEEDS_SERVER = Text(
    "Il manque l'adresse du serveur : la ligne server du fichier, ou --server.",
    "The address of the server is missing: the server line of the file, or --server.",
)
BOT_NEEDS_TOKEN = Text(
    "Il manque le jeton du compte : {variable} dans l'environnement, la ligne token du fichier, ou --token.",
    "The token of the account is missing: {variable} in the environment, the token line of the file, or --token.",
)
BOT_NEEDS_PLAYER = Text(
    "Rien ne dit qui choisit les coups : ajoutez une ligne player au fichier, ou --player level:5.",
    "Nothing says what chooses the moves: add a player line to the file, or --player level:5.",
)
BOT_STOPPED = Text("Arrêté ; les parties en cours attendent son retour.", "Stopped; the games in progress wait for its return.")
HELP_SERVE = Text("Ouvrir la ludothèque dans le navigateur.", "Open the library in the browser.")
OPT_BUS = Text("redis://… quand plusieurs serveurs partagent les tables.", "redis://… when several servers share the tables.")
OPT_HOST = Text("Adresse d'écoute (127.0.0.1).", "Address to listen on (127.0.0.1).")
OPT_PORT = Text("Port (8000).", "Port (8000).")
OPT_PUBLIC_URL = Text("L'adresse que voient les joueurs, derrière un mandataire.", "The address that players see, behind a proxy.")
OPT_ENGINES = Text(
    "Moteurs à lancer ici (par défaut un de moins que la machine n'a de cœurs).",
    "Engines to run here (by default one fewer than the machine has cores).",
)
OPT_OPEN = Text("Ouvrir le navigateur.", "Open the browser.")
NO_SERVER = Text("Il manque {package} : pip install 'tablier[server]'.", "{package} is missing: pip install 'tablier[server]'.")
BAD_RATE = Text("{name} : « {given} » n'est pas un nombre de 0 à 1000.", "{name}: '{given}' is not a number from 0 to 1000.")
SERVING = Text(
    "La ludothèque est ouverte : {address} (parties gardées : {kept}). Ctrl-C pour fermer.",
    "The library is open: {address} (games kept: {kept}). Ctrl-C to close.",
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
HELP_RESTORE = Text("Remettre une sauvegarde dans une base vide.", "Restore a backup into an empty database.")
HELP_AUDIT = Text(
    "Rejouer toutes les parties gardées d'après les règles d'aujourd'hui, et dire ce qui diffère. Le code de sortie est 3 si quelque chose diffère.",
    "Replay all games that are kept by today's rules, and report what differs. The exit code is 3 if anything does.",
)
OPT_COMMITMENT = Text(
    "L'empreinte annoncée à la table, si on l'a notée : elle doit être celle du texte.",
    "The commitment announced at the table, if you wrote it down: it must be that of the record.",
)
OPT_SERVER = Text(
    "L'adresse du serveur, par exemple https://jeux.example.org.", "The address of the server, for example https://games.example.org."
)
OPT_TOKEN = Text(
    "Le jeton des moteurs ; sinon celui de TABLIER_WORKER_TOKEN, qui ne paraît pas dans la liste des programmes.",
    "The engines' token; else that of TABLIER_WORKER_TOKEN, which does not show up in the list of processes.",
)
OPT_WORKER_NAME = Text("Un nom pour ce moteur ; sinon celui de la machine.", "A name for this engine; else that of the machine.")
OPT_AFTER = Text("Reprendre après cette table.", "Go on after this table.")
META_NAME = Text("NOM", "NAME")
ARG_BACKUP = Text("Le fichier de la sauvegarde.", "The file of the backup.")
DICE_GOOD = Text(
    "Tous les dés viennent de la graine annoncée (lancers : {rolls}).", "All dice come from the seed that was announced (rolls: {rolls})."
)
ROLL_DIFFERS = Text("Lancer {n} : {told} dans le texte, {drawn} d'après la graine", "Roll {n}: {told} in the record, {drawn} by the seed")
DICE_COMMITMENT = Text(
    "Empreinte (SHA-256 de la graine), à comparer avec celle qui a été annoncée à la table : {commitment}",
    "Commitment (SHA-256 of the seed), to be compared with the one announced at the table: {commitment}",
)
DICE_COMPARED = Text(
    "Empreinte (SHA-256 de la graine) du texte : {commitment}", "Commitment (SHA-256 of the seed) of the record: {commitment}"
)
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
