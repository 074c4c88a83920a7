from collections.abc import Sequence

class Index:
    counts: tuple[int, ...]
    @property
    def size(self) -> int: ...
    @property
    def room(self) -> int: ...
    def __init__(
        self, counts: Sequence[int], cells: int, symmetries: Sequence[Sequence[int]], mark_turns: Sequence[Sequence[int]] = ((0,),)
    ) -> None: ...
