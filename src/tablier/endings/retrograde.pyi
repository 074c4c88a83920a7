from typing import NamedTuple

from tablier.endings.layouts.base import Layout
from tablier.endings.slabs import Slabs

class Tally(NamedTuple):
    entries: int
    positions: int
    wins: int
    draws: int
    losses: int
    longest: int
    longest_at: int
    distances: tuple[int, ...]

class Solver:
    missing: str | None
    def __init__(self, layout: Layout, slabs: Slabs) -> None: ...
    def begin(self, slab: int, low: int, high: int, gain: int, first: bool) -> int: ...
    def mark(self, slab: int, low: int, high: int, layer: int, gain: int) -> int: ...
    def settle(self, slab: int, low: int, high: int, layer: int, gain: int) -> int: ...
    def tally(self, slab: int, low: int, high: int) -> Tally: ...
    def smooth(self, slab: int) -> None: ...
    def position(self, slab: int, number: int) -> str | None: ...
