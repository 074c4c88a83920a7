"""Where people and engines meet: tables, identities, engines at work, and the log that loses nothing."""
