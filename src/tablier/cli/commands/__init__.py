"""One module for each group of commands of the `tablier` program."""
