"""The bus channel on which a player is told what concerns them."""


def channel_of(player: str) -> str:
    """The bus channel of a player's notices."""
    return f"player:{player}"
