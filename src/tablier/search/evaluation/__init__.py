"""The evaluation of each game, in a module of the same name as its law's."""
