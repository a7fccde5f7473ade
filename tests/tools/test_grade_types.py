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

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytest.importorskip("mypy")

pytestmark = pytest.mark.timeout(120)

UNTYPED = "def f():  # type: ignore\n    pass\n"
OFF = "not checked: a comment in {} turns mypy off"


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        # A bare `list` passes, though mypy --strict would complain.
        (
            {"t3_player": "def first(them: list) -> object:\n    return them[0]\n"},
            "",
        ),
        ({"t3_player": "def f(): pass\n"}, "[no-untyped-def]"),
        (
            {"t3_player": "import helper\nx: int = helper.f()\n", "helper": UNTYPED},
            "[no-untyped-call]",
        ),
        # A module of the submission does not change what mypy does.
        (
            {
                "t3_player": 'def f(it: int) -> int:\n    return ""\n\ndef g(): pass\n',
                "mypy": "raise SystemExit(0)",
            },
            "t3_player.py:2: error: Incompatible return value type "
            '(got "str", expected "int")  [return-value]; and 1 more',
        ),
        ({"t3_player": COURSE, "types": "def f(): pass\n", "typing_extensions": ""}, ""),
        (
            {"t3_player": "import a  # type: ignore\nx: str = 1  # type: ignore\n"},
            "",
        ),
        # Mypy ends at the limit of its memory.
        (
            {"t3_player": "from typing import Final\nX: Final = 1 << 40_000_000_000\n"},
            "t3",
        ),
        ({"t3_player": "# mypy: ignore-errors\n"}, OFF.format("t3_player.py")),
        (
            {"t3_player": COURSE, "helper": "x = 1\n  #mypy: ignore-errors\n"},
            OFF.format("helper.py"),
        ),
        ({"t3_player": "# type: ignore\n"}, OFF.format("t3_player.py")),
        ({"t3_player": "# by me\n\n  #type:ignore\n"}, OFF.format("t3_player.py")),
    ],
)
@pytest.mark.long
def test_verdicts(tmp_path: Path, files: dict[str, str], reason: str) -> None:
    (submission,) = read([folder(tmp_path, **files)])
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_errors = True\n", encoding="utf-8")
    verdict = check_types(submission.files, submission.lent)
    assert verdict.kind == ("wrong" if reason else "exact"), verdict.reason
    assert reason in verdict.reason


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
