"""Mak-Yek and its Malay cousin Apit-Sodok: rooks that take by closing in on the enemy, or by stepping between two.

The two games differ in how far a capture reaches, and in nothing else.
"""

from tablier.games.makyek.rules import ApitSodok, MakYek

__all__ = ["ApitSodok", "MakYek"]
