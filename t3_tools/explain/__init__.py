"""Explaining a position: what to play, why, and how a search finds it."""
