"""The page on which one plays in a browser, against the exact player."""
