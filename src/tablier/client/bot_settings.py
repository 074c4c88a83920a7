"""What a bot does by itself: with whom it plays what, from a TOML file."""

import re
import tomllib
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tablier.api.challenges import DeclineReason
from tablier.api.tables import ClockPlan, OfferKind, Player
from tablier.core.errors import TablierError
from tablier.core.text import Text, suggestion
from tablier.games import games

ClockKind = Literal["none", "fischer", "byoyomi", "correspondence"]
Fault = Literal["game", "clock", "rated", "casual", "bot", "person", "player", "full"]
"""Why a bot does not play: the game, the clock, that it is rated or not, a bot or a person as opponent, this player, no free table."""

REASONS: dict[Fault, DeclineReason | None] = {
    "game": "game",
    "clock": "clock",
    "rated": "casual",
    "casual": "rated",
    "bot": "no_bots",
    "person": "only_bots",
    "player": None,
    "full": "busy",
}
"""How a bot declines, unless its file says otherwise: a reason names what would be accepted."""

EXAMPLE = """\
# A bot for a Tablier server; run it with:  tablier bot bot.toml
server = "http://localhost:8000"
# The token of an account, with the scopes play and read. Better kept in the environment, as TABLIER_TOKEN.
# token = "tbl_…"

# What chooses the moves:
#   level:1 … level:8                        Tablier's engines
#   nodes:2000, seconds:0.5, mcts:10000      the same, with a limit for each move
#   uci:PROGRAM;Name=Value;seconds=0.5       any UCI program (games for two); without a limit it follows the clock
#   module:function                          your own: function(match, seconds_left) returns a move, as text or as the game's value
player = "level:5"

max_tables = 4      # how many games at once, 1 to 30
look_every = 5      # seconds between two looks at the open tables

[offers]            # what the bot answers to offers
stop = false
takeback = false
abort = true
rematch = true

[accept]            # challenges that are accepted; without this part none is
games = []          # such as ["makruk", "achef"]; none: all that the player can play
clocks = ["none", "fischer", "byoyomi", "correspondence"]
min_base = 0        # seconds, of clocks with a base
max_base = 86400
rated = "any"       # any, rated, casual
opponents = "all"   # all, people, bots
players = []        # only these, by name; none: all
blocked = []        # never these

[accept.reasons]    # how the others are declined, if not as usual: later, busy, game, options, clock, casual, rated, no_bots, only_bots
full = "later"      # for: game, clock, rated, casual, bot, person, player, full

[sit]               # open tables at which the bot sits down, by the same conditions; without this part at none
rated = "casual"
opponents = "people"

# [[challenge]]     # whom the bot challenges while it has a free table, as often as you like
# to = "Ada"        # a name, or "*" for any other bot online
# game = "makruk"
# options = { count = "thai" }
# clock = { kind = "fischer", base = 300, increment = 3 }
# rated = false
# seat = 0          # the bot's seat; drawn where it is left out
# every = 600       # seconds between two such challenges
"""


class BadSettings(TablierError):
    """A file that does not say what a bot is to do."""


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the file; what it does not know is refused."""


class BotClock(ClockPlan, frozen=True, forbid_unknown_fields=True):
    """A clock, as the API has it."""


class Conditions(Part, frozen=True):
    """Which games are played, with whom."""

    games: tuple[str, ...] = ()
    clocks: tuple[ClockKind, ...] = ("none", "fischer", "byoyomi", "correspondence")
    min_base: Annotated[int, Meta(ge=0)] = 0
    max_base: Annotated[int, Meta(ge=0)] = 86_400
    rated: Literal["any", "rated", "casual"] = "any"
    opponents: Literal["all", "people", "bots"] = "all"
    players: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    reasons: dict[Fault, DeclineReason] = {}

    def fault(self, game: str, clock: ClockPlan, rated: bool, opponents: Iterable[Player]) -> Fault | None:
        """The first reason not to play; None where there is none."""
        if self.games and game not in self.games:
            return "game"
        timed = clock.kind in ("fischer", "byoyomi")
        if clock.kind not in self.clocks or (timed and not self.min_base <= clock.base <= self.max_base):
            return "clock"
        if self.rated != "any" and rated != (self.rated == "rated"):
            return "rated" if rated else "casual"
        return next((fault for player in opponents if (fault := self._fault_of(player))), None)

    def _fault_of(self, player: Player) -> Fault | None:
        if self.opponents != "all" and player.bot != (self.opponents == "bots"):
            return "bot" if player.bot else "person"
        name = player.name.casefold()
        if name in map(str.casefold, self.blocked) or (self.players and name not in map(str.casefold, self.players)):
            return "player"
        return None

    def reason(self, fault: Fault) -> DeclineReason | None:
        """What a challenger is told."""
        return self.reasons.get(fault, REASONS[fault])


class Offers(Part, frozen=True):
    """What is answered to offers."""

    stop: bool = False
    takeback: bool = False
    abort: bool = True
    rematch: bool = True

    def answer(self, kind: OfferKind) -> bool:
        """Yes or no."""
        return bool(getattr(self, kind))


class OwnChallenge(Part, frozen=True):
    """A challenge that the bot makes while it has a free table."""

    to: Annotated[str, Meta(min_length=1)]
    game: str
    options: dict[str, str | int] = {}
    clock: BotClock = BotClock()
    seat: Annotated[int, Meta(ge=0, le=1)] | None = None
    rated: bool = False
    every: Annotated[float, Meta(ge=1)] = 600.0


class BotSettings(Part, frozen=True):
    """All that a bot is told."""

    server: str = ""
    token: str = ""
    player: str = ""
    max_tables: Annotated[int, Meta(ge=1, le=30)] = 1
    look_every: Annotated[float, Meta(ge=0.1)] = 5.0
    offers: Offers = Offers()
    accept: Conditions | None = None
    sit: Conditions | None = None
    challenge: tuple[OwnChallenge, ...] = ()


def read_settings(text: str, file: str = "bot.toml") -> BotSettings:
    """The settings of a TOML text; `BadSettings` says which key is wrong and what would be right."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(Text(f"{file} n'est pas du TOML : {error}.", f"{file} is not TOML: {error}.")) from error
    try:
        settings = msgspec.convert(given, BotSettings)
    except msgspec.ValidationError as error:
        raise _bad(file, str(error)) from error
    _check_games(settings, file)
    return settings


