"""Runs mypy: `python -c TEXT_OF_THIS_FILE ARGUMENT...`, with mypy's arguments.

If a comment exempts a Python file in this folder or below from mypy, it prints the file's
path instead, and ends with the exit code EXEMPT. That is decided on what Python reads, so
it has the limits of mypy: some texts take a parser long.
"""

import ast
import os
import re
import signal
import sys
from codecs import BOM_UTF8
from contextlib import suppress
from io import BytesIO
from tokenize import detect_encoding

EXEMPT = 77

SETTINGS = re.compile(r"\s*#\s*mypy:")

UNREADABLE = SyntaxError, ValueError, LookupError, RecursionError, MemoryError
"""What a text may raise that is not Python. Mypy says so in words."""


def few_of(lines: int) -> int:
    """How many of these lines may ignore errors, or be out of mypy's reach."""
    return max(5, lines // 10)


def is_exempt(content: bytes) -> bool:
    """Whether a Python file with this content has settings for mypy, or ignores its errors.

    Few lines may ignore them.

    Raises SyntaxError, for example, if Python can't read it.
    """
    encoding = "utf-8"
    with suppress(SyntaxError):
        if not content.startswith(BOM_UTF8):
            encoding, _ = detect_encoding(BytesIO(content).readline)
    text = content.removeprefix(BOM_UTF8).decode(encoding, "replace")
    # At all that any reader may take for a line's end.
    if any(map(SETTINGS.match, text.splitlines())):
        return True
    tree = ast.parse(text, type_comments=True)
    if not tree.body or not tree.type_ignores:
        return bool(tree.type_ignores)
    if len(tree.type_ignores) > few_of(len(text.splitlines())):
        return True
    decorators: list[ast.expr] = getattr(tree.body[0], "decorator_list", [])
    first: ast.expr | ast.stmt = decorators[0] if decorators else tree.body[0]
    return tree.type_ignores[0].lineno < first.lineno


def imports(content: bytes) -> set[str]:
    """The modules that a Python file imports by name. Raises as is_exempt does."""
    nodes = [*ast.walk(ast.parse(content))]
    plain = {it.name for node in nodes if isinstance(node, ast.Import) for it in node.names}
    return plain | {it.module or "" for it in nodes if isinstance(it, ast.ImportFrom)}


def main() -> None:
    """Run mypy, if no file is exempt, on those given that are T3's or imported."""
    if sys.platform == "linux":
        with suppress(ImportError):
            import ctypes

            ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # end with the grader
    imported = {"t3_player", "t3_state", "t3_action"}
    for above, _, names in os.walk("."):
        for path in (os.path.join(above, it) for it in names if it.endswith(".py")):
            exempt = False
            with open(path, "rb") as file, suppress(*UNREADABLE):
                content = file.read()
                exempt = is_exempt(content)
                imported |= imports(content)
            if exempt:
                os.write(1, os.fsencode(os.path.normpath(path)))
                sys.exit(EXEMPT)
    sys.argv = [
        it
        for it in sys.argv
        if not it.endswith(".py") or os.path.basename(it)[:-3] in imported
    ]
    from mypy.__main__ import console_entry

    console_entry()


if __name__ == "__main__":
    main()
