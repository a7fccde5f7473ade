"""The page in the browser: play against the exact player, or explore positions."""
