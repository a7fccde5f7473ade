"""A zip file with which Gradescope grades."""
