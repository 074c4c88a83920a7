"""Motifs by law: which clauses make a theme, and what it is called."""