def _check_games(settings: BotSettings, file: str) -> None:
    """Refuse ids that are no game of the collection."""
    named = [("accept.games", name) for name in settings.accept.games] if settings.accept else []
    named += [("sit.games", name) for name in settings.sit.games] if settings.sit else []
    named += [(f"challenge[{number}].game", one.game) for number, one in enumerate(settings.challenge)]
    for key, name in named:
        if name not in games():
            raise _problem(file, key, Text(f"« {name[:40]} » n'est pas un jeu", f"'{name[:40]}' is no game"), tuple(games()), name)


def _bad(file: str, words: str) -> BadSettings:
    """What msgspec says of a value, with what would be right."""
    what, _, path = words.partition(" - at `$")
    path = path.strip("`").lstrip(".").replace("[...]", "")
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        name = unknown[1]
        known = tuple(field.encode_name for field in msgspec.structs.fields(_part_at(path)))
        return _problem(file, f"{path}.{name}".lstrip("."), Text("cette clé n'existe pas", "there is no such key"), known, name)
    if missing := re.fullmatch(r"Object missing required field `(.*)`", what):
        return _problem(file, f"{path}.{missing[1]}".lstrip("."), Text("cette clé manque", "this key is missing"))
    if wrong := re.fullmatch(r"Invalid enum value '(.*)'", what):
        return _problem(
            file, path, Text(f"« {wrong[1][:40]} » n'en fait pas partie", f"'{wrong[1][:40]}' is none of them"), _values_at(path), wrong[1]
        )
    expected = what.removeprefix("Expected ").replace("`", "").replace(", got ", "|").split("|")
    found = Text(f" et non {expected[1]}", f", not {expected[1]}") if len(expected) > 1 else Text("", "")
    return _problem(file, path, Text(f"attendu : {expected[0]}{found.fr}", f"expected {expected[0]}{found.en}"))


def _problem(file: str, key: str, what: Text, known: tuple[str, ...] = (), given: str = "") -> BadSettings:
    there, meant = ", ".join(known), suggestion(given, known) if given else Text("", "")
    listed = Text(f" ; il y a : {there}", f"; there are: {there}") if known else Text("", "")
    return BadSettings(Text(f"{file}, {key} : {what.fr}{listed.fr}.{meant.fr}", f"{file}, {key}: {what.en}{listed.en}.{meant.en}"))


PARTS: dict[str, type[Struct]] = {
    "": BotSettings,
    "offers": Offers,
    "accept": Conditions,
    "sit": Conditions,
    "challenge": OwnChallenge,
    "challenge.clock": BotClock,
}


def _part_at(path: str) -> type[Struct]:
    return PARTS.get(re.sub(r"\[\d*\]", "", path), BotSettings)


def _values_at(path: str) -> tuple[str, ...]:
    """The values that a key may have."""
    part, _, name = re.sub(r"\[\d*\]", "", path).rpartition(".")
    types: dict[str, Any] = {field.encode_name: field.type for field in msgspec.structs.fields(_part_at(part))}
    return tuple(re.findall(r"'([a-z_]+)'", str(types.get(name, ""))))
