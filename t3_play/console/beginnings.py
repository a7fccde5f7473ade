"""Which game to begin: the one under way, one like the last, a saved one, or as asked."""

import random
import re
from pathlib import Path

from t3_play import saved_games
from t3_play.console.game import Game
from t3_play.console.session import Session
from t3_play.inputs import expand, number_to
from t3_play.levels import LEVELS, USUAL_LEVEL, USUAL_SIZE, recommended
from t3_play.match import LARGEST_SIZE, OTHER_SIDE, PEOPLE, SEEDS, Match
from t3_play.program import reason
from t3_play.saved_games import SavedGameError
from t3_state import TURNS, T3State


def load(session: Session, name: str) -> None:
    """Go on with a saved match; raises ValueError."""
    if not name:
        raise ValueError("Add a file name: load game.txt")
    try:
        match, dropped = saved_games.load(Path(name).expanduser())
    except (OSError, ValueError, RuntimeError) as error:
        raise ValueError(f"Not loaded: {reason(error)}") from None
    game = Game(session, match, unfinished(session))
    game.saved = saved_games.text_of(match)
    session.begin(game)
    moves = len(match.actions)
    session.screen.say(f"Loaded {name}, after move {moves}." if moves else "Loaded.")
    if dropped:
        session.screen.say(f"[!] The last line was left out. {dropped}")


def unfinished(session: Session) -> Match | None:
    """The game under way, if one is kept and has expand."""
    try:
        match = saved_games.match_from(session.store.state.get("game", ""))
    except SavedGameError:
        return None
    return match if match.actions and not match.state.is_over() else None


def begin_new(session: Session, line: str, like: Match) -> None:
    """Begin a match like another, but of the size, level and side named in the line.

    The side that can win begins; without a side, it is the person's. Raises ValueError.
    """
    named: dict[str, str] = {}
    for word in re.sub(r"\b(\d+) ?x ?\1\b", r"\1", line.lower()).split():
        if re.fullmatch(r"[\dx]+", word):
            kind, value = "size", word
            if "x" in word:
                raise ValueError("The board must be square.")
        elif word in PEOPLE:
            kind, value = "side", word
        else:
            kind, value = "level", expand(LEVELS, word, "level or side")
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
    match = Match(start, named.get("side", play), level, seed)
    session.begin(Game(session, match, unfinished(session)))


def begin_usual(session: Session) -> None:
    """Begin a game like the last one."""
    session.begin(Game(session, last_game(session), unfinished(session)))


def last_game(session: Session) -> Match:
    """A new game like the last one, on the side that can win; else the first visitor's."""
    seed = random.randrange(SEEDS)
    try:
        last = saved_games.match_from(session.store.state.get("game", ""))
    except SavedGameError:
        last = Match(T3State(True, [[0] * USUAL_SIZE] * USUAL_SIZE), level=USUAL_LEVEL)
    size, play = last.start.size, last.play
    odd_first = recommended(size)
    empty = type(last.start)(odd_first, [[0] * size] * size)
    side = TURNS[odd_first] if play in OTHER_SIDE else play
    return Match(empty, side, last.level, seed)
