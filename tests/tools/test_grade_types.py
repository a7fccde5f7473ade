"""What mypy says of a submission."""

import os
import sys
from pathlib import Path

import pytest

from handed_in import COURSE, SLIP_STATE, folder, reasons, results
from t3_tools.grade.submissions import examine, read

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytest.importorskip("mypy")

pytestmark = [pytest.mark.long, pytest.mark.timeout(120)]


def test_mypy_accepts_a_course_solution(tmp_path: Path) -> None:
    found = results(tmp_path, [], t3_player=COURSE, t3_state=SLIP_STATE)
    assert reasons(found, "mypy") == [("exact", "")]


def test_mypy_complains(tmp_path: Path) -> None:
    player = 'def choose(state: int) -> int:\n    return ""\n\ndef f(): pass\n'
    # Neither settings nor modules of the submission change what mypy does.
    path = folder(tmp_path, t3_player=player, mypy="raise SystemExit(0)")
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_errors = True\n", encoding="utf-8")
    assert reasons(examine(read(path), [], 1), "mypy") == [
        (
            "wrong",
            "t3_player.py:2: error: Incompatible return value type "
            '(got "str", expected "int")  [return-value]; and 1 more',
        )
    ]


def test_mypy_is_not_told_what_to_overlook(tmp_path: Path) -> None:
    player = f"# mypy: ignore-errors\n{COURSE}"
    path = folder(tmp_path, t3_player=player)
    assert reasons(examine(read(path), [], 1), "mypy") == [
        ("wrong", "t3_player.py tells mypy how to check it, by a comment")
    ]


def test_mypy_is_held_within_limits(tmp_path: Path) -> None:
    big = "from typing import Final\nX: Final = 1 << 40_000_000_000\n"
    path = folder(tmp_path, t3_player=big + COURSE)
    ((kind, _),) = reasons(examine(read(path), [], 1), "mypy")
    assert kind == "wrong"


def test_mypy_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is in the report, and not the submission's fault."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (verdict,) = (it.verdict for it in results(tmp_path, [], t3_player=COURSE))
    assert verdict[:2] == ("could not run", "mypy is not installed")
    assert not verdict.failed


@pytest.mark.skipif(sys.platform != "linux", reason="needs the limits of Linux")
def test_mypy_gets_no_thread_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    # A thread with so big a stack can't be had, as if there were too many.
    python.write_text(
        f"#!/bin/sh\nmkdir '{tmp_path}/tried' && ulimit -s 10000000\n"
        f"exec '{sys.executable}' \"$@\"\n",
        encoding="utf-8",
    )
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    found = results(tmp_path / "honest", [], t3_player=COURSE)
    assert reasons(found, "mypy") == [("exact", "")]
    assert (tmp_path / "tried").exists()
