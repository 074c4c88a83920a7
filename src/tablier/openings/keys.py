"""Which positions are one and the same in a book of openings."""

from base64 import urlsafe_b64encode
from hashlib import blake2b
from typing import Any

from tablier.games import AnyGame


def position_key(game: AnyGame, pos: Any) -> str:
    """Sixteen characters that two positions share when the law takes them for the same, whichever moves led there."""
    key = game.key(pos)
    text = game.dump(pos) if key == pos else repr(key)
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=12).digest()).decode()
