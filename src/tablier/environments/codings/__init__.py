"""Codings: for each game the numbers of its actions and the planes of its positions. `base.pyx` says what a coding writes."""
