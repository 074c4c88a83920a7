"""What the endings of a game need of its kernel: one module for each law that has endings, of the same name."""
