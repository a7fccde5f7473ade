"""The files that are lent to submissions, and the two that a handout leaves to write.

`grade` lends what a submission lacks. `starter` hands out t3_player.py, where
`choose` is missing, and t3_state.py without the body of `get_transitions`.
"""

import ast
import re
from contextlib import suppress
from pathlib import Path

import t3_state

PLAYER, STATE, ACTION = "t3_player.py", "t3_state.py", "t3_action.py"
TESTS = "t3_tests.py"

NAMES = re.compile(r"\b(id|arg|attr|name)='\w+'")
"""The names in a syntax tree as ast.dump writes it."""

STUB = Path(__file__).with_name("starter") / "handout" / "t3_player.py.txt"


def is_unwritten(source: bytes, name: str) -> bool:
    """Whether the source has a function of this name without a body.

    There may be others if they only call one of this name.
    """
    bodies = [it.body for it in _functions(source) if it.name == name]
    return any(all(map(_is_nothing, body)) for body in bodies) and all(
        _is_nothing(statement, name) for body in bodies for statement in body
    )


PARSED = 40_000
"""The most bytes of a file that is parsed: for some texts, that takes a time quadratic in
their length."""


def _functions(source: bytes) -> list[ast.FunctionDef]:
    """The functions in a source; none if it can't be parsed, or is longer than PARSED."""
    if len(source) > PARSED:
        return []
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        nodes = ast.walk(ast.parse(source))
        return [it for it in nodes if isinstance(it, ast.FunctionDef)]
    return []


def _is_nothing(statement: ast.stmt, name: str = "") -> bool:
    """Whether it is a docstring, an ellipsis, or how a function without a body ends.

    Or else, whether it returns the result of a function of this name.
    """
    match statement:
        case ast.Pass() | ast.Expr(ast.Constant()) | ast.Return(None | ast.Constant(None)):
            return True
        case ast.Raise(ast.Call(ast.Name(error)) | ast.Name(error)):
            return error == "NotImplementedError"
        case ast.Return(ast.Call(ast.Name(called) | ast.Attribute(_, called))):
            return called == name
    return False


def is_ours(source: bytes) -> bool:
    """Whether the source has a quarter of our t3_player.py, names and comments aside.

    The bodies of functions are compared, as syntax trees, by their lengths.
    """
    ours = _bodies(Path(t3_state.__file__).with_name(PLAYER).read_bytes())
    return 4 * len("".join(ours & _bodies(source))) >= len("".join(ours))


def _bodies(source: bytes) -> set[str]:
    """The bodies of the functions, without names and docstrings."""
    bodies = [it.body[ast.get_docstring(it) is not None :] for it in _functions(source)]
    with suppress(RecursionError):
        return {NAMES.sub("", "".join(map(ast.dump, it))) for it in bodies}
    return set()


def lent(name: str) -> str:
    """Our file of this name, but its class accepts new attributes, as a course's does.

    Course code may note a score on an action. It may annotate as the assignment does.
    """
    text = Path(t3_state.__file__).with_name(name).read_text(encoding="utf-8")
    text = text.replace("ClassVar, Self", "ClassVar, Optional, Self, Tuple")
    return text.replace("frozen=True", "unsafe_hash=True")


LENT = {name: lent(name) for name in (STATE, ACTION)}
"""The texts of what is lent, by name."""

LEFT_TO_WRITE = {STATE: "get_transitions", PLAYER: "choose"}
"""The function that a handout leaves to write in each file."""

TO_WRITE = {
    STATE: re.sub(
        r'( def get_transitions.*?""".*?"""\n).*?\n\n',
        r'\1        raise NotImplementedError("yours to write")\n\n',
        LENT[STATE],
        flags=re.DOTALL,
    ),
    PLAYER: STUB.read_text(encoding="utf-8"),
}
"""The texts of what a handout leaves to write, by name."""
