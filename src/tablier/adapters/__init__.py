"""How programs that know nothing of this project talk to it."""
