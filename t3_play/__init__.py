"""The console game behind t3_game.py: the match, the levels, the screen, and the words."""

__version__ = "1.0.0"
