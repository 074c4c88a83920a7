"""How programs that know nothing of this house talk to it."""
