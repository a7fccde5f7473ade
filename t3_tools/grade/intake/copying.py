"""Whether a player is the one that this project has published."""

import ast
import re
from functools import cache
from pathlib import Path

import t3_state
from t3_tools.handout import PLAYER

ENOUGH = 0.5
"""A player is ours if it has at least this share of our player's functions, by length."""


def is_ours(source: bytes) -> bool:
    """Whether the source is our t3_player.py, names, comments and annotations aside."""
    ours = _ours()
    return len("".join(ours & _functions(source))) >= ENOUGH * len("".join(ours))


@cache
def _ours() -> frozenset[str]:
    return _functions(Path(t3_state.__file__).with_name(PLAYER).read_bytes())


def _functions(source: bytes) -> frozenset[str]:
    """The syntax trees of all functions, without names."""
    try:
        tree = ast.parse(source)
        return frozenset(
            re.sub(r"\b(id|arg|attr|name)='\w+'", "", "".join(map(ast.dump, _body(node))))
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()


def _body(function: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a function, without docstrings and annotations."""
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:]
        elif isinstance(node, ast.arg):
            node.annotation = None
    return function.body
