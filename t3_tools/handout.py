"""The files that are lent to submissions, and the two that a handout leaves to write.

`grade` lends what a submission lacks. `starter` hands out t3_player.py, where
`choose` is missing, and t3_state.py without the body of `get_transitions`.
"""

import ast
import re
from pathlib import Path

import t3_state
from t3_play.descriptions import listed
from t3_play.match import game_with
from t3_state import T3State

PLAYER, STATE, ACTION = "t3_player.py", "t3_state.py", "t3_action.py"

STUB = Path(__file__).with_name("starter") / "handout" / "t3_player.py.txt"


def without_body(source: str, name: str) -> str:
    """The source without the body of one function. Its docstring stays."""
    # Unlike ast.parse, this keeps the docstrings under -OO.
    tree = compile(source, "", "exec", ast.PyCF_ONLY_AST, optimize=0)
    (function,) = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == name
    )
    docstring, last = function.body[0], function.body[-1]
    rows = source.splitlines(keepends=True)
    stub = " " * docstring.col_offset + 'raise NotImplementedError("yours to write")\n'
    return "".join([*rows[: docstring.end_lineno], stub, *rows[last.end_lineno :]])


def is_unwritten(source: bytes, name: str) -> bool:
    """Whether the source has a function of this name without a body.

    There may be others if they only call one of this name.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    found = [
        [it for it in node.body if not _is_nothing(it)]
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == name
    ]
    return [] in found and all(_calls(body, name) for body in found if body)


def _is_nothing(statement: ast.stmt) -> bool:
    """Whether it is a docstring, an ellipsis, or how a function without a body ends."""
    if isinstance(statement, ast.Expr | ast.Return):
        return statement.value is None or isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Raise):
        return "NotImplementedError" in ast.unparse(statement)
    return isinstance(statement, ast.Pass)


def _calls(body: list[ast.stmt], name: str) -> bool:
    """Whether a body only returns the result of a function of this name."""
    value = body[0].value if isinstance(body[0], ast.Return) else None
    return isinstance(value, ast.Call) and name in ast.unparse(value.func).split(".")


def lent(name: str) -> str:
    """Our file of this name, but its class accepts new attributes, as a course's does.

    Course code may note a score on an action. It may annotate as the assignment does.
    """
    text = Path(t3_state.__file__).with_name(name).read_text(encoding="utf-8")
    text = text.replace("ClassVar, Self", "ClassVar, Optional, Self, Tuple")
    return text.replace("frozen=True", "unsafe_hash=True")


def in_game(source: str, game: type[T3State]) -> str:
    """The text of one of our files, for a game with other constants.

    >>> print(in_game("WIN_TARGET: ClassVar[int] = 13", game_with(15, 9)))
    WIN_TARGET: ClassVar[int] = 15
    """
    if game == T3State:
        return source
    target, largest = game.WIN_TARGET, game.MAX_MOVE
    odds, evens = (game(turn).get_moves() for turn in (True, False))

    def small(board: re.Match[str]) -> str:
        """The board with other numbers of the same sides in place of larger ones."""
        return re.sub("[0-9]", lambda it: str(_at_most(largest, int(it[0]))), board[0])

    source = re.sub(r"\b[0-9]{3}/[0-9]{3}/[0-9]{3}\b", small, source)
    for old, new in {
        "WIN_TARGET: ClassVar[int] = 13": f"WIN_TARGET: ClassVar[int] = {target}",
        "MAX_MOVE: ClassVar[int] = 6": f"MAX_MOVE: ClassVar[int] = {largest}",
        "sum to exactly 13 wins": f"sum to exactly {target} wins",
        "Odds place 1, 3 or 5 and evens 2, 4 or 6,": (
            f"Odds place {listed(odds, 'or')} and evens {listed(evens, 'or')},"
        ),
        'evens").get_moves()\n        [2, 4, 6]': f'evens").get_moves()\n        {evens}',
        "[[6, 4, 3], [0": f"[{winning_line(game)}, [0",
        "[[2, 1, 0], [0, 5, 0], [0": f"[[2, 1, 0], [0, {_at_most(largest, 5)}, 0], [0",
    }.items():
        source = source.replace(old, new)
    return source


def _at_most(largest: int, number: int) -> int:
    """The number, or the largest of the same side that there is."""
    return number if number <= largest else largest - (number - largest) % 2


def winning_line(game: type[T3State]) -> list[int]:
    """Three numbers that win, the largest first.

    >>> winning_line(T3State)
    [6, 6, 1]
    """
    first = min(game.MAX_MOVE, game.WIN_TARGET - 2)
    second = min(game.MAX_MOVE, game.WIN_TARGET - first - 1)
    return [first, second, game.WIN_TARGET - first - second]


def course_game(target: int, max_move: int) -> type[T3State]:
    """The game with these constants. Raises ValueError if it does not suit a course."""
    if not 2 <= max_move <= 9:
        raise ValueError(
            f"the largest number is {max_move}; it can be from 2, so that evens have a "
            "number, to 9, as a board in one line has a digit for each cell"
        )
    if not max_move < target <= 3 * max_move:
        why = "one number would win" if target <= max_move else "three can't reach it"
        raise ValueError(
            f"the target is {target}; with numbers to {max_move} it can be from "
            f"{max_move + 1} to {3 * max_move}: {why}"
        )
    return game_with(target, max_move)


LENT = {name: lent(name) for name in (STATE, ACTION)}
"""The texts of what is lent, by name."""

LEFT_TO_WRITE = {STATE: "get_transitions", PLAYER: "choose"}
"""The function that a handout leaves to write in each file."""

TO_WRITE = {
    STATE: without_body(LENT[STATE], LEFT_TO_WRITE[STATE]),
    PLAYER: STUB.read_text(encoding="utf-8"),
}
"""The texts of what a handout leaves to write, by name."""
