"""Makruk, the chess of Thailand: slow men, forced promotion, and a count that saves the bare Khun."""

from tablier.games.makruk.rules import Makruk

__all__ = ["Makruk"]
