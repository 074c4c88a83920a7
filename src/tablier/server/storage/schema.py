"""The current schema of the database; a test checks that `migrations/` leads to it."""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text, false

NAMES = {"ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s", "pk": "pk_%(table_name)s"}
metadata = MetaData(naming_convention=NAMES)

players = Table(
    "player",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), unique=True),  # the name folded, so that no two look alike; null for guests
    Column("password", String(200)),  # argon2; null for guests
    Column("bot", Boolean, nullable=False, default=False),
    Column("created", BigInteger, nullable=False),
    Column("settings", Text, nullable=False, default="{}"),
    Column("accepts", String(10), nullable=False, server_default="all"),  # challenges: all, accounts, none
    Column("plays", Text, nullable=False, server_default=""),  # ids of games with blanks between them; empty for every game
)

sessions = Table(
    "session",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), unique=True, nullable=False),
    Column("player", String(32), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("agent", String(200), nullable=False, default=""),
)

tokens = Table(
    "token",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", String(64), unique=True, nullable=False),
    Column("player", String(32), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("scopes", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

tables = Table(
    "game_table",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("host", String(32), index=True),  # the player who created it
    Column("game", String(40), nullable=False),
    Column("state", String(10), nullable=False),  # open, playing, over
    Column("private", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("code", String(16), unique=True, nullable=False),
    Column("seed", LargeBinary),  # of the dice; secret until the end
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("ply", Integer, nullable=False, default=0),
    Column("ranks", String(20)),  # "1-2" once it is over; null before, and when it did not count
    Column("owner", String(40)),  # the process that writes its log
    Column("epoch", Integer, nullable=False, default=0),  # grows with each owner; fences earlier ones
    Column("watch", Boolean, nullable=False, default=False),  # a clock or an engine: a process must own it even without followers
    Column("from_position", Boolean, nullable=False, server_default=false()),  # it did not begin in the opening
    Column("counted", Boolean, nullable=False, server_default=false()),  # its first moves are in `opening`, or need not be
    Index("ix_game_table_lobby", "state", "private", "updated"),
    Index("ix_game_table_owner", "owner", "state"),
    Index("ix_game_table_uncounted", "state", "counted"),
)

seats = Table(
    "seat",
    metadata,
    Column("table", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(32), index=True),
    Column("level", Integer),
)

table_events = Table(
    "table_event",
    metadata,
    Column("table", String(32), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("key", String(120)),  # the player and their idempotency key; unique per table, which its owner ensures
    Column("body", LargeBinary, nullable=False),  # JSON of the table event
)

processes = Table(
    "process",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("gone", Boolean, nullable=False, default=False),  # it was stopped in good order
)

jobs = Table(
    "job",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(10), nullable=False),  # move, analysis
    Column("priority", Integer, nullable=False),  # smaller is sooner, within a turn
    Column("turn", BigInteger, nullable=False, server_default="0"),  # smaller is sooner: each player has one job in a turn
    Column("created", BigInteger, nullable=False),
    Column("table", String(32), index=True),
    Column("version", Integer),
    Column("player", String(32), index=True),  # the player it counts for
    Column("body", LargeBinary, nullable=False),
    Column("taken", BigInteger),  # the last heartbeat of its worker; null while it waits
    Column("begun", BigInteger),  # when its worker took it
    Column("worker", String(80)),
    Column("tries", Integer, nullable=False, default=0),
    Index("ix_job_next", "taken", "priority", "created"),
)

ratings = Table(
    "rating",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("ix_rating_board", "game", "value"),
)

rating_changes = Table(
    "rating_change",
    metadata,  # a table with rows here is not rated again
    Column("table", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    Index("ix_rating_change_history", "player", "game", "at"),
)

challenges = Table(
    "challenge",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("challenger", String(32), nullable=False, index=True),
    Column("challenged", String(32), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON of the other terms
    Column("state", String(10), nullable=False),  # waiting, accepted, declined, withdrawn, lapsed
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),  # when it got its state
    Column("until", BigInteger, nullable=False),  # when it lapses, unless the challenger is heard of before
    Column("lapses", BigInteger, nullable=False),  # when it lapses in any case
    Column("table", String(32)),  # once it is accepted
    Column("reason", String(20)),  # if it was declined with one
    Index("ix_challenge_waiting", "state", "until"),
)

lesson_stars = Table(
    "lesson_stars",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("exercise", String(40), primary_key=True),
    Column("stars", Integer, nullable=False),  # the most that were earned
)

puzzle_players = Table(
    "puzzle_player",
    metadata,  # how accounts stand with the puzzles of a game
    Column("player", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

puzzle_ratings = Table(
    "puzzle_rating",
    metadata,  # puzzles that were tried; the others have the rating they came with
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
)

puzzle_tries = Table(
    "puzzle_try",
    metadata,  # the first try of each account, which is the one that is rated
    Column("player", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    Index("ix_puzzle_try_history", "player", "game", "at"),
)

move_reviews = Table(
    "move_review",
    metadata,  # what engines think of the moves of finished tables
    Column("table", String(32), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON of the review
)

openings = Table(
    "opening",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("position", String(16), primary_key=True),  # a hash of the law's key, so that transpositions are one position
    Column("move", String(80), primary_key=True),
    Column("players", String(8), primary_key=True),  # people, engines, mixed
    Column("level", Integer, primary_key=True),  # of the engines; of people their mean rating in steps, 0 where it is unknown
    Column("month", Integer, primary_key=True),  # when the games ended: 202611
    Column("winner", Integer, primary_key=True),  # a seat; -1 where several share the first rank
    Column("private", Boolean, primary_key=True),  # games of private tables: told only where there are several
    Column("games", Integer, nullable=False),
)

studies = Table(
    "study",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("author", String(32), nullable=False, index=True),
    Column("title", String(120), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("body", Text, nullable=False),  # JSON of the content
)
