"""Games between players, and their scores."""
