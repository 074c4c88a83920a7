"""Malawi: pawns that carry rings, go as far as they carry, and strike at the rings of others."""

from tablier.games.malawi.rules import Malawi

__all__ = ["Malawi"]
