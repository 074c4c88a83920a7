"""Exact endings: the value of every position of a small set of men, worked out once and kept in a file.

`sets` names what can be built, `build` builds it over a game's kernel, `files` keeps it, `probe` asks it. Nothing here is
needed to play: without files, or without kernels, engines search as ever.
"""
