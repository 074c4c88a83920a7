"""Types of the compiled networks; the code is in network.pyx."""

from typing import Any

SCORE: int
SUM_UNIT: int
WEIGHT_UNIT: int

class BadNetwork(ValueError): ...

class Network:
    @property
    def planes(self) -> int: ...
    @property
    def hidden(self) -> int: ...
    @property
    def adds(self) -> bool: ...
    @property
    def provenance(self) -> dict[str, Any]: ...
    @property
    def data(self) -> bytes: ...
    def __init__(self, data: bytes) -> None: ...

def write_network(
    planes: int,
    hidden: int,
    adds: bool,
    bias: int,
    provenance: dict[str, Any],
    columns: bytes,
    biases: bytes,
    outputs: bytes,
    **further: object,
) -> bytes: ...
def split_file(data: bytes) -> tuple[dict[str, Any], bytes]: ...
