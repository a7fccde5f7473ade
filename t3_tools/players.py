"""Players to be matched against each other, by name or from a file."""

import importlib.util
import random
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from t3_clock import Clock
from t3_levels import LEVELS
from t3_position import Position, members
from t3_state import T3Action, T3State
from t3_tools import textbook
from t3_tools.options import UsageError

Player = Callable[[T3State], T3Action | None]
"""Chooses an action in a state that is not over."""


def player(name: str, seed: int) -> Player:
    """The player with a name of NAMED, or in the file of this path.

    The seed settles what it leaves to chance. Raises UsageError if there is no such player;
    what the code of a file raises is passed on.
    """
    if name in NAMED:
        return NAMED[name](seed)
    if not Path(name).is_file():
        raise UsageError(f"{name!r} is no file, and no player: {', '.join(NAMED)}")
    return _from_file(Path(name).resolve())


def _from_file(path: Path) -> Player:
    """The function `choose` of a Python file, which may import what lies beside it."""
    spec = importlib.util.spec_from_file_location(f"player_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise UsageError(f"'{path}' is not a Python file")
    module = importlib.util.module_from_spec(spec)
    folder = str(path.parent)
    known = set(sys.modules)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(folder)
        if folder not in sys.path:
            sys.path.append(folder)  # for what it imports later
        # What it has imported from there is its own, in this game: another player may have
        # a module of that name.
        for name in set(sys.modules) - known:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(folder):
                del sys.modules[name]
    try:
        choose: Player = module.choose
    except AttributeError:
        raise UsageError(f"'{path}' has no function choose(state)") from None
    return choose


def _level(name: str, seed: int) -> Player:
    return lambda state: LEVELS[name](state, seed, Clock()).action


def _amateur(seed: int) -> Player:
    """Wins if it can, else blocks if it can, else plays at random."""
    dice = random.Random(seed)

    def choose(state: T3State) -> T3Action:
        position = Position.of(state)
        wins = position.winning() if position.can_win else 0
        actions = members(wins or position.safe or position.legal())
        return position.mover.action(dice.choice(actions))

    return choose


def _random(seed: int) -> Player:
    dice = random.Random(seed)
    return lambda state: dice.choice([action for action, _ in state.get_transitions()])


def _textbook(seed: int) -> Player:
    return _textbook_action


@cache
def _textbook_action(state: T3State) -> T3Action | None:
    # Known from one game to the next: the first ones take it many seconds.
    return textbook.search(state).action


NAMED: dict[str, Callable[[int], Player]] = {
    **{name: partial(_level, name) for name in ("perfect", "medium", "easy")},
    "amateur": _amateur,
    "textbook": _textbook,
    "random": _random,
}
"""Each makes a player of a seed."""
