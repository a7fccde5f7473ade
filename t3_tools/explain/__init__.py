"""What to play in a position, why, and how a search finds it."""
