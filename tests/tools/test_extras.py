"""The commands say how to install a package that is missing."""

from pathlib import Path

import pytest

from commands import ROOT, python

pytest.importorskip("rich")

from t3_tools import extras


def test_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the folder of the project, in another, and where the project is a package."""
    monkeypatch.chdir(ROOT)
    assert extras.to_install("tools") == "pip install -e '.[tools]'"
    monkeypatch.chdir(tmp_path)
    assert extras.to_install("tools") == f"pip install -e '{ROOT}[tools]'"
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "t3_tools" / "options.py"))
    assert extras.to_install("cluster") == "pip install 'tic-tac-total[cluster]'"


@pytest.mark.parametrize(
    ("module", "complaint"),
    [
        ("t3_tools", "t3_tools: the tools need click: pip install -e '.[tools]'\n"),
        ("benchmarks.audit", "benchmarks.audit needs rich: pip install -e '.[bench]'\n"),
    ],
)
def test_without_packages(module: str, complaint: str) -> None:
    done = python("-S", "-m", module)
    assert (done.stderr, done.returncode, done.stdout) == (complaint, 1, "")
