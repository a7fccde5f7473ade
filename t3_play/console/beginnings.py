"""Which game to begin: the one under way, one like the last, or as asked."""

import random
import re

from t3_play import saved_games
from t3_play.console.session import Session
from t3_play.inputs import expand, number_to
from t3_play.levels import LEVELS, USUAL_LEVEL, USUAL_SIZE, recommended
from t3_play.match import LARGEST_SIZE, OTHER_SIDE, PEOPLE, SEEDS, Match
from t3_play.saved_games import SavedGameError
from t3_state import TURNS, T3State


def last_game(session: Session) -> Match | None:
    """The game that was played last; None if there was none."""
    try:
        return saved_games.match_from(session.store.state.get("game", ""))
    except SavedGameError:
        return None


def under_way(session: Session) -> Match | None:
    """The last game, if it has begun and is not over."""
    match = last_game(session)
    return match if match and match.actions and not match.state.is_over() else None


def new_game(session: Session, line: str = "", like: Match | None = None) -> Match:
    """A match like another, or like the last, but of the size, level and side in the line.

    The side that can win begins; without a side, it is the person's. Raises ValueError.
    """
    like = like or last_game(session)
    if like is None:  # a first visitor's
        start = T3State(True, [[0] * USUAL_SIZE] * USUAL_SIZE)
        like = Match(start, level=USUAL_LEVEL, seed=random.randrange(SEEDS))
    named: dict[str, str] = {}
    for word in re.sub(r"\b(\d+) ?x ?\1\b", r"\1", line.lower()).split():
        if re.fullmatch(r"[\dx]+", word):
            kind, value = "size", word
            if "x" in word:
                raise ValueError("The board must be square.")
        else:
            kind, value = "level", expand([*LEVELS, *PEOPLE], word, "level or side")
            if value in PEOPLE:
                kind = "side"
        if kind in named:
            raise ValueError(f"Name one {kind}, not both {named[kind]} and {value}.")
        named[kind] = value
    size = like.start.size
    if "size" in named:
        size = number_to(LARGEST_SIZE, named["size"])
    odd_first = recommended(size)
    play = TURNS[odd_first] if like.play in OTHER_SIDE else like.play
    start = type(like.start)(odd_first, [[0] * size] * size)
    level, seed = named.get("level", like.level), (like.seed + 1) % SEEDS
    return Match(start, named.get("side", play), level, seed)
