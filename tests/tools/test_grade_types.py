"""The verdicts of mypy on submissions."""

import os
import sys
from pathlib import Path

import pytest

from handed_in import COURSE, folder, results
from t3_state import T3State
from t3_tools.grade.cases import Case
from t3_tools.grade.sandbox.typecheck import check_types
from t3_tools.grade.submissions import read
from t3_tools.grade.verdicts import Verdict

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytest.importorskip("mypy")

pytestmark = pytest.mark.timeout(120)


def checked(path: Path, **files: str) -> Verdict:
    """The verdict of mypy on a submission with these files."""
    (submission,) = read([folder(path / "handed_in", **files)])
    return check_types(submission.files, submission.lent, path)


@pytest.mark.long
def test_types_that_the_course_accepts(tmp_path: Path) -> None:
    """A bare `list` passes, though mypy --strict would complain."""
    player = "from typing import Any\n\ndef first(them: list) -> Any:\n    return them[0]\n"
    assert checked(tmp_path, t3_player=player).kind == "exact"


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def f(): pass", "[no-untyped-def]"),
        ("import helper\nx: int = helper.f()", "[no-untyped-call]"),
    ],
)
def test_types_that_the_course_refuses(tmp_path: Path, code: str, error: str) -> None:
    verdict = checked(
        tmp_path, t3_player=f"{code}\n", helper="def f():  # type: ignore\n    pass\n"
    )
    assert verdict.kind == "wrong"
    assert error in verdict.reason


@pytest.mark.long
def test_complaints(tmp_path: Path) -> None:
    player = 'def choose(state: int) -> int:\n    return ""\n\ndef f(): pass\n'
    # Neither settings nor modules of the submission change what mypy does.
    (tmp_path / "handed_in").mkdir()
    settings = tmp_path / "handed_in" / "mypy.ini"
    settings.write_text("[mypy]\nignore_errors = True\n", encoding="utf-8")
    verdict = checked(tmp_path, t3_player=player, mypy="raise SystemExit(0)")
    assert verdict[:2] == (
        "wrong",
        "t3_player.py:2: error: Incompatible return value type "
        '(got "str", expected "int")  [return-value]; and 1 more',
    )


@pytest.mark.parametrize(
    ("file", "comment"),
    [
        ("t3_player", "# mypy: ignore-errors\n"),
        ("helper", "x = 1\n  #mypy: ignore-errors\n"),
        ("t3_player", "# type: ignore\n"),
        ("t3_player", "# by me\n\n  #type:ignore\n"),
    ],
)
def test_evasions(tmp_path: Path, file: str, comment: str) -> None:
    files = {"t3_player": COURSE, file: f"{comment}def f(): pass\n"}
    assert checked(tmp_path, **files)[:2] == (
        "wrong",
        f"not checked: a comment in {file}.py turns mypy off",
    )


@pytest.mark.long
def test_a_line_to_ignore_is_no_evasion(tmp_path: Path) -> None:
    player = f"import antigravity  # type: ignore\nx: str = 1  # type: ignore\n{COURSE}"
    assert checked(tmp_path, t3_player=player).kind == "exact"


@pytest.mark.long
def test_helpers_named_like_what_mypy_needs(tmp_path: Path) -> None:
    helpers = {"types": "def f(): pass\n", "typing_extensions": "x = 1\n"}
    assert checked(tmp_path, t3_player=COURSE, **helpers).kind == "exact"


@pytest.mark.long
def test_limits(tmp_path: Path) -> None:
    big = "from typing import Final\nX: Final = 1 << 40_000_000_000\n"
    assert checked(tmp_path, t3_player=big + COURSE).kind == "wrong"


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="needs the limits of Linux")
def test_no_thread_at_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / "python"
    # Only the first run sets this limit: no thread can start with so big a stack.
    python.write_text(
        f"#!/bin/sh\nmkdir '{tmp_path}/tried' && ulimit -s 10000000\n"
        f"exec '{sys.executable}' \"$@\"\n",
        encoding="utf-8",
    )
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    asked = [Case("mypy", 0, T3State(True))]
    (found,) = results(tmp_path / "handed_in", asked, t3_player=COURSE)
    assert found.verdict.kind == "exact"
    assert (tmp_path / "tried").exists()
