"""Checking a submission's types with mypy, which runs nothing of it."""

import ast
import os
import re
from collections.abc import Mapping
from contextlib import redirect_stderr, suppress
from functools import partial
from importlib.util import decode_source
from io import StringIO
from pathlib import Path

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.judging.verdicts import Kind, Verdict
from t3_tools.grade.sandbox.apart import FailedError, apart
from t3_tools.grade.sandbox.folders import temporary_folder

SETTINGS = Path(__file__).with_name("course.ini")

OPTIONS = [
    *("--config-file", str(SETTINGS), f"--cache-dir={os.devnull}", "--no-error-summary"),
    *("--linecount-report=reports", "--lineprecision-report=reports"),
]


def check_types(files: Mapping[str, bytes], lent: Mapping[str, bytes]) -> Verdict:
    """The verdict of mypy on a submission's files, with SETTINGS, beside those lent to it.

    It is refused where it keeps mypy from checking it. Raises OSError if the system has no
    process left.
    """
    if stub := next((name for name in files if name.endswith(".pyi")), ""):
        return Verdict(Kind.WRONG, f"not checked: mypy reads {stub}, but Python does not")
    with temporary_folder() as folder:
        # Some texts take a parser long, and make mypy compute huge values.
        try:
            fault = apart(partial(_fault, files, lent, folder), limits.MYPY)
        except TimeoutError as error:
            return Verdict(Kind.STALLED, f"mypy: {error}")
        except FailedError as error:
            fault = f"mypy fails: {error}"
    return Verdict(Kind.WRONG, printable(fault)) if fault else Verdict(Kind.EXACT)


def _fault(files: Mapping[str, bytes], lent: Mapping[str, bytes], folder: Path) -> str:
    """What mypy finds, or what keeps it from that; empty if nothing does."""
    from mypy import api  # an extra

    imported = {"t3_player", "t3_state", "t3_action"}
    for name, content in {**lent, **files}.items():
        path = folder / "submission" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if name.endswith(".py"):
            with suppress(Exception):  # it is not Python, and mypy says so
                if is_exempt(content):
                    return f"not checked: comments in {name} turn mypy off"
                imported |= imports(content)
    names = [f"submission/{it}.py" for it in imported if f"{it}.py" in files]
    os.chdir(folder)  # where mypy looks for modules, too
    with redirect_stderr(StringIO()) as crash:
        *told, code = api.run([*OPTIONS, *sorted(names)])
    if code == 0:
        return _unchecked(folder / "reports")
    lines = "".join([*told, crash.getvalue(), "mypy fails"]).splitlines()
    errors = [it for it in lines if ": error:" in it]
    more = f"; and {len(errors) - 1} more" if errors[1:] else ""
    return [*errors, *lines][0][:500].removeprefix("submission/") + more


def few_of(lines: int) -> int:
    """How many of these lines may ignore errors, or be out of mypy's reach."""
    return max(5, lines // 10)


def is_exempt(content: bytes) -> bool:
    """Whether a Python file has settings for mypy, or ignores more than a few errors.

    Raises SyntaxError, for example, if Python can't read it.
    """
    text = decode_source(content)
    # At all that any reader may take for a line's end.
    if any(re.match(r"\s*#\s*mypy:", line) for line in text.splitlines()):
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
    """What may be the modules that a Python file imports. Raises as is_exempt does."""
    found = set[str]()
    for node in ast.walk(ast.parse(content)):
        match node:
            case ast.Import(names):
                found |= {it.name for it in names}
            case ast.ImportFrom(str(name)) | ast.Constant(str(name)):  # for importlib
                found.add(name)
    return found


def _unchecked(reports: Path) -> str:
    """What mypy was told to skip, by its own reports; empty if that is little."""
    total = (reports / "linecount.txt").read_text(errors="replace").split()
    typed, functions = map(int, total[2:4])
    if typed < functions:
        return f"not checked: {functions - typed} of {functions} functions have no types"
    table = (reports / "lineprecision.txt").read_text(errors="replace").splitlines()[2:]
    lines, unreached = (sum(int(row.split()[at]) for row in table) for at in (-6, -1))
    if unreached > few_of(lines):
        return f"not checked: mypy reaches only {lines - unreached} of {lines} lines"
    return ""
