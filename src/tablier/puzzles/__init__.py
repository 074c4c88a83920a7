"""Puzzles: positions in which one move is clearly best, found in games and endings, and verified by a deeper search."""

from tablier.puzzles.puzzle import Puzzle
from tablier.puzzles.store import NoPuzzle, PuzzleSet, puzzles_of

__all__ = ["NoPuzzle", "Puzzle", "PuzzleSet", "puzzles_of"]
