"""The game in the browser: its script and style, and what writes them as a static site."""
