"""The texts of the terminal, in French and in English: a catalogue for each group of commands.

Clauses and names of games come from the games.
"""

from tablier.cli.messages import common, engines, hosting, openings, puzzles, table

CATALOGUES = (common, table, engines, puzzles, openings, hosting)
