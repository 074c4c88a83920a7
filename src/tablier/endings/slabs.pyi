from tablier.endings.index import Index

class Slabs:
    number: int
    def add(self, index: Index, codes: bytes | bytearray, gains: bytes | bytearray | None, *, inside: bool, through: bool) -> None: ...
