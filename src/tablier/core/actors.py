"""Who acts. A seat is a player at the table; chance is an actor of its own, so that dice are moves like any other."""

from enum import Enum
from typing import Literal

Seat = int
"""A player, numbered from 0; seat 0 moves first. A colour is not a seat: one seat may own pieces of several colours."""


class Chance(Enum):
    """The type of `CHANCE`, the actor that throws the dice."""

    CHANCE = "chance"


CHANCE: Literal[Chance.CHANCE] = Chance.CHANCE

Actor = Seat | Literal[Chance.CHANCE]
