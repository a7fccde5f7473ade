"""The game in a terminal or a pipe; `start.main` begins it."""
