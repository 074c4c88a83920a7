"""Openings: positions by the key of their law, and books of the first moves that engines played.

`book` reads what comes with the package, `make` plays the games that it is made of.
"""
