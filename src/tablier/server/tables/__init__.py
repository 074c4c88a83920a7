"""Tables: a pure part (state, decide, moves, offers ...) and what runs it (acts, registry, ownership, dispatch)."""
