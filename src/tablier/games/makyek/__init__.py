"""Mak-Yek and its Malay cousin Apit-Sodok: rooks that take by closing in on the enemy, or by stepping between two.

The two games differ in how far a capture reaches, and in nothing else.
"""

from tablier.games.makyek.rules import MakYek  # the collection lists games in this order

# isort: split
from tablier.games.makyek.rules import ApitSodok

__all__ = ["ApitSodok", "MakYek"]
