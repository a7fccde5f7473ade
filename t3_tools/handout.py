"""The two files that a handout leaves to write.

They are t3_player.py, where `choose` is missing, and our t3_state.py without the body of
`get_transitions`. `starter` writes them. `grade` gives nothing for them as they are.
"""

import ast
from pathlib import Path

import t3_state

PLAYER = Path(__file__).with_name("starter") / "handout" / "t3_player.py.txt"


def without_body(source: str, name: str) -> str:
    """The source without the body of one function. Its docstring stays."""
    (function,) = (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name == name
    )
    docstring, last = function.body[0], function.body[-1]
    rows = source.splitlines(keepends=True)
    stub = " " * docstring.col_offset + 'raise NotImplementedError("yours to write")\n'
    return "".join([*rows[: docstring.end_lineno], stub, *rows[last.end_lineno :]])


TO_WRITE = {
    "t3_state.py": without_body(
        Path(t3_state.__file__).read_text(encoding="utf-8"), "get_transitions"
    ),
    "t3_player.py": PLAYER.read_text(encoding="utf-8"),
}
"""Their texts, by name."""
