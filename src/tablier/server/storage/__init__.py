"""What is kept: the log of every table, players, ratings, jobs. SQLite on a laptop, PostgreSQL where there are several processes."""
