"""Players, by name or from a file."""

import importlib
import importlib.util
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from click import UsageError

from t3_play.levels import OPPONENTS
from t3_play.program import printable
from t3_player import Clock
from t3_state import T3Action, T3State
from t3_tools.handout import LENT, in_game
from t3_tools.textbook import TextbookPlayer

STATE_AND_ACTION = ("t3_action", "t3_state")
"""Modules that a player has for itself: from its folder, or as grade lends them."""

NAMED = [*OPPONENTS, "textbook", "random"]
"""The levels, and two other players."""

Player = Callable[[T3State], T3Action | None]
"""Chooses an action in a state that is not over."""


def player(name: str, seed: int, game: type[T3State] = T3State) -> Player:
    """The player that `name` says: one of NAMED, or the path of a Python file.

    The seed makes its random choices repeatable. A file without a t3_state.py beside it is
    lent one of the game. Raises UsageError if there is no such
    player, or its file can't be loaded.
    """
    if name in OPPONENTS:
        return lambda state: OPPONENTS[name](state, seed, Clock()).action
    if name == "textbook":
        return _textbook
    if name == "random":
        dice = random.Random(seed)
        return lambda state: dice.choice([action for action, _ in state.get_transitions()])
    if not Path(name).is_file():
        raise UsageError(f"{name!r} is neither a file nor one of {', '.join(NAMED)}")
    return _from_file(Path(name).resolve(), game)


def _from_file(path: Path, game: type[T3State]) -> Player:
    """The `choose` of a Python file or its T3Player. It may import what lies beside it."""
    name = f"player_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{str(path)!r} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        with _modules_of_its_own(path.parent, name, game):
            sys.modules[name] = module  # dataclasses look for it there
            spec.loader.exec_module(module)
            choose = getattr(module, "choose", None)
            if choose is None and hasattr(module, "T3Player"):
                choose = module.T3Player().choose
            its_state = importlib.import_module("t3_state").T3State
    except (Exception, SystemExit) as error:
        reason = printable(f"{type(error).__name__}: {error}")
        raise UsageError(f"{str(path)!r} cannot be loaded: {reason}") from None
    if choose is None:
        raise UsageError(f"{str(path)!r} has neither choose(state) nor a T3Player")
    return partial(_played, choose, its_state)


def _played(
    choose: Callable[[Any], Any], its_state: Any, state: T3State
) -> T3Action | None:
    """What a player chooses, given the position as its own T3State."""
    action = choose(its_state(state.odd_turn, [list(row) for row in state.board]))
    return action and T3Action(action.col(), action.row(), action.move())


@contextmanager
def _modules_of_its_own(folder: Path, main: str, game: type[T3State]) -> Iterator[None]:
    """In the block, imports prefer the modules in a folder to all others of the same name.

    Another player may have modules of the same names, and so may this project. `main` is
    the name of the player's own module.
    """
    beside = {main, *STATE_AND_ACTION, *(file.stem for file in folder.glob("*.py"))}
    beside |= {file.parent.name for file in folder.glob("*/*.py")}

    def hidden() -> dict[str, ModuleType]:
        names = [name for name in sys.modules if name.partition(".")[0] in beside]
        return {name: sys.modules.pop(name) for name in names}

    ours, path = hidden(), sys.path
    sys.path = [str(folder), *path]
    try:
        for name in STATE_AND_ACTION:
            if not (folder / f"{name}.py").is_file():
                sys.modules[name] = ModuleType(name)
                exec(in_game(LENT[f"{name}.py"], game), vars(sys.modules[name]))
        yield
    finally:
        sys.path = path
        hidden()
        sys.modules.update(ours)


@cache
def _textbook(state: T3State) -> T3Action | None:
    # Cached for all games: on the empty board an action takes a minute.
    return TextbookPlayer().choose(state)
