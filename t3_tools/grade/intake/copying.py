"""Whether a player is the one that this project has published."""

import ast
import re
from functools import cache
from pathlib import Path

import t3_state
from t3_tools.handout import PLAYER

ENOUGH = 0.5
"""A player is ours if it has at least this share of our player's functions, by length."""


NAMES = re.compile(r"\b(id|arg|attr|name)='\w+'")


def is_ours(source: bytes) -> bool:
    """Whether the source is our t3_player.py, names and comments aside."""
    ours = _ours()
    return len("".join(ours & _functions(source))) >= ENOUGH * len("".join(ours))


@cache
def _ours() -> frozenset[str]:
    return _functions(Path(t3_state.__file__).with_name(PLAYER).read_bytes())


def _functions(source: bytes) -> frozenset[str]:
    """The syntax trees of the bodies of all functions, without names and docstrings."""
    try:
        nodes = [*ast.walk(ast.parse(source))]
        functions = [it for it in nodes if isinstance(it, ast.FunctionDef)]
        bodies = [it.body[ast.get_docstring(it) is not None :] for it in functions]
        return frozenset(NAMES.sub("", "".join(map(ast.dump, it))) for it in bodies)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
