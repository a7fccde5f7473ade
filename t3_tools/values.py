"""Values on the ladder, utility and depth, in words."""

from t3_play.descriptions import LETTERS
from t3_player import LOSS, WIN, Evaluation


def in_words(value: Evaluation) -> str:
    """A utility and a depth in words.

    >>> in_words(Evaluation(WIN, 3, None))
    'wins in 3'
    """
    if not value.exact:
        return "not proven"
    words = {WIN: "wins", LOSS: "loses"}.get(value.utility, "ties")
    return f"{words} in {value.depth}"


def in_short(value: Evaluation) -> str:
    """A utility and a depth as a letter and a number, a question mark if not proven.

    >>> in_short(Evaluation(WIN, 3, None))
    'W3'
    """
    return f"{LETTERS[value.utility]}{value.depth}" if value.exact else "?"
