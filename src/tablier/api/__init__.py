"""The wire: what travels between server, browser, bots and workers. The only place that knows JSON."""
