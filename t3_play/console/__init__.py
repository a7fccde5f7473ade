"""The game in a terminal or a pipe, behind t3_game.py; `start.main` begins it."""
