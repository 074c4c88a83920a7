"""Questions about any position, answered in a separate process."""
