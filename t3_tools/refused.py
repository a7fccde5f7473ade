"""The exception for what can't be done as it was asked."""


class RefusedError(ValueError):
    """What was asked can't be done. The message says why, and what would do."""
