"""What is known of each game: the module of the same name as its law's."""
