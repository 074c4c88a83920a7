"""Players: authentication, accounts, names, tokens, ratings, privacy."""
