"""The library in the terminal."""
