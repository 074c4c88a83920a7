"""The vocabulary in which every game is written.

Standard library only; nothing in here reads a file, a clock or a random generator, and nothing knows a game.
"""
