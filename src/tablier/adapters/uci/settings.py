"""The options of the engine: which there are, what they are set to, and how `uci` lists them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tablier.adapters.uci.refusal import BadCommand
from tablier.core.game import Option, OptionValue
from tablier.games import AnyGame
from tablier.search.level_elo import Elos, load_elo, nearest_level
from tablier.search.levels import STRONGEST

FEN_FIELDS = 6
"""Fields of a chess position: board, side, castling, en passant, two counters."""

VARIANT = "UCI_Variant"
RULES = "Rules "
"""The prefix of the options of a game."""

CLEAR_HASH = "Clear Hash"
PONDER = "Ponder"
LIMIT_STRENGTH = "UCI_LimitStrength"
ELO = "UCI_Elo"
OVERHEAD = "Move Overhead"


class Spin(NamedTuple):
    """A number: its default and its bounds."""

    default: int
    least: int
    most: int


class Settings:
    """What the options are set to. `rules` are the rules of the variant with its options."""

    def __init__(self, games: Iterable[AnyGame]) -> None:
        self.variants: dict[str, AnyGame] = {}
        for game in games:
            self.variants[game.info.id] = type(game)(**game.uci_options)
        self.variant = _default_variant(self.variants.values())
        self.elos: dict[str, Elos] = {name: elos for name, elos in load_elo().items() if name in self.variants}
        self.spins = {
            "Hash": Spin(16, 1, 65_536),
            "Threads": Spin(1, 1, 512),
            "MultiPV": Spin(1, 1, 500),
            "Level": Spin(STRONGEST, 1, STRONGEST),
            OVERHEAD: Spin(10, 0, 5000),
        }
        if rated := [elo for elos in self.elos.values() for elo in elos.values()]:
            self.spins[ELO] = Spin(max(rated), min(rated), max(rated))
        self.numbers = {name: spin.default for name, spin in self.spins.items()}
        self.checks = {PONDER: False} | ({LIMIT_STRENGTH: False} if self.elos else {})

    @property
    def rules(self) -> AnyGame:
        """The rules to play by."""
        return self.variants[self.variant]

    @property
    def level(self) -> int:
        """The level to play at: the one nearest to `UCI_Elo` where the strength is limited by it and measured, else `Level`."""
        if self.checks.get(LIMIT_STRENGTH) and self.variant in self.elos:
            return nearest_level(self.elos[self.variant], self.numbers[ELO])
        return self.numbers["Level"]

    def explain_strength(self) -> str:
        """Which level stands for the Elo that is set."""
        if self.variant not in self.elos:
            return f"the levels of {self.variant} are not measured: Level counts, not {ELO}"
        elos = self.elos[self.variant]
        return f"{ELO} {self.numbers[ELO]} is nearest to level {self.level} of {self.variant}, {elos[self.level]}"

    def option_lines(self) -> Iterator[str]:
        """The `option` commands, those of the rules of all variants included."""
        variants = " ".join(f"var {name}" for name in self.variants)
        yield f"option name {VARIANT} type combo default {self.variant} {variants}"
        for name, (default, least, most) in self.spins.items():
            yield f"option name {name} type spin default {default} min {least} max {most}"
        for name in self.checks:
            yield f"option name {name} type check default false"
        yield f"option name {CLEAR_HASH} type button"
        for variant, rules in self.variants.items():
            for option in rules.choices:
                yield f"option name {RULES}{variant} {option.id} type {_option_type(option, rules.options[option.id])}"

    def set_variant(self, name: str) -> None:
        """Choose the game."""
        found = next((known for known in self.variants if known.lower() == name.lower()), None)
        if found is None:
            raise BadCommand(f"no variant '{name[:40]}'; there are: {', '.join(self.variants)}")
        self.variant = found

    def set_rule(self, name: str, value: str) -> str:
        """Set `GAME OPTION`, or `OPTION` of the present variant; gives the variant."""
        variant, _, option = name.partition(" ")
        if not option:
            variant, option = self.variant, variant
        if variant not in self.variants:
            raise BadCommand(f"no variant '{variant[:40]}'; there are: {', '.join(self.variants)}")
        rules = self.variants[variant]
        self.variants[variant] = type(rules)(**{**rules.options, option: value})
        return variant

    def set_number(self, name: str, value: str) -> None:
        """Set a spin option."""
        _, least, most = self.spins[name]
        if not (value.isascii() and value.isdecimal()) or not least <= int(value[:9]) <= most:
            raise BadCommand(f"{name} is a number from {least} to {most}")
        self.numbers[name] = int(value)

    def set_check(self, name: str, value: str) -> None:
        """Set a check option."""
        if value.lower() not in ("true", "false"):
            raise BadCommand(f"{name} is true or false")
        self.checks[name] = value.lower() == "true"


def _default_variant(games: Iterable[AnyGame]) -> str:
    """The first game whose positions have the fields of FEN, which programs made for chess read; else the first."""
    every = list(games)
    return next((game for game in every if len(game.dump(game.start()).split()) == FEN_FIELDS), every[0]).info.id


def _option_type(option: Option, default: OptionValue) -> str:
    if option.values:
        return f"combo default {default} " + " ".join(f"var {value}" for value in option.ids)
    return f"spin default {default} min {option.low} max {option.high}"
